//! The charts: guesses in relation to the baselines, and the differences of the ablation.

use super::{
    experiment::{Experiment, GUESS_LIMIT},
    match_mean::MatchMean,
    references,
    results::ChampionResults,
};
use charts::{AxisScale, ChartKind, ChartOptions, ChartSpec, DataPoint, Format};
use tournament::{FileError, Summary, files};

use crate::file_set::FileSet;

/// The mean guesses divided by the baselines.
pub const RELATIVE: &str = "relative-to-baseline";
/// The differences of the ablation.
pub const ABLATION: &str = "ablation";

/// Draws all charts that have any data, and those of the matches of each experiment.
pub fn draw(results: &ChampionResults, set: &FileSet) -> Result<(), FileError> {
    let options = ChartOptions { guess_limit: GUESS_LIMIT, ..ChartOptions::default() };
    for (experiment, results) in Experiment::ALL.map(|experiment| (experiment, results.of(experiment))) {
        if !results.summaries.is_empty() {
            charts::draw_all(results, &options, &set.path(experiment.folder()))?;
        }
    }
    let plans = [relative(&results.of(Experiment::Table).summaries), ablation(results)];
    charts::draw(&plans, &[Format::Svg].into(), &set.path(files::CHARTS)).map(|_| ())
}

/// A line a codemaker over the sizes.
fn relative(rows: &[Summary]) -> ChartSpec {
    let sizes = references::SIZES.into_iter().filter(|size| rows.iter().any(|row| row.size_name() == *size));
    let sizes: Vec<&str> = sizes.collect();
    let plan = ChartSpec::new(ChartKind::Lines, RELATIVE, sizes.iter().copied())
        .titled("Mean guesses of bayes divided by the baselines", "below 1 it takes fewer guesses")
        .measuring("mean guesses / baseline", AxisScale::Linear)
        .across("size (pegs x colors)")
        .highlighting(references::SCSAS);
    references::SCSAS.iter().enumerate().fold(plan, |plan, (pen, scsa)| {
        let readings = sizes.iter().map(|size| {
            let of = rows.iter().filter(|row| row.scsa == *scsa && row.size_name() == *size);
            let mut with_baseline =
                of.filter_map(MatchMean::new).filter_map(|mean| Some((mean, mean.reference?.baseline)));
            with_baseline.next().map_or(DataPoint::Missing, |(mean, baseline)| {
                let guesses = mean.guesses;
                let reading = DataPoint::measured(guesses.mean / baseline, guesses.se.map(|se| se / baseline));
                if mean.not_won > 0 { reading.not_all_won() } else { reading }
            })
        });
        plan.series(pen, scsa, readings)
    })
}

/// A group of bars a variant of the player, a bar a match.
fn ablation(results: &ChampionResults) -> ChartSpec {
    let (rows, differences) = (&results.of(Experiment::Ablation).summaries, &results.differences);
    let mut players: Vec<&str> = Vec::new();
    let mut matches: Vec<(&str, String)> = Vec::new();
    for row in rows {
        if differences.of(row).is_some() && !players.contains(&&*row.player) {
            players.push(&row.player);
        }
        let game = (&*row.scsa, row.size_name());
        if !matches.contains(&game) {
            matches.push(game);
        }
    }
    let plan = ChartSpec::new(ChartKind::Bars, ABLATION, players.iter().copied())
        .titled("Guesses more than bayes takes", "in the same rounds")
        .measuring("guesses more", AxisScale::FromZero)
        .of_differences()
        .across("player");
    matches.iter().enumerate().fold(plan, |plan, (pen, (scsa, size))| {
        let readings = players.iter().map(|player| {
            let row = rows.iter().find(|row| row.player == *player && row.scsa == *scsa && row.size_name() == *size);
            let difference = row.and_then(|row| differences.of(row));
            difference.map_or(DataPoint::Missing, |one| DataPoint::measured(one.mean, one.se))
        });
        plan.series(pen, &format!("{scsa} at {size}"), readings)
    })
}
