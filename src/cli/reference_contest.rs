//! What players took in the reference contest, `results/contest`: times, memory and refusals. `results/scaling` adds the times of
//! `bayes:1`.

use scsa::Size;
use serde::Deserialize;
use std::collections::HashMap;
use tournament::{Match, Objection, Summary, TimingSummary};

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
#[derive(Debug)]
struct BySize<T>(HashMap<PlayerAndCodemaker, Vec<(usize, T)>>);

/// A player, and a codemaker or none for any.
type PlayerAndCodemaker = (String, Option<String>);

impl<T: Copy> BySize<T> {
    fn new() -> BySize<T> {
        BySize(HashMap::new())
    }

    /// Adds a value, or merges it with that of the same player, codemaker and size.
    fn add(&mut self, player: String, codemaker: Option<String>, size: usize, value: T, merge: impl Fn(T, T) -> T) {
        let sizes = self.0.entry((player, codemaker)).or_default();
        match sizes.iter_mut().find(|(known, _)| *known == size) {
            Some((_, known)) => *known = merge(*known, value),
            None => sizes.push((size, value)),
        }
    }

    /// The values of a player at sizes: against the codemaker of a match if they are known, else against any.
    fn of(&self, player: &str, game: &Match) -> Option<&Vec<(usize, T)>> {
        let codemaker = Some(game.codemaker.name().to_owned());
        [codemaker, None].into_iter().find_map(|codemaker| self.0.get(&(player.to_owned(), codemaker)))
    }

    /// The value at the smallest size that is not smaller in pegs · colors.
    fn measured(&self, game: &Match) -> Option<T> {
        let size = game.size.pegs() * game.size.colors();
        let sizes = self.of(game.player.name(), game)?.iter().filter(|(known, _)| *known >= size);
        sizes.min_by_key(|(known, _)| *known).map(|(_, value)| *value)
    }

    /// The value at the size that is nearest in pegs · colors, of the player with another parameter if this one is not known.
    fn nearest(&self, game: &Match) -> Option<T> {
        let name = game.player.name();
        let sizes = self.of(name, game).or_else(|| self.of(name.split(':').next()?, game))?;
        let size = game.size.pegs() * game.size.colors();
        sizes.iter().min_by_key(|(known, _)| known.abs_diff(size)).map(|(_, value)| *value)
    }
}

/// The times of players.
#[derive(Debug)]
pub struct ReferenceCosts(BySize<MatchCost>);

impl ReferenceCosts {
    /// The times of the reference contest.
    pub fn read() -> ReferenceCosts {
        let mut costs = BySize::new();
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
        ReferenceCosts(costs)
    }

    /// The cost of a match, if its player was measured at such a size or a larger one.
    pub fn measured(&self, game: &Match) -> Option<MatchCost> {
        self.0.measured(game)
    }

    /// A guess at the cost of a match, by which work is divided.
    pub fn guess(&self, game: &Match) -> Option<MatchCost> {
        self.0.nearest(game)
    }
}

#[derive(Debug, Deserialize)]
struct MemoryRow {
    player: String,
    pegs: usize,
    colors: usize,
    /// In megabytes.
    peak_mb: u64,
}

/// The memory of worker processes.
#[derive(Debug)]
pub struct ReferenceMemory(BySize<u64>);

impl ReferenceMemory {
    /// The memory as it was measured for the players of the reference contest.
    pub fn read() -> ReferenceMemory {
        let mut memory = BySize::new();
        for row in rows::<MemoryRow>(MEMORY) {
            memory.add(row.player, None, row.pegs * row.colors, row.peak_mb, u64::max);
        }
        ReferenceMemory(memory)
    }

    /// The most memory of a process that plays a match, in megabytes, if its player is known.
    pub fn megabytes(&self, game: &Match) -> Option<u64> {
        self.0.nearest(game)
    }
}

/// The matches that players of the reference contest did not play, with the reason.
#[derive(Debug)]
pub struct ReferenceRefusals(HashMap<(String, String, Size), String>);

impl ReferenceRefusals {
    /// The refusals of the reference contest.
    pub fn read() -> ReferenceRefusals {
        let refusals = rows::<Summary>(MATCHES).filter_map(|row| match row.objection()? {
            Objection::Player(reason) => Some(((row.player.clone(), row.scsa.clone(), row.size()?), reason)),
            Objection::Codemaker(_) => None,
        });
        ReferenceRefusals(refusals.collect())
    }

    /// Why the player did not play a match, if it did not.
    pub fn reason(&self, game: &Match) -> Option<&str> {
        let key = (game.player.name().to_owned(), game.codemaker.name().to_owned(), game.size);
        self.0.get(&key).map(String::as_str)
    }
}

/// The rows of a table. Those that cannot be read only make estimates worse.
fn rows<T: serde::de::DeserializeOwned>(text: &'static str) -> impl Iterator<Item = T> {
    csv::Reader::from_reader(text.as_bytes()).into_deserialize().filter_map(Result::ok)
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn the_reference_knows_memory_and_refusals() {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let players = ["bayes:1", "optimal"].map(|name| players::find(name).unwrap());
        let matches = Plan::new(players, [codemaker], ["8x10".parse().unwrap()]).matches();
        assert!(ReferenceMemory::read().megabytes(&matches[0]).unwrap() > 20);
        let refusals = ReferenceRefusals::read();
        assert_eq!(refusals.reason(&matches[0]), None);
        assert!(refusals.reason(&matches[1]).is_some(), "optimal does not play 8x10");
    }
}
