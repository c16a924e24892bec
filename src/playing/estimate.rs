//! The time and memory of a tournament, estimated from what its matches took in the reference contest.

use crate::present::time_in_words;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};
use std::{fmt, time::Duration};
use tournament::{Match, MatchKey, Progress, Status, Summary, TimingSummary};

/// Rows of `timing-summary.csv`.
const TIMES: [&str; 2] = [
    include_str!("../../results/contest/timing-summary.csv"),
    include_str!("../../results/scaling/timing-summary.csv"),
];
/// Rows of `summary.csv`.
const MATCHES: &str = include_str!("../../results/contest/summary.csv");
/// The largest memory of a worker process by player and size.
const MEMORY: &str = include_str!("../../results/contest/memory.csv");

/// The cost of a match: the time of preparing the player and of one round, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchCost {
    pub preparation: f64,
    pub round: f64,
}

/// The values of players at sizes, which are given by pegs · colors: against each codemaker, and the most against any.
#[derive(Debug, Default)]
pub struct BySize<T>(HashMap<PlayerAndCodemaker, Vec<(usize, T)>>);

type PlayerAndCodemaker = (String, Option<String>);

impl<T: Copy> BySize<T> {
    fn add(&mut self, player: String, codemaker: Option<String>, size: usize, value: T, merge: impl Fn(T, T) -> T) {
        let sizes = self.0.entry((player, codemaker)).or_default();
        match sizes.iter_mut().find(|(known, _)| *known == size) {
            Some((_, known)) => *known = merge(*known, value),
            None => sizes.push((size, value)),
        }
    }

    /// The values of a player at sizes: against the codemaker of a match if they are known, else against any.
    fn of(&self, player: &str, match_: &Match) -> Option<&Vec<(usize, T)>> {
        let codemaker = Some(match_.codemaker.name().to_owned());
        [codemaker, None].into_iter().find_map(|codemaker| self.0.get(&(player.to_owned(), codemaker)))
    }

    /// The value in the smallest game that is not smaller in pegs · colors.
    pub fn measured(&self, match_: &Match) -> Option<T> {
        let size = match_.game.pegs() * match_.game.colors();
        let sizes = self.of(match_.player.name(), match_)?.iter().filter(|(known, _)| *known >= size);
        sizes.min_by_key(|(known, _)| *known).map(|(_, value)| *value)
    }

    /// The value in the game that is nearest in pegs · colors, of the player with another parameter if this one is not known.
    pub fn nearest(&self, match_: &Match) -> Option<T> {
        let name = match_.player.name();
        let sizes = self.of(name, match_).or_else(|| self.of(name.split(':').next()?, match_))?;
        let size = match_.game.pegs() * match_.game.colors();
        sizes.iter().min_by_key(|(known, _)| known.abs_diff(size)).map(|(_, value)| *value)
    }
}

#[derive(Debug, Deserialize)]
struct MemoryRow {
    player: String,
    pegs: usize,
    colors: usize,
    peak_mb: u64,
}

pub struct Reference {
    pub costs: BySize<MatchCost>,
    /// The memory of worker processes, in megabytes.
    pub memory: BySize<u64>,
}

/// What the reference contest took. It is read when it is first needed, which in a short tournament is never.
pub static REFERENCE: LazyLock<Reference> = LazyLock::new(Reference::read);

/// Why the player did not play a match of the reference contest, if it did not.
pub fn refusal(match_: &Match) -> Option<&'static str> {
    static REFUSALS: LazyLock<HashMap<MatchKey, String>> = LazyLock::new(|| {
        let refused = rows::<Summary>(MATCHES).filter(|row| row.status == Status::Refused);
        refused.map(|row| (row.key(), row.note)).collect()
    });
    REFUSALS.get(&match_.key()).map(String::as_str)
}

impl Reference {
    fn read() -> Reference {
        let (mut costs, mut memory) = (BySize::default(), BySize::default());
        let most = |a: MatchCost, b: MatchCost| MatchCost {
            preparation: a.preparation.max(b.preparation),
            round: a.round.max(b.round),
        };
        for row in TIMES.into_iter().flat_map(rows::<TimingSummary>) {
            let cost = MatchCost { preparation: row.prepare_us.unwrap_or(0.0) / 1e6, round: row.round_us / 1e6 };
            let size = row.pegs * row.colors;
            costs.add(row.player.clone(), None, size, cost, most);
            costs.add(row.player, Some(row.scsa), size, cost, most);
        }
        for row in rows::<MemoryRow>(MEMORY) {
            memory.add(row.player, None, row.pegs * row.colors, row.peak_mb, u64::max);
        }
        Reference { costs, memory }
    }
}

/// The rows of a table. Those that cannot be read only make estimates worse.
fn rows<T: serde::de::DeserializeOwned>(text: &'static str) -> impl Iterator<Item = T> {
    csv::Reader::from_reader(text.as_bytes()).into_deserialize().filter_map(Result::ok)
}

/// The longest estimate, in seconds.
const MOST_SECONDS: f64 = 1e15;
/// The time of a match that its measured cost replaces the estimate after, in seconds.
const ENOUGH: f64 = 0.2;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EstimatedTime {
    pub measured: Duration,
    /// The most time of all matches by the time limit of their rounds, if some were not measured.
    pub most: Option<Duration>,
}

impl fmt::Display for EstimatedTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            None => write!(f, "about {}", time_in_words(self.measured)),
            Some(most) => write!(f, "unknown, at most {}", time_in_words(most)),
        }
    }
}

/// Estimates the remaining time of a tournament.
///
/// The cost of a round follows from the match itself once it was played for some time. Before, it follows from what the same
/// player took in the reference contest against the same codemaker in such a game or the next larger one, scaled by how fast this
/// machine was so far; for a player that was not measured there, from its matches so far. Where it has none, the time is unknown: it
/// is at most that of the time limit in every round.
pub struct TimeEstimate {
    matches: Vec<Match>,
    /// The cost of every match that was measured in the reference contest.
    reference: OnceLock<Vec<Option<MatchCost>>>,
    /// The rounds of every match that were known before any of it was played; set by the first progress.
    known: Option<Vec<u64>>,
    /// The time limit of a round, in seconds.
    limit: f64,
}

impl TimeEstimate {
    pub fn new(matches: &[Match], limit: Duration) -> TimeEstimate {
        let matches = matches.to_vec();
        TimeEstimate { matches, reference: OnceLock::new(), known: None, limit: limit.as_secs_f64() }
    }

    fn reference(&self) -> &[Option<MatchCost>] {
        let measured = |match_| REFERENCE.costs.measured(match_);
        self.reference.get_or_init(|| self.matches.iter().map(measured).collect())
    }

    /// The time of the whole tournament with that many workers, before any of it is played.
    pub fn total(&self, workers: usize) -> EstimatedTime {
        let seconds = self.matches().map(|time| time.map(|time| time.as_secs_f64()));
        self.together(seconds.zip(self.matches.iter().map(|match_| match_.rounds)), workers)
    }

    /// The time of each match, before any of it is played; `None` where it is unknown.
    pub fn matches(&self) -> impl Iterator<Item = Option<Duration>> + '_ {
        self.matches.iter().zip(self.reference()).map(|(match_, cost)| {
            let seconds = match cost {
                _ if match_.rounds == 0 => 0.0,
                Some(cost) => cost.preparation + match_.rounds as f64 * cost.round,
                None => return None,
            };
            Some(Duration::from_secs_f64(seconds.min(MOST_SECONDS)))
        })
    }

    /// The tournament begins, or goes on: what is played now was known before.
    pub fn begin(&mut self, progress: &Progress<'_>) {
        self.known.get_or_insert_with(|| progress.by_match.to_vec());
    }

    pub fn remaining(&self, progress: &Progress<'_>, workers: usize) -> EstimatedTime {
        let known = |match_: usize| self.known.as_ref().map_or(0, |known| known[match_]);
        let measured = |match_: usize| {
            let rounds = progress.by_match[match_].saturating_sub(known(match_));
            (rounds > 0).then(|| (rounds as f64, progress.time_by_match[match_].as_secs_f64()))
        };
        // How much slower this machine is than that of the reference, over all matches that both know.
        let (mut here, mut there) = (0.0, 0.0);
        let mut by_player: HashMap<&str, (f64, f64)> = HashMap::new();
        let reference = self.reference();
        let player = |match_: usize| self.matches[match_].player.name();
        for (match_, cost) in reference.iter().enumerate() {
            if let Some((rounds, time)) = measured(match_) {
                let sums = by_player.entry(player(match_)).or_default();
                *sums = (sums.0 + rounds, sums.1 + time);
                if let Some(cost) = cost {
                    (here, there) = (here + time, there + cost.preparation + rounds * cost.round);
                }
            }
        }
        let factor = if there > ENOUGH { here / there } else { 1.0 };
        let remaining = (0..self.matches.len()).map(|match_| {
            let is_over = progress.is_over[match_];
            let left = if is_over { 0 } else { self.matches[match_].rounds.saturating_sub(progress.by_match[match_]) };
            let rounds_left = left as f64;
            let seconds = match (measured(match_), reference[match_]) {
                _ if left == 0 => Some(0.0),
                (Some((rounds, time)), _) if time > ENOUGH => Some(rounds_left * time / rounds),
                (Some(_), Some(cost)) => Some(rounds_left * cost.round * factor),
                (None, Some(cost)) => Some((cost.preparation + rounds_left * cost.round) * factor),
                (_, None) => by_player.get(player(match_)).map(|(rounds, time)| rounds_left * time / rounds),
            };
            (seconds, left)
        });
        self.together(remaining, workers)
    }

    /// The time of all matches with that many workers, from the seconds that are left of each, where they are known, and its rounds.
    fn together(&self, matches: impl Iterator<Item = (Option<f64>, u64)>, workers: usize) -> EstimatedTime {
        let matches: Vec<_> = matches.zip(self.matches.iter().map(Match::learns)).collect();
        // An unknown round takes that many seconds.
        let time = |unknown: f64| {
            let (mut all, mut longest) = (0.0, 0.0f64);
            for ((seconds, rounds), is_sequential) in &matches {
                let seconds = seconds.unwrap_or(*rounds as f64 * unknown);
                all += seconds;
                // One worker plays it alone.
                longest = if *is_sequential { longest.max(seconds) } else { longest };
            }
            Duration::from_secs_f64((all / workers.max(1) as f64).max(longest).min(MOST_SECONDS))
        };
        let is_known = matches.iter().all(|((seconds, _), _)| seconds.is_some());
        EstimatedTime { measured: time(0.0), most: (!is_known).then(|| time(self.limit)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tournament::{Codemakers, Plan};

    #[test]
    fn all_rows_can_be_read() {
        let lines = |text: &str| text.lines().count() - 1;
        for times in TIMES {
            assert_eq!(rows::<TimingSummary>(times).count(), lines(times));
        }
        assert_eq!(rows::<Summary>(MATCHES).count(), lines(MATCHES));
        assert_eq!(rows::<MemoryRow>(MEMORY).count(), lines(MEMORY));
    }

    const LIMIT: Duration = Duration::from_secs(5);

    fn matches(players: &[&str]) -> Vec<Match> {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let players = players.iter().map(|name| players::find(name).unwrap());
        Plan::new(players, [codemaker], ["4x6".parse().unwrap(), "20x26".parse().unwrap()]).matches()
    }

    fn progress<'a>(matches: &'a [Match], by_match: &'a [u64], time_by_match: &'a [Duration]) -> Progress<'a> {
        Progress {
            rounds: by_match.iter().sum(),
            total: 0,
            latest: &matches[0],
            by_match,
            time_by_match,
            is_over: &[false; 4],
        }
    }

    #[test]
    fn measured_times_replace_the_reference() {
        let matches = matches(&["rao"]);
        let mut estimate = TimeEstimate::new(&matches, LIMIT);
        estimate.begin(&progress(&matches, &[10, 100], &[Duration::ZERO; 2]));
        let times = [Duration::from_secs(10), Duration::ZERO];
        let left = estimate.remaining(&progress(&matches, &[60, 100], &times), 1);
        assert_eq!(left, EstimatedTime { measured: Duration::from_secs(8), most: None });
    }

    /// The first of these was not measured in the reference contest, the second in small games only.
    #[test]
    fn what_was_not_measured_is_unknown() {
        let matches = matches(&["1122+lc", "entropy"]);
        let estimate = TimeEstimate::new(&matches, LIMIT);
        let none = [Duration::ZERO; 4];
        let known: Vec<bool> = estimate.matches().map(|time| time.is_some()).collect();
        assert_eq!(known, [false, true, false, false]);
        let left = estimate.remaining(&progress(&matches, &[0; 4], &none), 2);
        // Three matches of 100 rounds were not measured; two workers share them.
        let most = left.most.unwrap();
        assert!(most >= Duration::from_secs(750) && most < Duration::from_secs(760), "{most:?}");
        assert_eq!(left.to_string(), "unknown, at most 12 min 30 s");
        let is_over = [true, false, true, true];
        let over = Progress { is_over: &is_over, ..progress(&matches, &[0; 4], &none) };
        assert_eq!(estimate.remaining(&over, 2).most, None, "a match that is refused takes no time");
    }

    proptest! {
        /// The estimate of a player without a measured round is unknown; with one, it follows from the time that its rounds took,
        /// however that time was spent.
        #[test]
        fn an_estimate_follows_from_measured_rounds(played in 0u64..100, milliseconds in 1u64..100_000, workers in 1usize..5) {
            let matches = matches(&["1122+lc"]);
            let estimate = TimeEstimate::new(&matches[..1], LIMIT);
            let times = [Duration::from_millis(milliseconds)];
            let left = estimate.remaining(&progress(&matches, &[played], &times), workers);
            let rounds = (100 - played) as f64;
            if played == 0 {
                prop_assert_eq!(left.most, Some(Duration::from_secs_f64(rounds * 5.0 / workers as f64)));
            } else {
                let seconds = rounds * times[0].as_secs_f64() / played as f64 / workers as f64;
                prop_assert_eq!(left.most, None);
                prop_assert!((left.measured.as_secs_f64() - seconds).abs() < 1e-6);
            }
        }
    }
}
