//! The page: HTML whose tables need no script, and a script that adds charts, sorting and replays.

mod charts;
mod differences;
mod heat_map;
mod leaderboard;
mod outcomes;
mod pegs;
mod replays;
mod script_data;
mod setup;
mod table;

use crate::commands::report::page_data::{PageData, Section};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use tournament::files;

const STYLES: [&str; 2] = [include_str!("page.css"), include_str!("parts.css")];
/// One program in several files: each adds to the object `arena`.
const SCRIPTS: [&str; 6] = [
    include_str!("page.js"),
    include_str!("svg.js"),
    include_str!("growth.js"),
    include_str!("guesses.js"),
    include_str!("replay.js"),
    include_str!("start.js"),
];
/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A part of the page.
struct PagePart {
    anchor: &'static str,
    /// The name in the navigation.
    name: &'static str,
    title: &'static str,
    content: fn(&PageData) -> Markup,
}

const PARTS: [PagePart; 10] = [
    PagePart {
        anchor: "leaderboard",
        name: "Leaderboard",
        title: "Leaderboard",
        content: |data| leaderboard::section(&data.leaderboard),
    },
    PagePart {
        anchor: "scores",
        name: "Scores",
        title: "SCORE by codemaker and size",
        content: |data| heat_map::section(&data.grid),
    },
    PagePart {
        anchor: "growth",
        name: "Growth",
        title: "How guesses and times grow with the size",
        content: charts::growth,
    },
    PagePart {
        anchor: "distribution",
        name: "Distribution",
        title: "Distribution of guesses",
        content: |data| {
            or_sentence(&data.distributions, |distributions| charts::distribution(&data.grid, distributions))
        },
    },
    PagePart { anchor: "frontier", name: "Time", title: "Guesses against CPU time", content: charts::frontier },
    PagePart {
        anchor: "differences",
        name: "Differences",
        title: "Differences between pairs of players",
        content: |data| or_sentence(&data.differences, |tables| differences::section(&data.grid, tables)),
    },
    PagePart {
        anchor: "outcomes",
        name: "Outcomes",
        title: "Outcomes by cause",
        content: |data| outcomes::section(&data.grid),
    },
    PagePart {
        anchor: "replays",
        name: "Replays",
        title: "Rounds guess by guess",
        content: |data| or_sentence(&data.replays, replays::section),
    },
    PagePart {
        anchor: "setup",
        name: "Setup",
        title: "How it was played",
        content: |data| setup::section(&data.folders),
    },
    PagePart {
        anchor: "cite",
        name: "Cite",
        title: "Cite it, and play it again",
        content: |data| setup::citation(&data.folders),
    },
];

/// The page. It needs no other file and no network.
pub fn page(data: &PageData) -> String {
    let title = "Mastermind tournament";
    let subtitle = data.setup.first().cloned().unwrap_or_default();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                (PreEscaped(files::PAGE_MARK))
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                @if let Some(seconds) = data.reload_seconds {
                    noscript { meta http-equiv="refresh" content=(seconds); }
                }
                title { (title) ": " (subtitle) }
                link rel="icon" href="data:,";
                style { @for style in STYLES { (PreEscaped(style)) } (PreEscaped(pegs::style())) }
            }
            body {
                a.skip href="#leaderboard" { "To the leaderboard" }
                header {
                    div.top {
                        p.title { (title) }
                        nav aria-label="Sections" { ul {
                            @for part in PARTS { li { a href={ "#" (part.anchor) } { (part.name) } } }
                        } }
                    }
                }
                main id="main" {
                    div.intro {
                        h1 { (title) }
                        @for line in &data.setup { p { (line) } }
                        @if data.reload_seconds.is_some() { p.live id="live" { "This tournament is being played." } }
                        noscript { p.note { "Charts and replays need JavaScript. All tables are here without it." } }
                    }
                    @for part in PARTS { (section(&part, data)) }
                }
                div.tip id="tip" hidden {}
                div.unseen id="said" role="status" aria-live="polite" {}
                script type="application/json" id="data" { (PreEscaped(script_data::json(data))) }
                script { (PreEscaped("'use strict';\n")) @for script in SCRIPTS { (PreEscaped(script)) } }
            }
        }
    };
    markup.into_string()
}

fn section(part: &PagePart, data: &PageData) -> Markup {
    let PagePart { anchor, title, content, .. } = part;
    html! {
        section id=(anchor) aria-labelledby={ "title-" (anchor) } {
            h2 id={ "title-" (anchor) } { (title) }
            (content(data))
        }
    }
}

/// What a part is about, or the sentence in its place.
fn or_sentence<T>(section: &Section<T>, content: impl Fn(&T) -> Markup) -> Markup {
    match section {
        Ok(data) => content(data),
        Err(sentence) => html! { p.missing { (sentence) } },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::present::leaderboard::{By, FolderLeaderboard, LeaderboardInput};
    use player_api::Outcome;
    use tournament::{Results, Rules, Tally};

    /// A page of a tournament that is being played, from its tallies.
    #[test]
    fn a_page_can_be_made_without_a_folder() {
        let summary = |player: &str, guesses: usize| {
            let mut tally = Tally::default();
            tally.count(&Outcome::Win, guesses);
            tally.summary(player, "only-once", "4x6".parse().unwrap(), Rules::Report)
        };
        let results = Results { summaries: vec![summary("rao", 6), summary("dino", 5)], timings: Vec::new() };
        let rounds = Err("the tournament is being played".to_owned());
        let input = LeaderboardInput {
            results: &results,
            rounds,
            players: vec!["rao", "dino", "lc"],
            is_finished: false,
            guess_limit: 100,
            is_oversubscribed: false,
        };
        let board = FolderLeaderboard::new(input, By::Score);
        let data = PageData::new(vec!["2 of 3 matches".to_owned()], &results, &board, "Not yet.");
        let text = page(&PageData { reload_seconds: Some(5), ..data });
        assert!(text.contains("<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>"), "{text}");
        assert!(text.contains("<p>2 of 3 matches</p>") && text.contains("<strong>lc</strong>"), "{text}");
        // Distributions, differences, replays.
        assert_eq!(text.matches("<p class=\"missing\">Not yet.</p>").count(), 3);
        let place = |name: &str| text.find(&format!("scope=\"row\">{name}</th>")).unwrap();
        assert!(place("dino") < place("rao"), "the leaderboard is sorted");
    }
}
