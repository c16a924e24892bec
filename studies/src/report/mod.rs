//! The experiments of the report of 2019, repeated: its Tables 1 to 14 beside the results of today's players.

mod comparison;
mod page;

use crate::folder::{Failure, Folder};
use charts::Format;
use comparison::{Comparison, PublishedFigure, SCSAS, SIZES, remark};
use serde::Serialize;
use tournament::{Codemakers, Machine, Plan, Results, Seed};

/// The players of the tables, and the local search with a wider beam, which the report calls worse.
const PLAYERS: [&str; 11] = [
    "baseline-3", "baseline-4", "rao", "local-search", "dino", "local-search:4", "dino-two-color-alternating",
    "dino-first-and-last", "dino-ab-color", "dino-only-once", "dino-mystery-2",
];
const MYSTERY_SCSAS: [&str; 2] = ["mystery-2", "mystery-5"];
const MYSTERY_SIZE: &str = "7x5";
const REPORT: &str = include_str!("report.md");
const TIMES: &str = include_str!("times.md");

/// The columns of a table after those of the published figure.
#[derive(Serialize)]
struct MeasuredColumns {
    measured: Option<f64>,
    measured_se: Option<f64>,
    rounds: u64,
    z_score: Option<f64>,
    ratio: Option<f64>,
    remark: &'static str,
}

/// Plays every match of the report's tables again, and writes the tables and the pages. With 20000 rounds the standard error
/// of every mean to which all rounds contribute is below 0.5 %. Cost: 20 s on two cores.
pub fn run(rounds: u64, seed: Seed, folder: &Folder) -> Result<(), Failure> {
    let mut results = Results::default();
    for (name, scsas, sizes) in [("contest", &SCSAS[..], &SIZES[..]), ("mysteries", &MYSTERY_SCSAS, &[MYSTERY_SIZE])] {
        let played = folder.play(name, &Plan { seed, ..plan(scsas, sizes).rounds(rounds) })?;
        charts::draw_all(&played, &[], &[Format::Svg].into(), &folder.path(name))?;
        results.summaries.extend(played.summaries);
        results.timings.extend(played.timings);
    }
    let all: Vec<Comparison> =
        PublishedFigure::all().iter().map(|figure| Comparison::new(figure, &figure.player, &results)).collect();
    for of_table in all.chunk_by(|a, b| a.figure.table == b.figure.table) {
        let (times, counts): (Vec<_>, Vec<_>) = of_table.iter().partition(|one| one.figure.quantity.is_time());
        let number = of_table[0].figure.table;
        folder.table(&format!("table-{number}.csv"), counts.into_iter().map(row))?;
        if !times.is_empty() {
            folder.table(&format!("table-{number}-times.csv"), times.into_iter().map(row))?;
        }
    }
    let command = format!("cargo run --release -p studies -- report --rounds {rounds} --seed {}", seed.0);
    let machine = Machine::this();
    let processor = machine.processor.as_deref().unwrap_or(&machine.architecture);
    let words = [("{command}", &*command), ("{machine}", &format!("{processor}, {} processors", machine.processors))];
    folder.text("times.md", &page::filled(TIMES, &words, &all))?;
    folder.text("report.md", &page::filled(REPORT, &words, &all))
}

/// The matches of all players against these codemakers.
fn plan(scsas: &[&str], sizes: &[&str]) -> Plan {
    Plan::new(
        PLAYERS.into_iter().filter_map(|name| players::find(name).ok()),
        scsas.iter().filter_map(|name| Codemakers::builtin().find(name).ok().flatten()),
        sizes.iter().filter_map(|game| game.parse().ok()),
    )
}

fn row(one: &Comparison) -> (&'static PublishedFigure, MeasuredColumns) {
    let millionths = |number: f64| (number * 1e6).round() / 1e6;
    let columns = MeasuredColumns {
        measured: one.measured.map(millionths),
        measured_se: one.se.map(millionths),
        rounds: one.rounds,
        z_score: one.z_score.map(|z| (z * 1e3).round() / 1e3),
        ratio: one.ratio().map(|ratio| (ratio * 1e4).round() / 1e4),
        remark: if one.disagrees() { remark(one.figure).unwrap_or_default() } else { "" },
    };
    (one.figure, columns)
}
