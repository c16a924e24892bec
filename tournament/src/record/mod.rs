//! What was played: rounds, journal, rows, totals, manifest, shards.

pub mod batch;
pub mod fields;
pub mod files;
pub mod journal;
pub mod known;
pub mod manifest;
pub mod rows;
pub mod shard;
pub mod summary;
pub mod tally;
pub mod writer;

use crate::plan::Match;
use crate::record::{batch::RoundRecord, tally::RoundCounts};
use std::{collections::HashSet, hash::Hash, ops::ControlFlow, time::Duration};

/// What a caller of [`play`](crate::play()) sees while a tournament is played. Every method has a default that does nothing.
pub trait Observer {
    /// Called with the number of rounds that are played, at least ten times a second, and asked whether to go on.
    fn progress(&mut self, _progress: &Progress<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with rounds of a match as soon as they are known, in any order: first with those that were played before. Rounds that the
    /// rules do not count may be among them.
    fn reported(&mut self, _game: &Match, _rounds: &RoundCounts) {}

    /// Called when it is known that the player of a match does not play it, and why.
    fn refused(&mut self, _game: &Match, _reason: &str) {}

    /// Called when somebody outside killed a process that played or prepared a match, so that it is played again.
    fn played_again(&mut self, _game: &Match) {}

    /// Called for every round, in the order of the records.
    fn record(&mut self, _game: &Match, _record: &RoundRecord) {}
}

/// An observer that does nothing.
impl Observer for () {}

/// How much of a tournament is played.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The rounds played so far, in all matches.
    pub rounds: u64,
    /// The rounds of all matches, without those that will not be played: of matches that the player refused or the rules ended.
    pub total: u64,
    /// The match that a worker reported on last.
    pub latest: &'a Match,
    /// The rounds played so far, by match.
    pub by_match: &'a [u64],
    /// The time until workers reported these rounds, by match. A worker that waits for its player counts, too.
    pub time_by_match: &'a [Duration],
    /// Whether no further round of a match is played, by match: its player refused it, or the rules ended it.
    pub is_over: &'a [bool],
}

/// The different values of the rows in the order in which they first occur.
pub fn in_order<T, V: Clone + Eq + Hash>(rows: impl IntoIterator<Item = T>, value: impl Fn(T) -> V) -> Vec<V> {
    let mut known = HashSet::new();
    rows.into_iter().map(value).filter(|value| known.insert(value.clone())).collect()
}

#[cfg(test)]
pub mod damage {
    use proptest::prelude::*;
    use proptest::sample::Index;

    /// What may become of a file: a part of it or of another one is copied into it, bits change, it is cut, and more follows.
    pub fn damaged(whole: Vec<u8>, other: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
        let index = any::<Index>;
        let copied = prop::option::of((index(), index(), 1..300usize, any::<bool>()));
        let flips = prop::collection::vec((index(), 0..8u8), 0..4);
        let more = prop::collection::vec(any::<u8>(), 0..40);
        (copied, flips, prop::option::of(index()), more).prop_map(move |(copied, flips, cut, more)| {
            let mut bytes = whole.clone();
            if let Some((from, to, length, is_other)) = copied {
                let source = if is_other { &other } else { &whole };
                let part: Vec<u8> = source.iter().skip(from.index(source.len())).take(length).copied().collect();
                let to = to.index(bytes.len());
                let end = (to + if length % 2 == 0 { part.len() } else { 0 }).min(bytes.len());
                bytes.splice(to..end, part);
            }
            for (place, bit) in flips {
                let place = place.index(bytes.len());
                bytes[place] ^= 1 << bit;
            }
            bytes.truncate(cut.map_or(usize::MAX, |cut| cut.index(bytes.len())));
            bytes.extend(more);
            bytes
        })
    }
}
