//! How a measured quantity grows with the game: N pegs and M colors.
//!
//! The quantity is any positive number measured in several games, such as the mean number of guesses or the CPU time of a
//! round. A [`Fit`] is one growth [`Law`] fitted to the [`Point`]s, with intervals of the exponents and the goodness of fit. A
//! [`Ranking`] compares all laws. A [`Check`] says whether the points agree with a [`Claim`] such as "guesses grow as M ln N".
//!
//! ```
//! use tournament::compare::growth::{Point, Ranking};
//! // Mean numbers of guesses of `rao` against insert-colors.
//! let measured = [("4x6", 5.98), ("6x10", 10.46), ("8x10", 13.83), ("15x20", 36.37), ("20x26", 60.06)];
//! let points = measured.map(|(game, value)| Point { game: game.parse().unwrap(), value });
//! let ranking = Ranking::new(&points);
//! assert_eq!(
//!     ranking.check(&"n^1.5".parse()?)?.to_string(),
//!     "n^1.5: agrees: a·Nᵇ, b = 1.422 (95 % interval 1.234 to 1.610); no law fits clearly better"
//! );
//! assert_eq!(
//!     ranking.check(&"m-log-n^1".parse()?)?.to_string(),
//!     "m-log-n^1: undecided: a·(M ln N)ᵇ, b = 1.039 (95 % interval 0.841 to 1.238); another law fits better: n-m, by 5.5 in AICc"
//! );
//! // N and M grow together over these games: laws of N, M and N·M can hardly be told apart.
//! assert!(ranking.caution.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! - An interval is right if the law is. The exponent of a wrong law describes the measured sizes; others give another one.
//! - The errors of different points are taken to be independent. So there should be one point a game.
//! - A law is not shown to be right by being the best of those that are compared. The constant is taken unless another is clearly better.
//! - Beyond the largest game a law is an extrapolation, which no interval here covers.

mod claim;
mod fit;
mod law;
mod table;

pub use claim::{Check, Claim, Ranked, Ranking, Reason, SUPPORTED, UNSUPPORTED, Verdict};
pub use fit::{Fit, FittedParameter, Point};
pub use law::Law;
pub use table::{CheckRow, LawRow};
