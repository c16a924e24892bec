//! The page of a tournament while it is played.

use super::{
    Failure,
    leaderboard::{By, FolderLeaderboard, LeaderboardInput},
    live_results::LiveResults,
    report::{page::page, page_data::PageData, page_file},
};
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tournament::{Plan, files};

/// The time between two pages, and between two looks of a browser.
const EVERY: Duration = Duration::from_secs(3);
const RELOAD_SECONDS: u32 = 3;
/// Writing pages takes at most this part of the time.
const MOST_TIME: u32 = 30;

/// A file that shows a tournament while it is played. It is written whole every few seconds.
#[derive(Debug)]
pub struct LivePage {
    path: PathBuf,
    /// What is played.
    title: String,
    players: Vec<String>,
    next: Instant,
}

impl LivePage {
    /// The page of a plan in a file that was checked.
    pub fn new(path: PathBuf, plan: &Plan) -> LivePage {
        let players: Vec<String> = plan.players.iter().map(|entry| entry.name().to_owned()).collect();
        let sizes: Vec<String> = plan.sizes.iter().map(ToString::to_string).collect();
        let title = format!(
            "{} against {} at {}: {}, seed {}",
            super::counted(players.len(), "player"),
            super::counted(plan.codemakers.len(), "SCSA"),
            sizes.join(" "),
            super::counted(plan.total_rounds(), "planned round"),
            plan.seed.0
        );
        LivePage { path, title, players, next: Instant::now() }
    }

    /// The file of a page that a person named. Fails unless it can be written, and is such a page or not there.
    pub fn check(path: &Path) -> Result<PathBuf, Failure> {
        page_file::check(path, "--live", false)
    }

    /// Whether it is time to write the page.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Writes the page, which says how far the tournament is. A page that cannot be written is no reason to stop playing.
    pub fn write(&mut self, live: &LiveResults, state: &str) {
        let begun = Instant::now();
        let _ = self.put(live, state, Some(RELOAD_SECONDS));
        self.next = Instant::now() + EVERY.max(begun.elapsed() * MOST_TIME);
    }

    /// Writes the last page of a tournament that ended early.
    pub fn end(&self, live: &LiveResults, state: &str) {
        let _ = self.put(live, state, None);
    }

    fn put(&self, live: &LiveResults, state: &str, reload_seconds: Option<u32>) -> Result<(), tournament::FileError> {
        let results = live.results();
        let input = LeaderboardInput {
            results: &results,
            rounds: Err("the tournament is being played".to_owned()),
            players: self.players.iter().map(String::as_str).collect(),
            is_finished: false,
            guess_limit: live.guess_limit(),
            is_oversubscribed: false,
        };
        let board = FolderLeaderboard::with_board(live.leaderboard(), input, By::Score);
        let setup = vec![self.title.clone(), state.to_owned()];
        let mut data = PageData::new(setup, &results, &board, "When the tournament is finished, this is here.");
        let (players, matches) = (board.board.entries.len(), board.board.matches.len());
        if players > 0 {
            data.leaderboard.title = format!(
                "SCORE at the end, predicted from the rounds so far: {} over the {} that all of them have begun",
                super::counted(players, "player"),
                super::counted(matches, "match")
            );
        }
        data.reload_seconds = reload_seconds;
        files::write_whole(&self.path, page(&data).as_bytes())
    }
}
