//! The program in a pseudo-terminal, whose screen is read.

use pty_process::{
    Size,
    blocking::{Command, Pts, Pty},
};
use rustix::{
    process::{Pid, Signal, kill_process},
    termios::{LocalModes, tcgetattr},
};
use std::{
    ffi::OsStr,
    io::{Read, Write},
    num::NonZeroU16,
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
    /// The program's end, which keeps the settings when the program has ended.
    pts: Option<Pts>,
    child: Child,
    output: Arc<Mutex<Output>>,
    reader: Option<JoinHandle<()>>,
    /// The settings before the program was started.
    pub initial: Settings,
}

/// What was printed, and the screen after it.
struct Output {
    bytes: Vec<u8>,
    parser: vt100::Parser,
}

/// The settings of a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether lines are read, not keys.
    pub is_cooked: bool,
    modes: String,
}

impl PseudoTerminal {
    /// Starts a program in a terminal of that many rows and columns.
    pub fn start(program: impl AsRef<OsStr>, words: &[&str], environment: &[(&str, &str)], size: (u16, u16)) -> Self {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(Size::new(size.0, size.1)).unwrap();
        let initial = settings(&pty);
        let mut command = Command::new(program)
            .args(words)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS")
            .envs(environment.iter().copied());
        let child = command.spawn_borrowed(&pts).unwrap();
        let pty = Arc::new(pty);
        let output = Arc::new(Mutex::new(Output { bytes: Vec::new(), parser: parser(size) }));
        let (source, sink) = (Arc::clone(&pty), Arc::clone(&output));
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            // At the end of the last program there is an error.
            while let Ok(length @ 1..) = (&*source).read(&mut buffer) {
                let mut output = sink.lock().unwrap();
                output.bytes.extend_from_slice(&buffer[..length]);
                output.parser.process(&buffer[..length]);
            }
        });
        PseudoTerminal { pty, pts: Some(pts), child, output, reader: Some(reader), initial }
    }

    /// The settings now.
    pub fn settings(&self) -> Settings {
        settings(&self.pty)
    }

    pub fn type_keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// The text of the screen. A picture may be drawn in part only: a test waits for what it looks for.
    pub fn screen(&self) -> String {
        self.output.lock().unwrap().parser.screen().contents()
    }

    /// Waits until the screen contains a text.
    pub fn wait_for(&self, text: &str) {
        self.wait(text, || self.screen().contains(text));
    }

    /// Waits until the screen does not contain a text.
    pub fn wait_until_gone(&self, text: &str) {
        self.wait(text, || !self.screen().contains(text));
    }

    fn wait(&self, what: &str, condition: impl Fn() -> bool) {
        let start = Instant::now();
        while !condition() {
            assert!(start.elapsed() < PATIENCE, "waited in vain ({what:?}):\n{}", self.screen());
            thread::sleep(PAUSE);
        }
    }

    /// Changes the size of the terminal.
    pub fn resize(&self, size: (u16, u16)) {
        let [rows, columns] = [size.0, size.1].map(|number| NonZeroU16::new(number).unwrap());
        self.output.lock().unwrap().parser.screen_mut().set_size(rows, columns);
        self.pty.resize(Size::new(size.0, size.1)).unwrap();
    }

    /// Asks the program to end, as a system that is shut down does.
    pub fn terminate(&self) {
        kill_process(Pid::from_raw(self.child.id() as i32).unwrap(), Signal::TERM).unwrap();
    }

    /// Waits until the program has ended.
    pub fn wait_for_end(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end:\n{}", self.screen());
            thread::sleep(PAUSE);
        }
    }

    /// Waits until the program has ended. Returns how, and all that it printed.
    pub fn end(mut self) -> (ExitStatus, Vec<u8>) {
        let status = self.wait_for_end();
        drop(self.pts.take());
        self.reader.take().unwrap().join().unwrap();
        let bytes = std::mem::take(&mut self.output.lock().unwrap().bytes);
        (status, bytes)
    }
}

impl Drop for PseudoTerminal {
    fn drop(&mut self) {
        // After a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn settings(pty: &Pty) -> Settings {
    let found = tcgetattr(pty).unwrap();
    let modes = (found.input_modes, found.output_modes, found.control_modes, found.local_modes);
    Settings { is_cooked: found.local_modes.contains(LocalModes::ICANON), modes: format!("{modes:?}") }
}

fn parser(size: (u16, u16)) -> vt100::Parser {
    let [rows, columns] = [size.0, size.1].map(|number| NonZeroU16::new(number).unwrap());
    vt100::Parser::new(rows, columns, 0)
}

/// The screen after these bytes.
pub fn screen_of(bytes: &[u8], size: (u16, u16)) -> vt100::Screen {
    let mut parser = parser(size);
    parser.process(bytes);
    parser.screen().clone()
}

/// Whether the bytes set a color of the text or the ground.
pub fn has_colors(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let attributes =
        text.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m').map(|(attributes, _)| attributes));
    attributes
        .filter(|attributes| attributes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'))
        .flat_map(|attributes| attributes.split(';'))
        // 39 and 49 are the terminal's own colors.
        .any(|number| matches!(number.parse(), Ok(30..=38 | 40..=48 | 90..=107)))
}
