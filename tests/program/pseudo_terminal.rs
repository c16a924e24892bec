//! The program in a pseudo-terminal, whose output is read.

use pty_process::{
    Size,
    blocking::{Command, Pts, Pty},
};
use std::{
    ffi::OsStr,
    io::{Read, Write},
    process::{Child, ExitStatus},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(20);
/// The limit only ends a test that would never end: no machine is so busy that it is reached.
const PATIENCE: Duration = Duration::from_secs(600);

/// A program in a terminal.
pub struct PseudoTerminal {
    pty: Arc<Pty>,
    /// The program's end, which stays open when the program has ended.
    pts: Option<Pts>,
    child: Child,
    output: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl PseudoTerminal {
    /// Starts a program in a terminal of that many rows and columns.
    pub fn start(program: impl AsRef<OsStr>, words: &[&str], environment: &[(&str, &str)], size: (u16, u16)) -> Self {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(Size::new(size.0, size.1)).unwrap();
        let mut command = Command::new(program)
            .args(words)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS")
            .envs(environment.iter().copied());
        let child = command.spawn_borrowed(&pts).unwrap();
        let pty = Arc::new(pty);
        let output = Arc::new(Mutex::new(Vec::new()));
        let (source, sink) = (Arc::clone(&pty), Arc::clone(&output));
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            // At the end of the last program there is an error.
            while let Ok(length @ 1..) = (&*source).read(&mut buffer) {
                sink.lock().unwrap().extend_from_slice(&buffer[..length]);
            }
        });
        PseudoTerminal { pty, pts: Some(pts), child, output, reader: Some(reader) }
    }

    pub fn type_keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// What was printed up to now, and the keys that were typed.
    fn printed(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().unwrap()).into_owned()
    }

    /// Waits until a text was printed.
    pub fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.printed().contains(text) {
            assert!(start.elapsed() < PATIENCE, "waited in vain ({text:?}):\n{}", self.printed());
            thread::sleep(PAUSE);
        }
    }

    /// Waits until the program has ended. Returns how, and all that it printed.
    pub fn end(mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end:\n{}", self.printed());
            thread::sleep(PAUSE);
        };
        drop(self.pts.take());
        self.reader.take().unwrap().join().unwrap();
        (status, self.printed())
    }
}

impl Drop for PseudoTerminal {
    fn drop(&mut self) {
        // After a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
