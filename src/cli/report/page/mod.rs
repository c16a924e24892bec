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

use super::page_data::{PageData, Section};
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

/// The parts of the page: the anchor, the name in the navigation, and the title.
const PARTS: [(&str, &str, &str); 10] = [
    ("leaderboard", "Leaderboard", "Leaderboard"),
    ("scores", "Scores", "SCORE by codemaker and size"),
    ("growth", "Growth", "How guesses and times grow with the size"),
    ("distribution", "Distribution", "Distribution of guesses"),
    ("frontier", "Time", "Guesses against CPU time"),
    ("differences", "Differences", "Differences between pairs of players"),
    ("outcomes", "Outcomes", "Outcomes by cause"),
    ("replays", "Replays", "Rounds guess by guess"),
    ("setup", "Setup", "How it was played"),
    ("cite", "Cite", "Cite it, and play it again"),
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
                            @for (anchor, name, _) in PARTS { li { a href={ "#" (anchor) } { (name) } } }
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
                    @for part in PARTS { (section(part, data)) }
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

fn section((anchor, _, title): (&str, &str, &str), data: &PageData) -> Markup {
    let content = match anchor {
        "leaderboard" => leaderboard::section(&data.leaderboard),
        "scores" => heat_map::section(&data.grid),
        "growth" => charts::growth(data),
        "distribution" => part(&data.distributions, |distributions| charts::distribution(&data.grid, distributions)),
        "frontier" => charts::frontier(data),
        "differences" => part(&data.differences, |tables| differences::section(&data.grid, tables)),
        "outcomes" => outcomes::section(&data.grid),
        "replays" => part(&data.replays, replays::section),
        "setup" => setup::section(&data.folders),
        _ => setup::citation(&data.folders),
    };
    html! {
        section id=(anchor) aria-labelledby={ "title-" (anchor) } {
            h2 id={ "title-" (anchor) } { (title) }
            (content)
        }
    }
}

/// A part, or the sentence in its place.
fn part<T>(section: &Section<T>, content: impl Fn(&T) -> Markup) -> Markup {
    match section {
        Ok(data) => content(data),
        Err(sentence) => html! { p.missing { (sentence) } },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::leaderboard::{By, FolderLeaderboard, LeaderboardInput};
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
