//! What ties a journal to its tournament.

use crate::{Limits, Plan};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::hash::Hash;

/// Identifies a plan by what its rounds follow from.
pub fn fingerprint(plan: &Plan) -> [u8; 16] {
    let mut hasher = SipHasher24::new();
    let Limits { guesses, time, memory_mb } = plan.limits;
    (plan.seed.0, guesses, time, memory_mb, plan.rules.name(), plan.knowledge.reveal).hash(&mut hasher);
    for game in plan.matches() {
        let size = (game.size.pegs(), game.size.colors());
        (game.player.name(), game.codemaker.name(), size, game.rounds, game.learns()).hash(&mut hasher);
    }
    hasher.finish128().as_bytes()
}
