//! The one-step heuristics: players that score the partition of one guess (one-step look-ahead).

mod player;
mod strategy;

pub use player::{
    ConsistentEntropy, ConsistentExpectedSize, ConsistentKnuth, ConsistentMinimax, ConsistentMostParts, Entropy,
    ExpectedSize, Knuth, Minimax, MostParts, tree,
};
