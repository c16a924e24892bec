//! Differences in words and in short numbers.

use super::by::CompareBy;
use crate::cli::counted;
use tournament::compare::{CONFIDENCE, is_significant};
use tournament::compare::{CommonRounds, Measure, PairComparison};

/// The result of a comparison in a sentence: `rao needs 0.52 ± 0.03 fewer guesses than dino (95 %), in 13 of 13 matches`. The p
/// value is that of the difference, adjusted if it is one of many.
pub fn sentence(first: &str, second: &str, pair: &PairComparison, p_value: Option<f64>, by: CompareBy) -> String {
    let estimate = &pair.all.estimate;
    let Some(interval) = estimate.interval(CONFIDENCE) else {
        return match estimate.count {
            // A match that the rules ended early is one observation.
            count if count > pair.matches.len() as u64 => format!(
                "{first} and {second} cannot be compared by one match that the rules ended early; play more codemakers or sizes"
            ),
            _ => format!("{first} and {second} cannot be compared with one round a match; play more --rounds"),
        };
    };
    let scale = if by == CompareBy::Wins { 100.0 } else { 1.0 };
    let (mean, half) = (estimate.mean * scale, interval.half_width() * scale);
    let level = format!("({:.0} %)", CONFIDENCE * 100.0);
    if half == 0.0 && pair.matches.iter().all(|game| game.difference.estimate.mean == 0.0) {
        let rounds = counted(estimate.count, "round");
        return format!("{first} and {second} do not differ in any of the {rounds}");
    }
    let digits = decimals(half);
    let is_clear = p_value.is_some_and(is_significant);
    if !is_clear {
        let what = match by {
            CompareBy::Guesses => "mean number of guesses",
            CompareBy::Score => "mean points of a round",
            CompareBy::Wins => "percentage of rounds won",
        };
        return format!(
            "{first} and {second} cannot be told apart: the difference in the {what} is {mean:.digits$} ± {half:.digits$} {level}"
        );
    }
    let is_first = (mean < 0.0) == (by == CompareBy::Guesses);
    let (better, worse) = if is_first { (first, second) } else { (second, first) };
    let difference = format!("{:.digits$} ± {half:.digits$}", mean.abs());
    let has_sign = |other: f64| other != 0.0 && (other < 0.0) == (mean < 0.0);
    let agreeing = pair.matches.iter().filter(|game| has_sign(game.difference.estimate.mean)).count();
    let matches = format!("in {agreeing} of {}", counted(pair.matches.len(), "match"));
    match by {
        CompareBy::Guesses => format!("{better} needs {difference} fewer guesses than {worse} {level}, {matches}"),
        CompareBy::Score => format!("{better} scores {difference} points a round more than {worse} {level}, {matches}"),
        CompareBy::Wins => format!("{better} wins {difference} % of the rounds more than {worse} {level}, {matches}"),
    }
}

/// Which of the common rounds players did not play, if there are any.
pub fn not_played(common: &CommonRounds) -> Option<String> {
    let counts = (0..common.players().len()).map(|position| (common.name(position), common.not_played(position)));
    let players: Vec<String> =
        counts.filter(|(_, rounds)| *rounds > 0).map(|(name, rounds)| format!("{name} {rounds}")).collect();
    let rounds = players.join(", ");
    (!players.is_empty()).then(|| {
        format!(
            "Of these rounds some were not played, because the rules ended a match, and count as not won: {rounds}."
        )
    })
}

/// The mean of a player at a position, with `≥` where it is a lower bound: of guesses, if some round was not won.
pub fn mean(common: &CommonRounds, position: usize, measure: Measure, decimals: usize) -> String {
    let mut rounds = common.matches().iter().flat_map(|game| game.rounds(position));
    let is_bound = !measure.is_gain() && rounds.any(|round| !round.is_won());
    format!("{}{:.decimals$}", if is_bound { "≥ " } else { "" }, common.estimate(position, measure).mean)
}

/// The decimals at which a half width has a digit that is not 0; at least two.
fn decimals(half_width: f64) -> usize {
    (2..8).find(|decimals| half_width * 10f64.powi(*decimals) >= 1.0).unwrap_or(2) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_widths_have_a_digit() {
        assert_eq!([3.0, 0.5, 0.03, 0.004, 0.00002, 0.0].map(decimals), [2, 2, 2, 3, 5, 2]);
    }
}
