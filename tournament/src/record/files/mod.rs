//! The files of a results folder.

use crate::plan::Plan;
use crate::record::rows::{GuessRow, Next, ReadFault, RoundRow, RoundRows, TimingRow};
use crate::record::summary::{Results, Summary, TimingSummary};
use csv::{Reader, Terminator, WriterBuilder};
use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use folder_files::BoundedRows;
use player_api::{shortened, visible};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

mod folder;
mod replacement;

pub use folder::{FolderLock, is_page, record_charts, remove_analysis, remove_extension, remove_unfinished};
pub use folder_files::{
    ANALYSIS, CHARTS, CODES, EXTENSION, FIGURES, GUESSES, JOURNAL, LOCK, MANIFEST, MESSAGES, PAGE, PAGE_MARK, RESULTS,
    ROUNDS, SCALE, SUMMARY, TIMING_SUMMARY, TIMINGS, TRANSCRIPTS, holds_results, sync_folder,
};
pub(crate) use replacement::remove_temporary;
pub use replacement::{FileError, Replacement, check_writable, is_in_results, target, write_whole};

/// The files that a tournament writes while it is played. They grow by whole rows.
#[derive(Debug)]
pub struct ResultFiles {
    summary: RowFile,
    timing_summary: RowFile,
    /// The rounds and their times, if rows of single rounds are wanted.
    rounds: Option<[RowFile; 2]>,
    guesses: GuessFile,
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

    /// Begins the files of a locked folder, with their header lines. Older results in it, with their charts, are replaced once all files can
    /// be written; on an error they are unchanged. `with_rounds` says whether `rounds.csv` and `timings.csv` are written, which take some 100
    /// bytes a round; if not, older ones are removed. Of a folder without results nothing is removed.
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
        for inner in [CHARTS, CODES, MESSAGES, TRANSCRIPTS].map(|name| folder.join(name)) {
            if folder_files::exists(&inner) {
                folder_files::names(&inner).map_err(|e| FileError::new(&inner, "write into", e))?;
            }
        }
        let new = |name: &str, columns: &[&str]| {
            let mut replacement = Replacement::new(&folder.join(name))?;
            replacement.write(format!("{}\n", columns.join(",")).as_bytes())?;
            Ok::<_, FileError>(replacement)
        };
        let summary = new(SUMMARY, Summary::COLUMNS)?;
        let timing_summary = new(TIMING_SUMMARY, TimingSummary::COLUMNS)?;
        let begun = || Ok([new(ROUNDS, RoundRow::COLUMNS)?, new(TIMINGS, TimingRow::COLUMNS)?]);
        let rounds = match with_rounds.then(begun).transpose()? {
            Some([rounds, timings]) => Some([RowFile::begin(rounds)?, RowFile::begin(timings)?]),
            None => None,
        };
        // Last: a folder with summaries and without rounds was played without them.
        let (summary, timing_summary) = (RowFile::begin(summary)?, RowFile::begin(timing_summary)?);
        if !with_rounds {
            for older in [ROUNDS, TIMINGS].map(|name| folder.join(name)) {
                folder_files::remove_if_there(&older).map_err(|e| FileError::new(&older, "remove", e))?;
            }
        }
        remove_analysis(lock.folder())?;
        let guesses = GuessFile::begin(lock.folder())?;
        Ok(ResultFiles { summary, timing_summary, rounds, guesses, lock })
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        self.lock.folder()
    }

    pub(crate) const fn has_rounds(&self) -> bool {
        self.rounds.is_some()
    }

    /// Removes the files and the manifest, before anything is played.
    pub fn discard(self) {
        let manifest = self.folder().join(MANIFEST);
        let files = [&self.summary, &self.timing_summary].into_iter().chain(self.rounds.iter().flatten());
        for path in files.map(|file| &file.path).chain([&manifest]) {
            // A file that cannot be removed stays, without a row.
            let _ = folder_files::remove(path);
        }
    }

    pub(crate) fn rounds(&mut self, rows: &[u8], timing_rows: &[u8], guess_rows: &[u8]) -> Result<(), FileError> {
        let Some([rounds, timings]) = &mut self.rounds else { return Ok(()) };
        self.guesses.add(guess_rows)?;
        rounds.append(rows)?;
        timings.append(timing_rows)
    }

    /// Appends the rows of a match.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written.
    pub fn summary(&mut self, summary: &Summary, timing: Option<&TimingSummary>) -> Result<(), FileError> {
        self.guesses.end_member()?;
        self.summary.append_record(summary)?;
        timing.map_or(Ok(()), |timing| self.timing_summary.append_record(timing))
    }

    /// Waits until all rows are on the disk, and closes the files.
    ///
    /// # Errors
    /// [`FileError`] when the system cannot write them.
    pub fn close(mut self) -> Result<(), FileError> {
        self.guesses.sync()?;
        let mut files = [&self.summary, &self.timing_summary].into_iter().chain(self.rounds.iter().flatten());
        files.try_for_each(RowFile::sync)
    }
}

/// A CSV file that grows by whole rows. When a write fails, the file is cut back to the rows before it.
#[derive(Debug)]
struct RowFile {
    path: PathBuf,
    file: File,
    length: u64,
}

impl RowFile {
    /// The file with its header line, which replaces an older one.
    fn begin(header: Replacement) -> Result<RowFile, FileError> {
        let path = header.path.clone();
        let mut file = header.commit()?;
        let length = file.stream_position().map_err(|e| FileError::new(&path, "write", e))?;
        Ok(RowFile { path, file, length })
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
            // Cutting off part of a row takes no space on the disk.
            let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::End(0)));
            let torn = cut.err().map(|cut| format!(" (and its last row is not whole: {cut})")).unwrap_or_default();
            return Err(FileError::new(&self.path, "write", format!("{e}{torn}")));
        }
        self.length += rows.len() as u64;
        Ok(())
    }

    fn sync(&self) -> Result<(), FileError> {
        self.file.sync_all().map_err(|e| FileError::new(&self.path, "write", e))
    }
}

/// A member that has more bytes before it is compressed ends.
const MEMBER: usize = 1 << 20;

/// A hash of the games in the `guesses.csv.gz` of a folder of one player, without its name: players with the same hash guessed alike in
/// all rounds. None where no game is there.
///
/// # Errors
/// [`FileError`] when the file cannot be read, or has more than a gigabyte of rows.
pub fn hash_of_games(folder: &Path) -> Result<Option<u64>, FileError> {
    const MOST: u64 = 1 << 30;
    let path = folder.join(GUESSES);
    if !folder_files::exists(&path) {
        return Ok(None);
    }
    let (mut hasher, mut rows) = (DefaultHasher::new(), 0);
    let file = folder_files::open(&path).map_err(|e| FileError::new(&path, "read", e))?;
    let mut lines = BufReader::new(MultiGzDecoder::new(BufReader::new(file)).take(MOST));
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).map_err(|e| FileError::new(&path, "read", e))? > 0 {
        hasher.write(line.splitn(2, |byte| *byte == b',').last().unwrap_or_default());
        line.clear();
        rows += 1;
    }
    if lines.get_ref().limit() == 0 {
        return Err(FileError::new(&path, "read", io::Error::other("it has more than a gigabyte of rows")));
    }
    // The first one has the names of the columns.
    Ok((rows > 1).then(|| hasher.finish()))
}

/// `guesses.csv.gz` while it is written. It is made when there is a row.
///
/// The rows of a match are a gzip member of their own, or several of about a megabyte: the bytes do not depend on when the rows were reported.
#[derive(Debug)]
struct GuessFile {
    path: PathBuf,
    file: Option<File>,
    rows: Vec<u8>,
}

impl GuessFile {
    /// The file in a folder. One that is there is removed.
    fn begin(folder: &Path) -> Result<GuessFile, FileError> {
        let path = folder.join(GUESSES);
        folder_files::remove_if_there(&path).map_err(|e| FileError::new(&path, "remove", e))?;
        Ok(GuessFile { path, file: None, rows: Vec::new() })
    }

    /// Adds whole rows.
    fn add(&mut self, rows: &[u8]) -> Result<(), FileError> {
        for row in rows.split_inclusive(|byte| *byte == b'\n') {
            self.rows.extend_from_slice(row);
            if self.rows.len() > MEMBER {
                self.end_member()?;
            }
        }
        Ok(())
    }

    /// Compresses and writes the rows so far.
    fn end_member(&mut self) -> Result<(), FileError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let error = |e: io::Error| FileError::new(&self.path, "write", e);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        if self.file.is_none() {
            self.file = Some(Replacement::new(&self.path)?.commit()?);
            writeln!(encoder, "{}", GuessRow::COLUMNS.join(",")).map_err(error)?;
        }
        encoder.write_all(&std::mem::take(&mut self.rows)).map_err(error)?;
        let member = encoder.finish().map_err(error)?;
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(&member)).map_err(error)
    }

    /// Waits until all rows are on the disk.
    fn sync(&mut self) -> Result<(), FileError> {
        self.end_member()?;
        let synced = self.file.as_ref().map_or(Ok(()), File::sync_all);
        synced.map_err(|e| FileError::new(&self.path, "write", e))
    }
}

/// The largest file of which all rows are read into memory, in bytes: a million matches.
const MOST_BYTES: u64 = 256 << 20;

/// The format of the files of a results folder that this version writes and reads.
pub const FORMAT: u32 = 1;

/// The largest manifest that is read, in bytes.
pub(crate) const MOST_MANIFEST_BYTES: u64 = 16 << 20;

/// Checks the format of a folder by its manifest. One without a manifest, or with another file of that name, is left to its readers.
///
/// # Errors
/// [`FileError`] when it is another than [`FORMAT`].
pub fn check_format(folder: &Path) -> Result<(), FileError> {
    let path = folder.join(MANIFEST);
    let text = folder_files::read_text(&path, MOST_MANIFEST_BYTES).ok();
    let value = text.and_then(|text| serde_json::from_str(&text).ok());
    FileError::if_any(&path, value.as_ref().and_then(format_fault))
}

/// That a manifest is of another format, and which version wrote it.
pub(crate) fn format_fault(manifest: &Value) -> Option<String> {
    let format = manifest.get("format").map_or_else(|| "0".to_owned(), ToString::to_string);
    let text = |field: &str| {
        manifest.get(field).and_then(Value::as_str).map(|text| visible(&shortened(text, 60)).into_owned())
    };
    let version = text("program")? + &text("revision").map(|revision| format!(" ({revision})")).unwrap_or_default();
    (format != FORMAT.to_string()).then(|| {
        format!(
            "the folder was written by {version} in format {format}, and this version reads format {FORMAT}: read it with that version, or \
             play the tournament again"
        )
    })
}

/// Reads the summaries of a results folder, and the times if it has any.
///
/// # Errors
/// [`FileError`] when `summary.csv` is missing, a file was not written by this program, or the manifest is of another format.
pub fn read_results(folder: &Path) -> Result<Results, FileError> {
    check_format(folder)?;
    let timings = read_timings(folder)?;
    let path = folder.join(SUMMARY);
    let summaries = read_rows(&path, Summary::fault)?;
    if summaries.is_empty() {
        return Err(FileError::new(&path, "read", "it holds no match"));
    }
    let results = Results { summaries, timings };
    FileError::if_any(&path, results.fault()).map(|()| results)
}

/// The times of the matches of a results folder, if it has any.
pub(crate) fn read_timings(folder: &Path) -> Result<Vec<TimingSummary>, FileError> {
    let path = folder.join(TIMING_SUMMARY);
    if folder_files::exists(&path) { read_rows(&path, TimingSummary::fault) } else { Ok(Vec::new()) }
}

/// Opens a CSV file to read it row by row.
///
/// # Errors
/// [`FileError`] when it cannot be read.
pub fn open_rows(path: &Path) -> Result<Reader<BoundedRows<File>>, FileError> {
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    Ok(Reader::from_reader(BoundedRows::new(file)))
}

/// Calls `visit` with each row of a `rounds.csv`. Its columns are found by their names. A last row without a line break is left out.
///
/// # Errors
/// [`FileError`] when the file cannot be read or a row is wrong.
pub fn visit_rounds(path: &Path, visit: &mut dyn FnMut(&RoundRow<'_>)) -> Result<(), FileError> {
    // It is not generic: what is generic is compiled with the crate that calls it, perhaps without optimization.
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    let wrong =
        |fault: ReadFault, line: u64| FileError::new(path, "read", format!("line {line}: {}", fault.into_text()));
    let mut rows = RoundRows::new(BoundedRows::new(file), RoundRow::COLUMNS, None).map_err(|fault| wrong(fault, 1))?;
    loop {
        match rows.read_row() {
            Ok(Next::Row) => visit(&rows.round().map_err(|fault| wrong(fault, rows.line()))?),
            Ok(Next::CutRow | Next::End) => return Ok(()),
            Err(fault) => return Err(wrong(fault, rows.line())),
        }
    }
}

/// Reads the rows of a CSV file and checks each: `check` returns what is wrong with a row.
///
/// # Errors
/// [`FileError`] when the file cannot be read or a row is wrong.
pub fn read_rows<T: DeserializeOwned>(path: &Path, check: impl Fn(&T) -> Option<String>) -> Result<Vec<T>, FileError> {
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    let length = file.metadata().map_or(0, |data| data.len());
    let fault = (length > MOST_BYTES).then(|| format!("it holds more than {} MB", MOST_BYTES >> 20));
    FileError::if_any(path, fault)?;
    let mut reader = Reader::from_reader(BoundedRows::new(file.take(MOST_BYTES)));
    // Without a header that is a text, columns would be taken by their positions.
    reader.headers().map_err(|e| FileError::new(path, "read", e))?;
    let mut rows = Vec::new();
    for row in reader.deserialize() {
        if rows.len() == Plan::MOST_MATCHES {
            return Err(FileError::new(path, "read", format!("it has more than {} rows", Plan::MOST_MATCHES)));
        }
        let row = row.map_err(|e| FileError::new(path, "read", e))?;
        FileError::if_any(path, check(&row).map(|fault| format!("row {}: {fault}", rows.len() + 1)))?;
        rows.push(row);
    }
    Ok(rows)
}
