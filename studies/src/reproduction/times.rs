//! The page that puts the report's times beside ours.

use super::{
    Experiment, Tables,
    cell::{MEASURES, here, none, over_sizes, published},
    comparison::{Comparison, by_match, pick},
    published::{self, Quantity},
    remarks,
};
use crate::{
    Machine,
    markdown::{Page, cells},
};

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
        let mut rows: Vec<Vec<String>> = by_match(comparisons).map(row).collect();
        if matches!(table, 5 | 6) {
            rows.extend(MEASURES.map(|measure| {
                let quantities = [Quantity::FirstGuess, mean_guess(comparisons), Quantity::Round];
                let cells = quantities.map(|quantity| over_sizes(comparisons, quantity, measure));
                [measure.name().to_owned()].into_iter().chain(cells.into_iter().flatten()).chain([none()]).collect()
            }));
        }
        page.table(&head, &rows);
        for chart in super::charts::of_times(table) {
            page.image(&format!("Table {table} as a chart"), &format!("charts/{chart}.svg"));
        }
        page.list(remarks::of_times(table).iter().map(|remark| (*remark).to_owned()));
    }
    page.into_text()
}

fn row(figures: &[Comparison]) -> Vec<String> {
    let of = |quantity| pick(figures, quantity);
    let (first, guess, round) = (of(Quantity::FirstGuess), of(mean_guess(figures)), of(Quantity::Round));
    let name = figures
        .first()
        .map_or_else(String::new, |one| format!("{} on {} at {}", one.figure.player, one.figure.scsa, one.figure.size));
    let ratio = round.and_then(Comparison::ratio);
    vec![
        name,
        published(first, 0),
        here(first, 3),
        published(guess, 1),
        here(guess, 3),
        published(round, 0),
        here(round, 2),
        ratio.map_or_else(none, |ratio| format!("{ratio:.0}")),
    ]
}

/// Which mean time of a guess the report gives: that of later ones, or of all.
fn mean_guess(figures: &[Comparison]) -> Quantity {
    let later = figures.iter().any(|one| one.figure.quantity == Quantity::LaterGuess);
    if later { Quantity::LaterGuess } else { Quantity::Guess }
}
