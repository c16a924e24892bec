//! What is believed of a secret, and the guess that tells most of it.
//!
//! [`Prospects`] are what a codemaker is known or believed to make at a size; a [`Posterior`] is what is left of that after
//! some turns: codes that may be the secret, all of them where they can be listed, otherwise a sample that Markov chains
//! find; [`choose`] finds the next guess. How much work that takes is an [`Effort`], in steps and looks. Nothing depends on
//! the time it takes, on the processor or on its mathematics library.
//!
//! ```
//! use posterior::{Effort, Prospects, choose};
//! use scsa::{Rng, Turn, algorithms::TwoColor};
//! use std::sync::Arc;
//!
//! let prospects = Prospects::new(Arc::new(TwoColor), "8x10".parse()?, Effort::level(10));
//! let (mut posterior, mut rng) = (prospects.round(), Rng::new(1));
//! let secret: scsa::Code = "CCHCHHHC".parse()?;
//! let mut turns = Vec::new();
//! while turns.last().is_none_or(|turn: &Turn| turn.guess != secret) {
//!     let guess = choose(&prospects, &posterior, turns.is_empty(), &mut rng);
//!     turns.push(Turn { guess, feedback: secret.feedback(&guess) });
//!     posterior.learn(&prospects, &turns, &mut rng);
//! }
//! assert!(turns.len() <= 7);
//! assert_eq!(posterior.candidates(), [(secret, 1.0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alike;
mod board;
mod chain;
mod climb;
mod clues;
mod colorings;
mod effort;
mod endgame;
mod field;
mod heat;
mod ladder;
mod lookahead;
mod origin;
mod piece;
mod pool;
mod posterior;
mod prior;
mod question;
mod tempering;
mod wide;

pub use effort::Effort;
pub use piece::Piece;
pub use posterior::{Posterior, Prospects};
pub use question::choose;
