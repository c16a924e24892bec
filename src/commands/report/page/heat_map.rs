//! The SCOREs of all matches, shaded.

use crate::commands::report::{
    page::table::{of_players, panes},
    page_data::{Cell, Grid},
};
use maud::{Markup, html};

pub fn section(grid: &Grid) -> Markup {
    let tables = (0..grid.sizes.len()).map(|size| (&*grid.sizes[size], at_size(grid, size)));
    html! {
        @if grid.cells.is_empty() { p.missing { "No match is finished." } } @else {
            (panes("Size", tables))
            div.one-player data-script="one-player" hidden {}
            p.note {
                "SCORE of each match. The stronger the color, the nearer to the best SCORE against that codemaker at that size; the best is bold. \
                 refused: the player does not play the match; n/a: the codemaker does not support the size."
            }
        }
    }
}

fn at_size(grid: &Grid, size: usize) -> Markup {
    let of_size = || grid.cells.iter().filter(|cell| cell.size == size);
    let scsas: Vec<usize> = (0..grid.scsas.len()).filter(|scsa| of_size().any(|cell| cell.scsa == *scsa)).collect();
    let best: Vec<f64> = scsas
        .iter()
        .map(|scsa| of_size().filter(|cell| cell.scsa == *scsa).filter_map(Cell::points).fold(0.0, f64::max))
        .collect();
    let rows = (0..grid.players.len()).filter(|player| of_size().any(|cell| cell.player == *player)).map(|player| {
        let cells = html! {
            @for (scsa, best) in scsas.iter().zip(&best) {
                @match grid.cell(player, *scsa, size) {
                    None => td { "–" },
                    Some(cell) => @match share(cell.points(), *best) {
                        None => td { (cell.score) },
                        Some(share) => td.heat.best[cell.points() == Some(*best)] style={ "--v:" (share) } {
                            (cell.score)
                        },
                    },
                }
            }
        };
        (player, &*grid.players[player], cells)
    });
    let headings: Vec<String> = scsas.iter().map(|scsa| grid.scsas[*scsa].clone()).collect();
    of_players(&format!("SCORE at {}", grid.sizes[size]), "scores", &headings, rows)
}

/// The points as a part of the best ones, in percent. None without a round, and where nobody has points.
fn share(points: Option<f64>, best: f64) -> Option<u32> {
    (best > 0.0).then_some(())?;
    points.map(|points| (100.0 * points / best).clamp(0.0, 100.0).round() as u32)
}
