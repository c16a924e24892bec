//! The tables, one row a match.

use super::{
    experiment::Experiment,
    information::INFORMATION,
    match_mean::{MatchMean, not_won},
    paired::ABLATION,
    references,
    results::ChampionResults,
};
use crate::{estimate::MeanEstimate, file_set::FileSet};
use serde::Serialize;
use tournament::compare::Interval;
use tournament::{Codemaker, FileError, Summary, TimingSummary};

/// The matches of the table.
pub const TABLE: &str = "champion.csv";
/// Their times.
pub const TABLE_TIMES: &str = "champion-times.csv";
/// The times of the ablation.
pub const ABLATION_TIMES: &str = "ablation-times.csv";
/// The matches against codes of mysteries.
pub const SAMPLES: &str = "samples.csv";

/// Writes the tables of the experiments that were played.
pub fn write(results: &ChampionResults, set: &FileSet) -> Result<(), FileError> {
    let table = results.of(Experiment::Table);
    let row = |row| (ScsaColumn::new(row), GuessColumns::new(row), ReferenceColumns::new(row));
    set.table(TABLE, table.summaries.iter().map(row))?;
    set.table(TABLE_TIMES, table.timings.iter().map(TimeRow::new))?;
    let ablation = results.of(Experiment::Ablation);
    if !ablation.summaries.is_empty() {
        let difference = |row| DifferenceColumns::new(results.differences.of(row));
        let row = |row| (ScsaColumn::new(row), GuessColumns::new(row), difference(row));
        set.table(ABLATION, ablation.summaries.iter().map(row))?;
        set.table(ABLATION_TIMES, ablation.timings.iter().map(TimeRow::new))?;
    }
    if !results.information.is_empty() {
        set.table(INFORMATION, &results.information)?;
    }
    let samples = &results.of(Experiment::Samples).summaries;
    if samples.is_empty() {
        return Ok(());
    }
    let row = |row| (FileColumn { file: sample_file(row) }, GuessColumns::new(row), SampleColumns::new(row));
    set.table(SAMPLES, samples.iter().map(row))
}

/// The first column of [`TABLE`] and [`ABLATION`].
#[derive(Serialize)]
struct ScsaColumn<'a> {
    scsa: &'a str,
}

impl ScsaColumn<'_> {
    fn new(row: &Summary) -> ScsaColumn<'_> {
        ScsaColumn { scsa: &row.scsa }
    }
}

/// The first column of [`SAMPLES`].
#[derive(Serialize)]
struct FileColumn<'a> {
    file: &'a str,
}

/// The next columns of all tables of guesses.
#[derive(Serialize)]
struct GuessColumns<'a> {
    pegs: usize,
    colors: usize,
    player: &'a str,
    rounds: u64,
    not_won: u64,
    mean_guesses: Option<f64>,
    mean_guesses_se: Option<f64>,
    ci95_low: Option<f64>,
    ci95_high: Option<f64>,
}

impl GuessColumns<'_> {
    fn new(row: &Summary) -> GuessColumns<'_> {
        let guesses = MatchMean::new(row).map(|mean| mean.guesses);
        let interval = guesses.and_then(|guesses| guesses.interval());
        GuessColumns {
            pegs: row.pegs,
            colors: row.colors,
            player: &row.player,
            rounds: row.rounds,
            not_won: not_won(row),
            mean_guesses: guesses.map(|guesses| millionths(guesses.mean)),
            mean_guesses_se: guesses.and_then(|guesses| guesses.se).map(millionths),
            ci95_low: low(interval),
            ci95_high: high(interval),
        }
    }
}

/// The last columns of [`TABLE`].
#[derive(Serialize)]
struct ReferenceColumns {
    baseline: Option<f64>,
    target: Option<f64>,
    z_baseline: Option<f64>,
    z_target: Option<f64>,
}

impl ReferenceColumns {
    fn new(row: &Summary) -> ReferenceColumns {
        let mean = MatchMean::new(row);
        let reference = mean.and_then(|mean| mean.reference);
        let (baseline, target) = (reference.map(|one| one.baseline), reference.map(|one| one.target));
        let z_score = |number: Option<f64>| mean?.guesses.z_score(number?).map(thousandths);
        ReferenceColumns { baseline, target, z_baseline: z_score(baseline), z_target: z_score(target) }
    }
}

/// The last columns of [`ABLATION`].
#[derive(Serialize)]
struct DifferenceColumns {
    difference: Option<f64>,
    difference_se: Option<f64>,
    difference_ci95_low: Option<f64>,
    difference_ci95_high: Option<f64>,
}

impl DifferenceColumns {
    fn new(difference: Option<MeanEstimate>) -> DifferenceColumns {
        let interval = difference.and_then(|one| one.interval());
        DifferenceColumns {
            difference: difference.map(|one| millionths(one.mean)),
            difference_se: difference.and_then(|one| one.se).map(millionths),
            difference_ci95_low: low(interval),
            difference_ci95_high: high(interval),
        }
    }
}

/// The last columns of [`SAMPLES`].
#[derive(Serialize)]
struct SampleColumns {
    target: Option<f64>,
    best_known: Option<f64>,
}

impl SampleColumns {
    fn new(row: &Summary) -> SampleColumns {
        let reference = references::sample_reference(sample_file(row));
        SampleColumns { target: reference.and_then(|one| one.target), best_known: reference.map(|one| one.best_known) }
    }
}

/// The name of the file of samples of a match, without its extension.
pub fn sample_file(row: &Summary) -> &str {
    let name = row.scsa.strip_prefix(Codemaker::FILE_PREFIX).unwrap_or(&row.scsa);
    name.strip_suffix(".txt").unwrap_or(name)
}

/// A row of a table of times.
#[derive(Serialize)]
struct TimeRow<'a> {
    scsa: &'a str,
    pegs: usize,
    colors: usize,
    player: &'a str,
    mean_cpu_ms: f64,
    max_cpu_ms: f64,
}

impl TimeRow<'_> {
    fn new(row: &TimingSummary) -> TimeRow<'_> {
        TimeRow {
            scsa: &row.scsa,
            pegs: row.pegs,
            colors: row.colors,
            player: &row.player,
            mean_cpu_ms: millionths(row.round_us / 1e3),
            max_cpu_ms: millionths(row.round_us_max / 1e3),
        }
    }
}

fn low(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| millionths(interval.low))
}

fn high(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| millionths(interval.high))
}

fn millionths(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn thousandths(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}
