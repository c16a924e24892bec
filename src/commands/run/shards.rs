//! `arena run --shard` and `arena merge`

use crate::failure::Failure;
use crate::playing::{self, MatchCost, ProgressReporter, REFERENCE, Runner, results_output};
use crate::present::{counted, notice, program_name, shell_word, stdout, tables};
use crate::settings::{
    OutputOptions, ProgramUse, Settings, changed_inputs, check_playable, external_codemakers, external_players,
    from_manifest,
};
use crate::this_program::this_command;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tournament::{
    FolderLock, Manifest, Match, MatchWork, MergeError, Part, Plan, Registry, ResultFiles, ShardFile, ShardHeader,
    ShardNumber, ShardRounds, balanced, changed_sentence, files, merge,
};

/// The cost of a round of which nothing is known, in seconds.
const UNKNOWN: f64 = 1e-3;

/// Plays a shard of a tournament, unless its file is there already.
pub fn run(
    registry: &Registry,
    shard: ShardNumber,
    settings: &Settings,
    plan: &Plan,
    manifest: &Manifest,
    force: bool,
    is_quiet: bool,
) -> Result<(), Failure> {
    ensure!(settings.until.is_none(), "--until needs the rounds of all shards; leave it out");
    ensure!(
        settings.seed.as_ref().is_none_or(|seed| !seed.value.is_random),
        "a random seed is another one for every shard; give all of them the same --seed NUMBER"
    );
    let out = settings.out();
    let parts = parts(plan, shard);
    let rounds: u64 = parts.iter().map(|part| part.last + 1 - part.first).sum();
    let what = format!("{} of {}", counted(rounds, "round"), counted(parts.len(), "match"));
    let header = |jobs| ShardHeader::new(shard, plan, parts.clone(), manifest.clone().starting(jobs));
    let path = out.join(shard.file_name());
    if !force && is_complete(&path, &header(1))? {
        if !is_quiet {
            writeln!(stdout(), "{} is complete: {what}", path.display())?;
        }
        return Ok(());
    }
    // Not every shard can find out whether some player plays: the first one may take long to prepare.
    if plan.total_rounds() == 0 {
        check_playable(&external_players::with_messages(registry, plan, None), 1)?;
    }
    folder_files::make_folder(out)
        .map_err(|e| failure!("cannot make the folder {}: {e}; give another one with --out", out.display()))?;
    external_codemakers::record(&plan.codemakers, out)?;
    let runner = Runner::new(&settings.jobs, is_quiet)?;
    let progress = runner.play_shard(plan, header(runner.jobs), out, force)?;
    if !is_quiet {
        let mut lines = stdout();
        tables::failures(&mut lines, &progress.failures.0)?;
        writeln!(lines, "{}: {what}", path.display())?;
        let folder = shell_word(&out.display().to_string());
        let (program, shards) = (program_name(), counted(shard.count(), "shard"));
        writeln!(lines, "`{program} merge {folder}` joins all {shards} when they are there.")?;
    }
    Ok(())
}

/// Whether the file of a shard is there. One that is damaged is not; one of another tournament is an error.
fn is_complete(path: &Path, header: &ShardHeader) -> Result<bool, Failure> {
    if !folder_files::exists(path) {
        return Ok(false);
    }
    let other = match ShardFile::open(path) {
        Ok(file) => file.header,
        Err(e) => {
            notice(format_args!("note: {e}; it is played again"));
            return Ok(false);
        }
    };
    let of_another = (other.shard != header.shard).then(|| format!("it is shard {}", other.shard));
    let Some(difference) = of_another.or_else(|| other.difference(header)) else { return Ok(true) };
    let path = path.display();
    bail!("{path} is another shard ({difference}); give --force to overwrite it, or another folder with --out")
}

/// The rounds of a shard: of the same estimated time as those of the others, whatever the machine.
fn parts(plan: &Plan, shard: ShardNumber) -> Vec<Part> {
    let work = |match_: &Match| {
        let is_refused = playing::refusal(match_).is_some();
        let cost = REFERENCE.costs.nearest(match_).unwrap_or(MatchCost { preparation: 0.0, round: UNKNOWN });
        let MatchCost { preparation, round } = if is_refused { MatchCost::default() } else { cost };
        // Every shard of a match would ask a player that refuses.
        MatchWork { rounds: match_.rounds, is_whole: match_.learns() || is_refused, preparation, round }
    };
    let works: Vec<MatchWork> = plan.matches().iter().map(work).collect();
    balanced(&works, shard.count()).swap_remove(shard.number() - 1)
}

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
        let (first, folder) = (shards[0].header.clone(), folder_files::parent(&shards[0].path));
        let rounds = first.manifest.match_rounds;
        let settings = from_manifest::settings(&first.manifest, folder, rounds)?;
        let plan = settings.played_plan(registry, ProgramUse::Absent)?;
        // The files from which secrets follow must be those of the shards. Players are not needed any more.
        let changed = changed_inputs(&plan, &first.manifest, folder, false)?;
        let what = changed_sentence(&changed);
        ensure!(changed.is_empty(), "{what} when the shards were played; merge with the same files");
        // Whether a program learns from round to round is known only when it is started.
        ensure!(
            !first.manifest.external_players.is_empty() || first.is_of(&plan),
            "{} was played by another program: its players or codemakers are not those of this one; merge with {}",
            shards[0].path.display(),
            from_manifest::program_of(&first.manifest)
        );
        let (manifest, out) = (merged_manifest(&shards), self.output.folder());
        let rounds = ShardRounds::new(shards, &plan).map_err(|e| refusal(&e))?;
        let writable = |e: tournament::FileError| failure!("{e}; give another folder with --out");
        let lock = FolderLock::acquire(out).map_err(writable)?;
        self.check_out()?;
        files::remove_unfinished(out).map_err(writable)?;
        let files = ResultFiles::begin(lock, self.output.has_rounds()).map_err(writable)?;
        external_codemakers::record(&plan.codemakers, out)?;
        let mut progress = ProgressReporter::new(&plan, 1, true, Arc::default());
        let results = merge(&plan, rounds, files, &manifest, &mut progress).map_err(|e| {
            let out = out.display();
            Failure::system(format!("{e}; what was merged until then is in {out}: merge again with --force"))
        })?;
        results_output::write(&self.output, &plan, &results, &progress, self.quiet)
    }

    fn check_out(&self) -> Result<(), Failure> {
        let (out, advice) = (self.output.folder(), "give --force to overwrite them, or another folder with --out");
        ensure!(self.force || !files::holds_results(out), "{} holds results already; {advice}", out.display());
        results_output::check(&self.output)
    }

    fn shards(&self) -> Result<Vec<ShardFile>, Failure> {
        let mut paths = Vec::new();
        for folder in &self.folders {
            let unreadable = |e: std::io::Error| {
                Failure::unread(&e, format!("cannot read {}: {e}; give the folders of the shards", folder.display()))
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
            ShardFile::open(path)
                .map_err(|e| failure!("{e}; play it again: remove the file, and give the command that made it"))
        };
        let shards = paths.iter().map(open).collect::<Result<_, _>>()?;
        ShardRounds::sorted(shards).map_err(|e| match e {
            MergeError::None => failure!(
                "no shard is in {}; `arena run --shard 1/8 --out DIR` plays the first of eight",
                self.folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
            ),
            MergeError::Missing(ref numbers, count) => {
                let example = numbers.first().copied().unwrap_or(1);
                failure!("{e}; play them with --shard {example}/{count} and so on, or give the folders that have them")
            }
            _ => refusal(&e),
        })
    }
}

fn refusal(e: &MergeError) -> Failure {
    failure!("{e}; give each shard of one tournament once")
}

/// The manifest of the whole: times from the first beginning to the last end, and the workers of all shards.
fn merged_manifest(shards: &[ShardFile]) -> Manifest {
    let all = || shards.iter().map(|shard| &shard.header.manifest);
    // Times are written so that their order is that of the texts.
    let mut merged = Manifest {
        command: this_command(),
        jobs: all().map(|manifest| manifest.jobs).sum(),
        oversubscribed: all().any(|manifest| manifest.oversubscribed),
        shards: Some(shards.len()),
        started: all().map(|manifest| manifest.started.clone()).min().unwrap_or_default(),
        finished: all().filter_map(|manifest| manifest.finished.clone()).max(),
        ..shards[0].header.manifest.clone()
    };
    merged.after(all().flat_map(Manifest::commands).cloned());
    merged
}
