//! Playing a tournament.

pub mod control_loop;
pub mod processes;
pub mod protocol;
pub mod referee;
pub mod runner;
pub mod scheduler;
pub mod shard;
pub mod transcript;
pub mod worker;
pub mod workers;

use crate::{
    plan::Plan,
    play::{
        control_loop::{RoundsToPlay, play_matches},
        scheduler::PlayOrder,
        workers::{WorkerPool, Workers},
    },
    record::{
        Observer,
        files::{FileError, ResultFiles},
        journal::Journal,
        known::{KnownMatch, KnownRounds},
        manifest::{Manifest, ProgramDescription},
        summary::Results,
        writer::ResultWriter,
    },
};
use std::{error::Error, fmt, io};

/// Plays a tournament and writes its records.
///
/// The same plan gives the same `rounds.csv` and `summary.csv` to the byte, whatever the workers, as long as no round is lost by
/// time. Memory does not grow with the number of rounds.
///
/// # Errors
/// [`PlayError`] when a file cannot be written, the workers fail or the observer stops the tournament.
///
/// ```
/// use tournament::{Codemakers, Plan, ResultFiles, Workers, play};
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let plan = Plan::new([players::find("rao")?], [codemaker], ["4x6".parse()?]).rounds(1000);
/// let folder = tempfile::tempdir()?;
/// let results = play(&plan, &Workers::Threads(2), ResultFiles::create(folder.path())?, &mut ())?;
/// assert_eq!((results.summaries[0].wins, results.summaries[0].max_guesses), (1000, Some(9)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(
    plan: &Plan,
    workers: &Workers,
    files: ResultFiles,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    play_on(plan, workers, files, History::none(), observer)
}

/// Goes on with a tournament as [`play`] plays it, and writes its records: also those of the rounds that are known already. The
/// journal is removed at the end, and kept on an error.
///
/// # Errors
/// As [`play`], and [`PlayError::File`] when the journal cannot be written or the known rounds cannot be read.
pub fn play_on(
    plan: &Plan,
    workers: &Workers,
    files: ResultFiles,
    history: History,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let (results, journal) = play_and_keep(plan, workers, files, history, observer)?;
    if let Some(journal) = journal {
        journal.remove()?;
    }
    Ok(results)
}

/// The same, but the journal is left to the caller.
pub fn play_and_keep(
    plan: &Plan,
    workers: &Workers,
    files: ResultFiles,
    history: History,
    observer: &mut dyn Observer,
) -> Result<(Results, Option<Journal>), PlayError> {
    play_in(plan, &mut *workers.start()?, files, history, observer)
}

/// Plays a tournament with the workers of a pool.
fn play_in(
    plan: &Plan,
    pool: &mut dyn WorkerPool,
    files: ResultFiles,
    history: History,
    observer: &mut dyn Observer,
) -> Result<(Results, Option<Journal>), PlayError> {
    let History { known, journal, .. } = history;
    let matches = plan.matches();
    let before: Vec<KnownMatch> = matches.iter().map(|game| known.of_match(game)).collect();
    let reader = journal.as_ref().map(Journal::reader).transpose()?;
    // Without a journal, rounds that wait for those of earlier matches would be held in memory.
    let order = if reader.is_some() { PlayOrder::BreadthFirst } else { PlayOrder::MatchByMatch };
    let writer = ResultWriter::new(plan, &matches, files, known, reader);
    let rounds = RoundsToPlay { plan, matches: &matches, before: &before, order };
    let (writer, journal) = play_matches(&rounds, writer, journal, pool, observer)?;
    Ok((writer.close()?, journal))
}

/// Plays a tournament as [`play_on`](crate::play_on) does, and writes its manifest into the folder of the files: before the first
/// round, and again with the time of the end after the last one.
///
/// # Errors
/// [`PlayError::Manifest`] when the first manifest cannot be written: nothing is played, and the files that were begun are
/// removed. Otherwise as [`play_on`](crate::play_on); the manifest then has no end.
///
/// ```
/// use tournament::{Codemakers, History, Manifest, Plan, ProgramDescription, ResultFiles, Workers, play_with_manifest};
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let plan = Plan::new([players::find("rao")?], [codemaker], ["4x6".parse()?]).rounds(10);
/// let folder = tempfile::tempdir()?;
/// let files = ResultFiles::create(folder.path())?;
/// play_with_manifest(&plan, &Workers::Threads(2), ProgramDescription::default(), files, History::none(), &mut ())?;
/// let manifest = Manifest::read(folder.path())?;
/// assert_eq!((manifest.rounds, manifest.jobs, manifest.finished.is_some()), (10, 2, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_with_manifest(
    plan: &Plan,
    workers: &Workers,
    program: ProgramDescription,
    files: ResultFiles,
    mut history: History,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let folder = files.folder().to_owned();
    let mut manifest = Manifest::begin(plan, program, workers.number());
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
    let (results, journal) = play_and_keep(plan, workers, files, history, observer)?;
    manifest.finish();
    manifest.write(&folder)?;
    if let Some(journal) = journal {
        journal.remove()?;
    }
    Ok(results)
}

/// Why a tournament ended early. The files contain whole rows of what was played until then.
#[derive(Debug)]
pub enum PlayError {
    /// A file cannot be written.
    File(FileError),
    /// The manifest cannot be written, so that nothing was played.
    Manifest(FileError),
    /// The workers cannot be started, or the connection to them is broken.
    Workers(io::Error),
    /// A worker process does not know a player or codemaker of the plan: it is another program.
    Unknown(String),
    /// The observer stopped the tournament.
    Stopped,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::File(e) | PlayError::Manifest(e) => e.fmt(f),
            PlayError::Workers(e) => write!(f, "the workers cannot play: {e}"),
            PlayError::Unknown(name) => write!(f, "the worker processes do not know the {name}"),
            PlayError::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl Error for PlayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PlayError::File(e) | PlayError::Manifest(e) => Some(e),
            PlayError::Workers(e) => Some(e),
            PlayError::Unknown(_) | PlayError::Stopped => None,
        }
    }
}

impl From<FileError> for PlayError {
    fn from(e: FileError) -> PlayError {
        PlayError::File(e)
    }
}

impl From<io::Error> for PlayError {
    fn from(e: io::Error) -> PlayError {
        PlayError::Workers(e)
    }
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
    #[must_use]
    pub fn none() -> History {
        History { known: Box::new(()), journal: None, manifest: None, is_resumed: false }
    }
}

#[cfg(test)]
mod tests;
