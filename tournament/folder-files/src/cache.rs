use rustix::fs::{Access, access};
use rustix::process::{geteuid, getuid};
use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::{env, io};

/// The folder for what is made once and used by many processes of this user: `$XDG_CACHE_HOME/arena`, or else `~/.cache/arena`, or
/// else a folder of the user among the temporary files. It is made where it is missing.
///
/// # Errors
/// When none can be made that nobody else can write to: what is there may be of somebody else. The error names the last one.
pub fn cache() -> io::Result<PathBuf> {
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home).map(|cache| cache.join("arena"));
    let made = |folder: PathBuf| make_own(&folder).map(|()| folder);
    // Not every user has a home that can be written to. Others may write to the folder for temporary files, too.
    let other = || made(env::temp_dir().join(format!("arena-{}", getuid().as_raw())));
    cache.map(made).filter(Result::is_ok).unwrap_or_else(other)
}

/// Makes a folder where it is missing. One that is there has to be of this user alone.
fn make_own(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        folder.parent().map_or(Ok(()), fs::create_dir_all)?;
        // Another process may be faster.
        let _ = DirBuilder::new().mode(0o700).create(folder);
    }
    let about =
        fs::symlink_metadata(folder).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", folder.display())))?;
    if about.is_dir() && about.uid() == geteuid().as_raw() && about.mode() & 0o022 == 0 {
        return Ok(access(folder, Access::WRITE_OK)?);
    }
    Err(io::Error::other(format!("others can write to {}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn folders_of_others_are_refused() {
        let cache = tempfile::tempdir().unwrap();
        let link = cache.path().join("link");
        symlink(cache.path(), &link).unwrap();
        make_own(&link).unwrap_err();
        fs::set_permissions(cache.path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert!(make_own(cache.path()).unwrap_err().to_string().starts_with("others can write to "));
        let own = cache.path().join("own");
        make_own(&own).unwrap();
        assert_eq!(fs::metadata(own).unwrap().mode() & 0o777, 0o700);
    }
}
