//! `arena run --shard`

use crate::{
    failure::Failure,
    playing::{
        estimate::{MatchCost, ReferenceCosts, ReferenceRefusals},
        runner::Runner,
    },
    present::{
        output::{stderr, stdout},
        program_name::program_name,
        tables,
        words::{counted, shell_word},
    },
    settings::{external_codemakers, external_players, plan::check_playable, tournament::Settings},
};
use std::{io::Write, path::Path};
use tournament::{
    Manifest, MatchWork, Part, Plan, ProgramDescription, Registry, ShardFile, ShardHeader, ShardNumber, balanced,
};

/// The cost of a round of which nothing is known, in seconds.
const UNKNOWN: f64 = 1e-3;

/// Plays a shard of a tournament, unless its file is there already.
pub fn run(
    registry: &Registry,
    shard: ShardNumber,
    settings: &Settings,
    plan: &Plan,
    program: &ProgramDescription,
    force: bool,
    is_quiet: bool,
) -> Result<(), Failure> {
    if settings.until.is_some() {
        return Err(Failure::input("--until needs the rounds of all shards; leave it out"));
    }
    if settings.seed.as_ref().is_some_and(|seed| seed.value.is_random) {
        return Err(Failure::input(
            "a random seed is another one for every shard; give all of them the same --seed NUMBER",
        ));
    }
    let out = settings.out();
    let parts = parts(plan, shard);
    let rounds: u64 = parts.iter().map(|part| part.last + 1 - part.first).sum();
    let what = format!("{} of {}", counted(rounds, "round"), counted(parts.len(), "match"));
    let header = |jobs| ShardHeader::new(shard, plan, parts.clone(), Manifest::begin(plan, program.clone(), jobs));
    let path = out.join(shard.file_name());
    if !force && is_complete(&path, &header(1))? {
        if !is_quiet {
            writeln!(stdout(), "{} is complete: {what}", path.display())?;
        }
        return Ok(());
    }
    // Not every shard can find out whether some player plays: the first one may take long to prepare.
    if plan.total_rounds() == 0 {
        check_playable(&external_players::without_messages(registry, plan))?;
    }
    folder_files::make_folder(out).map_err(|e| {
        Failure::input(format!("cannot make the folder {}: {e}; give another one with --out", out.display()))
    })?;
    external_codemakers::record(&plan.codemakers, out)?;
    let runner = Runner::new(&settings.jobs, is_quiet)?;
    let progress = runner.play_shard(plan, header(runner.jobs()), out, force)?;
    if !is_quiet {
        let mut lines = stdout();
        tables::failures(&mut lines, progress.failures())?;
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
    let file = match ShardFile::open(path) {
        Ok(file) => file,
        Err(e) => {
            // A closed standard error is no reason to stop.
            let _ = writeln!(stderr(), "note: {e}; it is played again");
            return Ok(false);
        }
    };
    let other = file.header();
    let difference = if other.shard == header.shard {
        other.difference(header)
    } else {
        Some(format!("it is shard {}", other.shard))
    };
    match difference {
        None => Ok(true),
        Some(difference) => Err(Failure::input(format!(
            "{} is another shard ({difference}); give --force to overwrite it, or another folder with --out",
            path.display()
        ))),
    }
}

/// The rounds of a shard: of the same estimated time as those of the others, whatever the machine.
fn parts(plan: &Plan, shard: ShardNumber) -> Vec<Part> {
    let (costs, refusals) = (ReferenceCosts::read(), ReferenceRefusals::read());
    let works: Vec<MatchWork> = plan
        .matches()
        .iter()
        .map(|game| {
            let is_refused = refusals.reason(game).is_some();
            let cost = costs.guess(game).unwrap_or(MatchCost { preparation: 0.0, round: UNKNOWN });
            let MatchCost { preparation, round } = if is_refused { MatchCost::default() } else { cost };
            // Every shard of a match would ask a player that refuses.
            MatchWork { rounds: game.rounds, is_whole: game.learns() || is_refused, preparation, round }
        })
        .collect();
    balanced(&works, shard.count()).swap_remove(shard.number() - 1)
}
