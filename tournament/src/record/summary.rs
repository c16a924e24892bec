//! The rows of `summary.csv` and `timing-summary.csv`: one a match.

use crate::plan::{GuessLimits, Limits, MatchKey, Plan, Rules};
use player_api::{FailureKind, name_fault, shortened, visible};
use scsa::Game;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{HashMap, HashSet};

/// All matches of a results folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The matches, in the order of the plan.
    pub summaries: Vec<Summary>,
    /// Their times, where they were timed.
    pub timings: Vec<TimingSummary>,
}

impl Results {
    /// The rows by their matches.
    pub fn by_match(&self) -> MatchIndex<'_> {
        // The first of equal keys comes last, and stays.
        MatchIndex {
            summaries: self.summaries.iter().rev().map(|row| ((&*row.player, &*row.scsa, row.game), row)).collect(),
            timings: self.timings.iter().rev().map(|row| ((&*row.player, &*row.scsa, row.game), row)).collect(),
        }
    }

    /// The guess limit of each game.
    pub fn guess_limits(&self) -> GuessLimits {
        let games = self.summaries.iter().map(|row| (row.game, row.guess_limit)).collect();
        GuessLimits { games, ..GuessLimits::default() }
    }

    /// Why these are the results of no tournament, if there are too many.
    pub fn fault(&self) -> Option<String> {
        let of_rows = self.summaries.iter().map(|row| (&row.player, &row.scsa, row.game));
        let all = of_rows.chain(self.timings.iter().map(|row| (&row.player, &row.scsa, row.game)));
        let (players, games): (HashSet<_>, HashSet<_>) = all.map(|(player, scsa, game)| (player, (scsa, game))).unzip();
        Plan::fault(players.len(), games.len())
    }
}

/// The rows of results by their matches, each found at once. Of two rows about a match it has the first.
#[derive(Clone, Debug, Default)]
pub struct MatchIndex<'a> {
    summaries: HashMap<(&'a str, &'a str, Game), &'a Summary>,
    timings: HashMap<(&'a str, &'a str, Game), &'a TimingSummary>,
}

impl<'a> MatchIndex<'a> {
    /// The row of `summary.csv` of a match.
    pub fn summary(&self, player: &str, scsa: &str, game: Game) -> Option<&'a Summary> {
        self.summaries.get(&(player, scsa, game)).copied()
    }

    /// The row of `timing-summary.csv` of a match.
    pub fn timing(&self, player: &str, scsa: &str, game: Game) -> Option<&'a TimingSummary> {
        self.timings.get(&(player, scsa, game)).copied()
    }
}

documented! {
/// A match in reproducible numbers: a row of `summary.csv`, whose columns are these fields in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The player's name.
    pub player: String,
    /// The codemaker's name.
    pub scsa: String,
    /// The game: pegs x colors, such as `4x6`, with an `n` where no color comes twice, such as `4x10n`.
    pub game: Game,
    /// The pegs of the game.
    pub pegs: usize,
    /// The colors of the game.
    pub colors: usize,
    /// `played`; `unsupported` where the codemaker makes no codes of the game; `refused` by the player; or by the rules of 2024 `ended` or
    /// `disqualified`.
    pub status: Status,
    /// The rounds planned.
    pub planned: u64,
    /// The rounds played: those won, lost and failed.
    pub played: u64,
    /// The rounds that were not played because the match was given up. They are scored as the round before them.
    pub given_up: u64,
    /// The rounds won.
    pub wins: u64,
    /// The rounds lost because the guesses ran out.
    pub losses_guesses: u64,
    /// The rounds lost because the CPU time ran out.
    pub losses_time: u64,
    /// The rounds failed by an illegal guess.
    pub failures_illegal: u64,
    /// The rounds failed by an exception or a panic.
    pub failures_exception: u64,
    /// The rounds failed by the end of the player's process.
    pub failures_crash: u64,
    /// The rounds failed by too much memory.
    pub failures_memory: u64,
    /// The rounds failed by a player that neither answered nor computed.
    pub failures_silence: u64,
    /// The rounds failed by a line of an external player that is not in the protocol.
    pub failures_protocol: u64,
    /// The rounds failed by a player that could not be loaded or prepared.
    pub failures_not_loaded: u64,
    /// The sum of 1/sqrt(guesses) over the rounds won.
    #[serde(serialize_with = "rounded")]
    pub weighted_wins: f64,
    /// The points of all rounds, by the rules of the tournament. The SCORE is 100 times their mean over the rounds that count.
    #[serde(serialize_with = "rounded")]
    pub points: f64,
    /// The standard error of `points`, from the variance of the points of the rounds; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any")]
    pub points_se: Option<f64>,
    /// The mean number of guesses of the rounds won alone; empty without a win. A player that loses hard rounds has fewer here: compare
    /// players by `guesses` of the leaderboard, where a round that was not won counts as the guess limit.
    #[serde(serialize_with = "rounded_if_any")]
    pub mean_guesses: Option<f64>,
    /// The standard error of `mean_guesses`; empty with fewer than two wins.
    #[serde(serialize_with = "rounded_if_any")]
    pub mean_guesses_se: Option<f64>,
    /// The median number of guesses of the rounds won.
    pub median_guesses: Option<f64>,
    /// The largest number of guesses of the rounds won.
    pub max_guesses: Option<u64>,
    /// The guess limit of a round: what a round that was not won counts in mean numbers of guesses.
    pub guess_limit: usize,
    /// Why the match is not `played`, or after which cause it was given up, for people.
    pub note: String,
}
}

/// The most rounds of a match. Sums over all matches then fit into a `u64`.
pub const MOST_ROUNDS: u64 = 1_000_000_000_000;

/// The largest absolute value of points that is read: more than all rounds of a match can be worth.
const MOST_POINTS: f64 = 1e18;

fn match_fault(player: &str, scsa: &str, game: Game, (pegs, colors): (usize, usize)) -> Option<String> {
    let name = |kind: &str, name: &str| {
        let fault = name_fault(name)?;
        Some(format!("the {kind} '{}' {fault}", visible(&shortened(name, 60))))
    };
    let is_other = (pegs, colors) != (game.pegs(), game.colors());
    let other = || is_other.then(|| format!("{game} does not have {pegs} pegs and {colors} colors"));
    name("player", player).or_else(|| name("codemaker", scsa)).or_else(other)
}

/// Whether a match was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All its rounds were played.
    Played,
    /// The codemaker makes no codes of the game; no round was played.
    Unsupported,
    /// The player refuses the match; no round was played.
    Refused,
    /// The rules ended the match before its last round.
    Ended,
    /// The rules excluded the player from the match; no round was played.
    Disqualified,
}

documented! {
/// A match in measured times: a row of `timing-summary.csv`, whose columns are these fields in this order. Times are
/// microseconds of CPU time of the player's process, or of its thread where threads play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimingSummary {
    /// The player's name.
    pub player: String,
    /// The codemaker's name.
    pub scsa: String,
    /// The game.
    pub game: Game,
    /// The pegs of the game.
    pub pegs: usize,
    /// The colors of the game.
    pub colors: usize,
    /// The rounds that were timed and played to an end, won or lost. In a long match of fast rounds not all are timed.
    pub rounds_timed: u64,
    /// `true` if one of these rounds was lost by time, so that its last guess was not finished: the times of rounds and of guesses are
    /// lower bounds; else `false`.
    #[serde(default)]
    pub is_bound: bool,
    /// The mean time of a first guess.
    #[serde(serialize_with = "rounded")]
    pub first_guess_us: f64,
    /// The standard error of `first_guess_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any")]
    pub first_guess_us_se: Option<f64>,
    /// The median time of a first guess. All medians are exact to 0.01 %.
    #[serde(default, serialize_with = "rounded_if_any")]
    pub first_guess_us_median: Option<f64>,
    /// The mean time of a guess after the first; empty if there was none.
    #[serde(serialize_with = "rounded_if_any")]
    pub later_guess_us: Option<f64>,
    /// The standard error of `later_guess_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any")]
    pub later_guess_us_se: Option<f64>,
    /// The median over the rounds of the mean time of a guess after the first; empty if there was none.
    #[serde(default, serialize_with = "rounded_if_any")]
    pub later_guess_us_median: Option<f64>,
    /// The mean time of a guess, first or later.
    #[serde(serialize_with = "rounded")]
    pub guess_us: f64,
    /// The standard error of `guess_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any")]
    pub guess_us_se: Option<f64>,
    /// The median over the rounds of the mean time of a guess, first or later.
    #[serde(default, serialize_with = "rounded_if_any")]
    pub guess_us_median: Option<f64>,
    /// The mean time of a round.
    #[serde(serialize_with = "rounded")]
    pub round_us: f64,
    /// The standard error of `round_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any")]
    pub round_us_se: Option<f64>,
    /// The median time of a round.
    #[serde(default, serialize_with = "rounded_if_any")]
    pub round_us_median: Option<f64>,
    /// The time of the longest round.
    #[serde(serialize_with = "rounded")]
    pub round_us_max: f64,
    /// The mean time of preparing the player, over the processes that did.
    #[serde(serialize_with = "rounded_if_any")]
    pub prepare_us: Option<f64>,
    /// The median time of preparing the player.
    #[serde(default, serialize_with = "rounded_if_any")]
    pub prepare_us_median: Option<f64>,
}
}

impl Summary {
    /// The rounds that were not won, by kind, in the order of [`FailureKind::ALL`].
    pub const fn by_kind(&self) -> [(FailureKind, u64); FailureKind::ALL.len()] {
        [
            (FailureKind::Guesses, self.losses_guesses),
            (FailureKind::Time, self.losses_time),
            (FailureKind::Illegal, self.failures_illegal),
            (FailureKind::Exception, self.failures_exception),
            (FailureKind::Crash, self.failures_crash),
            (FailureKind::Memory, self.failures_memory),
            (FailureKind::Silence, self.failures_silence),
            (FailureKind::Protocol, self.failures_protocol),
            (FailureKind::NotLoaded, self.failures_not_loaded),
            (FailureKind::GivenUp, self.given_up),
        ]
    }

    /// What names the match.
    pub fn key(&self) -> MatchKey {
        MatchKey { player: self.player.clone(), codemaker: self.scsa.clone(), game: self.game }
    }

    /// The note, with the name of a player that refuses.
    pub fn remark(&self) -> String {
        if self.status == Status::Refused { format!("{}: {}", self.player, self.note) } else { self.note.clone() }
    }

    /// The rounds that count: those that were played, and those that were given up.
    pub const fn counted(&self) -> u64 {
        self.played + self.given_up
    }

    /// The rounds that the SCORE of the match is worth: those that were played or given up, and where the match did not end by itself all
    /// that were planned, because the others earn nothing.
    pub const fn rounds_scored(&self) -> u64 {
        match self.status {
            Status::Played => self.counted(),
            _ => self.planned,
        }
    }

    /// The rules by which the points are those of the rounds: those of the report unless they are others.
    pub fn rules(&self) -> Rules {
        // Rounds that were given up are worth what the round before them was: a loss or a failure.
        let failures = [self.failures(), self.failures().saturating_add(self.given_up)];
        let fits = |rules: &Rules, failures| {
            let points = rules.match_points(self.game, self.weighted_wins, failures);
            (points - self.points).abs() <= 1e-6 * points.abs().max(1000.0)
        };
        let fitting = |rules: &&Rules| failures.iter().any(|failures| fits(rules, *failures));
        Rules::ALL.iter().find(fitting).copied().unwrap_or_default()
    }

    /// Why the row cannot have been written by this program, if it cannot.
    pub fn fault(&self) -> Option<String> {
        let not_won = self.by_kind().map(|(_, rounds)| rounds);
        let counted = not_won.into_iter().try_fold(self.wins, u64::checked_add);
        let rounds = self.played.checked_add(self.given_up);
        let numbers = [Some(self.weighted_wins), Some(self.points), self.points_se, self.mean_guesses];
        let most = *GuessLimits::RANGE.end() as f64;
        let is_guesses = |guesses: &f64| (1.0..=most).contains(guesses);
        let max = self.max_guesses.map(|guesses| guesses as f64);
        let guesses = [self.mean_guesses, self.median_guesses, max];
        let fault = if counted.is_none() || counted != rounds || self.planned > MOST_ROUNDS {
            Some("wins, losses and failures do not add up to the rounds played and given up")
        } else if !GuessLimits::RANGE.contains(&self.guess_limit) {
            Some("the guess limit is not from 1 to 1000000")
        } else if rounds > Some(self.planned) {
            Some("more rounds were played than planned")
        } else if !numbers.iter().chain([&self.mean_guesses_se]).flatten().all(|number| number.abs() <= MOST_POINTS) {
            Some("a number is not finite, or not within 1e18")
        } else if !guesses.iter().flatten().all(is_guesses) {
            Some("the guesses of the rounds won are not from 1 to 1000000")
        } else if self.note.contains(char::is_control) || self.note.starts_with(['=', '+', '-', '@']) {
            Some("the note is not one line of text, or begins with a sign")
        } else {
            None
        };
        match_fault(&self.player, &self.scsa, self.game, (self.pegs, self.colors)).or(fault.map(str::to_owned))
    }

    /// The guesses of all rounds won. It is exact in a row with up to 500 000 wins, whose mean has six decimals.
    pub fn guesses_of_wins(&self) -> Option<f64> {
        if self.wins == 0 { Some(0.0) } else { self.mean_guesses.map(|mean| (mean * self.wins as f64).round()) }
    }

    /// All rounds that were lost.
    pub const fn losses(&self) -> u64 {
        self.losses_guesses + self.losses_time
    }

    /// All rounds that failed.
    pub const fn failures(&self) -> u64 {
        self.played.saturating_sub(self.wins).saturating_sub(self.losses())
    }
}

impl TimingSummary {
    /// Why the row cannot have been written by this program, if it cannot.
    pub fn fault(&self) -> Option<String> {
        let means = [self.first_guess_us, self.guess_us, self.round_us, self.round_us_max];
        let errors = [self.first_guess_us_se, self.later_guess_us_se, self.guess_us_se, self.round_us_se];
        let medians = [self.first_guess_us_median, self.later_guess_us_median, self.guess_us_median];
        let others = [self.round_us_median, self.later_guess_us, self.prepare_us, self.prepare_us_median];
        let more = errors.into_iter().chain(medians).chain(others).flatten();
        let is_time = |time: &f64| (0.0..=Limits::LONGEST.as_secs_f64() * 1e6).contains(time);
        let fault = if self.rounds_timed > MOST_ROUNDS {
            Some("it has more rounds than a match can have")
        } else if !means.into_iter().chain(more).all(|time| is_time(&time)) {
            Some("a time is not from 0 to 1e13")
        } else {
            None
        };
        match_fault(&self.player, &self.scsa, self.game, (self.pegs, self.colors)).or(fault.map(str::to_owned))
    }

    /// What names the match.
    pub fn key(&self) -> MatchKey {
        MatchKey { player: self.player.clone(), codemaker: self.scsa.clone(), game: self.game }
    }
}

/// Six decimals suffice for every comparison and keep the files small.
#[allow(clippy::trivially_copy_pass_by_ref)] // The signature is serde's.
fn rounded<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((value * 1e6).round() / 1e6)
}

fn rounded_if_any<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => rounded(value, serializer),
        None => serializer.serialize_none(),
    }
}
