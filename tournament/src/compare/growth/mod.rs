//! How a measured quantity grows with the game: N pegs and M colors.
//!
//! The quantity is any positive number measured in several games, such as the mean number of guesses or the CPU time of a round. A [`Fit`] is
//! one growth [`Law`] fitted to the [`Point`]s, with intervals of the exponents and the goodness of fit. A [`Ranking`] compares all laws.
//!
//! # Limits
//!
//! - An interval is right if the law is. The exponent of a wrong law describes the measured sizes; others give another one.
//! - The errors of different points are taken to be independent. So there should be one point a game.
//! - A law is not shown to be right by being the best of those that are compared. The constant is taken unless another is clearly better.
//! - Beyond the largest game a law is an extrapolation, which no interval here covers.

mod fit;
mod law;
mod ranking;
mod table;

pub use fit::{Fit, FittedParameter, Point};
pub use law::Law;
pub use ranking::{Ranked, Ranking, SUPPORTED};
pub use table::LawRow;
