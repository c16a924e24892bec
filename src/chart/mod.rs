//! placeholder
use crate::{Summary, TimingSummary, tournament::FileError};
use std::path::{Path, PathBuf};
/// x
/// # Errors
/// x
pub fn draw_all(_s: &[Summary], _t: &[TimingSummary], _f: &Path) -> Result<Vec<PathBuf>, FileError> {
    Ok(vec![])
}
