//! A kind of player.

use crate::{Briefing, Knowledge, Player, Refusal};

/// A kind of player: its name, and how a player of that kind is prepared for a match. A new player module implements this.
pub trait Entrant: Player + Clone + 'static {
    /// The name, in kebab-case. It is unique among the players of a program.
    const NAME: &'static str;

    /// What the player does, in a few words.
    const SUMMARY: &'static str;

    /// Whether the player learns from one round of a match to the next, given what it knows of the codemaker. If it does, one
    /// instance plays all rounds of a match in order; otherwise every round starts from a fresh clone.
    const LEARNS: fn(&Knowledge) -> bool = |_| false;

    /// Prepares a player for a match: builds tables, finds an opening.
    ///
    /// It is called once a match in every process that plays rounds of the match, and again after a crash. It may take twelve
    /// times the CPU time of a round. The result is cloned for every round: keep large tables behind an
    /// [`Arc`](std::sync::Arc).
    ///
    /// # Errors
    /// [`Refusal`] when the player cannot play this match, which is then recorded as unsupported.
    fn prepare(briefing: &Briefing) -> Result<Self, Refusal>;
}
