//! The folder of a study: its options, its files and its tournaments.

use rayon::ThreadPoolBuilder;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::env;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tournament::{
    FolderLock, History, Manifest, Observer, Plan, Progress, ResultFiles, Results, Workers, files, play_with_manifest,
};

/// Why a study has no result, as a sentence.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The stack of a computing thread, in bytes: the search for optimal strategies recurses deeply.
const STACK: usize = 64 << 20;
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The options of every study.
#[derive(Debug, clap::Args)]
pub struct FolderOptions {
    /// The folder for the results [default: results/latest-report and so on]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The number of rounds that are played, or threads that compute, at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Replace the results that are in the folder
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    jobs: usize,
    is_quiet: bool,
}

impl FolderOptions {
    /// Makes the folder of the study of that name, and starts the threads. The `first` file of an earlier study is removed, so that it
    /// never stands beside other results.
    ///
    /// # Errors
    /// When the folder cannot be made, or holds files that may not be replaced.
    pub fn begin(&self, study: &str, first: &str) -> Result<Folder, Failure> {
        let path = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("results/latest-{study}")));
        let shown = path.display();
        folder_files::make_folder(&path).map_err(|e| format!("{shown} cannot be made: {e}"))?;
        if !self.force && !folder_files::names(&path)?.is_empty() {
            return Err(format!("{shown} is not empty; give --force to replace results, or another --out").into());
        }
        folder_files::remove_if_there(&path.join(first))?;
        let jobs = self.jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build_global()?;
        Ok(Folder { path, jobs, is_quiet: self.quiet })
    }
}

impl Folder {
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Says what is done now.
    pub fn say(&self, what: &str) {
        if !self.is_quiet {
            eprintln!("{what}");
        }
    }

    pub fn text(&self, name: &str, text: &str) -> Result<(), Failure> {
        Ok(files::write_whole(&self.path(name), text.as_bytes())?)
    }

    /// Writes a CSV table whose columns are the fields of its rows.
    pub fn table<R: Serialize>(&self, name: &str, rows: impl IntoIterator<Item = R>) -> Result<(), Failure> {
        self.text(name, &csv_text(rows)?)
    }

    /// Writes a CSV table with these columns.
    pub fn records(
        &self,
        name: &str,
        columns: &[&str],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Result<(), Failure> {
        let columns = columns.iter().map(ToString::to_string).collect();
        self.table(name, [columns].into_iter().chain(rows))
    }

    /// Plays a tournament into a folder below this one, with a manifest and charts, and without the rows of single rounds.
    pub fn play(&self, folder: &str, plan: &Plan) -> Result<Results, Failure> {
        let path = self.path(folder);
        let files = ResultFiles::begin(FolderLock::acquire(&path)?, false)?;
        let mut observer = StudyObserver { folder: self, name: folder, last: Instant::now() };
        let workers = Workers::Threads(self.jobs);
        Ok(play_with_manifest(plan, &workers, manifest(plan), files, History::none(), &mut observer)?)
    }
}

/// Says how many rounds of a tournament are played.
struct StudyObserver<'a> {
    folder: &'a Folder,
    name: &'a str,
    last: Instant,
}

impl Observer for StudyObserver<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        if self.last.elapsed() >= LINE_EVERY {
            self.folder.say(&format!("{}: {} of {} rounds", self.name, progress.rounds, progress.total));
            self.last = Instant::now();
        }
        ControlFlow::Continue(())
    }
}

fn manifest(plan: &Plan) -> Manifest {
    let revision = env!("ARENA_REVISION");
    let program = env::current_exe().and_then(|path| folder_files::read(&path, 1 << 30));
    Manifest {
        program: concat!("studies ", env!("CARGO_PKG_VERSION")).to_owned(),
        revision: (!revision.is_empty()).then(|| revision.to_owned()),
        program_sha256: program
            .ok()
            .map(|bytes| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()),
        command: ["studies".to_owned()].into_iter().chain(env::args().skip(1)).collect(),
        ..Manifest::begin(plan)
    }
}

/// A CSV table whose columns are the fields of its rows. Without rows it has no header line.
pub fn csv_text<R: Serialize>(rows: impl IntoIterator<Item = R>) -> Result<String, Failure> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    rows.into_iter().try_for_each(|row| writer.serialize(row))?;
    Ok(String::from_utf8(writer.into_inner()?)?)
}

pub fn millionths(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
