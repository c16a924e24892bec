//! Sections with charts. The tables say the same in numbers.

use super::data::{Cell, Distribution, Grid, MOST_MATCHES, PageData, colored};
use super::tables::{of_players, panes};
use crate::present::{program_name, tables};
use charts::{AxisScale, Chart, ChartKind, DataPoint, Panel, Series};
use maud::{Markup, PreEscaped, html};
use rayon::prelude::*;

const MEASURES: [(&str, &str, usize); 3] =
    [("guesses", "Mean guesses", 2), ("score", "SCORE per 100 rounds", 1), ("time", "µs a guess", 2)];

/// The number that a chart of growth shows of a match, and whether it is a lower bound.
fn value(cell: &Cell, measure: &str) -> Option<(f64, bool)> {
    match measure {
        "guesses" => cell.guesses().map(|guesses| (guesses.mean, guesses.is_lower_bound)),
        "score" => cell.score_of_100().map(|score| (score, false)),
        _ => cell.timing.as_ref().map(|timing| (timing.guess_us, false)),
    }
}

const fn bound(is_lower_bound: bool) -> &'static str {
    if is_lower_bound { "≥ " } else { "" }
}

/// A choice of charts: its name, and the values with their texts.
type Choice<'a> = (&'static str, Vec<(String, &'a str)>);

/// A chart for each value of the choices, whose values are joined by `|`. The script shows the chosen one.
fn chosen_chart(id: &str, choices: &[Choice], charts: &[(String, Chart)]) -> Markup {
    // A chart that is no figure for a paper is never too narrow.
    let drawn: Vec<String> = charts.par_iter().map(|(_, chart)| chart.svg().unwrap_or_default()).collect();
    html! {
        div.charts data-script=(id) {
            form.controls hidden { @for (label, options) in choices {
                label { (label) " " select { @for (value, text) in options { option value=(value) { (text) } } } }
            } }
            @for (place, ((value, _), svg)) in charts.iter().zip(drawn).enumerate() {
                div.drawing data-choice=(value) hidden[place > 0] { (PreEscaped(svg)) }
            }
            p.missing hidden { "There is nothing to show here." }
        }
    }
}

fn choice<'a>(label: &'static str, names: &'a [String], has_all: bool) -> Choice<'a> {
    let all = (has_all && names.len() != 1).then(|| (String::new(), "all"));
    (label, all.into_iter().chain(names.iter().map(|name| (name.clone(), name.as_str()))).collect())
}

pub fn growth(data: &PageData) -> Markup {
    let grid = &data.grid;
    if grid.cells.is_empty() {
        return html! { p.missing { "No match is finished." } };
    }
    let measures = ("Show", MEASURES.iter().map(|(id, name, _)| ((*id).to_owned(), *name)).collect());
    html! {
        (chosen_chart("growth", &[measures, choice("Codemaker", grid.drawn_scsas(), true)], &data.growth))
        (panes("Table", MEASURES.into_iter().map(|(id, name, decimals)| (name, by_size(grid, 0..grid.players.len(), (id, name, decimals))))))
        p.note {
            "Means over all codemakers, of the matches of a player in a game; – if it did not play all of them. ≥: a round that was not won \
             counts as " (grid.guess_limit) " guesses. CPU times depend on the machine."
            (without_codemakers(grid))
        }
    }
}

fn without_codemakers(grid: &Grid) -> String {
    let are_drawn = grid.drawn_scsas().len() == grid.scsas.len();
    if are_drawn {
        String::new()
    } else {
        format!(
            " Codemakers have no charts of their own here, because there are more than {MOST_MATCHES} matches; `{} charts` draws \
             them.",
            program_name()
        )
    }
}

/// The means over all codemakers of some players.
pub fn by_size(
    grid: &Grid,
    players: impl Iterator<Item = usize>,
    (measure, name, decimals): (&str, &str, usize),
) -> Markup {
    let mean = |player: usize, game: usize| {
        let one = |scsa: &usize| value(grid.cell(player, *scsa, game)?, measure);
        let values: Vec<(f64, bool)> = grid.played_at(game).iter().map(one).collect::<Option<_>>()?;
        let is_bound = values.iter().any(|(_, is_bound)| *is_bound);
        let mean = values.iter().map(|(value, _)| value).sum::<f64>() / values.len() as f64;
        (!values.is_empty()).then(|| format!("{}{mean:.decimals$}", bound(is_bound)))
    };
    let rows = players.map(|player| {
        let cells = html! { @for game in 0..grid.games.len() {
            td { (mean(player, game).unwrap_or_else(tables::dash)) }
        } };
        (player, &*grid.players[player], cells)
    });
    of_players(&format!("{name} by game"), "by-game", &grid.game_names(), rows)
}

/// How many rounds took how many guesses.
pub fn distribution(data: &PageData, distributions: &[Vec<Distribution>]) -> Markup {
    let grid = &data.grid;
    let names = grid.game_names();
    let charts = names.iter().enumerate();
    let charts: Vec<_> =
        charts.filter_map(|(game, name)| Some((name.clone(), histogram(data, distributions, game)?))).collect();
    let rows = (0..grid.players.len()).map(|player| {
        let cells = html! { @for game in 0..grid.games.len() { td { (range(&distributions[player][game], grid.guess_limit)) } } };
        (player, &*grid.players[player], cells)
    });
    html! {
        (chosen_chart("distribution", &[choice("Game", &names, false)], &charts))
        (of_players("Median guesses of all rounds (fewest–most of the rounds won), over all codemakers", "ranges", &names, rows))
        p.note { "All bars have one scale: the share of all rounds of the player. Rounds that were not won count as " (grid.guess_limit) " guesses or more, \
                  so that a median among them is marked with ≥." }
    }
}

/// The median of all rounds, the fewest and the most guesses of rounds won: `6 (3–9)`. A round that was not won counts as the limit.
fn range((counts, not_won): &Distribution, limit: usize) -> String {
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

const BARS: usize = 60;

/// How many rounds in a game took how many guesses, a row for each player: bars for numbers of guesses, then one for all rounds that took
/// more, and one for those that were not won. None if nobody won a round.
fn histogram(data: &PageData, distributions: &[Vec<Distribution>], game: usize) -> Option<Chart> {
    let grid = &data.grid;
    let rows = distributions.iter().map(|sizes| &sizes[game]).enumerate();
    let rows: Vec<_> = rows.filter(|(_, (won, lost))| won.iter().sum::<u64>() + lost > 0).collect();
    let won = |won: &[u64]| won.iter().sum::<u64>();
    let low = rows.iter().filter_map(|(_, (counts, _))| counts.iter().position(|rounds| *rounds > 0)).min()?;
    // Players that hardly win, and the last hundredth of a player, do not make the axis longer.
    let last = |counts: &[u64]| {
        let (mut seen, most) = (0, 0.99 * won(counts) as f64);
        counts.iter().position(|rounds| {
            seen += rounds;
            seen > 0 && seen as f64 >= most
        })
    };
    let usual =
        rows.iter().filter(|(_, (counts, lost))| won(counts) >= *lost).filter_map(|(_, (counts, _))| last(counts));
    let high = usual.max().or(rows.iter().filter_map(|(_, (counts, _))| last(counts)).max())?.max(low) + 1;
    let width = (high - low + 1).div_ceil(BARS);
    let bars = (high - low + 1).div_ceil(width);
    let named_counts = |(won, lost): &Distribution| [won.iter().skip(low + bars * width).sum::<u64>(), *lost];
    let named = ["more", "not won"].into_iter().enumerate();
    let named: Vec<_> = named.filter(|(name, _)| rows.iter().any(|(_, row)| named_counts(row)[*name] > 0)).collect();
    // Room for the names.
    let gap = bars.div_ceil(9) + 1;
    let place_of = |bar: usize| (low + bar * width) as f64 + (width - 1) as f64 / 2.0;
    let series = rows.iter().map(|(player, row)| {
        let (counts, lost) = row;
        let total = (won(counts) + lost) as f64;
        let of_bar = |bar: usize| counts.iter().skip(low + bar * width).take(width).sum();
        let mut rounds: Vec<u64> = (0..bars).map(of_bar).collect();
        for (name, _) in &named {
            rounds.resize(rounds.len() + gap - 1, 0);
            rounds.push(named_counts(row)[*name]);
        }
        let points = rounds.into_iter().enumerate();
        let points = points.map(|(bar, rounds)| (place_of(bar), DataPoint::exact(100.0 * rounds as f64 / total)));
        let label = range(row, grid.guess_limit);
        Series { label, ..Series::new(&grid.players[*player], data.styles[*player], points) }
    });
    let named_places = named.iter().zip(1..);
    let named_places = named_places.map(|((_, name), place)| (place_of(bars + place * gap - 1), (*name).to_owned()));
    Some(colored(Chart {
        title: format!("Guesses of all rounds at {}", grid.games[game]),
        subtitle: "share of all rounds of the player, over all codemakers · median of all rounds (fewest–most)"
            .to_owned(),
        kind: ChartKind::Histogram,
        measures: ["guesses", "share"].map(str::to_owned),
        scales: [AxisScale::Linear; 2],
        panels: vec![Panel { series: series.collect(), ..Panel::default() }],
        named_places: named_places.collect(),
        ..Chart::default()
    }))
}

/// The most charts of one game against one codemaker: a page with more would be too large to read.
const MOST_CHARTS: usize = 400;

/// Guesses against CPU time.
pub fn frontier(data: &PageData) -> Markup {
    let grid = &data.grid;
    let rows = || data.leaderboard.rows.iter().enumerate().filter(|(_, row)| row.wins > Some(0));
    let points: Vec<TimedPlayer> =
        rows().filter_map(|(player, row)| Some((player, row.guess_us?, row.guesses?))).collect();
    let is_bound = |player: usize| data.leaderboard.rows[player].guesses_is_bound == Some(true);
    if points.is_empty() {
        return html! { p.missing { "No ranked player that won a round was timed." } };
    }
    let is_on = |point: &TimedPlayer| is_on_frontier(point, &points);
    let names = grid.game_names();
    let choices = [choice("Game", &names, true), choice("Codemaker", grid.drawn_scsas(), true)];
    let places = |names: &[String]| [None].into_iter().chain((0..names.len()).map(Some)).collect::<Vec<_>>();
    let name = |names: &[String], place: Option<usize>| place.map(|place| names[place].clone()).unwrap_or_default();
    let has_all = names.len() * grid.drawn_scsas().len() <= MOST_CHARTS;
    let charts = places(&names)
        .into_iter()
        .flat_map(|game| places(grid.drawn_scsas()).into_iter().map(move |scsa| (game, scsa)));
    let charts =
        charts.filter(|(game, scsa)| has_all || game.is_none() || scsa.is_none()).filter_map(|(game, scsa)| {
            let value = format!("{}|{}", name(&names, game), name(grid.drawn_scsas(), scsa));
            Some((value, times(data, game, scsa)?))
        });
    let charts: Vec<_> = charts.collect();
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
        (chosen_chart("frontier", &choices, &charts))
        (of_players("CPU time and guesses over the matches that all players with both played", "frontier", &headings, rows))
        p.note { "On the frontier: no other player needs as few guesses in as little time. Players that won no round are not here."
            @if !has_all { " One game against one codemaker has no chart: there are more than " (MOST_CHARTS) " of them." }
            (without_codemakers(grid))
        }
    }
}

type TimedPlayer = (usize, f64, f64);

fn is_on_frontier(point: &TimedPlayer, points: &[TimedPlayer]) -> bool {
    let is_ahead =
        |other: &TimedPlayer| other.1 <= point.1 && other.2 <= point.2 && (other.1 < point.1 || other.2 < point.2);
    !points.iter().any(is_ahead)
}

/// From this ratio of the most to the fewest guesses on, their axis is logarithmic.
const WIDE: f64 = 8.0;
/// The players on the frontier that are named, also if they have no color of their own.
const MOST_NAMED: usize = 3;

/// Guesses against CPU time in a game or all games, against a codemaker or all. None without a player that won a round and was timed.
fn times(data: &PageData, game: Option<usize>, scsa: Option<usize>) -> Option<Chart> {
    let grid = &data.grid;
    // In one game the matches that anybody played there; over all games those that all players with a mean played.
    let played: Vec<(usize, usize)> = match game {
        None => data.leaderboard.matches.clone(),
        Some(game) => grid.played_at(game).iter().map(|scsa| (*scsa, game)).collect(),
    };
    let scope: Vec<_> = played.into_iter().filter(|(one, _)| scsa.is_none_or(|scsa| scsa == *one)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let point = |player: usize| {
        let cells: Vec<&Cell> = scope.iter().filter_map(|(scsa, game)| grid.cell(player, *scsa, *game)).collect();
        let wins: u64 = cells.iter().map(|cell| cell.summary.wins).sum();
        let guesses: Option<Vec<f64>> = cells.iter().map(|cell| Some(cell.guesses()?.mean)).collect();
        // Not every match is timed.
        let times: Vec<f64> = cells.iter().filter_map(|cell| Some(cell.timing.as_ref()?.guess_us)).collect();
        let guesses = guesses.filter(|guesses| wins > 0 && guesses.len() == scope.len() && !times.is_empty())?;
        Some((player, mean(&times), mean(&guesses)))
    };
    let points: Vec<TimedPlayer> =
        (0..data.leaderboard.rows.len()).filter_map(point).filter(|point| point.1 > 0.0).collect();
    let (mut on, others): (Vec<_>, Vec<_>) =
        points.iter().copied().partition::<Vec<TimedPlayer>, _>(|point| is_on_frontier(point, &points));
    let is_bound = |player: usize| {
        let cells = scope.iter().filter_map(|(scsa, game)| grid.cell(player, *scsa, *game));
        cells.into_iter().any(|cell| cell.summary.wins < cell.summary.counted())
    };
    let series = on.iter().chain(&others).map(|(player, time, guesses)| {
        let point = DataPoint::exact(*guesses);
        let point = if is_bound(*player) { point.lower_bound() } else { point };
        Series::new(&grid.players[*player], data.styles[*player], [(*time, point)])
    });
    let mut series: Vec<Series> = series.collect();
    on.sort_by(|one, other| one.1.total_cmp(&other.1));
    let steps = on.windows(2).flat_map(|pair| [(pair[1].1, pair[0].2), (pair[1].1, pair[1].2)]);
    let curve = on.first().map(|(_, time, guesses)| (*time, *guesses)).into_iter().chain(steps).collect();
    series.push(Series { curve, ..Series::default() });
    let guesses = || points.iter().map(|(.., guesses)| *guesses);
    let is_wide = guesses().fold(0.0, f64::max) >= WIDE * guesses().fold(f64::INFINITY, f64::min);
    let of =
        |names: &[String], place: Option<usize>, all: &str| place.map_or(all.to_owned(), |place| names[place].clone());
    let (game, scsa) = (of(&grid.game_names(), game, "all games"), of(&grid.scsas, scsa, "all codemakers"));
    let highlighted = on.iter().take(MOST_NAMED).map(|(player, ..)| grid.players[*player].clone()).collect();
    (!points.is_empty()).then(|| {
        colored(Chart {
            title: format!("Guesses and CPU time at {game} against {scsa}"),
            subtitle: "means of the matches that all have; the line is the frontier".to_owned(),
            kind: ChartKind::Scatter,
            measures: ["CPU time per guess, µs (logarithmic)", "mean guesses per round"].map(str::to_owned),
            scales: [AxisScale::Logarithmic, if is_wide { AxisScale::Logarithmic } else { AxisScale::Linear }],
            panels: vec![Panel { series, ..Panel::default() }],
            highlighted,
            ..Chart::default()
        })
    })
}
