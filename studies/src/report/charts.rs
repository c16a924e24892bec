//! The charts: those of the report from its figures and from ours, and the ratio of both.

use super::{
    comparison::{Comparison, by_match, pick},
    published::{self, FigureQuantity},
    tables::ComparisonTables,
};
use charts::{AxisScale, ChartKind, ChartOptions, ChartSpec, DataPoint, Format};
use std::path::Path;
use tournament::{FileError, Limits, Results, files};

/// The charts of a table of scores or guesses.
pub fn of_table(table: u8) -> Vec<String> {
    match table {
        2 | 4 | 7 | 8 => vec![format!("table-{table}")],
        1 | 3 | 5 | 6 => vec![],
        _ => vec![format!("table-{table}-guesses")],
    }
}

/// The charts of a table of times.
pub fn of_times(table: u8) -> Vec<String> {
    match table {
        5 | 6 => vec![format!("table-{table}-report"), format!("table-{table}-measured")],
        _ => vec![],
    }
}

/// The names of all charts.
pub fn names() -> Vec<String> {
    published::TABLES.flat_map(|table| of_table(table).into_iter().chain(of_times(table))).collect()
}

/// Draws all charts.
pub fn draw(tables: &ComparisonTables, folder: &Path) -> Result<(), FileError> {
    let of = |table| tables.of(table);
    let plans = [scores_at_8x10(of(2)), scores_compared(of(4)), scores(7, of(7)), scores(8, of(8))];
    let times =
        [5, 6].into_iter().flat_map(|table| [times_of_report(table, of(table)), times_measured(table, of(table))]);
    let games = (9..=14).map(|table| games(table, of(table)));
    let plans: Vec<ChartSpec> = plans.into_iter().chain(times).chain(games).collect();
    charts::draw(&plans, &[Format::Svg].into(), &folder.join(files::CHARTS)).map(|_| ())
}

/// Draws the charts of the matches of a folder.
pub fn draw_matches(results: &Results, folder: &Path) -> Result<(), FileError> {
    charts::draw_all(results, &ChartOptions::default(), folder).map(|_| ())
}

/// Bars of SCORE and weighted wins by size, like a chart of the report, the report's beside ours.
fn scores(table: u8, comparisons: &[Comparison]) -> ChartSpec {
    let matches: Vec<&[Comparison]> = by_match(comparisons).collect();
    let read = |quantity, reading: fn(&Comparison) -> DataPoint| {
        matches
            .iter()
            .map(move |figures| pick(figures, quantity).map_or(DataPoint::Missing, reading))
            .collect::<Vec<_>>()
    };
    ChartSpec::new(ChartKind::Bars, &format!("table-{table}"), sizes(&matches))
        .titled(&format!("SCORE and weighted wins of dino on {}", scsa(comparisons)), "of 100 rounds")
        .measuring("SCORE, weighted wins", AxisScale::FromZero)
        .across("size (pegs x colors)")
        .series(0, "SCORE: report", read(FigureQuantity::Score, published_value))
        .series(1, "SCORE: measured", read(FigureQuantity::Score, measured_value))
        .series(2, "weighted wins: report", read(FigureQuantity::WeightedWins, published_value))
        .series(3, "weighted wins: measured", read(FigureQuantity::WeightedWins, measured_value))
}

/// The SCOREs of Table 2, the report's with the standard error of 100 rounds.
fn scores_at_8x10(comparisons: &[Comparison]) -> ChartSpec {
    let scores = || comparisons.iter().filter(|one| one.figure.quantity == FigureQuantity::Score);
    let published = |one: &Comparison| {
        one.figure.value.map_or(DataPoint::Missing, |value| DataPoint::measured(value, one.published_se))
    };
    ChartSpec::new(ChartKind::Bars, "table-2", published::SCSAS)
        .titled("SCORE of dino at 8x10", "of 100 rounds")
        .measuring("SCORE", AxisScale::FromZero)
        .across("codemaker (SCSA)")
        .series(0, "report", scores().map(published).collect::<Vec<_>>())
        .series(1, "measured", scores().map(measured_value).collect::<Vec<_>>())
}

/// Our SCOREs divided by those of Table 4, with the standard error of both.
fn scores_compared(comparisons: &[Comparison]) -> ChartSpec {
    let plan = ChartSpec::new(ChartKind::Lines, "table-4", published::SIZES)
        .titled("Our SCORE of dino divided by that of Table 4", "1 is agreement")
        .measuring("our SCORE / the report's", AxisScale::Linear)
        .across("size (pegs x colors)");
    published::SCSAS.iter().enumerate().fold(plan, |plan, (pen, scsa)| {
        let scores =
            comparisons.iter().filter(|one| one.figure.quantity == FigureQuantity::Score && one.figure.scsa == *scsa);
        let readings = scores.map(|one| {
            let Some((value, measured)) = one.figure.value.zip(one.measured) else { return DataPoint::Missing };
            let error = one.se.zip(one.published_se).map(|(ours, theirs)| (ours * ours + theirs * theirs).sqrt());
            DataPoint::measured(measured / value, error.map(|error| error / value))
        });
        plan.series(pen, scsa, readings.collect::<Vec<_>>())
    })
}

/// Grouped bars by size, from the report's figures: the time of the first guess, the mean time of a guess, and the guesses.
fn times_of_report(table: u8, comparisons: &[Comparison]) -> ChartSpec {
    let title = format!("Times and guesses of dino on {}: the report", scsa(comparisons));
    let plan = grouped(table, comparisons, "report", published_value, 1.0).titled(&title, "one game a size");
    plan.measuring("microseconds, guesses", AxisScale::FromZero)
}

/// The same from our figures, in nanoseconds.
fn times_measured(table: u8, comparisons: &[Comparison]) -> ChartSpec {
    let title = format!("Times and guesses of dino on {}: measured", scsa(comparisons));
    let plan =
        grouped(table, comparisons, "measured", measured_value, 1000.0).titled(&title, "means of the timed rounds");
    plan.measuring("nanoseconds, guesses", AxisScale::FromZero)
        .note("The time of the first guess includes that of reading the clock.")
}

fn grouped(
    table: u8,
    comparisons: &[Comparison],
    whose: &str,
    reading: fn(&Comparison) -> DataPoint,
    unit: f64,
) -> ChartSpec {
    let matches: Vec<&[Comparison]> = by_match(comparisons).collect();
    let read = |quantity, unit: f64| {
        let scaled = move |one: &Comparison| reading(&one.scaled(unit));
        matches
            .iter()
            .map(move |figures| pick(figures, quantity).map_or(DataPoint::Missing, scaled))
            .collect::<Vec<_>>()
    };
    let name = if unit > 1.0 { "ns" } else { "µs" };
    let later = comparisons.iter().any(|one| one.figure.quantity == FigureQuantity::LaterGuess);
    let (mean, which) = if later { (FigureQuantity::LaterGuess, "later") } else { (FigureQuantity::Guess, "mean") };
    ChartSpec::new(ChartKind::Bars, &format!("table-{table}-{whose}"), sizes(&matches))
        .across("size (pegs x colors)")
        .series(0, &format!("first guess, {name}"), read(FigureQuantity::FirstGuess, unit))
        .series(1, &format!("{which} guess, {name}"), read(mean, unit))
        .series(2, "guesses to win", read(FigureQuantity::Guesses, 1.0))
}

/// The guesses of every player of a table: the game of the report beside our mean.
fn games(table: u8, comparisons: &[Comparison]) -> ChartSpec {
    let matches: Vec<&[Comparison]> = by_match(comparisons).collect();
    let players = matches.iter().filter_map(|figures| figures.first()).map(|one| one.figure.player);
    let read = |reading: fn(&Comparison) -> DataPoint| {
        let guesses = matches.iter().map(|figures| pick(figures, FigureQuantity::Guesses));
        guesses.map(|one| one.map_or(DataPoint::Missing, reading)).collect::<Vec<_>>()
    };
    let size = comparisons.first().map_or("", |one| one.figure.size);
    ChartSpec::new(ChartKind::Bars, &format!("table-{table}-guesses"), players)
        .titled(
            &format!("Guesses to win against {} at {size}", scsa(comparisons)),
            "one game in the report, means of all rounds",
        )
        .measuring("guesses", AxisScale::FromZero)
        .across("player")
        .series(0, "report", read(|one| one.figure.value.map_or(DataPoint::NoWin, DataPoint::exact)))
        .series(1, "measured", read(guesses_of_all))
        .note(&format!("A round that was not won counts as the guess limit, {}.", Limits::default().guesses))
}

fn published_value(one: &Comparison) -> DataPoint {
    one.figure.value.map_or(DataPoint::Missing, DataPoint::exact)
}

fn measured_value(one: &Comparison) -> DataPoint {
    let Some(value) = one.measured else { return DataPoint::Missing };
    let reading = DataPoint::measured(value, one.se);
    if one.all_won { reading } else { reading.not_all_won() }
}

fn guesses_of_all(one: &Comparison) -> DataPoint {
    let Some(guesses) = one.guesses_of_all else { return DataPoint::Missing };
    let point = DataPoint::measured(guesses.mean, guesses.standard_error);
    if guesses.is_lower_bound { point.lower_bound() } else { point }
}

fn sizes(matches: &[&[Comparison]]) -> Vec<&'static str> {
    matches.iter().filter_map(|figures| figures.first()).map(|one| one.figure.size).collect()
}

fn scsa(comparisons: &[Comparison]) -> &'static str {
    comparisons.first().map_or("", |one| one.figure.scsa)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::charts::Caveat;
    use players::{Limit, Outcome};
    use tournament::{Rules, Tally};

    #[test]
    fn a_round_that_is_not_won_never_shortens_a_bar() {
        let [weak, good] = ["baseline-3", "baseline-4"];
        let row = |player, won: usize, guesses| {
            let mut tally = Tally::default();
            (0..won).for_each(|_| tally.count(&Outcome::Win, guesses));
            (won..10).for_each(|_| tally.count(&Outcome::Loss(Limit::Guesses), 100));
            tally.summary(player, "only-once", "8x10".parse().unwrap(), Rules::Report)
        };
        let results = Results { summaries: vec![row(weak, 1, 5), row(good, 10, 14)], timings: Vec::new() };
        let bar = |player| {
            let quantity = FigureQuantity::Guesses;
            let figure = published::PublishedFigure {
                table: 12,
                player,
                scsa: "only-once",
                size: "8x10",
                quantity,
                value: None,
                rounds: 1,
            };
            guesses_of_all(&Comparison::new(figure, player, &results))
        };
        // One round in five guesses, and nine of 100.
        assert!(matches!(bar(weak), DataPoint::Value { value: 90.5, caveat: Some(Caveat::LowerBound), .. }));
        assert!(matches!(bar(good), DataPoint::Value { value: 14.0, caveat: None, .. }));
    }
}
