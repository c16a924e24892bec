//! The folder of the report: its options, its files and its tournaments.

use serde::Serialize;
use sha2::{Digest, Sha256};
use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::thread::available_parallelism;
use tournament::{
    FolderLock, History, Manifest, Plan, ResultFiles, Results, StartedWorkers, Workers, files, play_with_manifest,
};

/// Why a study has no result, as a sentence.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The first file: an earlier one is removed, so that it never stands beside other results.
const FIRST: &str = "report.md";

#[derive(Debug, clap::Args)]
pub struct FolderOptions {
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "results/latest-report")]
    out: PathBuf,
    /// The number of rounds that are played at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Replace the results that are in the folder
    #[arg(long)]
    force: bool,
}

#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    jobs: usize,
}

impl FolderOptions {
    pub fn begin(self) -> Result<Folder, Failure> {
        let shown = self.out.display();
        folder_files::make_folder(&self.out).map_err(|e| format!("{shown} cannot be made: {e}"))?;
        if !self.force && !folder_files::names(&self.out)?.is_empty() {
            return Err(format!("{shown} is not empty; give --force to replace results, or another --out").into());
        }
        folder_files::remove_if_there(&self.out.join(FIRST))?;
        let jobs = self.jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        Ok(Folder { path: self.out, jobs })
    }
}

impl Folder {
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub fn text(&self, name: &str, text: &str) -> Result<(), Failure> {
        Ok(files::write_whole(&self.path(name), text.as_bytes())?)
    }

    /// Writes a CSV table whose columns are the fields of its rows.
    pub fn table<R: Serialize>(&self, name: &str, rows: impl IntoIterator<Item = R>) -> Result<(), Failure> {
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
        rows.into_iter().try_for_each(|row| writer.serialize(row))?;
        Ok(files::write_whole(&self.path(name), &writer.into_inner()?)?)
    }

    /// Plays a tournament into a folder below this one, with a manifest and charts, and without the rows of single rounds.
    pub fn play(&self, folder: &str, plan: &Plan) -> Result<Results, Failure> {
        let path = self.path(folder);
        let files = ResultFiles::begin(FolderLock::acquire(&path)?, false)?;
        let workers = StartedWorkers::new(plan, &Workers::Threads(self.jobs))?;
        Ok(play_with_manifest(plan, workers, manifest(plan), files, History::none(), &mut ())?)
    }
}

fn manifest(plan: &Plan) -> Manifest {
    let revision = env!("ARENA_REVISION");
    let program = env::current_exe().and_then(|path| folder_files::read(&path, 1 << 30));
    let hash = |bytes| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Manifest {
        program: concat!("studies ", env!("CARGO_PKG_VERSION")).to_owned(),
        revision: (!revision.is_empty()).then(|| revision.to_owned()),
        program_sha256: program.ok().map(hash),
        command: ["studies".to_owned()].into_iter().chain(env::args().skip(1)).collect(),
        ..Manifest::begin(plan)
    }
}
