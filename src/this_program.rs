//! The file of this program, its command line, and how manifests name it; the SHA-256 hashes of files.

use crate::failure::Failure;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};
use tournament::{Manifest, files};

pub fn this_program() -> Result<PathBuf, Failure> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return Ok(running);
    }
    env::current_exe().map_err(|e| Failure::system(format!("this program cannot find itself: {e}")))
}

/// The words of the command line. The program has no folder, which says nothing on another machine.
pub fn this_command() -> Vec<String> {
    let mut command: Vec<String> = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(first) = command.first_mut() {
        *first = Path::new(first).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    }
    command
}

/// The same manifest with this program, without the hash of its file.
pub fn of_this_program(manifest: Manifest) -> Manifest {
    let revision = env!("ARENA_REVISION");
    Manifest {
        program: concat!("arena ", env!("CARGO_PKG_VERSION")).to_owned(),
        revision: (!revision.is_empty()).then(|| revision.to_owned()),
        command: this_command(),
        ..manifest
    }
}

/// The same manifest with the hash of the program's file, which is read whole the first time: a tournament that is refused needs none.
pub fn with_hash(manifest: Manifest) -> Manifest {
    static HASH: OnceLock<Option<String>> = OnceLock::new();
    Manifest { program_sha256: HASH.get_or_init(program_hash).clone(), ..manifest }
}

/// A program whose file cannot be read can play all the same. The hash is kept in the cache of the user, because a program that is read
/// whole starts only half as fast. No file can be written while it runs, so a file with the same number and times has the same bytes.
fn program_hash() -> Option<String> {
    let path = this_program().ok()?;
    let about = fs::metadata(&path).ok()?;
    let times = [about.mtime(), about.mtime_nsec(), about.ctime(), about.ctime_nsec()];
    let file = format!("{} {} {} {times:?} ", about.dev(), about.ino(), about.size());
    let kept = folder_files::cache().ok().map(|cache| cache.join("program.txt"));
    let text = kept.as_ref().and_then(|kept| folder_files::read_text(kept, 1000).ok());
    let known = text.as_ref().and_then(|text| text.strip_prefix(&file)).map(str::trim_end);
    if let Some(hash) = known.filter(|hash| hash.len() == 64) {
        return Some(hash.to_owned());
    }
    let hash = file_hash(&path).ok()?;
    let _ = kept.map(|kept| files::write_whole(&kept, format!("{file}{hash}\n").as_bytes()));
    Some(hash)
}

pub fn file_hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    hash_file(&mut hasher, folder_files::open(&folder_files::named(path)?)?)?;
    Ok(hex(hasher))
}

pub fn hash_file(hasher: &mut Sha256, mut file: impl Read) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            length => hasher.update(&buffer[..length]),
        }
    }
}

pub fn hex(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
