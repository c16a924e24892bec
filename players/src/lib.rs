//! The codebreaker's side of Mastermind: the built-in agents.
//!
//! A [`Player`] makes guesses; an [`Entrant`] is a kind of player that can be prepared for a match; [`ROSTER`] lists those of
//! this crate. The crate `player_api` documents what a player must do and may use.
//!
//! ```
//! use players::{Briefing, Knowledge, find};
//! use scsa::{Code, Rng, Turn};
//!
//! let game = "4x6".parse()?;
//! let briefing = Briefing::new(game, "insert-colors", Knowledge::Nothing);
//! let mut rao = find("rao")?.prepare(&briefing)?;
//!
//! let secret: Code = "CADE".parse()?;
//! let mut turns: Vec<Turn> = Vec::new();
//! while turns.last().is_none_or(|turn| turn.guess != secret) {
//!     let guess = rao.player().guess(&turns, &mut Rng::new(1));
//!     turns.push(Turn::new(game, guess, &secret));
//! }
//! assert_eq!(turns.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod agents;
mod analysis;
mod asking;
mod enumeration;
mod lexicographic;
pub mod optimal;
pub mod tree;

pub use agents::{FAULTY, FROM_FILES, ROSTER, builtin, find, tree_of};
pub use analysis::BestGuesses;
pub use player_api::{
    Briefing, CrashCause, Ending, Entrant, FailureKind, Fault, Knowledge, Limit, Outcome, ParameterPosition,
    ParameterizedEntrant, Player, Refusal,
    registry::{Entry, PlayerInstance, PlayerNameError, Players, RoundSnapshot},
};
pub use scsa::notation;
pub use solver::partition::Instructions;

/// Uses no wider vector instructions than these from now on, in all threads of this process. Guesses do not depend on it.
pub fn limit_instructions(widest: Instructions) {
    widest.limit();
    if widest == Instructions::Portable {
        posterior::use_portable_instructions();
    }
}
