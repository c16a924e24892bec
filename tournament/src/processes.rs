//! Workers that are processes of their own: a player that computes or sleeps without end is stopped, and one that crashes ends
//! its own process only.

use crate::{
    framing,
    pool::{Event, WorkerPool},
    protocol::{Job, Report, Request},
    setup::MatchSetup,
};
use player_api::CrashCause;
use std::{
    io,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream, process::ExitStatusExt},
    },
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// The time between two checks of a paused worker's reader.
const PAUSE: Duration = Duration::from_millis(5);

/// Processes that run the command `PROGRAM worker`.
///
/// A process plays the jobs of one match. For the next match the worker gets a process that was started beforehand, so that
/// no job waits for the start of a process.
#[derive(Debug)]
pub struct Processes {
    program: PathBuf,
    workers: Vec<Option<WorkerProcess>>,
    /// A process that is started and has played nothing.
    spare: Option<WorkerProcess>,
    /// The processes started so far, by which events of replaced processes are recognized.
    started: u64,
    events: (Sender<ProcessEvent>, Receiver<ProcessEvent>),
    reaper: Reaper,
}

/// One process, and the socket that is its standard input.
#[derive(Debug)]
struct WorkerProcess {
    id: u64,
    /// The match that it plays.
    game: Option<usize>,
    child: Child,
    socket: UnixStream,
    /// While this is set, the reports of the process are not read, so that it waits.
    paused: Arc<AtomicBool>,
}

/// What the reader thread of a process found.
#[derive(Debug)]
enum ProcessEvent {
    Report(u64, Report),
    /// The process ended; whether it had ever reported.
    End(u64, bool),
}

impl Processes {
    /// Starts the first of at most that many processes.
    pub fn new(program: PathBuf, workers: usize) -> io::Result<Processes> {
        let workers = (0..workers).map(|_| None).collect();
        let (events, reaper) = (mpsc::channel(), Reaper::start()?);
        let mut pool = Processes { program, workers, spare: None, started: 0, events, reaper };
        pool.spare = Some(pool.spawn()?);
        Ok(pool)
    }

    /// Starts a process, and a thread that passes on its reports until it ends.
    fn spawn(&mut self) -> io::Result<WorkerProcess> {
        let (socket, theirs) = UnixStream::pair()?;
        // What a player prints must not get into the output of this program.
        let child = Command::new(&self.program)
            .arg("worker")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::from(io::stderr()))
            .stderr(Stdio::inherit())
            .spawn()?;
        self.started += 1;
        let id = self.started;
        let paused = Arc::new(AtomicBool::new(false));
        let (events, mut reader, is_paused) = (self.events.0.clone(), socket.try_clone()?, Arc::clone(&paused));
        thread::Builder::new().name(format!("reader {id}")).spawn(move || {
            let mut has_reported = false;
            // A message that breaks off means that the process ended.
            while let Ok(Some(report)) = framing::receive::<Report>(&mut reader) {
                has_reported = true;
                while is_paused.load(Ordering::Relaxed) {
                    thread::sleep(PAUSE);
                }
                if events.send(ProcessEvent::Report(id, report)).is_err() {
                    return;
                }
            }
            let _ = events.send(ProcessEvent::End(id, has_reported));
        })?;
        Ok(WorkerProcess { id, game: None, child, socket, paused })
    }

    /// The process of a worker for a match: its present one, or a fresh one.
    fn process(&mut self, worker: usize, game: usize) -> io::Result<&mut WorkerProcess> {
        let is_fit = self.workers[worker].as_ref().is_some_and(|process| process.game == Some(game));
        if !is_fit {
            if let Some(old) = self.workers[worker].take() {
                self.reaper.end(old);
            }
            let fresh = match self.spare.take() {
                Some(spare) => spare,
                None => self.spawn()?,
            };
            self.workers[worker] = Some(fresh);
            self.spare = Some(self.spawn()?);
        }
        self.workers[worker].as_mut().ok_or_else(|| io::Error::other("a worker has no process"))
    }

    /// The worker whose process has that number; none if the process was replaced.
    fn worker_of(&self, id: u64) -> Option<usize> {
        self.workers.iter().position(|process| process.as_ref().is_some_and(|process| process.id == id))
    }

    fn failed_start(&self, status: ExitStatus) -> io::Error {
        io::Error::other(format!("{} ended at its start ({})", self.program.display(), cause(status)))
    }
}

impl WorkerPool for Processes {
    fn size(&self) -> usize {
        self.workers.len()
    }

    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()> {
        let process = self.process(worker, setup.number)?;
        let mut send = |request: &Request| match framing::send(&mut process.socket, request) {
            // The process ended already; its reader thread will say so.
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        };
        if process.game.is_none() {
            send(&Request::Match(setup.message()))?;
            process.game = Some(setup.number);
        }
        send(&Request::Job(job.clone()))
    }

    fn pause(&mut self, worker: usize, paused: bool) {
        if let Some(process) = &self.workers[worker] {
            process.paused.store(paused, Ordering::Relaxed);
        }
    }

    fn next_event(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        loop {
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
                            return Err(self.failed_start(status));
                        }
                        return Ok(Some(Event::Exit(worker, cause(status))));
                    }
                    if let Some(mut spare) = self.spare.take_if(|spare| spare.id == id) {
                        let status = spare.child.wait()?;
                        return Err(self.failed_start(status));
                    }
                }
                Err(_) => return Ok(None),
            }
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for process in self.workers.iter_mut().chain([&mut self.spare]).filter_map(Option::take) {
            self.reaper.end(process);
        }
    }
}

/// How a process ended.
fn cause(status: ExitStatus) -> CrashCause {
    match (status.signal(), status.code()) {
        (Some(signal), _) => CrashCause::Signal(signal),
        (None, Some(code)) => CrashCause::Exit(code),
        (None, None) => CrashCause::Other("no exit code".to_owned()),
    }
}

/// A thread that waits for processes to end, which takes a while if they hold much memory.
#[derive(Debug)]
struct Reaper {
    children: Option<Sender<Child>>,
    thread: Option<JoinHandle<()>>,
}

impl Reaper {
    fn start() -> io::Result<Reaper> {
        let (children, killed) = mpsc::channel::<Child>();
        let thread = thread::Builder::new().name("reaper".to_owned()).spawn(move || {
            for mut child in killed {
                // It was killed: waiting only frees its entry in the table of processes.
                let _ = child.wait();
            }
        })?;
        Ok(Reaper { children: Some(children), thread: Some(thread) })
    }

    /// Kills a process.
    fn end(&self, mut process: WorkerProcess) {
        process.paused.store(false, Ordering::Relaxed);
        // An error means that it has ended already.
        let _ = process.child.kill();
        if let Some(children) = &self.children {
            let _ = children.send(process.child);
        }
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        self.children = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
