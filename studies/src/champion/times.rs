//! The page of times.

use super::{Experiment, OTHERS, PAGE, PLAYER, Part, Played, matrix::matrix};
use crate::{
    Machine, TimingSummary,
    markdown::{Page, cells},
};

/// The page. It differs from run to run, as measured times do.
pub fn page(experiment: &Experiment, played: &Played, machine: &Machine) -> String {
    let mut page = Page::new("One player for all codemakers: what a round costs");
    page.paragraph(&format!(
        "Measured by `{}` on {}, {} processors. Guesses are in [{PAGE}]({PAGE}), these figures in `champion-times.csv` and \
         `ablation-times.csv`.",
        experiment.command(),
        machine.processor.as_deref().unwrap_or(&machine.architecture),
        machine.processors
    ));
    page.paragraph(
        "Milliseconds of CPU time of the player's thread for a round, all guesses together: the mean / the longest round. What a \
         player does once, before the first round of a match, is not in it; what `bayes` does between rounds, when it learned more of an \
         unknown codemaker, is.",
    );
    let table = &played.of(Part::Table).timings;
    for player in [PLAYER].into_iter().chain(OTHERS) {
        page.section(player);
        by_size(&mut page, player, table);
    }
    for scsa in ["insert-colors", "usually-fewer"] {
        let path = format!("{}/charts/time-{scsa}.svg", Part::Table.folder());
        page.image(&format!("CPU time of a guess against {scsa}, by size"), &path);
    }
    let pieces = &played.of(Part::Ablation).timings;
    if !pieces.is_empty() {
        page.section("Other efforts, and without a piece");
        list(&mut page, "player", pieces, |row| {
            format!("{} against {} at {}x{}", row.player, row.scsa, row.pegs, row.colors)
        });
    }
    let samples = &played.of(Part::Samples).timings;
    if !samples.is_empty() {
        page.section("Codes of mysteries");
        list(&mut page, "file", samples, |row| row.scsa.clone());
    }
    page.into_text()
}

/// What a player took, by codemaker and size.
fn by_size(page: &mut Page, player: &str, rows: &[TimingSummary]) {
    let at = |row: &TimingSummary, size: &str| format!("{}x{}", row.pegs, row.colors) == size;
    let played = |size: &str| rows.iter().any(|row| at(row, size));
    matrix(page, played, |scsa, size| {
        let row = rows.iter().find(|row| row.player == player && row.scsa == scsa && at(row, size));
        row.map_or_else(|| "-".to_owned(), |row| format!("{} / {}", mean(row), longest(row)))
    });
}

/// A row a match.
fn list(page: &mut Page, what: &str, rows: &[TimingSummary], name: impl Fn(&TimingSummary) -> String) {
    let lines = rows.iter().map(|row| vec![name(row), mean(row), longest(row)]);
    page.table(&cells([what, "mean", "longest"]), &lines.collect::<Vec<_>>());
}

fn mean(row: &TimingSummary) -> String {
    millis(row.round_us)
}

fn longest(row: &TimingSummary) -> String {
    millis(row.round_us_max)
}

/// With as many digits as say something.
fn millis(micros: f64) -> String {
    let millis = micros / 1e3;
    if millis >= 100.0 {
        format!("{millis:.0}")
    } else if millis >= 1.0 {
        format!("{millis:.1}")
    } else {
        format!("{millis:.3}")
    }
}
