//! Starts the outer process, and waits until the program runs.

use super::arguments::{NAMESPACES, NO_NAMESPACES, OUTER};
use super::message::{LauncherReport, Setup};
use super::socket::{self, Messages};
use crate::command::Executable;
use crate::{Launcher, Missing, Namespaces, Sandbox, SandboxError, folder};
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// A program that runs.
pub(super) struct Started {
    pub(super) outer: Child,
    pub(super) reports: Messages,
    pub(super) streams: (ChildStdin, ChildStdout, ChildStderr),
    pub(super) missing: Vec<Missing>,
    /// Whether the program has namespaces of its own.
    pub(super) separate: bool,
    /// The number of the program in its process namespace.
    pub(super) process: i32,
    pub(super) base: TempDir,
}

/// Starts a program. If that fails, everything that was started has ended.
pub(super) fn start(
    sandbox: &Sandbox,
    launcher: &Launcher,
    program: &Executable,
    arguments: &[OsString],
) -> Result<Started, SandboxError> {
    let base = folder::temporary()?;
    let (socket, other) = UnixStream::pair()?;
    let (input, stdin) = io::pipe()?;
    let (stdout, output) = io::pipe()?;
    let (stderr, errors) = io::pipe()?;
    let failed = |error| SandboxError::Launcher { program: launcher.program.clone(), error };
    let setup = Setup {
        sandbox: sandbox.clone(),
        base: base.path().canonicalize()?.into(),
        program: program.clone(),
        arguments: arguments.to_vec(),
    };
    let separate = sandbox.namespaces != Namespaces::None;
    let mut outer = Command::new(&launcher.program)
        .args(&launcher.arguments)
        .args([OUTER, if separate { NAMESPACES } else { NO_NAMESPACES }])
        .args(&launcher.arguments)
        .env_clear()
        .stdin(OwnedFd::from(other))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let sent = socket::send(&socket, &setup.base, &[])
        .and_then(|()| socket::send(&socket, &setup, &[input.as_fd(), output.as_fd(), errors.as_fd()]));
    drop((input, output, errors));
    let mut reports = Messages::new(socket);
    let answer = answer(&mut reports).and_then(|answer| sent.map(|()| answer));
    match answer {
        Ok((missing, Ok((process, separate)))) => {
            reports.socket().set_nonblocking(true)?;
            let streams = (OwnedFd::from(stdin).into(), OwnedFd::from(stdout).into(), OwnedFd::from(stderr).into());
            Ok(Started { outer, reports, streams, missing, separate, process, base })
        }
        other => {
            // The outer process ends everything when the socket is closed.
            drop(reports);
            outer.wait()?;
            drop(base);
            match other {
                Ok((_, Err(sentence))) => Err(SandboxError::Setup(sentence)),
                Err(error) => Err(failed(error)),
                Ok((_, Ok(_))) => Err(failed(io::ErrorKind::Other.into())),
            }
        }
    }
}

/// Missing protections, and the number of the program and whether it has namespaces, or why it was not started.
type StartReport = (Vec<Missing>, Result<(i32, bool), String>);

fn answer(reports: &mut Messages) -> io::Result<StartReport> {
    let mut missing = Vec::new();
    loop {
        match reports.next()? {
            Some(LauncherReport::Missing(protection)) => missing.push(protection),
            Some(LauncherReport::Counter) => {}
            Some(LauncherReport::Started { process, separate }) => return Ok((missing, Ok((process, separate)))),
            Some(LauncherReport::Failed(sentence)) => return Ok((missing, Err(sentence))),
            Some(LauncherReport::Ended { .. }) | None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}
