//! The files of a submission.

use crate::archive::{Archive, is_zip};
use player_api::{shortened, visible};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The most bytes of a submission.
const MOST: u64 = 50 << 20;
const MOST_FILES: usize = 2000;

/// The files of a submission: their paths, with slashes, and their bytes. In the order of the paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files(pub(crate) Vec<(String, Vec<u8>)>);

impl Files {
    /// The files of some entries of an archive, under the paths that they have in the submission. If they are one zip, the files in it. A
    /// folder in which all of them are is left out, and so is what systems leave behind.
    ///
    /// # Errors
    /// A sentence: an entry is not read, or they are too many or too large.
    pub fn of(archive: &mut Archive, entries: &[(usize, String)]) -> Result<Files, String> {
        let mut kept: Vec<&(usize, String)> = entries.iter().filter(|(_, path)| !is_litter(path)).collect();
        kept.dedup_by(|one, other| one.1 == other.1);
        if let [(entry, path)] = &kept[..]
            && is_zip(path)
        {
            let path = visible(&shortened(path, 100)).into_owned();
            let bytes = archive.read(*entry, MOST)?.ok_or_else(too_large)?;
            let mut inner = Archive::of_zip(io::Cursor::new(bytes)).map_err(|fault| format!("{path}: {fault}"))?;
            let all: Vec<(usize, String)> =
                inner.entries.iter().enumerate().map(|(entry, one)| (entry, one.path.clone())).collect();
            if let Some((_, nested)) = all.iter().find(|(_, path)| is_zip(path) && !is_litter(path)) {
                return Err(format!("{path}: it has an archive in it, {}", visible(&shortened(nested, 100))));
            }
            return Files::of(&mut inner, &all);
        }
        if let Some((_, nested)) = kept.iter().find(|(_, path)| is_zip(path)) {
            return Err(format!("{}: it is an archive beside other files", visible(&shortened(nested, 100))));
        }
        if kept.is_empty() {
            return Err("it has no file".to_owned());
        }
        if kept.len() > MOST_FILES {
            return Err(format!("it has more than {MOST_FILES} files"));
        }
        let (mut files, mut left) = (Vec::new(), MOST);
        for (entry, path) in kept {
            let bytes = archive.read(*entry, left)?.ok_or_else(too_large)?;
            left -= bytes.len() as u64;
            files.push((path.clone(), bytes));
        }
        while let Some(folder) = common_folder(&files) {
            files.iter_mut().for_each(|(path, _)| drop(path.drain(..folder)));
        }
        files.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Files(files))
    }

    /// The hash of all paths and bytes, in hexadecimal digits.
    pub fn sha256(&self) -> String {
        let mut hash = Sha256::new();
        for (path, bytes) in &self.0 {
            for part in [path.as_bytes(), bytes] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Writes the files into a folder that is made for them, which is there as a whole or not at all; what was there is replaced. Programs and
    /// scripts can be executed.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let parent = folder_files::parent(folder);
        fs::create_dir_all(parent)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let begun = parent.join(format!(".{name}.new"));
        if begun.exists() {
            fs::remove_dir_all(&begun)?;
        }
        for (path, bytes) in &self.0 {
            let file = begun.join(path);
            fs::create_dir_all(folder_files::parent(&file))?;
            fs::write(&file, bytes)?;
            let mode = if bytes.starts_with(b"#!") || bytes.starts_with(b"\x7fELF") { 0o755 } else { 0o644 };
            fs::set_permissions(&file, fs::Permissions::from_mode(mode))?;
        }
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::rename(begun, folder)
    }
}

fn too_large() -> String {
    format!("its files have more than {} MB", MOST >> 20)
}

/// The length of the folder, with its slash, in which all files are.
fn common_folder(files: &[(String, Vec<u8>)]) -> Option<usize> {
    let length = files.first()?.0.find('/')? + 1;
    let folder = &files[0].0[..length];
    files.iter().all(|(path, _)| path.starts_with(folder)).then_some(length)
}

/// What systems and editors leave in folders.
fn is_litter(path: &str) -> bool {
    let is_litter = |part: &str| {
        matches!(part, "__MACOSX" | ".DS_Store" | "Thumbs.db" | "__pycache__" | ".git" | ".idea" | ".vscode")
            || part.starts_with("._")
    };
    path.split('/').any(is_litter)
}
