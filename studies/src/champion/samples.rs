//! Files of codes that a mystery made: players are given the first of them as samples, the others are the secrets.

use scsa::Size;
use std::{
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
};
use tournament::{CodeFile, CodeFileError, Codemaker};

/// The number of codes of a file that players are given as samples.
pub const SAMPLE_CODES: usize = 100;

/// A file of codes in two parts.
#[derive(Clone, Debug)]
pub struct SampleFile {
    /// The file's name without its ending.
    pub(super) name: String,
    /// The size in its name.
    pub(super) size: Size,
    /// The codes that players are given as samples.
    pub(super) samples: CodeFile,
    /// The codes that are played, in order.
    pub(super) secrets: CodeFile,
}

impl SampleFile {
    /// The files of a folder that are named like `mystery-1_10x7_2024.txt`, in the order of their names. Other files are
    /// ignored. Paths stay as given: relative to where the folder is named relatively.
    ///
    /// # Errors
    /// [`SampleError`] when the folder cannot be read, has no such file, or one cannot be used.
    pub fn all(folder: &Path) -> Result<Vec<SampleFile>, SampleError> {
        let unreadable = |e| SampleError::Folder(folder.to_owned(), e);
        let names = folder_files::names(folder).map_err(unreadable)?;
        let paths: Vec<_> = names.into_iter().map(|name| folder.join(name)).collect();
        let named = paths.iter().filter_map(|path| parse_name(path).map(|(name, size)| (path, name, size)));
        let files =
            named.map(|(path, name, size)| SampleFile::read(path, name, size)).collect::<Result<Vec<_>, _>>()?;
        if files.is_empty() { Err(SampleError::None(folder.to_owned())) } else { Ok(files) }
    }

    fn read(path: &Path, name: String, size: Size) -> Result<SampleFile, SampleError> {
        let file = CodeFile::read(path).map_err(SampleError::Codes)?;
        if let Some(wrong) = file.codes().iter().position(|code| !size.is_legal(code)) {
            return Err(SampleError::Size(path.to_owned(), wrong + 1, size));
        }
        let few = SampleError::Few(path.to_owned(), file.codes().len());
        let (samples, secrets) = file.split(SAMPLE_CODES).ok_or(few)?;
        Ok(SampleFile { name, size, samples, secrets })
    }

    /// The name of its codemaker in the records, without the folder, which has no meaning on another machine.
    pub(super) fn scsa(&self) -> String {
        format!("{}{}.txt", Codemaker::FILE_PREFIX, self.name)
    }
}

/// The name without its extension and the size in it, for a file with the name of a file of samples.
fn parse_name(path: &Path) -> Option<(String, Size)> {
    let name = path.file_name()?.to_str()?.strip_suffix(".txt")?;
    let mut parts = name.split('_');
    let (Some(mystery), Some(size), Some(year), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return None;
    };
    let plain =
        |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    (plain(mystery) && plain(year)).then_some((name.to_owned(), size.parse().ok()?))
}

/// Why samples cannot be used.
#[derive(Debug)]
pub enum SampleError {
    /// The folder cannot be read.
    Folder(PathBuf, io::Error),
    /// The folder has no file of samples.
    None(PathBuf),
    /// A file is not a file of codes.
    Codes(CodeFileError),
    /// The code of this number, from 1, does not have the size in the name of the file.
    Size(PathBuf, usize, Size),
    /// With this number of codes none would be left to play.
    Few(PathBuf, usize),
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::Folder(path, e) => write!(f, "cannot read the folder {}: {e}", path.display()),
            SampleError::None(path) => {
                write!(f, "{} holds no file that is named like mystery-1_10x7_2024.txt", path.display())
            }
            SampleError::Codes(e) => e.fmt(f),
            SampleError::Size(path, code, size) => {
                write!(
                    f,
                    "{}: code {code} does not have the size {size} that is in the name of the file",
                    path.display()
                )
            }
            SampleError::Few(path, codes) => write!(
                f,
                "{} holds {codes} codes; {SAMPLE_CODES} are given to players, and at least one more was expected to be played",
                path.display()
            ),
        }
    }
}

impl Error for SampleError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SampleError::Folder(_, e) => Some(e),
            SampleError::Codes(e) => Some(e),
            SampleError::None(_) | SampleError::Size(..) | SampleError::Few(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_are_recognized_by_their_names() {
        let known = |name: &str| parse_name(Path::new(name)).map(|(name, size)| format!("{name} {size}"));
        assert_eq!(known("a/mystery-1_10x7_2024.txt").as_deref(), Some("mystery-1_10x7_2024 10x7"));
        for other in ["mystery-1_10x7.txt", "mystery-1_10_2024.txt", "a_10x7_b_c.txt", "_10x7_2024.txt", "a_10x7_b.csv"]
        {
            assert_eq!(known(other), None, "{other}");
        }
    }

    #[test]
    fn a_hundred_codes_are_samples_and_the_others_are_played() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mystery-9_4x6_2024.txt");
        let said = || SampleFile::all(folder.path()).unwrap_err().to_string();
        assert!(said().contains("holds no file that is named like"), "{}", said());
        fs::write(folder.path().join("notes.txt"), "no codes").unwrap();
        fs::write(&path, "ABCA\n".repeat(100)).unwrap();
        assert!(said().contains("holds 100 codes"), "{}", said());
        fs::write(&path, "ABCA\n".repeat(100) + "FFFF\nABCG\n").unwrap();
        assert!(said().contains("code 102 does not have the size 4x6"), "{}", said());
        fs::write(&path, "ABCA\n".repeat(100) + "FFFF\nABCD\n").unwrap();
        let files = SampleFile::all(folder.path()).unwrap();
        assert_eq!((files.len(), files[0].samples.codes().len(), files[0].secrets.codes().len()), (1, 100, 2));
        assert_eq!(files[0].scsa(), "codes:mystery-9_4x6_2024.txt");
    }
}
