//! The pages: templates in Markdown, into which tables are filled.

use super::comparison::{Comparison, Quantity, of_table};
use tournament::in_order;

const NONE: &str = "–";

/// A template with these words filled in, in which each paragraph `{overview}`, `{table 3}` or `{times 3}` is replaced by its table. For
/// the same rounds and seed it is reproducible byte by byte if it has no times.
pub fn filled(template: &str, words: &[(&str, &str)], all: &[Comparison]) -> String {
    let text = words.iter().fold(template.to_owned(), |text, (name, word)| text.replace(name, word));
    let paragraph = |paragraph: &str| {
        let name = paragraph.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        match name.map(|name| name.split_once(' ').unwrap_or((name, "0"))) {
            None => paragraph.to_owned(),
            Some(("overview", _)) => overview(template, all),
            Some((kind, number)) => table(of_table(all, number.parse().unwrap_or(0)), kind == "times"),
        }
    };
    text.trim_end().split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n") + "\n"
}

fn markdown(head: Vec<String>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rule = (0..head.len()).map(|column| if column == 0 { "---" } else { "---:" }.to_owned()).collect();
    let lines = [head, rule].into_iter().chain(rows).map(|cells| format!("| {} |", cells.join(" | ")));
    lines.collect::<Vec<_>>().join("\n")
}

/// The number of figures of each table that agree. Its title is that in the template.
fn overview(template: &str, all: &[Comparison]) -> String {
    let titles = template.lines().filter_map(|line| line.strip_prefix("## Table ")).zip(1..);
    let rows = titles.map(|(title, table)| {
        // Weighted wins are the same comparison as SCOREs in another unit.
        let figures = of_table(all, table).iter().filter(|one| one.figure.quantity != Quantity::WeightedWins);
        let compared: Vec<&Comparison> = figures.filter(|one| one.z_score.is_some()).collect();
        let agreeing = compared.iter().filter(|one| !one.disagrees()).count();
        let distance = |one: &Comparison| one.z_score.unwrap_or_default().abs();
        let largest = compared.iter().max_by(|a, b| distance(a).total_cmp(&distance(b)));
        let largest = largest.map_or_else(|| NONE.to_owned(), |one| z_score(one));
        vec![title.to_owned(), compared.len().to_string(), agreeing.to_string(), largest]
    });
    let head = ["table", "figures compared", "z-score within ±3", "largest z-score"].map(str::to_owned);
    markdown(head.into(), rows)
}

/// The figures of a table of the report beside ours, a row for each match: those of rounds, or the times.
fn table(comparisons: &[Comparison], has_times: bool) -> String {
    let figures: Vec<Comparison> =
        comparisons.iter().filter(|one| one.figure.quantity.is_time() == has_times).copied().collect();
    let quantities = in_order(&figures, |one| one.figure.quantity);
    let distance = if has_times { "ratio" } else { "z-score" };
    let headings =
        |quantity: &Quantity| [&format!("{}: report", quantity.name()), "measured", distance].map(str::to_owned);
    let headings = quantities.iter().flat_map(headings);
    let game = |one: &Comparison| (&one.figure.player, &one.figure.scsa, one.figure.pegs, one.figure.colors);
    let rows = figures.chunk_by(|a, b| game(a) == game(b)).map(|own| {
        let (player, scsa, pegs, colors) = game(&own[0]);
        let name = format!("{player} on {scsa} at {pegs}x{colors}");
        let find = |quantity: &Quantity| own.iter().find(|one| one.figure.quantity == *quantity);
        let cells = quantities.iter().flat_map(|quantity| match find(quantity) {
            None => [NONE, NONE, NONE].map(str::to_owned),
            Some(one) => [published(one), measured(one), if has_times { ratio(one) } else { z_score(one) }],
        });
        [name].into_iter().chain(cells).collect()
    });
    markdown(["match".to_owned()].into_iter().chain(headings).collect(), rows)
}

fn published(one: &Comparison) -> String {
    let value = one.figure.published.map(|value| (value * 1e3).round() / 1e3);
    value.map_or_else(|| "does not win".to_owned(), |value| value.to_string())
}

/// The measured figure with its standard error.
fn measured(one: &Comparison) -> String {
    match (one.measured, one.se) {
        (None, _) => NONE.to_owned(),
        (Some(value), Some(se)) => format!("{value:.3} ± {se:.3}"),
        (Some(value), None) => value.to_string(),
    }
}

/// The z-score, in bold where the figures disagree.
fn z_score(one: &Comparison) -> String {
    let Some(z) = one.z_score else { return NONE.to_owned() };
    // A minus sign, as wide as the plus sign.
    let text = format!("{z:+.1}").replace('-', "−");
    if one.disagrees() { format!("**{text}**") } else { text }
}

fn ratio(one: &Comparison) -> String {
    one.ratio().map_or_else(|| NONE.to_owned(), |ratio| format!("{ratio:.0}"))
}
