//! Published figures of strategies at 4x6, each beside the computed one.

use super::{matrix::FeedbackMatrix, total};
use std::collections::HashMap;

/// The claims of a page on twelve strategies, several of them simulated over a million games, and of a paper on one-step heuristics: strategy,
/// figure, published value, source and remark.
const PUBLISHED: &str = include_str!("published.csv");
const SIMULATED: f64 = 1e6;

/// What claims are compared with.
#[derive(Default)]
pub struct Computed {
    /// The secrets found with one guess, with two, and so on, by the name of the strategy.
    pub games: HashMap<String, Vec<f64>>,
    /// Figures of many strategies, such as the best first guesses of `X+lc`.
    pub others: HashMap<&'static str, String>,
}

fn published() -> csv::Result<Vec<[String; 5]>> {
    csv::Reader::from_reader(PUBLISHED.as_bytes()).into_deserialize().collect()
}

/// The pairs of fixed guesses before `lc` or `rc` for which figures are published.
pub fn pairs(matrix: &FeedbackMatrix, then: &str) -> csv::Result<Vec<Vec<u16>>> {
    let claims = published()?;
    let first = claims.iter().filter_map(|[name, ..]| name.strip_suffix(then)?.strip_suffix('+')?.split_once('+'));
    let mut pairs: Vec<_> = first.filter_map(|(x, y)| Some(vec![matrix.rank(x)?, matrix.rank(y)?])).collect();
    pairs.dedup();
    Ok(pairs)
}

/// All claims: strategy, figure, published, computed, whether they agree, source and remark. A claim agrees when all published digits are
/// right; a simulated mean, when it is within three standard errors.
pub fn check(codes: usize, computed: &Computed) -> csv::Result<Vec<Vec<String>>> {
    let row = |[strategy, figure, claimed, source, remark]: [String; 5]| {
        let (found, agrees) = match computed.others.get(&*strategy) {
            Some(found) => (found.clone(), *found == claimed),
            None => compared(codes as f64, computed.games.get(&strategy)?, &figure, &claimed),
        };
        let agrees = if agrees { "yes" } else { "no" }.to_owned();
        Some(vec![strategy, figure, claimed, found, agrees, source, remark])
    };
    Ok(published()?.into_iter().filter_map(row).collect())
}

fn compared(codes: f64, by_guesses: &[f64], quantity: &str, claimed: &str) -> (String, bool) {
    let exact = match quantity {
        "total_guesses" => total(by_guesses).to_string(),
        "max_guesses" => by_guesses.len().to_string(),
        "secrets with max_guesses" => by_guesses.last().copied().unwrap_or_default().to_string(),
        _ => {
            let mean = total(by_guesses) / codes;
            let squares = (1..).zip(by_guesses).map(|(guesses, secrets)| f64::from(guesses * guesses) * secrets);
            let variance = squares.sum::<f64>() / codes - mean * mean;
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
