//! Starts a program, watches and kills it, on the side of the caller.

use super::kernel::Counter;
use super::messages::{self, LauncherReport, Messages, NAMESPACES, NO_NAMESPACES, OUTER, Setup, WITH_NETWORK};
use super::processes::{self, Account};
use crate::{Ended, Launcher, Missing, Namespaces, Sandbox, SandboxError, Usage, command::Executable};
use folder_files::TemporaryFolder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::ffi::OsString;
use std::io;
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the outer process may take to end everything before it is killed itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the kernel may take to end everything with it: on a busy machine, hundreds of processes take a while.
const LONGEST_END: Duration = Duration::from_secs(60);

/// The wait between two looks at what is left, when the outer process was killed.
const PAUSE: Duration = Duration::from_millis(1);

/// A program that runs in a sandbox, with all its descendants.
///
/// All methods take `&self`: one thread can watch and kill while another one reads and writes the streams. Dropping it kills.
///
/// # Examples
/// ```no_run
/// # use sandbox::{Launcher, Sandbox};
/// # let launcher = Launcher { program: std::env::current_exe()?, arguments: vec!["sandbox".into()] };
/// use std::io::Read;
///
/// let mut contained = Sandbox::default().spawn(&launcher, &["echo".into(), "BBED".into()])?;
/// let mut text = String::new();
/// contained.stdout.take().expect("it is piped").read_to_string(&mut text)?;
/// assert_eq!(text, "BBED\n");
/// assert!(contained.wait()?.success());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Contained {
    /// The standard input of the program. Dropping it is the end of input.
    pub stdin: Option<ChildStdin>,
    /// The standard output of the program, and of descendants that inherited it.
    pub stdout: Option<ChildStdout>,
    /// The standard error of the program, and of descendants that inherited it.
    pub stderr: Option<ChildStderr>,
    missing: Vec<Missing>,
    separate: bool,
    limits: processes::Limits,
    /// The outer process. Readable when it has ended.
    outer: OwnedFd,
    /// The inner process. None if it had ended when it was looked for; 0 would be the caller.
    inner: Option<i32>,
    /// The program. None if it had ended when it was looked for.
    main: Option<i32>,
    /// The CPU time of the program and its descendants, if the system counts that.
    counter: Option<Counter>,
    /// CPU time that is not counted, or without a counter that of other processes, as of the last call of `usage`, in nanoseconds.
    others: AtomicU64,
    /// The largest CPU time that was returned, in nanoseconds.
    largest: AtomicU64,
    /// Whether the report of the end has been read, or everything has ended without one.
    is_over: AtomicBool,
    account: Mutex<Account>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    outer: Child,
    reports: Messages,
    ended: Option<Ended>,
    gone: bool,
    base: Option<TemporaryFolder>,
}

impl Contained {
    /// Starts a program. If that fails, everything that was started has ended.
    pub(crate) fn start(
        sandbox: &Sandbox,
        launcher: &Launcher,
        program: &Executable,
        arguments: &[OsString],
    ) -> Result<Contained, SandboxError> {
        let base = TemporaryFolder::new()?;
        let (socket, other) = UnixStream::pair()?;
        let (input, stdin) = io::pipe()?;
        let (stdout, output) = io::pipe()?;
        let (stderr, errors) = io::pipe()?;
        let failed = |error| SandboxError::Launcher { program: launcher.program.clone(), error };
        let setup = Setup {
            sandbox: sandbox.clone(),
            base: base.path().into(),
            program: program.clone(),
            arguments: arguments.to_vec(),
        };
        let separate = sandbox.namespaces != Namespaces::None;
        let namespaces = match (separate, sandbox.network) {
            (false, _) => NO_NAMESPACES,
            (true, false) => NAMESPACES,
            (true, true) => WITH_NETWORK,
        };
        let mut outer = Command::new(&launcher.program)
            .args(&launcher.arguments)
            .args([OUTER, namespaces])
            .args(&launcher.arguments)
            .env_clear()
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let sent = messages::send(&socket, &setup.base, &[])
            .and_then(|()| messages::send(&socket, &setup, &[input.as_fd(), output.as_fd(), errors.as_fd()]));
        drop((input, output, errors));
        let mut reports = Messages::new(socket);
        let answer = answer(&mut reports).and_then(|answer| sent.map(|()| answer)).map_err(failed);
        let (missing, process, separate) = match answer.and_then(|started| started.map_err(SandboxError::Setup)) {
            Ok(started) => started,
            Err(error) => {
                // The outer process ends everything when the socket is closed.
                drop(reports);
                outer.wait()?;
                return Err(error);
            }
        };
        reports.socket.set_nonblocking(true)?;
        let counter = reports.descriptors.pop().map(Counter);
        let state = State { outer, reports, ended: None, gone: false, base: Some(base) };
        let id = state.outer.id().cast_signed();
        let pid = Pid::from_raw(id).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let outer = pidfd_open(pid, PidfdFlags::empty()).map_err(io::Error::from)?;
        let child = |process: i32| processes::children(process).first().copied();
        let inner = child(id);
        // The first child of the inner process is the program: orphans come later.
        let main = if separate { inner.and_then(child) } else { Some(process) };
        Ok(Contained {
            stdin: Some(OwnedFd::from(stdin).into()),
            stdout: Some(OwnedFd::from(stdout).into()),
            stderr: Some(OwnedFd::from(stderr).into()),
            missing,
            separate,
            limits: processes::Limits {
                memory: sandbox.memory,
                processes: usize::try_from(processes::tasks(sandbox)).unwrap_or(usize::MAX),
                descriptors: sandbox.open_files,
                buffer: processes::largest_buffer(),
                separate,
                estimates: counter.is_none(),
            },
            outer,
            inner,
            main,
            counter,
            others: AtomicU64::new(0),
            largest: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            account: Mutex::default(),
            state: Mutex::new(state),
        })
    }

    /// Protections that this system does not offer. Empty on a Linux that permits user namespaces and performance counters and has Landlock.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// The process number of the program. None if it ended at once.
    pub fn id(&self) -> Option<u32> {
        self.main.map(i32::cast_unsigned)
    }

    /// What the program and its descendants use now.
    ///
    /// Costs about 70 µs, and 40 µs more for each process beyond the first; twice as much where the address space is larger than the limit of
    /// memory. After the end of the program only its CPU time is left.
    pub fn usage(&self) -> Usage {
        if self.is_over.load(Ordering::Acquire) {
            // The numbers of its processes may be those of others now.
            return Usage { cpu: self.cpu_time(), ..Usage::default() };
        }
        let mut usage = self.inner.map_or_else(Usage::default, |inner| {
            let mut account = self.account.lock().unwrap_or_else(PoisonError::into_inner);
            processes::usage(inner, &self.limits, &mut account)
        });
        let clock = self.clock().unwrap_or_default();
        self.others.store(nanoseconds(usage.cpu.saturating_sub(clock)), Ordering::Relaxed);
        if usage.processes == 0 {
            // It has ended, or is about to: the last report has the whole.
            let _ = self.update(&mut self.lock());
        }
        usage.cpu = self.at_least(usage.cpu.max(clock));
        usage
    }

    /// CPU time of the program and of its descendants so far, exact to nanoseconds. It never decreases. Costs about 1 µs: one system call.
    ///
    /// Where the system has no counter of CPU time, as [`missing`](Contained::missing) says, descendants count as of the last call of
    /// [`usage`](Contained::usage).
    pub fn cpu_time(&self) -> Duration {
        match self.clock() {
            Some(clock) if !self.is_over.load(Ordering::Acquire) => self.at_least(clock + self.others()),
            _ => {
                let _ = self.update(&mut self.lock());
                let counted = self.counter.as_ref().and_then(Counter::read);
                self.at_least(counted.map_or(Duration::ZERO, |counted| counted + self.others()))
            }
        }
    }

    fn others(&self) -> Duration {
        Duration::from_nanos(self.others.load(Ordering::Relaxed))
    }

    /// The CPU time that is counted, or that of the program alone if the system counts none.
    fn clock(&self) -> Option<Duration> {
        match &self.counter {
            Some(counter) => counter.read(),
            None => self.main.and_then(processes::cpu_time),
        }
    }

    /// How the program ended, or `None` if it or a descendant runs.
    ///
    /// Descendants that a program leaves behind are killed at its end. After [`kill`](Contained::kill) it is `Signal(9)`, unless the
    /// program had ended before.
    ///
    /// # Errors
    /// If the processes of the sandbox cannot be watched.
    pub fn try_wait(&self) -> io::Result<Option<Ended>> {
        self.wait_until(Some(Instant::now()))
    }

    /// Waits until the program has ended, and all that it left behind. Does not close its standard input.
    ///
    /// # Errors
    /// If the processes of the sandbox cannot be watched.
    pub fn wait(&self) -> io::Result<Ended> {
        loop {
            if let Some(ended) = self.wait_until(None)? {
                return Ok(ended);
            }
        }
    }

    /// Kills the program and all its descendants, whatever they do about it, and removes the scratch folder.
    ///
    /// Returns when none of them lives, usually after some milliseconds. Without effect after the end.
    pub fn kill(&self) {
        // The outer process sees that the caller has gone.
        let _ = self.lock().reports.socket.shutdown(Shutdown::Both);
        if matches!(self.wait_until(Some(Instant::now() + PATIENCE)), Ok(None)) {
            // The kernel kills the inner process with the outer one. The first process of a namespace ends after all others.
            let inner = self.inner.and_then(Pid::from_raw).map(|inner| pidfd_open(inner, PidfdFlags::empty()));
            let _ = self.lock().outer.kill();
            let deadline = Some(Instant::now() + LONGEST_END);
            if let Some(Ok(inner)) = inner {
                let _ = has_ended(&inner, deadline);
            }
            let _ = self.wait_until(deadline);
        }
    }

    /// Whether the program has ended or is ending: it does nothing any more, though [`try_wait`](Contained::try_wait) may not know yet
    /// how it ended.
    pub fn is_ending(&self) -> bool {
        self.is_over.load(Ordering::Acquire) || self.main.is_none_or(processes::is_ending)
    }

    /// Waits for the end of the outer process, and cleans up.
    fn wait_until(&self, deadline: Option<Instant>) -> io::Result<Option<Ended>> {
        if !has_ended(&self.outer, deadline)? {
            return Ok(None);
        }
        let mut state = self.lock();
        self.update(&mut state)?;
        if !state.gone {
            let status = state.outer.wait()?;
            if !status.success() && !self.separate {
                self.kill_group();
            }
            // Usually the outer process has removed it.
            state.base = None;
            state.gone = true;
            self.is_over.store(true, Ordering::Release);
        }
        Ok(Some(*state.ended.get_or_insert(Ended::Signal(Signal::KILL.as_raw()))))
    }

    /// Kills what is left when the outer process did not end everything: the process group, which nothing can leave.
    fn kill_group(&self) {
        let Some(group) = self.inner.and_then(Pid::from_raw) else { return };
        let deadline = Instant::now() + PATIENCE;
        while kill_process_group(group, Signal::KILL).is_ok() && Instant::now() < deadline {
            std::thread::sleep(PAUSE);
        }
    }

    /// Reads the report of the end, if it has come.
    fn update(&self, state: &mut State) -> io::Result<()> {
        while state.ended.is_none() {
            match state.reports.next() {
                Ok(Some(LauncherReport::Ended { ended, cpu })) => {
                    state.ended = Some(ended);
                    self.at_least(cpu);
                    self.is_over.store(true, Ordering::Release);
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The largest CPU time so far, at least `time`.
    fn at_least(&self, time: Duration) -> Duration {
        let time = nanoseconds(time);
        Duration::from_nanos(self.largest.fetch_max(time, Ordering::Relaxed).max(time))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Contained {
    fn drop(&mut self) {
        self.kill();
    }
}

fn has_ended(process: &OwnedFd, deadline: Option<Instant>) -> io::Result<bool> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let timeout =
            left.map(|left| Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() });
        match poll(&mut [PollFd::new(process, PollFlags::IN)], timeout.as_ref()) {
            Ok(ready) => return Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Missing protections, the number of the program, and whether it has namespaces.
type Started = (Vec<Missing>, i32, bool);

/// The report of the start, or why the program was not started.
fn answer(reports: &mut Messages) -> io::Result<Result<Started, String>> {
    let mut missing = Vec::new();
    loop {
        match reports.next()? {
            Some(LauncherReport::Missing(protection)) => missing.push(protection),
            Some(LauncherReport::Counter) => {}
            Some(LauncherReport::Started { process, separate }) => return Ok(Ok((missing, process, separate))),
            Some(LauncherReport::Failed(sentence)) => return Ok(Err(sentence)),
            Some(LauncherReport::Ended { .. }) | None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}
