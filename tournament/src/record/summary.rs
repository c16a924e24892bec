//! The rows of `summary.csv` and `timing-summary.csv`: one a match.

use crate::plan::{Limits, Match, Plan};
use player_api::{name_fault, shortened, visible};
use scsa::Game;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::HashSet;

/// The player, the codemaker, the pegs and the colors of a match.
pub type MatchIdentity = (String, String, usize, usize);

/// What names a match in all files.
pub fn key(match_: &Match) -> MatchIdentity {
    (match_.player.name().to_owned(), match_.codemaker.name().to_owned(), match_.game.pegs(), match_.game.colors())
}

/// All matches of a results folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The matches, in the order of the plan.
    pub summaries: Vec<Summary>,
    /// Their times, where they were timed.
    pub timings: Vec<TimingSummary>,
}

impl Results {
    /// Why these are the results of no tournament, if there are too many.
    pub fn fault(&self) -> Option<String> {
        let all = self.summaries.iter().map(Summary::identity).chain(self.timings.iter().map(TimingSummary::identity));
        let (players, games): (HashSet<_>, HashSet<_>) =
            all.map(|(player, scsa, pegs, colors)| (player, (scsa, pegs, colors))).unzip();
        Plan::fault(players.len(), games.len())
    }

    /// The rounds that the SCORE of a match is worth: those that were played, and where the rules ended it those that other players
    /// played, because the others earn nothing.
    pub fn rounds_scored(&self, row: &Summary) -> u64 {
        let is_same = |other: &&Summary| (&other.scsa, other.pegs, other.colors) == (&row.scsa, row.pegs, row.colors);
        match row.status {
            Status::Played => row.rounds,
            _ => self.summaries.iter().filter(is_same).map(|row| row.rounds).max().unwrap_or(row.rounds),
        }
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
    /// The pegs of the game.
    pub pegs: usize,
    /// The colors of the game.
    pub colors: usize,
    /// `played`, `unsupported`, or by the rules of 2024 `ended` or `disqualified`.
    pub status: Status,
    /// The rounds played.
    pub rounds: u64,
    /// The rounds won.
    pub wins: u64,
    /// The rounds lost because the guesses ran out.
    pub losses_guesses: u64,
    /// The rounds lost because the time ran out.
    pub losses_time: u64,
    /// The rounds failed by an illegal guess.
    pub failures_illegal: u64,
    /// The rounds failed by a panic.
    pub failures_panic: u64,
    /// The rounds failed by a crash.
    pub failures_crash: u64,
    /// The rounds failed by too much memory.
    #[serde(default)]
    pub failures_memory: u64,
    /// The rounds failed by a message that is not in the protocol of external players.
    #[serde(default)]
    pub failures_protocol: u64,
    /// The rounds failed by a player that neither answered nor computed.
    #[serde(default)]
    pub failures_silence: u64,
    /// The sum of 1/sqrt(guesses) over the rounds won.
    #[serde(serialize_with = "rounded")]
    pub weighted_wins: f64,
    /// The SCORE of the match by the rules of the tournament.
    #[serde(serialize_with = "rounded")]
    pub score: f64,
    /// The standard error of `score`, from the variance of the points of the rounds; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any")]
    pub score_se: Option<f64>,
    /// The mean number of guesses of the rounds won; empty without a win.
    #[serde(serialize_with = "rounded_if_any")]
    pub mean_guesses: Option<f64>,
    /// The standard error of `mean_guesses`; empty with fewer than two wins.
    #[serde(serialize_with = "rounded_if_any")]
    pub mean_guesses_se: Option<f64>,
    /// The median number of guesses of the rounds won.
    pub median_guesses: Option<f64>,
    /// The largest number of guesses of the rounds won.
    pub max_guesses: Option<u64>,
    /// Why the match is not `played`, or after which cause it was given up.
    pub note: String,
}
}

/// Who does not support a match, and why. It is stored as the `note` of an unsupported match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The codemaker makes no codes of the game.
    Codemaker(String),
    /// The player refuses the match.
    Player(String),
}

impl Objection {
    /// The reason.
    pub fn reason(&self) -> &str {
        match self {
            Objection::Codemaker(reason) | Objection::Player(reason) => reason,
        }
    }

    /// The note of the player's match: the reason of the player has its name before it.
    pub fn note(&self, player: &str) -> String {
        match self {
            Objection::Codemaker(reason) => reason.clone(),
            Objection::Player(reason) => format!("{player}: {reason}"),
        }
    }
}

/// The most rounds of a match. Sums over all matches then fit into a `u64`.
pub const MOST_ROUNDS: u64 = 1_000_000_000_000;

/// The largest absolute value of a SCORE that is read: more than all rounds of a match can be worth.
const MOST_SCORE: f64 = 1e18;

/// Why these fields of a row name no match, if they do not.
fn match_fault(player: &str, scsa: &str, pegs: usize, colors: usize) -> Option<String> {
    let name = |kind: &str, name: &str| {
        let fault = name_fault(name)?;
        Some(format!("the {kind} '{}' {fault}", visible(&shortened(name, 60))))
    };
    let game = || Game::new(pegs, colors).err().map(|e| format!("{pegs}x{colors} is no size of a game: {e}"));
    name("player", player).or_else(|| name("codemaker", scsa)).or_else(game)
}

/// Whether a match was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All its rounds were played.
    Played,
    /// The codemaker or the player does not support the match; no round was played.
    Unsupported,
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
    /// The pegs of the game.
    pub pegs: usize,
    /// The colors of the game.
    pub colors: usize,
    /// The rounds that were timed and played to an end, won or lost. In a long match of fast rounds not all are timed.
    pub rounds_timed: u64,
    /// The mean time of a first guess.
    #[serde(serialize_with = "rounded")]
    pub first_guess_us: f64,
    /// The standard error of `first_guess_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any", default)]
    pub first_guess_us_se: Option<f64>,
    /// The mean time of a guess after the first; empty if there was none.
    #[serde(serialize_with = "rounded_if_any")]
    pub later_guess_us: Option<f64>,
    /// The standard error of `later_guess_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any", default)]
    pub later_guess_us_se: Option<f64>,
    /// The mean time of a guess, first or later.
    #[serde(serialize_with = "rounded")]
    pub guess_us: f64,
    /// The standard error of `guess_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any", default)]
    pub guess_us_se: Option<f64>,
    /// The mean time of a round.
    #[serde(serialize_with = "rounded")]
    pub round_us: f64,
    /// The standard error of `round_us`; empty with fewer than two rounds.
    #[serde(serialize_with = "rounded_if_any", default)]
    pub round_us_se: Option<f64>,
    /// The time of the longest round.
    #[serde(serialize_with = "rounded")]
    pub round_us_max: f64,
    /// The mean time of preparing the player, over the processes that did; empty in files of earlier versions.
    #[serde(serialize_with = "rounded_if_any", default)]
    pub prepare_us: Option<f64>,
}
}

/// The mean guesses of all rounds of a match, from [`Summary::mean_guesses_of_all_rounds`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanGuesses {
    /// The mean.
    pub mean: f64,
    /// Its standard error. None with fewer than two rounds.
    pub standard_error: Option<f64>,
    /// Whether some round was not won. Played on without a limit, it would have taken the limit or more.
    pub is_lower_bound: bool,
}

impl Summary {
    /// The rounds failed by cause: the cause in a word or two, and the number of rounds.
    pub const fn failures_by_cause(&self) -> [(&'static str, u64); 6] {
        [
            ("illegal guess", self.failures_illegal),
            ("panic", self.failures_panic),
            ("crash", self.failures_crash),
            ("memory", self.failures_memory),
            ("protocol", self.failures_protocol),
            ("silence", self.failures_silence),
        ]
    }

    pub(crate) fn identity(&self) -> MatchIdentity {
        (self.player.clone(), self.scsa.clone(), self.pegs, self.colors)
    }

    /// The game, if the row names one.
    pub fn game(&self) -> Option<Game> {
        Game::new(self.pegs, self.colors).ok()
    }

    /// The game as it is written: `8x10`.
    pub fn size_name(&self) -> String {
        format!("{}x{}", self.pegs, self.colors)
    }

    /// Who does not support the match, and why; none of a match with another status.
    pub fn objection(&self) -> Option<Objection> {
        let of_player = || self.note.strip_prefix(&self.player)?.strip_prefix(": ");
        (self.status == Status::Unsupported).then(|| match of_player() {
            Some(reason) => Objection::Player(reason.to_owned()),
            None => Objection::Codemaker(self.note.clone()),
        })
    }

    /// Why the row cannot have been written by this program, if it cannot.
    pub fn fault(&self) -> Option<String> {
        let failures = self.failures_by_cause().map(|(_, rounds)| rounds);
        let mut counts = [self.wins, self.losses_guesses, self.losses_time].into_iter().chain(failures);
        let counted = counts.try_fold(0, u64::checked_add);
        let numbers = [Some(self.weighted_wins), Some(self.score), self.score_se, self.mean_guesses];
        let most = *Limits::GUESSES.end() as f64;
        let is_guesses = |guesses: &f64| (1.0..=most).contains(guesses);
        let max = self.max_guesses.map(|guesses| guesses as f64);
        let guesses = [self.mean_guesses, self.median_guesses, max];
        let fault = if counted != Some(self.rounds) || self.rounds > MOST_ROUNDS {
            Some("wins, losses and failures do not add up to the rounds")
        } else if !numbers.iter().chain([&self.mean_guesses_se]).flatten().all(|number| number.abs() <= MOST_SCORE) {
            Some("a number is not finite, or not within 1e18")
        } else if !guesses.iter().flatten().all(is_guesses) {
            Some("the guesses of the rounds won are not from 1 to 1000000")
        } else if self.note.contains(char::is_control) || self.note.starts_with(['=', '+', '-', '@']) {
            Some("the note is not one line of text, or begins with a sign")
        } else {
            None
        };
        match_fault(&self.player, &self.scsa, self.pegs, self.colors).or(fault.map(str::to_owned))
    }

    /// The guesses of all rounds won. It is exact in a row with up to 500 000 wins, whose mean has six decimals.
    pub fn guesses_of_wins(&self) -> Option<f64> {
        if self.wins == 0 { Some(0.0) } else { self.mean_guesses.map(|mean| (mean * self.wins as f64).round()) }
    }

    /// The mean guesses of all rounds, with every round that was not won (lost or failed) counted as `guess_limit`
    /// guesses, so that a round that was not won never lowers the mean. None without a round, and where the mean of the
    /// rounds won is missing.
    ///
    /// Of n rounds w were won, with mean m and standard error s; L is the guess limit:
    ///
    /// - mean = (w·m + (n − w)·L) / n
    /// - standard error = √((w·(w − 1)·s² + w·(n − w)/n·(L − m)²) / (n·(n − 1))), which is the sample standard deviation
    ///   of the n counts over √n, as the squared deviations add up within and between the two groups of rounds. None with
    ///   fewer than two rounds.
    pub fn mean_guesses_of_all_rounds(&self, guess_limit: usize) -> Option<MeanGuesses> {
        let (limit, rounds, wins) = (guess_limit as f64, self.rounds as f64, self.wins as f64);
        let guesses = self.guesses_of_wins()?;
        if self.rounds == 0 || self.wins > self.rounds {
            return None;
        }
        let mean_of_wins = if self.wins == 0 { limit } else { guesses / wins };
        let others = rounds - wins;
        let within = self.mean_guesses_se.map_or(0.0, |error| wins * (wins - 1.0) * error * error);
        let between = wins * others / rounds * (limit - mean_of_wins).powi(2);
        Some(MeanGuesses {
            mean: (guesses + others * limit) / rounds,
            standard_error: (self.rounds > 1).then(|| ((within + between) / (rounds * (rounds - 1.0))).sqrt()),
            is_lower_bound: self.wins < self.rounds,
        })
    }

    /// All rounds that were lost.
    pub const fn losses(&self) -> u64 {
        self.losses_guesses + self.losses_time
    }

    /// All rounds that failed.
    pub fn failures(&self) -> u64 {
        self.failures_by_cause().iter().map(|(_, rounds)| rounds).sum()
    }
}

impl TimingSummary {
    /// Why the row cannot have been written by this program, if it cannot.
    pub fn fault(&self) -> Option<String> {
        let numbers = [self.first_guess_us, self.guess_us, self.round_us, self.round_us_max];
        let errors = [self.first_guess_us_se, self.later_guess_us_se, self.guess_us_se, self.round_us_se];
        let more = errors.iter().flatten().chain(&self.later_guess_us).chain(&self.prepare_us);
        let is_time = |time: &f64| (0.0..=Limits::LONGEST.as_secs_f64() * 1e6).contains(time);
        let fault = if self.rounds_timed > MOST_ROUNDS {
            Some("it has more rounds than a match can have")
        } else if !numbers.iter().chain(more).all(is_time) {
            Some("a time is not from 0 to 1e13")
        } else {
            None
        };
        match_fault(&self.player, &self.scsa, self.pegs, self.colors).or(fault.map(str::to_owned))
    }

    pub(crate) fn identity(&self) -> MatchIdentity {
        (self.player.clone(), self.scsa.clone(), self.pegs, self.colors)
    }

    /// The game, if the row names one.
    pub fn game(&self) -> Option<Game> {
        Game::new(self.pegs, self.colors).ok()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Rules;
    use crate::record::tally::{Histogram, Tally};
    use players::{Fault, Limit, Outcome};
    use proptest::prelude::*;

    /// A match of these rounds: the guesses of a round won, or none of one that was not.
    fn summary(rounds: &[Option<usize>]) -> Summary {
        let mut tally = Tally::default();
        for (round, guesses) in rounds.iter().enumerate() {
            match guesses {
                Some(guesses) => tally.count(&Outcome::Win, *guesses),
                None if round % 2 == 0 => tally.count(&Outcome::Loss(Limit::Guesses), 100),
                None => tally.count(&Outcome::Failure(Fault::Panic("no guess".into())), 3),
            }
        }
        tally.summary("rao", "ab-color", "4x6".parse().unwrap(), Rules::Report)
    }

    #[test]
    fn rounds_not_won_count_as_the_guess_limit() {
        for rounds in [
            &[Some(4), Some(6), Some(6), Some(9)][..],
            &[Some(4), None, Some(6), None, None, Some(7)],
            &[None, Some(5), None],
            &[None, None],
        ] {
            let mut guesses = Histogram::default();
            rounds.iter().for_each(|round| guesses.count(round.unwrap_or(100)));
            let found = summary(rounds).mean_guesses_of_all_rounds(100).unwrap();
            assert!((found.mean - guesses.mean().unwrap()).abs() < 1e-9, "{rounds:?}: {found:?}");
            let error = found.standard_error.unwrap() - guesses.standard_error().unwrap();
            assert!(error.abs() < 1e-9, "{rounds:?}: {found:?}");
            assert_eq!(found.is_lower_bound, rounds.contains(&None));
        }
    }

    proptest! {
        /// Whatever a player says. No codemaker begins its reason with the name of a player.
        #[test]
        fn objections_are_read_as_they_were_written(player in "[a-z:+ -]{1,12}", reason in ".{0,30}", refuses: bool) {
            let objection = if refuses { Objection::Player(reason) } else { Objection::Codemaker(format!("it {reason}")) };
            prop_assume!(refuses || !objection.reason().starts_with(&player));
            let row = Summary { status: Status::Unsupported, note: objection.note(&player), player, ..summary(&[]) };
            prop_assert_eq!(row.objection(), Some(objection));
            prop_assert_eq!(Summary { status: Status::Ended, ..row }.objection(), None);
        }
    }
}
