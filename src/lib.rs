//! The program `arena`: tournaments for agents that break secret codes (Mastermind).
//!
//! [`Program`] is the whole program with its command line. A package that depends on this one adds its own players and
//! codemakers and gets all commands:
//!
//! ```no_run
//! use player_api::{Briefing, Entrant, Player, Refusal};
//! use scsa::{Code, Color, Rng, Game, Turn};
//!
//! #[derive(Clone)]
//! struct Random(Game);
//!
//! impl Player for Random {
//!     fn guess(&mut self, _turns: &[Turn], rng: &mut Rng) -> Code {
//!         Code::from_fn(self.0, |_| rng.color(self.0.colors()))
//!     }
//! }
//!
//! impl Entrant for Random {
//!     const NAME: &'static str = "my-player";
//!     const SUMMARY: &'static str = "guesses at random";
//!
//!     fn prepare(briefing: &Briefing) -> Result<Random, Refusal> {
//!         Ok(Random(briefing.game))
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     arena::Program::new().player::<Random>().run()
//! }
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[macro_use]
mod failure;

mod commands;
mod csv_columns;
mod playing;
mod present;
mod program;
mod settings;
mod this_program;

pub use csv_columns::csv_columns;
pub use program::Program;
pub use settings::{check_tournament_file, recorded_settings};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
