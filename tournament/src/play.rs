//! Playing a tournament: players x codemakers x sizes x rounds.

use crate::{
    FileError, Match, Plan, ResultFiles, Results,
    crew::{Crew, Event, Threads},
    draft,
    job::{Job, Report},
    ledger::Ledger,
    processes::Processes,
    referee::Round,
    schedule::Schedule,
};
use std::{
    collections::HashMap,
    error::Error,
    fmt, io,
    path::PathBuf,
    time::{Duration, Instant},
};

/// Who plays the rounds of a tournament. The games and their records are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Workers {
    /// So many threads of this process. A player that never returns or that crashes takes the process with it.
    Threads(usize),
    /// So many processes that run `PROGRAM worker`, the program being this one: nothing that a player does gets further
    /// than its own round.
    Processes(PathBuf, usize),
}

impl Workers {
    /// The same kind of workers, so many of them.
    pub(crate) fn with(&self, number: usize) -> Workers {
        match self {
            Workers::Threads(_) => Workers::Threads(number),
            Workers::Processes(program, _) => Workers::Processes(program.clone(), number),
        }
    }

    pub(crate) fn crew(&self) -> io::Result<Box<dyn Crew>> {
        Ok(match self {
            Workers::Threads(threads) => Box::new(Threads::new(*threads)?),
            Workers::Processes(program, processes) => Box::new(Processes::new(program.clone(), *processes)?),
        })
    }
}

/// Hears how a tournament gets on.
pub trait Progress {
    /// So many rounds are played, the last ones in that match. Whether to go on.
    fn rounds(&mut self, done: u64, game: &Match) -> bool;
}

/// A progress that nobody looks at.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn rounds(&mut self, _done: u64, _game: &Match) -> bool {
        true
    }
}

/// Why a tournament ended early. What was played until then is in the files, in whole rows.
#[derive(Debug)]
pub enum PlayError {
    /// A file cannot be written.
    File(FileError),
    /// The workers cannot be started or talked to.
    Workers(io::Error),
    /// The progress said to stop.
    Stopped,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::File(e) => e.fmt(f),
            PlayError::Workers(e) => write!(f, "the workers cannot play: {e}"),
            PlayError::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl Error for PlayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PlayError::File(e) => Some(e),
            PlayError::Workers(e) => Some(e),
            PlayError::Stopped => None,
        }
    }
}

impl From<FileError> for PlayError {
    fn from(e: FileError) -> PlayError {
        PlayError::File(e)
    }
}

impl From<io::Error> for PlayError {
    fn from(e: io::Error) -> PlayError {
        PlayError::Workers(e)
    }
}

/// Rows that wait for the rounds before them take no more memory than this and one job a worker.
const MOST_BUFFERED: usize = 64 << 20;
/// How often the progress is asked whether to go on when nothing is heard.
pub(crate) const WAIT: Duration = Duration::from_millis(100);

/// Plays a tournament and writes its records.
///
/// The same plan gives the same `rounds.csv` and `summary.csv` to the byte, whoever plays it, as long as no round is
/// lost by time. Memory does not grow with the rounds.
///
/// # Errors
/// [`PlayError`] when a file cannot be written, the workers fail or the progress says to stop.
pub fn play(
    plan: &Plan,
    workers: &Workers,
    files: ResultFiles,
    progress: &mut dyn Progress,
) -> Result<Results, PlayError> {
    let mut crew = workers.crew()?;
    let matches = plan.matches();
    Tournament {
        plan,
        matches: &matches,
        schedule: Schedule::new(plan, &matches, crew.size()),
        ledger: Ledger::new(plan, &matches, files),
        at: HashMap::new(),
        unprepared: HashMap::new(),
        done: 0,
        heard_of: 0,
    }
    .play(&mut *crew, progress)
}

/// A job in a worker's hands.
struct InHand {
    number: u64,
    job: Job,
    since: Instant,
    reported: u64,
    /// The worker is preparing the player.
    preparing: bool,
    /// The worker said that its player is stuck, and so what becomes of the round: then it ends by itself.
    stuck: Option<Round>,
}

/// The tournament at play.
struct Tournament<'a> {
    plan: &'a Plan,
    matches: &'a [Match],
    schedule: Schedule<'a>,
    ledger: Ledger<'a>,
    /// What each worker is at.
    at: HashMap<usize, InHand>,
    /// The matches whose player could not be prepared, and what becomes of their rounds.
    unprepared: HashMap<usize, Round>,
    /// The rounds reported, and the match that was heard of last.
    done: u64,
    heard_of: usize,
}

impl Tournament<'_> {
    fn play(mut self, crew: &mut dyn Crew, progress: &mut dyn Progress) -> Result<Results, PlayError> {
        loop {
            for worker in 0..crew.size() {
                if !self.at.contains_key(&worker)
                    && let Some((number, job)) = self.next_job()?
                {
                    crew.give(worker, &job)?;
                    self.at.insert(
                        worker,
                        InHand { number, job, since: Instant::now(), reported: 0, preparing: false, stuck: None },
                    );
                }
            }
            if self.at.is_empty() {
                return Ok(self.ledger.close()?);
            }
            let event = crew.next(WAIT)?;
            if let Some(Event::Report(worker, _) | Event::Gone(worker, _)) = &event
                && let Some(at) = self.at.get(worker)
            {
                self.heard_of = at.job.of;
            }
            // Asked first: an interrupt from the terminal reaches workers, too, and is not their crash.
            if !progress.rounds(self.done, &self.matches[self.heard_of]) {
                return Err(PlayError::Stopped);
            }
            match event {
                Some(Event::Report(worker, report)) => self.hear(worker, report)?,
                Some(Event::Gone(worker, how)) => self.bury(worker, how)?,
                None => {}
            }
            self.hold_back(crew);
        }
    }

    fn next_job(&mut self) -> Result<Option<(u64, Job)>, PlayError> {
        loop {
            let again = self.schedule.next_again();
            let is_new = again.is_none();
            if is_new && self.ledger.buffered() > MOST_BUFFERED {
                return Ok(None);
            }
            let next = again.or_else(|| self.schedule.next_new(|of| self.ledger.is_over(of)));
            let Some((number, mut job)) = next else { return Ok(None) };
            if is_new {
                self.ledger.open(number, job.of);
            }
            match self.unprepared.get(&job.of).cloned() {
                None if job.first <= job.last && !self.ledger.is_over(job.of) => return Ok(Some((number, job))),
                None => {}
                // The player cannot be prepared: so ends every round of the match.
                Some(round) => {
                    while job.first <= job.last && !self.ledger.is_over(job.of) {
                        self.record(number, &mut job, &round)?;
                    }
                }
            }
            self.ledger.report(number, Report::Done)?;
        }
    }

    fn hear(&mut self, worker: usize, report: Report) -> Result<(), PlayError> {
        let Some(at) = self.at.get_mut(&worker) else { return Ok(()) };
        match &report {
            Report::Ready | Report::Answered(_) => return Ok(()),
            Report::Preparing => at.preparing = true,
            Report::Prepared => at.preparing = false,
            Report::Played(batch) => {
                at.reported += batch.rounds;
                at.job.first += batch.rounds;
                self.done += batch.rounds;
            }
            Report::Done | Report::Refused(_) => {
                self.schedule.learn(at.job.of, at.reported, at.since.elapsed());
            }
            Report::Stuck(guesses) => at.stuck = Some(Round::stopped(*guesses)),
        }
        let number = at.number;
        if matches!(report, Report::Done | Report::Refused(_)) {
            self.at.remove(&worker);
        }
        Ok(self.ledger.report(number, report)?)
    }

    /// A worker is gone: whatever it was at goes on with another one, but for the round that it fell over.
    fn bury(&mut self, worker: usize, how: String) -> Result<(), PlayError> {
        let Some(InHand { number, mut job, stuck, preparing, .. }) = self.at.remove(&worker) else { return Ok(()) };
        let known = stuck.is_some() || job.one_by_one || preparing;
        let round = stuck.unwrap_or_else(|| Round::crashed(how));
        if preparing {
            self.unprepared.insert(job.of, round);
        } else if known && job.first <= job.last {
            // The rounds before were reported, so it was the first of the rest.
            self.record(number, &mut job, &round)?;
            // The player starts anew behind it.
            job.start = job.first;
        }
        if !job.learns {
            job.start = job.first;
        }
        job.one_by_one = true;
        job.load_secrets(&self.matches[job.of].codemaker);
        self.schedule.again(number, job);
        Ok(())
    }

    /// Records the next round of a job, which no worker could report.
    fn record(&mut self, number: u64, job: &mut Job, round: &Round) -> Result<(), PlayError> {
        if let Some(batch) = draft::unreported(self.plan, &self.matches[job.of], job.first, round) {
            self.ledger.report(number, Report::Played(batch))?;
        }
        self.done += 1;
        job.first += 1;
        Ok(())
    }

    /// Holds back the workers whose reports would have to wait for too long.
    fn hold_back(&self, crew: &mut dyn Crew) {
        let full = self.ledger.buffered() > MOST_BUFFERED;
        for (worker, at) in &self.at {
            crew.hold(*worker, full && Some(at.number) != self.ledger.first_job());
        }
    }
}
