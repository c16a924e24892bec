//! The page: HTML with tables and charts, and a script that shows, hides and sorts them, and plays rounds again.

mod charts;
pub mod data;
mod focus;
mod setup;
pub mod tables;

use crate::failure::Failure;
use data::{PageData, Replays, Section};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use tournament::files;

const STYLE: &str = include_str!("page.css");
/// One program in two files: the second uses the object `arena` of the first.
const SCRIPTS: [&str; 2] = [include_str!("page.js"), include_str!("replay.js")];
/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A part of the page: its anchor, its name in the navigation, its title, and what is in it.
type Part = (&'static str, &'static str, &'static str, fn(&PageData) -> Markup);

/// The parts that some pages do not have.
const VERSIONS: &str = "versions";
const ANALYSIS: &str = "analysis";

const PARTS: [Part; 12] = [
    ("leaderboard", "Leaderboard", "Leaderboard", tables::leaderboard),
    (VERSIONS, "Versions", "Versions, on the same secrets", tables::versions),
    ("scores", "Scores", "SCORE by codemaker and game", tables::scores),
    ("growth", "Growth", "How guesses and times grow with the game", charts::growth),
    ("distribution", "Distribution", "Distribution of guesses", |data| {
        or_sentence(&data.distributions, |distributions| charts::distribution(data, distributions))
    }),
    ("frontier", "Time", "Guesses against CPU time", charts::frontier),
    ("differences", "Differences", "Differences between pairs of players", |data| {
        or_sentence(&data.differences, Markup::clone)
    }),
    (ANALYSIS, "Guesses", "What the guesses were worth", |data| data.analysis.clone().unwrap_or_default()),
    ("outcomes", "Outcomes", "How rounds ended", |data| tables::outcome_table(&data.grid)),
    ("replays", "Replays", "Rounds guess by guess", |data| or_sentence(&data.replays, replays)),
    ("setup", "Setup", "How it was played", |data| setup::section(&data.folders)),
    ("cite", "Cite", "Cite it, and play it again", |data| setup::citation(&data.folders)),
];

/// The head of a page that needs no other file, and loads none. A browser without scripts loads a page again that is written again.
pub fn head(title: &str, style: &str, reload_seconds: Option<u32>) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            (PreEscaped(files::PAGE_MARK))
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            meta name="color-scheme" content="light dark";
            @if let Some(seconds) = reload_seconds { noscript { meta http-equiv="refresh" content=(seconds); } }
            title { (title) }
            link rel="icon" href="data:,";
            style { (PreEscaped(style)) }
        }
    }
}

pub fn render(data: &PageData) -> String {
    let title = "Mastermind tournament";
    let subtitle = data.setup.first().cloned().unwrap_or_default();
    let is_there = |anchor: &str| match anchor {
        VERSIONS => !data.versions.is_empty(),
        ANALYSIS => data.analysis.is_some(),
        _ => true,
    };
    let parts: Vec<Markup> = PARTS.par_iter().map(|(.., content)| content(data)).collect();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&format!("{title}: {subtitle}"), &(STYLE.to_owned() + &peg_style()), data.live.as_ref().map(|live| live.reload_seconds)))
            body {
                a.skip href="#leaderboard" { "To the leaderboard" }
                header {
                    div.top {
                        nav aria-label="Sections" { ul {
                            @if let Some(focus) = &data.focus { li { a href="#focus" { (data.grid.players[focus.player]) } } }
                            @for (anchor, name, ..) in PARTS.iter().filter(|(anchor, ..)| is_there(anchor)) { li { a href={ "#" (anchor) } { (name) } } }
                        } }
                        div.mine data-script="mine" hidden {}
                    }
                }
                main id="main" {
                    div.intro {
                        h1 { (title) }
                        @for line in &data.setup { p { (line) } }
                        @if let Some(live) = &data.live { p.live id="live" { "This tournament is being played; this page is of " (live.written) "." } }
                        noscript { p.note { "The choice of charts and replays need JavaScript. All tables are here without it." } }
                    }
                    @if let Some(focus) = &data.focus { (focus::section(data, focus)) }
                    @for ((anchor, _, title, _), content) in PARTS.iter().zip(parts).filter(|((anchor, ..), _)| is_there(anchor)) {
                        section id=(anchor) aria-labelledby={ "title-" (anchor) } {
                            h2 id={ "title-" (anchor) } { (title) }
                            (content)
                        }
                    }
                }
                div.tip id="tip" hidden {}
                div.unseen id="said" role="status" aria-live="polite" {}
                script type="application/json" id="data" { (PreEscaped(script_data(data))) }
                script { (PreEscaped("'use strict';\n")) @for script in SCRIPTS { (PreEscaped(script)) } }
            }
        }
    };
    markup.into_string()
}

/// The file of a page that a person named by that option, after a check that it can be replaced by a page. In a results folder nothing
/// but a page is.
pub fn check_file(out: &Path, option: &str, is_forced: bool) -> Result<PathBuf, Failure> {
    let file = files::target(out).map_err(|e| unwritable(&e, option))?;
    files::check_writable(&file).map_err(|e| unwritable(&e, option))?;
    if file.exists() && !files::is_page(&file) {
        let may_force = option == "--out" && !files::is_in_results(&file);
        if !(may_force && is_forced) {
            let force = if may_force { "--force to overwrite it, or " } else { "" };
            bail!("{} exists and is no page of this program; give {force}another file with {option}", out.display());
        }
    }
    Ok(file)
}

pub fn unwritable(e: &tournament::FileError, option: &str) -> Failure {
    failure!("{e}; give a file that can be written with {option}")
}

fn or_sentence<T>(section: &Section<T>, content: impl Fn(&T) -> Markup) -> Markup {
    match section {
        Ok(data) => content(data),
        Err(sentence) => html! { p.missing { (sentence) } },
    }
}

/// Rounds guess by guess. The script shows them.
fn replays(replays: &Replays) -> Markup {
    html! {
        p { @for note in &replays.notes { (note) " " } }
        div.replay data-script="replay" hidden {}
        noscript { p.missing { "Replays need JavaScript." } }
    }
}

fn script_data(data: &PageData) -> String {
    let json = serde_json::json!({
        "players": data.grid.players,
        "styles": data.styles,
        "colored": ::charts::COLORED,
        "focus": data.focus.as_ref().map(|focus| focus.player),
        "scsas": data.grid.scsas,
        "games": data.grid.games,
        "replays": data.replays.as_ref().ok().map(|replays| &*replays.rounds),
        "live": data.live,
    });
    json.to_string().replace('<', "\\u003c")
}

/// One color for each letter: P. Green-Armytage, "A Colour Alphabet and the Limits of Colour Coding", Colour: Design & Creativity 5
/// (2010), chosen so that 26 colors are told apart.
const PEG_COLORS: [u32; 26] = [
    0xf0a3ff, 0x0075dc, 0x993f00, 0x4c005c, 0x191919, 0x005c31, 0x2bce48, 0xffcc99, 0x808080, 0x94ffb5, 0x8f7c00,
    0x9dcc00, 0xc20088, 0x003380, 0xffa405, 0xffa8bb, 0x426600, 0xff0010, 0x5ef1f2, 0x00998f, 0xe0ff66, 0x740aff,
    0x990000, 0xffff80, 0xffe100, 0xff5005,
];

/// The classes of pegs, `p` and the letter: the color, and black or white for the letter, whichever has more contrast.
fn peg_style() -> String {
    let class = |(letter, color): (char, u32)| {
        // The contrast with black is at least that with white: WCAG 2.2, "contrast ratio".
        let ink = if (luminance(color) + 0.05).powi(2) >= 0.05 * 1.05 { "000" } else { "fff" };
        format!(".p{letter}{{background:#{color:06x};color:#{ink}}}")
    };
    ('A'..='Z').zip(PEG_COLORS).map(class).collect()
}

fn luminance(color: u32) -> f64 {
    let part = |shift: u32| {
        let value = f64::from(color >> shift & 0xff) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::present::leaderboard::{By, FolderLeaderboard, LeaderboardInput};
    use player_api::Ending;
    use tournament::{MatchKey, Results, Rules, Tally};

    #[test]
    fn a_page_can_be_made_without_a_folder() {
        let summary = |player: &str, guesses: usize| {
            let mut tally = Tally::default();
            tally.count(&Ending::Win, guesses);
            let (player, codemaker) = (player.to_owned(), "only-once".to_owned());
            tally.summary(MatchKey { player, codemaker, game: "4x6".parse().unwrap() }, (1, 100), Rules::Report)
        };
        let results = Results { summaries: vec![summary("rao", 6), summary("dino", 5)], timings: Vec::new() };
        let rounds = Err("the tournament is being played".to_owned());
        let input = LeaderboardInput {
            results: &results,
            rounds,
            players: vec!["rao", "dino", "lc"],
            is_finished: false,
            is_oversubscribed: false,
        };
        let board = FolderLeaderboard::new(input, By::Score);
        let data = PageData::new(vec!["2 of 3 matches".to_owned()], &results, &board, "Not yet.", None);
        let live = data::Live { reload_seconds: 5, written: "2026-01-02T03:04:05Z".to_owned(), oldest_seconds: 60 };
        let text = render(&PageData { live: Some(live), ..data });
        assert!(text.contains("being played; this page is of 2026-01-02T03:04:05Z."), "{text}");
        assert!(text.contains("<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>"), "{text}");
        assert!(text.contains("<p>2 of 3 matches</p>") && text.contains("<strong>lc</strong>"), "{text}");
        // Distributions, differences, replays.
        assert_eq!(text.matches("<p class=\"missing\">Not yet.</p>").count(), 3);
        let place = |name: &str| text.find(&format!("aria-hidden=\"true\"></span><span>{name}</span></th>")).unwrap();
        assert!(place("dino") < place("rao"), "the leaderboard is sorted");
    }
}
