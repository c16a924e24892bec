//! What is in a folder that somebody else can write to.

use crate::place::{refusal, regular};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fstat, openat, readlinkat, statat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::{fs::File, io, os::fd::OwnedFd, path::Path};

/// An open folder, which somebody else may be able to write to. What is in it is opened relative to it and without following a link. So
/// whoever exchanges a file or a folder meanwhile leads nobody out of it.
#[derive(Debug)]
pub struct Folder(pub(crate) OwnedFd);

/// What a name in a folder stands for.
#[derive(Debug)]
pub enum Entry {
    /// A folder.
    Folder(Folder),
    /// A regular file, which is open to be read.
    File(File),
    /// A symbolic link to that path.
    Link(OsString),
    /// A pipe, a socket or a device, which is not opened.
    Other,
}

/// With these flags nothing is followed, and nothing waits.
const CAREFUL: OFlags =
    OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC).union(OFlags::RDONLY);

impl Folder {
    /// Opens a folder by its canonical path.
    ///
    /// # Errors
    /// When it cannot be opened, or a part of the path is a link: somebody exchanged it after the path was made canonical.
    pub fn open(path: &Path) -> io::Result<Folder> {
        // A folder on the way need not be readable.
        #[cfg(target_os = "linux")]
        const ON_THE_WAY: OFlags = CAREFUL.union(OFlags::DIRECTORY).union(OFlags::PATH);
        #[cfg(not(target_os = "linux"))]
        const ON_THE_WAY: OFlags = CAREFUL.union(OFlags::DIRECTORY);
        let mut folder = openat(CWD, "/", ON_THE_WAY, Mode::empty())?;
        for part in path.strip_prefix("/").map_err(|_| refusal("its path is not canonical"))? {
            folder = openat(&folder, part, ON_THE_WAY, Mode::empty()).map_err(exchanged)?;
        }
        Ok(Folder(openat(&folder, ".", CAREFUL | OFlags::DIRECTORY, Mode::empty())?))
    }

    /// The names of what is in it, in order.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let entries =
            Dir::read_from(&self.0)?.map(|entry| Ok(OsString::from_vec(entry?.file_name().to_bytes().to_vec())));
        let mut names: Vec<OsString> = entries
            .filter(|name| !matches!(name, Ok(name) if name == "." || name == ".."))
            .collect::<io::Result<_>>()?;
        names.sort();
        Ok(names)
    }

    /// Opens what a name in it stands for. What is returned is what was opened, whatever is there now.
    ///
    /// # Errors
    /// When it cannot be opened, or was exchanged for something of another kind in between.
    pub fn entry(&self, name: &OsStr) -> io::Result<Entry> {
        // Opening a pipe or a device can have effects.
        match FileType::from_raw_mode(statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode) {
            FileType::Directory => {
                let folder = openat(&self.0, name, CAREFUL | OFlags::DIRECTORY, Mode::empty()).map_err(exchanged)?;
                Ok(Entry::Folder(Folder(folder)))
            }
            FileType::RegularFile => {
                let file = openat(&self.0, name, CAREFUL, Mode::empty()).map_err(exchanged)?;
                regular(&fstat(&file)?).map_err(|_| refusal(EXCHANGED))?;
                Ok(Entry::File(file.into()))
            }
            FileType::Symlink => {
                let target = readlinkat(&self.0, name, Vec::new()).map_err(exchanged)?;
                Ok(Entry::Link(OsString::from_vec(target.into_bytes())))
            }
            _ => Ok(Entry::Other),
        }
    }
}

const EXCHANGED: &str = "it was exchanged for something else meanwhile; start again when nobody changes the folder";

/// The error of opening something that was of another kind before.
fn exchanged(error: Errno) -> io::Error {
    match error {
        Errno::LOOP | Errno::NOTDIR | Errno::MLINK | Errno::INVAL | Errno::NXIO => refusal(EXCHANGED),
        other => other.into(),
    }
}
