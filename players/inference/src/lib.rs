//! What rule does a codemaker follow? A [`Belief`] weighs many kinds of rules by how probable they make the codes that were
//! seen: drawn palettes, fixed colors and counts, cycles, palindromes, blocks, such patterns with a peg or two changed, halves
//! made of each other, pegs with colors of their own, neighbours that depend on each other, and mixtures of them. It
//! is a [`Scsa`](scsa::Scsa) itself: the mixture of all that may be, at any size.
//!
//! ```
//! use inference::Belief;
//! use scsa::{Code, Scsa, Size};
//!
//! let samples: Vec<Code> = ["ABABABA", "CDCDCDC", "EAEAEAE", "BDBDBDB"].iter().map(|text| text.parse().unwrap()).collect();
//! let belief = Belief::from_samples(&samples);
//! let size: Size = "6x9".parse()?;
//! assert_eq!(belief.rules(size)[0].sentence, "2 pegs, over and over: no color twice");
//! // 72 codes alternate. Told nothing, this one has a probability of 0.0005.
//! let probability = belief.probability(size, &"HIHIHI".parse()?);
//! assert!(probability > 0.8 / 72.0, "{probability}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod belief;
mod carry;
mod counting;
mod dictionary;
mod fitted;
mod home;
mod kinds;
mod law;
#[cfg(test)]
mod laws;
mod mixing;
mod mixture;

pub use belief::Belief;
pub use mixture::{Mixture, Told};
