//! Which file a command runs, and which files that one needs.

use crate::SandboxError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Folders of the system that every program may read.
pub(crate) const SYSTEM: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// The largest number of links and interpreters that are followed from a program.
const MAX_STEPS: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Executable {
    /// A file of the copied folder, relative to it.
    Copied(OsString),
    At(OsString),
}

impl Executable {
    /// The path of the program when the folder is copied to `scratch`.
    pub(crate) fn path(&self, scratch: &Path) -> PathBuf {
        match self {
            Executable::Copied(inside) => scratch.join(inside),
            Executable::At(path) => path.into(),
        }
    }
}

/// Finds the program of a command whose first word is `word`, and what has to be readable for it. `search` has the form of `PATH`; `copied`
/// is canonical.
pub(crate) fn resolve(
    word: &OsStr,
    search: &OsStr,
    copied: Option<&Path>,
) -> Result<(Executable, Vec<PathBuf>), SandboxError> {
    let not_found = || no_program(word);
    let program = locate(word, search, copied).ok_or_else(not_found)?;
    let mut needs = Needs { search, copied, readable: BTreeSet::new(), steps: 0 };
    match &program {
        Executable::Copied(inside) => {
            let folder = copied.ok_or_else(not_found)?;
            needs.interpreter(&folder.join(inside))?;
        }
        Executable::At(path) => needs.file(Path::new(path))?,
    }
    Ok((program, needs.readable.into_iter().collect()))
}

/// What has to be readable for a program that another one in a sandbox starts: its files and those of its interpreter. Nothing for a
/// program of a copied folder, and for one that is missing.
pub fn needs(program: &str) -> Vec<PathBuf> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    resolve(OsStr::new(program), &search, None).map(|(_, readable)| readable).unwrap_or_default()
}

fn no_program(word: &OsStr) -> SandboxError {
    SandboxError::Setup(format!("{}: no executable file of this name", word.display()))
}

/// The entries of `search` that are visible to a program for which `readable` is readable.
pub(crate) fn visible(search: &OsStr, readable: &[OsString]) -> OsString {
    let seen = |folder: &PathBuf| is_system(folder) || readable.iter().any(|path| folder.starts_with(path));
    let folders: Vec<PathBuf> = std::env::split_paths(search).filter(seen).collect();
    match std::env::join_paths(folders) {
        Ok(path) if !path.is_empty() => path,
        _ => "/usr/local/bin:/usr/bin:/bin".into(),
    }
}

fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

fn locate(word: &OsStr, search: &OsStr, copied: Option<&Path>) -> Option<Executable> {
    let path = Path::new(word);
    if !word.as_bytes().contains(&b'/') {
        let mut files = std::env::split_paths(search).map(|folder| folder.join(path));
        return files.find(|file| file.is_absolute() && is_executable(file)).map(|file| Executable::At(file.into()));
    }
    if path.is_relative()
        && let Some(folder) = copied
        && is_executable(&folder.join(path))
        && let Some(inside) = inside_of(&folder.join(path), folder)
    {
        return Some(Executable::Copied(inside.into()));
    }
    let whole = std::path::absolute(path).ok()?;
    if !is_executable(&whole) {
        return None;
    }
    let inside = copied.and_then(|folder| inside_of(&whole, folder));
    Some(match inside {
        Some(inside) => Executable::Copied(inside.into()),
        None => Executable::At(whole.into()),
    })
}

/// The path relative to `folder`, which is canonical, if the file is in it.
fn inside_of(file: &Path, folder: &Path) -> Option<PathBuf> {
    let parent = file.parent()?.canonicalize().ok()?;
    Some(parent.strip_prefix(folder).ok()?.join(file.file_name()?))
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

struct Needs<'a> {
    search: &'a OsStr,
    copied: Option<&'a Path>,
    readable: BTreeSet<PathBuf>,
    steps: usize,
}

impl Needs<'_> {
    /// A file outside of the copied folder: it, the files that it links to, their installations, and the interpreter of a script.
    fn file(&mut self, file: &Path) -> Result<(), SandboxError> {
        let mut hop = file.to_owned();
        while self.step() {
            self.installation(&hop);
            let Ok(target) = hop.read_link() else { break };
            hop = hop.parent().unwrap_or(Path::new("/")).join(target);
        }
        if let Ok(target) = file.canonicalize() {
            self.installation(&target);
            self.interpreter(&target)?;
        }
        Ok(())
    }

    /// The interpreter that the first line of a script names, and of `env` the program that it starts.
    fn interpreter(&mut self, file: &Path) -> Result<(), SandboxError> {
        let Some(line) = first_line(file) else { return Ok(()) };
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let Some(first) = words.next().map(OsStr::from_bytes) else { return Ok(()) };
        let mut names = vec![first];
        if Path::new(first).file_name() == Some(OsStr::new("env")) {
            names.extend(words.map(OsStr::from_bytes).find(|word| !word.as_bytes().starts_with(b"-")));
        }
        for name in names {
            if !self.step() {
                break;
            }
            match locate(name, self.search, self.copied) {
                Some(Executable::At(path)) => self.file(Path::new(&path))?,
                Some(Executable::Copied(_)) => {}
                None => return Err(no_program(name)),
            }
        }
        Ok(())
    }

    fn step(&mut self) -> bool {
        self.steps += 1;
        self.steps <= MAX_STEPS
    }

    /// The file, and the folders of the installation that it belongs to.
    fn installation(&mut self, file: &Path) {
        if is_system(file) {
            return;
        }
        self.readable.insert(file.to_owned());
        let Some(folder) = file.parent() else { return };
        let Some(prefix) = folder.parent().filter(|prefix| !is_personal(prefix)) else { return };
        match folder.file_name().and_then(OsStr::to_str) {
            // Of pyenv, rbenv and others: a script that starts one of the versions beside it.
            Some("shims") => {
                self.readable.insert(prefix.to_owned());
            }
            Some("bin" | "sbin") => {
                let mut names = vec!["bin", "lib", "lib32", "lib64", "libexec", "include", "pyvenv.cfg"];
                // ~/.local/share has data of other programs.
                if prefix.file_name() != Some(OsStr::new(".local")) {
                    names.push("share");
                }
                // A link may lead to another folder of the installation, and nowhere else: its author may not be who plays.
                let whole = prefix.canonicalize().unwrap_or_default();
                let is_own =
                    |path: &PathBuf| path.canonicalize().is_ok_and(|path| path.starts_with(&whole) || is_system(&path));
                let paths = names.into_iter().map(|name| prefix.join(name)).filter(is_own);
                self.readable.extend(paths);
            }
            _ => {}
        }
    }
}

/// Whether a folder is a home folder, or contains those.
pub fn is_personal(folder: &Path) -> bool {
    let home = std::env::home_dir();
    let whole = home.as_ref().and_then(|home| home.canonicalize().ok());
    let is_home = home.iter().chain(&whole).any(|home| home.starts_with(folder));
    is_home || folder == Path::new("/root") || folder.parent().is_none_or(|parent| parent == Path::new("/home"))
}

/// The first line of a script, after `#!`.
fn first_line(file: &Path) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    // What was a file may be a pipe now, which would be waited for.
    folder_files::open(&file.canonicalize().ok()?).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(line.to_vec())
}
