//! A terminal that is closed while the program runs.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use std::{io, process, thread};

/// The exit code: that of a program that the signal of a closed terminal ends.
const CLOSED: i32 = 129;

/// Ends the program when its terminal is closed. Nobody can see or answer anything any more, and reading keys would not end.
pub fn end_when_closed() -> io::Result<()> {
    let watch = || {
        let input = io::stdin();
        loop {
            // Without events that are asked for, only an end is reported.
            let mut descriptors = [PollFd::new(&input, PollFlags::empty())];
            match poll(&mut descriptors, None) {
                Ok(_) if descriptors[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => process::exit(CLOSED),
                Err(Errno::INTR) => {}
                Ok(_) | Err(_) => return,
            }
        }
    };
    thread::Builder::new().name("hang-up".to_owned()).spawn(watch).map(drop)
}
