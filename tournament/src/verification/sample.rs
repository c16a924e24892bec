//! Which rounds are played again.

use crate::{Match, Plan, Status, Summary, known::key, shard::Part};
use siphasher::sip::SipHasher24;
use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
};

/// That many consecutive rounds of every match of a plan, or all that it has; where they begin follows from the seed. If the player learns
/// from round to round, all rounds before them are played, too. A match that the player refused is in it, a match from which it
/// was disqualified is not. The summaries are those of the results.
///
/// ```
/// use tournament::{Codemakers, Plan, sample};
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let plan = Plan::new([players::find("optimal")?], [codemaker], ["4x6".parse()?]);
/// assert!(sample(&plan, &[], 1, 3).is_empty(), "without a summary there is no round");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sample(plan: &Plan, summaries: &[Summary], seed: u64, rounds: u64) -> Vec<Part> {
    let played: HashMap<_, _> = summaries
        .iter()
        .map(|row| ((row.player.clone(), row.scsa.clone(), row.pegs, row.colors), (row.status, row.rounds)))
        .collect();
    let part = |game: &Match| {
        let (status, played) = *played.get(&key(game))?;
        // Of a match that was refused the first round is tried.
        let all = if status == Status::Unsupported { 1 } else { played }.min(game.rounds);
        let rounds = rounds.min(all);
        let mut hasher = SipHasher24::new();
        (seed, game.number).hash(&mut hasher);
        let before = hasher.finish() % (all - rounds + 1);
        // What a player learned comes from all rounds before.
        let first = if game.learns() { 1 } else { before + 1 };
        (rounds > 0).then_some(Part { game: game.number, first, last: before + rounds })
    };
    plan.matches().iter().filter_map(part).collect()
}
