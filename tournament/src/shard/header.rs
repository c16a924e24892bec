//! What a shard says of itself and its tournament.

use super::{number::ShardNumber, part::Part};
use crate::{Likeness, MOST_ROUNDS, Manifest, Plan, journal::fingerprint};
use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::hash::Hash;

/// What a shard says of itself and its tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// Which shard it is.
    pub shard: ShardNumber,
    /// Identifies the plan of the tournament.
    pub fingerprint: [u8; 16],
    /// The rounds of the shard, in the order of the matches.
    pub parts: Vec<Part>,
    /// How the shard was played, with the tournament that it belongs to.
    pub manifest: Manifest,
}

impl ShardHeader {
    /// The header of a shard with these rounds.
    #[must_use]
    pub fn new(shard: ShardNumber, plan: &Plan, parts: Vec<Part>, manifest: Manifest) -> ShardHeader {
        ShardHeader { shard, fingerprint: fingerprint(plan), parts, manifest }
    }

    /// Whether it is a shard of that plan, as far as the plan itself says: its seed, rules, limits and matches.
    #[must_use]
    pub fn is_of(&self, plan: &Plan) -> bool {
        self.fingerprint == fingerprint(plan)
    }

    /// Why it cannot be the header of a shard, if it cannot: what was read may have any numbers.
    pub(super) fn fault(&self) -> Option<String> {
        let is_part = |part: &Part| {
            self.manifest.size_of_match(part.game).is_some()
                && part.first > 0
                && (part.first..MOST_ROUNDS).contains(&part.last)
        };
        let wrong = self.parts.iter().find(|part| !is_part(part)).map(|Part { game, first, last }| {
            format!("it has rounds {first} to {last} of match {game}, which are none of the tournament in its manifest")
        });
        self.manifest.fault().or(wrong)
    }

    /// In what the tournament of another shard differs, in words.
    #[must_use]
    pub fn difference(&self, other: &ShardHeader) -> Option<String> {
        let differences = self.manifest.differences(&other.manifest, Likeness::Tournament);
        if let Some(first) = differences.into_iter().next() {
            return Some(first);
        }
        let (one, two) = (self.shard.count(), other.shard.count());
        if one != two {
            return Some(format!("the number of shards: {one} and {two}"));
        }
        (self.fingerprint != other.fingerprint)
            .then(|| "some player learns from round to round in one of them only".to_owned())
    }

    /// Identifies the shard of the tournament, whenever and wherever it is played.
    pub(super) fn identity(&self) -> [u8; 16] {
        let mut hasher = SipHasher24::new();
        let ShardHeader { shard, fingerprint, parts, manifest } = self;
        (shard.number(), shard.count(), fingerprint, parts.len()).hash(&mut hasher);
        for Part { game, first, last } in parts {
            (game, first, last).hash(&mut hasher);
        }
        for value in manifest.values(Likeness::Tournament) {
            value.to_string().hash(&mut hasher);
        }
        hasher.finish128().as_bytes()
    }
}
