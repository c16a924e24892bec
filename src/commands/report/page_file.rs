//! The file of a page.

use crate::{failure::Failure, present::output::visible_page};
use std::path::{Path, PathBuf};
use tournament::files;

/// The file of a page that a person named by that option, after a check that it can be replaced by a page. In a results folder nothing
/// but a page is.
pub fn check(out: &Path, option: &str, is_forced: bool) -> Result<PathBuf, Failure> {
    let file = files::target(out).map_err(|e| unwritable(&e, option))?;
    files::check_writable(&file).map_err(|e| unwritable(&e, option))?;
    if file.exists() && !files::is_page(&file) {
        let may_force = option == "--out" && !files::is_in_results(&file);
        if !(may_force && is_forced) {
            let force = if may_force { "--force to overwrite it, or " } else { "" };
            return Err(Failure::input(format!(
                "{} exists and is no page of this program; give {force}another file with {option}",
                out.display()
            )));
        }
    }
    Ok(file)
}

/// Writes a page whole.
pub fn write(out: &Path, option: &str, page: &str) -> Result<(), Failure> {
    files::write_whole(out, visible_page(page).as_bytes()).map_err(|e| unwritable(&e, option))
}

fn unwritable(e: &tournament::FileError, option: &str) -> Failure {
    Failure::input(format!("{e}; give a file that can be written with {option}"))
}
