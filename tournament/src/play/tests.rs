//! The control loop with a scripted worker pool.

use super::*;
use crate::{
    Codemakers, FolderLock, Status,
    batch::Batch,
    pool::Event,
    protocol::{Job, Report},
    referee::Round,
    setup::MatchSetup,
};
use player_api::Outcome;
use std::{collections::VecDeque, fs, io, sync::Arc, time::Duration};

/// On a busy machine, where pauses are long, every job may be one round.
const ROUNDS: u64 = 100;

/// Two workers that win every round in three guesses. Where `dies` says so, a worker's process ends when it prepares the player
/// for the second time in the match, as if memory ran out.
struct ScriptedPool {
    events: VecDeque<Event>,
    prepared: [Option<usize>; 2],
    preparations: usize,
    dies: bool,
}

impl WorkerPool for ScriptedPool {
    fn size(&self) -> usize {
        2
    }

    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()> {
        if self.prepared[worker] != Some(setup.number) {
            self.preparations += 1;
            self.events.push_back(Event::Report(worker, Report::Preparing));
            if self.dies && self.preparations > 1 {
                self.events.push_back(Event::Exit(worker, "signal 9".to_owned()));
                return Ok(());
            }
            self.prepared[worker] = Some(setup.number);
            self.events.push_back(Event::Report(worker, Report::Prepared(Duration::from_millis(1))));
        }
        let mut batch = Batch::default();
        for number in job.first..=job.last {
            let secret = setup.codemaker.secret(setup.size, number, &mut setup.secret_streams().round(number));
            batch.push(number, &secret.unwrap(), Round { outcome: Outcome::Win, guesses: 3, time: None });
        }
        self.events.push_back(Event::Report(worker, Report::Rounds(Box::new(batch))));
        self.events.push_back(Event::Report(worker, Report::Done));
        Ok(())
    }

    fn next_event(&mut self, _wait: Duration) -> io::Result<Option<Event>> {
        // Jobs seem to take long, so that a second worker joins the match.
        std::thread::sleep(Duration::from_millis(5));
        Ok(self.events.pop_front())
    }
}

fn rows(dies: bool) -> (String, usize) {
    let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
    let plan = Plan::new([players::find("rao").unwrap()], [codemaker], ["4x6".parse().unwrap()]).rounds(ROUNDS);
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::begin(FolderLock::acquire(folder.path()).unwrap(), true).unwrap();
    let mut pool = ScriptedPool { events: VecDeque::new(), prepared: [None; 2], preparations: 0, dies };
    let (results, _) = play_in(&plan, &mut pool, files, History::none(), &mut ()).unwrap();
    assert_eq!((results.summaries[0].wins, results.summaries[0].status), (ROUNDS, Status::Played));
    (fs::read_to_string(folder.path().join("rounds.csv")).unwrap(), pool.preparations)
}

#[test]
fn a_later_preparation_that_dies_changes_no_record() {
    let (with, preparations) = rows(true);
    assert!(preparations > 1, "the second worker tried");
    assert_eq!(with, rows(false).0);
}
