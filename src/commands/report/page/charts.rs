//! Sections with a chart. The script draws the charts; the tables say the same in numbers.

use crate::{
    commands::report::{
        page::table::{of_players, panes},
        page_data::{Cell, Distribution, Grid, PageData},
    },
    present::tables,
};
use maud::{Markup, html};

/// What the charts of growth show of a match.
const MEASURES: [(&str, &str, usize); 3] =
    [("guesses", "Mean guesses", 2), ("points", "Points a round", 3), ("time", "µs a guess", 2)];

/// The number that a chart of growth shows of a match, and whether it is a lower bound.
fn value(cell: &Cell, measure: &str) -> Option<(f64, bool)> {
    match measure {
        "guesses" => cell.guesses().map(|guesses| (guesses.mean, guesses.is_lower_bound)),
        "points" => cell.points().map(|points| (points, false)),
        _ => cell.timing.as_ref().map(|timing| (timing.guess_us, false)),
    }
}

/// The mark before a mean that is a lower bound.
const fn bound(is_lower_bound: bool) -> &'static str {
    if is_lower_bound { "≥ " } else { "" }
}

/// A place for a chart, with its controls. The script fills it.
fn chart(id: &str, controls: &Markup) -> Markup {
    html! {
        div.chart data-script=(id) hidden {
            form.controls { (controls) }
            div.drawing {}
        }
    }
}

fn choice<'a>(name: &str, label: &str, options: impl Iterator<Item = (String, &'a str)>) -> Markup {
    html! {
        label { (label) " " select name=(name) { @for (value, text) in options { option value=(value) { (text) } } } }
    }
}

/// The choice of a codemaker, or of all.
fn scsa_choice(grid: &Grid) -> Markup {
    let all = (grid.scsas.len() > 1).then(|| (String::new(), "all"));
    let each = grid.scsas.iter().enumerate().map(|(index, scsa)| (index.to_string(), scsa.as_str()));
    choice("scsa", "Codemaker", all.into_iter().chain(each))
}

/// The choice of a size, or of all.
fn size_choice(grid: &Grid, has_all: bool) -> Markup {
    let all = (has_all && grid.sizes.len() > 1).then(|| (String::new(), "all"));
    let each = grid.sizes.iter().enumerate().map(|(index, size)| (index.to_string(), size.as_str()));
    choice("size", "Size", all.into_iter().chain(each))
}

/// How numbers grow with the size.
pub fn growth(data: &PageData) -> Markup {
    let grid = &data.grid;
    if grid.cells.is_empty() {
        return html! { p.missing { "No match is finished." } };
    }
    let measures = MEASURES.into_iter().map(|(id, name, _)| (id.to_owned(), name));
    let controls = html! { (choice("measure", "Show", measures)) (scsa_choice(grid)) };
    html! {
        (chart("growth", &controls))
        (panes("Table", MEASURES.into_iter().map(|(id, name, decimals)| (name, by_size(grid, id, name, decimals)))))
        p.note {
            "Means over all codemakers, of the matches of a player at a size; – if it did not play all of them. ≥: a round that was not won \
             counts as " (grid.guess_limit) " guesses. CPU times depend on the machine."
        }
    }
}

fn by_size(grid: &Grid, measure: &str, name: &str, decimals: usize) -> Markup {
    let played_at = |size: usize| {
        let at = |scsa: usize| {
            grid.cells.iter().any(|cell| (cell.scsa, cell.size) == (scsa, size) && cell.summary.rounds > 0)
        };
        (0..grid.scsas.len()).filter(|scsa| at(*scsa)).collect::<Vec<_>>()
    };
    let scsas: Vec<Vec<usize>> = (0..grid.sizes.len()).map(played_at).collect();
    let mean = |player: usize, size: usize| {
        let one = |scsa: &usize| value(grid.cell(player, *scsa, size)?, measure);
        let values: Vec<(f64, bool)> = scsas[size].iter().map(one).collect::<Option<_>>()?;
        let is_bound = values.iter().any(|(_, is_bound)| *is_bound);
        let mean = values.iter().map(|(value, _)| value).sum::<f64>() / values.len() as f64;
        (!values.is_empty()).then(|| format!("{}{mean:.decimals$}", bound(is_bound)))
    };
    let rows = (0..grid.players.len()).map(|player| {
        let cells = html! { @for size in 0..grid.sizes.len() {
            td { (mean(player, size).unwrap_or_else(tables::dash)) }
        } };
        (player, &*grid.players[player], cells)
    });
    of_players(&format!("{name} by size"), "by-size", &grid.sizes, rows)
}

/// How many rounds took how many guesses.
pub fn distribution(grid: &Grid, distributions: &[Distribution]) -> Markup {
    let controls = html! { (size_choice(grid, false)) (scsa_choice(grid)) };
    let rows = (0..grid.players.len()).map(|player| {
        let cells = html! { @for size in 0..grid.sizes.len() { td { (range(distributions, player, size, grid.guess_limit)) } } };
        (player, &*grid.players[player], cells)
    });
    html! {
        (chart("distribution", &controls))
        (of_players("Median guesses of all rounds (fewest–most of the rounds won), over all codemakers", "ranges", &grid.sizes, rows))
        p.note { "All bars have one scale: the share of all rounds of the player. ✗: rounds not won; they count as " (grid.guess_limit) " guesses or more, \
                  so that a median among them is marked with ≥." }
    }
}

/// The median of all rounds, the fewest and the most guesses of rounds won: `6 (3–9)`. A round that was not won counts as the limit.
fn range(distributions: &[Distribution], player: usize, size: usize, limit: usize) -> String {
    let (mut counts, mut not_won): (Vec<u64>, u64) = (Vec::new(), 0);
    let own = distributions.iter().filter(|one| (one.0, one.2) == (player, size));
    for Distribution(.., first, rounds, others) in own {
        not_won += others;
        let end = *first as usize + rounds.len();
        counts.resize(counts.len().max(end), 0);
        counts[*first as usize..end].iter_mut().zip(rounds).for_each(|(sum, rounds)| *sum += rounds);
    }
    let total = counts.iter().sum::<u64>() + not_won;
    let Some(fewest) = counts.iter().position(|rounds| *rounds > 0) else {
        return if total > 0 { format!("≥ {limit}") } else { tables::dash() };
    };
    let most = counts.iter().rposition(|rounds| *rounds > 0).unwrap_or(fewest);
    // The mean of the two in the middle.
    let at = |rank: u64| {
        let mut seen = 0;
        counts.iter().position(|rounds| {
            seen += rounds;
            seen > rank
        })
    };
    let (lower, upper) = (at((total - 1) / 2), at(total / 2));
    let middle = lower.unwrap_or(limit) + upper.unwrap_or(limit);
    format!("{}{} ({fewest}–{most})", bound(upper.is_none()), middle as f64 / 2.0)
}

/// Guesses against CPU time.
pub fn frontier(data: &PageData) -> Markup {
    let grid = &data.grid;
    let rows = || data.leaderboard.rows.iter().enumerate().filter(|(_, row)| row.wins > Some(0));
    let points: Vec<(usize, f64, f64)> =
        rows().filter_map(|(player, row)| Some((player, row.guess_us?, row.guesses?))).collect();
    let is_bound = |player: usize| data.leaderboard.rows[player].guesses_is_bound == Some(true);
    if points.is_empty() {
        return html! { p.missing { "No ranked player that won a round was timed." } };
    }
    let is_ahead = |(_, time, guesses): &(usize, f64, f64), other: &(usize, f64, f64)| {
        time <= &other.1 && guesses <= &other.2 && (time < &other.1 || guesses < &other.2)
    };
    let is_on = |point: &(usize, f64, f64)| !points.iter().any(|other| is_ahead(other, point));
    let controls = html! { (size_choice(grid, true)) (scsa_choice(grid)) };
    let rows = points.iter().map(|point| {
        let cells = html! {
            td { (format!("{:.2}", point.1)) }
            td { (format!("{}{:.2}", bound(is_bound(point.0)), point.2)) }
            td { @if is_on(point) { "yes" } @else { "no" } }
        };
        (point.0, &*grid.players[point.0], cells)
    });
    let headings = ["µs a guess", "guesses", "on the frontier"].map(str::to_owned);
    html! {
        (chart("frontier", &controls))
        (of_players("CPU time and guesses over the matches that all players with both played", "frontier", &headings, rows))
        p.note { "On the frontier: no other player needs as few guesses in as little time. Players that won no round are not here." }
    }
}
