//! A page that shows a tournament while it is played, and the results so far.

use crate::present::{By, FolderLeaderboard, LeaderboardInput, Live, PageData, contest, counted, page, tables};
use player_api::FailureKind;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tournament::compare::{CONFIDENCE, Leaderboard, LeaderboardEntry, MatchEnd, Measure, PartialMatch};
use tournament::{Match, Plan, Results, RoundCounts, Rules, Status, Summary, files};

/// The time between two pages, and how many times as long as writing one it is.
const EVERY: Duration = Duration::from_secs(3);
const MOST_TIME: u32 = 30;

/// A file that shows a tournament while it is played. It is written whole every few seconds.
#[derive(Debug)]
pub struct LivePage {
    path: PathBuf,
    title: String,
    players: Vec<String>,
    pace: Pace,
}

/// When a page is due that is written again and again: every few seconds, or less often where writing it takes long.
#[derive(Debug)]
pub struct Pace {
    next: Instant,
    /// The time between the last page and the next one.
    wait: Duration,
}

impl Pace {
    /// The seconds between two looks of a browser.
    pub const RELOAD_SECONDS: u32 = 3;

    pub fn new() -> Pace {
        Pace { next: Instant::now(), wait: EVERY }
    }

    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// The age in seconds from which on a page is not written any more. The machine may be busy, and the next page may take longer.
    pub const fn oldest_seconds(&self) -> u64 {
        3 * self.wait.as_secs() + 30
    }

    /// Notes that a page was begun then and is written now.
    pub fn written(&mut self, begun: Instant) {
        self.wait = EVERY.max(begun.elapsed() * MOST_TIME);
        self.next = Instant::now() + self.wait;
    }
}

impl LivePage {
    pub fn new(path: PathBuf, plan: &Plan) -> LivePage {
        let players: Vec<String> = plan.players.iter().map(|entry| entry.name().to_owned()).collect();
        let contest = contest(players.len(), plan.codemakers.len(), &plan.games);
        let title = format!("{contest}: {}, seed {}", counted(plan.total_rounds(), "planned round"), plan.seed.0);
        LivePage { path, title, players, pace: Pace::new() }
    }

    pub fn is_due(&self) -> bool {
        self.pace.is_due()
    }

    /// Writes the page, which says how far the tournament is. A page that cannot be written is no reason to stop playing.
    pub fn write(&mut self, live: &LiveResults, state: &str) {
        let begun = Instant::now();
        let _ = self.put(live, state, true);
        self.pace.written(begun);
    }

    /// Writes the last page of a tournament that ended early.
    pub fn end(&self, live: &LiveResults, state: &str) {
        let _ = self.put(live, state, false);
    }

    fn put(&self, live: &LiveResults, state: &str, is_played: bool) -> Result<(), tournament::FileError> {
        let results = live.results();
        let input = LeaderboardInput {
            results: &results,
            rounds: Err("the tournament is being played".to_owned()),
            players: self.players.iter().map(String::as_str).collect(),
            is_finished: false,
            is_oversubscribed: false,
        };
        let board = FolderLeaderboard::with_board(live.leaderboard(), input, By::Score);
        let setup = vec![self.title.clone(), state.to_owned()];
        let mut data = PageData::new(setup, &results, &board, "When the tournament is finished, this is here.", None);
        data.rules = live.rules;
        let (players, matches) = (board.board.entries.len(), board.board.matches.len());
        if players > 0 {
            data.leaderboard.title = format!(
                "SCORE at the end, predicted from the rounds so far: {} over the {} that all of them have begun",
                counted(players, "player"),
                counted(matches, "match")
            );
        }
        data.live = is_played.then(|| Live {
            reload_seconds: Pace::RELOAD_SECONDS,
            written: tournament::now(),
            oldest_seconds: self.pace.oldest_seconds(),
        });
        files::write_whole(&self.path, page::render(&data).as_bytes())
    }
}

/// The results of a tournament while it is played: its rounds so far, by match.
#[derive(Debug)]
pub struct LiveResults {
    matches: Vec<Match>,
    rules: Rules,
    counts: Vec<RoundCounts>,
    /// By rules under which a failure ends a match: the reported rounds of each match in order, of which those after a failure do not
    /// count.
    reports: Vec<Vec<RoundCounts>>,
    /// Why the player refused a match, if it did, by match.
    refusals: Vec<Option<String>>,
}

impl LiveResults {
    pub fn new(plan: &Plan) -> LiveResults {
        let matches = plan.matches();
        let number = matches.len();
        LiveResults {
            matches,
            rules: plan.rules,
            counts: vec![RoundCounts::default(); number],
            reports: vec![Vec::new(); number],
            refusals: vec![None; number],
        }
    }

    pub fn add(&mut self, match_: &Match, rounds: &RoundCounts) {
        let places = (self.counts.get_mut(match_.number), self.reports.get_mut(match_.number));
        let (Some(counts), Some(reports)) = places else { return };
        if !self.rules.ends_at_failure() {
            counts.add(rounds);
            return;
        }
        let place = reports.partition_point(|report| report.first < rounds.first);
        reports.insert(place, rounds.clone());
        *counts = RoundCounts::default();
        reports.iter().for_each(|report| counts.add(report));
    }

    pub fn refuse(&mut self, match_: &Match, reason: &str) {
        if let Some(refusal) = self.refusals.get_mut(match_.number) {
            *refusal = Some(reason.to_owned());
        }
    }

    pub fn matches(&self) -> Vec<PartialMatch> {
        let matches = self.matches.iter().zip(&self.counts).zip(&self.refusals);
        matches.filter_map(|((match_, counts), refusal)| self.partial(match_, counts, refusal.as_deref())).collect()
    }

    fn partial(&self, match_: &Match, counts: &RoundCounts, refusal: Option<&str>) -> Option<PartialMatch> {
        let failed = counts.to_failure.as_ref().filter(|_| self.rules.ends_at_failure());
        let rounds = failed.unwrap_or(&counts.rounds);
        let is_late = self.rules.most_timeouts().is_some_and(|most| rounds.of_kind(FailureKind::Time) >= most);
        let end = if refusal.is_some() {
            Some(MatchEnd::Refused)
        } else {
            ((failed.is_some() || is_late) && rounds.rounds() < match_.rounds).then_some(MatchEnd::Ended)
        };
        let status = match end {
            None => Status::Played,
            Some(MatchEnd::Ended) => Status::Ended,
            Some(MatchEnd::Refused) => Status::Refused,
        };
        let summary = rounds.summary(match_.key(), (match_.rounds, match_.guess_limit), self.rules);
        let note = refusal.unwrap_or_default().to_owned();
        (rounds.rounds() > 0 || end.is_some()).then_some(PartialMatch {
            summary: Summary { status, note, ..summary },
            planned: match_.rounds,
            end,
        })
    }

    pub fn results(&self) -> Results {
        let timing = |(match_, counts): (&Match, &RoundCounts)| counts.times.summary(match_.key());
        Results {
            summaries: self.matches().into_iter().map(|match_| match_.summary).collect(),
            timings: self.matches.iter().zip(&self.counts).filter_map(timing).collect(),
        }
    }

    /// The leaderboard that the rounds so far let expect for the end.
    pub fn leaderboard(&self) -> Leaderboard {
        Leaderboard::projected(&self.matches(), self.rules, Measure::Score)
    }

    /// The leaderboard so far for a terminal of that size, without a line end after the last line: at most as many lines as it has.
    pub fn board(&self, columns: usize, lines: usize) -> String {
        let projection = self.leaderboard();
        // A heading above the players and a note below them.
        let Some(most) = lines.checked_sub(2).filter(|most| *most > 0 && projection.entries.len() > 1) else {
            return String::new();
        };
        let shown = if projection.entries.len() > most { most - 1 } else { most };
        let rows: Vec<[String; 5]> = projection.entries.iter().take(shown).map(row).collect();
        let heading = ["", "player", "SCORE at the end", "guesses", "rounds so far"].map(str::to_owned);
        let hidden = projection.entries.len() - rows.len();
        let mut text = tables::column_lines(&[&[heading], &rows[..]].concat(), &[1]);
        if hidden > 0 {
            text.push(format!("… and {}", counted(hidden, "player")));
        }
        let others = match projection.others.len() {
            0 => String::new(),
            others => format!("; {others} of other matches"),
        };
        text.push(format!(
            "Predicted from the rounds so far of {}, ± {:.0} %{others}",
            counted(projection.matches.len(), "match"),
            CONFIDENCE * 100.0
        ));
        let fitting: Vec<_> =
            text.iter().map(|line| console::truncate_str(line.trim_end(), columns.saturating_sub(1), "…")).collect();
        fitting.join("\n")
    }

    pub fn leaders(&self) -> String {
        let leaders = self.leaderboard().entries;
        let leaders: Vec<String> =
            leaders.iter().take(3).map(|entry| format!("{} {}", entry.player, score(entry))).collect();
        if leaders.len() < 2 { String::new() } else { format!("SCOREs at the end, predicted: {}", leaders.join(", ")) }
    }
}

fn score(entry: &LeaderboardEntry) -> String {
    tables::with_half_width(entry.score.mean, entry.score.interval(CONFIDENCE), 1)
}

fn row(entry: &LeaderboardEntry) -> [String; 5] {
    let bound = if entry.is_lower_bound { "≥ " } else { "" };
    let guesses = entry
        .guesses
        .map_or_else(tables::dash, |guesses| tables::with_half_width(guesses.mean, guesses.interval(CONFIDENCE), 2));
    [
        entry.place.to_string(),
        entry.player.clone(),
        score(entry),
        format!("{bound}{guesses}"),
        (entry.played + entry.given_up).to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::{Cause, Ending};
    use tournament::Codemakers;

    fn plan() -> Plan {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let players = ["rao", "dino", "knuth"].map(|name| players::find(name).unwrap());
        Plan::new(players, [codemaker], ["4x6".parse().unwrap()])
    }

    #[test]
    fn a_board_fits_the_terminal() {
        let plan = plan().rounds(100);
        let mut results = LiveResults::new(&plan);
        for (number, guesses) in [[6, 5], [7, 8], [4, 5]].into_iter().enumerate() {
            let mut counts = RoundCounts::default();
            guesses.iter().for_each(|&guesses| counts.rounds.count(&Ending::Win, guesses));
            results.add(&plan.matches()[number], &counts);
        }
        let board = results.board(80, 10);
        assert_eq!(board.lines().count(), 5, "{board}");
        assert!(board.lines().nth(1).unwrap().starts_with("1  knuth"), "{board}");
        assert!(board.ends_with("Predicted from the rounds so far of 1 match, ± 95 %"), "{board}");
        let small = results.board(30, 4);
        assert!(small.lines().count() <= 4 && small.contains("… and 2 players"), "{small}");
        assert!(small.lines().all(|line| console::measure_text_width(line) < 30), "{small}");
        assert_eq!(results.board(80, 2), "");
    }

    /// By the rules of 2024 a failure ends a match, in whatever order its rounds are reported, and a refused match is worth 0.
    #[test]
    fn a_match_that_is_over_is_worth_what_it_has() {
        let plan = Plan { rules: Rules::Course2024, ..plan().rounds(20) };
        let mut results = LiveResults::new(&plan);
        let matches = plan.matches();
        let round = |first: u64, ending: Ending, guesses: usize| {
            let mut counts = RoundCounts { first, ..RoundCounts::default() };
            counts.rounds.count(&ending, guesses);
            counts
        };
        let win = |first: u64| round(first, Ending::Win, 4);
        let failure = |first: u64| {
            let counts = round(first, Ending::Failure(Cause::new(FailureKind::Memory, "")), 0);
            RoundCounts { to_failure: Some(counts.rounds.clone()), ..counts }
        };
        results.add(&matches[0], &win(1));
        // Another worker played a later round, which does not count.
        for rounds in [win(4), failure(3), win(2), win(1)] {
            results.add(&matches[1], &rounds);
        }
        results.refuse(&matches[2], "it is too large");
        let board = results.leaderboard();
        let figures: Vec<(&str, f64, Option<f64>)> = (board.entries.iter())
            .map(|entry| (entry.player.as_str(), entry.score.mean, entry.score.standard_error))
            .collect();
        assert_eq!(figures, [("rao", 6000.0, None), ("dino", 360.0, None), ("knuth", 0.0, Some(0.0))]);
        assert_eq!(board.entries[1].not_played, 17);
        let rows = results.results().summaries;
        assert_eq!(
            rows.iter().map(|row| row.status).collect::<Vec<_>>(),
            [Status::Played, Status::Ended, Status::Refused]
        );
        assert_eq!(rows[2].note, "it is too large");
    }
}
