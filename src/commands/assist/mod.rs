//! `arena assist`

mod command;
mod session;

use crate::{
    commands::play::size_for,
    failure::Failure,
    playing::{
        advisers::{AdvisedGame, Advisers},
        deductions::Deductions,
    },
    present::conversation::converse,
    settings::{
        rules::{KnowledgeOptions, LimitOptions, SeedArgument},
        select,
    },
};
use scsa::notation::Notation;
use session::AssistSession;
use tournament::{Registry, Seed};

/// The arguments of `arena assist`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena assist
  arena assist --size 5x8 --scsa only-once --player rao --digits
  arena assist < answers.txt                      in plain lines, one answer a line

Lines: BLACK WHITE, fix TURN BLACK WHITE, undo, guess CODE, player NAME, left, grid, turns, help, quit.")]
pub struct Assist {
    /// The player that guesses, or NAME=COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "bayes", help_heading = "What is played")]
    player: String,
    /// The codemaker that the player takes you for: insert-colors makes every code
    #[arg(long, value_name = "SCSA", default_value = "insert-colors", help_heading = "What is played")]
    scsa: String,
    /// The size of the game, pegs x colors
    #[arg(long, value_name = "PxC", default_value = "4x6", help_heading = "What is played")]
    size: String,
    /// The seed of the player's random choices: a number, or `random`
    #[arg(long, value_name = "SEED", default_value = "1", help_heading = "What is played")]
    seed: SeedArgument,
    /// Show guesses in digits, as on boards of up to nine colors
    #[arg(long, help_heading = "What is shown")]
    digits: bool,
    #[command(flatten)]
    knowledge: KnowledgeOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Assist {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let codemaker = select::codemaker(registry, &self.scsa)?;
        let size = size_for(&codemaker, &self.size)?;
        if self.digits && Notation::of(size) != Notation::Digits {
            return Err(Failure::input(format!("--digits is for up to 9 colors, and {size} has more; leave it out")));
        }
        let policy = self.knowledge.policy(std::slice::from_ref(&codemaker))?;
        let knowledge = policy.knowledge(&codemaker, size);
        let deductions = Deductions::new(size, codemaker.name(), &knowledge);
        let SeedArgument { seed: Seed(seed), .. } = self.seed;
        let game =
            AdvisedGame { size, codemaker, knowledge, limits: self.limits.limits()?, seed: Seed(seed), round: 1 };
        let advisers = Advisers::new(registry.clone(), game);
        advisers.check(&self.player)?;
        converse(AssistSession {
            size,
            subject: format!("{size} of {}", self.scsa),
            player: self.player.clone(),
            notation: if self.digits { Notation::Digits } else { Notation::Letters },
            turns: Vec::new(),
            guess: None,
            deductions,
            advisers,
        })
    }
}
