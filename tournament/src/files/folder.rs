//! A results folder: its lock, and the results that are in it.

use super::{
    CHARTS, CODES, FileError, MANIFEST, MESSAGES, PAGE, PAGE_MARK, PARQUET, ROUNDS, SUMMARY, TIMING_SUMMARY, TIMINGS,
    remove_charts,
};
use std::{
    fs::{self, File, TryLockError},
    io::Read,
    path::{Path, PathBuf},
};

/// The files of which each one shows that a folder holds results.
const RESULTS: [&str; 5] = [ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY, MANIFEST];
/// The file that is locked while a tournament is played into a folder.
const LOCK: &str = ".lock";

/// Whether a folder holds results.
#[must_use]
pub fn holds_results(folder: &Path) -> bool {
    RESULTS.iter().any(|name| folder.join(name).exists())
}

/// A folder that no other tournament can write to while this value exists. Where the file system has no locks, it can.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    /// The locked file. The lock ends with the process at the latest.
    file: Option<File>,
    /// The folders that were made for it, outermost first.
    made: Vec<PathBuf>,
}

impl FolderLock {
    /// Makes the folder unless it exists, and locks it.
    ///
    /// # Errors
    /// [`FileError`] when the folder cannot be made or written, or another tournament holds its lock.
    pub fn acquire(folder: &Path) -> Result<FolderLock, FileError> {
        let missing = folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let made: Vec<PathBuf> = missing.map(Path::to_owned).collect::<Vec<_>>().into_iter().rev().collect();
        fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
        let mut lock = FolderLock { folder: folder.to_owned(), file: None, made };
        let path = folder.join(LOCK);
        let file = File::create(&path).map_err(|e| FileError::new(folder, "write to the folder", e))?;
        match file.try_lock() {
            Ok(()) => lock.file = Some(file),
            Err(TryLockError::WouldBlock) => {
                return Err(FileError::new(folder, "write", "another tournament is being played into it"));
            }
            // A network file system may have no locks. That is no reason not to play.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(lock)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        if self.file.is_some() {
            // What cannot be removed stays; an unlocked file stops nobody.
            let _ = fs::remove_file(self.folder.join(LOCK));
        }
        // A folder that was made and is still empty goes again.
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Removes what belongs to the results of a folder besides their files: charts, texts, rows in other formats, and the page.
pub fn remove_derived(folder: &Path) -> Result<(), FileError> {
    remove_charts(folder)?;
    remove_texts(folder)?;
    for path in PARQUET.map(|(_, name)| folder.join(name)).iter().filter(|path| path.exists()) {
        fs::remove_file(path).map_err(|e| FileError::new(path, "remove", e))?;
    }
    let page = folder.join(PAGE);
    if is_page(&page) {
        fs::remove_file(&page).map_err(|e| FileError::new(&page, "remove", e))?;
    }
    Ok(())
}

/// Whether a file is a page of results.
#[must_use]
pub fn is_page(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let is_read = File::open(path).is_ok_and(|file| file.take(1000).read_to_end(&mut beginning).is_ok());
    is_read && String::from_utf8_lossy(&beginning).contains(PAGE_MARK)
}

/// Removes the text files that belong to the results of a folder: messages and codes.
fn remove_texts(folder: &Path) -> Result<(), FileError> {
    for folder in [MESSAGES, CODES].map(|name| folder.join(name)) {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let paths = entries.flatten().map(|entry| entry.path());
        for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt")) {
            fs::remove_file(&path).map_err(|e| FileError::new(&path, "remove", e))?;
        }
        // A folder that is not empty stays.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

/// Removes the results of a folder with their charts, and the folder if nothing else is in it.
///
/// # Errors
/// [`FileError`] when something cannot be removed.
pub fn remove_results(folder: &Path) -> Result<(), FileError> {
    for path in RESULTS.map(|name| folder.join(name)).iter().filter(|path| path.exists()) {
        fs::remove_file(path).map_err(|e| FileError::new(path, "remove", e))?;
    }
    remove_derived(folder)?;
    for folder in [&folder.join(CHARTS), folder] {
        // A folder that is not empty stays.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_and_left_as_it_was() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("a/b");
        let lock = FolderLock::acquire(&folder).unwrap();
        let error = FolderLock::acquire(&folder).unwrap_err().to_string();
        assert!(error.ends_with("another tournament is being played into it"), "{error}");
        drop(lock);
        assert!(!outer.path().join("a").exists());
        let lock = FolderLock::acquire(&folder).unwrap();
        fs::write(folder.join("file"), "").unwrap();
        drop(lock);
        let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["file"]);
    }
}
