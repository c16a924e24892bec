//! The sandbox of systems other than Linux: resource limits and a process group. Files, network and other processes are not separate.

use crate::command::Executable;
use crate::{Ended, Launcher, Missing, Protection, Sandbox, SandboxError, Usage, copy};
use folder_files::TemporaryFolder;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

/// Sets limits, as far as the system has them, and becomes the program. Memory is in KiB, and the size of files in blocks of 512 bytes.
const LIMITED: &str = "for limit in $1; do ulimit -${limit%:*} ${limit#*:} 2>/dev/null; done; shift; exec \"$@\"";

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
    base: Option<TemporaryFolder>,
}

impl Contained {
    pub(crate) fn start(
        sandbox: &Sandbox,
        _: &Launcher,
        program: &Executable,
        arguments: &[OsString],
    ) -> Result<Contained, SandboxError> {
        let base = TemporaryFolder::new()?;
        let scratch = base.path().to_owned();
        copy::copy(sandbox, &scratch).map_err(SandboxError::Setup)?;
        let Sandbox { memory, open_files, file_size, .. } = sandbox;
        let limits = format!("c:0 d:{} n:{open_files} f:{}", memory >> 10, file_size >> 9);
        let shell = Path::new("/bin/sh");
        let mut child = sandbox
            .command(shell, &scratch)
            .args(["-c", LIMITED, "sh", &limits])
            .arg(program.path(&scratch))
            .args(arguments)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| SandboxError::Launcher { program: shell.into(), error })?;
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

/// No program is a launcher here: a shell sets the limits.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn launch(_: &[OsString]) -> Option<std::process::ExitCode> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    fn start(script: &str) -> Contained {
        let launcher = Launcher { program: "/none".into(), arguments: Vec::new() };
        let arguments = ["-c".into(), script.into()];
        Contained::start(&Sandbox::default(), &launcher, &Executable::At("/bin/sh".into()), &arguments).unwrap()
    }

    #[test]
    fn streams_are_piped_and_the_folder_is_removed() {
        let mut contained = start("pwd; echo $HOME; ulimit -n; ulimit -c; cat >&2; exit 7");
        contained.stdin.take().unwrap().write_all(b"BBED").unwrap();
        let (mut output, mut errors) = (String::new(), String::new());
        contained.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        contained.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!((lines.as_slice(), errors.as_str()), (&[lines[0], lines[0], "256", "0"][..], "BBED"));
        assert_eq!(contained.wait().unwrap(), Ended::Exit(7));
        assert!(contained.is_ending() && !Path::new(lines[0]).exists());
        assert_eq!((contained.cpu_time(), contained.missing().len()), (Duration::ZERO, 1));
    }

    #[test]
    fn all_processes_of_the_group_are_killed() {
        let mut contained = start("trap '' TERM; sleep 1000 & sleep 1000");
        assert_eq!((contained.usage().processes, contained.id() == Some(0)), (1, false));
        contained.kill();
        assert_eq!(contained.try_wait().unwrap(), Some(Ended::Signal(9)));
        // The end of the output: nothing holds it open.
        contained.stdout.take().unwrap().read_to_string(&mut String::new()).unwrap();
    }
}
