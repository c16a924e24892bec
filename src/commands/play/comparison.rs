//! What players need for the secret of a person's game.

use crate::present::words::{self, counted};
use player_api::{Limit, Outcome};
use scsa::notation::Notation;
use tournament::{Match, Plan, TranscriptError, Transcripts, Workers};

/// Players that are played for the same secret, as a tournament plays them.
#[derive(Debug)]
pub struct SecretComparison {
    /// What is played: its last round is compared.
    pub plan: Plan,
    pub workers: Workers,
}

impl SecretComparison {
    /// A line for every player, with its guesses.
    pub fn lines(&self, notation: Notation) -> Vec<String> {
        self.plan.matches().iter().map(|game| self.line(game, notation)).collect()
    }

    fn line(&self, game: &Match, notation: Notation) -> String {
        let name = game.player.name();
        match self.play(game, notation) {
            Ok(Some(line)) => format!("{name} {line}"),
            Ok(None) => format!("{name} was not played"),
            Err(TranscriptError::Unsupported(reason)) => format!("{name} does not play this game: {reason}"),
            Err(e) => format!("{name} could not be played: {e}"),
        }
    }

    /// The last round of a match, in words.
    fn play(&self, game: &Match, notation: Notation) -> Result<Option<String>, TranscriptError> {
        let mut games = Transcripts::new(&self.plan, game, &self.workers)?;
        games.skip_to(game.rounds);
        let mut last = None;
        while let Some(played) = games.next_game()? {
            last = Some(played);
        }
        let Some(played) = last else { return Ok(None) };
        let guesses: Vec<String> = played.turns.iter().map(|turn| notation.code(&turn.guess)).collect();
        let number = counted(guesses.len(), "guess");
        let listed = if guesses.is_empty() { String::new() } else { format!(": {}", guesses.join(" ")) };
        let outcome = &played.record.round.outcome;
        Ok(Some(match outcome {
            Outcome::Win => format!("needs {number}{listed}"),
            Outcome::Loss(Limit::Guesses) => format!("does not find it in {number}"),
            Outcome::Loss(Limit::Time) | Outcome::Failure(_) => {
                format!("fails after {number}, {}{listed}", words::cause(outcome, game.size))
            }
        }))
    }
}
