//! Comparisons of players.

#![allow(clippy::unwrap_used)]

mod coverage;
mod properties;
mod reading;
