//! Playing a tournament, or a shard of one.

use crate::plan::{Match, Plan};
use crate::play::control_loop::{WAIT, play_matches};
use crate::play::protocol::{Job, MatchSetup, Report};
use crate::play::scheduler::PlayOrder;
use crate::play::workers::{Event, WorkerPool, Workers};
use crate::record::files::{FileError, JOURNAL, ROUNDS, ResultFiles, remove_temporary};
use crate::record::journal::{Journal, JournalRounds, fingerprint};
use crate::record::known::KnownRounds;
use crate::record::manifest::Manifest;
use crate::record::shard::file::{OtherShards, ShardHeader, ShardRounds, write_shard};
use crate::record::summary::{Results, Status};
use crate::record::{Observer, shard::Part, writer::ResultWriter};
use player_api::Refusal;
use std::{io, path::Path, sync::Arc};
use thiserror::Error;

pub mod control_loop;
pub mod protocol;
pub mod referee;
pub mod runner;
pub mod scheduler;
pub mod transcript;
pub mod worker;
pub mod workers;

/// Why a tournament ended early. The files contain whole rows of what was played until then.
#[derive(Debug, Error)]
pub enum PlayError {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The manifest cannot be written, so that nothing was played.
    #[error(transparent)]
    Manifest(FileError),
    /// The workers cannot be started, or the connection to them is broken.
    #[error("the workers cannot play: {0}")]
    Workers(#[from] io::Error),
    /// A worker process does not know a player or codemaker of the plan: it is another program.
    #[error("the worker processes do not know the {0}")]
    Unknown(String),
    /// The codemaker or the player does not play the match of transcripts, for this reason.
    #[error("{0}")]
    Unsupported(String),
    /// The observer stopped the tournament.
    #[error("stopped before the end")]
    Stopped,
}

/// Plays a tournament and writes its records.
///
/// The same plan gives the same `rounds.csv` and `summary.csv` to the byte, whatever the workers, as long as no round is lost by
/// time. Without a journal, rounds of later matches wait in memory for earlier ones, some 10 bytes a round and one more a peg.
///
/// # Errors
/// [`PlayError`] when a file cannot be written, the workers fail or the observer stops the tournament.
pub fn play(
    plan: &Plan,
    workers: &Workers,
    files: ResultFiles,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let StartedWorkers(mut pool) = StartedWorkers::new(plan, workers)?;
    Ok(play_in(plan, &mut *pool, files, History::none(), observer)?.0)
}

fn play_in(
    plan: &Plan,
    pool: &mut dyn WorkerPool,
    files: ResultFiles,
    history: History,
    observer: &mut dyn Observer,
) -> Result<(Results, Option<Journal>), PlayError> {
    let History { known, journal, .. } = history;
    let matches = plan.matches();
    let reader = journal.as_ref().map(Journal::reader).transpose()?;
    // Without a journal, rounds that wait for those of earlier matches would be held in memory.
    let order = if reader.is_some() { PlayOrder::BreadthFirst } else { PlayOrder::MatchByMatch };
    let writer = ResultWriter::new(plan, &matches, Some(files), known, reader);
    let (writer, journal) = play_matches(writer, order, journal, pool, observer)?;
    Ok((writer.close()?, journal))
}

/// Plays a tournament, or goes on with it, and writes its records, also those of the rounds that are known already; and its manifest into
/// the folder of the files: before the first round, and again with the time of the end after the last one. The journal is removed at the
/// end, and kept on an error.
///
/// # Errors
/// [`PlayError::Manifest`] when the first manifest cannot be written: nothing is played, and the files that were begun are removed. Otherwise
/// as [`play`](crate::play()), and when the journal cannot be written or the known rounds cannot be read; the manifest then has no end.
pub fn play_with_manifest(
    plan: &Plan,
    workers: StartedWorkers,
    manifest: Manifest,
    files: ResultFiles,
    mut history: History,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let folder = files.folder().to_owned();
    let mut manifest = manifest.starting(workers.0.workers());
    if let Some(before) = history.manifest.take() {
        manifest.resume(before);
    }
    if let Err(e) = manifest.write(&folder) {
        files.discard();
        if let Some(journal) = history.journal.filter(|_| !history.is_resumed) {
            // Nothing was played. A journal that cannot be removed stays, without a round.
            let _ = journal.remove();
        }
        return Err(PlayError::Manifest(e));
    }
    let StartedWorkers(mut pool) = workers;
    let (results, journal) = play_in(plan, &mut *pool, files, history, observer)?;
    manifest.finish();
    manifest.write(&folder)?;
    if let Some(journal) = journal {
        journal.remove()?;
    }
    Ok(results)
}

/// Workers of a plan, one of which may have prepared its player.
#[derive(Debug)]
pub struct StartedWorkers(Box<dyn WorkerPool>);

impl StartedWorkers {
    /// Workers that have prepared nothing.
    ///
    /// # Errors
    /// When they cannot be started.
    pub fn new(plan: &Plan, workers: &Workers) -> io::Result<StartedWorkers> {
        Ok(StartedWorkers(workers.start(workers.number(), plan.match_count())?))
    }
}

/// Checks a plan before anything is written: returns its first match, and why it cannot be played, if none can. It prepares players, in
/// one worker, until one of them plays. If one does, returns the workers, which can play the plan.
///
/// # Errors
/// [`PlayError`] when the workers fail.
pub fn preflight(plan: &Plan, workers: &Workers) -> Result<Result<StartedWorkers, Box<(Match, Refusal)>>, PlayError> {
    let StartedWorkers(mut pool) = StartedWorkers::new(plan, workers)?;
    let mut first = None;
    for match_ in plan.matches() {
        let refusal = match &match_.objection {
            Some(objection) => Some(Refusal::new(objection.clone())),
            None => {
                let only_prepare = Job::new(&match_, 1, 0);
                pool.assign(0, &Arc::new(MatchSetup::new(plan, &match_)), &only_prepare)?;
                loop {
                    match pool.next_event(WAIT)? {
                        Some(Event::Report(_, Report::Refused(refusal))) => break Some(refusal),
                        Some(Event::Report(_, Report::Unknown(name))) => return Err(PlayError::Unknown(name)),
                        // A player that fails while it is prepared fails its rounds, which are played.
                        Some(Event::Report(_, Report::Done) | Event::Exit(..)) => break None,
                        Some(Event::Report(..)) | None => {}
                    }
                }
            }
        };
        match refusal {
            Some(refusal) => first = first.or_else(|| Some(Box::new((match_, refusal)))),
            None => {
                if match_.player.definition().is_some() {
                    // An external player is started anew, with the folder of its messages.
                    pool.end_process(0);
                }
                return Ok(Ok(StartedWorkers(pool)));
            }
        }
    }
    Ok(first.map_or_else(|| Ok(StartedWorkers(pool)), Err))
}

/// What was played of a tournament before, and where what is played now is kept.
#[derive(Debug)]
pub struct History {
    /// The rounds that are not played again.
    pub known: Box<dyn KnownRounds>,
    /// The journal of the rounds that are played.
    pub journal: Option<Journal>,
    /// The manifest of what was played, whose history the new one continues.
    pub manifest: Option<Manifest>,
    /// Whether the tournament was begun in the same folder, and ended before its end.
    pub is_resumed: bool,
}

impl History {
    /// No round was played, and no journal is kept.
    pub fn none() -> History {
        History { known: Box::new(()), journal: None, manifest: None, is_resumed: false }
    }
}

/// Plays a shard of a plan into a folder, in which other processes may play other shards. Its file is written when all its rounds are
/// played; until then they are in its journal, from which it goes on. `is_anew` says whether a journal that is there is replaced.
///
/// The observer sees the progress of this shard alone.
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

/// Plays the parts of matches that are not in a journal yet. By rules that end a match early, a shard stops a match as soon as its own
/// rounds suffice for that. What other shards count in addition can only end the match earlier.
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
    let others = || Box::new(OtherShards(parts.to_vec()));
    let (journal, rounds) =
        Journal::open_alone(path, identity, &matches, others(), is_anew).map_err(PlayError::Manifest)?;
    let writer = ResultWriter::new(plan, &matches, None, Box::new(rounds), Some(journal.reader()?));
    let StartedWorkers(mut pool) = StartedWorkers::new(plan, workers)?;
    // A shard is known when all of it is played.
    let (writer, journal) = play_matches(writer, PlayOrder::MatchByMatch, Some(journal), &mut *pool, observer)?;
    let changed = || FileError::new(path, "read", "it was changed while it was played; play it again");
    let (is_complete, results) = (writer.finished == matches.len(), writer.close()?);
    let rounds = JournalRounds::open(path, identity, &matches, others())?;
    let has_all = |part: &Part| {
        let is_over =
            results.summaries.get(part.match_).is_some_and(|row| row.status != Status::Played || !row.note.is_empty());
        is_over || rounds.of_match(&matches[part.match_]).rounds >= part.last
    };
    if !is_complete || !parts.iter().all(has_all) {
        return Err(changed().into());
    }
    Ok((matches, rounds, journal.ok_or_else(changed)?))
}

/// The matches of a plan, each up to the last round of its part; 0 rounds where there is none.
fn matches_of(plan: &Plan, parts: &[Part]) -> Vec<Match> {
    let mut matches = plan.matches();
    matches.iter_mut().for_each(|match_| match_.rounds = 0);
    for part in parts {
        if let Some(match_) = matches.get_mut(part.match_) {
            match_.rounds = part.last;
        }
    }
    matches
}

/// Writes the results of a tournament from its shards: the same `rounds.csv` and `summary.csv` as if it had been played by one
/// program. The manifest is written before and after.
///
/// Rules that end a match or disqualify a player are applied here, to all rounds in order. Memory does not grow with the number of rounds.
///
/// # Errors
/// [`PlayError::Manifest`] when the manifest cannot be written; [`PlayError::File`] when a shard cannot be read, a file cannot be
/// written, or a match has neither all its rounds nor an end by the rules.
pub fn merge(
    plan: &Plan,
    shards: ShardRounds,
    files: ResultFiles,
    manifest: &Manifest,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let folder = files.folder().to_owned();
    if let Err(e) = (Manifest { finished: None, ..manifest.clone() }).write(&folder) {
        files.discard();
        return Err(PlayError::Manifest(e));
    }
    let matches = plan.matches();
    let mut writer = ResultWriter::new(plan, &matches, Some(files), Box::new(shards), None);
    writer.write(false, observer)?;
    if let Some(match_) = matches.get(writer.finished) {
        let reason = format!("the shards do not have all rounds of {match_}");
        return Err(FileError::new(&folder.join(ROUNDS), "write", reason).into());
    }
    let results = writer.close()?;
    manifest.write(&folder)?;
    Ok(results)
}

#[cfg(test)]
mod tests;
