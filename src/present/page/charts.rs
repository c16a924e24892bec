//! Sections with charts. The tables say the same in numbers.

use super::data::{Cell, Distribution, Grid, MOST_MATCHES, PageData, colored};
use super::tables::{of_players, panes};
use crate::present::{program_name, tables};
use charts::{AxisScale, Chart, ChartKind, DataPoint, Panel, Series};
use maud::{Markup, PreEscaped, html};
use rayon::prelude::*;
use tournament::TimingSummary;
use tournament::compare::MatchMean;

const MEASURES: [(&str, &str, usize); 3] =
    [("guesses", "Mean guesses", 2), ("score", "SCORE per 100 rounds", 1), ("time", "µs a guess", 2)];

/// The number that a chart of growth shows of a match, and whether it is a lower bound.
fn value(cell: &Cell, measure: &str) -> Option<(f64, bool)> {
    match measure {
        "guesses" => cell.guesses().map(|guesses| (guesses.mean, guesses.is_lower_bound)),
        "score" => cell.score().map(|score| (score, false)),
        _ => cell.timing.as_ref().map(|timing| (timing.guess_us, timing.is_bound)),
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
    let drawn = charts.par_iter().map(|(_, chart)| chart.svg().unwrap_or_default().replace('\n', ""));
    let drawn: Vec<String> = drawn.collect();
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
             counts as the limit, " (grid.guess_limits.in_words()) ", and the last guess of a round lost by time was not finished. CPU times depend on the machine."
            (without_codemakers(grid))
        }
    }
}

fn without_codemakers(grid: &Grid) -> String {
    if grid.drawn_scsas().len() == grid.scsas.len() {
        return String::new();
    }
    format!(
        " Codemakers have no charts of their own here, because there are more than {MOST_MATCHES} matches; `{} charts` draws them.",
        program_name()
    )
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

pub fn distribution(data: &PageData, distributions: &[Vec<Distribution>]) -> Markup {
    let grid = &data.grid;
    let names = grid.game_names();
    let chart = |(game, name): (usize, &String)| Some((name.clone(), histogram(data, distributions, game)?));
    let charts: Vec<_> = names.iter().enumerate().filter_map(chart).collect();
    let rows = (0..grid.players.len()).map(|player| {
        let cells = html! { @for game in 0..grid.games.len() { td { (range(&distributions[player][game], grid.guess_limit(game))) } } };
        (player, &*grid.players[player], cells)
    });
    html! {
        (chosen_chart("distribution", &[choice("Game", &names, false)], &charts))
        (of_players("Median guesses of all rounds (fewest–most of the rounds won), over all codemakers", "ranges", &names, rows))
        p.note { "All bars have one scale: the share of all rounds of the player. Rounds that were not won count as the limit, " (grid.guess_limits.in_words()) ", or more, \
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
        Series::new(&grid.players[*player], data.styles[*player], points)
    });
    let named_places = named.iter().zip(1..);
    let named_places = named_places.map(|((_, name), place)| (place_of(bars + place * gap - 1), (*name).to_owned()));
    Some(colored(Chart {
        title: format!("Guesses of all rounds at {}", grid.games[game]),
        subtitle: "share of all rounds of the player, over all codemakers".to_owned(),
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

pub fn frontier(data: &PageData) -> Markup {
    let grid = &data.grid;
    let points = timed_players(data, &data.leaderboard.matches);
    if points.is_empty() {
        return html! { p.missing { "No ranked player that won a round was timed in all matches that are compared." } };
    }
    let is_on = |point: &TimedPlayer| is_on_frontier(point, &points);
    let names = grid.game_names();
    let choices = [choice("Game", &names, true), choice("Codemaker", grid.drawn_scsas(), true)];
    let places = |names: &[String]| [None].into_iter().chain((0..names.len()).map(Some)).collect::<Vec<_>>();
    let name = |names: &[String], place: Option<usize>| place.map(|place| names[place].clone()).unwrap_or_default();
    let has_all = names.len() * grid.drawn_scsas().len() <= MOST_CHARTS;
    let mut charts = Vec::new();
    for game in places(&names) {
        let is_drawn = |scsa: &Option<usize>| has_all || game.is_none() || scsa.is_none();
        charts.extend(places(grid.drawn_scsas()).into_iter().filter(is_drawn).filter_map(|scsa| {
            let value = format!("{}|{}", name(&names, game), name(grid.drawn_scsas(), scsa));
            Some((value, times(data, game, scsa)?))
        }));
    }
    let rows = points.iter().map(|point| {
        let cells = html! {
            td { (bound(point.is_unfinished)) (format!("{:.2}", point.time)) }
            td { @match point.median { None => "–", Some(median) => { (bound(point.is_unfinished)) (format!("{median:.2}")) } } }
            td { (format!("{}{:.2}", bound(point.is_bound), point.guesses)) }
            td { @if is_on(point) { "yes" } @else { "no" } }
        };
        (point.player, &*grid.players[point.player], cells)
    });
    let scope = &data.leaderboard.scope;
    let headings =
        [format!("µs a guess{scope}"), "median".to_owned(), format!("guesses{scope}"), "on the frontier".to_owned()];
    html! {
        (chosen_chart("frontier", &choices, &charts))
        (of_players("CPU time and guesses over the matches that all players with both played", "frontier", &headings, rows))
        p.note { "On the frontier: no other player needs as few guesses in as little time. Players that won no round, or were not timed in one of these \
             matches, are not here. ≥: a lower bound, because a round was not won, or was lost by time before its last guess was finished."
            @if !has_all { " One game against one codemaker has no chart: there are more than " (MOST_CHARTS) " of them." }
            (without_codemakers(grid))
        }
    }
}

/// The means of a player over some matches.
#[derive(Clone, Copy)]
struct TimedPlayer {
    player: usize,
    time: f64,
    /// Whether a round was lost by time.
    is_unfinished: bool,
    /// The mean of the medians of the matches.
    median: Option<f64>,
    guesses: f64,
    /// Whether some round was not won.
    is_bound: bool,
}

/// The ranked players that won a round and were timed, in every one of these matches: pairs of a codemaker and a game.
fn timed_players(data: &PageData, matches: &[(usize, usize)]) -> Vec<TimedPlayer> {
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    let point = |player: usize| {
        let cells = matches.iter().map(|(scsa, game)| data.grid.cell(player, *scsa, *game));
        let cells: Vec<&Cell> = cells.collect::<Option<_>>().filter(|cells: &Vec<_>| !cells.is_empty())?;
        let guesses: Vec<MatchMean> = cells.iter().map(|cell| cell.guesses()).collect::<Option<_>>()?;
        let times: Vec<&TimingSummary> = cells.iter().map(|cell| cell.timing.as_ref()).collect::<Option<_>>()?;
        let point = TimedPlayer {
            player,
            time: mean(times.iter().map(|row| row.guess_us).collect()),
            is_unfinished: times.iter().any(|row| row.is_bound),
            median: times.iter().map(|row| row.guess_us_median).collect::<Option<_>>().map(mean),
            guesses: mean(guesses.iter().map(|guesses| guesses.mean).collect()),
            is_bound: guesses.iter().any(|guesses| guesses.is_lower_bound),
        };
        (cells.iter().any(|cell| cell.summary.wins > 0) && point.time > 0.0).then_some(point)
    };
    (0..data.leaderboard.rows.len()).filter_map(point).collect()
}

fn is_on_frontier(point: &TimedPlayer, points: &[TimedPlayer]) -> bool {
    let is_ahead = |one: &TimedPlayer, other: &TimedPlayer| one.time <= other.time && one.guesses <= other.guesses;
    !points.iter().any(|other| is_ahead(other, point) && !is_ahead(point, other))
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
    let matches: Vec<_> = played.into_iter().filter(|(one, _)| scsa.is_none_or(|scsa| scsa == *one)).collect();
    let points = timed_players(data, &matches);
    let (mut on, others): (Vec<_>, Vec<_>) =
        points.iter().copied().partition::<Vec<TimedPlayer>, _>(|point| is_on_frontier(point, &points));
    let series = on.iter().chain(&others).map(|one| {
        let point = DataPoint::exact(one.guesses);
        let point = if one.is_bound || one.is_unfinished { point.lower_bound() } else { point };
        Series::new(&grid.players[one.player], data.styles[one.player], [(one.time, point)])
    });
    let mut series: Vec<Series> = series.collect();
    on.sort_by(|one, other| one.time.total_cmp(&other.time));
    let steps = on.windows(2).flat_map(|pair| [(pair[1].time, pair[0].guesses), (pair[1].time, pair[1].guesses)]);
    let curve = on.first().map(|one| (one.time, one.guesses)).into_iter().chain(steps).collect();
    series.push(Series { curve, ..Series::default() });
    let guesses = || points.iter().map(|one| one.guesses);
    let is_wide = guesses().fold(0.0, f64::max) >= WIDE * guesses().fold(f64::INFINITY, f64::min);
    // The matches of all games that are compared may be a part of them.
    let scope = match (game, &*data.leaderboard.scope) {
        (Some(game), _) => format!(" at {}", grid.games[game]),
        (None, "") => " at all games".to_owned(),
        (None, scope) => scope.to_owned(),
    };
    let scsa = scsa.map_or("all codemakers", |scsa| &grid.scsas[scsa]);
    let named = data.focus.iter().map(|focus| focus.player).chain(on.iter().take(MOST_NAMED).map(|one| one.player));
    let highlighted = named.map(|player| grid.players[player].clone()).collect();
    (!points.is_empty()).then(|| {
        colored(Chart {
            title: format!("Guesses and CPU time{scope} against {scsa}"),
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
