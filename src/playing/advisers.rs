//! Players that are asked for guesses in the game of a person.

use crate::{failure::Failure, present::words, settings::external_players};
use ::external::{AdviceError, Adviser};
use player_api::{Briefing, Knowledge};
use scsa::{Code, Size, Turn};
use tournament::{Codemaker, Limits, Registry, Seed};

/// The game in which players are asked.
#[derive(Clone, Debug)]
pub struct AdvisedGame {
    pub size: Size,
    pub codemaker: Codemaker,
    pub knowledge: Knowledge,
    pub limits: Limits,
    pub seed: Seed,
    pub round: u64,
}

/// Players that are asked for guesses, each started when it is asked for the first time.
#[derive(Debug)]
pub struct Advisers {
    registry: Registry,
    game: AdvisedGame,
    started: Vec<(String, Adviser)>,
}

impl Advisers {
    pub const fn new(registry: Registry, game: AdvisedGame) -> Advisers {
        Advisers { registry, game, started: Vec::new() }
    }

    /// Checks that there is such a player: one of the program, or a program given as `NAME=COMMAND`.
    pub fn check(&self, player: &str) -> Result<(), Failure> {
        external_players::adviser(&self.registry, player, self.game.limits).map(|_| ())
    }

    /// The guess of a player after these turns, or why there is none, in words.
    pub fn guess(&mut self, player: &str, turns: &[Turn]) -> Result<Code, String> {
        let index = match self.started.iter().position(|(name, _)| name == player) {
            Some(index) => index,
            None => {
                let adviser = self.adviser(player).map_err(|failure| failure.message().to_owned())?;
                self.started.push((player.to_owned(), adviser));
                self.started.len() - 1
            }
        };
        self.started[index].1.guess(turns).map_err(|e| match &e {
            AdviceError::Outcome(cause) if !matches!(cause, player_api::Outcome::Loss(_)) => {
                words::cause(cause, self.game.size)
            }
            _ => e.to_string(),
        })
    }

    fn adviser(&self, player: &str) -> Result<Adviser, Failure> {
        let AdvisedGame { size, codemaker, knowledge, limits, seed, round } = &self.game;
        let started = external_players::adviser(&self.registry, player, *limits)?;
        let briefing = Briefing {
            size: *size,
            guess_limit: limits.guesses,
            time_limit: limits.time,
            codemaker: codemaker.stream_name().to_owned(),
            knowledge: knowledge.clone(),
        };
        let stream = seed.player(*size, codemaker.stream_name(), &started.name).round(*round);
        Ok(Adviser::new(started, briefing, *round, stream.seed()))
    }
}
