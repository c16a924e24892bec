//! Which rounds are played again within a budget.

use crate::commands::report::{
    notable_rounds::NotableRound,
    played_rounds::{PlayedRound, PlayedRounds},
    replay_plans::ReplayPlans,
};
use std::{
    collections::{BTreeMap, HashSet, btree_map::Entry},
    time::Duration,
};
use tournament::{Match, Plan};

/// The CPU time of starting a process for a match, in microseconds.
const START_US: f64 = 5_000.0;
/// The CPU time of a round that was not timed, in microseconds.
const UNKNOWN_US: f64 = 20_000.0;
/// A game may cost the inverse of this of the time that is left.
const MOST_SHARE: f64 = 8.0;

/// How many rounds are played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayBudget {
    /// The most games.
    pub most: usize,
    /// The most CPU time that they took when they were recorded.
    pub time: Option<Duration>,
}

/// The match of a player: the player, the codemaker and the size, as indices.
pub type MatchIndices = (usize, usize, usize);

/// Games of a match that are wanted.
#[derive(Debug)]
pub struct Wanted {
    /// The tournament of this match alone.
    pub plan: Plan,
    pub game: Match,
    /// The rounds, ascending.
    pub rounds: Vec<PlayedRound>,
}

/// The notable rounds that fit the budget, by match, and what is to be said of the others.
pub fn choose(
    played: &PlayedRounds,
    plans: &ReplayPlans,
    notable: &[NotableRound],
    budget: ReplayBudget,
) -> (BTreeMap<MatchIndices, Wanted>, Vec<String>) {
    let grid = played.grid;
    let mut left_us = budget.time.map_or(f64::INFINITY, |time| time.as_secs_f64() * 1e6);
    let mut chosen: BTreeMap<MatchIndices, Wanted> = BTreeMap::new();
    let (mut games, mut is_late) = (0, false);
    let mut unknown: Vec<&str> = Vec::new();
    let mut rounds_chosen: HashSet<(usize, usize, u64)> = HashSet::new();
    for NotableRound { played: round, is_beside, .. } in notable.iter().cloned() {
        if games == budget.most {
            break;
        }
        let key = (round.scsa, round.size, round.number);
        if is_beside && !rounds_chosen.contains(&key) {
            continue;
        }
        let wanted = match chosen.entry((round.player, round.scsa, round.size)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let player = &*grid.players[round.player];
                match plans.find(player, &grid.scsas[round.scsa], &grid.sizes[round.size]) {
                    Some((plan, game)) => place.insert(Wanted { plan, game, rounds: Vec::new() }),
                    None => {
                        if !unknown.contains(&player) {
                            unknown.push(player);
                        }
                        continue;
                    }
                }
            }
        };
        if wanted.rounds.contains(&round) {
            continue;
        }
        let timing = grid.cell(round.player, round.scsa, round.size).and_then(|cell| cell.timing.as_ref());
        let preparation = timing.and_then(|timing| timing.prepare_us).unwrap_or(0.0) + START_US;
        // What a player learned comes from all rounds before.
        let rounds = if wanted.game.learns() { round.number as f64 } else { 1.0 };
        let cost = rounds * timing.map_or(UNKNOWN_US, |timing| timing.round_us)
            + if wanted.rounds.is_empty() { preparation } else { 0.0 };
        // A single game does not take all that is left.
        if cost > left_us / MOST_SHARE {
            is_late = true;
            continue;
        }
        left_us -= cost;
        games += 1;
        wanted.rounds.push(round);
        rounds_chosen.insert(key);
    }
    chosen.retain(|_, wanted| !wanted.rounds.is_empty());
    for wanted in chosen.values_mut() {
        wanted.rounds.sort_by_key(|round| round.number);
    }
    (chosen, notes(is_late, unknown, plans))
}

fn notes(is_late: bool, unknown: Vec<&str>, plans: &ReplayPlans) -> Vec<String> {
    let mut notes = Vec::new();
    if is_late {
        notes.push("Rounds that take long to play again are left out.".to_owned());
    }
    let (programs, others): (Vec<&str>, Vec<&str>) =
        unknown.into_iter().partition(|player| plans.external.iter().any(|external| external == player));
    if !programs.is_empty() {
        notes.push(format!("Programs of their own are not played again: {}.", programs.join(", ")));
    }
    if !others.is_empty() {
        notes.push(format!("This program does not have these players: {}.", others.join(", ")));
    }
    notes
}
