//! The rounds of a match before those of a shard.

use super::part::Part;
use crate::{
    FileError, Match,
    batch::Batch,
    known::{KnownMatch, KnownRounds},
};

/// The rounds before the parts of a shard, which other shards play: they count as known, and are never read.
#[derive(Debug)]
pub struct OtherShards(pub Vec<Part>);

impl KnownRounds for OtherShards {
    fn of_match(&self, game: &Match) -> KnownMatch {
        let part = self.0.iter().find(|part| part.game == game.number);
        let before = part.map_or(0, |part| part.first.saturating_sub(1));
        // A match of a player that learns is not cut: this is its first round.
        KnownMatch { rounds: before, start: before + 1, ..KnownMatch::default() }
    }

    fn read(&mut self, _game: &Match, _first: u64) -> Result<Batch, FileError> {
        Ok(Batch::default())
    }
}
