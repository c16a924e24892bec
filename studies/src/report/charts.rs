//! The charts: those of the report from its figures and from ours, and the ratio of both.

use super::comparison::{Comparison, Quantity, SCSAS, SIZES, by_match, mean_guess, of_table, pick};
use charts::{AxisScale, Chart, ChartKind, DataPoint, Format};
use std::path::Path;
use tournament::compare::Interval;
use tournament::{FileError, GuessLimits};

type Reading = fn(&Comparison) -> DataPoint;

pub fn draw(all: &[Comparison], folder: &Path) -> Result<(), FileError> {
    let of = |table| of_table(all, table);
    let mut plans = vec![scores_at_8x10(of(2)), scores_compared(of(4)), scores(7, of(7)), scores(8, of(8))];
    for table in [5, 6] {
        plans.extend([times(table, of(table), false), times(table, of(table), true)]);
    }
    plans.extend((9..=14).map(|table| games(table, of(table))));
    charts::draw(&plans, &[Format::Svg].into(), folder).map(|_| ())
}

/// Bars of SCORE and weighted wins by size, like a chart of the report, the report's beside ours.
fn scores(table: u8, comparisons: &[Comparison]) -> Chart {
    let read = |quantity, reading| readings(comparisons, quantity, reading);
    bars(&format!("table-{table}"), comparisons)
        .titled(&format!("SCORE and weighted wins of dino on {}", scsa(comparisons)), "of 100 rounds")
        .measuring("SCORE, weighted wins", AxisScale::FromZero)
        .series(0, "SCORE: report", read(Quantity::Score, published))
        .series(1, "SCORE: measured", read(Quantity::Score, measured))
        .series(2, "weighted wins: report", read(Quantity::WeightedWins, published))
        .series(3, "weighted wins: measured", read(Quantity::WeightedWins, measured))
}

/// The SCOREs of Table 2, the report's with the standard error of 100 rounds.
fn scores_at_8x10(comparisons: &[Comparison]) -> Chart {
    let published: Reading = |one| {
        one.figure
            .published
            .map_or(DataPoint::Missing, |value| with_error(value, one.published_se, one.figure.published_rounds))
    };
    Chart::of_categories(ChartKind::Bars, "table-2", "codemaker (SCSA)", SCSAS)
        .titled("SCORE of dino at 8x10", "of 100 rounds")
        .measuring("SCORE", AxisScale::FromZero)
        .series(0, "report", readings(comparisons, Quantity::Score, published))
        .series(1, "measured", readings(comparisons, Quantity::Score, measured))
}

/// Our SCOREs divided by those of Table 4, with the standard error of both.
fn scores_compared(comparisons: &[Comparison]) -> Chart {
    let plan = Chart::of_categories(ChartKind::Lines, "table-4", "size (pegs x colors)", SIZES)
        .titled("Our SCORE of dino divided by that of Table 4", "1 is agreement")
        .measuring("our SCORE / the report's", AxisScale::Linear);
    SCSAS.iter().enumerate().fold(plan, |plan, (pen, scsa)| {
        let scores =
            comparisons.iter().filter(|one| one.figure.quantity == Quantity::Score && one.figure.scsa == *scsa);
        let readings = scores.map(|one| {
            let Some((value, measured)) = one.figure.published.zip(one.measured) else { return DataPoint::Missing };
            let error = one.se.zip(one.published_se).map(|(ours, theirs)| (ours * ours + theirs * theirs).sqrt());
            with_error(measured / value, error.map(|error| error / value), one.figure.published_rounds)
        });
        plan.series(pen, scsa, readings.collect::<Vec<_>>())
    })
}

/// Grouped bars by size: the time of the first guess, the mean time of a guess, and the guesses; from the report's figures in
/// microseconds, or from ours in nanoseconds.
fn times(table: u8, comparisons: &[Comparison], is_measured: bool) -> Chart {
    let nanoseconds: Reading = |one| {
        let scaled = |number: Option<f64>| number.map(|number| number * 1000.0);
        measured(&Comparison { measured: scaled(one.measured), se: scaled(one.se), ..*one })
    };
    let (whose, reading, guesses, unit) = if is_measured {
        ("measured", nanoseconds, measured as Reading, "ns")
    } else {
        ("report", published as Reading, published as Reading, "µs")
    };
    let title = if is_measured { "measured" } else { "the report" };
    let mean = mean_guess(comparisons);
    let which = if mean == Quantity::LaterGuessUs { "later" } else { "mean" };
    let plan = bars(&format!("table-{table}-{whose}"), comparisons)
        .series(0, &format!("first guess, {unit}"), readings(comparisons, Quantity::FirstGuessUs, reading))
        .series(1, &format!("{which} guess, {unit}"), readings(comparisons, mean, reading))
        .series(2, "guesses to win", readings(comparisons, Quantity::MeanGuesses, guesses))
        .titled(
            &format!("Times and guesses of dino on {}: {title}", scsa(comparisons)),
            if is_measured { "means of the timed rounds" } else { "one game a size" },
        );
    if is_measured {
        plan.measuring("nanoseconds, guesses", AxisScale::FromZero)
            .note("The time of the first guess includes that of reading the clock.")
    } else {
        plan.measuring("microseconds, guesses", AxisScale::FromZero)
    }
}

/// The guesses of every player of a table: the game of the report beside our mean.
fn games(table: u8, comparisons: &[Comparison]) -> Chart {
    let players = by_match(comparisons).into_iter().map(|figures| &*figures[0].figure.player);
    let game = comparisons.first().map_or_else(String::new, |one| one.figure.game());
    let published: Reading = |one| one.figure.published.map_or(DataPoint::NoWin, DataPoint::exact);
    Chart::of_categories(ChartKind::Bars, &format!("table-{table}-guesses"), "player", players)
        .titled(
            &format!("Guesses to win against {} at {game}", scsa(comparisons)),
            "one game in the report, means of all rounds",
        )
        .measuring("guesses", AxisScale::FromZero)
        .series(0, "report", readings(comparisons, Quantity::MeanGuesses, published))
        .series(1, "measured", readings(comparisons, Quantity::MeanGuesses, guesses_of_all))
        .note(&format!("A round that was not won counts as the limit, {}.", GuessLimits::default().in_words()))
}

fn bars(name: &str, comparisons: &[Comparison]) -> Chart {
    let sizes = by_match(comparisons).into_iter().map(|figures| figures[0].figure.game());
    Chart::of_categories(ChartKind::Bars, name, "size (pegs x colors)", sizes)
}

fn readings(comparisons: &[Comparison], quantity: Quantity, reading: Reading) -> Vec<DataPoint> {
    let figures = by_match(comparisons).into_iter().map(|figures| pick(figures, quantity));
    figures.map(|one| one.map_or(DataPoint::Missing, reading)).collect()
}

fn published(one: &Comparison) -> DataPoint {
    one.figure.published.map_or(DataPoint::Missing, DataPoint::exact)
}

fn with_error(value: f64, error: Option<f64>, rounds: u64) -> DataPoint {
    DataPoint::measured(value, error.and_then(|error| Interval::of_mean(value, error, rounds)))
}

fn measured(one: &Comparison) -> DataPoint {
    let Some(value) = one.measured else { return DataPoint::Missing };
    let reading = with_error(value, one.se, one.rounds);
    if one.all_won { reading } else { reading.not_all_won() }
}

/// A round that is not won never shortens a bar.
fn guesses_of_all(one: &Comparison) -> DataPoint {
    let Some(guesses) = one.guesses_of_all else { return DataPoint::Missing };
    let point = DataPoint::measured(guesses.mean, guesses.interval());
    if guesses.is_lower_bound { point.lower_bound() } else { point }
}

fn scsa(comparisons: &[Comparison]) -> &'static str {
    comparisons.first().map_or("", |one| &one.figure.scsa)
}
