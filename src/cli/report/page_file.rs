//! The file of a page.

use crate::cli::{Failure, output::visible_page};
use std::path::Path;
use tournament::files;

/// Fails unless a file, which was named by that option, can be replaced by a page.
pub fn check(out: &Path, option: &str, is_forced: bool) -> Result<(), Failure> {
    files::check_writable(out).map_err(|e| unwritable(&e, option))?;
    if !is_forced && out.exists() && !files::is_page(out) {
        return Err(Failure::input(format!(
            "{} exists and is no page of this program; give --force to overwrite it, or another file with {option}",
            out.display()
        )));
    }
    Ok(())
}

/// Writes a page whole.
pub fn write(out: &Path, option: &str, page: &str) -> Result<(), Failure> {
    files::write_whole(out, visible_page(page).as_bytes()).map_err(|e| unwritable(&e, option))
}

fn unwritable(e: &tournament::FileError, option: &str) -> Failure {
    Failure::input(format!("{e}; give a file that can be written with {option}"))
}
