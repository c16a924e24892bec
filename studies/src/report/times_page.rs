//! The page of times: the report's beside ours.

use super::{
    cells::{SizeStatistic, measured, none, over_sizes, published},
    charts,
    comparison::{Comparison, by_match, pick},
    published::{FigureQuantity, TABLES},
    remarks,
    tables::ComparisonTables,
};
use crate::markdown::{MarkdownPage, row};
use tournament::Machine;

/// The name of the page.
pub const PAGE: &str = "times.md";

/// The page. Its times differ from run to run.
pub fn page(command: &str, tables: &ComparisonTables, machine: &Machine) -> MarkdownPage {
    let mut page = MarkdownPage::new("The report's times, measured again");
    page.paragraph(&format!(
        "Measured by `{command}` on {}, {} processors. Scores and guesses are in [report.md](report.md).",
        machine.processor.as_deref().unwrap_or(&machine.architecture),
        machine.processors
    ));
    page.paragraph(remarks::HOW_TIMES_READ);
    for table in TABLES {
        let comparisons = tables.of(table);
        if !comparisons.iter().any(|one| one.figure.quantity.is_time()) {
            continue;
        }
        page.section(&format!("Table {table}: {}", remarks::title(table)));
        let head = row([
            "match",
            "first guess: report",
            "measured",
            "guess: report",
            "measured",
            "round: report",
            "measured",
            "ratio",
        ]);
        let mut rows: Vec<Vec<String>> = by_match(comparisons).map(times).collect();
        if matches!(table, 5 | 6) {
            rows.extend(SizeStatistic::ALL.map(|statistic| {
                let quantities = [FigureQuantity::FirstGuess, mean_guess(comparisons), FigureQuantity::Round];
                let cells = quantities.map(|quantity| over_sizes(comparisons, quantity, statistic));
                [statistic.name().to_owned()].into_iter().chain(cells.into_iter().flatten()).chain([none()]).collect()
            }));
        }
        page.table(&head, rows);
        for chart in charts::of_times(table) {
            page.image(&format!("Table {table} as a chart"), &format!("charts/{chart}.svg"));
        }
        page.list(remarks::of_times(table).iter().map(|remark| (*remark).to_owned()));
    }
    page
}

fn times(figures: &[Comparison]) -> Vec<String> {
    let of = |quantity| pick(figures, quantity);
    let (first, guess, round) = (of(FigureQuantity::FirstGuess), of(mean_guess(figures)), of(FigureQuantity::Round));
    let name = figures
        .first()
        .map_or_else(String::new, |one| format!("{} on {} at {}", one.figure.player, one.figure.scsa, one.figure.size));
    let ratio = round.and_then(Comparison::ratio);
    vec![
        name,
        published(first, 0),
        measured(first, 3),
        published(guess, 1),
        measured(guess, 3),
        published(round, 0),
        measured(round, 2),
        ratio.map_or_else(none, |ratio| format!("{ratio:.0}")),
    ]
}

/// The quantity that the report gives as the mean time of a guess: that of the guesses after the first, or of all.
fn mean_guess(figures: &[Comparison]) -> FigureQuantity {
    let later = figures.iter().any(|one| one.figure.quantity == FigureQuantity::LaterGuess);
    if later { FigureQuantity::LaterGuess } else { FigureQuantity::Guess }
}
