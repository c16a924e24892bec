//! Playing a tournament.

use crate::{
    Plan, ResultFiles, Results, Workers,
    control_loop::{RoundsToPlay, play_matches},
    history::History,
    journal::Journal,
    known::KnownMatch,
    observer::Observer,
    play_error::PlayError,
    pool::WorkerPool,
    scheduler::PlayOrder,
    writer::ResultWriter,
};

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

#[cfg(test)]
mod tests;
