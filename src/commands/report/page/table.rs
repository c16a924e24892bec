//! Tables that scroll in a region of their own.

use maud::{Markup, html};

/// A region for a table that is wider than the screen. It scrolls by the keyboard, too.
pub fn region(label: &str, content: &Markup) -> Markup {
    html! { div.scroll role="region" aria-label=(label) tabindex="0" { (content) } }
}

/// A table of players: the caption, the headings after the first, which is `player`, and the rows with the names of the players.
/// `marks` is the index of each player among all, by which the script finds its rows.
pub fn of_players<'a>(
    caption: &str,
    class: &str,
    headings: &[String],
    rows: impl Iterator<Item = (usize, &'a str, Markup)>,
) -> Markup {
    let table = html! {
        table class={ "sortable " (class) } {
            caption { span { (caption) } }
            thead { tr {
                th.name scope="col" { "player" }
                @for heading in headings { th scope="col" { (heading) } }
            } }
            tbody {
                @for (player, name, cells) in rows {
                    tr data-player=(player) { th.name scope="row" { (name) } (cells) }
                }
            }
        }
    };
    region(caption, &table)
}

/// Buttons between panes, of which the script shows one at a time. Without a script, and in print, all are shown.
pub fn panes<'a>(label: &str, panes: impl Iterator<Item = (&'a str, Markup)>) -> Markup {
    html! {
        div.panes data-label=(label) {
            @for (name, content) in panes { div.pane data-name=(name) { (content) } }
        }
    }
}
