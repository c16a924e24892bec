//! A name in an open folder.

use crate::INNER;
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat, fstat, mkdirat, openat, renameat, statat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::{error::Error, fmt, io, os::fd::OwnedFd, path::Path};

/// Why something is not opened because of what it is.
#[derive(Debug)]
struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Refusal {}

pub fn refusal(sentence: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, Refusal(sentence.into()))
}

/// Whether an error says that something is not opened because of what it is, such as a link, a pipe or too large a file.
pub fn is_refused(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<Refusal>())
}

/// A name in a folder that is open, so that nobody can put another folder into its place in between. Each file is opened, made, moved
/// or removed by such a place.
#[derive(Debug)]
pub struct Place {
    pub(crate) folder: OwnedFd,
    pub(crate) name: OsString,
}

impl Place {
    /// The place that a path means.
    ///
    /// # Errors
    /// When its folder cannot be opened, or is a link in a results folder; when the path has no name at its end.
    pub fn of(path: &Path) -> io::Result<Place> {
        let name = path.file_name().ok_or_else(|| refusal("it is no name of a file"))?.to_owned();
        Ok(Place { folder: open_folder(crate::parent(path), false)?, name })
    }

    /// Checks that a regular file is there, or nothing, and says which.
    ///
    /// # Errors
    /// When something else is there.
    pub fn check(&self) -> io::Result<bool> {
        match statat(&self.folder, &self.name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => regular(&stat).map(|()| true),
            Err(Errno::NOENT) => Ok(false),
            Err(e) => Err(e.into()),
        }
    }

    /// Opens the file. A file that is written is made unless it is there, and keeps its contents.
    pub(crate) fn open(&self, access: OFlags) -> io::Result<File> {
        // Opening a pipe or a device can wait, or have effects.
        self.check()?;
        // And nothing waits or is followed if it was put there since.
        let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = openat(&self.folder, &self.name, flags, Mode::from_raw_mode(0o666))?;
        let stat = fstat(&file)?;
        regular(&stat)?;
        if access.contains(OFlags::RDWR) && stat.st_nlink > 1 {
            return Err(refusal("it has another name (a hard link), under which it would change, too; copy the file"));
        }
        Ok(file.into())
    }

    /// Makes a file of another name in the same folder.
    ///
    /// # Errors
    /// When it cannot be made, or something of that name is there.
    pub fn create_beside(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(openat(&self.folder, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// Moves a file of another name in the same folder here, waits until that is on the disk, and replaces what is here.
    ///
    /// # Errors
    /// When it cannot be moved, or something else than a regular file is here.
    pub fn replace_by(&self, name: &OsStr) -> io::Result<()> {
        self.check()?;
        renameat(&self.folder, name, &self.folder, &self.name)?;
        // The new name is in the folder, which must reach the disk, too. Not every file system can sync a folder.
        if let Ok(folder) =
            openat(&self.folder, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
        {
            let _ = rustix::fs::fsync(folder);
        }
        Ok(())
    }
}

/// Opens a folder, and makes it if wanted. The part of the path that a person gave may contain links; folders in a results folder, which
/// are at the end of the path, may not be links.
pub fn open_folder(path: &Path, is_made: bool) -> io::Result<OwnedFd> {
    let is_inner = path.file_name().is_some_and(|name| INNER.iter().any(|inner| name == *inner));
    let parent = path.parent().filter(|parent| is_inner && !parent.as_os_str().is_empty());
    let Some(parent) = parent else {
        if is_made {
            fs::create_dir_all(path)?;
        }
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        return match openat(CWD, path, flags, Mode::empty()) {
            // A folder that may be searched, but not listed.
            #[cfg(target_os = "linux")]
            Err(Errno::ACCESS) => Ok(openat(CWD, path, OFlags::PATH | flags, Mode::empty())?),
            opened => Ok(opened?),
        };
    };
    let (folder, name) = (open_folder(parent, is_made)?, path.file_name().unwrap_or_default());
    if is_made
        && let Err(e) = mkdirat(&folder, name, Mode::from_raw_mode(0o777))
        && e != Errno::EXIST
    {
        return Err(e.into());
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(&folder, name, flags, Mode::empty()).map_err(|e| {
        match statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW).map(|stat| FileType::from_raw_mode(stat.st_mode)) {
            Ok(FileType::Symlink) => refusal(format!(
                "{} is a symbolic link, and none is followed in a results folder; remove the link",
                path.display()
            )),
            Ok(FileType::Directory) | Err(_) => e.into(),
            Ok(_) => refusal(format!("{} is not a folder; move it elsewhere", path.display())),
        }
    })
}

/// Checks that it is a regular file.
pub fn regular(stat: &Stat) -> io::Result<()> {
    let what = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => return Ok(()),
        FileType::Symlink => {
            return Err(refusal("it is a symbolic link, and none is followed in a results folder; remove the link"));
        }
        FileType::Directory => "a folder",
        FileType::Fifo => "a named pipe",
        FileType::Socket => "a socket",
        FileType::CharacterDevice | FileType::BlockDevice => "a device",
        _ => "something else",
    };
    Err(refusal(format!("it is {what}, and a file was expected")))
}
