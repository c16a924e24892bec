//! Shards: parts of a tournament that are played apart, each into a file of its own, and merged to the results of the whole.

pub mod file;

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The number of a shard, from 1, and the number of all shards: `3/64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ShardNumber {
    number: usize,
    count: usize,
}

impl ShardNumber {
    /// The largest number of shards.
    pub const MOST: usize = 100_000;

    /// A shard of that many.
    ///
    /// # Errors
    /// When there is none of that number, in words.
    pub fn new(number: usize, count: usize) -> Result<ShardNumber, String> {
        let most = ShardNumber::MOST;
        match number {
            _ if count == 0 || count > most => Err(format!("a tournament has 1 to {most} shards")),
            0 => Err(format!("shards are counted from 1: the first of {count} is 1/{count}")),
            _ if number > count => Err(format!("the last of {count} shards is {count}/{count}")),
            _ => Ok(ShardNumber { number, count }),
        }
    }

    /// The number of the shard, from 1.
    pub const fn number(self) -> usize {
        self.number
    }

    /// The number of all shards.
    pub const fn count(self) -> usize {
        self.count
    }

    /// The name of its file.
    pub fn file_name(self) -> String {
        format!("shard-{}-of-{}.bin", self.number, self.count)
    }

    /// The name of its journal, which exists while it is played.
    pub fn journal_name(self) -> String {
        format!("shard-{}-of-{}.journal", self.number, self.count)
    }

    /// Whether a file has the name of a shard.
    pub fn is_file_name(name: &str) -> bool {
        let numbers = name.strip_prefix("shard-").and_then(|rest| rest.strip_suffix(".bin")?.split_once("-of-"));
        numbers.is_some_and(|(number, count)| number.parse::<usize>().is_ok() && count.parse::<usize>().is_ok())
    }
}

impl fmt::Display for ShardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for ShardNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardNumber, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let (number, count) = numbers.ok_or("give the number of the shard and of all shards, such as 3/64")?;
        ShardNumber::new(number, count)
    }
}

/// Numbers in ascending order as a list of ranges.
///
/// ```
/// assert_eq!(tournament::number_ranges(&[2, 5, 6, 7, 9]), "2, 5-7, 9");
/// ```
pub fn number_ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text =
        |(first, last): (usize, usize)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    ranges.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// The estimated work of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchWork {
    /// The number of rounds.
    pub rounds: u64,
    /// Whether all rounds must be in the same shard: the player learns from round to round.
    pub is_whole: bool,
    /// The time of preparing the player, in seconds. Every shard that has rounds of the match needs it.
    pub preparation: f64,
    /// The time of a round, in seconds.
    pub round: f64,
}

/// The least time of a round, in seconds, so that every round counts.
const LEAST_ROUND: f64 = 1e-9;
/// The most time of a round or a preparation, in seconds.
const MOST: f64 = 1e9;
/// Halvings of the interval in which the work of the largest shard is sought.
const STEPS: usize = 50;

impl MatchWork {
    fn of(&self, rounds: u64) -> f64 {
        self.preparation() + rounds as f64 * self.round()
    }

    const fn round(&self) -> f64 {
        self.round.max(LEAST_ROUND).min(MOST)
    }

    const fn preparation(&self) -> f64 {
        self.preparation.max(0.0).min(MOST)
    }
}

/// Divides the rounds of matches, which are given by their indices, into that many shards, so that the largest one has as little work
/// as possible. Every round is in one shard. A shard has its parts in the order of the matches, and at most one of each match.
///
/// Matches that must be whole are given out first, the longest first, each to the shard with the least work. The others are cut into
/// ranges that fill the shards one after the other up to a level, which is the smallest one at which all rounds find a place.
///
/// The result follows from the arguments alone. The time is about 50 · (matches + shards) steps, and that of matches · shards for
/// those that are whole.
pub fn balanced(works: &[MatchWork], shards: usize) -> Vec<Vec<Part>> {
    let shards = shards.max(1);
    let (mut parts, mut loads) = (vec![Vec::new(); shards], vec![0.0; shards]);
    let mut whole: Vec<usize> =
        (0..works.len()).filter(|match_| works[*match_].is_whole && works[*match_].rounds > 0).collect();
    whole.sort_by(|&a, &b| works[b].of(works[b].rounds).total_cmp(&works[a].of(works[a].rounds)).then(a.cmp(&b)));
    for match_ in whole {
        let least = (0..shards).min_by(|&a, &b| f64::total_cmp(&loads[a], &loads[b])).unwrap_or(0);
        parts[least].push(Part { match_, first: 1, last: works[match_].rounds });
        loads[least] += works[match_].of(works[match_].rounds);
    }
    let all: f64 = works.iter().filter(|work| work.rounds > 0).map(|work| work.of(work.rounds)).sum();
    let mut low = loads.iter().copied().fold(all / shards as f64, f64::max);
    let mut high = low.max(LEAST_ROUND);
    let mut filled = fill(works, &loads, high);
    while filled.is_none() {
        low = high;
        high *= 2.0;
        filled = fill(works, &loads, high);
    }
    for _ in 0..STEPS {
        let level = f64::midpoint(low, high);
        match fill(works, &loads, level) {
            Some(better) => (filled, high) = (Some(better), level),
            None => low = level,
        }
    }
    for (own, more) in parts.iter_mut().zip(filled.unwrap_or_default()) {
        own.extend(more);
        own.sort_unstable();
    }
    parts
}

/// Fills shards up to a level with the matches that can be cut; `None` if there is no place for all of them.
fn fill(works: &[MatchWork], loads: &[f64], level: f64) -> Option<Vec<Vec<Part>>> {
    let mut parts = vec![Vec::new(); loads.len()];
    let (mut shard, mut load) = (0, loads[0]);
    for (match_, work) in works.iter().enumerate().filter(|(_, work)| !work.is_whole) {
        let mut first = 1;
        while first <= work.rounds {
            let fitting = ((level - load - work.preparation()) / work.round()) as u64;
            if fitting == 0 {
                shard += 1;
                load = *loads.get(shard)?;
                continue;
            }
            let last = work.rounds.min(first.saturating_add(fitting - 1));
            parts[shard].push(Part { match_, first, last });
            load += work.of(last + 1 - first);
            first = last + 1;
            if first <= work.rounds {
                // Full, whatever rounding seems to leave.
                load = f64::INFINITY;
            }
        }
    }
    Some(parts)
}

/// Consecutive rounds of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// The index of the match in [`Plan::matches`](crate::Plan::matches).
    #[serde(rename = "match")]
    pub match_: usize,
    /// The first round, from 1.
    pub first: u64,
    /// The last round.
    pub last: u64,
}

#[cfg(test)]
mod tests;
