//! The best strategies, proved and played once more.
//!
//! [`Question`] says what is asked, [`prove`] answers it; [`Replay`] plays the answer against every secret. [`survey`] asks
//! for every small game.

mod question;
mod replay;
pub mod survey;

pub use question::{NoProof, Proof, Question, prove};
pub use replay::{Fault, Replay};
