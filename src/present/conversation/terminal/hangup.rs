//! A terminal that is closed while the program runs.

use crate::failure::Failure;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
use std::{
    io, process, thread,
    time::{Duration, Instant},
};

/// How long is waited, after a failure, for a report that the terminal is closed.
const GRACE: Duration = Duration::from_millis(50);

/// Ends the program when its terminal is closed. Nobody can see or answer anything any more, and reading keys would not end.
pub fn end_when_closed() -> io::Result<()> {
    let watch = || {
        if wait_for_close(None) {
            process::exit(Failure::closed_terminal().code().into());
        }
    };
    thread::Builder::new().name("hang-up".to_owned()).spawn(watch).map(drop)
}

/// [`Failure::closed_terminal`] if the terminal is closed, else `failure`. Drawing and reading fail on a closed terminal, perhaps before
/// the thread of [`end_when_closed`] notices it.
pub fn or_closed(failure: Failure) -> Failure {
    if wait_for_close(Some(GRACE)) { Failure::closed_terminal() } else { failure }
}

/// Waits until the terminal is closed, at most that long. Returns whether it is.
fn wait_for_close(limit: Option<Duration>) -> bool {
    let (input, start) = (io::stdin(), Instant::now());
    loop {
        let rest = limit.map(|limit| limit.saturating_sub(start.elapsed()));
        let timeout = rest.and_then(|rest| Timespec::try_from(rest).ok());
        // Without events that are asked for, only an end is reported.
        let mut descriptors = [PollFd::new(&input, PollFlags::empty())];
        match poll(&mut descriptors, timeout.as_ref()) {
            Err(Errno::INTR) => {}
            Ok(_) => return descriptors[0].revents().intersects(PollFlags::HUP | PollFlags::ERR),
            Err(_) => return false,
        }
    }
}
