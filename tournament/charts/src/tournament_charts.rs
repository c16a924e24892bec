//! The charts of a results folder: which matches each compares, and what it reads of them.

use crate::axis::{AxisScale, whole};
use crate::data_point::{Caveat, DataPoint};
use crate::file_name;
use crate::match_list::{self, ListedMatch};
use crate::match_table::{MatchKey, MatchTable};
use crate::spec::{ChartKind, ChartSpec};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, HashMap};
use tournament::{Results, Status};

/// What a chart shows of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statistic {
    Score,
    Guesses,
    CpuTime,
}

/// From this ratio of the largest to the smallest number of guesses on, their axis is logarithmic.
const WIDE: f64 = 8.0;
/// A SCORE is given for this many rounds.
const SCORE_ROUNDS: f64 = 100.0;

/// The charts of a results folder, in the order of their files. The players that are highlighted most often come first in
/// the order of colors, so that a player has one color in all charts where colors are enough.
pub(crate) fn specs(results: &Results, guess_limit: usize, highlighted: &[String]) -> Vec<ChartSpec> {
    let table = MatchTable::new(results);
    let scsa_names = file_name::safe_names(table.scsas.iter().copied());
    let by_size = scsa_names.iter().enumerate().flat_map(|(scsa, name)| {
        [Statistic::Score, Statistic::Guesses, Statistic::CpuTime]
            .map(|statistic| ComparisonChart::by_size(&table, scsa, statistic, guess_limit).spec(name))
    });
    let at_size =
        (0..table.sizes.len()).map(|size| ComparisonChart::at_size(&table, size).spec(&table.size_name(size)));
    let specs = by_size.chain(at_size).map(|spec| spec.highlighting(highlighted).without_missing());
    let mut specs: Vec<ChartSpec> = specs.filter(|spec| !spec.is_empty()).collect();
    for spec in &mut specs {
        // A line has at least two points.
        if spec.categories.len() == 1 {
            spec.kind = ChartKind::Bars;
        }
    }

    let mut highlights: HashMap<usize, usize> = HashMap::new();
    for spec in &specs {
        for (place, series) in spec.series.iter().enumerate() {
            *highlights.entry(series.color).or_default() += usize::from(spec.is_highlighted(place));
        }
    }
    let mut players: Vec<usize> = highlights.keys().copied().collect();
    players.sort_by_key(|player| (Reverse(highlights[player]), *player));
    let colors: HashMap<usize, usize> =
        players.into_iter().enumerate().map(|(color, player)| (player, color)).collect();
    for series in specs.iter_mut().flat_map(|spec| &mut spec.series) {
        series.color = colors[&series.color];
    }
    specs
}

/// The matches of a chart, a row for each player and a column for each category. Only players and categories with a match.
struct ComparisonChart<'a> {
    table: &'a MatchTable<'a>,
    statistic: Statistic,
    guess_limit: usize,
    kind: ChartKind,
    /// What all matches have in common.
    common: String,
    /// What the categories are.
    across: &'static str,
    /// Between a player and a category in a sentence.
    preposition: &'static str,
    categories: Vec<String>,
    /// The best player first.
    players: Vec<usize>,
    keys: Vec<Vec<MatchKey>>,
}

impl<'a> ComparisonChart<'a> {
    /// A codemaker at all sizes. The best player is the best at the largest size, by the number of codes.
    fn by_size(table: &'a MatchTable<'a>, scsa: usize, statistic: Statistic, guess_limit: usize) -> Self {
        let key = |player, size| MatchKey { player, scsa, size };
        let mut comparison = Self {
            table,
            statistic,
            guess_limit,
            kind: ChartKind::Lines,
            common: table.scsas[scsa].to_owned(),
            across: "size (pegs x colors)",
            preposition: "at",
            categories: Vec::new(),
            players: Vec::new(),
            keys: Vec::new(),
        };
        let sizes = comparison.fill(table.sizes.len(), key);
        comparison.categories = sizes.iter().map(|&size| table.size_name(size)).collect();
        let codes = |size: usize| table.sizes[size].0 as f64 * (table.sizes[size].1 as f64).ln();
        let mut largest_first: Vec<usize> = (0..sizes.len()).collect();
        largest_first.sort_by(|one, other| codes(sizes[*other]).total_cmp(&codes(sizes[*one])));
        comparison.sort_players(|comparison, keys| {
            largest_first.iter().map(|&category| comparison.sort_key(keys[category])).collect()
        });
        comparison
    }

    /// The SCORE of all codemakers at a size. The best player has the highest sum.
    fn at_size(table: &'a MatchTable<'a>, size: usize) -> Self {
        let key = |player, scsa| MatchKey { player, scsa, size };
        let mut comparison = Self {
            table,
            statistic: Statistic::Score,
            guess_limit: 0,
            kind: ChartKind::Bars,
            common: table.size_name(size),
            across: "codemaker (SCSA)",
            preposition: "against",
            categories: Vec::new(),
            players: Vec::new(),
            keys: Vec::new(),
        };
        let scsas = comparison.fill(table.scsas.len(), key);
        comparison.categories = scsas.iter().map(|&scsa| table.scsas[scsa].to_owned()).collect();
        comparison.sort_players(|comparison, keys| {
            vec![-keys.iter().filter_map(|&key| comparison.point(key).value()).sum::<f64>()]
        });
        comparison
    }

    /// Chooses the players and, of this number of columns, those that have a match, which it returns.
    fn fill(&mut self, columns: usize, key: impl Fn(usize, usize) -> MatchKey) -> Vec<usize> {
        let players = 0..self.table.players.len();
        let has_match = |player: usize, column: usize| self.table.contains(key(player, column));
        let in_column = |column: &usize| players.clone().any(|player| has_match(player, *column));
        let columns: Vec<usize> = (0..columns).filter(in_column).collect();
        let of_player = |player: &usize| columns.iter().any(|&column| has_match(*player, column));
        self.players = players.clone().filter(of_player).collect();
        self.keys =
            self.players.iter().map(|&player| columns.iter().map(|&column| key(player, column)).collect()).collect();
        columns
    }

    /// Sorts the players by their sort keys in ascending order; equal ones keep their order.
    fn sort_players(&mut self, sort_keys: impl Fn(&Self, &[MatchKey]) -> Vec<f64>) {
        let mut rows: Vec<(Vec<f64>, usize, Vec<MatchKey>)> = self
            .players
            .iter()
            .zip(&self.keys)
            .map(|(&player, keys)| (sort_keys(self, keys), player, keys.clone()))
            .collect();
        rows.sort_by(|(one, ..), (other, ..)| {
            one.iter()
                .zip(other)
                .map(|(one, other)| one.total_cmp(other))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        });
        (self.players, self.keys) = rows.into_iter().map(|(_, player, keys)| (player, keys)).unzip();
    }

    /// Lower is better; a missing number is worst.
    fn sort_key(&self, key: MatchKey) -> f64 {
        let Some(value) = self.point(key).value() else { return f64::INFINITY };
        if self.statistic == Statistic::Score { -value } else { value }
    }

    fn spec(&self, file: &str) -> ChartSpec {
        let common = &self.common;
        let (name, title, measure, scale) = match (self.statistic, self.kind) {
            (Statistic::Score, ChartKind::Bars) => {
                (format!("scores-{file}"), format!("SCORE at {common}"), self.score_unit(), AxisScale::FromZero)
            }
            (Statistic::Score, ChartKind::Lines) => {
                (format!("score-{file}"), format!("SCORE against {common}"), self.score_unit(), AxisScale::Linear)
            }
            (Statistic::Guesses, _) => {
                let scale = self.guess_scale();
                let measure = format!("mean guesses per round{}", scale_note(scale));
                (format!("guesses-{file}"), format!("Mean guesses against {common}"), measure, scale)
            }
            (Statistic::CpuTime, _) => {
                let scale = AxisScale::Logarithmic;
                let measure = format!("CPU time per guess, µs{}", scale_note(scale));
                (format!("time-{file}"), format!("CPU time per guess against {common}"), measure, scale)
            }
        };
        let spec = ChartSpec::new(self.kind, &name, self.categories.iter().cloned())
            .titled(&title, &self.subtitle())
            .measuring(&measure, scale)
            .across(self.across);
        let spec = self.players.iter().zip(&self.keys).fold(spec, |spec, (&player, keys)| {
            spec.series(player, self.table.players[player], keys.iter().map(|&key| self.point(key)))
        });
        self.notes().iter().fold(spec, |spec, note| spec.note(note))
    }

    fn matches(&self) -> impl Iterator<Item = MatchKey> {
        self.keys.iter().flatten().copied()
    }

    fn guess_scale(&self) -> AxisScale {
        let means = self.matches().filter_map(|key| self.point(key).value());
        let (low, high) = means.fold((f64::INFINITY, 0.0f64), |(low, high), mean| (low.min(mean), high.max(mean)));
        if low > 0.0 && high >= WIDE * low { AxisScale::Logarithmic } else { AxisScale::Linear }
    }

    fn score_unit(&self) -> String {
        let is_scaled = self.matches().filter_map(|key| self.rounds(key)).any(|rounds| rounds != SCORE_ROUNDS);
        if is_scaled { "SCORE per 100 rounds".to_owned() } else { "SCORE of 100 rounds".to_owned() }
    }

    /// The rounds over which a SCORE is spread: in a match that was cut short the rounds not played earn nothing.
    fn rounds(&self, key: MatchKey) -> Option<f64> {
        let row = self.table.summary(key).filter(|row| row.rounds > 0)?;
        let full = if row.status == Status::Played { row.rounds } else { self.table.full_rounds(key.scsa, key.size) };
        Some(full as f64)
    }

    /// Whether the player refused a match that others played, which is worth 0.
    fn is_refused(&self, key: MatchKey) -> bool {
        self.table.summary(key).is_some_and(|row| row.status == Status::Unsupported)
            && self.table.full_rounds(key.scsa, key.size) > 0
    }

    fn point(&self, key: MatchKey) -> DataPoint {
        let row = self.table.summary(key).filter(|row| row.rounds > 0);
        let point = match self.statistic {
            Statistic::Score if self.is_refused(key) => Some(DataPoint::exact(0.0)),
            Statistic::Score => row.zip(self.rounds(key)).map(|(row, rounds)| {
                let share = SCORE_ROUNDS / rounds;
                // A match that was cut short is one observation.
                let error = row.score_se.filter(|_| row.status == Status::Played);
                DataPoint::measured(row.score * share, error.map(|error| error * share))
            }),
            Statistic::Guesses => row.and_then(|row| row.mean_guesses_of_all_rounds(self.guess_limit)).map(|guesses| {
                let point = DataPoint::measured(guesses.mean, guesses.standard_error);
                if guesses.is_lower_bound { point.lower_bound() } else { point }
            }),
            // A time too short for the clock has no place on a logarithmic axis.
            Statistic::CpuTime => (self.table.timing(key).filter(|row| row.guess_us > 0.0))
                .map(|row| DataPoint::measured(row.guess_us, row.guess_us_se)),
        };
        point.unwrap_or(DataPoint::Missing)
    }

    fn subtitle(&self) -> String {
        if self.statistic == Statistic::CpuTime {
            return "means, which depend on the machine".to_owned();
        }
        let rounds = self.matches().filter_map(|key| self.table.summary(key)).map(|row| row.rounds);
        let rounds: BTreeSet<u64> = rounds.filter(|rounds| *rounds > 0).collect();
        let (fewest, most) = (rounds.first().copied().unwrap_or(0), rounds.last().copied().unwrap_or(0));
        let range = if fewest < most { format!("{} to ", whole(fewest)) } else { String::new() };
        format!("{range}{} {} a match", whole(most), if most == 1 { "round" } else { "rounds" })
    }

    fn notes(&self) -> Vec<String> {
        let players: Vec<&str> = self.players.iter().map(|&player| self.table.players[player]).collect();
        let list = |label: &str, chosen: &dyn Fn(MatchKey) -> bool| {
            match_list::sentence(label, self.preposition, &players, &self.categories, &self.listed(chosen))
        };
        let is_unplayed = |key: MatchKey| self.table.summary(key).is_none_or(|row| row.rounds == 0);
        let is_cut_short =
            |key| self.table.summary(key).is_some_and(|row| row.rounds > 0 && row.status != Status::Played);
        let has_bound = self.matches().any(|key| self.point(key).caveat() == Some(Caveat::LowerBound));
        let bound = has_bound.then(|| {
            format!("A round that was not won counts as {} guesses, the guess limit.", whole(self.guess_limit as u64))
        });
        let ended = match self.statistic {
            Statistic::Score => list("Ended early, rounds not played earn nothing", &is_cut_short),
            Statistic::Guesses | Statistic::CpuTime => None,
        };
        let refused = match self.statistic {
            Statistic::Score => list("Refused, worth 0", &|key| self.is_refused(key)),
            Statistic::Guesses | Statistic::CpuTime => None,
        };
        let missing = match self.statistic {
            Statistic::Score => list("No match", &|key| is_unplayed(key) && !self.is_refused(key)),
            Statistic::Guesses => list("No match", &is_unplayed),
            Statistic::CpuTime => list("No times", &|key| self.point(key) == DataPoint::Missing),
        };
        [bound, ended, refused, missing].into_iter().flatten().collect()
    }

    fn listed(&self, chosen: &dyn Fn(MatchKey) -> bool) -> Vec<ListedMatch> {
        let rows = self.keys.iter().enumerate();
        let cells = rows
            .flat_map(|(player, keys)| keys.iter().enumerate().map(move |(category, &key)| (player, category, key)));
        cells
            .filter(|(.., key)| chosen(*key))
            .map(|(player, category, key)| {
                let reason = self.table.summary(key).map_or_else(String::new, |row| row.note.clone());
                ListedMatch { player, category, reason }
            })
            .collect()
    }
}

fn scale_note(scale: AxisScale) -> &'static str {
    if scale == AxisScale::Logarithmic { " (logarithmic)" } else { "" }
}
