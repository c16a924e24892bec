//! The codemaker's side of Mastermind.
//!
//! The game's vocabulary: [`Color`], [`Size`], [`Code`], [`Feedback`] and [`Turn`], all small, `Copy` and without
//! heap, for boards up to 32 pegs and 26 colors; [`Rng`], the random streams that give the same values everywhere; and
//! the secret-code-selection algorithms in [`algorithms`], each a [`Scsa`] that draws codes and knows how probable each
//! one is, and the [`support`](support()) of each, all codes that it can make.
//!
//! ```
//! use scsa::{Code, Feedback, Size};
//!
//! let size: Size = "4x6".parse()?;
//! let secret: Code = "ABBC".parse()?;
//! let guess: Code = "ACDB".parse()?;
//! assert!(size.is_legal(&guess));
//! assert_eq!(secret.feedback(&guess), Feedback::new(1, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod algorithms;
mod code;
mod color;
mod counting;
mod feedback;
mod permutation;
mod random;
mod size;
mod support;
mod text;
mod turn;

pub use algorithms::{Component, Scsa};
pub use code::{Code, CodeError};
pub use color::Color;
pub use feedback::Feedback;
pub use permutation::next_permutation;
pub use random::Rng;
pub use size::{Size, SizeError};
pub use support::{Listing, support};
pub use turn::{Turn, is_consistent};
