//! The page that puts the report's times beside ours.

use super::{
    Experiment, Tables,
    comparison::Comparison,
    markdown::{Page, cells},
    page::{by_match, here, pick, published},
    published::{self, Quantity},
    remarks,
};
use crate::Machine;

/// The page. It differs from run to run, as measured times do.
pub fn page(experiment: &Experiment, tables: &Tables, machine: &Machine) -> String {
    let Experiment { rounds, seed } = experiment;
    let mut page = Page::new("The report's times, measured again");
    page.paragraph(&format!(
        "Measured by `arena reproduce report --rounds {rounds} --seed {}` on {}, {} processors. Scores and guesses are in \
         [report.md](report.md).",
        seed.0,
        machine.processor.as_deref().unwrap_or(&machine.architecture),
        machine.processors
    ));
    page.paragraph(remarks::HOW_TIMES_READ);
    for table in published::TABLES {
        let comparisons = tables.of(table);
        if !comparisons.iter().any(|one| one.figure.quantity.is_time()) {
            continue;
        }
        page.section(&format!("Table {table}: {}", remarks::title(table)));
        let head =
            cells(["match", "first guess: report", "here", "guess: report", "here", "round: report", "here", "ratio"]);
        let rows = by_match(comparisons).map(row);
        page.table(&head, &rows.collect::<Vec<_>>());
        for chart in super::charts::of_times(table) {
            page.image(&format!("Table {table} as a chart"), &format!("charts/{chart}.svg"));
        }
        page.list(remarks::of_times(table).iter().map(|remark| (*remark).to_owned()));
    }
    page.into_text()
}

fn row(figures: &[Comparison]) -> Vec<String> {
    let of = |quantity| pick(figures, quantity);
    let (first, guess, round) = (of(Quantity::FirstGuess), of(Quantity::Guess), of(Quantity::Round));
    let name = figures
        .first()
        .map_or_else(String::new, |one| format!("{} on {} at {}", one.figure.player, one.figure.scsa, one.figure.size));
    let ratio = round.and_then(|one| Some(one.figure.value? / one.here?));
    vec![
        name,
        published(first, 0),
        here(first, 3),
        published(guess, 1),
        here(guess, 3),
        published(round, 0),
        here(round, 2),
        ratio.filter(|ratio| ratio.is_finite()).map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.0}")),
    ]
}
