//! Which rounds are worth a replay, the most interesting first, and which of them are played again within a budget.

use crate::commands::report::{
    page_data::{Cell, Grid},
    replays::ReplayPlans,
};
use std::{
    collections::{BTreeMap, HashSet, btree_map::Entry},
    time::Duration,
};
use tournament::compare::{MatchName, RoundOutcome, RoundResult, RoundTable};
use tournament::{Match, Plan};

/// The recorded rounds of a page.
#[derive(Clone, Copy, Debug)]
pub struct PlayedRounds<'a> {
    pub grid: &'a Grid,
    pub table: &'a RoundTable,
}

/// A round of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedRound {
    /// The player, the codemaker and the size, as indices.
    pub player: usize,
    pub scsa: usize,
    pub size: usize,
    /// The number of the round, from 1.
    pub number: u64,
    /// Its result.
    pub round: RoundResult,
}

impl<'a> PlayedRounds<'a> {
    /// The rounds of a match that were played.
    pub fn of_cell(self, cell: &'a Cell) -> impl Iterator<Item = PlayedRound> + Clone + 'a {
        let table = self.table;
        let player = table.players().iter().position(|player| *player == cell.summary.player);
        let name = cell.summary.size().map(|size| MatchName { scsa: cell.summary.scsa.clone(), size });
        let game = table.matches().iter().position(|game| Some(game) == name.as_ref());
        let (numbers, rounds) = match player.zip(game) {
            Some((player, game)) => (table.numbers(player, game), table.rounds(player, game)),
            None => (&[][..], &[][..]),
        };
        numbers.iter().zip(rounds).filter(|(_, round)| round.is_played()).map(|(number, round)| PlayedRound {
            player: cell.player,
            scsa: cell.scsa,
            size: cell.size,
            number: u64::from(*number),
            round: *round,
        })
    }

    /// A round of a player, if it was played.
    pub fn find(self, player: usize, scsa: usize, size: usize, number: u64) -> Option<PlayedRound> {
        self.of_cell(self.grid.cell(player, scsa, size)?).find(|round| round.number == number)
    }
}

/// The players at the head of the leaderboard whose rounds are compared.
const HEAD: usize = 6;

/// A round of a player that is worth a replay, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct NotableRound {
    pub played: PlayedRound,
    /// Why: `longest round at 4x6`; empty where all rounds are shown.
    pub why: String,
    /// Whether it is only worth it beside another player in the same round.
    pub is_beside: bool,
}

/// All rounds, if there are at most that many.
pub fn all_rounds(played: &PlayedRounds, most: usize) -> Option<Vec<NotableRound>> {
    let total: u64 = played.grid.cells.iter().map(|cell| cell.summary.rounds).sum();
    if total > most as u64 {
        return None;
    }
    let mut rounds: Vec<PlayedRound> = played.grid.cells.iter().flat_map(|cell| played.of_cell(cell)).collect();
    rounds.sort_by_key(|round| (round.size, round.scsa, round.number, round.player));
    Some(rounds.into_iter().map(|played| NotableRound { played, why: String::new(), is_beside: false }).collect())
}

/// Rounds by rank: failures, losses, the longest and the shortest, those in which players differ most, and a sample. A round may be
/// among them several times.
pub fn ranked_rounds(played: &PlayedRounds, most: usize) -> Vec<NotableRound> {
    let mut notable = NotableRounds { played: *played, list: Vec::new() };
    notable.not_won();
    notable.extremes();
    notable.differences();
    notable.sample(most);
    notable.list
}

struct NotableRounds<'a> {
    played: PlayedRounds<'a>,
    list: Vec<NotableRound>,
}

impl<'a> NotableRounds<'a> {
    fn add(&mut self, played: PlayedRound, why: String) {
        self.list.push(NotableRound { played, why, is_beside: false });
    }

    /// Adds the round of another player beside the one before.
    fn add_beside(&mut self, played: PlayedRound) {
        self.list.push(NotableRound { played, why: String::new(), is_beside: true });
    }

    /// Adds a round and, beside it, that of the best other player.
    fn add_with_best(&mut self, round: PlayedRound, why: String) {
        self.add(round, why);
        let best = (0..HEAD)
            .filter(|player| *player != round.player)
            .find_map(|player| self.played.find(player, round.scsa, round.size, round.number));
        if let Some(best) = best {
            self.add_beside(best);
        }
    }

    fn cells(&self) -> impl Iterator<Item = &'a Cell> + use<'a> {
        self.played.grid.cells.iter().filter(|cell| cell.summary.rounds > 0)
    }

    /// For each player and cause the first round that it failed, then the first that it lost.
    fn not_won(&mut self) {
        let players = self.played.grid.players.len();
        let name = |player: usize| self.played.grid.players[player].clone();
        let mut found = Vec::new();
        for player in 0..players {
            let own = || self.cells().filter(|cell| cell.player == player);
            let causes = own().flat_map(|cell| cell.summary.failures_by_cause().map(|(cause, _)| cause));
            let mut causes: Vec<&str> = causes.collect();
            causes.sort_unstable();
            causes.dedup();
            for cause in causes {
                let has_it =
                    |cell: &&Cell| cell.summary.failures_by_cause().iter().any(|(of, n)| *of == cause && *n > 0);
                let first = own()
                    .find(has_it)
                    .and_then(|cell| self.first(cell, RoundOutcome::Failure))
                    .map(|round| (round, format!("failure of {}", name(player))));
                found.extend(first.filter(|(round, _)| !found.iter().any(|(other, _)| other == round)));
            }
        }
        for player in 0..players {
            let lost = self.cells().filter(|cell| cell.player == player).find(|cell| cell.summary.losses() > 0);
            let first = lost.and_then(|cell| self.first(cell, RoundOutcome::Loss));
            found.extend(first.map(|round| (round, format!("loss of {}", name(player)))));
        }
        found.into_iter().for_each(|(round, why)| self.add_with_best(round, why));
    }

    fn first(&self, cell: &'a Cell, outcome: RoundOutcome) -> Option<PlayedRound> {
        self.played.of_cell(cell).find(|played| played.round.outcome == outcome)
    }

    /// At each size the longest and the shortest round won by any player, and by the best one.
    fn extremes(&mut self) {
        for size in 0..self.played.grid.sizes.len() {
            let played = self.played;
            let of = |player: Option<usize>| {
                let cells = played.grid.cells.iter().filter(move |cell| cell.size == size);
                let cells = cells.filter(move |cell| player.is_none_or(|player| cell.player == player));
                cells.flat_map(move |cell| played.of_cell(cell)).filter(|played| played.round.is_won())
            };
            let name = &played.grid.sizes[size];
            let best = played.grid.players.first().map(|best| format!(" of {best}")).unwrap_or_default();
            for (player, whose) in [(None, ""), (Some(0), &*best)] {
                // Of equals the first one, which is that of the best player.
                let longest = of(player).reduce(|a, b| if b.round.guesses > a.round.guesses { b } else { a });
                let shortest = of(player).reduce(|a, b| if b.round.guesses < a.round.guesses { b } else { a });
                if let Some(round) = longest {
                    self.add_with_best(round, format!("longest round{whose} at {name}"));
                }
                if let Some(round) = shortest {
                    self.add_with_best(round, format!("shortest round{whose} at {name}"));
                }
            }
        }
    }

    /// At each size the rounds in which two of the best players differ most in guesses, for each two that are neighbors on the
    /// leaderboard.
    fn differences(&mut self) {
        let names = &self.played.grid.players;
        for first in 0..names.len().min(HEAD).saturating_sub(1) {
            let second = first + 1;
            for size in 0..self.played.grid.sizes.len() {
                let mut most: Option<(u32, PlayedRound, PlayedRound)> = None;
                for cell in self.cells().filter(|cell| cell.player == first && cell.size == size) {
                    let Some(other) = self.played.grid.cell(second, cell.scsa, size) else { continue };
                    let mut others = self.played.of_cell(other).peekable();
                    for one in self.played.of_cell(cell) {
                        while others.next_if(|other| other.number < one.number).is_some() {}
                        let Some(other) = others.peek().filter(|other| other.number == one.number) else { continue };
                        let difference = one.round.guesses.abs_diff(other.round.guesses);
                        let is_won = one.round.is_won() && other.round.is_won();
                        if is_won && most.as_ref().is_none_or(|(most, ..)| difference > *most) {
                            most = Some((difference, one, *other));
                        }
                    }
                }
                if let Some((_, one, other)) = most.filter(|(difference, ..)| *difference > 0) {
                    let at = &self.played.grid.sizes[size];
                    let why = format!("largest difference of {} and {} at {at}", names[first], names[second]);
                    self.add(one, why);
                    self.add_beside(other);
                }
            }
        }
    }

    /// The first rounds of every match, about that many: against the first codemaker at each size of all players, against the others of
    /// the best ones. The first round of all matches comes before the second.
    fn sample(&mut self, most: usize) {
        let grid = self.played.grid;
        let end = self.list.len() + most;
        let longest = grid.cells.iter().map(|cell| cell.summary.rounds).max().unwrap_or(0);
        for place in 0..longest as usize {
            for scsa in 0..grid.scsas.len() {
                let players = if scsa == 0 { grid.players.len() } else { grid.players.len().min(HEAD) };
                for (size, player) in
                    (0..grid.sizes.len()).flat_map(|size| (0..players).map(move |player| (size, player)))
                {
                    let cell = grid.cell(player, scsa, size);
                    let round = cell.and_then(|cell| self.played.of_cell(cell).nth(place));
                    round.into_iter().for_each(|round| self.add(round, "sample".to_owned()));
                }
            }
            if self.list.len() >= end {
                break;
            }
        }
    }
}

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
