//! The files of a results folder, and how files are written.

use crate::{
    plan::Plan,
    record::{
        rows::{NewRowFile, ROUND_COLUMNS, RowFile, TIMING_COLUMNS},
        summary::{Results, Summary, TimingSummary},
    },
};
use csv::Reader;
use folder_files::{BoundedRows, Place};
use serde::de::DeserializeOwned;
use std::{
    error::Error,
    fmt,
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

mod folder;

pub use folder::{FolderLock, is_page, remove_extension, remove_unfinished};
pub use folder_files::{
    CHARTS, CODES, EXTENSION, FIGURES, JOURNAL, LOCK, MANIFEST, MESSAGES, PAGE, PAGE_MARK, PARQUET, RESULTS, ROUNDS,
    SCALE, SUMMARY, TIMING_SUMMARY, TIMINGS, holds_results, sync_folder,
};

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

/// The file that a path means that a person named, in full. A symbolic link means the file that it leads to, so that all paths of a file
/// have one target. The file need not exist.
///
/// # Errors
/// [`FileError`] when there is no folder for it, or something other than a file is there: a folder, a device, a link that leads
/// nowhere. Only a file may be replaced.
pub fn target(path: &Path) -> Result<PathBuf, FileError> {
    let target = folder_files::named(path).map_err(|e| FileError::new(path, "write", e))?;
    let place = place(&target).map_err(|e| FileError { path: path.to_owned(), ..e })?;
    let whole = if place.check().unwrap_or(false) { target.canonicalize().ok() } else { None };
    let in_folder = || Some(target.parent()?.canonicalize().ok()?.join(target.file_name()?));
    Ok(whole.or_else(in_folder).unwrap_or(target))
}

/// Whether a file, whose path is a [`target`], is in a results folder. Nothing but a page is replaced there at a person's wish.
#[must_use]
pub fn is_in_results(target: &Path) -> bool {
    // The folder itself, one in it, and `.extension/codes`.
    target
        .ancestors()
        .skip(1)
        .take(3)
        .any(|folder| holds_results(folder) || folder_files::exists(&folder.join(JOURNAL)))
}

/// The place of a file that is to be written.
fn place(path: &Path) -> Result<Place, FileError> {
    let place = Place::of(path).map_err(|e| match path.parent().filter(|_| !folder_files::is_refused(&e)) {
        Some(folder) => FileError::new(path, "write", format!("the folder {}: {e}", folder.display())),
        None => FileError::new(path, "write", e),
    })?;
    place.check().map_err(|e| FileError::new(path, "write", e))?;
    Ok(place)
}

/// Checks that [`write_whole`] can write a file, without changing it.
///
/// # Errors
/// [`FileError`] when it cannot.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    Replacement::new(path).map(drop)
}

/// Writes a file whole: to a temporary file in the same folder, which is synced and then renamed. A reader sees the old file or
/// the new one, also after the machine stopped.
///
/// # Errors
/// [`FileError`] when the file cannot be written; the old one is unchanged then.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let mut replacement = Replacement::new(path)?;
    replacement.write(contents)?;
    replacement.commit().map(drop)
}

/// The end of the name of a temporary file. Before it are a dot, the name of the file that it will replace, another dot, and six
/// characters; in earlier versions a dot and six characters.
const TEMPORARY: &str = ".new";

/// The name of the file that a temporary file would have replaced; empty in earlier versions. `None` for other files.
fn replaced_name(name: &str) -> Option<&str> {
    let middle = name.strip_prefix('.')?.strip_suffix(TEMPORARY)?;
    let (replaced, random) = middle.rsplit_once('.').unwrap_or(("", middle));
    (random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(replaced)
}

/// Removes the temporary files that killed processes left in a folder, of files to which no other process writes.
pub(crate) fn remove_temporary(folder: &Path, is_own: impl Fn(&str) -> bool) {
    for name in folder_files::names(folder).unwrap_or_default() {
        if name.to_str().and_then(replaced_name).is_some_and(&is_own) {
            // What cannot be removed only takes space.
            let _ = folder_files::remove(&folder.join(name));
        }
    }
}

/// A temporary file that will replace a file. It is removed unless it is committed.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    place: Place,
    file: NamedTempFile<File>,
}

impl Replacement {
    /// Creates the temporary file, under a name that no other process uses.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written, or something other than a file is there.
    pub fn new(path: &Path) -> Result<Replacement, FileError> {
        let place = place(path)?;
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        // No name may be longer than 255 bytes.
        let prefix = if name.len() < 240 { format!(".{name}.") } else { ".".to_owned() };
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(TEMPORARY);
        let create = |path: &Path| place.create_beside(path.file_name().unwrap_or_default());
        let file = builder.make_in(path.parent().unwrap_or(Path::new("")), create);
        let file = file.map_err(|e| FileError::new(path, "write", e))?;
        Ok(Replacement { path: path.to_owned(), place, file })
    }

    /// The path of the file to be replaced.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The temporary file.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Appends to the temporary file.
    pub(crate) fn write(&mut self, contents: &[u8]) -> Result<(), FileError> {
        self.file.write_all(contents).map_err(|e| FileError::new(&self.path, "write", e))
    }

    /// Replaces the file when all is on the disk, and returns the new one.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written; the old file is unchanged then.
    pub fn commit(self) -> Result<File, FileError> {
        let Replacement { path, place, file } = self;
        let error = |e: io::Error| FileError::new(&path, "write", e);
        file.as_file().sync_all().map_err(error)?;
        place.replace_by(file.path().file_name().unwrap_or_default()).map_err(error)?;
        // The name is gone: there is nothing left to remove.
        let (file, name) = file.into_parts();
        let _ = name.keep();
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        plan::Rules,
        record::{
            batch::RoundTime,
            files::folder::FolderLock,
            summary::Results,
            tally::{Tally, TimingTally},
        },
    };
    use player_api::Outcome;
    use std::{
        collections::BTreeSet,
        fs,
        os::unix::{fs::symlink, net::UnixListener},
        time::Duration,
    };

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

    #[test]
    fn temporary_files_are_told_from_others() {
        for (name, wanted) in [
            (".rounds.csv.aB3dE6.new", Some("rounds.csv")),
            (".aB3dE6.new", Some("")),
            (".rounds.csv.aB3dE6", None),
            ("rounds.csv.aB3dE6.new", None),
            (".mine.new", None),
            (".rounds.csv.short.new", None),
        ] {
            assert_eq!(replaced_name(name), wanted, "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        let (_, kept) = Replacement::new(&folder.path().join("a.csv")).unwrap().file.keep().unwrap();
        Replacement::new(&folder.path().join("b.csv")).unwrap().file.keep().unwrap();
        remove_temporary(folder.path(), |name| name == "b.csv");
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, [kept]);
    }

    #[test]
    fn only_a_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let read = |name: &str| fs::read_to_string(path(name)).unwrap();
        write_whole(&path("file"), b"one").unwrap();
        write_whole(&path("file"), b"two").unwrap();
        symlink("file", path("link")).unwrap();
        let error = write_whole(&path("link"), b"three").unwrap_err().to_string();
        assert!(error.contains("it is a symbolic link") && read("file") == "two", "{error}");
        write_whole(&target(&path("link")).unwrap(), b"three").unwrap();
        assert!(path("link").is_symlink() && read("file") == "three", "the file that the link leads to is written");
        assert_eq!(target(&path("link")).unwrap(), target(&path("./file")).unwrap());

        let _socket = UnixListener::bind(path("socket")).unwrap();
        fs::create_dir(path("folder")).unwrap();
        symlink("folder", path("to-folder")).unwrap();
        symlink("nothing", path("to-nothing")).unwrap();
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        for (name, wanted) in [
            ("socket", "it is a socket, and a file was expected"),
            ("folder", "it is a folder, and a file was expected"),
            ("to-folder", "it is a symbolic link"),
            ("to-nothing", "it is a symbolic link"),
            ("no/such", "/no: No such file"),
            ("folder/..", "it is no name of a file"),
            ("file/below", "Not a directory"),
        ] {
            let line = write_whole(&path(name), b"four").unwrap_err().to_string();
            assert!(line.starts_with(&format!("cannot write {}: ", path(name).display())), "{line}");
            assert!(line.contains(wanted), "{line}");
        }
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, names, "nothing was added or removed");
        assert!(path("socket").exists() && fs::metadata(path("socket")).is_ok_and(|there| !there.is_file()));
    }
}
