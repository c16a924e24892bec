//! The watchdog of a worker process: a thread that ends the process when its player does not return in time.

use crate::{
    framing,
    protocol::Report,
    runner::{JobRunner, lock},
};
use cpu_time::ProcessTime;
use std::{
    fs,
    os::unix::{net::UnixStream, process::parent_id},
    process, thread,
    time::{Duration, Instant},
};

/// The time between two checks.
const CHECK: Duration = Duration::from_millis(10);
/// The most that one check counts as sleep: when the watchdog itself waited for a processor, so did the player.
const LONGEST_CHECK: Duration = Duration::from_millis(20);

/// What the watchdog has seen of the present activity.
struct Activity {
    number: u64,
    /// The CPU time of the process since the activity was first seen.
    start: ProcessTime,
    /// The time for which the player's thread slept.
    slept: Duration,
}

impl Activity {
    fn new(number: u64) -> Activity {
        Activity { number, start: ProcessTime::now(), slept: Duration::ZERO }
    }
}

/// Ends the process when the player exceeds its time and does not return, and when the tournament has ended.
pub fn run(runner: &JobRunner, mut out: &UnixStream) {
    let tournament = parent_id();
    let heartbeat = &runner.heartbeat;
    let mut activity = Activity::new(heartbeat.activities());
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
        let Some(allowance) = heartbeat.allowance().filter(|_| number == activity.number) else {
            activity = Activity::new(number);
            continue;
        };
        if main_thread_sleeps().unwrap_or(is_idle) {
            activity.slept += elapsed;
        }
        if !is_out_of_time(allowance, activity.start.elapsed(), activity.slept) {
            continue;
        }
        // With this lock the player's thread cannot report. It may have finished before the lock was taken.
        let mut unreported = lock(&runner.unreported);
        if heartbeat.activities() != number || heartbeat.allowance().is_none() {
            continue;
        }
        let rest = std::mem::take(&mut *unreported);
        let rest = (!rest.is_empty()).then(|| Report::Rounds(Box::new(rest)));
        for report in rest.into_iter().chain([Report::OutOfTime(heartbeat.guesses())]) {
            if framing::send(&mut out, &report).is_err() {
                break;
            }
        }
        process::exit(0);
    }
}

/// Whether a player has to be stopped. One that computes gets a quarter more than its allowance, so that a guess that is a
/// little late is still recorded as such; one that sleeps gets its allowance and a second.
fn is_out_of_time(allowance: Duration, used: Duration, slept: Duration) -> bool {
    used > allowance + allowance / 4 + 5 * CHECK || slept > allowance + Duration::from_secs(1)
}

/// Whether the main thread, on which the player plays, waits for something other than a processor. `None` where the system
/// does not say; Linux does.
fn main_thread_sleeps() -> Option<bool> {
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    // The state is the first field after the name of the program, which is in brackets and may itself contain brackets.
    let state = status.rsplit_once(')')?.1.trim_start().chars().next()?;
    Some(matches!(state, 'S' | 'D'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_exceed_their_time_are_stopped() {
        let ms = Duration::from_millis;
        assert!(!is_out_of_time(ms(5000), ms(5100), ms(0)), "a late guess may still come");
        assert!(is_out_of_time(ms(5000), ms(6400), ms(0)), "computes without end");
        assert!(!is_out_of_time(ms(5000), ms(500), ms(3000)), "waits for something");
        assert!(is_out_of_time(ms(5000), ms(3), ms(6100)), "sleeps without end");
    }
}
