//! Codes from a file.

use scsa::{
    Code, Size, WeightError, WeightedCodes,
    notation::{NotationError, parse_code},
};
use std::{
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The size of the largest file that is read, in bytes.
const LARGEST: u64 = 512 << 20;
/// The most codes of a file. In memory, five million take some 500 MB while they are read.
const MOST_CODES: usize = 5_000_000;

/// Codes in order, read from a text file with one code a line, in letters or digits: secrets of a codemaker, or samples. Blank
/// lines are ignored.
#[derive(Clone, Debug, Default)]
pub struct CodeFile {
    path: PathBuf,
    codes: Arc<[Code]>,
}

impl CodeFile {
    /// Reads a file that a person named, which may be a link to a file.
    ///
    /// # Errors
    /// [`CodeFileError`] when it cannot be read, a line is not a code, codes have different lengths, or there is none.
    pub fn read(path: &Path) -> Result<CodeFile, CodeFileError> {
        let file = folder_files::named(path).map_err(|e| CodeFileError::unreadable(path, e))?;
        Ok(CodeFile { path: path.to_owned(), ..CodeFile::read_recorded(&file)? })
    }

    /// Reads a file of a results folder.
    ///
    /// # Errors
    /// As [`CodeFile::read`], and when it is a link.
    pub fn read_recorded(path: &Path) -> Result<CodeFile, CodeFileError> {
        let error = |problem| CodeFileError { file: path.display().to_string(), problem };
        let mut codes: Vec<Code> = Vec::new();
        for (line, text) in lines(&read(path).map_err(error)?) {
            let code = parse_code(&text).map_err(|e| error(CodeFileProblem::Malformed(line, e)))?;
            check_next(line, &code, codes.first(), codes.len()).map_err(error)?;
            codes.push(code);
        }
        if codes.is_empty() {
            return Err(error(CodeFileProblem::Empty));
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

/// Reads a file of codes with weights: `CODE WEIGHT` in every line. A code without a weight has weight 1.
///
/// # Errors
/// [`CodeFileError`] when it cannot be read, or a line is not a code and a weight.
pub fn read_weighted(path: &Path) -> Result<WeightedCodes, CodeFileError> {
    let error = |problem| CodeFileError { file: path.display().to_string(), problem };
    let mut codes: Vec<(Code, f64)> = Vec::new();
    let file = folder_files::named(path).map_err(|e| CodeFileError::unreadable(path, e))?;
    for (line, text) in lines(&read(&file).map_err(error)?) {
        let (code, weight) = text.split_once(char::is_whitespace).unwrap_or((&text, "1"));
        let code = parse_code(code).map_err(|e| error(CodeFileProblem::Malformed(line, e)))?;
        check_next(line, &code, codes.first().map(|(first, _)| first), codes.len()).map_err(error)?;
        let weight = weight.trim().parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 0.0);
        codes.push((code, weight.ok_or_else(|| error(CodeFileProblem::Weight(line)))?));
    }
    WeightedCodes::new(codes).map_err(|e| error(CodeFileProblem::Weights(e)))
}

/// The bytes of a file without a byte order mark, with which some editors begin a file.
fn read(path: &Path) -> Result<Vec<u8>, CodeFileProblem> {
    let mut bytes = folder_files::read(path, LARGEST).map_err(CodeFileProblem::Unreadable)?;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    Ok(bytes)
}

/// The lines that are not blank, with their numbers.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, String)> {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let trimmed = lines.map(|(number, line)| (number, String::from_utf8_lossy(line).trim().to_owned()));
    trimmed.filter(|(_, text)| !text.is_empty())
}

/// All codes of a file have the length of the first, and memory is bounded.
fn check_next(line: usize, code: &Code, first: Option<&Code>, count: usize) -> Result<(), CodeFileProblem> {
    if count == MOST_CODES {
        return Err(CodeFileProblem::Many);
    }
    match first.filter(|first| first.len() != code.len()) {
        Some(first) => Err(CodeFileProblem::Length(line, code.len(), first.len())),
        None => Ok(()),
    }
}

/// Why a file of codes cannot be used. The message names the file and, where there is one, the line.
#[derive(Debug)]
pub struct CodeFileError {
    file: String,
    problem: CodeFileProblem,
}

#[derive(Debug)]
enum CodeFileProblem {
    Unreadable(io::Error),
    Malformed(usize, NotationError),
    Length(usize, usize, usize),
    Weight(usize),
    Weights(WeightError),
    Many,
    Empty,
}

impl CodeFileError {
    fn unreadable(path: &Path, e: io::Error) -> CodeFileError {
        CodeFileError { file: path.display().to_string(), problem: CodeFileProblem::Unreadable(e) }
    }
}

impl fmt::Display for CodeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        match &self.problem {
            CodeFileProblem::Unreadable(e) => write!(f, "cannot read the codes in {file}: {e}"),
            CodeFileProblem::Malformed(line, e) => write!(f, "{file}, line {line}: {e}"),
            CodeFileProblem::Weight(line) => {
                write!(f, "{file}, line {line}: write a code and a weight from 0 on, such as AABC 2.5")
            }
            CodeFileProblem::Weights(e) => write!(f, "{file}: {e}"),
            CodeFileProblem::Length(line, pegs, first) => {
                write!(
                    f,
                    "{file}, line {line}: the code has {pegs} pegs, those before it have {first}; use one file a size"
                )
            }
            CodeFileProblem::Many => write!(f, "{file} holds more than {MOST_CODES} codes; give a file with fewer"),
            CodeFileProblem::Empty => write!(f, "{file} holds no code; one code a line was expected, such as ABCA"),
        }
    }
}

impl Error for CodeFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            CodeFileProblem::Unreadable(e) => Some(e),
            CodeFileProblem::Malformed(_, e) => Some(e),
            _ => None,
        }
    }
}
