//! How files are written: whole, or not at all.

use folder_files::{JOURNAL, Place, holds_results};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use thiserror::Error;

/// A file or folder that cannot be written or read.
#[derive(Debug, Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What was tried: "write", "read", …
    pub action: &'static str,
    /// The cause, as the system or the format gives it.
    pub source: Cause,
}

type Cause = Box<dyn std::error::Error + Send + Sync>;

impl FileError {
    /// An action that failed on a path.
    pub fn new(path: &Path, action: &'static str, source: impl Into<Cause>) -> FileError {
        FileError { path: path.to_owned(), action, source: source.into() }
    }

    /// That a file cannot be read because of a fault, if there is one.
    pub(crate) fn if_any(path: &Path, fault: Option<String>) -> Result<(), FileError> {
        fault.map_or(Ok(()), |fault| Err(FileError::new(path, "read", fault)))
    }

    /// Whether the file was refused because of what it is, such as a link, a named pipe or too large.
    pub fn is_refusal(&self) -> bool {
        self.source.downcast_ref().is_some_and(folder_files::is_refused)
    }
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
pub fn is_in_results(target: &Path) -> bool {
    // The folder itself, one in it, and `.extension/codes`.
    target
        .ancestors()
        .skip(1)
        .take(3)
        .any(|folder| holds_results(folder) || folder_files::exists(&folder.join(JOURNAL)))
}

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
/// characters; of a name of 240 bytes or more a dot and six characters.
const TEMPORARY: &str = ".new";

/// The name of the file that a temporary file would have replaced; empty if that is too long to be in it. `None` for other files.
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
    pub(super) path: PathBuf,
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

    /// The temporary file.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

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
    use std::{fs, os::unix::fs::symlink};

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

    /// The kinds of other things are tested where files are opened.
    #[test]
    fn only_a_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let read = |name: &str| fs::read_to_string(path(name)).unwrap();
        write_whole(&path("file"), b"one").unwrap();
        write_whole(&path("file"), b"two").unwrap();
        symlink("file", path("link")).unwrap();
        for (name, wanted) in [
            ("link", "it is a symbolic link"),
            ("no/such", "/no: No such file"),
            ("link/..", "it is no name of a file"),
            ("file/below", "Not a directory"),
        ] {
            let line = write_whole(&path(name), b"three").unwrap_err().to_string();
            assert!(line.starts_with(&format!("cannot write {}: ", path(name).display())), "{line}");
            assert!(line.contains(wanted) && read("file") == "two", "{line}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing was added or removed");
        write_whole(&target(&path("link")).unwrap(), b"three").unwrap();
        assert!(path("link").is_symlink() && read("file") == "three", "the file that the link leads to is written");
        assert_eq!(target(&path("link")).unwrap(), target(&path("./file")).unwrap());
    }
}
