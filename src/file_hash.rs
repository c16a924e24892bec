//! The SHA-256 hashes of files.

use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::path::Path;

pub fn file_hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    hash_file(&mut hasher, &folder_files::named(path)?)?;
    Ok(hex(hasher))
}

/// Hashes the bytes of a file.
pub fn hash_file(hasher: &mut Sha256, path: &Path) -> io::Result<()> {
    let (mut file, mut buffer) = (folder_files::open(path)?, vec![0; 1 << 16]);
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
