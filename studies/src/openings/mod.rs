//! Exact totals of simple strategies: always the lowest consistent code, or a random one, both also after fixed first guesses; and
//! the strategies of players without random numbers. At 4x6 they are compared with published claims.
//!
//! [`exact_openings`] computes the totals.

mod analysis;
mod claims;
mod evidence;
mod lengths;
mod lowest;
mod names;
mod page;
mod player_trees;
mod random;
mod sections;
mod study;
mod tables;

pub use study::OpeningsStudy;
