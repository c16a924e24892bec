//! The player that plays every round with its samples alone.

use players::{Briefing, Entrant, Player, PlayerInstance, Refusal};
use scsa::{Code, Rng, Turn};

/// The player that knows the rule, and that is given samples by [`SamplesOnly`].
pub const PLAYER: &str = "bayes";

/// [`PLAYER`] without what it learns from the rounds of a match: it is not told how rounds end. So every round is played with the
/// knowledge of the samples alone, and rounds are independent.
#[derive(Clone)]
pub struct SamplesOnly(PlayerInstance);

impl Player for SamplesOnly {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        self.0.player().guess(turns, rng)
    }

    fn start_round(&mut self) {
        self.0.player().start_round();
    }
}

impl Entrant for SamplesOnly {
    const NAME: &'static str = "bayes-from-samples";
    const SUMMARY: &'static str = "plays as bayes, and learns nothing from one round to the next";

    fn prepare(briefing: &Briefing) -> Result<SamplesOnly, Refusal> {
        let entry = players::find(PLAYER).map_err(|e| Refusal::new(e.to_string()))?;
        entry.prepare(briefing).map(SamplesOnly)
    }
}
