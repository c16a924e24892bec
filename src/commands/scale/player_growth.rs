//! How a quantity of a player grows.

use crate::commands::scale::quantity::{Measured, Quantity};
use tournament::compare::growth::{Check, Claim, FitError, Ranking};

/// How a quantity of a player grows.
#[derive(Debug)]
pub struct PlayerGrowth {
    pub player: String,
    pub quantity: Quantity,
    pub measured: Measured,
    pub ranking: Ranking,
    /// The claims, and what the points say about each.
    pub checks: Vec<(Claim, Result<Check, FitError>)>,
}
