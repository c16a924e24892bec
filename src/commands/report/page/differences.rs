//! The differences between all pairs of players.

use crate::{
    commands::report::{
        page::table::{of_players, panes},
        page_data::{DifferenceCell, DifferenceTable, Grid},
    },
    present::words,
};
use maud::{Markup, html};
use tournament::compare::is_significant;

pub fn section(grid: &Grid, tables: &[DifferenceTable]) -> Markup {
    html! {
        (panes("Difference in", tables.iter().map(|table| (table.name, of_measure(grid, table)))))
    }
}

fn of_measure(grid: &Grid, table: &DifferenceTable) -> Markup {
    let name = |player: &usize| grid.players[*player].clone();
    let headings: Vec<String> = table.players.iter().map(name).collect();
    let largest = table.rows.iter().flatten().flatten().map(|cell| cell.mean.abs()).fold(f64::MIN_POSITIVE, f64::max);
    let rows = table.players.iter().zip(&table.rows).map(|(player, cells)| {
        let cells = html! { @for one in cells { (cell(*one, table.is_gain, largest)) } };
        (*player, &*grid.players[*player], cells)
    });
    html! {
        (of_players(&format!("Difference in {}, row less column", table.name), "differences", &headings, rows))
        p.note { (table.note) " Blue: better than the player of the column." }
    }
}

fn cell(cell: Option<DifferenceCell>, is_gain: bool, largest: f64) -> Markup {
    let Some(DifferenceCell { mean, half_width, p_value }) = cell else { return html! { td { "–" } } };
    let is_clear = is_significant(p_value);
    let is_better = (mean > 0.0) == is_gain;
    // Small differences are seen, too.
    let share = (100.0 * (mean.abs() / largest).sqrt()).round() as u32;
    let half = half_width.map(|half| format!(" ± {half:.3}")).unwrap_or_default();
    let more = format!("{mean:+.3}{half}, p {}", words::p_value(Some(p_value)));
    let class = match (is_clear, is_better) {
        (false, _) => None,
        (true, true) => Some("better"),
        (true, false) => Some("worse"),
    };
    html! {
        td class=[class] style=[is_clear.then(|| format!("--v:{share}"))] data-more=(more) {
            @if !is_clear { "~" } (format!("{mean:+.2}"))
        }
    }
}
