//! Published figures of strategies at 4x6, each beside the computed one.

use super::matrix::FeedbackMatrix;
use std::collections::HashMap;

/// A page on twelve strategies, several of them simulated over a million games; and one-step heuristics.
const PAGE_2016: &str = "Dave Computes Mastermind Strategy, 2016";
const KOOI: &str = "Kooi 2005, Yet another Mastermind strategy";
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
const QUANTITIES: [&str; 4] = ["total_guesses", "mean_guesses", "max_guesses", "secrets with max_guesses"];

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

const HEURISTICS: [(&str, &str); 3] = [("most-parts", "5668"), ("expected-size", "5696"), ("entropy", "5722")];

#[derive(Debug, Default)]
pub struct Published {
    /// The best first guesses before LC.
    pub best_fixed: String,
    /// The smallest total of X+Y+LC, and the smallest expected total of X+Y+RC.
    pub best_pair: u32,
    pub best_random_pair: f64,
    /// The first guesses after which RC is better than without.
    pub better_than_free: String,
    /// A bound of the total with three fixed guesses, and the smallest expected total of X+Y+Z+RC.
    pub three: Option<(u32, f64)>,
}

/// The pairs of fixed guesses before `lc` or `rc` for which figures are published.
pub fn pairs(matrix: &FeedbackMatrix, then: &str) -> Vec<Vec<u16>> {
    let names = FIGURES.iter().map(|(name, _)| *name).chain(SIMULATIONS.iter().map(|(name, _)| *name));
    let first = names.filter_map(|name| name.strip_suffix(then)?.strip_suffix('+')?.split_once('+'));
    first.filter_map(|(x, y)| Some(vec![matrix.rank(x)?, matrix.rank(y)?])).collect()
}

/// All claims: strategy, figure, published, computed, whether they agree, source and remark. A claim agrees when all published digits are
/// right; a simulated mean, when it is within three standard errors.
pub fn check(codes: usize, games: &HashMap<String, Vec<f64>>, published: &Published) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut add = |words: [&str; 4], agrees: bool, source: &str, remark: &str| {
        let agrees = if agrees { "yes" } else { "no" };
        rows.push(words.into_iter().chain([agrees, source, remark]).map(str::to_owned).collect());
    };
    let mut figure = |strategy: &str, quantity: &str, claimed: &str, source: &str, remark: &str| {
        let Some(by_guesses) = games.get(strategy) else { return };
        let (computed, agrees) = compared(codes as f64, by_guesses, quantity, claimed);
        add([strategy, quantity, claimed, &computed], agrees, source, remark);
    };
    for (strategy, values) in FIGURES {
        for (quantity, claimed) in QUANTITIES.into_iter().zip(values).filter(|(_, claimed)| !claimed.is_empty()) {
            figure(strategy, quantity, claimed, PAGE_2016, "");
        }
    }
    for (strategy, claimed) in SIMULATIONS {
        figure(strategy, "mean_guesses, simulated", claimed, PAGE_2016, "");
    }
    for (strategy, claimed) in HEURISTICS {
        figure(strategy, "total_guesses", claimed, KOOI, "The total depends on the tie rule.");
    }
    let Published { best_fixed, best_pair, best_random_pair, better_than_free, three } = published;
    let (lc_helps, rc_helps) =
        three.map_or((false, false), |(bound, random)| (bound <= *best_pair, random < *best_random_pair));
    let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    let unproved = "The source states that it may not be the smallest.";
    for (strategy, quantity, claimed, computed, remark) in [
        ("X+lc", "best first guesses", "5463 5466", best_fixed.clone(), ""),
        ("X+Y+lc", "smallest total", "5869", best_pair.to_string(), unproved),
        ("X+Y+Z+lc", "a third fixed guess may help", "no", yes_or_no(lc_helps), ""),
        ("X+rc", "first guesses better than none", "1123", better_than_free.clone(), ""),
        ("X+Y+Z+rc", "a third fixed guess may help", "no", yes_or_no(rc_helps), ""),
    ] {
        add([strategy, quantity, claimed, &computed], computed == claimed, PAGE_2016, remark);
    }
    rows
}

fn compared(codes: f64, by_guesses: &[f64], quantity: &str, claimed: &str) -> (String, bool) {
    let sum =
        |power: i32| -> f64 { (1..).zip(by_guesses).map(|(n, secrets)| f64::from(n).powi(power) * secrets).sum() };
    let exact = match quantity {
        "total_guesses" => sum(1).to_string(),
        "max_guesses" => by_guesses.len().to_string(),
        "secrets with max_guesses" => by_guesses.last().copied().unwrap_or_default().to_string(),
        _ => {
            let mean = sum(1) / codes;
            let variance = sum(2) / codes - mean * mean;
            let error = if quantity == "mean_guesses" { 0.0 } else { 3.0 * (variance / SIMULATED).sqrt() };
            let decimals = claimed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            // A figure that is rounded to its last digit may differ by half of it.
            let near = 0.5 * 0.1f64.powi(decimals as i32) + error + 1e-9;
            let agrees = claimed.parse().is_ok_and(|claimed: f64| (claimed - mean).abs() <= near);
            return (format!("{mean:.6}"), agrees);
        }
    };
    let agrees = exact == claimed;
    (exact, agrees)
}
