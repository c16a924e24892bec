//! The results as a page of HTML.

use super::document::Document;
use crate::cli::sheet::Sheet;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of the page.
const STYLE: &str = include_str!("style.css");

/// A page that needs no other file. Every name is escaped.
pub fn page(document: &Document) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Mastermind tournament" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { "Mastermind tournament" }
                    @for line in &document.setup { p { (line) } }
                    (table(&document.leaderboard))
                    @for (heading, players) in &document.remarks {
                        h2 { (heading) }
                        ul { @for (player, text) in players { li { strong { (player) } ": " (text) } } }
                    }
                    @for sheet in &document.scores { (table(sheet)) }
                    @for note in &document.notes { p.note { (note) } }
                }
            }
        }
    }
}

/// A table with its title and notes. The first column with texts names the rows.
fn table(sheet: &Sheet) -> Markup {
    let name = sheet.texts.first().copied().unwrap_or_default();
    let class = |column: usize| match column {
        column if column == name => "name text",
        column if sheet.texts.contains(&column) => "text",
        _ => "number",
    };
    html! {
        @if sheet.header.is_empty() {
            p { (sheet.title) }
        } @else {
            // Narrow screens scroll wide tables, also by the keyboard.
            div.scroll role="region" aria-label=(sheet.title) tabindex="0" {
                table {
                    caption { span { (sheet.title) } }
                    thead {
                        tr {
                            @for (column, heading) in sheet.header.iter().enumerate() {
                                th scope="col" class=(class(column)) { (heading) }
                            }
                        }
                    }
                    tbody {
                        @for row in &sheet.rows {
                            tr {
                                @for (column, cell) in row.iter().enumerate() {
                                    @if column == name {
                                        th scope="row" class=(class(column)) { (cell) }
                                    } @else {
                                        td class=(class(column)) { (cell) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        @for note in &sheet.notes { p.note { (note) } }
    }
}
