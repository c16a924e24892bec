//! What the charts of a folder are about: which matches stand side by side, and what is read off each.

use crate::catalog::{Catalog, Key};
use crate::gaps::{self, Gap};
use crate::plan::{Kind, Plan, Reading};
use crate::scale::{Spread, grouped};
use tournament::{Status, Summary};

/// What is read off a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Score,
    Guesses,
    Time,
}

/// From this ratio of the largest to the smallest number of guesses on, their axis is logarithmic.
const WIDE: f64 = 8.0;
const SCORE_ROUNDS: f64 = 100.0;

/// SCORE against size, for a codemaker.
pub(crate) fn scores_by_size(catalog: &Catalog<'_>, scsa: usize, file: &str) -> Option<Plan> {
    let matches = Matches::by_size(catalog, scsa, Measure::Score);
    matches.plan(&format!("score-{file}"), |name| format!("SCORE against {name}"), Spread::Even)
}

/// Guesses of won rounds against size, for a codemaker.
pub(crate) fn guesses_by_size(catalog: &Catalog<'_>, scsa: usize, file: &str) -> Option<Plan> {
    let matches = Matches::by_size(catalog, scsa, Measure::Guesses);
    let mut plan = matches.plan(
        &format!("guesses-{file}"),
        |name| format!("Guesses in won rounds against {name}"),
        Spread::Even,
    )?;
    let (low, high) = plan.values().fold((f64::INFINITY, 0.0), |(low, high), value| (value.min(low), value.max(high)));
    if low > 0.0 && high >= WIDE * low {
        plan.spread = Spread::Logarithmic;
        plan.measure.push_str(" (logarithmic)");
    }
    Some(plan)
}

/// CPU time per guess against size, for a codemaker.
pub(crate) fn times_by_size(catalog: &Catalog<'_>, scsa: usize, file: &str) -> Option<Plan> {
    let matches = Matches::by_size(catalog, scsa, Measure::Time);
    matches.plan(&format!("time-{file}"), |name| format!("CPU time per guess against {name}"), Spread::Logarithmic)
}

/// SCORE against every codemaker that draws codes of a size.
pub(crate) fn scores_at_size(catalog: &Catalog<'_>, size: usize) -> Option<Plan> {
    let matches = Matches::at_size(catalog, size);
    let name = format!("scores-{}", catalog.size_name(size));
    let plan = matches.plan(&name, |name| format!("SCORE at {name}"), Spread::FromZero)?;
    Some(plan.without_empty_categories())
}

/// The matches of a chart, a row a player and a column a category.
struct Matches<'a> {
    catalog: &'a Catalog<'a>,
    measure: Measure,
    kind: Kind,
    /// What all of them have in common.
    common: String,
    across: &'static str,
    /// Between a player and a category in a sentence.
    word: &'static str,
    players: Vec<usize>,
    categories: Vec<String>,
    keys: Vec<Vec<Key>>,
}

impl<'a> Matches<'a> {
    fn by_size(catalog: &'a Catalog<'a>, scsa: usize, measure: Measure) -> Self {
        let sizes: Vec<usize> = (0..catalog.sizes.values().len()).collect();
        let name = catalog.scsas.values().get(scsa).copied().unwrap_or_default();
        let key = |player, size| Key { player, scsa, size };
        let mut matches = Self::new(catalog, measure, name.to_owned(), &sizes, key);
        matches.across = "size (pegs x colors)";
        matches.word = "at";
        matches.categories = matches.categories_of(|key| catalog.size_name(key.size));
        matches
    }

    fn at_size(catalog: &'a Catalog<'a>, size: usize) -> Self {
        let scsas: Vec<usize> = (0..catalog.scsas.values().len()).collect();
        let key = |player, scsa| Key { player, scsa, size };
        let mut matches = Self::new(catalog, Measure::Score, catalog.size_name(size), &scsas, key);
        matches.kind = Kind::Bars;
        matches.across = "codemaker (SCSA)";
        matches.word = "against";
        let name = |key: Key| catalog.scsas.values().get(key.scsa).copied().unwrap_or_default().to_owned();
        matches.categories = matches.categories_of(name);
        matches
    }

    /// Only players and categories about which there is a row.
    fn new(
        catalog: &'a Catalog<'a>,
        measure: Measure,
        common: String,
        columns: &[usize],
        key: impl Fn(usize, usize) -> Key,
    ) -> Self {
        let players: Vec<usize> = (0..catalog.players.values().len()).collect();
        let knows = |player: usize, column: usize| catalog.knows(key(player, column));
        let columns: Vec<usize> =
            columns.iter().copied().filter(|&column| players.iter().any(|&player| knows(player, column))).collect();
        let players: Vec<usize> =
            players.iter().copied().filter(|&player| columns.iter().any(|&column| knows(player, column))).collect();
        let keys = players.iter().map(|&player| columns.iter().map(|&column| key(player, column)).collect()).collect();
        Self {
            catalog,
            measure,
            kind: Kind::Lines,
            common,
            across: "",
            word: "",
            players,
            categories: Vec::new(),
            keys,
        }
    }

    fn categories_of(&self, name: impl Fn(Key) -> String) -> Vec<String> {
        self.keys.first().map_or_else(Vec::new, |row| row.iter().map(|&key| name(key)).collect())
    }

    /// The chart, if there is anything to show.
    fn plan(&self, name: &str, title: impl Fn(&str) -> String, spread: Spread) -> Option<Plan> {
        let measure = match self.measure {
            Measure::Score if self.is_scaled() => "SCORE per 100 rounds",
            Measure::Score => "SCORE",
            Measure::Guesses => "mean guesses of won rounds",
            Measure::Time => "CPU time per guess, µs",
        };
        let mut plan = Plan::new(self.kind, name, self.categories.iter().cloned())
            .titled(&title(&self.common), &self.subtitle())
            .measuring(measure, spread)
            .across(self.across);
        for ((&player, name), keys) in self.players.iter().zip(self.names()).zip(&self.keys) {
            // The pen is the player's, whoever else is in the chart.
            plan = plan.series(player, name, keys.iter().map(|&key| self.read(key)));
        }
        if plan.is_empty() {
            return None;
        }
        plan.notes = self.notes();
        Some(plan.without_empty_series())
    }

    fn names(&self) -> Vec<&'a str> {
        self.players.iter().filter_map(|&player| self.catalog.players.values().get(player).copied()).collect()
    }

    fn rows(&self) -> impl Iterator<Item = &'a Summary> {
        self.keys.iter().flatten().filter_map(|&key| self.catalog.summary(key)).filter(|row| row.rounds > 0)
    }

    /// Whether some match has another number of rounds than the SCORE is made for.
    fn is_scaled(&self) -> bool {
        self.keys.iter().flatten().filter_map(|&key| self.rounds(key)).any(|rounds| rounds != SCORE_ROUNDS)
    }

    /// The rounds over which a SCORE is spread: in a match that was cut short the rounds not played earn nothing.
    fn rounds(&self, key: Key) -> Option<f64> {
        let row = self.catalog.summary(key).filter(|row| row.rounds > 0)?;
        let full = if row.status == Status::Played { row.rounds } else { self.catalog.full_rounds(key.scsa, key.size) };
        Some(full as f64)
    }

    fn read(&self, key: Key) -> Reading {
        if self.measure == Measure::Time {
            return self.catalog.timing(key).map_or(Reading::Nothing, |row| {
                // A time too short for the clock has no place on a logarithmic axis.
                let time = if row.guess_us > 0.0 { row.guess_us } else { f64::NAN };
                Reading::measured(time, row.guess_us_se)
            });
        }
        let (Some(row), Some(rounds)) = (self.catalog.summary(key), self.rounds(key)) else {
            return Reading::Nothing;
        };
        let reading = if self.measure == Measure::Score {
            let share = SCORE_ROUNDS / rounds;
            Reading::measured(row.score * share, row.score_se.map(|error| error * share))
        } else {
            row.mean_guesses.map_or(Reading::NoWin, |mean| Reading::measured(mean, row.mean_guesses_se))
        };
        let all_won = row.status == Status::Played && row.wins >= row.rounds;
        if all_won { reading } else { reading.not_all_won() }
    }

    fn subtitle(&self) -> String {
        if self.measure == Measure::Time {
            return "mean of all guesses in the timed rounds; times depend on the machine".to_owned();
        }
        let rounds = self.rows().map(|row| row.rounds);
        let (fewest, most) = rounds.fold((u64::MAX, 0), |(low, high), rounds| (low.min(rounds), high.max(rounds)));
        let fewest = if fewest < most { format!("{} to ", grouped(fewest as f64, 0)) } else { String::new() };
        let plural = if most == 1 { "round" } else { "rounds" };
        format!("{fewest}{} {plural} a match", grouped(most as f64, 0))
    }

    fn notes(&self) -> Vec<String> {
        let names = self.names();
        let tell = |label: &str, gaps: &[Gap]| gaps::sentence(label, self.word, &names, &self.categories, gaps);
        let unplayed = |key: Key| self.catalog.summary(key).is_none_or(|row| row.rounds == 0);
        let cut_short =
            |key: Key| self.catalog.summary(key).is_some_and(|row| row.rounds > 0 && row.status != Status::Played);
        let missing = match self.measure {
            Measure::Time => tell("No times", &self.gaps(|key| self.read(key) == Reading::Nothing)),
            Measure::Score | Measure::Guesses => tell("No match", &self.gaps(unplayed)),
        };
        let ended = match self.measure {
            Measure::Score => tell("Ended early, rounds not played earn nothing", &self.gaps(cut_short)),
            Measure::Guesses | Measure::Time => None,
        };
        let no_win = tell("No round won", &self.gaps_without_reason(|key| self.read(key) == Reading::NoWin));
        [no_win, ended, missing].into_iter().flatten().collect()
    }

    fn gaps(&self, chosen: impl Fn(Key) -> bool) -> Vec<Gap> {
        let cells =
            self.keys.iter().enumerate().flat_map(|(player, keys)| {
                keys.iter().enumerate().map(move |(category, &key)| (player, category, key))
            });
        cells
            .filter(|(_, _, key)| chosen(*key))
            .map(|(player, category, key)| {
                let reason = self.catalog.summary(key).map_or_else(String::new, |row| row.note.clone());
                Gap { player, category, reason }
            })
            .collect()
    }

    fn gaps_without_reason(&self, chosen: impl Fn(Key) -> bool) -> Vec<Gap> {
        self.gaps(chosen).into_iter().map(|gap| Gap { reason: String::new(), ..gap }).collect()
    }
}
