//! What a shard keeps of its matches while it is played.

use crate::{FileError, Match, Rules, batch::Batch, known::KnownRounds, observer::Observer, recorder::Recorder};
use std::{collections::BTreeMap, time::Duration};

/// Follows the matches of a shard. Their rounds are in its journal.
///
/// By rules that end a match early, a shard stops a match as soon as its own rounds suffice for that. What other shards count
/// in addition can only end the match earlier.
#[derive(Debug)]
pub struct ShardRecorder {
    rules: Rules,
    matches: Vec<Match>,
    progress: Vec<PartProgress>,
}

#[derive(Debug, Default)]
struct PartProgress {
    /// The first round that is not reported.
    next: u64,
    /// What was reported of later rounds, by the first round of each batch.
    waiting: BTreeMap<u64, BatchOutcome>,
    timeouts: u64,
    cpu_time: Duration,
    is_over: bool,
    is_refused: bool,
}

/// What of a batch matters for the rules.
#[derive(Clone, Copy, Debug)]
struct BatchOutcome {
    next: u64,
    has_failure: bool,
    timeouts: u64,
    cpu_time: Duration,
}

impl ShardRecorder {
    /// A recorder of the matches of a shard, of which the journal has these rounds.
    pub fn new(
        rules: Rules,
        matches: &[Match],
        before: &dyn KnownRounds,
        journal: &mut dyn KnownRounds,
        observer: &mut dyn Observer,
    ) -> Result<ShardRecorder, FileError> {
        let mut recorder = ShardRecorder { rules, matches: matches.to_vec(), progress: Vec::new() };
        for game in matches {
            let (before, known) = (before.of_match(game).rounds, journal.of_match(game));
            let is_refused = known.refusal.is_some();
            recorder.progress.push(PartProgress { next: before + 1, is_refused, ..PartProgress::default() });
            while recorder.progress[game.number].next <= known.rounds {
                let next = recorder.progress[game.number].next;
                recorder.add(game.number, journal.read(game, next)?, None, observer)?;
            }
        }
        Ok(recorder)
    }
}

impl Recorder for ShardRecorder {
    fn current(&self) -> usize {
        0
    }

    /// Nothing waits: all is in the journal.
    fn buffered(&self) -> usize {
        0
    }

    fn is_over(&self, game: usize) -> bool {
        self.progress[game].is_over || self.progress[game].is_refused
    }

    fn prepared(&mut self, _game: usize, _time: Duration) {}

    fn refused(&mut self, game: usize, _reason: String) {
        self.progress[game].is_refused = true;
    }

    fn add(
        &mut self,
        game: usize,
        batch: Batch,
        _place: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<(), FileError> {
        let progress = &mut self.progress[game];
        let outcome = BatchOutcome {
            next: batch.next(),
            has_failure: batch.has_failure(),
            timeouts: batch.timeouts(),
            cpu_time: batch.cpu_time,
        };
        progress.waiting.insert(batch.first(), outcome);
        while let Some(outcome) = progress.waiting.remove(&progress.next) {
            progress.next = outcome.next;
            progress.timeouts += outcome.timeouts;
            progress.cpu_time += outcome.cpu_time;
            progress.is_over |= self.rules.ends_at_failure() && outcome.has_failure
                || self.rules.most_timeouts().is_some_and(|most| progress.timeouts >= most)
                || self.rules.match_time().is_some_and(|most| progress.cpu_time > most);
        }
        for record in batch.records() {
            observer.record(&self.matches[game], &record);
        }
        Ok(())
    }

    fn write(&mut self, _observer: &mut dyn Observer) -> Result<(), FileError> {
        Ok(())
    }
}
