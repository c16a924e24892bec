//! A game as it was played, and what every guess of it was worth, beside the guesses of another player.

use crate::{failure::Failure, playing::CandidateCodes, settings::selection};
use player_api::registry::{Entry, PlayerInstance, catch_panic};
use player_api::{Briefing, Ending, FailureKind};
use players::FAULTY;
use posterior::{Candidates, TurnFigures, analyze};
use scsa::{Code, Game, Rng, Turn};
use tournament::{Match, Plan, Registry, Seed, Transcript};

pub fn entry(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    ensure!(!name.contains('='), "--reference takes a player of `arena list`, not an external player");
    let entry = selection::one_player(registry, name)?;
    if FAULTY.iter().any(|faulty| faulty.name() == entry.name()) {
        // It would panic in this process or never return.
        bail!("--reference {name} breaks the rules on purpose; choose another player");
    }
    Ok(entry)
}

pub struct Explanation {
    pub counted: String,
    pub codes: f64,
    pub reference: String,
    /// Why guesses of the reference player are missing.
    pub problem: Option<String>,
    pub turns: Vec<TurnFigures>,
    pub has_times: bool,
}

/// Explains games beside the guesses of a reference player.
pub struct Explainer {
    reference: Entry,
    has_times: bool,
    codes: CandidateCodes,
}

/// The reference player in a match, or why it does not play it.
pub type PreparedReference = Result<PlayerInstance, String>;

impl Explainer {
    pub const fn new(reference: Entry, has_times: bool) -> Explainer {
        Explainer { reference, has_times, codes: CandidateCodes::listing(Candidates::MAX_LISTED) }
    }

    pub fn prepare(&self, plan: &Plan, match_: &Match) -> PreparedReference {
        let briefing = Briefing::new(match_.game, match_.codemaker.stream_name(), match_.knowledge.clone());
        let briefing = Briefing { guess_limit: match_.guess_limit, time_limit: plan.limits.time, ..briefing };
        let prepared = catch_panic(|| self.reference.prepare(&briefing));
        let prepared = prepared.map_err(|panic| format!("it cannot be prepared: {panic}"))?;
        prepared.map_err(|refusal| format!("it does not play this match: {refusal}"))
    }

    pub fn explain(
        &mut self,
        plan: &Plan,
        match_: &Match,
        reference: &mut PreparedReference,
        played: &Transcript,
    ) -> Explanation {
        let (candidates, counted) = self.codes.of(match_, &played.record.secret);
        let (guesses, problem) = match reference {
            Ok(instance) => self.guesses(plan, match_, instance, (played.record.number, &played.turns)),
            Err(problem) => (vec![None; played.turns.len()], Some(problem.clone())),
        };
        Explanation {
            counted,
            codes: candidates.number(),
            reference: self.reference.name().to_owned(),
            problem,
            turns: analyze(&candidates, &played.turns, &guesses, candidates.states()),
            has_times: self.has_times,
        }
    }

    /// The guess of the reference player at every turn of a game, given the turns before; none where it makes no legal guess, with the
    /// reason. It sees the guesses of the game as if they were its own.
    pub fn guesses(
        &self,
        plan: &Plan,
        match_: &Match,
        instance: &mut PlayerInstance,
        (round, turns): (u64, &[Turn]),
    ) -> (Vec<Option<Code>>, Option<String>) {
        let mut rng = plan.seed.player(match_.game, match_.codemaker.stream_name(), self.reference.name()).round(round);
        let mut guesses = Vec::with_capacity(turns.len());
        let result = catch_panic(|| {
            instance.reset();
            instance.player().begin_round(round);
            for number in 0..turns.len() {
                let guess = instance.player().guess(&turns[..number], &mut rng);
                guesses.push(Some(guess).filter(|guess| match_.game.is_legal(guess)));
            }
        });
        let problem = result.err().map(|panic| format!("it fails at guess {}: {panic}", guesses.len() + 1));
        let illegal = guesses.iter().position(Option::is_none).map(|at| format!("its guess {} is illegal", at + 1));
        guesses.resize(turns.len(), None);
        (guesses, problem.or(illegal))
    }
}

pub struct PlayedGame {
    pub match_: Match,
    pub seed: Seed,
    pub transcript: Transcript,
    pub is_unprepared: bool,
    /// What is to be said about the secret.
    pub note: Option<String>,
    pub explanation: Option<Explanation>,
    /// What the player printed, by turn; turn 0 is before the first guess.
    pub printed: Vec<(usize, String)>,
}

impl PlayedGame {
    pub const fn ending(&self) -> &Ending {
        &self.transcript.record.round.ending
    }

    pub fn failed_guess(&self) -> Option<usize> {
        let is_found = self.transcript.turns.last().is_some_and(|turn| turn.guess == self.transcript.record.secret);
        let has_failed = self.ending().kind().is_some_and(|kind| kind != FailureKind::Guesses);
        (has_failed && !is_found && !self.is_unprepared).then_some(self.transcript.turns.len() + 1)
    }
}

/// The guesses that a player needs for a secret, or `limit` + 1. The player knows nothing of earlier rounds. `None` where it fails.
pub fn guesses_for(player: &mut PlayerInstance, game: Game, secret: &Code, limit: usize, rng: &mut Rng) -> Option<f64> {
    let play = || {
        player.reset();
        player.player().begin_round(1);
        let mut turns: Vec<Turn> = Vec::new();
        while turns.last().is_none_or(|turn| turn.guess != *secret) && turns.len() <= limit {
            let guess = player.player().guess(&turns, rng);
            turns.push(Turn::new(game, guess, secret));
        }
        turns.len() as f64
    };
    catch_panic(play).ok()
}
