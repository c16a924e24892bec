//! Files that are written whole.

use super::FileError;
use std::{
    fs::{self, File, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// The file that a path means, in full. A symbolic link means the file that it leads to, so that all paths of a file have one
/// target. The file need not exist.
///
/// # Errors
/// [`FileError`] when there is no folder for it, or something other than a file is there: a folder, a device, a link that leads
/// nowhere. Only a file may be replaced.
pub fn target(path: &Path) -> Result<PathBuf, FileError> {
    let error = |e: io::Error| FileError::new(path, "write", e);
    match fs::symlink_metadata(path) {
        Ok(_) => {
            let target = fs::canonicalize(path).map_err(error)?;
            let is_file = fs::metadata(&target).map_err(error)?.is_file();
            if is_file { Ok(target) } else { Err(FileError::new(path, "write", "something else than a file is there")) }
        }
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let name = path.file_name().ok_or_else(|| FileError::new(path, "write", "it is no name of a file"))?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = fs::canonicalize(folder)
                .map_err(|e| FileError::new(path, "write", format!("the folder {}: {e}", folder.display())))?;
            Ok(folder.join(name))
        }
        Err(e) => Err(error(e)),
    }
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

/// Waits until the names of the files in a folder are on the disk, after files were made, renamed or removed. Not every file system can
/// sync a folder; nothing is done then.
pub fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
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
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(replaced_name).is_some_and(&is_own) {
            // What cannot be removed only takes space.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A temporary file that will replace a file. It is removed unless it is committed.
///
/// ```
/// use std::{fs, io::Write};
/// use tournament::files::Replacement;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("rows.txt");
/// let mut replacement = Replacement::new(&path)?;
/// replacement.file().write_all(b"one row")?;
/// assert!(!path.exists());
/// replacement.commit()?;
/// assert_eq!(fs::read(&path)?, b"one row");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    /// The path as it was given.
    path: PathBuf,
    target: PathBuf,
    file: NamedTempFile,
}

impl Replacement {
    /// Creates the temporary file, under a name that no other process uses.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written, or something other than a file is there.
    pub fn new(path: &Path) -> Result<Replacement, FileError> {
        let target = target(path)?;
        let folder = target.parent().unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        let name = target.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        // No name may be longer than 255 bytes.
        let prefix = if name.len() < 240 { format!(".{name}.") } else { ".".to_owned() };
        builder.prefix(&prefix).suffix(TEMPORARY);
        #[cfg(unix)]
        builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|e| FileError::new(path, "write", e))?;
        Ok(Replacement { path: path.to_owned(), target, file })
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
        let Replacement { path, target, file } = self;
        let error = |e: io::Error| FileError::new(&path, "write", e);
        file.as_file().sync_all().map_err(error)?;
        let file = file.persist(&target).map_err(|e| error(e.error))?;
        // The new name is in the folder, which must reach the disk, too.
        target.parent().map(sync_folder);
        Ok(file)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::{fs::symlink, net::UnixListener};

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
        write_whole(&path("link"), b"three").unwrap();
        assert!(path("link").is_symlink() && read("file") == "three", "the file that the link leads to is written");
        assert_eq!(target(&path("link")).unwrap(), target(&path("./file")).unwrap());

        let _socket = UnixListener::bind(path("socket")).unwrap();
        fs::create_dir(path("folder")).unwrap();
        symlink("folder", path("to-folder")).unwrap();
        symlink("nothing", path("to-nothing")).unwrap();
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        for (name, wanted) in [
            ("socket", "something else than a file is there"),
            ("folder", "something else than a file is there"),
            ("to-folder", "something else than a file is there"),
            ("to-nothing", "No such file"),
            ("no/such", "/no: No such file"),
            ("folder/..", "something else than a file is there"),
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
