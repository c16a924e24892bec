//! Totals, averages and worst cases.

use super::{Claim, Claims, KOOI, PAGE_2016, evidence};
use crate::analysis::{
    Analysis,
    exact::{Matrix, Spread},
    lowest::Strategy,
    names,
};
use players::tree::Lengths;

/// The games behind each simulated figure.
const SIMULATED: f64 = 1e6;

/// Total, average, worst and how many are at worst; empty where nothing is said.
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

/// Averages over a million games each.
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

/// What a published figure is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Figure {
    /// The guesses of all secrets together.
    Total,
    /// The guesses of a secret on average.
    Average,
    /// The average of a million games.
    Simulated,
    /// The most guesses of any secret.
    Worst,
    /// The secrets that take the most guesses: how many.
    AtWorst,
}

impl Figure {
    const fn name(self) -> &'static str {
        match self {
            Figure::Total => "total_guesses",
            Figure::Average => "average",
            Figure::Simulated => "average, simulated",
            Figure::Worst => "worst",
            Figure::AtWorst => "secrets at worst",
        }
    }
}

/// The pairs of fixed guesses that figures are published of, where `lc` or `rc` follows on them.
pub fn pairs(matrix: &Matrix, rule: &str) -> Vec<Vec<u16>> {
    let names = FIGURES.iter().map(|(name, _)| *name).chain(SIMULATIONS.iter().map(|(name, _)| *name));
    let first = names.filter_map(|name| name.strip_suffix(rule)?.strip_suffix('+'));
    let pairs = first.filter_map(|first| names::places(matrix, &first.replace('+', " ")));
    pairs.filter(|pair| pair.len() == 2).collect()
}

impl Claims<'_> {
    pub(super) fn figures(&mut self) {
        let quantities = [Figure::Total, Figure::Average, Figure::Worst, Figure::AtWorst];
        for (strategy, values) in FIGURES {
            for (figure, value) in quantities.into_iter().zip(values).filter(|(_, value)| !value.is_empty()) {
                self.figure(strategy, figure, value);
            }
        }
        for (strategy, value) in SIMULATIONS {
            self.figure(strategy, Figure::Simulated, value);
        }
        for (strategy, value) in HEURISTICS {
            let claim = self.figure(strategy, Figure::Total, value);
            claim.source = KOOI;
            claim.remark = "Totals depend on how ties are broken.";
        }
    }

    fn figure(&mut self, strategy: &'static str, figure: Figure, claimed: &str) -> &mut Claim {
        let analysis = self.analysis;
        let claimed = claimed.to_owned();
        let claim = Claim { strategy, figure: figure.name().to_owned(), claimed, source: PAGE_2016, remark: "" };
        let computed = games(analysis, strategy).map(|games| compared(analysis, &games, figure, &claim.claimed));
        self.compare(claim, computed, || shown(analysis, strategy))
    }
}

/// How long the games of a strategy are.
enum Games<'a> {
    Counted(&'a Lengths),
    Expected(&'a Spread),
}

/// The games of the strategy of that name.
fn games<'a>(analysis: &'a Analysis, name: &str) -> Option<Games<'a>> {
    let matrix = &analysis.matrix;
    let lowest = || analysis.lowest.strategies().find(|one| one.name(matrix) == name).map(|one| &one.lengths);
    let player = || Some(&analysis.roster.find(name)?.lengths);
    let random = || {
        let mut strategies = analysis.random.as_ref()?.strategies();
        strategies.find(|(first, _)| names::strategy(matrix, first, "rc") == name).map(|(_, spread)| spread)
    };
    player().or_else(lowest).map(Games::Counted).or_else(|| random().map(Games::Expected))
}

/// The figure of these games, and whether it is what is claimed.
fn compared(analysis: &Analysis, games: &Games, figure: Figure, claimed: &str) -> (String, bool) {
    let (total, lengths): (f64, Vec<f64>) = match games {
        Games::Counted(lengths) => {
            (lengths.total() as f64, lengths.by_guesses().iter().map(|&secrets| secrets as f64).collect())
        }
        Games::Expected(spread) => (spread.guesses(), spread.by_guesses().to_vec()),
    };
    let computed = match figure {
        Figure::Average | Figure::Simulated => {
            let average = analysis.average(total);
            let decimals = claimed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let square = (1..).zip(&lengths).map(|(guesses, secrets): (u32, _)| f64::from(guesses * guesses) * secrets);
            let variance = analysis.average(square.sum()) - average * average;
            let error = if figure == Figure::Simulated { 3.0 * (variance / SIMULATED).sqrt() } else { 0.0 };
            // Rounded to its last digit, ours may be half of one away.
            let near = 0.5 * 0.1f64.powi(decimals as i32) + error + 1e-9;
            let agrees = claimed.parse().is_ok_and(|claimed: f64| (claimed - average).abs() <= near);
            return (format!("{average:.6}"), agrees);
        }
        Figure::Total => total.to_string(),
        Figure::Worst => lengths.len().to_string(),
        Figure::AtWorst => lengths.last().copied().unwrap_or_default().to_string(),
    };
    let agrees = computed == claimed;
    (computed, agrees)
}

/// What shows how long the games of a strategy are.
fn shown(analysis: &Analysis, name: &str) -> String {
    let matrix = &analysis.matrix;
    let pair = analysis.lowest.published.iter().find(|one| one.name(matrix) == name);
    match (pair, games(analysis, name)) {
        (Some(pair), _) => beside_the_best_second(analysis, pair),
        (None, Some(Games::Expected(spread))) if name == "rc" => longest(analysis, spread),
        (None, Some(Games::Counted(_))) if name == "easy" => evidence::against(analysis, name, "lc"),
        (None, Some(Games::Counted(lengths))) => evidence::lengths([(name.to_owned(), lengths)]),
        _ => String::new(),
    }
}

/// X+Y+LC beside the best second guesses after X.
fn beside_the_best_second(analysis: &Analysis, pair: &Strategy) -> String {
    let (matrix, first) = (&analysis.matrix, pair.first[0]);
    let best = analysis.lowest.seconds.get(usize::from(first)).and_then(Option::as_ref);
    let Some((total, seconds)) = best else { return String::new() };
    let best: Vec<Strategy> = seconds.iter().map(|&second| Strategy::of(matrix, &[first, second])).collect();
    let listed = [pair].into_iter().chain(&best).map(|one| (one.name(matrix), &one.lengths));
    evidence::paragraphs(&[
        evidence::lengths(listed),
        format!(
            "Of all second guesses after {} the best take {total}: {}.",
            names::code(matrix, first),
            names::codes(matrix, seconds)
        ),
    ])
}

/// The longest game of RC, and how probable such games are.
fn longest(analysis: &Analysis, spread: &Spread) -> String {
    let Some(random) = &analysis.random else { return String::new() };
    let chance =
        |(guesses, secrets): (usize, &f64)| format!("{guesses} guesses with {:.3e}", analysis.average(*secrets));
    let chances: Vec<String> = (1..).zip(spread.by_guesses()).skip(7).map(chance).collect();
    evidence::paragraphs(&[
        "A game in which every guess is consistent with all responses before it:".to_owned(),
        evidence::lines(&names::game(&analysis.matrix, &random.longest)),
        format!("How probable long games are: {}.", chances.join(", ")),
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
