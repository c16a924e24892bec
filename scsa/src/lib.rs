//! The codemaker's side of Mastermind: the game and the secret-code-selection algorithms.
//!
//! - The game: [`Color`], [`Game`], [`Code`], [`Response`] and [`Turn`], small `Copy` types without heap memory, for
//!   boards of up to 32 pegs and 26 colors; [`notation`] reads and writes codes in digits.
//! - [`Rng`]: random streams that have the same values on every machine.
//! - [`algorithms`]: the secret-code-selection algorithms (SCSAs). Each is a [`Scsa`], which draws codes and gives the
//!   probability of every code; [`support`](support()) enumerates the codes that it can make.
//! - [`GeneratedRule`]: rules that a grammar generates.
//!
//! ```
//! use scsa::{Code, Response, Game};
//!
//! let game: Game = "4x6".parse()?;
//! let secret: Code = "ABBC".parse()?;
//! let guess: Code = "ACDB".parse()?;
//! assert!(game.is_legal(&guess));
//! assert_eq!(game.answer(&guess, &secret), Response::new(1, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod algorithms;
mod code;
mod enumeration;
mod game;
mod generated;
pub mod notation;
mod random;
mod scsa;

pub use code::{Code, CodeError, Response, Turn};
pub use enumeration::{EnumerationLimits, support};
pub use game::{Color, Game, GameError, Illegality};
pub use generated::GeneratedRule;
pub use random::{Rng, next_permutation};
pub use scsa::{Component, Scsa, WeightedCodes};
