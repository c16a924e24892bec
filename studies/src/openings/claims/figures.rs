//! Claims of totals, means and worst cases.

use super::claim::{ClaimChecker, KOOI, PAGE_2016, PublishedClaim};
use crate::openings::{analysis::Analysis, evidence, lowest::LowestOpening, names};
use exact_openings::{FeedbackMatrix, LengthDistribution};
use players::tree::Lengths;

/// The number of games of each simulated figure.
const SIMULATED: f64 = 1e6;

/// Total, mean, worst case and the number of secrets at the worst case; empty where nothing is published.
const FIGURES: [(&str, [&str; 4]); 14] = [
    ("lc", ["7471", "5.76", "9", "6"]),
    ("5463+lc", ["6021", "4.65", "", ""]),
    ("5466+lc", ["6021", "4.65", "", ""]),
    ("5463+4322+lc", ["5917", "4.57", "", ""]),
    ("5466+4322+lc", ["5885", "4.54", "", ""]),
    ("6564+4233+lc", ["5869", "4.53", "", ""]),
    ("6564+4332+lc", ["5869", "4.53", "", ""]),
    ("rc", ["", "", "9", ""]),
    ("easy", ["7471", "5.76", "9", ""]),
    ("advanced", ["6210", "4.79", "8", "1"]),
    ("knuth", ["5801", "4.48", "5", "694"]),
    ("consistent-knuth", ["5828", "4.50", "6", "54"]),
    ("consistent-optimal", ["5671", "4.38", "6", "19"]),
    ("optimal", ["5625", "4.34", "6", ""]),
];

/// Means of a million games each.
const SIMULATIONS: [(&str, &str); 8] = [
    ("rc", "4.64"),
    ("1111+rc", "5.13"),
    ("1112+rc", "4.74"),
    ("1122+rc", "4.64"),
    ("1123+rc", "4.61"),
    ("1234+rc", "4.67"),
    ("1123+2245+rc", "4.592"),
    ("1123+4415+rc", "4.593"),
];

/// Totals of one-step heuristics.
const HEURISTICS: [(&str, &str); 3] = [("most-parts", "5668"), ("expected-size", "5696"), ("entropy", "5722")];

/// The quantity of a published figure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClaimedQuantity {
    /// The guesses of all secrets together.
    Total,
    /// The mean guesses over all secrets.
    Mean,
    /// The mean guesses of a million games.
    SimulatedMean,
    /// The most guesses of any secret.
    WorstCase,
    /// The number of secrets that take the most guesses.
    SecretsAtWorst,
}

impl ClaimedQuantity {
    const fn name(self) -> &'static str {
        match self {
            ClaimedQuantity::Total => "total_guesses",
            ClaimedQuantity::Mean => "mean_guesses",
            ClaimedQuantity::SimulatedMean => "mean_guesses, simulated",
            ClaimedQuantity::WorstCase => "max_guesses",
            ClaimedQuantity::SecretsAtWorst => "secrets with max_guesses",
        }
    }
}

/// The pairs of fixed guesses before `lc` or `rc` for which figures are published.
pub fn pairs(matrix: &FeedbackMatrix, rule: &str) -> Vec<Vec<u16>> {
    let names = FIGURES.iter().map(|(name, _)| *name).chain(SIMULATIONS.iter().map(|(name, _)| *name));
    let first = names.filter_map(|name| name.strip_suffix(rule)?.strip_suffix('+'));
    let pairs = first.filter_map(|first| names::ranks(matrix, &first.replace('+', " ")));
    pairs.filter(|pair| pair.len() == 2).collect()
}

impl ClaimChecker<'_> {
    pub fn check_figures(&mut self) {
        let quantities = [
            ClaimedQuantity::Total,
            ClaimedQuantity::Mean,
            ClaimedQuantity::WorstCase,
            ClaimedQuantity::SecretsAtWorst,
        ];
        for (strategy, values) in FIGURES {
            for (figure, value) in quantities.into_iter().zip(values).filter(|(_, value)| !value.is_empty()) {
                self.figure(strategy, figure, value);
            }
        }
        for (strategy, value) in SIMULATIONS {
            self.figure(strategy, ClaimedQuantity::SimulatedMean, value);
        }
        for (strategy, value) in HEURISTICS {
            let claim = self.figure(strategy, ClaimedQuantity::Total, value);
            claim.source = KOOI;
            claim.remark = "The total depends on the tie rule.";
        }
    }

    fn figure(&mut self, strategy: &'static str, figure: ClaimedQuantity, published: &str) -> &mut PublishedClaim {
        let analysis = self.analysis;
        let published = published.to_owned();
        let claim =
            PublishedClaim { strategy, figure: figure.name().to_owned(), published, source: PAGE_2016, remark: "" };
        let computed = games(analysis, strategy).map(|games| compared(analysis, &games, figure, &claim.published));
        self.check(claim, computed, || evidence_of_lengths(analysis, strategy))
    }
}

/// The lengths of the games of a strategy.
enum GameLengths<'a> {
    Counted(&'a Lengths),
    Expected(&'a LengthDistribution),
}

/// The lengths of the games of the strategy of that name.
fn games<'a>(analysis: &'a Analysis, name: &str) -> Option<GameLengths<'a>> {
    let matrix = &analysis.matrix;
    let lowest = || analysis.lowest.strategies().find(|one| one.name(matrix) == name).map(|one| &one.lengths);
    let player = || Some(&analysis.players.find(name)?.lengths);
    let random = || {
        let mut strategies = analysis.random.as_ref()?.strategies();
        strategies.find(|(first, _)| names::strategy(matrix, first, "rc") == name).map(|(_, distribution)| distribution)
    };
    player().or_else(lowest).map(GameLengths::Counted).or_else(|| random().map(GameLengths::Expected))
}

/// The computed figure, and whether it agrees with the published one.
fn compared(analysis: &Analysis, games: &GameLengths, figure: ClaimedQuantity, published: &str) -> (String, bool) {
    let (total, lengths): (f64, Vec<f64>) = match games {
        GameLengths::Counted(lengths) => {
            (lengths.total() as f64, lengths.by_guesses().iter().map(|&secrets| secrets as f64).collect())
        }
        GameLengths::Expected(distribution) => (distribution.guesses(), distribution.by_guesses().to_vec()),
    };
    let computed = match figure {
        ClaimedQuantity::Mean | ClaimedQuantity::SimulatedMean => {
            let mean = analysis.mean(total);
            let decimals = published.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let square = (1..).zip(&lengths).map(|(guesses, secrets): (u32, _)| f64::from(guesses * guesses) * secrets);
            let variance = analysis.mean(square.sum()) - mean * mean;
            let error =
                if figure == ClaimedQuantity::SimulatedMean { 3.0 * (variance / SIMULATED).sqrt() } else { 0.0 };
            // A figure that is rounded to its last digit may differ by half of it.
            let near = 0.5 * 0.1f64.powi(decimals as i32) + error + 1e-9;
            let agrees = published.parse().is_ok_and(|published: f64| (published - mean).abs() <= near);
            return (format!("{mean:.6}"), agrees);
        }
        ClaimedQuantity::Total => total.to_string(),
        ClaimedQuantity::WorstCase => lengths.len().to_string(),
        ClaimedQuantity::SecretsAtWorst => lengths.last().copied().unwrap_or_default().to_string(),
    };
    let agrees = computed == published;
    (computed, agrees)
}

/// Evidence of the lengths of the games of a strategy.
fn evidence_of_lengths(analysis: &Analysis, name: &str) -> String {
    let matrix = &analysis.matrix;
    let pair = analysis.lowest.published.iter().find(|one| one.name(matrix) == name);
    match (pair, games(analysis, name)) {
        (Some(pair), _) => beside_the_best_second(analysis, pair),
        (None, Some(GameLengths::Expected(distribution))) if name == "rc" => longest(analysis, distribution),
        (None, Some(GameLengths::Counted(_))) if name == "easy" => evidence::against(analysis, name, "lc"),
        (None, Some(GameLengths::Counted(lengths))) => evidence::lengths([(name.to_owned(), lengths)]),
        _ => String::new(),
    }
}

/// X+Y+LC beside the best second guesses after X.
fn beside_the_best_second(analysis: &Analysis, pair: &LowestOpening) -> String {
    let (matrix, first) = (&analysis.matrix, pair.first[0]);
    let best = analysis.lowest.seconds.get(usize::from(first)).and_then(Option::as_ref);
    let Some((total, seconds)) = best else { return String::new() };
    let best: Vec<LowestOpening> = seconds.iter().map(|&second| LowestOpening::new(matrix, &[first, second])).collect();
    let listed = [pair].into_iter().chain(&best).map(|one| (one.name(matrix), &one.lengths));
    evidence::paragraphs(&[
        evidence::lengths(listed),
        format!(
            "Of all second guesses after {} the best have the total {total}: {}.",
            names::code(matrix, first),
            names::codes(matrix, seconds)
        ),
    ])
}

/// The longest game of RC, and the probability of long games.
fn longest(analysis: &Analysis, distribution: &LengthDistribution) -> String {
    let Some(random) = &analysis.random else { return String::new() };
    let chance = |(guesses, secrets): (usize, &f64)| format!("{guesses} guesses {:.3e}", analysis.mean(*secrets));
    let chances: Vec<String> = (1..).zip(distribution.by_guesses()).skip(7).map(chance).collect();
    evidence::paragraphs(&[
        "A game in which every guess is consistent with all responses before it:".to_owned(),
        evidence::lines(&names::game(&analysis.matrix, &random.longest)),
        format!("Probabilities of long games: {}.", chances.join(", ")),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_have_the_names_of_players() {
        let names = FIGURES.iter().map(|(name, _)| name).chain(SIMULATIONS.iter().map(|(name, _)| name));
        for name in names.chain(HEURISTICS.iter().map(|(name, _)| name)) {
            assert_eq!(players::find(name).unwrap().name(), *name);
        }
    }
}
