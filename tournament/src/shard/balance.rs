//! Dividing a tournament into shards of equal work.

use super::part::Part;

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
///
/// ```
/// use tournament::{MatchWork, Part, balanced};
/// let work = MatchWork { rounds: 300, is_whole: false, preparation: 0.0, round: 0.1 };
/// let shards = balanced(&[work, work], 3);
/// assert_eq!(shards[1], [Part { game: 0, first: 201, last: 300 }, Part { game: 1, first: 1, last: 100 }]);
/// ```
#[must_use]
pub fn balanced(works: &[MatchWork], shards: usize) -> Vec<Vec<Part>> {
    let shards = shards.max(1);
    let (mut parts, mut loads) = (vec![Vec::new(); shards], vec![0.0; shards]);
    let mut whole: Vec<usize> =
        (0..works.len()).filter(|game| works[*game].is_whole && works[*game].rounds > 0).collect();
    whole.sort_by(|&a, &b| works[b].of(works[b].rounds).total_cmp(&works[a].of(works[a].rounds)).then(a.cmp(&b)));
    for game in whole {
        let least = (0..shards).min_by(|&a, &b| f64::total_cmp(&loads[a], &loads[b])).unwrap_or(0);
        parts[least].push(Part { game, first: 1, last: works[game].rounds });
        loads[least] += works[game].of(works[game].rounds);
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
    for (game, work) in works.iter().enumerate().filter(|(_, work)| !work.is_whole) {
        let mut first = 1;
        while first <= work.rounds {
            let fitting = ((level - load - work.preparation()) / work.round()) as u64;
            if fitting == 0 {
                shard += 1;
                load = *loads.get(shard)?;
                continue;
            }
            let last = work.rounds.min(first.saturating_add(fitting - 1));
            parts[shard].push(Part { game, first, last });
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn loads(works: &[MatchWork], parts: &[Vec<Part>]) -> Vec<f64> {
        let load = |parts: &Vec<Part>| parts.iter().map(|part| works[part.game].of(part.last + 1 - part.first)).sum();
        parts.iter().map(load).collect()
    }

    /// Every round is in one shard, and no match that must be whole is cut.
    fn check(works: &[MatchWork], parts: &[Vec<Part>]) {
        let mut next = vec![1; works.len()];
        for parts in parts {
            assert!(parts.is_sorted_by_key(|part| part.game) && parts.windows(2).all(|two| two[0].game < two[1].game));
            for part in parts {
                assert_eq!(part.first, next[part.game], "parts of a match follow each other");
                assert!(!works[part.game].is_whole || part.last == works[part.game].rounds);
                next[part.game] = part.last + 1;
            }
        }
        assert!(next.iter().zip(works).all(|(next, work)| *next == work.rounds + 1));
    }

    #[test]
    fn a_thousand_shards_of_a_contest_are_even() {
        // As in the contest: rounds of microseconds to seconds, some preparations, some players that learn.
        let rounds = [2e-6, 4e-6, 3e-5, 1e-3, 0.02, 0.3];
        let works: Vec<MatchWork> = (0..180)
            .map(|game| MatchWork {
                rounds: 1000,
                is_whole: game % 30 == 7,
                preparation: if game % 4 == 0 { 0.05 } else { 1e-5 },
                round: if game % 30 == 7 { 1e-4 } else { rounds[game % 6] },
            })
            .collect();
        for shards in [1, 2, 7, 64, 1000] {
            let parts = balanced(&works, shards);
            check(&works, &parts);
            let loads = loads(&works, &parts);
            let mean = loads.iter().sum::<f64>() / shards as f64;
            let largest = loads.iter().copied().fold(0.0, f64::max);
            assert!(largest < 1.05 * mean, "{shards} shards: {largest} and {mean}");
        }
    }

    #[test]
    fn a_match_that_must_be_whole_is_alone_if_it_is_long() {
        let work = |is_whole, rounds| MatchWork { rounds, is_whole, preparation: 0.0, round: 1.0 };
        let works = [work(false, 90), work(true, 60), work(true, 5), work(false, 0)];
        let parts = balanced(&works, 3);
        check(&works, &parts);
        assert_eq!(parts[0], [Part { game: 1, first: 1, last: 60 }]);
        assert_eq!(loads(&works, &parts).iter().copied().fold(0.0, f64::max), 60.0);
    }

    /// What a rounded level leaves of a shard after a cut may seem to have room for one more round of the same match.
    #[test]
    fn rounding_does_not_cut_a_match_twice_in_a_shard() {
        let mut rng = scsa::Rng::new(1);
        for _ in 0..1000 {
            let mut work = || MatchWork { rounds: 20, is_whole: false, preparation: 0.0, round: 1e-6 * rng.unit() };
            let works = [(); 6].map(|()| work());
            check(&works, &balanced(&works, 3));
        }
    }

    #[test]
    fn there_can_be_more_shards_than_rounds() {
        let works = [MatchWork { rounds: 3, is_whole: false, preparation: 2.0, round: f64::NAN }; 2];
        for shards in [1, 5, 50] {
            check(&works, &balanced(&works, shards));
        }
        assert_eq!(balanced(&[], 2), [[], []]);
    }

    proptest! {
        #[test]
        fn every_round_is_in_one_shard(
            works in prop::collection::vec((0..300u64, any::<bool>(), 0.0..2.0f64, 0.0..0.5f64), 0..12),
            shards in 1..40usize,
        ) {
            let work = |(rounds, is_whole, preparation, round)| MatchWork { rounds, is_whole, preparation, round };
            let works: Vec<MatchWork> = works.into_iter().map(work).collect();
            let parts = balanced(&works, shards);
            check(&works, &parts);
            // No more than what the largest match that is not cut, or a preparation and a round beside a full shard, explain.
            let all: f64 = works.iter().filter(|work| work.rounds > 0).map(|work| work.of(work.rounds)).sum();
            let whole = works.iter().filter(|work| work.is_whole).map(|work| work.of(work.rounds)).fold(0.0, f64::max);
            let largest = loads(&works, &parts).into_iter().fold(0.0, f64::max);
            prop_assert!(largest <= (all / shards as f64 + whole) * 1.001 + 5.1, "{largest} of {all}");
        }
    }
}
