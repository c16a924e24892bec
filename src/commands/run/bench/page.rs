//! The tables of a record, and its page.

use super::hidden::{Arm, HiddenRule, mean};
use super::record::{BenchRecord, PlayerRecord};
use super::scope::Benchmark;
use super::score::LearningRow;
use crate::commands::games::analyze::figures::AnalysisRow;
use crate::commands::show::{STYLE, html_table};
use crate::present::page::head;
use crate::present::tables::{dash, with_bounds};
use crate::present::{Sheet, counted, visible_page};
use charts::{AxisScale, Chart, ChartKind, DataPoint};
use maud::{DOCTYPE, PreEscaped, html};
use scsa::Game;
use std::collections::BTreeSet;
use tournament::compare::Interval;

pub fn sheets(record: &BenchRecord) -> Vec<Sheet> {
    match record.scope.bench {
        Benchmark::Deduction => deduction(record),
        Benchmark::Learning => learning(record),
    }
}

fn score_cell(row: &LearningRow) -> String {
    with_bounds(row.score, [row.score_low, row.score_high], 2)
}

fn by_game(record: &BenchRecord, title: &str, cell: impl Fn(&PlayerRecord, Game) -> Option<String>) -> Sheet {
    let games: Vec<String> = record.scope.games.iter().map(ToString::to_string).collect();
    let mut sheet = Sheet::new(title, ["player"].into_iter().chain(games.iter().map(String::as_str)));
    for player in &record.players {
        let cells = record.scope.games.iter().map(|game| cell(player, *game).unwrap_or_else(dash));
        sheet.rows.push([player.player.clone()].into_iter().chain(cells).collect());
    }
    sheet
}

fn deduction(record: &BenchRecord) -> Vec<Sheet> {
    let table = |title: &str, cell: &dyn Fn(&AnalysisRow) -> Option<String>| {
        by_game(record, title, |player, game| {
            cell(player.deduction.iter().find(|row| row.game == game.to_string() && row.turn.is_none())?)
        })
    };
    let share = |share: Option<f64>| Some(format!("{:.1} %", 100.0 * share?));
    let mut over = table("Guesses over the best", &|row| {
        let sign = if row.over? >= 0.0 { "+" } else { "" };
        Some(sign.to_owned() + &with_bounds(row.over, [row.over_low, row.over_high], 2))
    });
    over.notes.push(format!(
        "The best is the mean of a proved optimal strategy where there is one ({}), elsewhere what bayes:1 needs for the same secrets.",
        proved(record)
    ));
    let mut guesses =
        table("Mean guesses", &|row| Some(with_bounds(row.mean_guesses, [row.guesses_low, row.guesses_high], 2)));
    guesses
        .notes
        .push(format!("A round that was not won counts as the guess limit + 1. The limits are {}.", limits(record)));
    let mut won = table("Rounds won", &|row| Some(format!("{} of {}", row.won, row.games)));
    won.notes.push("Rounds that failed are among those not won.".to_owned());
    let consistent = table("Share of guesses that agree with all feedback before them", &|row| share(row.consistent));
    let mut bits = table("Expected bits as a share of those of the best guess", &|row| share(row.of_best));
    bits.notes.push("–: no guess whose candidates were counted, as in games of more than 4 million codes.".to_owned());
    let mut sheets = vec![over, guesses, won, consistent, bits];
    if record.players.iter().any(|player| player.usage.is_some()) {
        sheets.push(table("Mean tokens per round", &|row| Some(format!("{:.0}", row.tokens?))));
    }
    sheets
}

fn limits(record: &BenchRecord) -> String {
    record.scope.guess_limits().among(&record.scope.games).in_words()
}

/// The games with a proved optimum, in words.
fn proved(record: &BenchRecord) -> String {
    let rows = record.players.iter().flat_map(|player| &player.deduction);
    let games: BTreeSet<&str> = rows.filter(|row| row.reference == "optimum").map(|row| &*row.game).collect();
    if games.is_empty() { "none here".to_owned() } else { Vec::from_iter(games).join(", ") }
}

fn row(player: &PlayerRecord, game: Game, arm: Arm) -> Option<&LearningRow> {
    player.learning.iter().find(|row| row.is_whole() && row.game == game && row.arm == arm)
}

fn learning(record: &BenchRecord) -> Vec<Sheet> {
    let of = |arm: Arm| move |player: &PlayerRecord, game: Game| row(player, game, arm).map(score_cell);
    let mut scores = by_game(record, "Score of learning", of(Arm::Learning));
    scores.notes.push(
        "0 is the floor: bayes, told that all codes are equally probable. 1 is the ceiling: bayes, told the rule. Both play the same secrets."
            .to_owned(),
    );
    let mut memory = by_game(record, "Score of memory", of(Arm::Memory));
    let note = "The same over the first match of each rule, but 0 is what the player itself needs for each secret in a match of its own.";
    memory.notes.push(note.to_owned());
    let mut guesses = by_game(record, "Mean guesses", |player, game| {
        Some(format!("{:.2}", row(player, game, Arm::Learning)?.guesses))
    });
    let won = |row: &LearningRow| format!("{} of {}", row.won, row.rounds);
    let won = by_game(record, "Rounds won", |player, game| row(player, game, Arm::Learning).map(won));
    for (name, of) in [("(floor)", (|rule| rule.floor) as fn(&HiddenRule) -> f64), ("(ceiling)", |rule| rule.ceiling)] {
        let means = record.scope.games.iter().map(|game| {
            let own: Vec<f64> = record.rules.iter().filter(|rule| rule.game == *game).map(of).collect();
            format!("{:.2}", mean(own.iter()))
        });
        guesses.rows.push([name.to_owned()].into_iter().chain(means).collect());
    }
    guesses
        .notes
        .push(format!("A round that was not won counts as the guess limit + 1. The limits are {}.", limits(record)));
    let controls = [
        (Arm::Single, "alone", "each secret in a match of its own"),
        (Arm::Uniform, "uniform", "all codes equally probable"),
        (Arm::Shuffled, "shuffled", "the same secrets dealt over matches"),
        (Arm::Renamed, "renamed", "other names of the colors in each match"),
    ];
    let columns = record.scope.games.iter().flat_map(|game| controls.map(|(_, name, _)| format!("{name} {game}")));
    let columns: Vec<String> = columns.collect();
    let header = ["player"].into_iter().chain(columns.iter().map(String::as_str));
    let mut control = Sheet::new("Scores of the controls", header);
    for player in &record.players {
        let cell = |game: &Game, arm| row(player, *game, arm).map_or_else(dash, score_cell);
        let cells = record.scope.games.iter().flat_map(|game| controls.map(|(arm, ..)| cell(game, arm)));
        control.rows.push([player.player.clone()].into_iter().chain(cells).collect());
    }
    let meanings = controls.map(|(_, name, meaning)| format!("{name}: {meaning}"));
    control.notes.push(format!(
        "{}. A player that learns from the rounds of a match alone has about the same score in alone, uniform and shuffled, and that of learning in renamed.",
        meanings.join("; ")
    ));
    vec![scores, memory, guesses, won, control]
}

fn by_rule(record: &BenchRecord, game: Game) -> Sheet {
    let names = record.players.iter().map(|player| player.player.as_str());
    let mut sheet = Sheet::new(format!("Scores at {game} by rule"), ["rule"].into_iter().chain(names));
    for rule in record.rules.iter().filter(|rule| rule.game == game) {
        let score = |player: &PlayerRecord| {
            let mut own = player.learning.iter().filter(|row| row.game == game && row.rule == Some(rule.number));
            own.next().map_or_else(dash, score_cell)
        };
        let scores = record.players.iter().map(score);
        sheet.rows.push([rule.number.to_string()].into_iter().chain(scores).collect());
    }
    sheet
}

/// How the guesses change over the rounds of a match.
fn curves(record: &BenchRecord, game: Game) -> Chart {
    let rounds = (1..=record.scope.rounds).map(|round| round.to_string());
    let chart = Chart::of_categories(ChartKind::Lines, &format!("learning-{game}"), "round of the match", rounds)
        .titled(&format!("Guesses over the floor at {game}"), "means over all matches, with 95 % intervals")
        .measuring("guesses over the floor", AxisScale::FromZero);
    let of_rounds = |player: &PlayerRecord| -> Vec<LearningRow> {
        player.learning.iter().filter(|row| row.game == game && row.round.is_some()).cloned().collect()
    };
    let ceiling = record.players.first().map(of_rounds).unwrap_or_default();
    let ceiling = ceiling.iter().map(|row| DataPoint::exact(row.ceiling.unwrap_or(row.floor) - row.floor));
    let with_ceiling = chart.series(0, "ceiling", ceiling);
    record.players.iter().zip(1..).fold(with_ceiling, |chart, (player, style)| {
        let point = |row: &LearningRow| {
            let interval = row.gain_low.zip(row.gain_high).map(|(low, high)| Interval { low: -high, high: -low });
            DataPoint::measured(-row.gain, interval)
        };
        chart.series(style, &player.player, of_rounds(player).iter().map(point))
    })
}

/// What is known of a player besides its figures.
fn about(player: &PlayerRecord) -> String {
    let mut said = vec![player.command.clone().unwrap_or_else(|| "built in".to_owned())];
    if let (Some(model), Some(endpoint)) = (&player.model, &player.endpoint) {
        said.push(format!("the language model {model} at {endpoint}"));
    }
    said.push(format!("tools: {}", player.tools));
    said.extend(player.request.iter().map(|(key, value)| format!("{key} = {value}")));
    if let Some(usage) = &player.usage {
        let (requests, failed, no_guess) = (counted(usage.requests, "request"), usage.failed, usage.no_guess);
        said.push(format!("{requests}, {failed} without an answer, {no_guess} without a legal guess"));
        said.push(match usage.unknown {
            0 => format!("{} tokens of prompts, {} of answers", usage.prompt_tokens, usage.completion_tokens),
            unknown => format!("the tokens of {} are not known", counted(unknown, "answer")),
        });
        said.push(format!("prompt {}", usage.prompt_sha256));
    }
    said.extend(player.failures.iter().map(|failure| format!("failed: {failure}")));
    said.join("; ")
}

pub fn page(record: &BenchRecord) -> String {
    let title = format!("Mastermind benchmark of {}", record.scope.bench);
    let is_learning = record.scope.bench == Benchmark::Learning;
    let games = record.scope.games.iter().copied().filter(|_| is_learning);
    let curves = games.clone().map(|game| curves(record, game).svg().unwrap_or_default());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&title, STYLE, None))
            body { main {
                h1 { (title) }
                p { (record.in_words()) ". ±: 95 % intervals." }
                p.note { "SHA-256 of all secrets: " (record.secrets_sha256) ". " (record.program)
                    @if let Some(revision) = &record.revision { ", revision " (revision) } "." }
                @for sheet in sheets(record) { (html_table(&sheet)) }
                @for chart in curves { div.scroll { (PreEscaped(chart)) } }
                @for game in games { (html_table(&by_rule(record, game))) }
                @if is_learning {
                    h2 { "The rules" }
                    ul { @for rule in &record.rules { li {
                        strong { (rule.game) " rule " (rule.number) } ": " (rule.rule) ". Floor "
                        (format!("{:.2}", rule.floor)) ", ceiling " (format!("{:.2}", rule.ceiling)) " guesses."
                    } } }
                }
                h2 { "The players" }
                ul { @for player in &record.players { li { strong { (player.player) } ": " (about(player)) "." } } }
            } }
        }
    };
    visible_page(&page.into_string())
}
