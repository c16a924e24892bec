//! Playing tournaments in worker processes, as the commands do that play any.

use super::{Failure, options::this_program, progress::Shown};
use arena::{
    Manifest, ResultFiles, Results,
    tournament::{self, Plan, PlayError, Workers},
};
use std::{
    env,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// What `--jobs` may be at the most.
const MOST_JOBS: usize = 1024;

/// The worker processes of a command, and how it hears of an interrupt.
#[derive(Debug)]
pub struct Crew {
    program: PathBuf,
    jobs: usize,
    quiet: bool,
    stopped: Arc<AtomicBool>,
}

impl Crew {
    /// As many processes as asked for, or as there are processors.
    pub fn new(jobs: Option<usize>, quiet: bool) -> Result<Crew, Failure> {
        let jobs = match jobs {
            None => std::thread::available_parallelism().map_or(1, usize::from),
            Some(jobs @ 1..=MOST_JOBS) => jobs,
            Some(jobs) => return Err(Failure::input(format!("--jobs {jobs} is not from 1 to {MOST_JOBS}"))),
        };
        let program = this_program()?;
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        // The first interrupt ends the tournament in good order, a second one the program.
        let interrupted = move || {
            if stop.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        };
        ctrlc::set_handler(interrupted).map_err(|e| Failure::run(format!("interrupts cannot be caught: {e}")))?;
        Ok(Crew { program, jobs, quiet, stopped })
    }

    /// The progress of so many rounds.
    pub fn progress(&self, rounds: u64) -> Shown {
        Shown::new(rounds, self.quiet, Arc::clone(&self.stopped))
    }

    /// Plays a tournament into the files of a folder, with its manifest. A progress that goes on to the end is left as it
    /// is, for another tournament to go on with.
    pub fn play(
        &self,
        plan: &Plan,
        files: ResultFiles,
        folder: &Path,
        progress: &mut Shown,
    ) -> Result<Results, Failure> {
        if self.stopped.load(Ordering::Relaxed) {
            files.discard();
            return Err(Failure::interrupt(format!("interrupted; nothing was played into {}", folder.display())));
        }
        let mut manifest =
            Manifest::begin(plan, env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(), self.jobs);
        if let Err(e) = manifest.write(folder) {
            files.discard();
            return Err(Failure::input(e.to_string()));
        }
        let workers = Workers::Processes(self.program.clone(), self.jobs);
        let results = tournament::play(plan, &workers, files, progress).map_err(|e| {
            progress.clear();
            let kept = format!("the rows written until then are in {}", folder.display());
            match e {
                PlayError::Stopped => Failure::interrupt(format!("interrupted; {kept}")),
                _ => Failure::run(format!("{e}; {kept}")),
            }
        })?;
        progress.add_tournament(plan.rounds());
        manifest.finish();
        manifest.write(folder).map_err(|e| Failure::run(e.to_string()))?;
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::{Codemaker, Limits, Rules, Seed, Telling};
    use std::fs;

    #[test]
    fn an_interrupt_before_a_tournament_leaves_no_file() {
        let plan = Plan {
            players: vec![players::find("rao").unwrap()],
            codemakers: vec![Codemaker::find("insert-colors").unwrap().unwrap()],
            sizes: vec!["4x6".parse().unwrap()],
            rounds: Some(1),
            seed: Seed(1),
            limits: Limits::default(),
            rules: Rules::Report,
            telling: Telling::default(),
        };
        let folder = tempfile::tempdir().unwrap();
        let files = ResultFiles::create(folder.path()).unwrap();
        let crew = Crew { program: PathBuf::new(), jobs: 1, quiet: true, stopped: Arc::new(AtomicBool::new(true)) };
        let failure = crew.play(&plan, files, folder.path(), &mut crew.progress(1)).unwrap_err();
        let said = format!("{failure:?}");
        let wanted = format!("interrupted; nothing was played into {}", folder.path().display());
        assert!(said.contains("code: 130") && said.contains(&wanted), "{said}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
