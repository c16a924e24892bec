//! The copied folder.

use crate::Sandbox;
use folder_files::{Entry, Folder};
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// The largest number of bytes of a folder that are copied.
pub const MAX_BYTES: u64 = 64 << 20;

/// The largest number of files and folders in a folder that are copied.
pub const MAX_FILES: u32 = 5000;

/// Copies the contents of the folder that a sandbox copies into the folder `to`: links as such, no sockets, pipes and devices.
/// Permissions are kept, and owners may read and write.
///
/// Everything is read from what was opened in the open folder, so that nothing from elsewhere is copied when its author exchanges it
/// meanwhile.
pub(crate) fn copy(sandbox: &Sandbox, to: &Path) -> Result<(), String> {
    let Some(root) = &sandbox.copied else { return Ok(()) };
    let root = Path::new(root);
    let folder = Folder::open(root).map_err(|error| fault(root, &error))?;
    Copy { root, sandbox, bytes: 0, files: 0 }.folder(&folder, root, to)
}

fn fault(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be copied: {error}", path.display())
}

struct Copy<'a> {
    root: &'a Path,
    sandbox: &'a Sandbox,
    bytes: u64,
    files: u32,
}

impl Copy<'_> {
    /// Copies what is in an open folder, which was at the path `from`.
    fn folder(&mut self, folder: &Folder, from: &Path, to: &Path) -> Result<(), String> {
        for name in folder.names().map_err(|error| fault(from, &error))? {
            let (path, target) = (from.join(&name), to.join(&name));
            if !self.sandbox.is_copied(&path) {
                continue;
            }
            self.files += 1;
            self.check()?;
            let fail = |error: io::Error| fault(&path, &error);
            match folder.entry(&name).map_err(fail)? {
                Entry::Link(link) => symlink(link, &target).map_err(fail)?,
                Entry::Folder(inner) => {
                    fs::create_dir(&target).map_err(fail)?;
                    self.folder(&inner, &path, &target)?;
                }
                Entry::File(file) => self.file(&file, &target).map_err(fail)?,
                Entry::Other => {}
            }
            self.check()?;
        }
        Ok(())
    }

    fn file(&mut self, file: &File, target: &Path) -> io::Result<()> {
        let data = file.metadata()?;
        let mode = data.permissions().mode() & 0o777 | 0o600;
        if self.bytes + data.len() > MAX_BYTES {
            // It is refused.
            self.bytes += data.len();
            return Ok(());
        }
        // It may grow meanwhile.
        let mut left = file.take(MAX_BYTES + 1 - self.bytes);
        self.bytes += io::copy(&mut left, &mut File::create_new(target)?)?;
        fs::set_permissions(target, Permissions::from_mode(mode))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    /// The author of a folder exchanges a file and a folder for links while it is copied.
    #[test]
    fn nothing_from_elsewhere_is_copied_whatever_is_exchanged() {
        let (place, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (place, outside) = (place.path().canonicalize().unwrap(), outside.path().canonicalize().unwrap());
        let root = place.join("player");
        [&root.join("data"), &outside.join("data")].into_iter().for_each(|folder| fs::create_dir_all(folder).unwrap());
        for name in ["table", "data/table"] {
            fs::write(root.join(name), "own").unwrap();
            fs::write(outside.join(name), "private").unwrap();
        }
        let (is_over, sandbox) =
            (AtomicBool::new(false), Sandbox { copied: Some((&root).into()), ..Sandbox::default() });
        let exchange = |name: &str| {
            let (path, kept) = (root.join(name), place.join("kept"));
            fs::rename(&path, &kept).unwrap();
            symlink(outside.join(name), &path).unwrap();
            fs::remove_file(&path).unwrap();
            fs::rename(&kept, &path).unwrap();
        };
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    exchange("table");
                    exchange("data");
                }
            });
            for _ in 0..500 {
                let to = tempfile::tempdir().unwrap();
                // What is not there or is a link is no fault of the copy.
                let _ = copy(&sandbox, to.path());
                for name in ["table", "data/table"] {
                    let is_link = to.path().join("data").is_symlink() || to.path().join(name).is_symlink();
                    let text = fs::read_to_string(to.path().join(name)).unwrap_or_default();
                    assert!(is_link || text != "private", "{name}");
                }
            }
            is_over.store(true, Ordering::Relaxed);
        });
    }
}
