//! The files of a results folder: their names, and how they are opened, made, moved and removed.
//!
//! A results folder may come from a stranger. Therefore nothing here follows a symbolic link: neither at the end of a path, nor at a
//! folder in a results folder ([`INNER`]). What is opened is a regular file: a named pipe would wait for a writer, and a device may
//! never end. The folder itself may be a link, because a person gave it; a file that a person gave is looked up by [`named`] first.
//! All files that the program reads or writes for a person are opened here. Clippy (`disallowed-methods`) finds others.
//!
//! ```
//! use std::{fs, os::unix::fs::symlink};
//! let folder = tempfile::tempdir()?;
//! let (file, link) = (folder.path().join("a.txt"), folder.path().join("link.txt"));
//! fs::write(&file, "text")?;
//! symlink(&file, &link)?;
//! assert_eq!(folder_files::read(&file, 100)?, b"text");
//! assert!(folder_files::open(&link).unwrap_err().to_string().starts_with("it is a symbolic link"));
//! assert_eq!(folder_files::read(&folder_files::named(&link)?, 100)?, b"text");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod place;
mod rows;
mod strange;
mod temporary;

pub use cache::cache;
pub use place::{Place, is_refused};
pub use rows::{BoundedRows, MOST_ROW};
pub use strange::{Entry, Folder};
pub use temporary::TemporaryFolder;

use place::{open_folder, refusal};
use rustix::fs::{AtFlags, OFlags, renameat, unlinkat};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// One row per round.
pub const ROUNDS: &str = "rounds.csv";
/// One row per match.
pub const SUMMARY: &str = "summary.csv";
/// One row a timed round.
pub const TIMINGS: &str = "timings.csv";
/// One row per match that was timed.
pub const TIMING_SUMMARY: &str = "timing-summary.csv";
/// One row per round of an external player: its guesses.
pub const GUESSES: &str = "guesses.csv.gz";
/// How the results were made.
pub const MANIFEST: &str = "manifest.json";
/// What the guesses were worth: one row per match, followed by those of its turns.
pub const ANALYSIS: &str = "analysis.csv";
/// The folder of the charts.
pub const CHARTS: &str = "charts";
/// The folder of what external players wrote to their standard error: text files.
pub const MESSAGES: &str = "messages";
/// The folder of what language models were asked and answered: JSON lines.
pub const TRANSCRIPTS: &str = "transcripts";
/// The folder of the codes that external codemakers made: text files.
pub const CODES: &str = "codes";
/// The page of the results.
pub const PAGE: &str = "report.html";
/// What such a page has in its first kilobyte, so that it is told from others.
pub const PAGE_MARK: &str = "<meta name=\"generator\" content=\"arena\">";
/// The folder in a results folder into which an extension is played until it is complete.
pub const EXTENSION: &str = ".extension";
/// The folder of figures for papers.
pub const FIGURES: &str = "figures";
/// The folder of the laws of growth.
pub const SCALE: &str = "scale";
/// The file that is locked while a tournament is played into a folder.
pub const LOCK: &str = ".lock";
/// The journal of a tournament that is being played.
pub const JOURNAL: &str = "journal.bin";

/// The files of which each one shows that a folder holds results.
pub const RESULTS: [&str; 6] = [ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY, GUESSES, MANIFEST];
/// The folders in a results folder. A folder of such a name is never a link, wherever it is.
pub const INNER: [&str; 7] = [CHARTS, MESSAGES, TRANSCRIPTS, CODES, EXTENSION, FIGURES, SCALE];

/// Whether there is something of that name, whatever it is. A link counts, also one that leads nowhere.
pub fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Checks that a regular file is there, or nothing.
///
/// # Errors
/// When something else is there, or its folder cannot be opened.
pub fn check(path: &Path) -> io::Result<()> {
    Place::of(path)?.check().map(drop)
}

/// Whether a folder holds results.
pub fn holds_results(folder: &Path) -> bool {
    RESULTS.iter().any(|name| exists(&folder.join(name)))
}

/// The folder of a file: the current one for a name alone.
pub fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path of a file that a person named: it may be a link to a file, but not one in a results folder. The file need not exist.
///
/// # Errors
/// When it is a link in a results folder, or leads nowhere.
pub fn named(path: &Path) -> io::Result<PathBuf> {
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    let folder = parent(path).canonicalize()?;
    // The folders in a results folder are part of it.
    let is_inner = |folder: &Path| folder.file_name().is_some_and(|name| INNER.iter().any(|inner| name == *inner));
    let outer = folder.ancestors().find(|folder| !is_inner(folder)).unwrap_or(&folder);
    let is_itself = |name: &str| outer == folder && path.file_name().is_some_and(|file| file == name);
    if RESULTS.iter().chain(&[JOURNAL]).any(|name| !is_itself(name) && exists(&outer.join(name))) {
        return Err(refusal("it is a symbolic link in a results folder, where none is followed; name the file itself"));
    }
    path.canonicalize()
}

/// Opens a file to read it.
///
/// # Errors
/// When it cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    Place::of(path)?.open(OFlags::RDONLY)
}

/// Opens a file to read and write it, and makes it unless it is there. Its contents stay.
///
/// # Errors
/// When it cannot be opened, is not a regular file, or has other names, under which it would change as well.
pub fn edit(path: &Path) -> io::Result<File> {
    Place::of(path)?.open(OFlags::RDWR | OFlags::CREATE)
}

/// Opens a file to append to it, and makes it unless it is there.
///
/// # Errors
/// As [`edit`].
pub fn append(path: &Path) -> io::Result<File> {
    Place::of(path)?.open(OFlags::RDWR | OFlags::CREATE | OFlags::APPEND)
}

/// Reads a file of at most that many bytes.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let size = if most >> 20 > 0 { format!("{} MB", most >> 20) } else { format!("{most} bytes") };
        return Err(refusal(format!("it holds more than {size}")));
    }
    Ok(bytes)
}

/// Reads a text of at most that many bytes.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Moves a file, and replaces what is there.
///
/// # Errors
/// When it cannot be moved, or is not a regular file.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let (from, to) = (Place::of(from)?, Place::of(to)?);
    from.check()?;
    to.check()?;
    Ok(renameat(&from.folder, &from.name, &to.folder, &to.name)?)
}

/// Removes a file, or a link itself.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    let place = Place::of(path)?;
    Ok(unlinkat(&place.folder, &place.name, AtFlags::empty())?)
}

/// Removes a file or a link if it is there.
///
/// # Errors
/// When it cannot be removed.
pub fn remove_if_there(path: &Path) -> io::Result<()> {
    match remove(path) {
        Err(e) if !matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Err(e),
        _ => Ok(()),
    }
}

/// Removes an empty folder.
///
/// # Errors
/// When it cannot be removed: it is not empty, or a link.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    let place = Place::of(path)?;
    Ok(unlinkat(&place.folder, &place.name, AtFlags::REMOVEDIR)?)
}

/// Makes a folder and those above it, unless they are there.
///
/// # Errors
/// When it cannot be made, or something else than a folder is there.
pub fn make_folder(path: &Path) -> io::Result<()> {
    open_folder(path, true).map(drop)
}

/// The names of what is in a folder, in order.
///
/// # Errors
/// When it cannot be read.
pub fn names(path: &Path) -> io::Result<Vec<OsString>> {
    Folder(open_folder(path, false)?).names()
}

/// Waits until the names of the files in a folder are on the disk, after files were made, renamed or removed. Not every file system can
/// sync a folder; nothing is done then.
pub fn sync_folder(path: &Path) {
    if let Ok(folder) = open_folder(path, false) {
        let _ = rustix::fs::fsync(folder);
    }
}

#[cfg(test)]
mod tests;
