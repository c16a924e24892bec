//! A results folder: its lock, and the results that are in it.

use crate::record::files::{
    CHARTS, CODES, EXTENSION, FileError, JOURNAL, LOCK, MESSAGES, PAGE, PAGE_MARK, PARQUET, RESULTS, remove_charts,
    remove_temporary,
};
use scsa::Size;
use std::{
    fs::{File, TryLockError},
    io::Read,
    path::{Path, PathBuf},
};

/// A lock whose file is not in the folder any more is tried again, this many times in all. In each of them another tournament ended in
/// the same microseconds.
const MOST_ATTEMPTS: usize = 100;

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
    /// Makes the folder unless it exists, and locks it. Temporary files that killed processes left in it are removed.
    ///
    /// # Errors
    /// [`FileError`] when the folder cannot be made or written, or another tournament holds its lock.
    pub fn acquire(folder: &Path) -> Result<FolderLock, FileError> {
        FolderLock::acquire_by(folder, File::try_lock)
    }

    /// The same by a function that locks a file.
    fn acquire_by(
        folder: &Path,
        mut try_lock: impl FnMut(&File) -> Result<(), TryLockError>,
    ) -> Result<FolderLock, FileError> {
        let missing = folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let made: Vec<PathBuf> = missing.map(Path::to_owned).collect::<Vec<_>>().into_iter().rev().collect();
        folder_files::make_folder(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
        let mut lock = FolderLock { folder: folder.to_owned(), file: None, made };
        let path = folder.join(LOCK);
        for _ in 0..MOST_ATTEMPTS {
            let file = folder_files::edit(&path).map_err(|e| match folder_files::is_refused(&e) {
                true => FileError::new(&path, "lock", e),
                false => FileError::new(folder, "write to the folder", e),
            })?;
            match try_lock(&file) {
                Ok(()) if is_at(&file, &path) => {
                    lock.file = Some(file);
                    for folder in [folder.to_owned()].into_iter().chain([CHARTS, CODES].map(|name| folder.join(name))) {
                        remove_temporary(&folder, |_| true);
                    }
                    return Ok(lock);
                }
                // Who held it before removed the file after it was opened here. Others lock the file that is there now.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => break,
                // A network file system may have no locks (ENOLCK, ENOSYS, EOPNOTSUPP). That is no reason not to play. No error but
                // `WouldBlock` says that another tournament has the lock, and what else is wrong with the folder shows when the
                // first result is written. The file stays: it is not known to be this tournament's.
                Err(TryLockError::Error(_)) => return Ok(lock),
            }
        }
        Err(FileError::new(folder, "write", "another tournament is being played into it"))
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
            // Removed while it is locked: who opened it before finds that it is not in the folder any more. What cannot be removed
            // stays; an unlocked file stops nobody.
            let _ = folder_files::remove(&self.folder.join(LOCK));
        }
        // A folder that was made and is still empty goes again.
        for folder in self.made.iter().rev() {
            let _ = folder_files::remove_folder(folder);
        }
    }
}

/// Whether a path leads to this open file.
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    let there = path.symlink_metadata();
    file.metadata().and_then(|open| Ok(identity(open) == identity(there?))).unwrap_or(false)
}

/// Removes what belongs to the results of a folder besides their files: charts, texts, rows in other formats, and the page.
pub fn remove_derived(folder: &Path) -> Result<(), FileError> {
    remove_charts(folder)?;
    remove_texts(folder)?;
    PARQUET.iter().try_for_each(|(_, name)| remove(&folder.join(name)))?;
    let page = folder.join(PAGE);
    if is_page(&page) { remove(&page) } else { Ok(()) }
}

/// Whether a file is a page of results.
#[must_use]
pub fn is_page(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let is_read = folder_files::open(path).is_ok_and(|file| file.take(1000).read_to_end(&mut beginning).is_ok());
    is_read && String::from_utf8_lossy(&beginning).contains(PAGE_MARK)
}

/// Removes a file or a link if it is there.
fn remove(path: &Path) -> Result<(), FileError> {
    folder_files::remove_if_there(path).map_err(|e| FileError::new(path, "remove", e))
}

/// Whether the program writes text files of that name: `zed-only-once-4x6.txt` for messages and codes, `zed-4x6.samples.txt` for samples.
fn is_text(name: &str) -> bool {
    let stem = name.strip_suffix(".txt").map(|stem| stem.strip_suffix(".samples").unwrap_or(stem));
    stem.and_then(|stem| stem.rsplit_once('-')).is_some_and(|(_, size)| size.parse::<Size>().is_ok())
}

/// Removes the text files that belong to the results of a folder: messages and codes.
fn remove_texts(folder: &Path) -> Result<(), FileError> {
    for folder in [MESSAGES, CODES].map(|name| folder.join(name)) {
        // A link to a folder belongs to nobody: it stays, and so does what it leads to.
        for name in folder_files::names(&folder).unwrap_or_default() {
            if name.to_str().is_some_and(is_text) {
                remove(&folder.join(name))?;
            }
        }
        // A folder that is not empty stays.
        let _ = folder_files::remove_folder(&folder);
    }
    Ok(())
}

/// Removes the results of a folder with their charts, and the folder if nothing else is in it.
///
/// # Errors
/// [`FileError`] when something cannot be removed.
fn remove_results(folder: &Path) -> Result<(), FileError> {
    RESULTS.iter().try_for_each(|name| remove(&folder.join(name)))?;
    remove_derived(folder)?;
    for folder in [&folder.join(CHARTS), folder] {
        // A folder that is not empty stays.
        let _ = folder_files::remove_folder(folder);
    }
    Ok(())
}

/// Removes what was played of a tournament that ended early, or of an extension, so that nothing goes on with it, and no other file. The
/// folder is locked.
///
/// # Errors
/// [`FileError`] when something cannot be removed.
pub fn remove_unfinished(folder: &Path) -> Result<(), FileError> {
    remove(&folder.join(JOURNAL))?;
    remove_extension(folder)
}

/// Removes what was played of an extension of the results of a folder, and no other file.
///
/// # Errors
/// [`FileError`] when something cannot be removed.
pub fn remove_extension(folder: &Path) -> Result<(), FileError> {
    let work = folder.join(EXTENSION);
    if folder_files::exists(&work) {
        [JOURNAL, LOCK].iter().try_for_each(|name| remove(&work.join(name)))?;
        remove_temporary(&work, |_| true);
        remove_results(&work)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs, io,
        sync::atomic::{AtomicBool, Ordering},
    };

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

    #[test]
    fn temporary_files_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let charts = folder.path().join(CHARTS);
        fs::create_dir(&charts).unwrap();
        for place in [folder.path(), &charts] {
            for name in [".rounds.csv.aB3dE6.new", ".aB3dE6.new", ".mine"] {
                fs::write(place.join(name), "").unwrap();
            }
        }
        drop(FolderLock::acquire(folder.path()).unwrap());
        for place in [folder.path(), &charts] {
            let left = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().file_name());
            assert_eq!(left.filter(|name| name != CHARTS).collect::<Vec<_>>(), [".mine"]);
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_lock_whose_file_was_removed_is_taken_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LOCK);
        // The tournament before ends after its file was opened here.
        let mut before = Some(FolderLock::acquire(folder.path()).unwrap());
        let lock = FolderLock::acquire_by(folder.path(), |file| {
            before.take();
            file.try_lock()
        });
        assert!(path.exists(), "the lock is on the file in the folder");
        FolderLock::acquire(folder.path()).unwrap_err();
        drop(lock.unwrap());
        assert!(!path.exists());
        // The same, and a third one begins at once.
        let (mut before, mut third) = (Some(FolderLock::acquire(folder.path()).unwrap()), None);
        let error = FolderLock::acquire_by(folder.path(), |file| {
            if before.take().is_some() {
                third = Some(FolderLock::acquire(folder.path()).unwrap());
            }
            file.try_lock()
        });
        assert!(error.unwrap_err().to_string().ends_with("another tournament is being played into it"));
        assert!(path.exists() && third.is_some());
    }

    #[test]
    #[cfg(unix)]
    fn threads_that_lock_and_unlock_a_folder_never_hold_it_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let is_held = AtomicBool::new(false);
        let play = || {
            for _ in 0..1000 {
                if let Ok(lock) = FolderLock::acquire(folder.path()) {
                    assert!(!is_held.swap(true, Ordering::SeqCst), "two have the lock");
                    std::thread::yield_now();
                    is_held.store(false, Ordering::SeqCst);
                    drop(lock);
                }
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(play))));
    }

    #[test]
    fn a_file_system_without_locks_can_be_played_into() {
        let folder = tempfile::tempdir().unwrap();
        let without = || {
            let error = || TryLockError::Error(io::ErrorKind::Unsupported.into());
            FolderLock::acquire_by(folder.path(), |_| Err(error())).unwrap()
        };
        let (one, other) = (without(), without());
        drop(one);
        // A file that is not locked is not removed, and stops nobody.
        assert!(folder.path().join(LOCK).exists());
        drop(other);
        FolderLock::acquire(folder.path()).unwrap();
    }
}
