//! The section of one player: where it stands, and its worst games.

use super::charts::by_size;
use super::data::{ComparedGame, Focus, PageData, Section, ShownGame, ShownTurn};
use super::tables::region;
use crate::present::leaderboard::{Column, LeaderboardRow};
use crate::present::{counted, words};
use maud::{Markup, html};
use scsa::Code;

pub fn section(page: &PageData, focus: &Focus) -> Markup {
    let (grid, name) = (&page.grid, &page.grid.players[focus.player]);
    let players = [focus.player].into_iter().chain(focus.beside);
    html! {
        section id="focus" aria-labelledby="title-focus" {
            h2 id="title-focus" { "How " (name) " stands" }
            @if !focus.causes.is_empty() {
                h3 { "Why its rounds failed" }
                ul { @for (kind, rounds, first) in &focus.causes { li {
                    strong { (words::kind(*kind)) } " in " (counted(*rounds, "round"))
                    @if !first.is_empty() { ", the first at " (first) }
                } } }
            }
            p.stand { (standing(page, name)) }
            (by_size(grid, players, ("guesses", "Mean guesses", 2)))
            p.note { "Over all codemakers. ≥: a round that was not won counts as the limit, " (grid.guess_limits.in_words()) "." }
            h3 { "Its worst games" }
            (games(&focus.games))
        }
    }
}

/// The place and the SCORE, and the players beside it on the leaderboard.
fn standing(page: &PageData, name: &str) -> String {
    let rows = &page.leaderboard.rows;
    let score = |row: &LeaderboardRow| row.text(Column::Score);
    let Some(place) = rows.iter().position(|row| row.player == name) else {
        let mut remarks = page.leaderboard.remarks.iter().flat_map(|(_, players)| players);
        let reason = remarks.find(|(player, _)| player == name).map(|(_, reason)| format!(": it {reason}"));
        return format!("{name} is not ranked{}.", reason.unwrap_or_default());
    };
    let row = &rows[place];
    let beside = |place: Option<usize>, text: &str| {
        let other = place.and_then(|place| rows.get(place));
        other.map_or_else(String::new, |other| {
            let text = if other.place == row.place { "At the same place is" } else { text };
            format!(" {text} {} with {}.", other.player, score(other))
        })
    };
    let (place_of, score_of, of) = (row.place.unwrap_or_default(), score(row), rows.len());
    let [wins, losses, failures] = [row.wins, row.losses, row.failures].map(Option::unwrap_or_default);
    let given_up = row.given_up.filter(|rounds| *rounds > 0).map(|rounds| format!(", {rounds} given up"));
    let rounds =
        format!("{} won, {losses} lost, {failures} failed{}", counted(wins, "round"), given_up.unwrap_or_default());
    let mut text = format!("Place {place_of} of {of}, with a SCORE of {score_of} per 100 rounds: {rounds}.");
    text += &beside(place.checked_sub(1), "Before it is");
    text + &beside(Some(place + 1), "After it is")
}

fn games(games: &Section<Vec<ComparedGame>>) -> Markup {
    let games = match games {
        Ok(games) => games,
        Err(reason) => return html! { p.missing { (reason) } },
    };
    html! {
        p.note {
            "The worst in every game in turn: what was not won, then what took most guesses. Left: the codes that agree with all responses so far; \
             at most 20 are listed. ●: right color, right place; ○: right color, other place."
        }
        @for (place, shown) in games.iter().enumerate() {
            details.game open[place == 0] {
                summary { (shown.name) @for (place, one) in shown.games.iter().enumerate() {
                    @if place == 0 { ": " } @else { "; " (one.player) " " } (one.ending)
                } }
                p.secret { "Secret: " (pegs(&shown.secret)) }
                div.boards { @for one in &shown.games { (board(shown, one)) } }
                @if !shown.counted_among.is_empty() { p.note { "Candidates are counted among " (shown.counted_among) "." } }
            }
        }
    }
}

fn board(compared: &ComparedGame, shown: &ShownGame) -> Markup {
    let turns = match &shown.turns {
        Ok(turns) => turns,
        Err(reason) => return html! { div { p.ending { (shown.player) ": " (shown.ending) } p.missing { (reason) } } },
    };
    let table = html! {
        table.turns {
            caption { span.unseen { "Guesses of " (shown.player) ", " (compared.name) } }
            thead { tr {
                th scope="col" { "#" } th scope="col" { "guess" } th scope="col" { abbr title="black" { "●" } }
                th scope="col" { abbr title="white" { "○" } } th scope="col" { "left" } td.codes {}
            } }
            tbody { @for (place, turn) in turns.iter().enumerate() { (row(place + 1, turn)) } }
        }
    };
    html! {
        div {
            p.ending { (shown.player) ": " (shown.ending) }
            @if turns.is_empty() { p.missing { "No guess was answered." } } @else {
                (region(&format!("Guesses of {}, {}", shown.player, compared.name), &table))
            }
        }
    }
}

fn row(number: usize, ShownTurn { turn, left, codes, mark }: &ShownTurn) -> Markup {
    html! {
        tr {
            th scope="row" { (number) }
            td.code { (pegs(&turn.guess)) }
            td { (turn.feedback.black()) }
            td { (turn.feedback.white()) }
            td { (left) }
            td.codes {
                @if !mark.is_empty() { span.mark { (mark) } " " }
                @for code in codes { (code) " " }
            }
        }
    }
}

fn pegs(code: &Code) -> Markup {
    html! { span.pegs { @for color in code.pegs() { span class={ "peg p" (color) } { (color) } } } }
}
