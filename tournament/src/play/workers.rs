//! The kinds of workers: threads of this process, and processes of their own, of which a player that computes or sleeps without end is
//! stopped, and one that crashes ends its own only.

use crate::play::protocol::{self, Job, MatchSetup, Report, Request};
use crate::play::referee::CpuClock;
use crate::play::runner::{JobRunner, PreparedPlayers};
use crate::play::worker::WORKER;
use player_api::CrashCause;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::os::unix::{net::UnixStream, process::ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use std::{fmt::Debug, io, net::Shutdown, os::fd::OwnedFd, path::PathBuf, thread};

/// Who plays the rounds of a tournament. The games and their records are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Workers {
    /// That many threads of this process. A player that never returns, or that overflows its stack, stops the whole process:
    /// threads are for trusted players and for tests. The CPU time of threads that a player starts is not counted.
    Threads(usize),
    /// Processes that run `PROGRAM worker`, at most that many at once. A player that crashes or never returns costs its own
    /// round only. Every match is played by processes of its own.
    Processes(PathBuf, usize),
}

impl Workers {
    /// The number of workers.
    pub const fn number(&self) -> usize {
        match self {
            Workers::Threads(number) | Workers::Processes(_, number) => *number,
        }
    }

    /// Starts that many of them for that many matches.
    pub(crate) fn start(&self, number: usize, matches: usize) -> io::Result<Box<dyn WorkerPool>> {
        Ok(match self {
            Workers::Threads(_) => Box::new(Threads::new(number)?),
            Workers::Processes(program, _) => Box::new(Processes::new(program.clone(), number, matches)),
        })
    }
}

#[derive(Debug)]
pub enum Event {
    Report(usize, Report),
    /// The process of the worker ended; another one takes its place.
    Exit(usize, CrashCause),
}

/// Workers that play jobs, one at a time each. They are given by their index.
pub trait WorkerPool: Debug {
    fn workers(&self) -> usize;

    /// Gives an idle worker a job of a match.
    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()>;

    /// Ends the process of a worker that plays nothing, and what its player has started.
    fn end_process(&mut self, _worker: usize) {}

    /// Ends the processes of all workers, which play nothing, and waits until they have ended what they started. The next jobs are played
    /// by others.
    fn end_processes(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Waits for the next event, at most for that long.
    fn next_event(&mut self, wait: Duration) -> io::Result<Option<Event>>;
}

#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
    runners: Vec<Arc<JobRunner>>,
    prepared: Arc<PreparedPlayers>,
    events: (Sender<Event>, Receiver<Event>),
}

impl Threads {
    pub fn new(workers: usize) -> io::Result<Threads> {
        let pool = ThreadPoolBuilder::new().num_threads(workers).build().map_err(io::Error::other)?;
        let runners = (0..workers).map(|_| Arc::new(JobRunner::new(CpuClock::Thread))).collect();
        Ok(Threads { pool, runners, prepared: Arc::new(PreparedPlayers::new(workers)), events: mpsc::channel() })
    }
}

impl WorkerPool for Threads {
    fn workers(&self) -> usize {
        self.runners.len()
    }

    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()> {
        let (runner, prepared) = (Arc::clone(&self.runners[worker]), Arc::clone(&self.prepared));
        let (events, setup, job) = (self.events.0.clone(), Arc::clone(setup), job.clone());
        self.pool.spawn(move || {
            // The channel is closed when the tournament ended early; then the job ends, too.
            let _ = runner.play(&setup, &job, &prepared, |report| events.send(Event::Report(worker, report)));
        });
        Ok(())
    }

    fn next_event(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        Ok(self.events.1.recv_timeout(wait).ok())
    }
}

/// The time between two looks for processes that have ended.
const LOOK: Duration = Duration::from_millis(100);
/// How long a worker may take to end by itself, with all that its player has started.
const LONGEST_END: Duration = Duration::from_secs(60);
/// The time between two checks of a worker that ends.
const PAUSE: Duration = Duration::from_millis(5);

/// Processes that run the command `PROGRAM worker`.
///
/// A process plays the jobs of one match. From a worker's second match on it gets a process that was started beforehand, so that the
/// job does not wait for the start of a process. The last match needs no processes but those that play.
#[derive(Debug)]
pub struct Processes {
    program: PathBuf,
    matches: usize,
    workers: Vec<Option<WorkerProcess>>,
    /// A process that is started and has played nothing.
    spare: Option<WorkerProcess>,
    /// The processes started so far, by which events of replaced processes are recognized.
    started: u64,
    events: (Sender<ProcessEvent>, Receiver<ProcessEvent>),
    /// How often somebody may yet kill a process before it has reported: as often as all workers at once, twice.
    start_kills: usize,
    looked: Instant,
    /// Processes that were killed, which takes a while if they hold much memory.
    killed: Vec<Child>,
}

#[derive(Debug)]
struct WorkerProcess {
    id: u64,
    match_: Option<usize>,
    child: Child,
    socket: UnixStream,
}

#[derive(Debug)]
enum ProcessEvent {
    Report(u64, Report),
    /// The process ended; whether it had ever reported.
    End(u64, bool),
}

impl Processes {
    pub fn new(program: PathBuf, workers: usize, matches: usize) -> Processes {
        let start_kills = 2 * (workers + 1);
        let workers = (0..workers).map(|_| None).collect();
        let (looked, killed) = (Instant::now(), Vec::new());
        let events = mpsc::channel();
        Processes { program, matches, workers, spare: None, started: 0, events, start_kills, looked, killed }
    }

    /// Starts a process, and a thread that passes on its reports until it ends.
    #[expect(clippy::disallowed_methods, reason = "a process inherits it")]
    fn spawn(&mut self) -> io::Result<WorkerProcess> {
        let (socket, theirs) = UnixStream::pair()?;
        // What a player prints must not get into the output of this program.
        let child = Command::new(&self.program)
            .arg(WORKER)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::from(io::stderr()))
            .stderr(Stdio::inherit())
            .spawn()?;
        self.started += 1;
        let id = self.started;
        let (events, mut reader) = (self.events.0.clone(), socket.try_clone()?);
        thread::Builder::new().name(format!("reader {id}")).spawn(move || {
            let mut has_reported = false;
            // A message that breaks off means that the process ended.
            while let Ok(Some(report)) = protocol::receive::<Report>(&mut reader) {
                has_reported = true;
                if events.send(ProcessEvent::Report(id, report)).is_err() {
                    return;
                }
            }
            let _ = events.send(ProcessEvent::End(id, has_reported));
        })?;
        Ok(WorkerProcess { id, match_: None, child, socket })
    }

    /// The process of a worker for a match: its present one, or a fresh one.
    fn process(&mut self, worker: usize, match_: usize) -> io::Result<&mut WorkerProcess> {
        let before = self.workers[worker].as_ref().map(|process| process.match_);
        if before != Some(Some(match_)) {
            self.end_process(worker);
            let fresh = match self.spare.take() {
                Some(spare) => spare,
                None => self.spawn()?,
            };
            self.workers[worker] = Some(fresh);
            if before.is_some() && match_ + 1 < self.matches {
                self.spare = Some(self.spawn()?);
            }
        }
        self.workers[worker].as_mut().ok_or_else(|| io::Error::other("a worker has no process"))
    }

    /// Lets the readers of processes that have ended come to the end of their sockets, which other processes may hold open: a player's
    /// child that it forked has all descriptors of the worker. What was sent before is still read.
    fn end_streams(&mut self) {
        if self.looked.elapsed() < LOOK {
            return;
        }
        self.looked = Instant::now();
        for process in self.workers.iter_mut().chain([&mut self.spare]).flatten() {
            if matches!(process.child.try_wait(), Ok(Some(_))) {
                // An error means that both ends are closed.
                let _ = process.socket.shutdown(Shutdown::Read);
            }
        }
        // Waiting only frees their entries in the table of processes.
        self.killed.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
    }

    fn end(&mut self, mut process: WorkerProcess) {
        // Errors mean that it has ended already.
        let _ = process.child.kill();
        let _ = process.socket.shutdown(Shutdown::Both);
        self.killed.push(process.child);
    }

    fn worker_of(&self, id: u64) -> Option<usize> {
        self.workers.iter().position(|process| process.as_ref().is_some_and(|process| process.id == id))
    }

    /// Excuses the end of a process that has not reported if it was killed.
    fn excuse(&mut self, status: ExitStatus) -> io::Result<()> {
        let cause = cause(status);
        if cause == CrashCause::KILLED && self.start_kills > 0 {
            self.start_kills -= 1;
            return Ok(());
        }
        Err(io::Error::other(format!("{} ended at its start: {cause}", self.program.display())))
    }
}

impl WorkerPool for Processes {
    fn workers(&self) -> usize {
        self.workers.len()
    }

    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()> {
        let process = self.process(worker, setup.number)?;
        let mut send = |request: &Request| match protocol::send(&mut process.socket, request) {
            // The process ended already; its reader thread will say so.
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        };
        if process.match_.is_none() {
            send(&Request::Match(setup.message()))?;
            process.match_ = Some(setup.number);
        }
        send(&Request::Job(job.clone()))
    }

    fn end_process(&mut self, worker: usize) {
        if let Some(process) = self.workers[worker].take() {
            self.end(process);
        }
    }

    fn end_processes(&mut self) -> io::Result<()> {
        let processes: Vec<WorkerProcess> = self.workers.iter_mut().filter_map(Option::take).collect();
        for mut process in processes {
            // At the end of its input a worker ends its player, and what that has started.
            let _ = process.socket.shutdown(Shutdown::Write);
            let start = Instant::now();
            while process.child.try_wait()?.is_none() && start.elapsed() < LONGEST_END {
                thread::sleep(PAUSE);
            }
            self.end(process);
        }
        Ok(())
    }

    fn next_event(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        loop {
            self.end_streams();
            match self.events.1.recv_timeout(wait) {
                Ok(ProcessEvent::Report(id, report)) => {
                    if let Some(worker) = self.worker_of(id) {
                        return Ok(Some(Event::Report(worker, report)));
                    }
                }
                Ok(ProcessEvent::End(id, has_reported)) => {
                    if let Some(worker) = self.worker_of(id)
                        && let Some(mut process) = self.workers[worker].take()
                    {
                        let status = process.child.wait()?;
                        if !has_reported {
                            self.excuse(status)?;
                        }
                        return Ok(Some(Event::Exit(worker, cause(status))));
                    }
                    if let Some(mut spare) = self.spare.take_if(|spare| spare.id == id) {
                        // Another one is started when it is needed.
                        self.excuse(spare.child.wait()?)?;
                    }
                }
                Err(_) => return Ok(None),
            }
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        let processes = self.workers.iter_mut().chain([&mut self.spare]).filter_map(Option::take);
        processes.collect::<Vec<_>>().into_iter().for_each(|process| self.end(process));
        for child in &mut self.killed {
            let _ = child.wait();
        }
    }
}

fn cause(status: ExitStatus) -> CrashCause {
    match (status.signal(), status.code()) {
        (Some(signal), _) => CrashCause::Signal(signal),
        (None, Some(code)) => CrashCause::Exit(code),
        (None, None) => CrashCause::Other("no exit code".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    fn write_program(path: &std::path::Path, script: &str) {
        fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn processes_that_are_killed_at_their_start_are_replaced_a_few_times() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        write_program(&program, "kill -9 $$");
        let (mut pool, mut started) = (Processes::new(program, 1, 9), 0);
        let error = loop {
            if pool.spare.is_none() {
                started += 1;
                pool.spare = Some(pool.spawn().unwrap());
            }
            if let Err(e) = pool.next_event(LOOK) {
                break e.to_string();
            }
        };
        assert_eq!(started, 5);
        assert!(error.ends_with("ended at its start: signal 9 (SIGKILL)"), "{error}");
    }

    /// Its child has its standard input, which is the socket, for much longer than the test.
    #[test]
    fn the_end_of_a_process_is_noticed_though_its_child_holds_the_socket() {
        let folder = tempfile::tempdir().unwrap();
        let (program, child) = (folder.path().join("program"), folder.path().join("child"));
        write_program(&program, &format!("sleep 600 <&0 &\necho $! >'{}'\nexit 7", child.display()));
        let mut pool = Processes::new(program, 1, 9);
        pool.spare = Some(pool.spawn().unwrap());
        let error = loop {
            if let Err(e) = pool.next_event(LOOK) {
                break e.to_string();
            }
        };
        assert!(error.ends_with("ended at its start: exit code 7"), "{error}");
        let number = fs::read_to_string(child).unwrap();
        assert!(Command::new("kill").arg(number.trim()).status().unwrap().success(), "the child lived on");
    }
}
