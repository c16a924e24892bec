//! Exact figures of simple strategies, over all secrets and all random choices.
//!
//! - [`LowestConsistent`] (LC) and [`RandomConsistent`] (RC) are strategies of consistent guesses. X+LC, X+Y+RC and so on guess
//!   fixed codes first, whatever the responses. [`PairTotals`] has all X+Y+LC, [`FirstGuesses`] all X+RC, [`after_sets`] any sets of
//!   fixed guesses, and [`ThreeGuesses`] a bound for three of them.
//! - [`equivalence_classes`] are guesses that differ only in the names of the colors and the order of the pegs; [`EqualProfiles`] are
//!   guesses that are not equivalent although they have equal numbers of candidates for each response.
//!
//! Everything is computed from a [`FeedbackMatrix`], the feedback of all pairs of codes, which limits sizes to
//! [`FeedbackMatrix::MOST_CODES`] codes.
//!
//! ```
//! use exact_openings::{FeedbackMatrix, LowestConsistent};
//! let matrix = FeedbackMatrix::new("4x6".parse()?)?;
//! let [x, y] = ["CBDD".parse()?, "FECF".parse()?].map(|code| matrix.rank(&code));
//! assert_eq!(LowestConsistent::new(&matrix).with_first(&matrix.all(), &[x, y]), 5864);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod equivalence;
mod first_guesses;
mod interrupted;
mod longest_game;
mod lowest_consistent;
mod matrix;
mod pairs;
mod partition;
mod profiles;
mod random_consistent;
mod statistic;
mod third_guess;

pub use equivalence::{EquivalenceClass, Relabeling, equivalence_classes, relabeling};
pub use first_guesses::{FirstGuesses, after_sets, sets_of_guesses};
pub use interrupted::Interrupted;
pub use longest_game::longest_game;
pub use lowest_consistent::LowestConsistent;
pub use matrix::{FeedbackMatrix, MatrixSizeError};
pub use pairs::PairTotals;
pub use profiles::{BestConsistent, EqualProfiles, profile, second_guesses_of_equal_profile};
pub use random_consistent::{BudgetedRandomConsistent, CompiledStatistic, RandomConsistent};
pub use statistic::{ExpectedTotal, GameStatistic, LengthDistribution, LongestGame};
pub use third_guess::{BestThree, ThreeGuesses, best_third_lowest};
