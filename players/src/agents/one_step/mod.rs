//! The one-step look-ahead heuristics: players that choose a guess by the sizes of the parts into which it partitions the
//! candidates.

mod heuristic;
mod strategy;

pub use heuristic::{
    ConsistentEntropy, ConsistentExpectedSize, ConsistentKnuth, ConsistentMinimax, ConsistentMostParts, Entropy,
    ExpectedSize, Knuth, Minimax, MostParts, tree,
};
