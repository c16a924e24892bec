//! The charts of results: which matches each compares, and what it reads of them.

use crate::format::{draw, safe_names};
use crate::text::whole;
use crate::{AxisScale, COLORED, Chart, ChartKind, DataPoint, Format};
use scsa::Game;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::path::{Path, PathBuf};
use tournament::compare::MatchMean;
use tournament::{FileError, GuessLimits, Results, Status, Summary, TimingSummary, files, in_order};

/// What a chart shows of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The SCORE of 100 rounds.
    Score,
    /// The mean guesses of a round.
    Guesses,
    /// The CPU time of a guess.
    CpuTime,
}

/// From this ratio of the largest to the smallest number of guesses on, their axis is logarithmic.
const WIDE: f64 = 8.0;

/// A match, by the positions of its player, codemaker and game.
type Place = (usize, usize, usize);

/// The charts of results. Players, codemakers and games are in the order of their first appearance.
#[derive(Debug, Default)]
pub struct TournamentCharts<'a> {
    players: Vec<&'a str>,
    scsas: Vec<&'a str>,
    games: Vec<Game>,
    summaries: HashMap<Place, &'a Summary>,
    timings: HashMap<Place, &'a TimingSummary>,
    styles: Vec<usize>,
}

/// Draws the charts of a tournament into the folder `charts` of a results folder, and returns the files in order: those of
/// [`TournamentCharts::all`], in which the players of these names are highlighted.
///
/// Each file is replaced as a whole. The list of the files is written beside them, as `charts.json`; files of an older list that are not
/// drawn again are removed, and no others.
///
/// # Errors
/// If the folder or a file cannot be written; the charts before it may be there.
pub fn draw_all(
    results: &Results,
    highlighted: &[String],
    formats: &BTreeSet<Format>,
    folder: &Path,
) -> Result<Vec<PathBuf>, FileError> {
    let charts = TournamentCharts::new(results).all().into_iter();
    let charts: Vec<Chart> = charts.map(|chart| Chart { highlighted: highlighted.to_vec(), ..chart }).collect();
    let written = draw(&charts, formats, &folder.join(files::CHARTS))?;
    files::record_charts(folder, &written)?;
    Ok(written)
}

impl<'a> TournamentCharts<'a> {
    /// The charts of these rows. Of two rows about a match the later one counts.
    pub fn new(results: &'a Results) -> Self {
        let of_rows = results.summaries.iter().map(|row| (&*row.player, &*row.scsa, row.game));
        let keys: Vec<(&str, &str, Game)> =
            of_rows.chain(results.timings.iter().map(|row| (&*row.player, &*row.scsa, row.game))).collect();
        let mut table = Self {
            players: in_order(&keys, |key| key.0),
            scsas: in_order(&keys, |key| key.1),
            games: in_order(&keys, |key| key.2),
            ..Self::default()
        };
        let (players, scsas, games) = (places(&table.players), places(&table.scsas), places(&table.games));
        let mut keys = keys.iter().map(|(player, scsa, game)| (players[player], scsas[scsa], games[game]));
        table.summaries = results.summaries.iter().zip(keys.by_ref()).map(|(row, key)| (key, row)).collect();
        table.timings = results.timings.iter().zip(keys).map(|(row, key)| (key, row)).collect();
        // The players that have a color most often come first, so that few of a chart have the same.
        table.styles = (0..table.players.len()).collect();
        let mut colored = vec![0; table.players.len()];
        for chart in table.all() {
            let series = chart.prepared().panels.into_iter().flat_map(|panel| panel.series);
            series.filter(|series| !series.is_gray).for_each(|series| colored[series.style] += 1);
        }
        let mut order = table.styles.clone();
        order.sort_by_key(|player| std::cmp::Reverse(colored[*player]));
        order.into_iter().enumerate().for_each(|(style, player)| table.styles[player] = style);
        table
    }

    /// Gives a player one of the styles that have a color of their own.
    pub fn highlight(&mut self, player: &str) {
        let Some(place) = self.players.iter().position(|one| *one == player) else { return };
        let last = self.styles.iter().position(|style| *style == COLORED - 1);
        if let Some(last) = last.filter(|_| self.styles[place] >= COLORED) {
            self.styles.swap(place, last);
        }
    }

    /// The color and the marker of a player, the same in all charts.
    pub fn style(&self, player: &str) -> usize {
        self.players.iter().position(|one| *one == player).map_or(0, |player| self.styles[player])
    }

    /// The charts: for every codemaker `score-…`, `guesses-…` and `time-…`, then `scores-<game>` for every game. Those without a number
    /// are left out.
    pub fn all(&self) -> Vec<Chart> {
        let names = safe_names(self.scsas.iter().copied());
        let by_size = names.iter().enumerate().flat_map(|(scsa, name)| {
            let statistics =
                [(Statistic::Score, "score"), (Statistic::Guesses, "guesses"), (Statistic::CpuTime, "time")];
            statistics.map(|(statistic, of)| Chart {
                name: format!("{of}-{name}"),
                ..self.by_size(statistic, Some(self.scsas[scsa]))
            })
        });
        let at_size = (0..self.games.len()).map(|game| self.at_size(game));
        by_size.chain(at_size).filter(|chart| !chart.clone().prepared().is_empty()).collect()
    }

    /// Numbers of a codemaker, or their means over all, in all games. The best player is the best in the largest game, by the number of codes.
    pub fn by_size(&self, statistic: Statistic, scsa: Option<&str>) -> Chart {
        let is_chosen = |place: &usize| scsa.is_none_or(|scsa| self.scsas[*place] == scsa);
        let column = |game: usize| {
            let chosen = (0..self.scsas.len()).filter(is_chosen).filter(|scsa| self.contains(*scsa, game));
            (self.games[game].to_string(), chosen.map(|scsa| (scsa, game)).collect::<Vec<_>>())
        };
        let columns: Vec<_> = (0..self.games.len()).map(column).filter(|(_, matches)| !matches.is_empty()).collect();
        let codes = |place: usize| self.games[columns[place].1[0].1].approximate_count();
        let mut largest_first: Vec<usize> = (0..columns.len()).collect();
        largest_first.sort_by(|one, other| codes(*other).total_cmp(&codes(*one)));
        // Lower is better; a missing number is worst.
        let sign = if statistic == Statistic::Score { -1.0 } else { 1.0 };
        let key = |point: DataPoint| point.value().map_or(f64::INFINITY, |value| sign * value);
        let comparison = Comparison {
            table: self,
            statistic,
            // A line has at least two points.
            kind: if columns.len() > 1 { ChartKind::Lines } else { ChartKind::Bars },
            common: scsa.map_or("all codemakers (mean)".to_owned(), str::to_owned),
            preposition: "at",
            columns,
        };
        comparison
            .chart("game (pegs x colors)", |points| largest_first.iter().map(|place| key(points[*place])).collect())
    }

    /// The SCORE of all codemakers in a game. The best player has the highest sum.
    fn at_size(&self, game: usize) -> Chart {
        let scsas = (0..self.scsas.len()).filter(|scsa| self.contains(*scsa, game));
        let common = self.games[game].to_string();
        let (name, title) = (format!("scores-{common}"), format!("SCORE at {common}"));
        let comparison = Comparison {
            table: self,
            statistic: Statistic::Score,
            kind: ChartKind::Bars,
            common,
            preposition: "against",
            columns: scsas.map(|scsa| (self.scsas[scsa].to_owned(), vec![(scsa, game)])).collect(),
        };
        let sum = |points: &[DataPoint]| points.iter().filter_map(|point| point.value()).sum::<f64>();
        Chart { name, title, ..comparison.chart("codemaker (SCSA)", |points| vec![-sum(points)]) }
    }

    fn contains(&self, scsa: usize, game: usize) -> bool {
        (0..self.players.len()).any(|player| self.has(&(player, scsa, game)))
    }

    fn has(&self, key: &Place) -> bool {
        self.summaries.contains_key(key) || self.timings.contains_key(key)
    }

    /// Whether the player refused the match, which is worth 0.
    fn is_refused(&self, key: Place) -> bool {
        self.summaries.get(&key).is_some_and(|row| row.status == Status::Refused)
    }

    fn point(&self, statistic: Statistic, key: Place) -> DataPoint {
        let row = self.summaries.get(&key);
        let mean = match statistic {
            Statistic::Score => row.and_then(|row| MatchMean::score(row)),
            Statistic::Guesses => row.and_then(|row| MatchMean::guesses(row)),
            // A time too short for the clock has no place on a logarithmic axis.
            Statistic::CpuTime => (self.timings.get(&key).filter(|row| row.guess_us > 0.0))
                .map(|row| MatchMean::time(row.guess_us, row.guess_us_se, row.rounds_timed, row.is_bound)),
        };
        let point = mean.map(|mean| {
            let point = DataPoint::measured(mean.mean, mean.interval());
            if mean.is_lower_bound { point.lower_bound() } else { point }
        });
        point.unwrap_or(DataPoint::Missing)
    }
}

/// Where each of different values is.
fn places<T: Copy + Eq + Hash>(values: &[T]) -> HashMap<T, usize> {
    values.iter().copied().zip(0..).collect()
}

/// The matches of a chart: those of the players that have any, in columns.
struct Comparison<'a> {
    table: &'a TournamentCharts<'a>,
    statistic: Statistic,
    kind: ChartKind,
    /// What all matches have in common.
    common: String,
    /// Between a player and a category in a sentence.
    preposition: &'static str,
    /// The categories, each with one or more codemakers and games.
    columns: Vec<(String, Vec<(usize, usize)>)>,
}

impl Comparison<'_> {
    fn keys(&self, player: usize) -> impl Iterator<Item = Place> {
        self.columns.iter().flat_map(|(_, matches)| matches).map(move |(scsa, game)| (player, *scsa, *game))
    }

    /// The chart, whose players are in the ascending order of their sort keys; equal ones keep their order.
    fn chart(&self, across: &str, sort_keys: impl Fn(&[DataPoint]) -> Vec<f64>) -> Chart {
        let table = self.table;
        let point = |player: usize, matches: &[(usize, usize)]| {
            let keys = matches.iter().map(|(scsa, game)| (player, *scsa, *game));
            DataPoint::mean(&keys.map(|key| table.point(self.statistic, key)).collect::<Vec<_>>())
        };
        let row = |player: usize| (player, self.columns.iter().map(|(_, matches)| point(player, matches)).collect());
        let players = (0..table.players.len()).filter(|player| self.keys(*player).any(|key| table.has(&key)));
        let mut rows: Vec<(usize, Vec<DataPoint>)> = players.map(row).collect();
        rows.sort_by(|(_, one), (_, other)| {
            let (one, other) = (sort_keys(one), sort_keys(other));
            let mut orders = one.iter().zip(&other).map(|(one, other)| one.total_cmp(other));
            orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        let players: Vec<usize> = rows.iter().map(|(player, _)| *player).collect();
        let played = || players.iter().flat_map(|player| self.keys(*player));
        let scale = match self.statistic {
            Statistic::Score => AxisScale::Linear,
            Statistic::CpuTime => AxisScale::Logarithmic,
            Statistic::Guesses => {
                let values = || rows.iter().flat_map(|(_, points)| points).filter_map(|point| point.value());
                let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
                if self.kind == ChartKind::Lines && low > 0.0 && high >= WIDE * low {
                    AxisScale::Logarithmic
                } else {
                    AxisScale::Linear
                }
            }
        };
        let (title, measure) = match self.statistic {
            Statistic::Score => ("SCORE", "SCORE per 100 rounds"),
            Statistic::Guesses => ("Mean guesses", "mean guesses per round"),
            Statistic::CpuTime => ("CPU time per guess", "CPU time per guess, µs"),
        };
        let logarithmic = if scale == AxisScale::Logarithmic { " (logarithmic)" } else { "" };
        let names = self.columns.iter().map(|(name, _)| name);
        let chart = Chart::of_categories(self.kind, "", across, names)
            .titled(&format!("{title} against {}", self.common), &self.subtitle(played()))
            .measuring(&format!("{measure}{logarithmic}"), scale);
        let chart = rows
            .into_iter()
            .fold(chart, |chart, (player, points)| chart.series(table.styles[player], table.players[player], points));
        let notes = self.notes(&players, &chart);
        Chart { notes, ..chart }
    }

    fn subtitle(&self, played: impl Iterator<Item = Place>) -> String {
        if self.statistic == Statistic::CpuTime {
            return "means, which depend on the machine".to_owned();
        }
        let rounds = played.filter_map(|key| self.table.summaries.get(&key)).map(|row| row.counted());
        let rounds: BTreeSet<u64> = rounds.filter(|rounds| *rounds > 0).collect();
        let (fewest, most) = (rounds.first().copied().unwrap_or(0), rounds.last().copied().unwrap_or(0));
        let range = if fewest < most { format!("{} to ", whole(fewest)) } else { String::new() };
        format!("{range}{} {} a match", whole(most), if most == 1 { "round" } else { "rounds" })
    }

    fn notes(&self, players: &[usize], chart: &Chart) -> Vec<String> {
        let table = self.table;
        let names: Vec<&str> = players.iter().map(|player| table.players[*player]).collect();
        let categories: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let list = |label: &str, chosen: &dyn Fn(Place) -> bool| {
            let mut listed = Vec::new();
            for (place, player) in players.iter().enumerate() {
                for (category, (_, matches)) in self.columns.iter().enumerate() {
                    let mut keys = matches.iter().map(|(scsa, game)| (*player, *scsa, *game));
                    let Some(key) = keys.find(|key| chosen(*key)) else { continue };
                    let reason = table.summaries.get(&key).map_or_else(String::new, |row| row.note.clone());
                    listed.push(ListedMatch { player: place, category, reason });
                }
            }
            sentence(label, self.preposition, &names, &categories, &listed)
        };
        let row = |key| table.summaries.get(&key);
        let is_unplayed = |key| row(key).is_none_or(|row| row.counted() == 0);
        let is_cut_short = |key| row(key).is_some_and(|row| row.counted() > 0 && row.status != Status::Played);
        let has_bound = chart.points().any(DataPoint::is_bound);
        let notes = match self.statistic {
            Statistic::Score => vec![
                list("Ended early, rounds not played earn nothing", &is_cut_short),
                list("Refused, worth 0", &|key| table.is_refused(key)),
                list("No match", &|key| is_unplayed(key) && !table.is_refused(key)),
            ],
            Statistic::Guesses => {
                let games = table.summaries.values().map(|row| (row.game, row.guess_limit)).collect();
                let limits = GuessLimits { games, ..GuessLimits::default() };
                let bound = format!("A round that was not won counts as the limit, {}.", limits.in_words());
                vec![has_bound.then_some(bound), list("No match", &is_unplayed)]
            }
            Statistic::CpuTime => {
                let bound = "The last guess of a round that was lost by time was not finished.".to_owned();
                let is_missing = |key| table.point(Statistic::CpuTime, key) == DataPoint::Missing;
                vec![has_bound.then_some(bound), list("No times", &is_missing)]
            }
        };
        notes.into_iter().flatten().collect()
    }
}

#[derive(Clone, Debug, PartialEq)]
struct ListedMatch {
    /// The positions of the player and the category in the chart.
    player: usize,
    category: usize,
    reason: String,
}

/// Longer lists and sentences, in characters, are cut short; longer reasons are left out.
const LONG_LIST: usize = 110;
const LONG_SENTENCE: usize = 330;
const LONG_REASON: usize = 90;

/// The matches by category and then by player, as `No match: all players at 10x4 (only-once does not allow 10x4); tree at 15x20, 20x26.`
///
/// `preposition` stands between players and categories; a player without categories is listed in all. None without a match.
fn sentence(
    label: &str,
    preposition: &str,
    players: &[&str],
    categories: &[String],
    matches: &[ListedMatch],
) -> Option<String> {
    if matches.is_empty() {
        return None;
    }
    let of_category = |category: usize| matches.iter().filter(move |one| one.category == category);
    let has_all_players = |category: &usize| players.len() > 1 && of_category(*category).count() == players.len();
    let whole: Vec<usize> = (0..categories.len()).filter(has_all_players).collect();
    let all = |category: &usize| {
        format!("all players {preposition} {}{}", categories[*category], reason(of_category(*category)))
    };
    let mut parts: Vec<String> = whole.iter().map(all).collect();

    // Players with the same categories, and these categories.
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for player in 0..players.len() {
        let own = matches.iter().filter(|one| one.player == player && !whole.contains(&one.category));
        let own: Vec<usize> = own.map(|one| one.category).collect();
        match groups.iter_mut().find(|(_, categories)| *categories == own) {
            _ if own.is_empty() => {}
            Some((names, _)) => names.push(player),
            None => groups.push((vec![player], own)),
        }
    }
    for (names, own) in groups {
        let is_listed = |one: &&ListedMatch| names.contains(&one.player) && own.contains(&one.category);
        let reason = reason(matches.iter().filter(is_listed));
        let who = listed(names.iter().map(|&name| players[name]));
        if own.len() == categories.len() {
            parts.push(format!("{who}{reason}"));
        } else {
            let own = listed(own.iter().map(|&category| categories[category].as_str()));
            parts.push(format!("{who} {preposition} {own}{reason}"));
        }
    }
    Some(format!("{label}: {}.", cut(&parts, "; ", LONG_SENTENCE)))
}

/// The reason of most of the matches, in brackets.
fn reason<'a>(matches: impl Iterator<Item = &'a ListedMatch>) -> String {
    let reasons: Vec<&str> = matches.map(|one| one.reason.trim_end_matches('.')).collect();
    let count = |reason: &str| reasons.iter().filter(|other| **other == reason).count();
    let most = reasons.iter().find(|reason| 2 * count(reason) > reasons.len());
    most.filter(|reason| !reason.is_empty() && reason.chars().count() <= LONG_REASON)
        .map_or_else(String::new, |reason| format!(" ({reason})"))
}

fn listed<'a>(items: impl Iterator<Item = &'a str>) -> String {
    cut(&items.map(str::to_owned).collect::<Vec<_>>(), ", ", LONG_LIST)
}

/// The items in a row, as many as fit and at least one, and how many are left out.
fn cut(items: &[String], separator: &str, limit: usize) -> String {
    let mut length = 0;
    let fitting = items.iter().take_while(|item| {
        length += item.chars().count() + separator.len();
        length <= limit
    });
    let kept = fitting.count().max(1).min(items.len());
    let more = if kept < items.len() { format!("{separator}and {} more", items.len() - kept) } else { String::new() };
    items[..kept].join(separator) + &more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed_match(player: usize, category: usize, reason: &str) -> ListedMatch {
        ListedMatch { player, category, reason: reason.to_owned() }
    }

    #[test]
    fn matches_are_listed_by_category_then_by_player() {
        let categories = ["4x6", "10x4", "15x20"].map(str::to_owned);
        let matches = [
            listed_match(0, 1, "only-once does not allow 10x4"),
            listed_match(0, 2, ""),
            listed_match(1, 1, "barred"),
            listed_match(2, 1, "only-once does not allow 10x4"),
            listed_match(2, 2, ""),
        ];
        let said = sentence("No match", "at", &["tree", "dino", "rao"], &categories, &matches).unwrap();
        assert_eq!(said, "No match: all players at 10x4 (only-once does not allow 10x4); tree, rao at 15x20.");
        let all = [0, 1, 2].map(|category| listed_match(0, category, ""));
        assert_eq!(sentence("No match", "at", &["tree"], &categories, &all).as_deref(), Some("No match: tree."));
        assert_eq!(sentence("No match", "at", &["tree"], &categories, &[]), None);
    }

    #[test]
    fn long_lists_are_cut() {
        let items: Vec<String> = (0..40).map(|item| format!("player-{item}")).collect();
        assert_eq!(cut(&items, ", ", 30), "player-0, player-1, player-2, and 37 more");
        assert_eq!(cut(&["x".repeat(50)], ", ", 30), "x".repeat(50));
    }
}
