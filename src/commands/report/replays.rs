//! Playing rounds again for their replays.

use super::notable_rounds::{
    MatchIndices, NotableRound, ReplayBudget, ReplayPlans, Wanted, all_rounds, choose, ranked_rounds, worst_rounds,
};
use crate::commands::try_player::remark;
use crate::failure::Failure;
use crate::playing::CandidateCodes;
use crate::present::{
    ComparedGame, Grid, JoinedFolders, PlayedRound, PlayedRounds, Replays, ShownGame, ShownTurn, TRUST_OPTION, counted,
    exact_count, words,
};
use crate::this_program::this_program;
use player_api::{Ending, FailureKind};
use posterior::{Candidates, Count, TurnFigures, analyze};
use rayon::prelude::*;
use scsa::{Code, Turn};
use serde_json::{Value, json};
use std::{cmp::Reverse, collections::BTreeMap, path::Path, time::Instant};
use tournament::compare::{RoundOutcome, RoundResult};
use tournament::{RoundRow, Summary, Transcript, Transcripts, Workers, files, in_order};

/// Rounds that take that many times as long as they were recorded to take are left out.
const SLOWER: u32 = 5;
const MOST_CODES: usize = 100_000;
/// The most states to count candidates without a list; they take a few milliseconds a turn.
const MOST_STATES: usize = 1 << 12;
/// The same for the few games of one player.
const STATES_OF_FEW: usize = 1 << 16;
/// The games of one player that are shown beside others, and the candidates that are listed.
const WORST: usize = 5;
const LISTED: usize = 20;

/// What stands for [`Count::Many`].
const MANY: &str = "more than 4 million";

type RoundKey = (usize, usize, u64);

/// A game that was played again, or why it is not shown.
type Replayed = Result<(MatchIndices, Transcript), String>;

pub fn replays(played: &PlayedRounds, plans: &ReplayPlans, budget: ReplayBudget) -> Result<Replays, String> {
    let everything = all_rounds(played, budget.most);
    let is_everything = everything.is_some();
    let notable = everything.unwrap_or_else(|| ranked_rounds(played, budget.most));
    let (wanted, mut notes) = choose(played, plans, &notable, budget);
    let program = this_program().map_err(|failure| failure.message)?;
    let latest = budget.time.map(|time| Instant::now() + time * SLOWER);
    let replayed: Vec<Replayed> =
        wanted.par_iter().flat_map_iter(|(key, wanted)| replay(*key, wanted, plans, &program, latest)).collect();

    let mut rounds: BTreeMap<RoundKey, Vec<(usize, Transcript)>> = BTreeMap::new();
    let mut faults: Vec<String> = Vec::new();
    for played in replayed {
        match played {
            Ok(((player, scsa, game), transcript)) => {
                rounds.entry((game, scsa, transcript.record.number)).or_default().push((player, transcript));
            }
            Err(fault) => faults.push(fault),
        }
    }
    let mut codes = CandidateCodes::listing(MOST_CODES);
    let round = |(key, mut games): (RoundKey, Vec<(usize, Transcript)>)| {
        games.sort_by_key(|(player, _)| *player);
        let (player, first) = games.first()?;
        let (secret, of_match) = (first.record.secret, &wanted.get(&(*player, key.1, key.0))?.match_);
        let (candidates, counted) = codes.of(of_match, &secret);
        Some(ReplayedRound { key, secret, candidates, counted, games })
    };
    let rounds: Vec<ReplayedRound> = rounds.into_iter().filter_map(round).collect();
    let games: Vec<(&Candidates, &Transcript)> =
        rounds.iter().flat_map(|round| round.games.iter().map(|(_, played)| (&round.candidates, played))).collect();
    let count = |(candidates, played): &(&Candidates, &Transcript)| -> Vec<Count> {
        analyze(candidates, &played.turns, &[], MOST_STATES).iter().map(|turn| turn.after).collect()
    };
    let counts: Vec<Vec<Count>> = games.par_iter().map(count).collect();
    let unknown = counts.iter().flatten().filter(|count| **count == Count::Unknown).count();
    if unknown > 0 {
        notes.push(format!("The candidates that are left after {} are too hard to count.", counted(unknown, "guess")));
    }
    let (games, mut counts) = (games.len(), counts.into_iter());
    let data = |round: &ReplayedRound| {
        round.data(&reasons(&notable, round.key, &round.games), counts.by_ref(), plans.hides_causes)
    };
    let rounds = rounds.iter().map(data).collect();
    notes.insert(0, description(played, games, is_everything));
    if let Some(first) = faults.first() {
        let why = if plans.hides_causes { String::new() } else { format!(", the first because {first}") };
        notes.push(format!("{} not shown{why}.", counted(faults.len(), "game")));
    }
    if games == 0 {
        return Err(notes.split_off(1).join(" "));
    }
    Ok(Replays { rounds, games, notes })
}

/// The worst games of a player, each beside the game of a reference for the same secret. What is not played again is as it was recorded.
pub fn worst_games(
    played: &PlayedRounds,
    joined: &JoinedFolders,
    plans: &ReplayPlans,
    (player, reference): (usize, Option<&str>),
    budget: ReplayBudget,
) -> Result<Vec<ComparedGame>, Failure> {
    let (grid, program) = (played.grid, this_program()?);
    let latest = budget.time.map(|time| Instant::now() + time * SLOWER);
    let rounds = worst_rounds(played, player, WORST);
    let recorded = recorded(joined, grid, &rounds)?;
    let mut codes = CandidateCodes::listing(MOST_CODES);
    let mut compared = Vec::new();
    for (round, recorded) in rounds.into_iter().zip(&recorded) {
        let (scsa, game) = (&*grid.scsas[round.scsa], grid.games[round.game]);
        let Some((secret, ending)) = recorded else { continue };
        let ended = |ending: &Ending, guesses: usize| {
            let guesses = counted(guesses, "guess");
            let word = if ending.is_failure() { "failed" } else { "lost" };
            match ending {
                Ending::Win => format!("won in {guesses}"),
                _ => format!("{word} after {guesses}: {}", words::cause(ending)),
            }
        };
        let mut counted_among = String::new();
        let mut show = |name: &str, round: PlayedRound, recorded: String| {
            let missing = |reason| ShownGame { player: name.to_owned(), ending: recorded.clone(), turns: Err(reason) };
            let Some((plan, match_)) = plans.find(name, scsa, game) else {
                let hint = plans.is_external(name).then(|| format!("; {TRUST_OPTION} plays its games again"));
                return missing(format!("Its guesses are not recorded{}.", hint.unwrap_or_default()));
            };
            let wanted = Wanted { plan, match_, rounds: vec![round] };
            match replay((round.player, round.scsa, round.game), &wanted, plans, &program, latest).pop() {
                Some(Ok((_, played))) => {
                    let (candidates, among) = codes.of(&wanted.match_, &played.record.secret);
                    counted_among = format!("{among}: {} codes", exact_count(candidates.number()));
                    let ending = ended(&played.record.round.ending, played.turns.len());
                    ShownGame { player: name.to_owned(), ending, turns: Ok(shown_turns(&candidates, &played.turns)) }
                }
                Some(Err(reason)) => missing(format!("Not shown, because {reason}.")),
                None => missing("Not played again.".to_owned()),
            }
        };
        let recorded = ended(ending, round.round.guesses as usize);
        let beside = reference.and_then(|beside| grid.player(beside));
        let beside = beside.and_then(|beside| played.find(beside, round.scsa, round.game, round.number));
        let not_recorded =
            RoundResult { points: 0.0, guesses: 0, outcome: RoundOutcome::NotPlayed, is_given_up: false };
        let beside = beside.unwrap_or(PlayedRound { player: grid.players.len(), round: not_recorded, ..round });
        let mut games = vec![show(&grid.players[player], round, recorded)];
        games.extend(reference.map(|reference| show(reference, beside, "not played again".to_owned())));
        let name = format!("{game}, {scsa}, round {}", round.number);
        compared.push(ComparedGame { name, secret: *secret, counted_among, games });
    }
    Ok(compared)
}

/// The secrets and endings of rounds of one player, from the rows.
fn recorded(
    joined: &JoinedFolders,
    grid: &Grid,
    rounds: &[PlayedRound],
) -> Result<Vec<Option<(Code, Ending)>>, Failure> {
    let mut found = vec![None; rounds.len()];
    for folder in &joined.folders {
        let path = folder.path.join(files::ROUNDS);
        let mut visit = |row: &RoundRow| {
            let is_it = |round: &PlayedRound| {
                (row.player.0, row.scsa.0)
                    == (joined.recorded_name(&grid.players[round.player]), &*grid.scsas[round.scsa])
                    && (row.round, row.game) == (round.number, grid.games[round.game])
            };
            if let Some(place) = rounds.iter().position(is_it) {
                found[place] = row.ending().map(|ending| (row.secret, ending));
            }
        };
        files::visit_rounds(&path, &mut visit).map_err(|e| Failure::unread(&e, &e))?;
    }
    Ok(found)
}

/// Why a player failed or was out of time, as `Focus` has it.
pub fn causes(joined: &JoinedFolders, player: &str) -> Result<Vec<(FailureKind, u64, String)>, Failure> {
    let own = joined.results.summaries.iter().filter(|row| row.player == player);
    let by_kind: Vec<(FailureKind, u64)> = own.flat_map(Summary::by_kind).collect();
    let sum = |kind| by_kind.iter().filter(|(of, _)| *of == kind).map(|(_, rounds)| rounds).sum();
    let causes = FailureKind::ALL.map(|kind| (kind, sum(kind), String::new())).into_iter();
    let is_told = |kind| !matches!(kind, FailureKind::Guesses | FailureKind::GivenUp);
    let mut causes: Vec<_> = causes.filter(|(kind, rounds, _)| *rounds > 0 && is_told(*kind)).collect();
    causes.sort_by_key(|(_, rounds, _)| Reverse(*rounds));
    let are_read = joined.rounds.is_ok() && !causes.is_empty();
    for folder in joined.folders.iter().filter(|_| are_read) {
        let mut visit = |row: &RoundRow| {
            let own = row.failure.filter(|_| row.player.0 == joined.recorded_name(player));
            let cause = causes.iter_mut().find(|(kind, _, first)| Some(*kind) == own && first.is_empty());
            if let Some((.., first)) = cause {
                let text = row.ending().map(|ending| words::cause(&ending)).unwrap_or_default();
                *first = format!("{}, {}, round {}: {text}", row.game, row.scsa.0, row.round);
            }
        };
        files::visit_rounds(&folder.path.join(files::ROUNDS), &mut visit).map_err(|e| Failure::unread(&e, &e))?;
    }
    Ok(causes)
}

fn shown_turns(candidates: &Candidates, turns: &[Turn]) -> Vec<ShownTurn> {
    let figures = analyze(candidates, turns, &[], STATES_OF_FEW);
    let shown = |(number, (turn, figures)): (usize, (&Turn, &TurnFigures))| {
        let is_few = figures.after.exact().is_some_and(|left| left <= LISTED as f64);
        let codes = is_few.then(|| candidates.after(&turns[..=number], LISTED, STATES_OF_FEW)).flatten();
        let left = match figures.after {
            Count::Exact(number) => exact_count(number),
            Count::Many => MANY.to_owned(),
            Count::Unknown => "?".to_owned(),
        };
        ShownTurn {
            turn: *turn,
            left,
            codes: codes.unwrap_or_default(),
            mark: remark(candidates.game, &turns[..=number], figures),
        }
    };
    turns.iter().zip(&figures).enumerate().map(shown).collect()
}

fn description(played: &PlayedRounds, games: usize, is_everything: bool) -> String {
    let total: u64 = played.grid.cells.iter().map(|cell| cell.summary.played).sum();
    if is_everything {
        let all = games as u64 == total;
        let games = counted(games, "game");
        return if all { format!("All {games} are here.") } else { format!("{games} of the {total} are here.") };
    }
    format!(
        "{} of the {total} are here: failures and losses, the longest and the shortest rounds, and a sample.",
        counted(games, "game")
    )
}

/// The rounds of a match as they are recorded, or played again.
fn replay(
    key: MatchIndices,
    wanted: &Wanted,
    plans: &ReplayPlans,
    program: &Path,
    latest: Option<Instant>,
) -> Vec<Replayed> {
    let Wanted { plan, match_, rounds } = wanted;
    let name = match_.to_string();
    let mut replayed = Vec::new();
    if let Some(mut recorded) = plans.recorded(match_) {
        let mut games = recorded.games(match_);
        let played = |round: &PlayedRound| match games
            .find(|played| played.as_ref().map_or(true, |played| played.record.number == round.number))
        {
            Some(Ok(transcript)) => Ok((key, transcript)),
            Some(Err(e)) => Err(format!("{name}: {e}")),
            None => Err(format!("round {} of {name} is not recorded", round.number)),
        };
        return rounds.iter().map(played).collect();
    }
    let mut games = match Transcripts::new(plan, match_, &Workers::Processes(program.to_owned(), 1)) {
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

fn difference(recorded: &PlayedRound, transcript: &Transcript) -> Option<String> {
    if !recorded.round.is_played() {
        return None;
    }
    let again = &transcript.record.round;
    let before = match recorded.round.outcome {
        RoundOutcome::Win => "win",
        RoundOutcome::Loss => "loss",
        RoundOutcome::Failure => "failure",
        RoundOutcome::NotPlayed => "not played",
    };
    let text = |outcome: &str, guesses: usize| format!("{outcome} after {}", counted(guesses, "guess"));
    let (before, now) = (text(before, recorded.round.guesses as usize), text(again.ending.word(), again.guesses));
    (before != now).then(|| format!("{before}, now {now}"))
}

fn reasons(notable: &[NotableRound], key: RoundKey, games: &[(usize, Transcript)]) -> Vec<String> {
    let is_here = |round: &&NotableRound| {
        (round.played.game, round.played.scsa, round.played.number) == key
            && games.iter().any(|(player, _)| *player == round.played.player)
    };
    in_order(notable.iter().filter(is_here).filter(|round| !round.why.is_empty()), |round| round.why.clone())
}

struct ReplayedRound {
    /// The game, the codemaker and the number.
    key: RoundKey,
    secret: Code,
    candidates: Candidates,
    counted: String,
    games: Vec<(usize, Transcript)>,
}

impl ReplayedRound {
    /// The round as data. The counts are those of its games, one after the other: a number of candidates after every guess, words for a
    /// lower bound, or null where nothing is known.
    fn data(&self, why: &[String], counts: &mut impl Iterator<Item = Vec<Count>>, hides_causes: bool) -> Value {
        let (game, scsa, round) = self.key;
        let left = |count: &Count| match count {
            Count::Exact(number) => Value::from(*number),
            Count::Many => Value::from(MANY),
            Count::Unknown => Value::Null,
        };
        let played = |((player, transcript), counts): (&(usize, Transcript), Vec<Count>)| {
            let (ending, turns) = (&transcript.record.round.ending, &transcript.turns);
            let pegs = |turn: &Turn| (turn.feedback.black(), turn.feedback.white());
            json!({
                "player": player,
                "outcome": ending.word(),
                "cause": if hides_causes { ending.kind().map_or("", words::kind).to_owned() } else { words::cause(ending) },
                "guesses": turns.iter().map(|turn| turn.guess.to_string()).collect::<String>(),
                "feedback": turns.iter().map(pegs).collect::<Vec<_>>(),
                "left": counts.iter().map(left).collect::<Vec<_>>(),
            })
        };
        json!({
            "scsa": scsa,
            "game": game,
            "round": round,
            "secret": self.secret.to_string(),
            "why": why,
            "counted": self.counted,
            "codes": self.candidates.number(),
            "games": self.games.iter().zip(counts).map(played).collect::<Vec<_>>(),
        })
    }
}
