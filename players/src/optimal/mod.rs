//! Optimal strategies, and the player that has one.

mod memo;
mod player;
mod search;

pub use player::Optimal;
