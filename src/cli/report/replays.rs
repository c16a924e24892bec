//! Playing rounds again for their replays.

use super::{
    choice::{MatchKey, ReplayBudget, Wanted, choose},
    played_rounds::{PlayedRound, PlayedRounds},
    replay_data::{ReplayGame, ReplayRound, Replays},
    replay_plans::ReplayPlans,
    wishes::{self, Wish},
};
use crate::cli::{candidate_codes::CandidateCodes, counted, outcome, runner::this_program};
use candidates::exact_counts;
use comparison::RoundOutcome;
use player_api::Outcome;
use rayon::prelude::*;
use scsa::Size;
use std::{collections::BTreeMap, path::Path, time::Instant};
use tournament::{Transcript, Transcripts, Workers};

/// The most codes of a rule that are listed to count candidates.
const MOST_CODES: usize = 100_000;
/// The most states to count candidates without a list; they take a few milliseconds.
const MOST_STATES: usize = 1 << 13;
/// Rounds that take that many times as long as they were recorded to take are left out.
const SLOWER: u32 = 5;

/// A game that was played again, or why it is not shown.
type Replayed = Result<(MatchKey, Transcript), String>;

/// Plays the most interesting rounds again, within a budget.
pub fn replays(played: &PlayedRounds, plans: &ReplayPlans, budget: ReplayBudget) -> Result<Replays, String> {
    let everything = wishes::all(played, budget.most);
    let is_everything = everything.is_some();
    let wishes = everything.unwrap_or_else(|| wishes::ranked(played, budget.most));
    let (wanted, mut notes) = choose(played, plans, &wishes, budget);
    let program = this_program().map_err(|failure| failure.message().to_owned())?;
    let latest = budget.time.map(|time| Instant::now() + time * SLOWER);
    let replayed: Vec<Replayed> =
        wanted.par_iter().flat_map_iter(|(key, wanted)| replay(*key, wanted, &program, latest)).collect();

    let mut rounds: BTreeMap<(usize, usize, u64), Vec<(usize, Transcript)>> = BTreeMap::new();
    let mut faults: Vec<String> = Vec::new();
    for game in replayed {
        match game {
            Ok(((player, scsa, size), transcript)) => {
                rounds.entry((size, scsa, transcript.record.number)).or_default().push((player, transcript));
            }
            Err(fault) => faults.push(fault),
        }
    }
    let rounds: Vec<_> = rounds.into_iter().collect();
    let data = Replays {
        rounds: rounds
            .into_par_iter()
            .filter_map(|((size, scsa, number), mut games)| {
                games.sort_by_key(|(player, _)| *player);
                let first = wanted.get(&(games.first()?.0, scsa, size))?;
                let why = reasons(&wishes, (size, scsa, number), &games);
                replay_round(first, (size, scsa, number), why, &games)
            })
            .collect(),
        notes: Vec::new(),
    };
    let games: usize = data.rounds.iter().map(|round| round.games.len()).sum();
    notes.insert(0, description(played, games, is_everything));
    if let Some(first) = faults.first() {
        notes.push(format!("{} not shown, the first because {first}.", counted(faults.len(), "game")));
    }
    if games == 0 {
        return Err(notes.split_off(1).join(" "));
    }
    Ok(Replays { notes, ..data })
}

fn description(played: &PlayedRounds, games: usize, is_everything: bool) -> String {
    let total: u64 = played.grid.cells.iter().map(|cell| cell.summary.rounds).sum();
    if is_everything {
        let all = games as u64 == total;
        let games = counted(games, "game");
        return if all { format!("All {games} are here.") } else { format!("{games} of the {total} are here.") };
    }
    format!(
        "{} of the {total} are here: failures and losses, the longest and the shortest rounds, those in which neighbors on the \
         leaderboard differ most, and a sample.",
        counted(games, "game")
    )
}

/// Plays the wanted rounds of a match.
fn replay(key: MatchKey, wanted: &Wanted, program: &Path, latest: Option<Instant>) -> Vec<Replayed> {
    let Wanted { plan, game, rounds } = wanted;
    let name = format!("{} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
    let mut replayed = Vec::new();
    let mut games = match Transcripts::new(plan, game, &Workers::Processes(program.to_owned(), 1)) {
        Ok(games) => games,
        Err(e) => return vec![Err(format!("{name} cannot be played again: {e}"))],
    };
    for round in rounds {
        games.skip_to(round.number);
        let transcript = loop {
            if latest.is_some_and(|latest| Instant::now() > latest) {
                replayed.push(Err(format!("{name} takes longer than when it was recorded")));
                return replayed;
            }
            match games.next_game() {
                Ok(Some(transcript)) if transcript.record.number < round.number => {}
                Ok(Some(transcript)) if transcript.record.number == round.number => break Ok(transcript),
                Ok(_) => break Err(format!("{name} has no round {} in this version of the program", round.number)),
                Err(e) => break Err(format!("{name} cannot be played again: {e}")),
            }
        };
        replayed.push(transcript.and_then(|transcript| match difference(round, &transcript) {
            None => Ok((key, transcript)),
            Some(difference) => Err(format!(
                "round {} of {name} is not as it was recorded ({difference}): another version of the program, or a limit of time",
                round.number
            )),
        }));
    }
    replayed
}

/// How a round differs from the recorded one, if it does.
fn difference(recorded: &PlayedRound, transcript: &Transcript) -> Option<String> {
    let again = &transcript.record.round;
    let outcome = match again.outcome {
        Outcome::Win => RoundOutcome::Win,
        Outcome::Loss(_) => RoundOutcome::Loss,
        Outcome::Failure(_) => RoundOutcome::Failure,
    };
    let is_same = (outcome, again.guesses) == (recorded.round.outcome, recorded.round.guesses as usize);
    let text = |outcome, guesses: usize| format!("{} after {}", outcome_name(outcome), counted(guesses, "guess"));
    (!is_same).then(|| {
        let before = text(recorded.round.outcome, recorded.round.guesses as usize);
        format!("{before}, now {}", text(outcome, again.guesses))
    })
}

const fn outcome_name(outcome: RoundOutcome) -> &'static str {
    match outcome {
        RoundOutcome::Win => "win",
        RoundOutcome::Loss => "loss",
        RoundOutcome::Failure => "failure",
    }
}

/// Why a round is shown, each reason once.
fn reasons(wishes: &[Wish], key: (usize, usize, u64), games: &[(usize, Transcript)]) -> Vec<String> {
    let is_here = |wish: &&Wish| {
        (wish.played.size, wish.played.scsa, wish.played.number) == key
            && games.iter().any(|(player, _)| *player == wish.played.player)
    };
    let mut reasons: Vec<String> = Vec::new();
    for wish in wishes.iter().filter(is_here) {
        if !wish.why.is_empty() && !reasons.contains(&wish.why) {
            reasons.push(wish.why.clone());
        }
    }
    reasons
}

fn replay_round(
    wanted: &Wanted,
    (size, scsa, round): (usize, usize, u64),
    why: Vec<String>,
    games: &[(usize, Transcript)],
) -> Option<ReplayRound> {
    let (game, secret) = (&wanted.game, games.first()?.1.record.secret);
    let (prior, counted) = CandidateCodes::listing(MOST_CODES).of(game, &secret);
    let games = games.iter().map(|(player, transcript)| {
        let left = exact_counts(&prior, game.size, &transcript.turns, MOST_STATES);
        replay_game(*player, game.size, transcript, left)
    });
    let games = games.collect();
    let (secret, codes) = (secret.to_string(), prior.count(game.size));
    Some(ReplayRound { scsa, size, round, secret, why, counted, codes, games })
}

fn replay_game(player: usize, size: Size, transcript: &Transcript, left: Vec<Option<f64>>) -> ReplayGame {
    let result = &transcript.record.round.outcome;
    ReplayGame {
        player,
        outcome: match result {
            Outcome::Win => "win",
            Outcome::Loss(_) => "loss",
            Outcome::Failure(_) => "failure",
        },
        cause: outcome::cause(result, size),
        guesses: transcript.turns.iter().map(|turn| turn.guess.to_string()).collect(),
        feedback: transcript.turns.iter().map(|turn| (turn.feedback.black(), turn.feedback.white())).collect(),
        left,
    }
}
