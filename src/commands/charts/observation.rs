//! The numbers of a figure.

use crate::commands::{charts::facet::SizeMeasure, scale::quantity::Quantity};
use charts::FigurePoint;
use documented::DocumentedFields;
use scsa::Size;
use serde::Serialize;
use tournament::{Results, Summary};

/// Half the width of a 95 % interval, in standard errors.
const Z: f64 = 1.96;

/// A number of a figure: a row of the CSV file beside it.
#[derive(Clone, Debug, PartialEq, Serialize, DocumentedFields)]
pub struct Observation {
    /// The player's name.
    pub player: String,
    /// The codemaker.
    pub scsa: String,
    /// The number of pegs.
    pub pegs: usize,
    /// The number of colors.
    pub colors: usize,
    /// The size as a number, as `--x` says: pegs times colors, or the number of codes.
    pub x: f64,
    /// The mean of the quantity that `--y` names: guesses or points of a round, or microseconds of CPU time.
    pub y: f64,
    /// The lower end of the 95 % interval of `y` (1.96 standard errors); empty if it is not known.
    pub low: Option<f64>,
    /// The upper end of that interval.
    pub high: Option<f64>,
    /// Whether `y` is only a lower bound, because rounds that were not won count with the guess limit.
    pub lower_bound: bool,
}

/// A number with at most six decimals, as those of results.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

impl Observation {
    /// The observations of these players and codemakers at all sizes, by size, then by codemaker, then by player.
    pub fn all(
        results: &Results,
        players: &[String],
        scsas: &[String],
        (x, y): (SizeMeasure, Quantity),
        guess_limit: usize,
    ) -> Vec<Observation> {
        let mut sizes: Vec<Size> = Vec::new();
        for size in results.summaries.iter().filter_map(Summary::size) {
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        sizes.sort_by(|a, b| x.of(*a).total_cmp(&x.of(*b)).then(a.cmp(b)));
        let mut all = Vec::new();
        for size in sizes {
            for scsa in scsas {
                for player in players {
                    let Some(found) = y.of_match(player, scsa, size, results, guess_limit) else { continue };
                    let interval =
                        found.standard_error.map(|error| [-Z, Z].map(|side| rounded(found.value + side * error)));
                    all.push(Observation {
                        player: player.clone(),
                        scsa: scsa.clone(),
                        pegs: size.pegs(),
                        colors: size.colors(),
                        x: x.of(size),
                        y: found.value,
                        low: interval.map(|[low, _]| low),
                        high: interval.map(|[_, high]| high),
                        lower_bound: found.is_lower_bound,
                    });
                }
            }
        }
        all
    }

    /// The size of the game.
    pub fn size_name(&self) -> String {
        format!("{}x{}", self.pegs, self.colors)
    }

    /// The number as it is drawn.
    pub fn point(&self) -> FigurePoint {
        let interval = self.low.zip(self.high).map(|(low, high)| [low, high]);
        FigurePoint { x: self.x, y: self.y, interval, is_lower_bound: self.lower_bound }
    }
}
