//! A player whose guesses are shown beside those of a game.

use crate::cli::{Failure, select};
use player_api::{
    Briefing,
    registry::{Entry, PlayerInstance, catch_panic},
};
use players::FAULTY;
use scsa::{Code, Turn};
use tournament::{Match, Plan, Registry};

/// Reads `--reference`.
pub fn entry(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    if name.contains('=') {
        return Err(Failure::input("--reference takes a player of `arena list`, not a program of its own"));
    }
    let entry = select::one_player(registry, name)?;
    if FAULTY.iter().any(|faulty| faulty.name() == entry.name()) {
        // It would panic in this process or never return.
        return Err(Failure::input(format!("--reference {name} breaks the rules on purpose; choose another player")));
    }
    Ok(entry)
}

/// The guesses of a reference player in a game.
#[derive(Clone, Debug, Default)]
pub struct ReferenceGuesses {
    /// One for each turn; `None` where it made no legal guess.
    pub guesses: Vec<Option<Code>>,
    /// Why a guess is missing.
    pub problem: Option<String>,
}

/// A reference player that is prepared for a match.
#[derive(Debug)]
pub struct Reference {
    pub name: String,
    prepared: Result<PlayerInstance, String>,
}

impl Reference {
    /// Prepares the player for the match, with what the players of the match know.
    pub fn prepare(entry: &Entry, plan: &Plan, game: &Match) -> Reference {
        let briefing = Briefing {
            size: game.size,
            guess_limit: plan.limits.guesses,
            time_limit: plan.limits.time,
            codemaker: game.codemaker.stream_name().to_owned(),
            knowledge: game.knowledge.clone(),
        };
        let prepared = match catch_panic(|| entry.prepare(&briefing)) {
            Ok(Ok(instance)) => Ok(instance),
            Ok(Err(refusal)) => Err(format!("it does not play this match: {refusal}")),
            Err(panic) => Err(format!("it cannot be prepared: {panic}")),
        };
        Reference { name: entry.name().to_owned(), prepared }
    }

    /// Its guess at every turn of a game, given the turns before. It sees the guesses of the game as if they were its own.
    pub fn guesses(&mut self, plan: &Plan, game: &Match, round: u64, turns: &[Turn]) -> ReferenceGuesses {
        let instance = match &mut self.prepared {
            Ok(instance) => instance,
            Err(problem) => {
                return ReferenceGuesses { guesses: vec![None; turns.len()], problem: Some(problem.clone()) };
            }
        };
        let mut rng = plan.seed.player(game.size, game.codemaker.stream_name(), &self.name).round(round);
        let mut guesses = Vec::with_capacity(turns.len());
        let result = catch_panic(|| {
            instance.reset();
            instance.player().begin_round(round);
            for number in 0..turns.len() {
                let guess = instance.player().guess(&turns[..number], &mut rng);
                guesses.push(Some(guess).filter(|guess| game.size.is_legal(guess)));
            }
        });
        let stopped = guesses.len() + 1;
        let illegal =
            guesses.iter().position(Option::is_none).map(|index| format!("its guess {} is illegal", index + 1));
        guesses.resize(turns.len(), None);
        let problem = result.err().map(|panic| format!("it fails at guess {stopped}: {panic}"));
        ReferenceGuesses { guesses, problem: problem.or(illegal) }
    }
}
