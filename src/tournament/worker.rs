//! A worker process: plays the jobs that come in through its standard input, which is a socket.

use super::{
    draft::Draft,
    job::{Job, Report},
    station::{LastPrepared, Station, lock},
    wire,
};
use crate::clock;
use cpu_time::ProcessTime;
use std::{
    io,
    os::{fd::AsFd, unix::net::UnixStream},
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
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let station = Arc::new(Station::default());
    let prepared = LastPrepared::default();
    let (watched, out) = (Arc::clone(&station), socket.try_clone()?);
    thread::Builder::new().name("watchdog".to_owned()).spawn(move || watch(&watched, &out))?;
    wire::send(&mut socket, &Report::Ready)?;
    while let Some(job) = wire::receive::<Job>(&mut socket)? {
        station.play(&job, &prepared, |report| wire::send(&mut &socket, &report))?;
    }
    Ok(())
}

/// Ends the process when the player has used up what it may and does not return.
fn watch(station: &Station, mut out: &UnixStream) {
    let mut since = (station.pulse.beats(), ProcessTime::now(), Instant::now());
    loop {
        thread::sleep(2 * clock::TICK);
        let beats = station.pulse.beats();
        let Some(allowance) = station.pulse.allowance().filter(|_| beats == since.0) else {
            since = (beats, ProcessTime::now(), Instant::now());
            continue;
        };
        let (used, waited) = (since.1.elapsed(), since.2.elapsed());
        if !is_stuck(allowance, used, waited) {
            continue;
        }
        // The player's thread cannot report meanwhile; if it got on before the lock was had, all is well.
        let mut draft = lock(&station.draft);
        if station.pulse.beats() != beats || station.pulse.allowance().is_none() {
            continue;
        }
        let rest = draft.as_mut().and_then(Draft::take).map(Report::Played);
        for report in rest.into_iter().chain([Report::Stuck(station.pulse.guesses())]) {
            if wire::send(&mut out, &report).is_err() {
                break;
            }
        }
        process::exit(0);
    }
}

/// Whether a player is past help. One that computes gets a quarter more than its allowance, so that a guess which comes
/// a little late is still seen to come; one that sleeps gets a second more than its allowance, in which it must have used
/// next to nothing, as a player does not that waits for a busy processor.
fn is_stuck(allowance: Duration, used: Duration, waited: Duration) -> bool {
    used > allowance + allowance / 4 + 10 * clock::TICK
        || waited > allowance + Duration::from_secs(1) && used < waited / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_stuck() {
        let ms = Duration::from_millis;
        assert!(!is_stuck(ms(5000), ms(5100), ms(5100)), "a late guess may still come");
        assert!(is_stuck(ms(5000), ms(6400), ms(6400)), "computes without end");
        assert!(!is_stuck(ms(5000), ms(500), ms(30_000)), "waits for a busy processor");
        assert!(is_stuck(ms(5000), ms(3), ms(6100)), "sleeps without end");
    }
}
