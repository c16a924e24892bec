//! Which rounds are worth a replay, the most interesting first, and which of them are played again within a budget.

use crate::failure::Failure;
use crate::present::{JoinedFolders, PlayedRound, PlayedRounds, TRUST_OPTION};
use crate::settings::{Choice, ProgramUse, Setting, Settings, Trust, external_players, from_manifest, selection};
use player_api::FailureKind;
use scsa::Game;
use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tournament::{FinishedRounds, Match, Plan, Registry, Status, Summary, compare::RoundOutcome};

const HEAD: usize = 6;
/// Beside whose games those of one player are shown.
pub const REFERENCE: &str = "rao";

#[derive(Clone)]
pub struct NotableRound {
    pub played: PlayedRound,
    /// Why: `longest round at 4x6`; empty where all rounds are shown.
    pub why: String,
    pub is_beside: bool,
}

pub fn all_rounds(played: &PlayedRounds, most: usize) -> Option<Vec<NotableRound>> {
    let total: u64 = played.grid.cells.iter().map(|cell| cell.summary.played).sum();
    if total > most as u64 {
        return None;
    }
    let mut rounds: Vec<PlayedRound> = played.grid.cells.iter().flat_map(|cell| played.of_cell(cell)).collect();
    rounds.sort_by_key(|round| (round.game, round.scsa, round.number, round.player));
    Some(rounds.into_iter().map(|played| NotableRound { played, why: String::new(), is_beside: false }).collect())
}

/// Rounds by rank: failures, losses, the longest and the shortest, and a sample. A round may be among them several times.
pub fn ranked_rounds(played: &PlayedRounds, most: usize) -> Vec<NotableRound> {
    let mut notable = NotableRounds { played: *played, list: Vec::new() };
    notable.not_won();
    notable.extremes();
    notable.sample(most);
    notable.list
}

/// The worst rounds of a player: in every game the worst one, then the second worst, and so on. What was not won comes first, then what
/// took most guesses.
pub fn worst_rounds(played: &PlayedRounds, player: usize, most: usize) -> Vec<PlayedRound> {
    let at_size = |game: usize| {
        let cells = played.grid.cells.iter().filter(|cell| (cell.player, cell.game) == (player, game));
        let mut rounds: Vec<PlayedRound> = cells.flat_map(|cell| played.of_cell(cell)).collect();
        let is = |one: &PlayedRound, outcome: RoundOutcome| one.round.outcome == outcome;
        let rank = |one: &PlayedRound| (is(one, RoundOutcome::Win), is(one, RoundOutcome::Loss));
        rounds.sort_by_key(|one| (rank(one), Reverse(one.round.guesses), one.scsa, one.number));
        rounds.truncate(most);
        rounds
    };
    let sizes: Vec<Vec<PlayedRound>> = (0..played.grid.games.len()).map(at_size).collect();
    (0..most).flat_map(|place| sizes.iter().filter_map(move |rounds| rounds.get(place).copied())).take(most).collect()
}

struct NotableRounds<'a> {
    played: PlayedRounds<'a>,
    list: Vec<NotableRound>,
}

impl NotableRounds<'_> {
    /// Adds a round, and the round that stands beside it, if there is one.
    fn add(&mut self, played: PlayedRound, why: String, beside: Option<PlayedRound>) {
        self.list.push(NotableRound { played, why, is_beside: false });
        let beside = beside.map(|played| NotableRound { played, why: String::new(), is_beside: true });
        self.list.extend(beside);
    }

    fn add_with_best(&mut self, round: PlayedRound, why: String) {
        let mut others = (0..HEAD).filter(|player| *player != round.player);
        let best = others.find_map(|player| self.played.find(player, round.scsa, round.game, round.number));
        self.add(round, why, best);
    }

    /// For each player and kind of failure the first round that it failed, then the first that it lost.
    fn not_won(&mut self) {
        let played = self.played;
        let first = |player: usize, outcome: RoundOutcome, has_it: &dyn Fn(&Summary) -> bool| {
            let cell = played.grid.cells.iter().find(|cell| cell.player == player && has_it(&cell.summary))?;
            played.of_cell(cell).find(|played| played.round.outcome == outcome)
        };
        let mut found: Vec<(PlayedRound, String)> = Vec::new();
        for (player, name) in played.grid.players.iter().enumerate() {
            for kind in FailureKind::ALL {
                let has_it = |row: &Summary| row.by_kind().iter().any(|(of, n)| *of == kind && *n > 0);
                let first = first(player, RoundOutcome::Failure, &has_it);
                let first = first.filter(|round| !found.iter().any(|(other, _)| other == round));
                found.extend(first.map(|round| (round, format!("failure of {name}"))));
            }
        }
        for (player, name) in played.grid.players.iter().enumerate() {
            let first = first(player, RoundOutcome::Loss, &|row| row.losses() > 0);
            found.extend(first.map(|round| (round, format!("loss of {name}"))));
        }
        found.into_iter().for_each(|(round, why)| self.add_with_best(round, why));
    }

    /// In each game the longest and the shortest round won by any player, and by the best one.
    fn extremes(&mut self) {
        for game in 0..self.played.grid.games.len() {
            let played = self.played;
            let of = |player: Option<usize>| {
                let cells = played.grid.cells.iter().filter(move |cell| cell.game == game);
                let cells = cells.filter(move |cell| player.is_none_or(|player| cell.player == player));
                cells.flat_map(move |cell| played.of_cell(cell)).filter(|played| played.round.is_won())
            };
            let name = &played.grid.games[game];
            let best = played.grid.players.first().map(|best| format!(" of {best}")).unwrap_or_default();
            for (player, whose) in [(None, ""), (Some(0), &*best)] {
                // Of equals the first one, which is that of the best player.
                let longest = of(player).reduce(|a, b| if b.round.guesses > a.round.guesses { b } else { a });
                let shortest = of(player).reduce(|a, b| if b.round.guesses < a.round.guesses { b } else { a });
                for (kind, round) in [("longest", longest), ("shortest", shortest)] {
                    round.into_iter().for_each(|one| self.add_with_best(one, format!("{kind} round{whose} at {name}")));
                }
            }
        }
    }

    /// The first rounds of every match, about that many: against the first codemaker in each game of all players, against the others of
    /// the best ones. The first round of all matches comes before the second.
    fn sample(&mut self, most: usize) {
        let grid = self.played.grid;
        let end = self.list.len() + most;
        let longest = grid.cells.iter().map(|cell| cell.summary.counted()).max().unwrap_or(0);
        for place in 0..longest as usize {
            for scsa in 0..grid.scsas.len() {
                let players = if scsa == 0 { grid.players.len() } else { grid.players.len().min(HEAD) };
                for (game, player) in
                    (0..grid.games.len()).flat_map(|game| (0..players).map(move |player| (game, player)))
                {
                    let cell = grid.cell(player, scsa, game);
                    let round = cell.and_then(|cell| self.played.of_cell(cell).nth(place));
                    round.into_iter().for_each(|round| self.add(round, "sample".to_owned(), None));
                }
            }
            if self.list.len() >= end {
                break;
            }
        }
    }
}

#[derive(Default)]
pub struct ReplayPlans {
    plans: Vec<Plan>,
    /// The external players, which are started if they are trusted and their guesses are not recorded.
    external: Vec<String>,
    /// What the files call players that have another name on the page.
    recorded_names: HashMap<String, String>,
    /// Whether why a round failed is left out, but for its kind: a player may write anything there.
    pub hides_causes: bool,
    recorded: Vec<Mutex<FinishedRounds>>,
}

impl ReplayPlans {
    /// The tournaments of the manifests, with the reference and those of their players that this program has, whose guesses are recorded, or
    /// whose commands are trusted.
    pub fn new(joined: &JoinedFolders, registry: &Registry, trust: Trust) -> Result<ReplayPlans, Failure> {
        let mut plans = ReplayPlans { recorded_names: joined.recorded_names.clone(), ..ReplayPlans::default() };
        for folder in &joined.folders {
            let manifest = folder.manifest.as_ref().map_err(Failure::input)?.clone();
            let played = folder.results.summaries.iter().filter(|row| row.status == Status::Played);
            let rounds = manifest.match_rounds.or_else(|| played.map(Summary::counted).max());
            plans.external.extend(manifest.external_players.keys().cloned());
            let settings = from_manifest::settings(&manifest, &folder.path, rounds)?;
            let all = Settings { players: settings.players.clone(), ..settings.clone() };
            let recorded = Some(&all).filter(|_| !manifest.external_players.is_empty()).and_then(|all| {
                let plan = all.played_plan(registry, ProgramUse::Absent).ok()?;
                FinishedRounds::open(&folder.path, &plan).ok()
            });
            let is_recorded = |name: &str| recorded.as_ref().is_some_and(|rounds| rounds.has_guesses_of(name));
            let mut players = settings.players.unwrap_or_default();
            players.retain(|item| match &item.value {
                Choice::Name(name) => selection::one_player(registry, name).is_ok(),
                Choice::Program(_) => trust.is_given || is_recorded(item.value.name()),
            });
            let must_start = selection::programs(&players).any(|(program, _)| !is_recorded(program.parts().0));
            if !players.iter().any(|item| item.value.name() == REFERENCE) && registry.players.find(REFERENCE).is_ok() {
                players.extend(selection::named("--focus", [REFERENCE]));
            }
            // Players of this program play the same games outside of the sandbox.
            let mut settings = Settings { players: Some(players), isolate: None, trust, ..settings };
            // Programs must not find the results, as in the tournament.
            settings.output.out = Some(Setting::option("--out", folder.path.to_owned()));
            let programs = if must_start { ProgramUse::Started } else { ProgramUse::Absent };
            let plan = settings.played_plan(registry, programs)?;
            plans.plans.push(external_players::with_messages(registry, &plan, None));
            plans.recorded.extend(recorded.map(Mutex::new));
        }
        Ok(plans)
    }

    /// The folder with the guesses of the player of a match.
    pub fn recorded(&self, match_: &Match) -> Option<MutexGuard<'_, FinishedRounds>> {
        let mut locked = self.recorded.iter().map(|rounds| rounds.lock().unwrap_or_else(PoisonError::into_inner));
        locked.find(|rounds| rounds.has_guesses_of(match_.player.name()))
    }

    fn recorded_name<'a>(&'a self, player: &'a str) -> &'a str {
        self.recorded_names.get(player).map_or(player, String::as_str)
    }

    pub fn is_external(&self, player: &str) -> bool {
        self.external.iter().any(|external| external == self.recorded_name(player))
    }

    pub fn find(&self, player: &str, scsa: &str, game: Game) -> Option<(Plan, Match)> {
        let player = self.recorded_name(player);
        self.plans.iter().find_map(|plan| {
            let player = plan.players.iter().find(|entry| entry.name() == player)?;
            let codemaker = plan.codemakers.iter().find(|codemaker| codemaker.name() == scsa)?;
            let game = plan.games.iter().find(|one| **one == game)?;
            let (players, codemakers) = (vec![player.clone()], vec![codemaker.clone()]);
            let one = Plan { players, codemakers, games: vec![*game], ..plan.clone() };
            let match_ = one.matches().into_iter().next()?;
            Some((one, match_))
        })
    }
}

/// The CPU time of starting a process for a match, in microseconds.
const START_US: f64 = 5_000.0;
/// The CPU time of a round that was not timed, in microseconds.
const UNKNOWN_US: f64 = 20_000.0;
/// A game may cost the inverse of this of the time that is left.
const MOST_SHARE: f64 = 8.0;

#[derive(Clone, Copy)]
pub struct ReplayBudget {
    pub most: usize,
    pub time: Option<Duration>,
}

/// The match of a player: the player, the codemaker and the game, as indices.
pub type MatchIndices = (usize, usize, usize);

pub struct Wanted {
    /// The tournament of this match alone.
    pub plan: Plan,
    pub match_: Match,
    pub rounds: Vec<PlayedRound>,
}

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
        let key = (round.scsa, round.game, round.number);
        if is_beside && !rounds_chosen.contains(&key) {
            continue;
        }
        let wanted = match chosen.entry((round.player, round.scsa, round.game)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let player = &*grid.players[round.player];
                match plans.find(player, &grid.scsas[round.scsa], grid.games[round.game]) {
                    Some((plan, match_)) => place.insert(Wanted { plan, match_, rounds: Vec::new() }),
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
        let timing = grid.cell(round.player, round.scsa, round.game).and_then(|cell| cell.timing.as_ref());
        let preparation = timing.and_then(|timing| timing.prepare_us).unwrap_or(0.0) + START_US;
        // What a player learned comes from all rounds before.
        let rounds = if wanted.match_.learns() { round.number as f64 } else { 1.0 };
        let cost = rounds * timing.map_or(UNKNOWN_US, |timing| timing.round_us)
            + if wanted.rounds.is_empty() { preparation } else { 0.0 };
        let cost = if plans.recorded(&wanted.match_).is_some() { 0.0 } else { cost };
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
    chosen.values_mut().for_each(|wanted| wanted.rounds.sort_by_key(|round| round.number));
    (chosen, notes(is_late, unknown, plans))
}

fn notes(is_late: bool, unknown: Vec<&str>, plans: &ReplayPlans) -> Vec<String> {
    let mut notes = Vec::new();
    if is_late {
        notes.push("Rounds that take long to play again are left out.".to_owned());
    }
    let (programs, others): (Vec<&str>, Vec<&str>) = unknown.into_iter().partition(|player| plans.is_external(player));
    if !programs.is_empty() {
        let names = programs.join(", ");
        notes.push(format!("Programs of their own are played again only with {TRUST_OPTION}: {names}."));
    }
    if !others.is_empty() {
        notes.push(format!("This program does not have these players: {}.", others.join(", ")));
    }
    notes
}
