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
pub struct LivePage {
    path: PathBuf,
    title: String,
    players: Vec<String>,
    pub pace: Pace,
}

/// When a page is due that is written again and again: every few seconds, or less often where writing it takes long.
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
            let over = format!("{} over the {}", counted(players, "player"), counted(matches, "match"));
            data.leaderboard.title =
                format!("SCORE at the end, predicted from the rounds so far: {over} that all of them have begun");
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
pub struct LiveResults {
    matches: Vec<LiveMatch>,
    rules: Rules,
}

struct LiveMatch {
    match_: Match,
    counts: RoundCounts,
    /// By rules under which a failure ends a match: the reported rounds in order, of which those after a failure do not count.
    reports: Vec<RoundCounts>,
    /// Why the player refused it, if it did.
    refusal: Option<String>,
}

impl LiveResults {
    pub fn new(plan: &Plan) -> LiveResults {
        let (counts, reports) = (RoundCounts::default(), Vec::new());
        let live = |match_| LiveMatch { match_, counts: counts.clone(), reports: reports.clone(), refusal: None };
        LiveResults { matches: plan.matches().into_iter().map(live).collect(), rules: plan.rules }
    }

    pub fn add(&mut self, match_: &Match, rounds: &RoundCounts) {
        let Some(LiveMatch { counts, reports, .. }) = self.matches.get_mut(match_.number) else { return };
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
        if let Some(live) = self.matches.get_mut(match_.number) {
            live.refusal = Some(reason.to_owned());
        }
    }

    pub fn matches(&self) -> Vec<PartialMatch> {
        self.matches.iter().filter_map(|live| live.partial(self.rules)).collect()
    }

    pub fn results(&self) -> Results {
        Results {
            summaries: self.matches().into_iter().map(|match_| match_.summary).collect(),
            timings: self.matches.iter().filter_map(|live| live.counts.times.summary(live.match_.key())).collect(),
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
        let (matches, percent) = (counted(projection.matches.len(), "match"), CONFIDENCE * 100.0);
        text.push(format!("Predicted from the rounds so far of {matches}, ± {percent:.0} %{others}"));
        let fitting: Vec<_> =
            text.iter().map(|line| console::truncate_str(line.trim_end(), columns.saturating_sub(1), "…")).collect();
        fitting.join("\n")
    }

    pub fn leaders(&self) -> String {
        let leaders = self.leaderboard().entries;
        let leader = |entry: &LeaderboardEntry| format!("{} {}", entry.player, tables::estimated(&entry.score, 1));
        let leaders: Vec<String> = leaders.iter().take(3).map(leader).collect();
        if leaders.len() < 2 { String::new() } else { format!("SCOREs at the end, predicted: {}", leaders.join(", ")) }
    }
}

impl LiveMatch {
    fn partial(&self, rules: Rules) -> Option<PartialMatch> {
        let LiveMatch { match_, counts, refusal, .. } = self;
        let failed = counts.to_failure.as_ref().filter(|_| rules.ends_at_failure());
        let rounds = failed.unwrap_or(&counts.rounds);
        let is_late = rules.most_timeouts().is_some_and(|most| rounds.of_kind(FailureKind::Time) >= most);
        let is_over = (failed.is_some() || is_late) && rounds.rounds() < match_.rounds;
        let (status, end) = match refusal {
            Some(_) => (Status::Refused, Some(MatchEnd::Refused)),
            None if is_over => (Status::Ended, Some(MatchEnd::Ended)),
            None => (Status::Played, None),
        };
        let summary = rounds.summary(match_.key(), (match_.rounds, match_.guess_limit), rules);
        let summary = Summary { status, note: refusal.clone().unwrap_or_default(), ..summary };
        let is_known = rounds.rounds() > 0 || end.is_some();
        is_known.then_some(PartialMatch { summary, planned: match_.rounds, end })
    }
}

fn row(entry: &LeaderboardEntry) -> [String; 5] {
    let bound = if entry.is_lower_bound { "≥ " } else { "" };
    let guesses = entry.guesses.as_ref().map_or_else(tables::dash, |guesses| tables::estimated(guesses, 2));
    let (place, score) = (entry.place.to_string(), tables::estimated(&entry.score, 1));
    let played = entry.played + entry.given_up;
    [place, entry.player.clone(), score, format!("{bound}{guesses}"), played.to_string()]
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
        let figures =
            board.entries.iter().map(|entry| (entry.player.as_str(), entry.score.mean, entry.score.standard_error));
        let figures: Vec<(&str, f64, Option<f64>)> = figures.collect();
        assert_eq!(figures, [("rao", 6000.0, None), ("dino", 360.0, None), ("knuth", 0.0, Some(0.0))]);
        assert_eq!(board.entries[1].not_played, 17);
        let rows = results.results().summaries;
        let statuses: Vec<Status> = rows.iter().map(|row| row.status).collect();
        assert_eq!(statuses, [Status::Played, Status::Ended, Status::Refused]);
        assert_eq!(rows[2].note, "it is too large");
    }
}
