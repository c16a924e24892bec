//! Files that are written at once.

use super::FileError;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Where a file is written before it is moved to its place.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    PathBuf::from(beside)
}

/// The file that a path means, in full: where there is a link, the file that it leads to, so that paths of one file have
/// one target. There may be no such file yet.
///
/// # Errors
/// [`FileError`] when there is no folder for it, or something else than a file is there: a folder, a device, a link that
/// leads nowhere. Only a file may be replaced by another.
pub fn target(path: &Path) -> Result<PathBuf, FileError> {
    let wrong = |e: io::Error| FileError::new(path, "write", e);
    match fs::symlink_metadata(path) {
        Ok(_) => {
            let target = fs::canonicalize(path).map_err(wrong)?;
            let is_file = fs::metadata(&target).map_err(wrong)?.is_file();
            if is_file { Ok(target) } else { Err(FileError::new(path, "write", "something else than a file is there")) }
        }
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let name = path.file_name().ok_or_else(|| FileError::new(path, "write", "it is no name of a file"))?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = fs::canonicalize(folder)
                .map_err(|e| FileError::new(path, "write", format!("the folder {}: {e}", folder.display())))?;
            Ok(folder.join(name))
        }
        Err(e) => Err(wrong(e)),
    }
}

/// Sees whether [`write_whole`] can write a file, which stays as it is.
///
/// # Errors
/// [`FileError`] when it cannot.
pub fn try_to_write(path: &Path) -> Result<(), FileError> {
    let beside = beside(&target(path)?);
    let tried = fs::File::create(&beside).and_then(|_| fs::remove_file(&beside));
    tried.map_err(|e| FileError::new(path, "write", e))
}

/// Writes a file as a whole: beside its [`target`] first, then renamed, so that it is never seen half-written.
///
/// # Errors
/// [`FileError`] when it cannot be written.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let target = target(path)?;
    let beside = beside(&target);
    let written = fs::write(&beside, contents).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|e| {
        // There may be nothing to remove.
        let _ = fs::remove_file(&beside);
        FileError::new(path, "write", e)
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::{fs::symlink, net::UnixListener};

    #[test]
    fn only_a_file_is_replaced_by_another() {
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
