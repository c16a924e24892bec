//! The page of times.

use super::{
    experiment::{Experiment, OTHERS, PLAYER},
    results::ChampionResults,
    scsa_table::scsa_table,
};
use crate::markdown::{MarkdownPage, row};
use tournament::{Machine, TimingSummary, files};

/// The name of the page.
pub const PAGE: &str = "champion-times.md";

/// The page. Its times differ from run to run.
pub fn page(command: &str, results: &ChampionResults, machine: &Machine) -> MarkdownPage {
    let mut page = MarkdownPage::new("One player for all codemakers: times");
    page.paragraph(&format!(
        "Measured by `{command}` on {}, {} processors. Guesses are in [champion.md](champion.md), these figures in `champion-times.csv` \
         and `ablation-times.csv`.",
        machine.processor.as_deref().unwrap_or(&machine.architecture),
        machine.processors
    ));
    page.paragraph(
        "CPU time of the player's thread for a round, in milliseconds: the mean / the longest round. It does not include the \
         preparation before the first round of a match. It includes what `bayes` computes between rounds, when it learned more about an \
         unknown codemaker.",
    );
    let table = &results.of(Experiment::Table).timings;
    for player in [PLAYER].into_iter().chain(OTHERS) {
        page.section(player);
        by_size(&mut page, player, table);
    }
    for scsa in ["insert-colors", "usually-fewer"] {
        let path = format!("{}/{}/time-{scsa}.svg", Experiment::Table.folder(), files::CHARTS);
        page.image(&format!("CPU time of a guess against {scsa}, by size"), &path);
    }
    let ablation = &results.of(Experiment::Ablation).timings;
    if !ablation.is_empty() {
        page.section("Effort and components");
        list(&mut page, "player", ablation, |row| {
            format!("{} against {} at {}x{}", row.player, row.scsa, row.pegs, row.colors)
        });
    }
    let samples = &results.of(Experiment::Samples).timings;
    if !samples.is_empty() {
        page.section("Codes of mysteries");
        list(&mut page, "player", samples, |row| format!("{} against {}", row.player, row.scsa));
    }
    page
}

/// The times of a player, by codemaker and size.
fn by_size(page: &mut MarkdownPage, player: &str, rows: &[TimingSummary]) {
    let has_size = |row: &TimingSummary, size: &str| format!("{}x{}", row.pegs, row.colors) == size;
    let is_played = |size: &str| rows.iter().any(|row| has_size(row, size));
    scsa_table(page, is_played, |scsa, size| {
        let row = rows.iter().find(|row| row.player == player && row.scsa == scsa && has_size(row, size));
        row.map_or_else(|| "-".to_owned(), |row| format!("{} / {}", mean(row), longest(row)))
    });
}

/// A row a match.
fn list(page: &mut MarkdownPage, what: &str, rows: &[TimingSummary], name: impl Fn(&TimingSummary) -> String) {
    page.table(&row([what, "mean", "longest"]), rows.iter().map(|row| vec![name(row), mean(row), longest(row)]));
}

fn mean(row: &TimingSummary) -> String {
    millis(row.round_us)
}

fn longest(row: &TimingSummary) -> String {
    millis(row.round_us_max)
}

/// Milliseconds with three significant digits or so.
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
