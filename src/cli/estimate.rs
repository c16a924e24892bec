//! Estimating the time of a tournament from the cost of its matches.

use super::reference_contest::{MatchCost, ReferenceCosts};
use std::{collections::HashMap, time::Duration};
use tournament::{Match, Progress};

/// The cost of a round, in seconds, where nothing is known of it.
pub const UNKNOWN: f64 = 1e-3;
/// The longest estimate, in seconds.
const MOST_SECONDS: f64 = 1e9;
/// The time of a match that its measured cost replaces the estimate after, in seconds.
const ENOUGH: f64 = 0.2;

/// Estimates the remaining time of a tournament.
///
/// The cost of a round follows from the match itself once it was played for some time. Before, it follows from what the same
/// player took in the reference contest against the same codemaker at the size that is nearest in pegs · colors, scaled by how
/// fast this machine was so far; for an unknown player, from its matches so far.
#[derive(Debug, Default)]
pub struct TimeEstimate {
    /// The cost of every match that the reference contest knows.
    reference: Vec<Option<MatchCost>>,
    rounds: Vec<u64>,
    /// The rounds of every match that were known before any of it was played; set by the first progress.
    known: Option<Vec<u64>>,
    players: Vec<String>,
}

impl TimeEstimate {
    /// The estimate of a tournament of these matches.
    pub fn new(matches: &[Match]) -> TimeEstimate {
        let reference = ReferenceCosts::read();
        TimeEstimate {
            reference: matches.iter().map(|game| reference.cost(game)).collect(),
            rounds: matches.iter().map(|game| game.rounds).collect(),
            known: None,
            players: matches.iter().map(|game| game.player.name().to_owned()).collect(),
        }
    }

    /// The time of the whole tournament with that many workers, before any of it is played.
    pub fn total(&self, workers: usize) -> Duration {
        let seconds: f64 = self.matches().map(|time| time.as_secs_f64()).sum();
        Duration::from_secs_f64((seconds / workers.max(1) as f64).min(MOST_SECONDS))
    }

    /// The time of each match, before any of it is played.
    pub fn matches(&self) -> impl Iterator<Item = Duration> + '_ {
        self.rounds.iter().zip(&self.reference).map(|(&rounds, cost)| {
            let MatchCost { preparation, round } = cost.unwrap_or(MatchCost { preparation: 0.0, round: UNKNOWN });
            let seconds = if rounds == 0 { 0.0 } else { preparation + rounds as f64 * round };
            Duration::from_secs_f64(seconds.min(MOST_SECONDS))
        })
    }

    /// The remaining time with that many workers.
    pub fn remaining(&mut self, progress: &Progress<'_>, workers: usize) -> Duration {
        let known = self.known.get_or_insert_with(|| {
            let rounds = progress.by_match.iter().zip(progress.time_by_match);
            rounds.map(|(rounds, time)| if time.is_zero() { *rounds } else { 0 }).collect()
        });
        let measured = |game: usize| {
            let (rounds, time) = (progress.by_match[game] - known[game], progress.time_by_match[game].as_secs_f64());
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
        Duration::from_secs_f64((remaining.sum::<f64>() / workers.max(1) as f64).min(MOST_SECONDS))
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
        let mut estimate = TimeEstimate::new(&matches);
        let none = [Duration::ZERO; 4];
        let progress = |by_match| Progress { rounds: 0, total: 0, latest: &matches[0], by_match, time_by_match: &none };
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
        let mut estimate = TimeEstimate::new(&matches);
        let time_by_match = [Duration::from_secs(10), Duration::ZERO];
        let progress =
            Progress { rounds: 50, total: 0, latest: &matches[0], by_match: &[50, 100], time_by_match: &time_by_match };
        assert_eq!(estimate.remaining(&progress, 1), Duration::from_secs(10));
    }
}
