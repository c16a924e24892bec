//! The files of a results folder, and how files are written.

mod chart_list;
mod table;
mod whole;

pub use chart_list::{record_charts, remove_charts};
pub use table::write_table;
pub use whole::{target, try_to_write, write_whole};

use crate::{
    Results, Summary, TimingSummary,
    record::{ROUND_COLUMNS, TIMING_COLUMNS},
};
use csv::{Terminator, WriterBuilder};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    error::Error,
    fmt,
    fs::{self, File},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};
use whole::beside;

/// One row a round.
pub const ROUNDS: &str = "rounds.csv";
/// One row a match.
pub const SUMMARY: &str = "summary.csv";
/// One row a timed round.
pub const TIMINGS: &str = "timings.csv";
/// One row a match that was timed.
pub const TIMING_SUMMARY: &str = "timing-summary.csv";
/// How the results were made.
pub const MANIFEST: &str = "manifest.json";
/// Whatever of these is in a folder, it holds results.
const RESULTS: [&str; 5] = [ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY, MANIFEST];
/// The folder of the charts.
pub const CHARTS: &str = "charts";

/// A file or folder of results that cannot be written or read.
#[derive(Debug)]
pub struct FileError {
    /// Which one.
    pub path: PathBuf,
    /// What was tried: "write", "read", …
    pub action: &'static str,
    /// What the system or the format says.
    pub source: Box<dyn Error + Send + Sync>,
}

impl FileError {
    /// A failed `action` ("write", "read") on a path.
    pub fn new(path: &Path, action: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> FileError {
        FileError { path: path.to_owned(), action, source: source.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.action, self.path.display(), self.source)
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

/// Whether a folder holds results already.
#[must_use]
pub fn holds_results(folder: &Path) -> bool {
    RESULTS.iter().any(|name| folder.join(name).exists())
}

/// The files that a tournament writes while it is played: they grow by whole rows.
#[derive(Debug)]
pub struct ResultFiles {
    summary: RowFile,
    timing_summary: RowFile,
    /// The rounds and their times, where rows of single rounds are kept.
    rounds: Option<[RowFile; 2]>,
}

impl ResultFiles {
    /// Makes the folder and begins its files, with their header lines. Older results in it, with their charts, are replaced
    /// once everything can be written; on an error they are as before. Of a folder without results nothing is removed.
    ///
    /// # Errors
    /// [`FileError`] when the folder cannot be made or written, or another tournament is writing to it.
    pub fn create(folder: &Path) -> Result<ResultFiles, FileError> {
        ResultFiles::begin(folder, true)
    }

    /// The same without the rows of single rounds, which take some 100 bytes each: `rounds.csv` and `timings.csv` are not
    /// written, and removed where there are older ones.
    ///
    /// # Errors
    /// As [`create`](ResultFiles::create).
    pub fn create_without_rounds(folder: &Path) -> Result<ResultFiles, FileError> {
        ResultFiles::begin(folder, false)
    }

    fn begin(folder: &Path, with_rounds: bool) -> Result<ResultFiles, FileError> {
        fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
        let held = File::open(folder.join(SUMMARY)).is_ok_and(|older| older.try_lock().is_err());
        if held {
            return Err(FileError::new(folder, "write", "another tournament is being played into it"));
        }
        let charts = folder.join(CHARTS);
        if charts.exists() && !charts.is_dir() {
            return Err(FileError::new(&charts, "draw charts into", "it is no folder"));
        }
        let older = holds_results(folder);
        let begin = |name: &str, columns: &[&str]| RowFile::begin(folder.join(name), columns);
        let mut files = ResultFiles {
            summary: begin(SUMMARY, Summary::COLUMNS)?,
            timing_summary: begin(TIMING_SUMMARY, TimingSummary::COLUMNS)?,
            rounds: if with_rounds {
                Some([begin(ROUNDS, &ROUND_COLUMNS)?, begin(TIMINGS, &TIMING_COLUMNS)?])
            } else {
                None
            },
        };
        for file in [&mut files.summary, &mut files.timing_summary].into_iter().chain(files.rounds.iter_mut().flatten())
        {
            file.move_in()?;
        }
        // The lock is for others to see; where the system has none, they do not.
        let _ = files.summary.file.try_lock();
        if !with_rounds {
            for older in [ROUNDS, TIMINGS].map(|name| folder.join(name)).iter().filter(|path| path.exists()) {
                fs::remove_file(older).map_err(|e| FileError::new(older, "remove", e))?;
            }
        }
        if older {
            remove_charts(folder)?;
        }
        Ok(files)
    }

    /// Gives up before anything is played: the files are removed.
    pub fn discard(self) {
        for file in [&self.summary, &self.timing_summary].into_iter().chain(self.rounds.iter().flatten()) {
            // What cannot be removed stays, and holds no row.
            let _ = fs::remove_file(&file.path);
        }
    }

    /// Appends the rows of rounds.
    pub(crate) fn rounds(&mut self, rows: &[u8], timing_rows: &[u8]) -> Result<(), FileError> {
        let Some([rounds, timings]) = &mut self.rounds else { return Ok(()) };
        rounds.append(rows)?;
        timings.append(timing_rows)
    }

    /// Appends the rows of a match.
    ///
    /// # Errors
    /// [`FileError`] when a row cannot be written.
    pub fn summary(&mut self, summary: &Summary, timing: Option<&TimingSummary>) -> Result<(), FileError> {
        self.summary.append_record(summary)?;
        timing.map_or(Ok(()), |timing| self.timing_summary.append_record(timing))
    }
}

/// A CSV file that grows by whole rows. When a write fails, the file is cut back to the rows before it.
#[derive(Debug)]
struct RowFile {
    path: PathBuf,
    file: File,
    /// The length of the rows that are in the file.
    length: u64,
    /// Whether it is beside its place still.
    beside: bool,
}

impl RowFile {
    /// Begins the file with its header line, beside its place.
    fn begin(path: PathBuf, columns: &[&str]) -> Result<RowFile, FileError> {
        let file = File::create(beside(&path)).map_err(|e| FileError::new(&path, "write", e))?;
        let mut file = RowFile { path, file, length: 0, beside: true };
        file.append(format!("{}\n", columns.join(",")).as_bytes())?;
        Ok(file)
    }

    /// Moves the file to its place.
    fn move_in(&mut self) -> Result<(), FileError> {
        fs::rename(beside(&self.path), &self.path).map_err(|e| FileError::new(&self.path, "replace", e))?;
        self.beside = false;
        Ok(())
    }

    fn append_record(&mut self, record: &impl Serialize) -> Result<(), FileError> {
        let mut writer =
            WriterBuilder::new().has_headers(false).terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
        writer.serialize(record).map_err(|e| FileError::new(&self.path, "write", e))?;
        let row = writer.into_inner().map_err(|e| FileError::new(&self.path, "write", e.to_string()))?;
        self.append(&row)
    }

    fn append(&mut self, rows: &[u8]) -> Result<(), FileError> {
        if let Err(e) = self.file.write_all(rows) {
            // What is cut off is part of a row; a cut needs no room on the disk.
            let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(io::SeekFrom::End(0)));
            let told = cut.err().map(|cut| format!(" (and its last row is not whole: {cut})")).unwrap_or_default();
            return Err(FileError::new(&self.path, "write", format!("{e}{told}")));
        }
        self.length += rows.len() as u64;
        Ok(())
    }
}

impl Drop for RowFile {
    fn drop(&mut self) {
        if self.beside {
            // It was given up before it was begun.
            let _ = fs::remove_file(beside(&self.path));
        }
    }
}

/// Removes the results of a folder with their charts, and the folder if nothing else is in it.
///
/// # Errors
/// [`FileError`] when something cannot be removed.
pub fn remove_results(folder: &Path) -> Result<(), FileError> {
    for path in RESULTS.map(|name| folder.join(name)).iter().filter(|path| path.exists()) {
        fs::remove_file(path).map_err(|e| FileError::new(path, "remove", e))?;
    }
    remove_charts(folder)?;
    for folder in [&folder.join(CHARTS), folder] {
        // What is not empty stays.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

/// Reads the summaries of a results folder, and the times where there are any.
///
/// # Errors
/// [`FileError`] when `summary.csv` is missing or a file is not as this program writes it.
pub fn read_results(folder: &Path) -> Result<Results, FileError> {
    let timings = folder.join(TIMING_SUMMARY);
    let timings = if timings.exists() { read_rows(&timings, TimingSummary::fault)? } else { Vec::new() };
    let path = folder.join(SUMMARY);
    let summaries = read_rows(&path, Summary::fault)?;
    if summaries.is_empty() {
        return Err(FileError::new(&path, "read", "it holds no match"));
    }
    Ok(Results { summaries, timings })
}

/// Reads the rows of a CSV file, and checks each.
///
/// # Errors
/// [`FileError`] when it cannot be read or a row is wrong.
pub fn read_rows<T: DeserializeOwned>(
    path: &Path,
    check: impl Fn(&T) -> Option<&'static str>,
) -> Result<Vec<T>, FileError> {
    let mut reader = csv::Reader::from_path(path).map_err(|e| FileError::new(path, "read", e))?;
    let rows: Vec<T> = reader.deserialize().collect::<Result<_, _>>().map_err(|e| FileError::new(path, "read", e))?;
    for (number, row) in rows.iter().enumerate() {
        if let Some(wrong) = check(row) {
            return Err(FileError::new(path, "read", format!("row {}: {wrong}", number + 1)));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Tally, TimingTally, clock::RoundTime};
    use players::Outcome;
    use std::time::Duration;

    /// A match of so many timed rounds.
    fn played(rounds: usize) -> Results {
        let (mut tally, mut timing) = (Tally::default(), TimingTally::default());
        for guesses in 2..2 + rounds {
            tally.count(&Outcome::Win, guesses);
            let (first, whole) = (Duration::from_nanos(1500), Duration::from_micros(guesses as u64));
            timing.count(&RoundTime { first, whole, guesses });
        }
        let size = "4x6".parse().unwrap();
        let summaries = vec![tally.summary("rao", "ab-color", size, Rules::Report)];
        Results { summaries, timings: timing.summary("rao", "ab-color", size).into_iter().collect() }
    }

    #[test]
    fn what_is_written_is_read_back() {
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
        let columns: Vec<&str> = TimingSummary::COLUMNS.iter().copied().filter(|name| !name.ends_with("_se")).collect();
        let row = "rao,ab-color,4,6,100,0.5,,0.25,3.5,7.75";
        fs::write(folder.path().join(TIMING_SUMMARY), format!("{}\n{row}\n", columns.join(","))).unwrap();
        let read = read_results(folder.path()).unwrap();
        let row = &read.timings[0];
        assert_eq!((row.first_guess_us, row.later_guess_us, row.guess_us), (0.5, None, 0.25));
        assert_eq!((row.round_us, row.round_us_max), (3.5, 7.75));
        assert_eq!((row.first_guess_us_se, row.round_us_se), (None, None));
    }
}
