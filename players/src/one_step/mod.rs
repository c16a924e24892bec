//! The one-step heuristics: players that look at the cells of one guess.

mod player;
mod strategy;

pub use player::{
    ConsistentEntropy, ConsistentExpectedSize, ConsistentKnuth, ConsistentMinimax, ConsistentMostParts, Entropy,
    ExpectedSize, Knuth, Minimax, MostParts, tree,
};
