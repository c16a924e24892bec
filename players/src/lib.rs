//! The codebreaker's side of Mastermind: the agents.
//!
//! A [`Player`] guesses; an [`Entrant`] is a kind of player that can be prepared for a match; the [`ROSTER`] lists them.
//!
//! ```
//! use players::{Briefing, Knowledge, find};
//! use scsa::{Code, Rng, Turn};
//!
//! let size = "4x6".parse()?;
//! let briefing = Briefing::new(size, "insert-colors", Knowledge::Nothing);
//! let mut rao = find("rao")?.prepare(&briefing)?;
//!
//! let secret: Code = "CADE".parse()?;
//! let mut turns: Vec<Turn> = Vec::new();
//! while turns.last().is_none_or(|turn| turn.guess != secret) {
//!     let guess = rao.player().guess(&turns, &mut Rng::new(1));
//!     turns.push(Turn { guess, feedback: secret.feedback(&guess) });
//! }
//! assert_eq!(turns.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod baselines;
mod bayes;
mod census;
mod consistent;
mod dino;
mod faulty;
mod local_search;
mod one_color;
mod one_step;
mod optimal;
mod random;
mod rao;
mod roster;
mod strategies;
pub mod tree;

pub use player_api::{
    Briefing, Entrant, Entry, Fault, Knowledge, Limit, Outcome, ParameterPosition, ParameterizedEntrant, Player,
    PlayerInstance, PlayerNameError, Players, Refusal, RoundSnapshot,
};
pub use roster::{FAULTY, FROM_FILES, ROSTER, builtin, find};
pub use scsa::notation;
pub use strategies::tree_of;
