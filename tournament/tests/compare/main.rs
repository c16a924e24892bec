//! Comparisons of players, and laws of growth.

#![allow(clippy::unwrap_used)]

mod coverage;
mod growth;
mod properties;
mod reading;
mod sequential;
