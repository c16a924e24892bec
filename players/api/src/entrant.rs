//! A kind of player.

use crate::{Briefing, Knowledge, Player, Refusal};

/// A kind of player: its name, and how a player of that kind is prepared for a match.
pub trait Entrant: Player + Clone + 'static {
    /// The name in kebab-case (lowercase letters, digits and hyphens), unique among the players of a program. It is also the name of
    /// the player's random streams: renaming a player changes its games.
    const NAME: &'static str;

    /// What the player does, as a clause in the third person: "guesses the first consistent code".
    const SUMMARY: &'static str;

    /// Whether the player learns from one round of a match to the next, given what it knows of the codemaker. If it does, one
    /// instance plays all rounds of a match in order; otherwise every round starts from a clone of the prepared player.
    const LEARNS: fn(&Knowledge) -> bool = |_| false;

    /// Prepares a player for a match: builds tables, finds a first guess.
    ///
    /// It is called once a match in every process that plays rounds of the match, and again after a crash. It may take twelve times
    /// the CPU time of a round, normally 60 s. The result is cloned for every round: keep large tables behind an
    /// [`Arc`](std::sync::Arc). If it panics, crashes or takes too long, all rounds of the match fail or are lost.
    ///
    /// # Errors
    /// [`Refusal`] when the player cannot play this match, which is then recorded as unsupported. Refuse only by what the briefing
    /// says, so that every process refuses the same matches.
    fn prepare(briefing: &Briefing) -> Result<Self, Refusal>;
}
