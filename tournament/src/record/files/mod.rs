//! The files of a results folder, and how files are written.

mod folder;
mod whole;

use crate::{
    plan::Plan,
    record::{
        rows::{NewRowFile, ROUND_COLUMNS, RowFile, TIMING_COLUMNS},
        summary::{Results, Summary, TimingSummary},
    },
};
use csv::Reader;
pub use folder::{FolderLock, is_page, remove_extension, remove_unfinished};
use folder_files::BoundedRows;
pub use folder_files::{
    CHARTS, CODES, EXTENSION, FIGURES, JOURNAL, LOCK, MANIFEST, MESSAGES, PAGE, PAGE_MARK, PARQUET, RESULTS, ROUNDS,
    SCALE, SUMMARY, TIMING_SUMMARY, TIMINGS, holds_results, sync_folder,
};
use serde::de::DeserializeOwned;
use std::{
    error::Error,
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};
pub(crate) use whole::remove_temporary;
pub use whole::{Replacement, check_writable, is_in_results, target, write_whole};

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

/// The names of the files that are charts, as a JSON list, in the folder of the charts.
const LIST: &str = "charts.json";
/// The largest list that is read, in bytes: some 100,000 charts.
const MOST_LIST_BYTES: u64 = 4 << 20;

/// Records that these files are the charts of a results folder, and removes those of an earlier drawing that are not among
/// them. A file that no list names is never removed.
///
/// # Errors
/// [`FileError`] when the list cannot be read or written, or a chart cannot be removed.
pub fn record_charts(folder: &Path, charts: &[PathBuf]) -> Result<(), FileError> {
    let is_stale = |chart: &PathBuf| !charts.contains(chart) && chart.is_file();
    for stale in listed(folder)?.iter().filter(|chart| is_stale(chart)) {
        folder_files::remove(stale).map_err(|e| FileError::new(stale, "remove", e))?;
    }
    let list = folder.join(CHARTS).join(LIST);
    if charts.is_empty() {
        return folder_files::remove_if_there(&list).map_err(|e| FileError::new(&list, "remove", e));
    }
    let names: Vec<_> =
        charts.iter().filter_map(|chart| chart.file_name()).map(|name| name.to_string_lossy()).collect();
    let mut text = serde_json::to_string_pretty(&names).map_err(|e| FileError::new(&list, "write", e))?;
    text.push('\n');
    write_whole(&list, text.as_bytes())
}

/// Removes the charts of a results folder and their list, and nothing else.
///
/// # Errors
/// [`FileError`] when the list cannot be read, or something cannot be removed.
pub fn remove_charts(folder: &Path) -> Result<(), FileError> {
    record_charts(folder, &[])
}

/// The charts on the list; none without a list. What is not the plain name of an SVG or PNG file is passed over.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let charts = folder.join(CHARTS);
    let list = charts.join(LIST);
    let text = match folder_files::read_text(&list, MOST_LIST_BYTES) {
        Ok(text) => text,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(Vec::new()),
        Err(e) => return Err(FileError::new(&list, "read", e)),
    };
    let names: Vec<String> = serde_json::from_str(&text).map_err(|e| FileError::new(&list, "read", e))?;
    let is_chart = |name: &String| {
        let path = Path::new(name);
        path.file_name().is_some_and(|file| file == name.as_str())
            && path.extension().is_some_and(|ending| ending == "svg" || ending == "png")
    };
    Ok(names.iter().filter(|name| is_chart(name)).map(|name| charts.join(name)).collect())
}

/// A file or folder that cannot be written or read.
#[derive(Debug)]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What was tried: "write", "read", …
    pub action: &'static str,
    /// The cause, as the system or the format gives it.
    pub source: Box<dyn Error + Send + Sync>,
}

impl FileError {
    /// An action that failed on a path.
    pub fn new(path: &Path, action: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> FileError {
        FileError { path: path.to_owned(), action, source: source.into() }
    }

    /// Whether the file was refused because of what it is, such as a link, a named pipe or too large.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.source.downcast_ref().is_some_and(folder_files::is_refused)
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

/// The largest file of which all rows are read into memory, in bytes: a million matches.
const MOST_BYTES: u64 = 256 << 20;

/// Reads the summaries of a results folder, and the times if it has any.
///
/// # Errors
/// [`FileError`] when `summary.csv` is missing or a file was not written by this program.
pub fn read_results(folder: &Path) -> Result<Results, FileError> {
    let timings = folder.join(TIMING_SUMMARY);
    let timings = if folder_files::exists(&timings) { read_rows(&timings, TimingSummary::fault)? } else { Vec::new() };
    let path = folder.join(SUMMARY);
    let summaries = read_rows(&path, Summary::fault)?;
    if summaries.is_empty() {
        return Err(FileError::new(&path, "read", "it holds no match"));
    }
    let results = Results { summaries, timings };
    results.fault().map_or(Ok(results), |fault| Err(FileError::new(&path, "read", fault)))
}

/// Opens a CSV file to read it row by row.
///
/// # Errors
/// [`FileError`] when it cannot be read.
pub fn open_rows(path: &Path) -> Result<Reader<BoundedRows<File>>, FileError> {
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    Ok(Reader::from_reader(BoundedRows::new(file)))
}

/// Reads the rows of a CSV file and checks each: `check` returns what is wrong with a row.
///
/// # Errors
/// [`FileError`] when the file cannot be read or a row is wrong.
pub fn read_rows<T: DeserializeOwned>(path: &Path, check: impl Fn(&T) -> Option<String>) -> Result<Vec<T>, FileError> {
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    let length = file.metadata().map_or(0, |data| data.len());
    if length > MOST_BYTES {
        return Err(FileError::new(path, "read", format!("it holds more than {} MB", MOST_BYTES >> 20)));
    }
    let mut reader = Reader::from_reader(BoundedRows::new(file.take(MOST_BYTES)));
    let mut rows = Vec::new();
    for row in reader.deserialize() {
        if rows.len() == Plan::MOST_MATCHES {
            return Err(FileError::new(path, "read", format!("it has more than {} rows", Plan::MOST_MATCHES)));
        }
        let row = row.map_err(|e| FileError::new(path, "read", e))?;
        if let Some(fault) = check(&row) {
            return Err(FileError::new(path, "read", format!("row {}: {fault}", rows.len() + 1)));
        }
        rows.push(row);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        plan::rules::Rules,
        record::{
            batch::RoundTime,
            files::folder::FolderLock,
            summary::Results,
            tally::{Tally, TimingTally},
        },
    };
    use player_api::Outcome;
    use std::{collections::BTreeSet, fs, time::Duration};

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

    fn names(folder: &Path) -> BTreeSet<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn charts_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let charts = folder.path().join(CHARTS);
        let set = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let others = ["score-card.png", "time-sheet.svg", "notes.svg", "notes.png"];
        let ours = ["score-rao.v2.svg", "scores-4x6.png", "scores-4x6.svg"].map(|name| charts.join(name));
        remove_charts(folder.path()).unwrap();
        fs::create_dir_all(charts.join("guesses-a.svg")).unwrap();
        for path in others.map(|name| charts.join(name)).iter().chain(&ours) {
            fs::write(path, "").unwrap();
        }
        let others = [&others[..], &["guesses-a.svg"]].concat();

        remove_charts(folder.path()).unwrap();
        assert_eq!(names(&charts).len(), others.len() + ours.len(), "without a list nothing is removed");

        record_charts(folder.path(), &[&ours[..], &[charts.join("guesses-a.svg")]].concat()).unwrap();
        record_charts(folder.path(), &ours[2..]).unwrap();
        assert_eq!(names(&charts), set(&[&others[..], &["charts.json", "scores-4x6.svg"]].concat()));

        // Without other results the folder is not taken for an older tournament.
        drop(ResultFiles::create(folder.path()).unwrap());
        assert!(ours[2].exists());
        drop(ResultFiles::begin(FolderLock::acquire(folder.path()).unwrap(), false).unwrap());
        assert_eq!(names(&charts), set(&others));
    }

    #[test]
    fn a_list_cannot_name_files_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(CHARTS)).unwrap();
        let results = folder.path().join("results.svg");
        fs::write(&results, "").unwrap();
        let list = folder.path().join(CHARTS).join(LIST);
        fs::write(&list, format!(r#"["../results.svg", "{}", "charts.json"]"#, results.display())).unwrap();
        remove_charts(folder.path()).unwrap();
        assert!(results.exists() && !list.exists());
        fs::write(&list, "no list").unwrap();
        assert!(remove_charts(folder.path()).unwrap_err().to_string().contains("charts.json"));
    }
}
