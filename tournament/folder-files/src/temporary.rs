//! Temporary folders that do not stay when their process is killed.

use crate::strange::{Entry, Folder};
use rustix::fs::{AtFlags, FileType, Mode, fstat, renameat, statat};
#[cfg(target_os = "linux")]
use rustix::fs::{OFlags, chmod, openat};
use rustix::process::geteuid;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File, Permissions, TryLockError};
use std::io::{self, Read, Write};
#[cfg(target_os = "linux")]
use std::os::fd::AsRawFd;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// How the names of these folders begin.
const PREFIX: &str = "arena-temporary-";
/// The characters that follow, which are random letters and digits.
const RANDOM: usize = 6;
/// The file that the owner of a folder has locked. The system unlocks it when the owner ends, however it ends.
const LOCK: &str = "owner";
/// The name of that file before it is locked.
const UNLOCKED: &str = "new";
/// What is in that file: no other program writes this.
const MARK: &[u8] =
    b"A temporary folder of arena: it is removed when the process that has locked this file has ended.\n";
/// The folder for the owner's files.
const FILES: &str = "files";

/// A temporary folder, which only the user can read. It is removed when it is dropped, or else, if its process was killed, by the next
/// process that makes one.
#[derive(Debug)]
pub struct TemporaryFolder {
    whole: PathBuf,
    files: PathBuf,
    /// Locked as long as it is open.
    lock: File,
}

impl TemporaryFolder {
    /// A new folder among the temporary files of the system. The first one of a process removes those that others left.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> io::Result<TemporaryFolder> {
        static CLEANING: Once = Once::new();
        let place = std::env::temp_dir();
        let folder = TemporaryFolder::new_in(&place)?;
        CLEANING.call_once(|| folder.remove_others(&place));
        Ok(folder)
    }

    fn new_in(place: &Path) -> io::Result<TemporaryFolder> {
        let private = Permissions::from_mode(0o700);
        let folder =
            tempfile::Builder::new().prefix(PREFIX).rand_bytes(RANDOM).permissions(private).tempdir_in(place)?;
        let whole = folder.path().canonicalize()?;
        let (unlocked, files) = (whole.join(UNLOCKED), whole.join(FILES));
        let mut lock = File::create_new(&unlocked)?;
        lock.write_all(MARK)?;
        // Where there are no locks, nobody can remove it later.
        let _ = lock.lock();
        // It has its name when it is locked: before, others would take it for one whose owner has ended.
        fs::rename(&unlocked, whole.join(LOCK))?;
        DirBuilder::new().mode(0o700).create(&files)?;
        let _ = folder.keep();
        Ok(TemporaryFolder { whole, files, lock })
    }

    /// The canonical path of the folder for files.
    pub fn path(&self) -> &Path {
        &self.files
    }

    /// Whether a path is that of the folder for files of one that this program made, and in which nothing is yet.
    pub fn is_new(files: &Path) -> bool {
        let whole = files.parent().filter(|_| files.ends_with(FILES));
        let contents = whole.and_then(|whole| marked(whole)?.0.entry(FILES.as_ref()).ok());
        matches!(contents, Some(Entry::Folder(files)) if files.names().is_ok_and(|names| names.is_empty()))
    }

    /// Removes the whole folder to which a folder for files belongs.
    pub fn remove(files: &Path) {
        if let Some(whole) = files.parent() {
            remove_whole(whole);
        }
    }

    /// Removes the folders whose owners have ended.
    fn remove_others(&self, place: &Path) {
        // Where anybody gets a lock, as in a sandbox, a lock tells nothing.
        let own = File::open(self.whole.join(LOCK));
        if !own.is_ok_and(|own| matches!(own.try_lock(), Err(TryLockError::WouldBlock))) {
            return;
        }
        let is_named = |name: &OsStr| {
            let rest = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
            rest.is_some_and(|rest| rest.len() == RANDOM && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        };
        let Ok(place) = place.canonicalize() else { return };
        for name in crate::names(&place).unwrap_or_default().iter().filter(|name| is_named(name)) {
            let whole = place.join(name);
            // The lock is held until the folder is removed.
            if let Some((_, lock)) = marked(&whole)
                && lock.try_lock().is_ok()
            {
                remove_whole(&whole);
            }
        }
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        remove_whole(&self.whole);
        let _ = self.lock.unlock();
    }
}

/// Opens a folder that this program made for this user, and the file that its owner has locked. `None` if it is another folder, or a link.
fn marked(whole: &Path) -> Option<(Folder, File)> {
    let folder = Folder::open(whole).ok()?;
    let stat = fstat(&folder.0).ok()?;
    let Entry::File(lock) = folder.entry(LOCK.as_ref()).ok()? else { return None };
    let lock_stat = fstat(&lock).ok()?;
    let user = geteuid().as_raw();
    let is_own =
        stat.st_uid == user && stat.st_mode & 0o777 == 0o700 && lock_stat.st_uid == user && lock_stat.st_nlink == 1;
    let mut text = Vec::new();
    (&lock).take(MARK.len() as u64 + 1).read_to_end(&mut text).ok()?;
    (is_own && text == MARK).then_some((folder, lock))
}

/// Removes a folder with all that is in it, also if a program took away the permissions of folders in it, or nested them deeper than a
/// path may be long: they are moved up first. No link is followed.
fn remove_whole(whole: &Path) {
    if fs::remove_dir_all(whole).is_ok() {
        return;
    }
    let (Some(parent), Some(name)) = (whole.parent(), whole.file_name()) else { return };
    let Ok(parent) = Folder::open(parent) else { return };
    permit(&parent, name);
    let Ok(Entry::Folder(top)) = parent.entry(name) else { return };
    let (mut folders, mut numbers) = (permitted_folders(&top), 0_u64..);
    while let Some(name) = folders.pop() {
        let Ok(Entry::Folder(folder)) = top.entry(&name) else { continue };
        for inner in permitted_folders(&folder) {
            let mut names = numbers.by_ref().map(|number| OsString::from(number.to_string()));
            let free = names.find(|name| statat(&top.0, name, AtFlags::SYMLINK_NOFOLLOW).is_err());
            folders.extend(free.filter(|free| renameat(&folder.0, &inner, &top.0, free).is_ok()));
        }
    }
    let _ = fs::remove_dir_all(whole);
}

/// The names of the folders in a folder, which their owner may use from now on.
fn permitted_folders(folder: &Folder) -> Vec<OsString> {
    let mut names = folder.names().unwrap_or_default();
    names.retain(|name| {
        let stat = statat(&folder.0, name, AtFlags::SYMLINK_NOFOLLOW);
        stat.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
    });
    names.iter().for_each(|name| permit(folder, name));
    names
}

/// Lets its owner use a folder in another one.
#[cfg(target_os = "linux")]
fn permit(folder: &Folder, name: &OsStr) {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    if let Ok(open) = openat(&folder.0, name, flags, Mode::empty()) {
        let _ = chmod(format!("/proc/self/fd/{}", open.as_raw_fd()), Mode::RWXU);
    }
}

#[cfg(not(target_os = "linux"))]
fn permit(folder: &Folder, name: &OsStr) {
    let _ = rustix::fs::chmodat(&folder.0, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn folders_whose_owner_has_ended_are_removed_and_no_others() {
        let place = tempfile::tempdir().unwrap();
        let new = || TemporaryFolder::new_in(place.path()).unwrap();
        let (lives, left) = (new(), new());
        fs::write(lives.path().join("a"), "").unwrap();
        // What a program did to its files.
        let mut deep = left.path().join("unusable");
        for _ in 0..3 {
            fs::create_dir(&deep).unwrap();
            deep.push("inner");
        }
        let precious = place.path().join("precious");
        fs::create_dir(&precious).unwrap();
        symlink(&precious, left.path().join("unusable/link")).unwrap();
        fs::set_permissions(left.path().join("unusable/inner"), Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(left.path().join("unusable"), Permissions::from_mode(0o000)).unwrap();
        let whole = left.whole.clone();
        // As the system does when the process is killed.
        left.lock.unlock().unwrap();
        std::mem::forget(left);
        // Others, whose names are such ones: without the mark, with other contents of it, a link, readable for all.
        let named = |letters: &str| place.path().join(format!("{PREFIX}{letters}"));
        let marked_by = |folder: &Path, mark: &[u8], mode: u32| {
            DirBuilder::new().mode(mode).create(folder).unwrap();
            fs::write(folder.join(LOCK), mark).unwrap();
        };
        DirBuilder::new().mode(0o700).create(named("AAAAAA")).unwrap();
        marked_by(&named("BBBBBB"), b"", 0o700);
        marked_by(&named("CCCCCC"), MARK, 0o755);
        marked_by(&named("DDDDDD-mine"), MARK, 0o700);
        marked_by(&precious.join("target"), MARK, 0o700);
        symlink(precious.join("target"), named("EEEEEE")).unwrap();
        let others = || crate::names(place.path()).unwrap().len();
        assert_eq!(others(), 8);
        lives.remove_others(place.path());
        assert!(!whole.exists() && lives.path().join("a").exists() && precious.join("target").exists());
        assert_eq!(others(), 7, "nothing else");
        assert!(TemporaryFolder::is_new(new().path()) && !TemporaryFolder::is_new(lives.path()));
        assert!(!TemporaryFolder::is_new(&named("BBBBBB").join(FILES)));
        drop(lives);
        assert_eq!(others(), 6);
    }
}
