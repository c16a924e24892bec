//! The page of results.

use super::{
    independent::PLAYER,
    matches::{GUESS_LIMIT, PlayerKnowledge},
    prediction::{FRESH_CODES, SAMPLES},
    results::{LearningRow, TABLE},
    rules::RuleGroup,
};
use crate::markdown::{MarkdownPage, row};

/// The name of the page.
pub const PAGE: &str = "learning.md";

/// A prediction is near the truth up to this many bits a code above it.
const NEAR: f64 = 1.5;

/// The page. It is reproducible byte by byte.
pub fn page(command: &str, rows: &[LearningRow]) -> MarkdownPage {
    let mut page = MarkdownPage::new("Unknown codemakers, learned from samples");
    let rounds = rows.iter().map(|row| row.rounds).max().unwrap_or(0);
    page.paragraph(&format!(
        "Made by `{command}`. Of each rule, {SAMPLES} codes are learned from. *Bits* is the cross-entropy of the posterior on \
         {FRESH_CODES} other codes, in bits a code, and *true bits* that of the rule itself on the same codes. Below each rule is the model \
         with the largest posterior weight, as `arena learn` names it. Then `{PLAYER}` plays {rounds} rounds with the samples as all \
         that it knows, and {rounds} rounds against the same secrets knowing the rule: mean guesses with 95 % confidence intervals, and \
         the ratio of the means. A round that is not won counts as {GUESS_LIMIT} guesses."
    ));
    page.list([
        format!("[{TABLE}]({TABLE}): one row a rule"),
        format!("`{}/`, `{}/`: the matches", PlayerKnowledge::Samples.folder(), PlayerKnowledge::Rule.folder()),
    ]);
    for group in RuleGroup::ALL {
        let rows: Vec<&LearningRow> = rows.iter().filter(|row| row.group == group.name()).collect();
        if !rows.is_empty() {
            page.section(&capitalized(group.name()));
            page.paragraph(group.about());
            page.table(&row(["rule", "size", "bits", "true bits", "guesses", "rule known", "ratio"]), cells(&rows));
            page.paragraph(&summary(&rows));
        }
    }
    page
}

fn cells<'a>(rows: &'a [&LearningRow]) -> impl Iterator<Item = Vec<String>> + 'a {
    rows.iter().map(|row| {
        // A bar would end the cell.
        let model = row.model.replace('|', "\\|");
        vec![
            format!("**{}**: {}<br>{:.2} {model}", row.rule, row.title, row.model_weight),
            format!("{}x{}", row.pegs, row.colors),
            format!("{:.2}", row.bits),
            format!("{:.2}", row.true_bits),
            mean(row.mean_guesses, row.ci95_low, row.ci95_high, row.not_won),
            mean(row.known_mean_guesses, row.known_ci95_low, row.known_ci95_high, row.known_not_won),
            estimate(row.ratio, row.ratio_ci95_low, row.ratio_ci95_high),
        ]
    })
}

fn mean(mean: Option<f64>, low: Option<f64>, high: Option<f64>, not_won: usize) -> String {
    let estimate = estimate(mean, low, high);
    if not_won > 0 { format!("≥ {estimate}, {not_won} not won") } else { estimate }
}

/// An estimate with its interval.
fn estimate(estimate: Option<f64>, low: Option<f64>, high: Option<f64>) -> String {
    match (estimate, low, high) {
        (Some(estimate), Some(low), Some(high)) => format!("{estimate:.3} [{low:.3}, {high:.3}]"),
        (Some(estimate), ..) => format!("{estimate:.3}"),
        _ => String::new(),
    }
}

/// A sentence on the rules of a group.
fn summary(rows: &[&LearningRow]) -> String {
    let all = rows.len() as f64;
    let near = rows.iter().filter(|row| row.excess() <= NEAR).count();
    let bits = rows.iter().map(|row| row.excess()).sum::<f64>() / all;
    let mut summary = format!(
        "Of {} rules, {near} are predicted within {NEAR} bits of the truth; the mean is {bits:.2} bits above it.",
        rows.len()
    );
    let ratios: Vec<f64> = rows.iter().filter_map(|row| row.ratio).collect();
    if ratios.len() == rows.len() {
        let mean = ratios.iter().sum::<f64>() / all;
        let largest = ratios.iter().copied().fold(0.0, f64::max);
        summary += &format!(" The mean ratio is {mean:.3}, the largest {largest:.3}.");
    }
    summary
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
