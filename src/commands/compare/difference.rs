//! What is compared of whom, and the difference between two players: as a record, in words and in short numbers.

use crate::failure::Failure;
use crate::present::{By, JoinedFolders, counted, exact_count};
use crate::settings::PlayerList;
use serde::Serialize;
use std::path::PathBuf;
use tournament::compare::{
    CONFIDENCE, CommonRounds, Difference, Estimate, Measure, PairComparison, RoundTable, is_significant,
};
use tournament::{GuessLimits, Manifest};

/// What tables call that which is compared.
pub const fn name(by: By) -> &'static str {
    if matches!(by, By::Wins) { "rounds won (share)" } else { by.measure() }
}

tournament::documented! {
/// The difference between two players: the first less the second, in the mean of a round. Intervals are at 95 %.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DifferenceRecord {
    /// The first player.
    pub first: String,
    /// The second player. Of two folders, `first` is a player in the second one, and `second` the same player in the first one.
    pub second: String,
    /// The codemaker; empty for all.
    pub scsa: String,
    /// The game; empty for all.
    pub game: String,
    /// The rounds that both players have, those among them that the rules did not let one play, which count as not won.
    pub rounds: u64,
    /// The mean number of guesses of the first player; a round that was not won counts as the guess limit.
    pub first_guesses: f64,
    /// That of the second player.
    pub second_guesses: f64,
    /// The mean difference in guesses, the first player less the second.
    pub guesses_difference: f64,
    /// The lower bound of its 95 % interval; empty where no match has two rounds, as are the next two columns.
    pub guesses_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub guesses_high: Option<f64>,
    /// The p value of the paired t test of the difference in guesses.
    pub guesses_p: Option<f64>,
    /// The SCORE of the first player: 100 times its mean points of a round.
    pub first_score: f64,
    /// The SCORE of the second player.
    pub second_score: f64,
    /// The difference in SCORE, the first player less the second.
    pub score_difference: f64,
    /// The lower bound of its 95 % interval.
    pub score_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub score_high: Option<f64>,
    /// The p value of the paired t test of the difference in SCORE.
    pub score_p: Option<f64>,
    /// Of the rounds that both played, those that the first player won in fewer guesses, or that only it won.
    pub first_better: u64,
    /// The rounds that ended alike.
    pub ties: u64,
    /// The rounds that the second player won in fewer guesses, or that only it won.
    pub second_better: u64,
    /// The p value of what `--by` compares, adjusted for all pairs; empty where only one pair is compared.
    pub p_adjusted: Option<f64>,
    /// The numbers of the rounds, such as `1-20` with `--window 20`; empty for all.
    pub window: String,
}
}

impl DifferenceRecord {
    pub fn new(common: &CommonRounds, [first, second]: [usize; 2]) -> DifferenceRecord {
        let mean = |position, measure| common.estimate(position, measure).mean;
        let low_high =
            |estimate: &Estimate| estimate.interval(CONFIDENCE).map(|interval| (interval.low, interval.high)).unzip();
        let measure = Measure::Guesses;
        let guesses = Difference::of(common, first, second, measure);
        let score = Difference::of(common, first, second, Measure::Score).estimate;
        let (guesses_low, guesses_high) = low_high(&guesses.estimate);
        let (score_low, score_high) = low_high(&score);
        DifferenceRecord {
            first: common.name(first).to_owned(),
            second: common.name(second).to_owned(),
            rounds: common.round_count(),
            first_guesses: mean(first, measure),
            second_guesses: mean(second, measure),
            guesses_difference: guesses.estimate.mean,
            guesses_low,
            guesses_high,
            guesses_p: guesses.estimate.p_value(),
            first_score: mean(first, Measure::Score),
            second_score: mean(second, Measure::Score),
            score_difference: score.mean,
            score_low,
            score_high,
            score_p: score.p_value(),
            first_better: guesses.wins,
            ties: guesses.ties,
            second_better: guesses.losses,
            ..DifferenceRecord::default()
        }
    }
}

/// The rounds of two tournaments with the same secrets, with these texts after the names of their players.
pub fn side_by_side([old, new]: [RoundTable; 2], suffixes: &[String; 2]) -> Result<RoundTable, Failure> {
    let [old, new] = [(old, 0), (new, 1)].map(|(table, at)| table.with_names(|name| format!("{name}{}", suffixes[at])));
    old.union(&new)
        .map_err(|e| failure!("{e}; compare tournaments with the same seed, whose rounds have the same secrets"))
}

pub struct FolderRounds<'a> {
    pub name: &'a str,
    pub table: RoundTable,
    /// How the rounds were played, if it is known, so that they can be played again.
    pub manifest: Option<Manifest>,
    /// The guess limits of the games: what a round that was not won counts.
    pub guess_limits: GuessLimits,
}

impl<'a> FolderRounds<'a> {
    pub fn read(name: &'a str, list: &PlayerList) -> Result<FolderRounds<'a>, Failure> {
        let mut joined = JoinedFolders::without_rounds(&[PathBuf::from(name)])?;
        joined.retain_players(list)?;
        let (table, guess_limits) = (joined.all_rounds()?, joined.results.guess_limits());
        let only = joined.folders.pop().filter(|_| joined.folders.is_empty());
        Ok(FolderRounds { name, table, guess_limits, manifest: only.and_then(|folder| folder.manifest.ok()) })
    }

    pub fn player(&self, player: &str) -> Result<usize, Failure> {
        let players = self.table.players();
        players.iter().position(|known| known == player).ok_or_else(|| {
            failure!("no rounds of '{player}' are in {}; its players are {}", self.name, players.join(", "))
        })
    }
}

/// The result of a comparison in a sentence: `rao needs 0.52 ± 0.03 fewer guesses than dino (95 %), in 13 of 13 matches`. The p
/// value is that of the difference, adjusted if it is one of many.
pub fn sentence(first: &str, second: &str, pair: &PairComparison, p_value: Option<f64>, by: By) -> String {
    let estimate = &pair.all.estimate;
    let Some(interval) = estimate.interval(CONFIDENCE) else {
        // A match that the rules ended early is one observation.
        let why = match estimate.count > pair.matches.len() as u64 {
            true => "by one match that the rules ended early; play more codemakers or sizes",
            false => "with one round a match; play more --rounds",
        };
        return format!("{first} and {second} cannot be compared {why}");
    };
    let scale = if by == By::Wins { 100.0 } else { 1.0 };
    let (mean, half) = (estimate.mean * scale, interval.half_width() * scale);
    let level = format!("({:.0} %)", CONFIDENCE * 100.0);
    if half == 0.0 && pair.matches.iter().all(|match_| match_.estimate.mean == 0.0) {
        let rounds = counted(estimate.count, "round");
        return format!("{first} and {second} do not differ in any of the {rounds}");
    }
    let digits = decimals(half);
    let is_clear = p_value.is_some_and(is_significant);
    if !is_clear {
        let what = match by {
            By::Guesses | By::Time => "mean number of guesses",
            By::Score => "SCORE",
            By::Wins => "percentage of rounds won",
        };
        // An interval is as narrow as the difference after this many rounds.
        let needed = estimate.count as f64 * (half / mean).powi(2);
        let needed = match needed.is_finite() && needed > estimate.count as f64 {
            true => format!("; if it stays, about {} rounds tell them apart", exact_count(two_digits_up(needed))),
            false => String::new(),
        };
        return format!(
            "{first} and {second} cannot be told apart: the difference in the {what} is {mean:.digits$} ± {half:.digits$} {level}{needed}"
        );
    }
    let is_first = (mean < 0.0) == (by == By::Guesses);
    let (better, worse) = if is_first { (first, second) } else { (second, first) };
    let difference = format!("{:.digits$} ± {half:.digits$}", mean.abs());
    let has_sign = |other: f64| other != 0.0 && (other < 0.0) == (mean < 0.0);
    let agreeing = pair.matches.iter().filter(|match_| has_sign(match_.estimate.mean)).count();
    let matches = format!("in {agreeing} of {}", counted(pair.matches.len(), "match"));
    match by {
        By::Guesses | By::Time => format!("{better} needs {difference} fewer guesses than {worse} {level}, {matches}"),
        By::Score => format!("{better} has a SCORE {difference} above that of {worse} {level}, {matches}"),
        By::Wins => format!("{better} wins {difference} % of the rounds more than {worse} {level}, {matches}"),
    }
}

pub fn not_played(common: &CommonRounds) -> Option<String> {
    let counts = (0..common.players().len()).map(|position| (common.name(position), common.not_played(position)));
    let players: Vec<String> =
        counts.filter(|(_, rounds)| *rounds > 0).map(|(name, rounds)| format!("{name} {rounds}")).collect();
    let rounds = players.join(", ");
    let note = "Of these rounds some were not played, because the rules ended a match, and count as not won";
    (!players.is_empty()).then(|| format!("{note}: {rounds}."))
}

/// The mean of a player at a position, with `≥` where it is a lower bound: of guesses, if some round was not won.
pub fn mean(common: &CommonRounds, position: usize, measure: Measure, decimals: usize) -> String {
    let mut rounds = common.matches().iter().flat_map(|match_| match_.rounds(position));
    let is_bound = !measure.is_gain() && rounds.any(|round| !round.is_won());
    format!("{}{:.decimals$}", if is_bound { "≥ " } else { "" }, common.estimate(position, measure).mean)
}

fn two_digits_up(number: f64) -> f64 {
    let unit = 10f64.powf(number.log10().floor() - 1.0).max(1.0);
    (number / unit).ceil() * unit
}

/// The decimals at which a half width has a digit that is not 0; at least two.
fn decimals(half_width: f64) -> usize {
    (2..8).find(|decimals| half_width * 10f64.powi(*decimals) >= 1.0).unwrap_or(2) as usize
}
