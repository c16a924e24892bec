//! The codebreaker's side of Mastermind: the agents.
//!
//! A [`Player`] guesses; an [`Entrant`] is a kind of player that can be prepared for a match; the [`ROSTER`] lists them.
//!
//! ```
//! use players::{Briefing, Knowledge, find};
//! use scsa::{Code, Rng, Turn};
//!
//! let size = "4x6".parse()?;
//! let briefing = Briefing { size, guess_limit: 100, codemaker: "insert-colors".into(), knowledge: Knowledge::Nothing };
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
pub mod notation;
mod one_color;
mod one_step;
mod optimal;
mod player;
mod random;
mod rao;
mod roster;
pub mod tree;

pub use player::{Briefing, Entrant, Fault, Knowledge, Limit, Outcome, Player, Refusal, Side, Tunable};
pub use roster::{Entry, FAULTY, FROM_FILES, NotFound, Prepared, ROSTER, find};
