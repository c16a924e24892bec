//! The sandbox of systems other than Linux: resource limits and a process group. Files, network and other processes are not separate.

use crate::command::Executable;
use crate::{Ended, Launcher, Missing, Protection, Sandbox, SandboxError, Usage, copy};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// First argument of the launcher; then come the limits and the command.
const LIMITS: &str = "limits";

/// Exit code of a launcher that could not execute the program, as that of a shell.
const NOT_EXECUTED: u8 = 127;

const PAUSE: Duration = Duration::from_millis(2);

/// A program that runs in a sandbox, with all its descendants.
///
/// On this system these are the processes of its process group. All methods take `&self`. Dropping it kills.
#[derive(Debug)]
pub struct Contained {
    /// The standard input of the program. Dropping it is the end of input.
    pub stdin: Option<ChildStdin>,
    /// The standard output of the program, and of descendants that inherited it.
    pub stdout: Option<ChildStdout>,
    /// The standard error of the program, and of descendants that inherited it.
    pub stderr: Option<ChildStderr>,
    missing: Vec<Missing>,
    id: u32,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    child: Child,
    ended: Option<Ended>,
    base: Option<TempDir>,
}

impl Contained {
    pub(crate) fn start(
        sandbox: &Sandbox,
        launcher: &Launcher,
        program: &Executable,
        arguments: &[OsString],
    ) -> Result<Contained, SandboxError> {
        let base = copy::temporary()?;
        let scratch = base.path().canonicalize()?;
        copy::copy(sandbox, &scratch).map_err(SandboxError::Setup)?;
        let program = match program {
            Executable::Copied(inside) => scratch.join(inside),
            Executable::At(path) => path.into(),
        };
        let cpu = sandbox.cpu.map_or(0, |limit| limit.as_secs() + u64::from(limit.subsec_nanos() > 0));
        let limits = [sandbox.memory, sandbox.open_files, sandbox.file_size, cpu];
        let mut child = Command::new(&launcher.program)
            .args(&launcher.arguments)
            .arg(LIMITS)
            .args(limits.map(|limit| limit.to_string()))
            .arg(program)
            .args(arguments)
            .env_clear()
            .envs([("HOME", &scratch), ("TMPDIR", &scratch)])
            .envs([("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")])
            .envs(sandbox.environment.iter().map(|(name, value)| (name, value)))
            .current_dir(&scratch)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| SandboxError::Launcher { program: launcher.program.clone(), error })?;
        Ok(Contained {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            missing: vec![Missing { protection: Protection::Linux, reason: "this system is another one".to_string() }],
            id: child.id(),
            state: Mutex::new(State { child, ended: None, base: Some(base) }),
        })
    }

    /// Protections that this system does not offer.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// The process number of the program.
    pub const fn id(&self) -> Option<u32> {
        Some(self.id)
    }

    /// On this system only whether the program lives: one process, of which nothing else is known.
    pub fn usage(&self) -> Usage {
        let lives = matches!(self.try_wait(), Ok(None));
        Usage { processes: u32::from(lives), threads: u32::from(lives), ..Usage::default() }
    }

    /// On this system always 0.
    pub fn cpu_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether the program has ended.
    pub fn is_ending(&self) -> bool {
        !matches!(self.try_wait(), Ok(None))
    }

    /// How the program ended, or `None` if it runs. Processes of its group are killed at its end.
    ///
    /// # Errors
    /// If the program cannot be waited for.
    pub fn try_wait(&self) -> io::Result<Option<Ended>> {
        let mut state = self.lock();
        if state.ended.is_none()
            && let Some(status) = state.child.try_wait()?
        {
            self.finish(&mut state, status);
        }
        Ok(state.ended)
    }

    /// Waits until the program has ended. Does not close its standard input.
    ///
    /// # Errors
    /// If the program cannot be waited for.
    pub fn wait(&self) -> io::Result<Ended> {
        loop {
            if let Some(ended) = self.try_wait()? {
                return Ok(ended);
            }
            sleep(PAUSE);
        }
    }

    /// Kills the program and the processes of its group, and removes the scratch folder.
    pub fn kill(&self) {
        let mut state = self.lock();
        if state.ended.is_some() {
            return;
        }
        self.kill_group();
        let _ = state.child.kill();
        if let Ok(status) = state.child.wait() {
            self.finish(&mut state, status);
        }
    }

    fn finish(&self, state: &mut State, status: ExitStatus) {
        self.kill_group();
        state.base = None;
        state.ended = Some(status.code().map_or_else(|| Ended::Signal(status.signal().unwrap_or(0)), Ended::Exit));
    }

    fn kill_group(&self) {
        let _ = killpg(Pid::from_raw(self.id.cast_signed()), Signal::SIGKILL);
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

pub(crate) fn launch(arguments: &[OsString]) -> Option<ExitCode> {
    let [word, memory, open_files, file_size, cpu, program, rest @ ..] = arguments else { return None };
    if word != LIMITS {
        return None;
    }
    let limits = [
        (Resource::RLIMIT_CORE, None),
        (Resource::RLIMIT_DATA, Some(memory)),
        (Resource::RLIMIT_NOFILE, Some(open_files)),
        (Resource::RLIMIT_FSIZE, Some(file_size)),
        (Resource::RLIMIT_CPU, Some(cpu).filter(|limit| *limit != "0")),
    ];
    for (resource, limit) in limits {
        let limit = match limit.map(|limit| limit.to_str().and_then(|text| text.parse().ok())) {
            Some(Some(limit)) => limit,
            Some(None) => return None,
            None if resource == Resource::RLIMIT_CORE => 0,
            None => continue,
        };
        // Not every system has every limit.
        if let Ok((_, hard)) = getrlimit(resource) {
            let limit = hard.min(limit);
            let _ = setrlimit(resource, limit, limit);
        }
    }
    let _ = Command::new(program).args(rest).exec();
    Some(ExitCode::from(NOT_EXECUTED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    /// Executes the command without setting limits: a test has no launcher.
    fn launcher() -> Launcher {
        Launcher { program: "/bin/sh".into(), arguments: ["-c", "shift 5; exec \"$@\"", "sh"].map(Into::into).to_vec() }
    }

    fn start(script: &str) -> Contained {
        let arguments = ["-c".into(), script.into()];
        Contained::start(&Sandbox::default(), &launcher(), &Executable::At("/bin/sh".into()), &arguments).unwrap()
    }

    #[test]
    fn exits_and_signals_are_told_apart() {
        let contained = start("exit 7");
        assert_eq!(contained.wait().unwrap(), Ended::Exit(7));
        assert!(contained.is_ending());
        assert_eq!(start("kill -11 $$").wait().unwrap(), Ended::Signal(11));
    }

    #[test]
    fn output_is_read_and_the_folder_removed() {
        let mut contained = start("pwd; echo $HOME");
        let mut text = String::new();
        contained.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        let (folder, home) = text.trim().split_once('\n').unwrap();
        assert_eq!(folder, home);
        contained.wait().unwrap();
        assert!(!std::path::Path::new(folder).exists());
    }

    #[test]
    fn input_and_errors_are_piped() {
        let mut contained = start("cat >&2");
        contained.stdin.take().unwrap().write_all(b"BBED").unwrap();
        let mut text = String::new();
        contained.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "BBED");
        assert_ne!(contained.id(), Some(0));
        assert_eq!(contained.cpu_time(), Duration::ZERO);
        assert_eq!(contained.missing().len(), 1);
    }

    #[test]
    fn all_processes_of_the_group_are_killed() {
        let mut contained = start("trap '' TERM; sleep 1000 & sleep 1000");
        assert_eq!(contained.usage().processes, 1);
        contained.kill();
        assert_eq!(contained.try_wait().unwrap(), Some(Ended::Signal(9)));
        // The end of the output: nothing holds it open.
        let mut text = String::new();
        contained.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    }

    #[test]
    fn a_launcher_refuses_what_is_no_command() {
        for words in [&[][..], &["limits"], &["other", "1", "1", "1", "1", "true"]] {
            let words: Vec<OsString> = words.iter().map(Into::into).collect();
            assert!(launch(&words).is_none());
        }
    }
}
