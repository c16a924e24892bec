//! The file of a page.

use super::page::GENERATOR;
use crate::cli::Failure;
use std::{fs::File, io::Read, path::Path};
use tournament::files;

/// Fails unless a file, which was named by that option, can be replaced by a page.
pub fn check(out: &Path, option: &str, is_forced: bool) -> Result<(), Failure> {
    files::check_writable(out).map_err(|e| unwritable(&e, option))?;
    if !is_forced && is_foreign(out) {
        return Err(Failure::input(format!(
            "{} exists and is no page of this program; give --force to overwrite it, or another file with {option}",
            out.display()
        )));
    }
    Ok(())
}

/// Writes a page whole.
pub fn write(out: &Path, option: &str, page: &str) -> Result<(), Failure> {
    files::write_whole(out, page.as_bytes()).map_err(|e| unwritable(&e, option))
}

fn unwritable(e: &tournament::FileError, option: &str) -> Failure {
    Failure::input(format!("{e}; give a file that can be written with {option}"))
}

/// Whether a file is there that is not a page of this program.
fn is_foreign(path: &Path) -> bool {
    let mut beginning = Vec::new();
    match File::open(path) {
        Ok(file) => {
            let is_read = file.take(1000).read_to_end(&mut beginning).is_ok();
            !is_read || !String::from_utf8_lossy(&beginning).contains(GENERATOR)
        }
        Err(_) => path.exists(),
    }
}
