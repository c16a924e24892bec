//! The charts of the reproduction: those that the report shows, from its figures and from ours, and better ones.

use super::{
    Tables,
    comparison::Comparison,
    page::{by_match, pick},
    published::{self, Quantity},
};
use crate::{
    FileError,
    chart::{self, Kind, Plan, Reading, Spread},
    files,
};
use std::path::Path;

/// The charts that belong beside a table of scores or guesses.
pub fn of_table(table: u8) -> Vec<String> {
    match table {
        2 | 4 | 7 | 8 => vec![format!("table-{table}")],
        1 | 3 | 5 | 6 => vec![],
        _ => vec![format!("table-{table}-guesses")],
    }
}

/// The charts that belong beside a table of times.
pub fn of_times(table: u8) -> Vec<String> {
    match table {
        5 | 6 => vec![format!("table-{table}-report"), format!("table-{table}-here")],
        _ => vec![],
    }
}

/// Draws all of them.
pub fn draw(tables: &Tables, folder: &Path) -> Result<(), FileError> {
    let of = |table| tables.of(table);
    let plans = [
        scores_apart(2, of(2), &["8x10"]),
        scores_apart(4, of(4), &published::SIZES),
        scores(7, of(7)),
        scores(8, of(8)),
    ];
    let times = [5, 6].into_iter().flat_map(|table| [times_of_report(table, of(table)), times_here(table, of(table))]);
    let games = (9..=14).map(|table| games(table, of(table)));
    let plans: Vec<Plan> = plans.into_iter().chain(times).chain(games).collect();
    chart::draw(&plans, &folder.join(files::CHARTS)).map(|_| ())
}

/// Bars of SCORE and weighted wins by size, as the report has them, the report's beside ours.
fn scores(table: u8, comparisons: &[Comparison]) -> Plan {
    let matches: Vec<&[Comparison]> = by_match(comparisons).collect();
    let read = |quantity, reading: fn(&Comparison) -> Reading| {
        matches.iter().map(move |figures| pick(figures, quantity).map_or(Reading::Nothing, reading)).collect::<Vec<_>>()
    };
    Plan::new(Kind::Bars, &format!("table-{table}"), sizes(&matches))
        .titled(&format!("SCORE and weighted wins of dino on {}", scsa(comparisons)), "of 100 rounds")
        .measuring("SCORE, weighted wins", Spread::FromZero)
        .across("size (pegs x colors)")
        .series(0, "SCORE: report", read(Quantity::Score, told))
        .series(1, "SCORE: here", read(Quantity::Score, found))
        .series(2, "weighted wins: report", read(Quantity::WeightedWins, told))
        .series(3, "weighted wins: here", read(Quantity::WeightedWins, found))
}

/// How far the SCOREs are apart, in standard errors of the difference.
fn scores_apart(table: u8, comparisons: &[Comparison], sizes: &[&str]) -> Plan {
    let plan = Plan::new(Kind::Bars, &format!("table-{table}"), published::SCSAS)
        .titled(&format!("Table {table}: how far our SCORE of dino is from the report's"), "agreement is within 3")
        .measuring("ours less the report's, in standard errors", Spread::FromZero)
        .across("codemaker (SCSA)");
    sizes.iter().enumerate().fold(plan, |plan, (pen, size)| {
        let row = published::SCSAS.map(|scsa| {
            let figures = comparisons.iter().filter(|one| one.figure.size == *size && one.figure.scsa == scsa);
            let score = figures.into_iter().find(|one| one.figure.quantity == Quantity::Score);
            score.and_then(|one| one.apart).map_or(Reading::Nothing, Reading::exact)
        });
        plan.series(pen, size, row)
    })
}

/// Grouped bars of the first guess's time, a guess's mean time and the guesses by size, from the report's figures.
fn times_of_report(table: u8, comparisons: &[Comparison]) -> Plan {
    let title = format!("Times and guesses of dino on {}: the report", scsa(comparisons));
    let plan = grouped(table, comparisons, "report", told, 1.0).titled(&title, "one game a size");
    plan.measuring("microseconds, guesses", Spread::FromZero)
}

/// The same from ours, in nanoseconds.
fn times_here(table: u8, comparisons: &[Comparison]) -> Plan {
    let title = format!("Times and guesses of dino on {}: here", scsa(comparisons));
    let rounds = comparisons.iter().map(|one| one.rounds).max().unwrap_or(0);
    let plan = grouped(table, comparisons, "here", found, 1000.0).titled(&title, &format!("{rounds} rounds a size"));
    plan.measuring("nanoseconds, guesses", Spread::FromZero)
        .note("Of the first guess about 250 ns are the clock itself.")
}

fn grouped(table: u8, comparisons: &[Comparison], whose: &str, reading: fn(&Comparison) -> Reading, unit: f64) -> Plan {
    let matches: Vec<&[Comparison]> = by_match(comparisons).collect();
    let read = |quantity, unit: f64| {
        let scaled = move |one: &Comparison| reading(&one.scaled(unit));
        matches.iter().map(move |figures| pick(figures, quantity).map_or(Reading::Nothing, scaled)).collect::<Vec<_>>()
    };
    let name = if unit > 1.0 { "ns" } else { "µs" };
    Plan::new(Kind::Bars, &format!("table-{table}-{whose}"), sizes(&matches))
        .across("size (pegs x colors)")
        .series(0, &format!("first guess, {name}"), read(Quantity::FirstGuess, unit))
        .series(1, &format!("mean guess, {name}"), read(Quantity::Guess, unit))
        .series(2, "guesses to win", read(Quantity::Guesses, 1.0))
}

/// Guesses of every player of a table, the report's game beside our mean.
fn games(table: u8, comparisons: &[Comparison]) -> Plan {
    let matches: Vec<&[Comparison]> = by_match(comparisons).collect();
    let players = matches.iter().filter_map(|figures| figures.first()).map(|one| one.figure.player);
    let read = |reading: fn(&Comparison) -> Reading| {
        let guesses = matches.iter().map(|figures| pick(figures, Quantity::Guesses));
        guesses.map(|one| one.map_or(Reading::NoWin, reading)).collect::<Vec<_>>()
    };
    let size = comparisons.first().map_or("", |one| one.figure.size);
    Plan::new(Kind::Bars, &format!("table-{table}-guesses"), players)
        .titled(
            &format!("Guesses to win against {} at {size}", scsa(comparisons)),
            "one game in the report, means of won rounds here",
        )
        .measuring("guesses", Spread::FromZero)
        .across("player")
        .series(0, "report", read(|one| one.figure.value.map_or(Reading::NoWin, Reading::exact)))
        .series(1, "here", read(|one| if one.here.is_some() { found(one) } else { Reading::NoWin }))
}

fn told(one: &Comparison) -> Reading {
    one.figure.value.map_or(Reading::Nothing, Reading::exact)
}

fn found(one: &Comparison) -> Reading {
    let Some(value) = one.here else { return Reading::Nothing };
    let reading = Reading::measured(value, one.se);
    if one.all_won { reading } else { reading.not_all_won() }
}

fn sizes(matches: &[&[Comparison]]) -> Vec<&'static str> {
    matches.iter().filter_map(|figures| figures.first()).map(|one| one.figure.size).collect()
}

fn scsa(comparisons: &[Comparison]) -> &'static str {
    comparisons.first().map_or("", |one| one.figure.scsa)
}
