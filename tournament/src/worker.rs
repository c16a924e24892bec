//! A worker process: plays the jobs that come in through its standard input, which is a socket.

use crate::{
    job::{Job, Report},
    station::{LastPrepared, Station, lock},
    wire,
};
use cpu_time::ProcessTime;
use std::{
    fs, io,
    os::{
        fd::AsFd,
        unix::{net::UnixStream, process::parent_id},
    },
    process,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// Plays jobs until the other side is gone.
///
/// # Errors
/// When the standard input is no socket, or breaks.
pub fn run() -> io::Result<()> {
    // What a player leaves behind when it crashes is of no use, and may be large. Without the limit it is only untidy.
    let _ = rlimit::setrlimit(rlimit::Resource::CORE, 0, 0);
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let station = Arc::new(Station::default());
    let (watched, out) = (Arc::clone(&station), socket.try_clone()?);
    thread::Builder::new().name("watchdog".to_owned()).spawn(move || watch(&watched, &out))?;
    match serve(&station, &socket) {
        // The tournament ended, in whatever way.
        Err(e) if matches!(e.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset) => Ok(()),
        other => other,
    }
}

fn serve(station: &Station, mut socket: &UnixStream) -> io::Result<()> {
    let prepared = LastPrepared::default();
    wire::send(&mut socket, &Report::Ready)?;
    while let Some(job) = wire::receive::<Job>(&mut socket)? {
        station.play(&job, &prepared, |report| wire::send(&mut &*socket, &report))?;
    }
    Ok(())
}

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(10);
/// What one look counts for at the most: when the watchdog itself was kept waiting, so was the player.
const LONGEST_LOOK: Duration = Duration::from_millis(20);

/// Ends the process when the player has used up what it may and does not return, and when the tournament is gone.
fn watch(station: &Station, mut out: &UnixStream) {
    let tournament = parent_id();
    let mut at = (station.pulse.beats(), ProcessTime::now(), Duration::ZERO);
    let mut last_look = (Instant::now(), ProcessTime::now());
    loop {
        thread::sleep(LOOK);
        if parent_id() != tournament {
            process::exit(1);
        }
        let look = last_look.0.elapsed().min(LONGEST_LOOK);
        let idle = last_look.1.elapsed() < look / 50;
        last_look = (Instant::now(), ProcessTime::now());
        let beats = station.pulse.beats();
        let Some(allowance) = station.pulse.allowance().filter(|_| beats == at.0) else {
            at = (beats, ProcessTime::now(), Duration::ZERO);
            continue;
        };
        if player_sleeps().unwrap_or(idle) {
            at.2 += look;
        }
        if !is_stuck(allowance, at.1.elapsed(), at.2) {
            continue;
        }
        // The player's thread cannot report meanwhile; if it got on before the lock was had, all is well.
        let mut draft = lock(&station.draft);
        if station.pulse.beats() != beats || station.pulse.allowance().is_none() {
            continue;
        }
        let rest = draft.as_mut().and_then(|draft| draft.take(Duration::ZERO)).map(Report::Played);
        for report in rest.into_iter().chain([Report::Stuck(station.pulse.guesses())]) {
            if wire::send(&mut out, &report).is_err() {
                break;
            }
        }
        process::exit(0);
    }
}

/// Whether a player is past help. One that computes gets a quarter more than its allowance, so that a guess which comes
/// a little late is still seen to come; one that sleeps may do so for its allowance and a second.
fn is_stuck(allowance: Duration, used: Duration, slept: Duration) -> bool {
    used > allowance + allowance / 4 + 5 * LOOK || slept > allowance + Duration::from_secs(1)
}

/// Whether the main thread, on which the player plays, waits for something else than the processor. None where the
/// system does not tell: Linux does.
fn player_sleeps() -> Option<bool> {
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    // The state is the first field behind the name, which may hold anything and ends with the last bracket.
    let state = status.rsplit_once(')')?.1.trim_start().chars().next()?;
    Some(matches!(state, 'S' | 'D'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_stuck() {
        let ms = Duration::from_millis;
        assert!(!is_stuck(ms(5000), ms(5100), ms(0)), "a late guess may still come");
        assert!(is_stuck(ms(5000), ms(6400), ms(0)), "computes without end");
        assert!(!is_stuck(ms(5000), ms(500), ms(3000)), "waits for something");
        assert!(is_stuck(ms(5000), ms(3), ms(6100)), "sleeps without end");
    }
}
