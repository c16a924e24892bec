//! What a search keeps for other searches: pieces of a proof, and bounds within them.

use crate::problem::Strategy;
use scsa::{Code, Response, notation::Notation};
use std::fmt;

/// A piece of a proof: what the candidates cost after a first guess and a response, with some of the second guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The first guess.
    pub first: Code,
    /// The response; none for all candidates with this first guess.
    pub response: Option<Response>,
    /// Which second guesses, from 0, and among how many pieces they are divided: every one of so many, by their lower bounds.
    pub share: (usize, usize),
}

impl fmt::Display for Piece {
    /// As `1123-2b0w-1-of-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Notation::of_codes(&[self.first]).code(&self.first))?;
        if let Some(response) = self.response {
            write!(f, "-{}b{}w", response.black(), response.white())?;
        }
        let (share, shares) = self.share;
        if shares > 1 { write!(f, "-{}-of-{shares}", share + 1) } else { Ok(()) }
    }
}

/// What is known of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceBound {
    /// It is proved that the candidates cost no less with these second guesses.
    pub lower: u64,
    /// A strategy that costs so much.
    pub strategy: Option<Strategy>,
}

/// A bound of a set of candidates within a piece, which took much work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The key of the set, or of the set and a guess for it.
    pub key: u128,
    /// The number of candidates.
    pub candidates: usize,
    /// It is proved that they cost no less.
    pub lower: u64,
    /// Whether there is a strategy that costs so much.
    pub is_exact: bool,
}

/// Keeps what a search has found, so that a later search goes on with it, and searches at the same time share their pieces.
pub trait Archive: Sync {
    /// Whether this search has to do a piece of this number, or another one does.
    fn is_own(&self, number: usize) -> bool;
    /// What any search has kept of a piece.
    fn load(&self, piece: &Piece) -> Option<PieceBound>;
    /// Keeps the bound of a piece.
    fn save(&self, piece: &Piece, bound: &PieceBound);
    /// Keeps a bound within a piece.
    fn note(&self, fact: Fact);
    /// The bounds within pieces that earlier searches have kept.
    fn noted(&self, each: &mut dyn FnMut(Fact));
}
