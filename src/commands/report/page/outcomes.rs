//! How the rounds of every player ended.

use crate::commands::report::{
    page::table::of_players,
    page_data::{Cell, Grid},
};
use maud::{Markup, html};
use std::collections::BTreeMap;
use tournament::{Status, Summary};

/// An outcome: its name, and the rounds of a match that ended so.
type OutcomeCount = (&'static str, u64);

fn outcomes(row: &Summary) -> Vec<OutcomeCount> {
    let mut outcomes =
        vec![("won", row.wins), ("out of guesses", row.losses_guesses), ("out of time", row.losses_time)];
    outcomes.extend(row.failures_by_cause());
    outcomes
}

/// The rounds of a player by outcome.
struct PlayerOutcomes<'a> {
    player: usize,
    name: &'a str,
    rounds: u64,
    outcomes: Vec<OutcomeCount>,
}

pub fn section(grid: &Grid) -> Markup {
    let players: Vec<PlayerOutcomes> = (0..grid.players.len())
        .filter_map(|player| {
            let own: Vec<&Cell> = grid.cells.iter().filter(|cell| cell.player == player).collect();
            let mut sums = outcomes(&own.first()?.summary);
            for cell in &own[1..] {
                sums.iter_mut().zip(outcomes(&cell.summary)).for_each(|(sum, (_, rounds))| sum.1 += rounds);
            }
            let rounds = own.iter().map(|cell| cell.summary.rounds).sum();
            Some(PlayerOutcomes { player, name: &grid.players[player], rounds, outcomes: sums })
        })
        .collect();
    let Some(first) = players.first() else { return html! { p.missing { "No match is finished." } } };
    let is_shown = |index: usize| index == 0 || players.iter().any(|player| player.outcomes[index].1 > 0);
    let shown: Vec<usize> = (0..first.outcomes.len()).filter(|index| is_shown(*index)).collect();
    let headings: Vec<String> = ["rounds".to_owned()]
        .into_iter()
        .chain(shown.iter().map(|index| first.outcomes[*index].0.to_owned()))
        .chain(["share won".to_owned()])
        .collect();
    let rows = players.iter().map(|player| {
        let cells = html! {
            td { (player.rounds) }
            @for index in &shown { td.none[player.outcomes[*index].1 == 0] { (player.outcomes[*index].1) } }
            td.plot data-value=[share(player)] { (bar(player)) }
        };
        (player.player, player.name, cells)
    });
    let notes = notes(grid);
    html! {
        (of_players("Rounds of all matches by outcome", "outcomes", &headings, rows))
        p.note { "Bars: " span.key.won {} " won, " span.key.lost {} " lost, " span.key.failed {} " failed." }
        @if !notes.is_empty() {
            h3 { "Matches that were not played to the end" }
            ul { @for (note, matches) in notes { li { (note) ": " (matches) } } }
        }
    }
}

fn share(player: &PlayerOutcomes) -> Option<f64> {
    (player.rounds > 0).then(|| player.outcomes[0].1 as f64 / player.rounds as f64)
}

/// The shares of rounds won, lost and failed.
fn bar(player: &PlayerOutcomes) -> Markup {
    let sum = |from: usize, to: usize| player.outcomes[from..to].iter().map(|(_, rounds)| rounds).sum::<u64>();
    let parts = [("won", sum(0, 1)), ("lost", sum(1, 3)), ("failed", sum(3, player.outcomes.len()))];
    let percent = |rounds: u64| 100.0 * rounds as f64 / player.rounds.max(1) as f64;
    html! {
        span.bar { @for (class, rounds) in parts.into_iter().filter(|(_, rounds)| *rounds > 0) {
            span class=(class) style={ "width:" (format!("{:.2}", percent(rounds))) "%" } {}
        } }
        span.percent { @if let Some(share) = share(player) { (format!("{:.1} %", 100.0 * share)) } @else { "–" } }
    }
}

/// Why matches were not played to the end, and how many.
fn notes(grid: &Grid) -> Vec<(String, String)> {
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    for cell in grid.cells.iter().filter(|cell| cell.summary.status != Status::Played) {
        *notes.entry(&cell.summary.note).or_default() += 1;
    }
    notes
        .into_iter()
        .map(|(note, matches)| (note.to_owned(), crate::present::words::counted(matches, "match")))
        .collect()
}
