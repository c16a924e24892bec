//! The file of this program, and its command line.

use super::Failure;
use std::{
    env,
    path::{Path, PathBuf},
};

/// The path of this program, also after its file was replaced.
pub fn this_program() -> Result<PathBuf, Failure> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return Ok(running);
    }
    env::current_exe().map_err(|e| Failure::run(format!("this program cannot find itself: {e}")))
}

/// The words of the command line. The program has no folder, which says nothing on another machine.
pub fn this_command() -> Vec<String> {
    let mut command: Vec<String> = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(first) = command.first_mut() {
        *first = Path::new(first).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    }
    command
}
