//! The files of a results folder, and how files are written.

mod chart_list;
mod error;
mod folder;
mod read;
mod row_file;
mod whole;

pub use chart_list::{record_charts, remove_charts};
pub use error::FileError;
pub use folder::{FolderLock, is_page, remove_extension, remove_unfinished};
pub use folder_files::{
    CHARTS, CODES, EXTENSION, FIGURES, JOURNAL, LOCK, MANIFEST, MESSAGES, PAGE, PAGE_MARK, PARQUET, RESULTS, ROUNDS,
    SCALE, SUMMARY, TIMING_SUMMARY, TIMINGS, holds_results, sync_folder,
};
pub use read::{open_rows, read_results, read_rows};
pub(crate) use whole::remove_temporary;
pub use whole::{Replacement, check_writable, is_in_results, target, write_whole};

use crate::{
    Summary, TimingSummary,
    rows::{ROUND_COLUMNS, TIMING_COLUMNS},
};
use row_file::{NewRowFile, RowFile};
use std::path::Path;

/// The files that a tournament writes while it is played. They grow by whole rows.
#[derive(Debug)]
pub struct ResultFiles {
    summary: RowFile,
    timing_summary: RowFile,
    /// The rounds and their times, if rows of single rounds are wanted.
    rounds: Option<[RowFile; 2]>,
    /// Held until the files are closed.
    lock: FolderLock,
}

impl ResultFiles {
    /// Locks the folder and begins its files, replacing older results.
    ///
    /// # Errors
    /// As [`ResultFiles::begin`], and as [`FolderLock::acquire`].
    pub fn create(folder: &Path) -> Result<ResultFiles, FileError> {
        ResultFiles::begin(FolderLock::acquire(folder)?, true)
    }

    /// Begins the files of a locked folder, with their header lines. Older results in it, with their charts, are replaced once
    /// all files can be written; on an error they are unchanged. `with_rounds` says whether `rounds.csv` and `timings.csv` are
    /// written, which take some 100 bytes a round; if not, older ones are removed. Of a folder without results nothing is
    /// removed.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written.
    pub fn begin(lock: FolderLock, with_rounds: bool) -> Result<ResultFiles, FileError> {
        let has_results = holds_results(lock.folder());
        let files = ResultFiles::begin_again(lock, with_rounds)?;
        if has_results {
            folder::remove_derived(files.folder())?;
        }
        Ok(files)
    }

    /// The same for a tournament that goes on: what belongs to the results besides is kept.
    ///
    /// # Errors
    /// As [`ResultFiles::begin`].
    pub fn begin_again(lock: FolderLock, with_rounds: bool) -> Result<ResultFiles, FileError> {
        let folder = lock.folder();
        for inner in [CHARTS, CODES, MESSAGES].map(|name| folder.join(name)) {
            if folder_files::exists(&inner) {
                folder_files::names(&inner).map_err(|e| FileError::new(&inner, "write into", e))?;
            }
        }
        let new = |name: &str, columns: &[&str]| NewRowFile::begin(&folder.join(name), columns);
        let summary = new(SUMMARY, Summary::COLUMNS)?;
        let timing_summary = new(TIMING_SUMMARY, TimingSummary::COLUMNS)?;
        let rounds =
            if with_rounds { Some((new(ROUNDS, &ROUND_COLUMNS)?, new(TIMINGS, &TIMING_COLUMNS)?)) } else { None };
        let rounds = match rounds {
            Some((rounds, timings)) => Some([rounds.commit()?, timings.commit()?]),
            None => None,
        };
        // Last: a folder with summaries and without rounds was played without them.
        let (summary, timing_summary) = (summary.commit()?, timing_summary.commit()?);
        if !with_rounds {
            for older in [ROUNDS, TIMINGS].map(|name| folder.join(name)) {
                folder_files::remove_if_there(&older).map_err(|e| FileError::new(&older, "remove", e))?;
            }
        }
        Ok(ResultFiles { summary, timing_summary, rounds, lock })
    }

    /// The folder of the files.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.lock.folder()
    }

    /// Removes the files and the manifest, before anything is played.
    pub fn discard(self) {
        let manifest = self.folder().join(MANIFEST);
        let files = [&self.summary, &self.timing_summary].into_iter().chain(self.rounds.iter().flatten());
        for path in files.map(RowFile::path).chain([&*manifest]) {
            // A file that cannot be removed stays, without a row.
            let _ = folder_files::remove(path);
        }
    }

    /// Appends the rows of rounds and of their times.
    pub(crate) fn rounds(&mut self, rows: &[u8], timing_rows: &[u8]) -> Result<(), FileError> {
        let Some([rounds, timings]) = &mut self.rounds else { return Ok(()) };
        rounds.append(rows)?;
        timings.append(timing_rows)
    }

    /// Appends the rows of a match.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written.
    pub fn summary(&mut self, summary: &Summary, timing: Option<&TimingSummary>) -> Result<(), FileError> {
        self.summary.append_record(summary)?;
        timing.map_or(Ok(()), |timing| self.timing_summary.append_record(timing))
    }

    /// Waits until all rows are on the disk, and closes the files.
    ///
    /// # Errors
    /// [`FileError`] when the system cannot write them.
    pub fn close(self) -> Result<(), FileError> {
        let mut files = [&self.summary, &self.timing_summary].into_iter().chain(self.rounds.iter().flatten());
        files.try_for_each(RowFile::sync)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Results, Rules, Tally, TimingTally, clock::RoundTime};
    use player_api::Outcome;
    use std::{fs, time::Duration};

    /// A match of that many timed rounds.
    fn played(rounds: usize) -> Results {
        let (mut tally, mut timing) = (Tally::default(), TimingTally::default());
        for guesses in 2..2 + rounds {
            tally.count(&Outcome::Win, guesses);
            let (first, whole) = (Duration::from_nanos(1500), Duration::from_micros(guesses as u64));
            timing.count(&Outcome::Win, &RoundTime { first, whole, guesses });
        }
        let size = "4x6".parse().unwrap();
        let summaries = vec![tally.summary("rao", "ab-color", size, Rules::Report)];
        Results { summaries, timings: timing.summary("rao", "ab-color", size).into_iter().collect() }
    }

    #[test]
    fn written_results_are_read_back() {
        for rounds in [1, 2] {
            let results = played(rounds);
            assert_eq!(results.timings[0].guess_us_se.is_some(), rounds > 1);
            let folder = tempfile::tempdir().unwrap();
            let mut files = ResultFiles::create(folder.path()).unwrap();
            files.summary(&results.summaries[0], results.timings.first()).unwrap();
            let read = read_results(folder.path()).unwrap();
            // Files hold six decimals.
            let near = |one: f64, other: f64| (one - other).abs() < 1e-6;
            let (one, other) = (&read.timings[0], &results.timings[0]);
            assert!(near(one.round_us, other.round_us) && near(one.round_us_max, other.round_us_max));
            let errors =
                |row: &TimingSummary| [row.first_guess_us_se, row.later_guess_us_se, row.guess_us_se, row.round_us_se];
            for (one, other) in errors(one).into_iter().zip(errors(other)) {
                assert!(one.zip(other).map_or(one == other, |(one, other)| near(one, other)), "{one:?} {other:?}");
            }
            assert_eq!(read.summaries[0].wins, rounds as u64);
        }
    }

    #[test]
    fn times_without_standard_errors_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut files = ResultFiles::create(folder.path()).unwrap();
        files.summary(&played(2).summaries[0], None).unwrap();
        let columns: Vec<&str> = TimingSummary::COLUMNS
            .iter()
            .copied()
            .filter(|name| !name.ends_with("_se") && *name != "prepare_us")
            .collect();
        let row = "rao,ab-color,4,6,100,0.5,,0.25,3.5,7.75";
        fs::write(folder.path().join(TIMING_SUMMARY), format!("{}\n{row}\n", columns.join(","))).unwrap();
        let read = read_results(folder.path()).unwrap();
        let row = &read.timings[0];
        assert_eq!((row.first_guess_us, row.later_guess_us, row.guess_us), (0.5, None, 0.25));
        assert_eq!((row.round_us, row.round_us_max), (3.5, 7.75));
        assert_eq!((row.first_guess_us_se, row.round_us_se), (None, None));
    }
}
