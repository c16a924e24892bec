//! Analysis of a game of Mastermind: how many codes are possible before and after every guess, and how much information a guess
//! is expected to give.
//!
//! A *candidate* is a code that is consistent with all turns so far and that the codemaker can make. What the codemaker can make
//! is a [`CandidatePrior`]: codes with their probabilities, or all codes of the size.
//!
//! The expected information of a guess is the entropy of the response to it, in bits: the response follows from the secret, so this
//! is the mutual information of both. The information that a guess gave is −log₂ of the probability that the response had.
//!
//! Three methods find these figures:
//!
//! - Codes in a list are filtered.
//! - All codes of a size are counted by dynamic programming over the pegs ([`response_counts`]): color sequences that lead to the same
//!   black pegs and color counts are counted together. So the number of candidates is exact at every board of up to 2²² codes, and
//!   often at 8x10 and in the first turns at 20x26.
//! - Where that needs too many states, the figures are estimated from samples of the candidates, each with its standard error.
//!   Numbers alone are estimated by sequential Monte Carlo ([`CountEstimator`]), also those of the codes of a rule that makes too many
//!   to list.
//!
//! [`analyze`] chooses among them for every turn of a game. [`exact_counts`] only counts candidates, where that is cheap, and
//! [`estimated_counts`] estimates the numbers that are missing. A [`Tracker`] says turn by turn how many codes are left and which
//! colors every peg can still have, and [`suspects`] which answer is most likely mistyped when no code is left.
//!
//! ```
//! use candidates::{CandidatePrior, analyze};
//! use scsa::{Code, Turn};
//! let size = "4x6".parse()?;
//! let (secret, guess): (Code, Code) = ("ABBC".parse()?, "AABB".parse()?);
//! let turns = [Turn::new(guess, &secret)];
//! let figures = analyze(&CandidatePrior::all_codes(), size, &turns, &[None], 1);
//! let [before, after] = [figures[0].before, figures[0].after].map(|count| count.map(|count| count.value));
//! assert_eq!((before, after), (Some(1296.0), Some(32.0)));
//! let information = figures[0].information.map(|bits| bits.value);
//! assert_eq!((information, figures[0].guess.is_candidate), (Some(40.5f64.log2()), true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod consistency;
mod exact_counts;
mod figure;
mod layer;
mod order;
mod possible_colors;
mod prior;
mod response_counts;
mod responses;
mod sampled;
mod sequential;
mod suspects;
mod tracker;

pub use analysis::{GuessFigures, TurnFigures, analyze, count_left};
pub use exact_counts::{estimated_counts, exact_counts};
pub use figure::Figure;
pub use possible_colors::{Possibility, PossibleColors};
pub use prior::CandidatePrior;
pub use response_counts::{ResponseCounts, response_counts};
pub use sequential::CountEstimator;
pub use suspects::{Correction, Suspect, suspects};
pub use tracker::{CandidateKnowledge, Tracker};
