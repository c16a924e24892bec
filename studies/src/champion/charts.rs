//! The charts beside those of the matches: how near the claims are, and what a piece is worth.

use super::{Part, Played, figure::Figure, paired::Rounds, targets};
use crate::{
    FileError, Summary,
    chart::{self, AxisScale, ChartKind, ChartSpec, DataPoint, Format},
    files,
};
use std::path::Path;

/// The mean guesses over what was shown.
pub const CLAIMS: &str = "over-shown";
/// What other efforts and a missing piece make of the guesses.
pub const PIECES: &str = "pieces";
/// All of them.
pub const NAMES: [&str; 2] = [CLAIMS, PIECES];

/// Draws all of them that have anything in them.
pub fn draw(played: &Played, rounds: &Rounds, folder: &Path) -> Result<(), FileError> {
    let plans = [claims(&played.of(Part::Table).summaries), pieces(&played.of(Part::Ablation).summaries, rounds)];
    chart::draw(&plans, &[Format::Svg].into(), &folder.join(files::CHARTS)).map(|_| ())
}

/// A line a codemaker over the sizes.
fn claims(rows: &[Summary]) -> ChartSpec {
    let sizes = targets::SIZES.into_iter().filter(|size| rows.iter().any(|row| row.size_name() == *size));
    let sizes: Vec<&str> = sizes.collect();
    let plan = ChartSpec::new(ChartKind::Lines, CLAIMS, sizes.iter().copied())
        .titled("Mean guesses of bayes over those shown", "below 1 it takes fewer")
        .measuring("mean guesses over those shown", AxisScale::Linear)
        .across("size (pegs x colors)")
        .highlighting(targets::SCSAS);
    targets::SCSAS.iter().enumerate().fold(plan, |plan, (pen, scsa)| {
        let readings = sizes.iter().map(|size| {
            let of = rows.iter().filter(|row| row.scsa == *scsa && row.size_name() == *size).filter_map(Figure::new);
            let mut claimed = of.filter_map(|figure| Some((figure, figure.claim?.shown)));
            claimed.next().map_or(DataPoint::Missing, |(figure, shown)| {
                let reading = DataPoint::measured(figure.mean / shown, figure.se.map(|se| se / shown));
                if figure.lost > 0 { reading.not_all_won() } else { reading }
            })
        });
        plan.series(pen, scsa, readings)
    })
}

/// A group of bars a variant of the player, a bar a match.
fn pieces(rows: &[Summary], rounds: &Rounds) -> ChartSpec {
    let mut players: Vec<&str> = Vec::new();
    let mut matches: Vec<(&str, String)> = Vec::new();
    for row in rows {
        if rounds.difference(row).is_some() && !players.contains(&&*row.player) {
            players.push(&row.player);
        }
        let game = (&*row.scsa, row.size_name());
        if !matches.contains(&game) {
            matches.push(game);
        }
    }
    let plan = ChartSpec::new(ChartKind::Bars, PIECES, players.iter().copied())
        .titled("Guesses more than bayes takes", "in the same rounds, with other efforts or without a piece")
        .measuring("guesses more", AxisScale::FromZero)
        .across("player");
    matches.iter().enumerate().fold(plan, |plan, (pen, (scsa, size))| {
        let readings = players.iter().map(|player| {
            let row = rows.iter().find(|row| row.player == *player && row.scsa == *scsa && row.size_name() == *size);
            let difference = row.and_then(|row| rounds.difference(row));
            difference.map_or(DataPoint::Missing, |one| DataPoint::measured(one.mean, one.se))
        });
        plan.series(pen, &format!("{scsa} at {size}"), readings)
    })
}
