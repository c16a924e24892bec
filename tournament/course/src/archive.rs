//! What is handed in: a zip, a folder or a file, as a list of entries that are read one by one, within bounds.

use player_api::{is_hidden, shortened, visible};
use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

const MOST_ENTRIES: usize = 100_000;
/// The most folders within each other.
const MOST_DEPTH: usize = 16;

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path in the archive, with slashes.
    pub path: String,
    /// When it was changed last, such as `2026-03-01T23:59:00Z`, if the archive says it. The time zone of a zip is not known: UTC.
    pub modified: Option<String>,
    /// Why it is not read, if it is not.
    pub fault: Option<String>,
}

/// A zip, a folder or a file.
pub struct Archive {
    /// The files, in the order of their paths.
    pub entries: Vec<Entry>,
    source: Source,
}

enum Source {
    Zip(Box<ZipArchive<Box<dyn Bytes>>>, Vec<usize>),
    Folder(PathBuf),
}

trait Bytes: Read + Seek {}
impl<T: Read + Seek> Bytes for T {}

impl Archive {
    /// Opens what a path leads to.
    ///
    /// # Errors
    /// A sentence: it cannot be read, is no zip although its name says so, or has too many entries.
    pub fn open(path: &Path) -> Result<Archive, String> {
        let told = |e: std::io::Error| format!("{} cannot be read: {e}", path.display());
        let data = std::fs::metadata(path).map_err(told)?;
        if data.is_dir() {
            let mut entries = Vec::new();
            list(path, "", 0, &mut entries).map_err(|fault| format!("{}: {fault}", path.display()))?;
            return Ok(Archive { entries, source: Source::Folder(path.to_owned()) });
        }
        if is_zip(&path.to_string_lossy()) {
            let file = folder_files::open(path).map_err(told)?;
            return Archive::of_zip(file).map_err(|fault| format!("{}: {fault}", path.display()));
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let entry = Entry { fault: path_fault(&name), path: name, modified: None };
        Ok(Archive { entries: vec![entry], source: Source::Folder(folder_files::parent(path).to_owned()) })
    }

    pub(crate) fn of_zip(bytes: impl Read + Seek + 'static) -> Result<Archive, String> {
        let bytes: Box<dyn Bytes> = Box::new(bytes);
        let mut zip = ZipArchive::new(bytes).map_err(|e| format!("it is no zip that can be read: {e}"))?;
        if zip.len() > MOST_ENTRIES {
            return Err(format!("it has more than {MOST_ENTRIES} entries"));
        }
        let mut entries = Vec::new();
        for index in 0..zip.len() {
            // Without the key of an encrypted one.
            let file = zip.by_index_raw(index).map_err(|e| format!("its entry {} cannot be read: {e}", index + 1))?;
            if file.is_dir() {
                continue;
            }
            let path = file.name().map_err(|e| format!("its entry {} has no name: {e}", index + 1))?.replace('\\', "/");
            let fault = match () {
                () if file.encrypted() => Some("it is encrypted".to_owned()),
                () if file.is_symlink() => Some("it is a link".to_owned()),
                () => path_fault(&path),
            };
            let modified = file.last_modified().filter(|time| time.year() > 1980).map(|time| {
                let (date, clock) =
                    ((time.year(), time.month(), time.day()), (time.hour(), time.minute(), time.second()));
                format!("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", date.0, date.1, date.2, clock.0, clock.1, clock.2)
            });
            entries.push((Entry { path, modified, fault }, index));
        }
        entries.sort_by(|(one, _), (other, _)| one.path.cmp(&other.path));
        let (entries, places) = entries.into_iter().unzip();
        Ok(Archive { entries, source: Source::Zip(Box::new(zip), places) })
    }

    /// The bytes of an entry. None if it has more than so many.
    ///
    /// # Errors
    /// A sentence: it cannot be read, or is not to be.
    pub fn read(&mut self, entry: usize, most: u64) -> Result<Option<Vec<u8>>, String> {
        let Some(Entry { path, fault, .. }) = self.entries.get(entry) else {
            return Err("there is no such entry".to_owned());
        };
        let path = visible(&shortened(path, 100)).into_owned();
        if let Some(fault) = fault {
            return Err(format!("{path}: {fault}"));
        }
        let mut bytes = Vec::new();
        let mut read =
            |file: &mut dyn Read| file.take(most + 1).read_to_end(&mut bytes).map_err(|e| format!("{path}: {e}"));
        match &mut self.source {
            Source::Zip(zip, places) => {
                let mut file = zip.by_index(places[entry]).map_err(|e| format!("{path}: {e}"))?;
                read(&mut file)?;
            }
            Source::Folder(folder) => {
                let mut file: File =
                    folder_files::open(&folder.join(&self.entries[entry].path)).map_err(|e| format!("{path}: {e}"))?;
                read(&mut file)?;
            }
        }
        Ok((bytes.len() as u64 <= most).then_some(bytes))
    }
}

/// Whether a name is that of a zip.
pub fn is_zip(name: &str) -> bool {
    name.to_lowercase().ends_with(".zip")
}

/// What is wrong with the path of an entry, if something is: it leads outside, or cannot be shown.
fn path_fault(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').collect();
    if path.starts_with('/') || path.contains(':') || parts.contains(&"..") {
        Some("its path leads outside of the folder".to_owned())
    } else if path.chars().any(is_hidden) || parts.iter().any(|part| part.is_empty() || part.len() > 200) {
        Some("its name has a character that is not shown, or is too long".to_owned())
    } else if parts.len() > MOST_DEPTH {
        Some(format!("it is in more than {MOST_DEPTH} folders"))
    } else {
        None
    }
}

/// The files of a folder, in order. Links are entries that are not read.
fn list(folder: &Path, before: &str, depth: usize, entries: &mut Vec<Entry>) -> Result<(), String> {
    if depth > MOST_DEPTH {
        return Err(format!("it has more than {MOST_DEPTH} folders within each other"));
    }
    let mut names = folder_files::names(folder).map_err(|e| format!("it cannot be read: {e}"))?;
    names.sort();
    for name in names {
        let text = name.to_string_lossy();
        let (path, here) = (format!("{before}{text}"), folder.join(&name));
        let data = std::fs::symlink_metadata(&here).map_err(|e| format!("{path} cannot be read: {e}"))?;
        if data.is_dir() {
            list(&here, &format!("{path}/"), depth + 1, entries)?;
            continue;
        }
        let fault = match () {
            () if data.is_symlink() => Some("it is a link".to_owned()),
            () if !data.is_file() => Some("it is no regular file".to_owned()),
            () if name.to_str().is_none() => Some("its name is not UTF-8".to_owned()),
            () => path_fault(&path),
        };
        entries.push(Entry { path, modified: None, fault });
        if entries.len() > MOST_ENTRIES {
            return Err(format!("it has more than {MOST_ENTRIES} files"));
        }
    }
    Ok(())
}
