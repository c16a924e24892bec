//! A worker process: plays the jobs of one match that come in through its standard input, which is a socket.

use crate::{
    clock::CpuClock,
    framing,
    protocol::{Report, Request},
    registry::Registry,
    runner::{JobRunner, PreparedPlayers},
    watchdog,
};
use std::{
    fs::File,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream,
    },
    sync::Arc,
    thread,
};

/// Plays jobs until the tournament closes the socket: the hidden command `worker` of the program.
///
/// # Errors
/// When the standard input is not a socket, or breaks.
pub fn run_worker(registry: &Registry) -> io::Result<()> {
    // A core dump of a crashed player is of no use and may be large. Without the limit there is one, no more.
    let _ = rlimit::setrlimit(rlimit::Resource::CORE, 0, 0);
    let socket = UnixStream::from(take_stdin()?);
    let runner = Arc::new(JobRunner::new(CpuClock::Process));
    let (watched, out) = (Arc::clone(&runner), socket.try_clone()?);
    thread::Builder::new().name(watchdog::NAME.to_owned()).spawn(move || watchdog::run(&watched, &out))?;
    match serve(registry, &runner, &socket) {
        // The tournament has ended.
        Err(e) if matches!(e.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset) => Ok(()),
        other => other,
    }
}

/// A copy of the standard input, which is then closed to players: they read the end of a file.
fn take_stdin() -> io::Result<OwnedFd> {
    let socket = io::stdin().as_fd().try_clone_to_owned()?;
    let null = File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(socket)
}

fn serve(registry: &Registry, runner: &JobRunner, mut socket: &UnixStream) -> io::Result<()> {
    let prepared = PreparedPlayers::new(1);
    let report = |report: Report| framing::send(&mut &*socket, &report);
    report(Report::Ready)?;
    let mut setup = None;
    while let Some(request) = framing::receive::<Request>(&mut socket)? {
        match (request, &setup) {
            (Request::Match(message), _) => match message.resolve(registry) {
                Ok(resolved) => setup = Some(resolved),
                Err(e) => report(Report::Unknown(e.to_string()))?,
            },
            (Request::Job(job), Some(setup)) => runner.play(setup, &job, &prepared, report)?,
            (Request::Job(_), None) => {}
        }
    }
    Ok(())
}
