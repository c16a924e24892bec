//! Codes from a file.

use scsa::{
    Code, Size,
    notation::{NotationError, parse_code},
};
use std::{
    error::Error,
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The size of the largest file that is read, in bytes: about ten million codes of the longest kind.
const LARGEST: u64 = 512 << 20;

/// Codes in order, read from a text file with one code a line, in letters or digits: secrets of a codemaker, or samples. Blank
/// lines are ignored.
#[derive(Clone, Debug, Default)]
pub struct CodeFile {
    path: PathBuf,
    codes: Arc<[Code]>,
}

impl CodeFile {
    /// Reads a file.
    ///
    /// # Errors
    /// [`CodeFileError`] when it cannot be read, a line is not a code, codes have different lengths, or there is none.
    pub fn read(path: &Path) -> Result<CodeFile, CodeFileError> {
        let error = |problem| CodeFileError { file: path.display().to_string(), problem };
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
        read.map_err(|e| error(Problem::Unreadable(e)))?;
        if bytes.len() as u64 > LARGEST {
            return Err(error(Problem::Large));
        }
        // Some editors begin a file with a byte order mark.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let mut codes: Vec<Code> = Vec::new();
        for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let text = String::from_utf8_lossy(line);
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            let line = number + 1;
            let code = parse_code(text).map_err(|e| error(Problem::Malformed(line, e)))?;
            if let Some(first) = codes.first().filter(|first| first.len() != code.len()) {
                return Err(error(Problem::Length(line, code.len(), first.len())));
            }
            codes.push(code);
        }
        if codes.is_empty() {
            return Err(error(Problem::Empty));
        }
        Ok(CodeFile { path: path.to_owned(), codes: codes.into() })
    }

    /// The path of the file, as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The codes in order.
    #[must_use]
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// The codes, shared.
    #[must_use]
    pub fn shared(&self) -> Arc<[Code]> {
        Arc::clone(&self.codes)
    }

    /// Splits the codes: the first `first` of them, and the others. `None` if either part is empty.
    #[must_use]
    pub fn split(&self, first: usize) -> Option<(CodeFile, CodeFile)> {
        let (head, tail) = self.codes.split_at_checked(first)?;
        let part = |codes: &[Code]| CodeFile { path: self.path.clone(), codes: codes.into() };
        (!head.is_empty() && !tail.is_empty()).then(|| (part(head), part(tail)))
    }

    /// The smallest size at which every code is legal.
    #[must_use]
    pub fn least_size(&self) -> Option<Size> {
        let colors = self.codes.iter().flat_map(Code::pegs).map(|color| color.index() + 1).max()?;
        Size::new(self.codes.first()?.len(), colors).ok()
    }
}

/// Why a file of codes cannot be used. The message names the file and, where there is one, the line.
#[derive(Debug)]
pub struct CodeFileError {
    file: String,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Unreadable(io::Error),
    Malformed(usize, NotationError),
    Length(usize, usize, usize),
    Empty,
    Large,
}

impl fmt::Display for CodeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        match &self.problem {
            Problem::Unreadable(e) => write!(f, "cannot read the codes in {file}: {e}"),
            Problem::Malformed(line, e) => write!(f, "{file}, line {line}: {e}"),
            Problem::Length(line, pegs, first) => {
                write!(
                    f,
                    "{file}, line {line}: the code has {pegs} pegs, those before it have {first}; use one file a size"
                )
            }
            Problem::Large => {
                write!(f, "{file} holds more than {} MB; codes were expected, one a line", LARGEST >> 20)
            }
            Problem::Empty => write!(f, "{file} holds no code; one code a line was expected, such as ABCA"),
        }
    }
}

impl Error for CodeFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            Problem::Unreadable(e) => Some(e),
            Problem::Malformed(_, e) => Some(e),
            _ => None,
        }
    }
}
