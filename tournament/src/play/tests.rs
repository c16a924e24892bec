//! The control loop with a scripted worker pool.

use super::protocol::{Job, MatchSetup, Report};
use super::{workers::Event, *};
use crate::{record::batch::Batch, *};
use player_api::{CrashCause, Ending};
use std::{collections::VecDeque, fs, io, ops::RangeInclusive, sync::Arc, time::Duration};

/// On a busy machine, where pauses are long, every job may be one round.
const ROUNDS: u64 = 100;

/// What happens to the workers of a match.
#[derive(Debug)]
struct Script {
    workers: usize,
    /// The preparations that end the process, the first of which is 1, and how.
    deaths: (RangeInclusive<usize>, CrashCause),
    /// The round in which the first process ends.
    crash: Option<u64>,
}

/// Workers that win every round in three guesses, but for what the script says.
#[derive(Debug)]
struct ScriptedPool {
    events: VecDeque<Event>,
    prepared: Vec<Option<usize>>,
    preparations: usize,
    script: Script,
}

impl WorkerPool for ScriptedPool {
    fn workers(&self) -> usize {
        self.script.workers
    }

    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()> {
        if self.prepared[worker] != Some(setup.number) {
            self.preparations += 1;
            if self.preparations > 100 {
                return Err(io::Error::other("the player is prepared again and again"));
            }
            self.events.push_back(Event::Report(worker, Report::Preparing));
            let (deaths, cause) = &self.script.deaths;
            if deaths.contains(&self.preparations) {
                self.events.push_back(Event::Exit(worker, cause.clone()));
                return Ok(());
            }
            self.prepared[worker] = Some(setup.number);
            self.events.push_back(Event::Report(worker, Report::Prepared(Duration::from_millis(1))));
        }
        let crash = self.script.crash.take_if(|round| (job.first..=job.last).contains(round));
        let mut batch = Batch::default();
        for number in job.first..crash.unwrap_or(job.last + 1) {
            let secret = setup.codemaker.secret(setup.game, number, &mut setup.secret_streams().round(number));
            batch.push(number, &secret.unwrap(), Round { ending: Ending::Win, guesses: 3, time: None });
        }
        self.events.push_back(Event::Report(worker, Report::Rounds(Box::new(batch))));
        if crash.is_some() {
            self.prepared[worker] = None;
            self.events.push_back(Event::Exit(worker, CrashCause::Signal(6)));
            return Ok(());
        }
        self.events.push_back(Event::Report(worker, Report::Done));
        Ok(())
    }

    fn next_event(&mut self, _wait: Duration) -> io::Result<Option<Event>> {
        // Jobs seem to take long, so that a second worker joins the match.
        std::thread::sleep(Duration::from_millis(2));
        Ok(self.events.pop_front())
    }
}

/// The rows of a match that is played by a script, the rounds won, and the number of preparations.
fn played(workers: usize, deaths: (RangeInclusive<usize>, CrashCause), crash: Option<u64>) -> (String, u64, usize) {
    let plan = Plan::of_names(&["rao"], &["insert-colors"], &["4x6"]).rounds(ROUNDS);
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::begin(FolderLock::acquire(folder.path()).unwrap(), true).unwrap();
    let script = Script { workers, deaths, crash };
    let (events, prepared) = (VecDeque::new(), vec![None; workers]);
    let mut pool = ScriptedPool { events, prepared, preparations: 0, script };
    let (results, _) = play_in(&plan, &mut pool, files, History::none(), &mut ()).unwrap();
    let summary = &results.summaries[0];
    assert_eq!((summary.counted(), summary.status), (ROUNDS, Status::Played));
    (fs::read_to_string(folder.path().join("rounds.csv")).unwrap(), summary.wins, pool.preparations)
}

#[test]
fn preparations_that_die_change_no_record() {
    let expected = played(1, (0..=0, CrashCause::KILLED), None).0;
    let mut failed = Vec::new();
    for workers in 1..=3 {
        // After the first one has succeeded.
        for cause in [CrashCause::KILLED, CrashCause::Signal(6)] {
            let (rows, wins, preparations) = played(workers, (2..=100, cause.clone()), None);
            assert!(workers == 1 || preparations > 1, "the second worker tried");
            assert!(cause == CrashCause::KILLED || preparations <= workers, "once beside one that has the player");
            assert_eq!((rows, wins), (expected.clone(), ROUNDS), "{workers} {cause}");
        }
        // After a crash, some of them: the player is prepared again.
        let (rows, wins, preparations) = played(workers, (2..=5, CrashCause::Signal(6)), Some(5));
        assert!(preparations > 5, "{preparations}");
        assert_eq!((rows, wins), (expected.clone(), ROUNDS), "{workers}");
        // After a crash, all of them: the rounds that are left fail.
        let (rows, wins, preparations) = played(workers, (2..=100, CrashCause::Signal(6)), Some(5));
        assert_eq!(wins, 4);
        let with = |text: &str| rows.lines().filter(|row| row.contains(text)).count();
        assert_eq!((with(",failure,not-loaded,"), with(",failure,given-up,")), (10, 86), "{rows}");
        assert_eq!(with(",crash: signal 6 (SIGABRT: an abort or an overflow of the stack)"), 10, "{rows}");
        // The first one, five that nobody else could have disturbed, and those of workers that began at the same time.
        assert!((6..6 + workers).contains(&preparations), "{preparations}");
        failed.push(rows);
    }
    assert!(failed.iter().all(|rows| *rows == failed[0]));
}

#[test]
fn nothing_is_played_without_a_manifest() {
    let plan = Plan::of_names(&["rao"], &["insert-colors"], &["4x6"]).rounds(1);
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::create(folder.path()).unwrap();
    fs::create_dir(folder.path().join(files::MANIFEST)).unwrap();
    let workers = StartedWorkers::new(&plan, &Workers::Threads(1)).unwrap();
    let error =
        play_with_manifest(&plan, workers, Manifest::begin(&plan), files, History::none(), &mut ()).unwrap_err();
    assert!(matches!(error, PlayError::Manifest(_)), "{error}");
    assert!(!folder.path().join(files::SUMMARY).exists());
}
