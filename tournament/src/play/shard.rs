//! Playing a shard.

use crate::{
    plan::{Match, Plan, rules::Rules},
    play::{
        PlayError,
        control_loop::{RoundsToPlay, play_matches},
        scheduler::PlayOrder,
        workers::Workers,
    },
    record::{
        Observer, Progress, Recorder,
        batch::{Batch, RoundRecord},
        files::{FileError, JOURNAL, remove_temporary},
        journal::{Journal, JournalRounds, fingerprint},
        known::{KnownMatch, KnownRounds},
        shard::{
            Part,
            file::{ShardHeader, write_shard},
            rounds::OtherShards,
        },
        tally::RoundCounts,
    },
};
use std::{collections::BTreeMap, ops::ControlFlow, path::Path, time::Duration};

/// Plays a shard of a plan into a folder, in which other processes may play other shards. Its file is written when all its rounds are
/// played; until then they are in its journal, from which it goes on. `is_anew` says whether a journal that is there is replaced.
///
/// The observer sees the rounds in the order in which they are reported, and the progress of this shard alone.
///
/// # Errors
/// [`PlayError::Manifest`] when nothing was played: the journal cannot be written, is that of another tournament, or another process
/// plays the shard. Otherwise as [`play`](crate::play()); the journal then has what was played.
pub fn play_shard(
    plan: &Plan,
    header: ShardHeader,
    folder: &Path,
    is_anew: bool,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<(), PlayError> {
    let path = folder.join(header.shard.journal_name());
    let own = header.shard.file_name();
    let (matches, mut rounds, journal) =
        play_parts(plan, &header.parts, header.identity(), &path, is_anew, workers, observer)?;
    // No other process plays this shard: its journal is locked.
    remove_temporary(folder, |name| name == own);
    write_shard(folder, header, &matches, &mut rounds)?;
    Ok(journal.remove()?)
}

/// Plays rounds of a plan into a journal in a folder, and returns them: of each match the rounds before its part count as known, but
/// cannot be read. By rules that end a match early, a part may have fewer rounds.
///
/// # Errors
/// As [`play_shard`].
pub fn replay(
    plan: &Plan,
    parts: &[Part],
    folder: &Path,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<JournalRounds, PlayError> {
    let path = folder.join(JOURNAL);
    Ok(play_parts(plan, parts, fingerprint(plan), &path, true, workers, observer)?.1)
}

/// Plays the parts of matches that are not in a journal yet.
fn play_parts(
    plan: &Plan,
    parts: &[Part],
    identity: [u8; 16],
    path: &Path,
    is_anew: bool,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<(Vec<Match>, JournalRounds, Journal), PlayError> {
    let matches = matches_of(plan, parts);
    let others = || OtherShards(parts.to_vec());
    let (journal, mut rounds) =
        Journal::open_alone(path, identity, &matches, Box::new(others()), is_anew).map_err(PlayError::Manifest)?;
    let before = matches.iter().map(|game| others().of_match(game).rounds).collect();
    let mut observer = ShardObserver { observer, before };
    let recorder = ShardRecorder::new(plan.rules, &matches, &others(), &mut rounds, &mut observer)?;
    let before: Vec<KnownMatch> = matches.iter().map(|game| rounds.of_match(game)).collect();
    let mut pool = workers.start()?;
    // A shard is known when all of it is played.
    let parts_to_play = RoundsToPlay { plan, matches: &matches, before: &before, order: PlayOrder::MatchByMatch };
    let (recorder, journal) = play_matches(&parts_to_play, recorder, Some(journal), &mut *pool, &mut observer)?;
    let rounds = JournalRounds::open(path, identity, &matches, Box::new(others()))?;
    let changed = || FileError::new(path, "read", "it was changed while it was played; play it again");
    for part in parts {
        if rounds.of_match(&matches[part.game]).rounds < part.last && !recorder.is_over(part.game) {
            return Err(changed().into());
        }
    }
    Ok((matches, rounds, journal.ok_or_else(changed)?))
}

/// The matches of a plan, each up to the last round of its part; 0 rounds where there is none.
fn matches_of(plan: &Plan, parts: &[Part]) -> Vec<Match> {
    let mut matches = plan.matches();
    matches.iter_mut().for_each(|game| game.rounds = 0);
    for part in parts {
        if let Some(game) = matches.get_mut(part.game) {
            game.rounds = part.last;
        }
    }
    matches
}

/// Shows a shard to an observer as if it were the whole tournament.
struct ShardObserver<'a> {
    observer: &'a mut dyn Observer,
    /// The rounds of each match that other shards play before those of this one.
    before: Vec<u64>,
}

impl Observer for ShardObserver<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let own = |(rounds, before): (&u64, &u64)| rounds.saturating_sub(*before);
        let by_match: Vec<u64> = progress.by_match.iter().zip(&self.before).map(own).collect();
        let before: u64 = self.before.iter().sum();
        let (rounds, total) = (by_match.iter().sum(), progress.total.saturating_sub(before));
        self.observer.progress(&Progress { rounds, total, by_match: &by_match, ..*progress })
    }

    fn reported(&mut self, game: &Match, rounds: &RoundCounts) {
        self.observer.reported(game, rounds);
    }

    fn refused(&mut self, game: &Match, reason: &str) {
        self.observer.refused(game, reason);
    }

    fn record(&mut self, game: &Match, record: &RoundRecord) {
        self.observer.record(game, record);
    }
}

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
