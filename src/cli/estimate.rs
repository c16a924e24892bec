//! Estimating the remaining time of a tournament from the cost of its matches.

use std::{collections::HashMap, time::Duration};
use tournament::{Match, Progress, TimingSummary};

/// The times of the reference contest: rows of a `timing-summary.csv`.
const REFERENCE: &str = include_str!("../../results/contest/timing-summary.csv");
/// The cost of a round, in seconds, where nothing is known of it.
const UNKNOWN: f64 = 1e-3;
/// The time of a match that its measured cost replaces the estimate after, in seconds.
const ENOUGH: f64 = 0.2;

/// The cost of a match: the time of preparing the player and of one round, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct MatchCost {
    preparation: f64,
    round: f64,
}

/// Estimates the remaining time of a tournament.
///
/// The cost of a round follows from the match itself once it was played for some time. Before, it follows from what the same
/// player took in the reference contest at the size that is nearest in pegs · colors, scaled by how fast this machine was so
/// far; for an unknown player, from its matches so far.
#[derive(Debug, Default)]
pub struct Estimate {
    /// The cost of every match that the reference contest knows.
    reference: Vec<Option<MatchCost>>,
    rounds: Vec<u64>,
    players: Vec<String>,
}

impl Estimate {
    /// The estimate of a tournament of these matches.
    pub fn new(matches: &[Match]) -> Estimate {
        let reference = ReferenceCosts::parse(REFERENCE);
        Estimate {
            reference: matches.iter().map(|game| reference.cost(game)).collect(),
            rounds: matches.iter().map(|game| game.rounds).collect(),
            players: matches.iter().map(|game| game.player.name().to_owned()).collect(),
        }
    }

    /// The time of the whole tournament with that many workers, before any of it is played.
    pub fn total(&self, workers: usize) -> Duration {
        let costs = self.rounds.iter().zip(&self.reference).filter(|(rounds, _)| **rounds > 0);
        let cost = |(&rounds, cost): (&u64, &Option<MatchCost>)| {
            let cost = cost.unwrap_or(MatchCost { preparation: 0.0, round: UNKNOWN });
            cost.preparation + rounds as f64 * cost.round
        };
        Duration::from_secs_f64((costs.map(cost).sum::<f64>() / workers.max(1) as f64).min(1e9))
    }

    /// The remaining time with that many workers.
    pub fn remaining(&self, progress: &Progress<'_>, workers: usize) -> Duration {
        let measured = |game: usize| {
            let (rounds, time) = (progress.by_match[game], progress.time_by_match[game].as_secs_f64());
            (rounds > 0).then_some((rounds as f64, time))
        };
        // How much slower this machine is than that of the reference, over all matches that both know.
        let (mut here, mut there) = (0.0, 0.0);
        let mut by_player: HashMap<&str, (f64, f64)> = HashMap::new();
        for game in 0..self.rounds.len() {
            if let Some((rounds, time)) = measured(game) {
                let sums = by_player.entry(&self.players[game]).or_default();
                *sums = (sums.0 + rounds, sums.1 + time);
                if let Some(cost) = self.reference[game] {
                    (here, there) = (here + time, there + cost.preparation + rounds * cost.round);
                }
            }
        }
        let factor = if there > ENOUGH { here / there } else { 1.0 };
        let remaining = (0..self.rounds.len()).map(|game| {
            let left = self.rounds[game].saturating_sub(progress.by_match[game]) as f64;
            match (measured(game), self.reference[game]) {
                (Some((rounds, time)), _) if time > ENOUGH => left * time / rounds,
                (Some(_), Some(cost)) => left * cost.round * factor,
                (None, Some(cost)) if left > 0.0 => (cost.preparation + left * cost.round) * factor,
                (Some((rounds, time)), None) => left * time / rounds,
                _ => left * by_player.get(&*self.players[game]).map_or(UNKNOWN, |(rounds, time)| time / rounds),
            }
        });
        Duration::from_secs_f64((remaining.sum::<f64>() / workers.max(1) as f64).min(1e9))
    }
}

/// What players took in the reference contest, by player and size: the most of its codemakers.
struct ReferenceCosts(HashMap<String, Vec<(usize, MatchCost)>>);

impl ReferenceCosts {
    fn parse(text: &str) -> ReferenceCosts {
        let mut players: HashMap<String, Vec<(usize, MatchCost)>> = HashMap::new();
        // Rows that cannot be read only make the estimate worse.
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize::<TimingSummary>().flatten() {
            let cost = MatchCost { preparation: row.prepare_us.unwrap_or(0.0) / 1e6, round: row.round_us / 1e6 };
            let sizes = players.entry(row.player).or_default();
            let key = row.pegs * row.colors;
            match sizes.iter_mut().find(|(known, _)| *known == key) {
                Some((_, most)) => {
                    most.preparation = most.preparation.max(cost.preparation);
                    most.round = most.round.max(cost.round);
                }
                None => sizes.push((key, cost)),
            }
        }
        ReferenceCosts(players)
    }

    fn cost(&self, game: &Match) -> Option<MatchCost> {
        let name = game.player.name();
        // A parameter changes the cost, but that of the player without it is a better guess than none.
        let sizes = self.0.get(name).or_else(|| self.0.get(name.split(':').next()?))?;
        let key = game.size.pegs() * game.size.colors();
        sizes.iter().min_by_key(|(known, _)| known.abs_diff(key)).map(|(_, cost)| *cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tournament::{Codemakers, Plan};

    fn matches(players: &[&str]) -> Vec<Match> {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let players = players.iter().map(|name| players::find(name).unwrap());
        Plan::new(players, [codemaker], ["4x6".parse().unwrap(), "20x26".parse().unwrap()]).matches()
    }

    #[test]
    fn slow_matches_count_before_they_begin() {
        let matches = matches(&["rao", "bayes"]);
        let estimate = Estimate::new(&matches);
        let none = [Duration::ZERO; 4];
        let progress = |by_match| Progress { rounds: 0, latest: &matches[0], by_match, time_by_match: &none };
        let all = estimate.remaining(&progress(&[0; 4]), 1);
        // Nearly all of the time is that of bayes at 20x26.
        assert!(all > Duration::from_secs(5), "{all:?}");
        assert!(estimate.remaining(&progress(&[100, 100, 100, 0]), 1) > all * 9 / 10);
        assert!(estimate.remaining(&progress(&[0; 4]), 2) < all * 6 / 10);
        assert_eq!(estimate.remaining(&progress(&[100; 4]), 2), Duration::ZERO);
    }

    #[test]
    fn measured_times_replace_the_reference() {
        let matches = matches(&["rao"]);
        let estimate = Estimate::new(&matches);
        let time_by_match = [Duration::from_secs(10), Duration::ZERO];
        let progress =
            Progress { rounds: 50, latest: &matches[0], by_match: &[50, 100], time_by_match: &time_by_match };
        assert_eq!(estimate.remaining(&progress, 1), Duration::from_secs(10));
    }
}
