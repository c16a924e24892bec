//! `arena merge`

use crate::{
    failure::Failure,
    playing::{progress::ProgressReporter, results_output},
    settings::{
        external_codemakers, from_manifest, inputs::changed_inputs, output_options::OutputOptions,
        selection::ProgramUse,
    },
    this_program::this_command,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tournament::{
    FolderLock, Manifest, MergeError, Plan, Registry, ResultFiles, ShardFile, ShardNumber, ShardRounds,
    changed_sentence, files, merge,
};

/// The arguments of `arena merge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena merge parts --out whole                the shards in one folder
  arena merge one two three --out whole        those in several folders
  arena merge parts --out whole --no-rounds    without a row for every round")]
pub struct Merge {
    /// The folders of the shards, or their files
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputOptions,
    /// Overwrite results that are in the folder
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Merge {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        self.check_out()?;
        let shards = self.shards()?;
        let (first, folder) = (shards[0].header().clone(), folder_of(shards[0].path()));
        let rounds = first.manifest.match_rounds;
        let settings = from_manifest::settings(&first.manifest, folder, rounds)?;
        let plan = settings.played_plan(registry, ProgramUse::Absent)?;
        check_inputs(&plan, &first.manifest, folder)?;
        // Whether a program learns from round to round is known only when it is started.
        if first.manifest.external_players.is_empty() && !first.is_of(&plan) {
            return Err(Failure::input(format!(
                "{} was played by another program: its players or codemakers are not those of this one; merge with {}",
                shards[0].path().display(),
                from_manifest::program_of(&first.manifest)
            )));
        }
        let manifest = merged_manifest(&shards);
        let rounds = ShardRounds::new(shards, &plan).map_err(|e| refusal(&e))?;
        let writable = |e: tournament::FileError| Failure::input(format!("{e}; give another folder with --out"));
        let lock = FolderLock::acquire(self.output.folder()).map_err(writable)?;
        self.check_out()?;
        files::remove_unfinished(self.output.folder()).map_err(writable)?;
        let files = ResultFiles::begin(lock, !self.output.no_rounds).map_err(writable)?;
        external_codemakers::record(&plan.codemakers, self.output.folder())?;
        let mut progress = ProgressReporter::new(&[&plan], 1, true, Arc::default());
        let results = merge(&plan, rounds, files, &manifest, &mut progress).map_err(|e| {
            Failure::run(format!(
                "{e}; what was merged until then is in {}: merge again with --force",
                self.output.folder().display()
            ))
        })?;
        results_output::write(&self.output, &plan, &results, &progress, self.quiet)
    }

    fn check_out(&self) -> Result<(), Failure> {
        if !self.force && files::holds_results(self.output.folder()) {
            return Err(Failure::input(format!(
                "{} holds results already; give --force to overwrite them, or another folder with --out",
                self.output.folder().display()
            )));
        }
        results_output::check(&self.output, self.force)
    }

    /// All shards of a tournament, in order.
    fn shards(&self) -> Result<Vec<ShardFile>, Failure> {
        let mut paths = Vec::new();
        for folder in &self.folders {
            let unreadable = |e: std::io::Error| {
                Failure::input(format!("cannot read {}: {e}; give the folders of the shards", folder.display()))
            };
            if folder_files::exists(folder) && !folder.is_dir() {
                paths.push(folder_files::named(folder).map_err(unreadable)?);
                continue;
            }
            let names = folder_files::names(folder).map_err(unreadable)?.into_iter();
            let found = names.filter(|name| ShardNumber::is_file_name(&name.to_string_lossy()));
            paths.extend(found.map(|name| folder.join(name)));
        }
        paths.sort();
        let open = |path: &PathBuf| {
            ShardFile::open(path).map_err(|e| {
                Failure::input(format!("{e}; play it again: remove the file, and give the command that made it"))
            })
        };
        let shards = paths.iter().map(open).collect::<Result<_, _>>()?;
        ShardRounds::sorted(shards).map_err(|e| match e {
            MergeError::None => Failure::input(format!(
                "no shard is in {}; `arena run --shard 1/8 --out DIR` plays the first of eight",
                self.folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
            )),
            MergeError::Missing(numbers, count) => {
                let example = numbers.first().copied().unwrap_or(1);
                Failure::input(format!(
                    "{}; play them with --shard {example}/{count} and so on, or give the folders that have them",
                    MergeError::Missing(numbers, count)
                ))
            }
            _ => refusal(&e),
        })
    }
}

fn refusal(e: &MergeError) -> Failure {
    Failure::input(format!("{e}; give each shard of one tournament once"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that the files from which secrets follow are those of the shards. Players are not needed any more.
fn check_inputs(plan: &Plan, manifest: &Manifest, folder: &Path) -> Result<(), Failure> {
    let changed = changed_inputs(plan, manifest, folder, false)?;
    if changed.is_empty() {
        return Ok(());
    }
    let changed = changed_sentence(&changed);
    Err(Failure::input(format!("{changed} when the shards were played; merge with the same files")))
}

/// The manifest of the whole: times from the first beginning to the last end, and the workers of all shards.
fn merged_manifest(shards: &[ShardFile]) -> Manifest {
    let all = || shards.iter().map(|shard| &shard.header().manifest);
    // Times are written so that their order is that of the texts.
    let mut merged = Manifest {
        command: this_command(),
        jobs: all().map(|manifest| manifest.jobs).sum(),
        oversubscribed: all().any(|manifest| manifest.oversubscribed),
        shards: Some(shards.len()),
        started: all().map(|manifest| manifest.started.clone()).min().unwrap_or_default(),
        finished: all().filter_map(|manifest| manifest.finished.clone()).max(),
        ..shards[0].header().manifest.clone()
    };
    merged.after(all().flat_map(Manifest::commands).cloned());
    merged
}
