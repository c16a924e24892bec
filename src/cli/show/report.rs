//! The results as JSON.

use crate::cli::{
    joined_folders::JoinedFolders,
    leaderboard::{FolderLeaderboard, LeaderboardColumn, LeaderboardRow, SelectedRow},
};
use serde::Serialize;
use tournament::compare::MatchName;
use tournament::{Manifest, Summary, TimingSummary};

/// The results as JSON.
#[derive(Serialize)]
pub struct ShowReport<'a> {
    setup: RankingSetup<'a>,
    leaderboard: Vec<SelectedRow<'a>>,
    /// The rows of `summary.csv`.
    matches: &'a [Summary],
    /// The rows of `timing-summary.csv`.
    timings: &'a [TimingSummary],
}

/// How the matches were played, and the players ranked.
#[derive(Serialize)]
struct RankingSetup<'a> {
    ranked_by: &'static str,
    /// Whether players were compared round by round.
    is_paired: bool,
    guess_limit: usize,
    /// The matches over which players are ranked.
    ranked_matches: Vec<RankedMatch<'a>>,
    /// The rounds of these matches, those that a player refused among them.
    ranked_rounds: u64,
    /// The number of matches over which guesses are compared.
    guess_matches: usize,
    /// The number of matches over which CPU times are compared.
    time_matches: usize,
    folders: Vec<Folder<'a>>,
}

#[derive(Serialize)]
struct RankedMatch<'a> {
    scsa: &'a str,
    pegs: usize,
    colors: usize,
}

#[derive(Serialize)]
struct Folder<'a> {
    folder: String,
    manifest: Option<&'a Manifest>,
}

impl<'a> ShowReport<'a> {
    /// The results with some columns and rows of the leaderboard.
    pub fn new(
        joined: &'a JoinedFolders,
        leaderboard: &'a FolderLeaderboard,
        columns: &'a [LeaderboardColumn],
        rows: &'a [LeaderboardRow],
    ) -> ShowReport<'a> {
        let board = &leaderboard.board;
        let ranked =
            |game: &'a MatchName| RankedMatch { scsa: &game.scsa, pegs: game.size.pegs(), colors: game.size.colors() };
        let folders = joined.folders.iter().map(|folder| Folder {
            folder: folder.path.display().to_string(),
            manifest: folder.manifest.as_ref().ok(),
        });
        ShowReport {
            setup: RankingSetup {
                ranked_by: leaderboard.by.id(),
                is_paired: board.is_paired,
                guess_limit: leaderboard.guess_limit,
                ranked_matches: board.matches.iter().map(ranked).collect(),
                ranked_rounds: board.rounds,
                guess_matches: board.guess_matches.len(),
                time_matches: leaderboard.times.matches,
                folders: folders.collect(),
            },
            leaderboard: rows.iter().map(|row| SelectedRow { columns, row }).collect(),
            matches: &joined.results.summaries,
            timings: &joined.results.timings,
        }
    }
}
