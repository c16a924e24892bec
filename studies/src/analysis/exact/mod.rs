//! Exact figures of strategies: over all secrets and all random choices, instead of simulated.
//!
//! - [`LowestConsistent`] (LC) and [`RandomConsistent`] (RC) are strategies of one rule; X+LC, X+Y+RC and the like guess fixed
//!   codes first, whatever the responses. [`Pairs`] has all X+Y+LC, [`FirstGuesses`] all X+RC and [`after_sets`] any sets of
//!   fixed guesses, [`ThreeGuesses`] whether a third one can help.
//! - [`classes`] are guesses that are the same but for the names of colors and the order of pegs; [`LookAlikes`] are
//!   guesses that only look so.
//!
//! Everything rests on a [`Matrix`] of the feedback of all pairs of codes, so that sizes are limited to
//! [`Matrix::MOST_CODES`] codes.
//!
//! ```
//! use studies::analysis::exact::{LowestConsistent, Matrix};
//! let matrix = Matrix::new("4x6".parse()?)?;
//! let [x, y] = ["CBDD".parse()?, "FECF".parse()?].map(|code| matrix.place(&code));
//! assert_eq!(LowestConsistent::new(&matrix).with_first(&matrix.all(), &[x, y]), 5864);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod division;
mod first_guesses;
mod longest_game;
mod lowest_consistent;
mod matrix;
mod measure;
mod pairs;
mod profile;
mod random_consistent;
mod symmetry;
mod third_guess;

pub use first_guesses::{FirstGuesses, after_sets, sets_of_guesses};
pub use longest_game::longest_game;
pub use lowest_consistent::LowestConsistent;
pub use matrix::{Matrix, TooLarge};
pub use measure::{Longest, Measure, Spread, Total};
pub use pairs::Pairs;
pub use profile::{BestConsistent, LookAlikes, profile, second_look_alikes};
pub use random_consistent::{Limited, RandomConsistent};
pub use symmetry::{Class, Exchange, classes, exchange};
pub use third_guess::{BestThree, ThreeGuesses, best_third_lowest};
