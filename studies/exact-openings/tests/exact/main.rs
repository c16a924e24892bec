//! Exact figures of strategies, against plain enumeration and known totals.

#![allow(clippy::unwrap_used)]

mod random;
mod strategies;
