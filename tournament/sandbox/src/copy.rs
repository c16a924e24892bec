//! The copied folder, and temporary folders.

use crate::Sandbox;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::{fs, io};
use tempfile::TempDir;

/// The largest number of bytes of a folder that are copied.
pub const MAX_BYTES: u64 = 64 << 20;

/// The largest number of files and folders in a folder that are copied.
pub const MAX_FILES: u32 = 5000;

const PREFIX: &str = "sandbox-";

/// A new temporary folder that only its owner can read.
pub(crate) fn temporary() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(PREFIX).permissions(fs::Permissions::from_mode(0o700)).tempdir()
}

/// Whether a path leads to a folder that [`temporary`] made, and in which nothing is yet.
#[cfg(target_os = "linux")]
pub(crate) fn is_new(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let is_named = folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()));
    let is_private = fs::symlink_metadata(folder).is_ok_and(|data| data.is_dir() && data.mode() & 0o777 == 0o700);
    is_named && is_private && fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// Copies the contents of the folder that a sandbox copies into the folder `to`: links as such, no sockets, pipes and devices.
/// Permissions are kept, and owners may read and write.
pub(crate) fn copy(sandbox: &Sandbox, to: &Path) -> Result<(), String> {
    let Some(root) = &sandbox.copied else { return Ok(()) };
    let root = Path::new(root);
    Copy { root, sandbox, bytes: 0, files: 0 }.folder(root, to)
}

struct Copy<'a> {
    root: &'a Path,
    sandbox: &'a Sandbox,
    bytes: u64,
    files: u32,
}

impl Copy<'_> {
    fn folder(&mut self, from: &Path, to: &Path) -> Result<(), String> {
        let fail = |path: &Path, error: &io::Error| format!("{} cannot be copied: {error}", path.display());
        for entry in fs::read_dir(from).map_err(|error| fail(from, &error))? {
            let entry = entry.map_err(|error| fail(from, &error))?;
            let path = entry.path();
            if !self.sandbox.is_copied(&path) {
                continue;
            }
            self.files += 1;
            let target = to.join(entry.file_name());
            let data = entry.metadata().map_err(|error| fail(&path, &error))?;
            if data.is_file() {
                self.bytes += data.len();
            }
            self.check()?;
            if data.is_symlink() {
                let link = fs::read_link(&path).map_err(|error| fail(&path, &error))?;
                symlink(link, &target).map_err(|error| fail(&path, &error))?;
            } else if data.is_dir() {
                fs::create_dir(&target).map_err(|error| fail(&path, &error))?;
                self.folder(&path, &target)?;
            } else if data.is_file() {
                fs::copy(&path, &target).map_err(|error| fail(&path, &error))?;
                let mode = data.permissions().mode() & 0o777 | 0o600;
                fs::set_permissions(&target, fs::Permissions::from_mode(mode)).map_err(|error| fail(&path, &error))?;
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        if self.bytes > MAX_BYTES || self.files > MAX_FILES {
            return Err(format!(
                "{} is too large to be copied: the limits are {} MiB and {MAX_FILES} files; keep results and builds elsewhere",
                self.root.display(),
                MAX_BYTES >> 20
            ));
        }
        Ok(())
    }
}
