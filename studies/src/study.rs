//! What every study is, needs and fails with.

use crate::{
    file_description::FileDescription,
    monitor::{Interrupted, Monitor},
    optimal::ProofError,
};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use std::{
    error::Error,
    fmt,
    path::{Path, PathBuf},
};
use tournament::{FileError, PlayError, ProgramDescription, Workers};

/// An experiment that writes a set of files into a folder. Its options are the fields of the type.
pub trait Study {
    /// The name in messages.
    fn name(&self) -> &'static str;

    /// Everything that the study may write, the main page first.
    fn files(&self) -> Vec<FileDescription>;

    /// Computes or plays the study and writes its files below `out`.
    ///
    /// # Errors
    /// [`StudyError`]. With [`StudyError::Options`], [`Exists`](StudyError::Exists) and [`Folder`](StudyError::Folder)
    /// nothing has been computed or played.
    fn run(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError>;
}

/// What the program that runs a study provides.
pub struct Context<'a> {
    /// The workers that play the rounds of tournaments; a study that computes uses as many threads.
    pub workers: Workers,
    /// The program with its command, for the manifests of tournaments.
    pub program: ProgramDescription,
    /// Whether the files of an earlier study in the folder may be replaced.
    pub force: bool,
    /// Shows the progress.
    pub monitor: &'a dyn Monitor,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("workers", &self.workers).field("force", &self.force).finish_non_exhaustive()
    }
}

/// The stack of a computing thread, in bytes: the search for optimal strategies recurses deeply.
const STACK: usize = 64 << 20;

impl Context<'_> {
    /// How many rounds are played, or threads compute, at once.
    #[must_use]
    pub const fn jobs(&self) -> usize {
        self.workers.number()
    }

    /// Runs a computation in a thread pool of [`jobs`](Context::jobs) threads.
    ///
    /// # Errors
    /// [`StudyError::Threads`] when they cannot be started.
    pub(crate) fn in_threads<T: Send>(&self, compute: impl FnOnce(&dyn Monitor) -> T + Send) -> Result<T, StudyError> {
        let pool = ThreadPoolBuilder::new().num_threads(self.jobs()).stack_size(STACK).build();
        let monitor = self.monitor;
        Ok(pool.map_err(StudyError::Threads)?.install(|| compute(monitor)))
    }
}

/// Why a study has no result.
#[derive(Debug)]
pub enum StudyError {
    /// The options cannot be used, for this reason.
    Options(String),
    /// The folder holds the files of such a study, or other results, which may not be replaced.
    Exists {
        /// The name of the study.
        study: &'static str,
        /// The folder.
        folder: PathBuf,
    },
    /// The folder cannot be prepared.
    Folder(FileError),
    /// A result file cannot be written or read.
    File(FileError),
    /// The tournament in this folder was not played to its end.
    Play(PathBuf, PlayError),
    /// The search for an optimal strategy failed.
    Proof(ProofError),
    /// The computing threads cannot be started.
    Threads(ThreadPoolBuildError),
    /// The user interrupted the study before anything was written.
    Interrupted,
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyError::Options(reason) => f.write_str(reason),
            StudyError::Exists { study, folder } => {
                write!(f, "{} holds results already ({study})", folder.display())
            }
            StudyError::Folder(e) | StudyError::File(e) => e.fmt(f),
            StudyError::Play(folder, e) => {
                let what: &dyn fmt::Display = if self.is_interrupt() { &Interrupted } else { e };
                write!(f, "{what}; the rows written until then are in {}", folder.display())
            }
            StudyError::Proof(e) => e.fmt(f),
            StudyError::Threads(e) => write!(f, "cannot start the threads: {e}"),
            StudyError::Interrupted => write!(f, "{Interrupted}; nothing was written"),
        }
    }
}

impl Error for StudyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StudyError::Options(_) | StudyError::Exists { .. } | StudyError::Interrupted => None,
            StudyError::Folder(e) | StudyError::File(e) => Some(e),
            StudyError::Play(_, e) => Some(e),
            StudyError::Proof(e) => Some(e),
            StudyError::Threads(e) => Some(e),
        }
    }
}

impl StudyError {
    /// Whether the user interrupted the study.
    #[must_use]
    pub const fn is_interrupt(&self) -> bool {
        matches!(self, StudyError::Interrupted | StudyError::Play(_, PlayError::Stopped))
    }
}

/// After the folder was prepared, a file that fails is a failure of the run.
impl From<FileError> for StudyError {
    fn from(e: FileError) -> StudyError {
        StudyError::File(e)
    }
}

impl From<Interrupted> for StudyError {
    fn from(_: Interrupted) -> StudyError {
        StudyError::Interrupted
    }
}

impl From<ProofError> for StudyError {
    fn from(e: ProofError) -> StudyError {
        StudyError::Proof(e)
    }
}
