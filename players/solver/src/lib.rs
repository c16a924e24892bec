//! The best strategies there are, with proof.
//!
//! A [`Game`] says which secrets there are, how probable each is, and which guesses are allowed; a [`Goal`] what is best; and
//! [`solve`] finds the [`Strategy`]. It is a search by branch and bound that leaves out only what cannot be better, and knows
//! sets of candidates again that differ only in the names of pegs and colors.
//!
//! ```
//! use solver::{Game, Goal, Guessing, Means, Watch, solve};
//! let game = Game::new("4x4".parse()?, Guessing::Consistent).unwrap();
//! // All 256 codes together: one guess that may be the secret after another takes 908 at least, and any guesses 905.
//! assert_eq!(solve(&game, Goal::default(), Means::of(&game), &Watch::default()).unwrap().total, 908);
//! # Ok::<(), scsa::SizeError>(())
//! ```

mod blocks;
mod costs;
mod game;
mod labels;
mod looks;
mod memo;
mod search;
mod solve;
mod strategy;
mod watch;

pub use blocks::{FewSecrets, Found, Plan};
pub use game::{Game, Guessing};
pub use solve::{Answer, Goal, Means, Unsolved, solve};
pub use strategy::Strategy;
pub use watch::{Bounds, Watch};
