//! A worker process: plays the jobs of one match that come in through its standard input, which is a socket.

use crate::plan::Registry;
use crate::play::protocol::{self, Report, Request};
use crate::play::referee::CpuClock;
use crate::play::runner::{JobRunner, PreparedPlayers, lock};
use cpu_time::ProcessTime;
use player_api::{Ending, Fault, Outcome};
use std::fs::{self, File};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, atomic::Ordering};
use std::time::{Duration, Instant};
use std::{io, os::unix::net::UnixStream, os::unix::process::parent_id, process, thread};

/// The hidden command of the program that starts a worker.
pub const WORKER: &str = "worker";

/// Plays jobs until the tournament closes the socket: what the program does for [`WORKER`].
///
/// # Errors
/// When the standard input is not a socket, or breaks.
pub fn run_worker(registry: &Registry) -> io::Result<()> {
    // A core dump of a crashed player is of no use and may be large. Without the limit there is one, no more.
    let _ = rlimit::setrlimit(rlimit::Resource::CORE, 0, 0);
    let socket = UnixStream::from(take_stdin()?);
    let runner = Arc::new(JobRunner::new(CpuClock::Process));
    let (watched, out) = (Arc::clone(&runner), socket.try_clone()?);
    thread::Builder::new().name(NAME.to_owned()).spawn(move || watch(&watched, &out))?;
    match serve(registry, &runner, &socket) {
        // The tournament has ended.
        Err(e) if matches!(e.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset) => Ok(()),
        other => other,
    }
}

/// A copy of the standard input, which is then closed to players: they read the end of a file.
#[expect(clippy::disallowed_methods, reason = "a device of the system")]
fn take_stdin() -> io::Result<OwnedFd> {
    let socket = io::stdin().as_fd().try_clone_to_owned()?;
    let null = File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(socket)
}

fn serve(registry: &Registry, runner: &JobRunner, mut socket: &UnixStream) -> io::Result<()> {
    let prepared = PreparedPlayers::new(1);
    let report = |report: Report| protocol::send(&mut &*socket, &report);
    report(Report::Ready)?;
    let mut setup = None;
    while let Some(request) = protocol::receive::<Request>(&mut socket)? {
        match (request, &setup) {
            (Request::Match(message), _) => match message.resolve(registry) {
                Ok(resolved) => setup = Some(resolved),
                Err(e) => report(Report::Unknown(e))?,
            },
            (Request::Job(job), Some(setup)) => runner.play(setup, &job, &prepared, report)?,
            (Request::Job(_), None) => {}
        }
    }
    Ok(())
}

const NAME: &str = "watchdog";
const CHECK: Duration = Duration::from_millis(10);
/// The most that one check counts as sleep: when the watchdog itself waited for a processor, so did the player.
const LONGEST_CHECK: Duration = Duration::from_millis(20);

/// Ends the process when the player exceeds its time and does not return, when the process exceeds its memory, and when the
/// tournament has ended.
fn watch(runner: &JobRunner, mut out: &UnixStream) {
    let tournament = parent_id();
    let heartbeat = &runner.heartbeat;
    // When the activity was first seen, and the time for which no thread of the process computed or waited for a processor.
    let (mut activity, mut start, mut slept) = (heartbeat.activities(), ProcessTime::now(), Duration::ZERO);
    let mut last_check = (Instant::now(), ProcessTime::now());
    loop {
        thread::sleep(CHECK);
        if parent_id() != tournament {
            process::exit(1);
        }
        let elapsed = last_check.0.elapsed().min(LONGEST_CHECK);
        let is_idle = last_check.1.elapsed() < elapsed / 50;
        last_check = (Instant::now(), ProcessTime::now());
        let number = heartbeat.activities();
        let Some(allowance) = heartbeat.allowance().filter(|_| number == activity) else {
            (activity, start, slept) = (number, ProcessTime::now(), Duration::ZERO);
            continue;
        };
        if is_idle && all_threads_sleep().unwrap_or(true) {
            slept += elapsed;
        }
        let memory_mb = heartbeat.memory_mb.load(Ordering::Relaxed);
        let excess = if resident_mb().is_some_and(|used| used > memory_mb) {
            Some(Outcome::Failure(Fault::Memory(memory_mb)))
        } else {
            Outcome::overtime(allowance, start.elapsed(), slept, Duration::ZERO, &None)
        };
        let Some(stopped) = excess.as_ref().map(Ending::from) else { continue };
        // With this lock the player's thread cannot report. It may have finished before the lock was taken.
        let mut unreported = lock(&runner.unreported);
        if heartbeat.activities() != number || heartbeat.allowance().is_none() {
            continue;
        }
        let rest = std::mem::take(&mut *unreported);
        let rest = (!rest.is_empty()).then(|| Report::Rounds(Box::new(rest)));
        let guesses = heartbeat.guesses.load(Ordering::Relaxed) as usize;
        for report in rest.into_iter().chain([Report::Stopped(stopped.clone(), guesses)]) {
            if protocol::send(&mut out, &report).is_err() {
                break;
            }
        }
        process::exit(0);
    }
}

/// The memory of this process that is not swapped out, in megabytes.
#[expect(clippy::disallowed_methods, reason = "a file of the system")]
fn resident_mb() -> Option<u64> {
    resident_pages(&fs::read_to_string("/proc/self/statm").ok()?)
        .map(|pages| (pages * rustix::param::page_size() as u64) >> 20)
}

/// The second number of `/proc/self/statm`.
fn resident_pages(status: &str) -> Option<u64> {
    status.split(' ').nth(1)?.parse().ok()
}

/// Whether all threads of the process but this one wait for something other than a processor.
#[expect(clippy::disallowed_methods, reason = "a file of the system")]
fn all_threads_sleep() -> Option<bool> {
    let mut threads = fs::read_dir("/proc/self/task").ok()?.flatten();
    // A thread that ended meanwhile does not compute.
    Some(threads.all(|thread| fs::read_to_string(thread.path().join("stat")).map_or(true, |status| sleeps(&status))))
}

/// Whether a thread sleeps or is the watchdog, by its status: number, name in brackets, state and more.
fn sleeps(status: &str) -> bool {
    // The name may itself contain brackets.
    let Some((start, rest)) = status.rsplit_once(')') else { return true };
    let name = start.split_once('(').map_or("", |(_, name)| name);
    name == NAME || matches!(rest.trim_start().chars().next(), Some('S' | 'D'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_compute_or_wait_for_a_processor_do_not_sleep() {
        assert!(sleeps("12 (arena) S 1 12 12 0"));
        assert!(sleeps("12 (a (b) c) D 1"));
        assert!(!sleeps("13 (arena) R 1 12"));
        assert!(sleeps("14 (watchdog) R 1 12"));
    }

    #[test]
    fn the_memory_of_this_process_is_known() {
        assert_eq!(resident_pages("1200 300 200 5 0 90 0\n"), Some(300));
        // Other tests use memory of this process, too.
        let memory = vec![1u8; 64 << 20];
        let used = resident_mb().unwrap();
        assert!((60..10_000).contains(&used), "{used} {}", memory.len());
    }
}
