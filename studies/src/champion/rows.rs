//! The tables, one row a match.

use super::{
    Part, Played,
    figure::{Figure, lost},
    paired::{Difference, Rounds},
    targets::{self, Claim},
};
use crate::{Codemaker, FileError, Summary, TimingSummary, files};
use serde::Serialize;
use std::path::Path;

/// The tables that may be written.
pub const NAMES: [&str; 5] =
    ["champion.csv", "champion-times.csv", "ablation.csv", "ablation-times.csv", "samples.csv"];

/// Writes the tables of the parts that were played.
pub fn write(played: &Played, rounds: &Rounds, folder: &Path) -> Result<(), FileError> {
    let [champion, champion_times, ablation, ablation_times, samples] = NAMES.map(|name| folder.join(name));
    let table = played.of(Part::Table);
    files::write_table(&champion, table.summaries.iter().map(|row| (against(row), Claims::new(row))))?;
    files::write_table(&champion_times, table.timings.iter().map(Time::new))?;
    let pieces = played.of(Part::Ablation);
    if !pieces.summaries.is_empty() {
        let piece = |row| (against(row), Piece::new(rounds.difference(row)));
        files::write_table(&ablation, pieces.summaries.iter().map(piece))?;
        files::write_table(&ablation_times, pieces.timings.iter().map(Time::new))?;
    }
    let found = &played.of(Part::Samples).summaries;
    if found.is_empty() {
        return Ok(());
    }
    let codes = |row| (Codes { file: file(row) }, Guesses::new(row), SampleClaims::new(row));
    files::write_table(&samples, found.iter().map(codes))
}

/// What a row of `champion.csv` and one of `ablation.csv` begin with.
#[derive(Serialize)]
struct Against<'a> {
    scsa: &'a str,
}

fn against(row: &Summary) -> (Against<'_>, Guesses<'_>) {
    (Against { scsa: &row.scsa }, Guesses::new(row))
}

/// What a row of `samples.csv` begins with.
#[derive(Serialize)]
struct Codes<'a> {
    file: &'a str,
}

/// What stands next in all tables of guesses.
#[derive(Serialize)]
struct Guesses<'a> {
    pegs: usize,
    colors: usize,
    player: &'a str,
    rounds: u64,
    mean_guesses: Option<f64>,
    standard_error: Option<f64>,
    lost: u64,
}

impl Guesses<'_> {
    fn new(row: &Summary) -> Guesses<'_> {
        Guesses {
            pegs: row.pegs,
            colors: row.colors,
            player: &row.player,
            rounds: row.rounds,
            mean_guesses: row.mean_guesses.map(millionths),
            standard_error: row.mean_guesses_se.map(millionths),
            lost: lost(row),
        }
    }
}

/// What follows in `champion.csv`.
#[derive(Serialize)]
struct Claims {
    shown: Option<f64>,
    goal: Option<f64>,
    apart_of_shown: Option<f64>,
    apart_of_goal: Option<f64>,
}

impl Claims {
    fn new(row: &Summary) -> Claims {
        let figure = Figure::new(row);
        let claim = figure.and_then(|figure| figure.claim);
        let apart = |figure_of: fn(Claim) -> f64| Some(thousandths(figure?.apart(figure_of(claim?))?));
        Claims {
            shown: claim.map(|claim| claim.shown),
            goal: claim.map(|claim| claim.goal),
            apart_of_shown: apart(|claim| claim.shown),
            apart_of_goal: apart(|claim| claim.goal),
        }
    }
}

/// What follows in `ablation.csv`.
#[derive(Serialize)]
struct Piece {
    difference: Option<f64>,
    difference_se: Option<f64>,
}

impl Piece {
    fn new(difference: Option<Difference>) -> Piece {
        Piece {
            difference: difference.map(|one| millionths(one.mean)),
            difference_se: difference.and_then(|one| one.se).map(millionths),
        }
    }
}

/// What follows in `samples.csv`.
#[derive(Serialize)]
struct SampleClaims {
    at_most: Option<f64>,
    best_known: Option<f64>,
}

impl SampleClaims {
    fn new(row: &Summary) -> SampleClaims {
        let claim = targets::sample_claim(file(row));
        SampleClaims { at_most: claim.and_then(|claim| claim.at_most), best_known: claim.map(|claim| claim.best_known) }
    }
}

/// The name of the file of samples that a match was played with, without its ending.
pub fn file(row: &Summary) -> &str {
    let name = row.scsa.strip_prefix(Codemaker::FILE_PREFIX).unwrap_or(&row.scsa);
    name.strip_suffix(".txt").unwrap_or(name)
}

/// A row of a table of times.
#[derive(Serialize)]
struct Time<'a> {
    scsa: &'a str,
    pegs: usize,
    colors: usize,
    player: &'a str,
    mean_cpu_ms: f64,
    max_ms: f64,
}

impl Time<'_> {
    fn new(row: &TimingSummary) -> Time<'_> {
        Time {
            scsa: &row.scsa,
            pegs: row.pegs,
            colors: row.colors,
            player: &row.player,
            mean_cpu_ms: millionths(row.round_us / 1e3),
            max_ms: millionths(row.round_us_max / 1e3),
        }
    }
}

fn millionths(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn thousandths(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}
