//! A results folder: its lock, and the removal of what is in it.

use crate::record::files::replacement::{FileError, remove_temporary, write_whole};
use folder_files::{
    ANALYSIS, CHARTS, CODES, EXTENSION, JOURNAL, LOCK, MESSAGES, PAGE, PAGE_MARK, RESULTS, TRANSCRIPTS,
};
use scsa::Game;
use std::fs::{File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

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

fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    let there = path.symlink_metadata();
    file.metadata().and_then(|open| Ok(identity(open) == identity(there?))).unwrap_or(false)
}

/// Removes what belongs to the results of a folder besides their files: charts, texts, and the page.
pub fn remove_derived(folder: &Path) -> Result<(), FileError> {
    record_charts(folder, &[])?;
    remove_texts(folder)?;
    remove_analysis(folder)?;
    let page = folder.join(PAGE);
    if is_page(&page) { remove(&page) } else { Ok(()) }
}

/// Removes what the guesses were worth, which is of the rounds that were there.
///
/// # Errors
/// When the file cannot be removed.
pub fn remove_analysis(folder: &Path) -> Result<(), FileError> {
    remove(&folder.join(ANALYSIS))
}

/// Whether a file is a page of results.
pub fn is_page(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let is_read = folder_files::open(path).is_ok_and(|file| file.take(1000).read_to_end(&mut beginning).is_ok());
    is_read && String::from_utf8_lossy(&beginning).contains(PAGE_MARK)
}

fn remove(path: &Path) -> Result<(), FileError> {
    folder_files::remove_if_there(path).map_err(|e| FileError::new(path, "remove", e))
}

/// Whether the program writes text files of that name: `zed-only-once-4x6.txt` for messages and codes, `zed-4x6.samples.txt` for samples,
/// `zed-only-once-4x6.jsonl` for transcripts.
fn is_text(name: &str) -> bool {
    let stem = name.strip_suffix(".txt").map(|stem| stem.strip_suffix(".samples").unwrap_or(stem));
    let stem = stem.or_else(|| name.strip_suffix(".jsonl"));
    stem.and_then(|stem| stem.rsplit_once('-')).is_some_and(|(_, game)| game.parse::<Game>().is_ok())
}

fn remove_texts(folder: &Path) -> Result<(), FileError> {
    for folder in [MESSAGES, TRANSCRIPTS, CODES].map(|name| folder.join(name)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};

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

    #[test]
    fn charts_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let charts = folder.path().join(CHARTS);
        record_charts(folder.path(), &[]).unwrap();
        fs::create_dir_all(charts.join("guesses-a.svg")).unwrap();
        let others = ["score-card.png", "time-sheet.svg"].map(|name| charts.join(name));
        let ours = ["score-rao.v2.svg", "scores-4x6.png", "scores-4x6.svg"].map(|name| charts.join(name));
        others.iter().chain(&ours).for_each(|path| fs::write(path, "").unwrap());
        let are_there = |paths: &[PathBuf]| paths.iter().all(|path| path.exists());
        record_charts(folder.path(), &[]).unwrap();
        assert!(are_there(&ours), "without a list nothing is removed");
        record_charts(folder.path(), &[&ours[..], &[charts.join("guesses-a.svg")]].concat()).unwrap();
        record_charts(folder.path(), &ours[2..]).unwrap();
        assert!(are_there(&ours[2..]) && !ours[0].exists() && !ours[1].exists());
        record_charts(folder.path(), &[]).unwrap();
        assert!(are_there(&others) && charts.join("guesses-a.svg").exists());
        assert_eq!(fs::read_dir(&charts).unwrap().count(), 3, "neither charts nor their list");

        // A list cannot name files elsewhere.
        let (results, list) = (folder.path().join("results.svg"), charts.join(LIST));
        fs::write(&results, "").unwrap();
        fs::write(&list, format!(r#"["../results.svg", "{}", "charts.json"]"#, results.display())).unwrap();
        record_charts(folder.path(), &[]).unwrap();
        assert!(results.exists() && !list.exists());
        fs::write(&list, "no list").unwrap();
        assert!(record_charts(folder.path(), &[]).unwrap_err().to_string().contains("charts.json"));
    }
}
