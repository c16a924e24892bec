//! Playing tournaments in worker processes, for all commands that play any.

use super::play_folder::{PlayFolder, resume_command};
use super::progress::ProgressReporter;
use crate::{failure::Failure, present::notice, settings::JobSettings, this_program::this_program};
use scsa::Code;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tournament::{
    Journal, JournalRounds, Manifest, Match, Observer, Part, Plan, PlayError, Results, ShardHeader, StartedWorkers,
    Transcript, Transcripts, Workers, play_shard, play_with_manifest, replay,
};

/// Plays tournaments in worker processes and writes their manifests. An interrupt stops it.
#[derive(Clone)]
pub struct Runner {
    program: PathBuf,
    pub jobs: usize,
    is_quiet: bool,
    is_stopped: Arc<AtomicBool>,
}

impl Runner {
    pub fn new(jobs: &JobSettings, is_quiet: bool) -> Result<Runner, Failure> {
        let (jobs, note) = jobs.jobs()?;
        if let Some(note) = note.filter(|_| !is_quiet) {
            notice(format_args!("note: {note}"));
        }
        Ok(Runner { program: this_program()?, jobs, is_quiet, is_stopped: set_on_interrupt(|| ())? })
    }

    /// The same runner with another number of rounds at once.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub fn progress(&self, plan: &Plan) -> ProgressReporter {
        ProgressReporter::new(plan, self.jobs, self.is_quiet, Arc::clone(&self.is_stopped))
    }

    fn progress_of(&self, plan: &Plan, parts: &[Part]) -> ProgressReporter {
        let (mut matches, limit) = (plan.matches(), plan.limits.time);
        matches.iter_mut().for_each(|match_| match_.rounds = 0);
        for part in parts {
            matches[part.match_].rounds = part.last + 1 - part.first;
        }
        ProgressReporter::of_matches(&matches, limit, self.jobs, self.is_quiet, Arc::clone(&self.is_stopped))
    }

    /// Plays a shard into a folder. `is_anew` says whether what was played of it before is forgotten.
    pub fn play_shard(
        &self,
        plan: &Plan,
        header: ShardHeader,
        folder: &Path,
        is_anew: bool,
    ) -> Result<ProgressReporter, Failure> {
        let journal = folder.join(header.shard.journal_name());
        let mut progress = self.progress_of(plan, &header.parts);
        let workers = Workers::Processes(self.program.clone(), self.jobs);
        let played = play_shard(plan, header, folder, is_anew, &workers, &mut progress);
        progress.clear();
        let kept = format!("the rounds played until then are in {}, and the same command goes on", journal.display());
        played.map(|()| progress).map_err(|e| match e {
            PlayError::Manifest(e) => {
                failure!("{e}; give --force to begin the shard anew, or another folder with --out")
            }
            e => ended(e, &kept),
        })
    }

    pub fn replay(&self, plan: &Plan, parts: &[Part], folder: &Path) -> Result<JournalRounds, Failure> {
        let mut progress = self.progress_of(plan, parts);
        let workers = Workers::Processes(self.program.clone(), self.jobs);
        let played = replay(plan, parts, folder, &workers, &mut progress);
        progress.clear();
        played.map_err(|e| match e {
            PlayError::Stopped => Failure::interrupt("interrupted"),
            e => Failure::system(e),
        })
    }

    pub fn play(
        &self,
        plan: &Plan,
        workers: Option<StartedWorkers>,
        manifest: Manifest,
        into: PlayFolder,
        observer: &mut dyn Observer,
    ) -> Result<Results, Failure> {
        let PlayFolder { files, history, folder } = into;
        let command = resume_command(&folder);
        let folder = folder.display();
        if self.is_stopped() {
            if !history.is_resumed {
                files.discard();
                // A journal that cannot be removed stays, without a round.
                let _ = history.journal.map(Journal::remove);
            }
            return Err(Failure::interrupt(format!("interrupted; nothing was played into {folder}")));
        }
        let anew = || StartedWorkers::new(plan, &Workers::Processes(self.program.clone(), self.jobs));
        let workers = workers.map_or_else(anew, Ok).map_err(Failure::system)?;
        let kept = format!("the rounds played until then are in {folder}, and {command} goes on");
        play_with_manifest(plan, workers, manifest, files, history, observer).map_err(|e| ended(e, &kept))
    }
}

/// The failure of a tournament that was not played to its end, with what is kept of it.
fn ended(e: PlayError, kept: &str) -> Failure {
    match e {
        PlayError::Manifest(e) => Failure::input(e),
        PlayError::Stopped => Failure::interrupt(format!("interrupted; {kept}")),
        _ => Failure::system(format!("{e}; {kept}")),
    }
}

/// Plays the games of a match turn by turn, from that round on or as a player that learns needs, and for that secret if there is one. `show`
/// gets each game, and whether the player could not be prepared, until it breaks. Returns why the player refuses the match, if it does.
pub fn play_games(
    plan: &Plan,
    match_: &Match,
    from: u64,
    secret: Option<Code>,
    mut show: impl FnMut(Transcript, bool) -> Result<ControlFlow<()>, Failure>,
) -> Result<Option<String>, Failure> {
    let mut games = Transcripts::new(plan, match_, &Workers::Processes(this_program()?, 1)).map_err(Failure::system)?;
    if let Some(secret) = secret {
        games = games.with_secret(secret).map_err(Failure::system)?;
    }
    games.skip_to(from);
    loop {
        match games.next_game() {
            Ok(Some(played)) => {
                if show(played, games.is_unprepared())?.is_break() {
                    return Ok(None);
                }
            }
            Ok(None) => return Ok(None),
            Err(PlayError::Unsupported(reason)) => return Ok(Some(reason)),
            Err(e) => return Err(Failure::system(e)),
        }
    }
}

/// A flag that the first interrupt sets, which calls this, so that the command ends in good order. The second interrupt ends the program at
/// once.
pub fn set_on_interrupt(call: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    let on_interrupt = move || {
        if stop.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
        call();
    };
    ctrlc::set_handler(on_interrupt).map_err(|e| Failure::system(format!("interrupts cannot be caught: {e}")))?;
    Ok(is_stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Kind;
    use std::fs;
    use tournament::{Codemakers, History, ResultFiles};

    #[test]
    fn an_interrupt_before_a_tournament_leaves_no_file() {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let plan = Plan::new([players::find("rao").unwrap()], [codemaker], ["4x6".parse().unwrap()]).rounds(1);
        let folder = tempfile::tempdir().unwrap();
        let files = ResultFiles::create(folder.path()).unwrap();
        let is_stopped = Arc::new(AtomicBool::new(true));
        let runner = Runner { program: PathBuf::new(), jobs: 1, is_quiet: true, is_stopped };
        let into = PlayFolder { files, history: History::none(), folder: folder.path().to_owned() };
        let failure = runner.play(&plan, None, Manifest::begin(&plan), into, &mut runner.progress(&plan)).unwrap_err();
        assert_eq!(failure.kind, Some(Kind::Interrupted));
        assert_eq!(failure.message, format!("interrupted; nothing was played into {}", folder.path().display()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
