//! The standard error of a program, kept in a file with the number of the round.

use crate::protocol::plain;
use player_api::is_hidden;
use std::{
    fs::File,
    io::{self, Read, Write},
    path::PathBuf,
    process::ChildStderr,
};

/// The most that is kept of a process, in bytes.
const MOST_KEPT: usize = 1 << 20;
/// A file that is larger is not added to, in bytes: a player that fails has many processes.
const LARGEST_FILE: u64 = 4 << 20;
/// A longer line is cut, in bytes.
const LONGEST_LINE: usize = 1000;
/// The last lines of a process that are kept in memory, in bytes.
const TAIL: usize = 2000;

/// What a program writes to its standard error. It is read whenever a round ends and at every check of the watcher, so that the
/// program never waits for a reader for long.
#[derive(Debug)]
pub struct Messages {
    stderr: Option<ChildStderr>,
    path: Option<PathBuf>,
    file: Option<File>,
    kept: usize,
    /// Whole lines that are not in the file yet.
    lines: String,
    line: Vec<u8>,
    /// The last text of the process.
    tail: Vec<u8>,
}

impl Messages {
    /// The messages of a process, which are added to a file. The file is created when there is something to keep.
    pub fn new(stderr: ChildStderr, path: Option<PathBuf>) -> io::Result<Messages> {
        let flags = rustix::fs::fcntl_getfl(&stderr)?;
        rustix::fs::fcntl_setfl(&stderr, flags | rustix::fs::OFlags::NONBLOCK)?;
        Ok(Messages {
            stderr: Some(stderr),
            path,
            file: None,
            kept: 0,
            lines: String::new(),
            line: Vec::new(),
            tail: Vec::new(),
        })
    }

    /// Reads what the program has written so far, and keeps it as messages of a round.
    pub fn read(&mut self, round: u64) {
        self.collect(round);
        self.write();
    }

    fn collect(&mut self, round: u64) {
        let mut buffer = [0; 16 << 10];
        // A program that never stops writing must not keep the caller here.
        for _ in 0..64 {
            let Some(stderr) = &mut self.stderr else { return };
            match stderr.read(&mut buffer) {
                Ok(0) => {
                    self.stderr = None;
                    if !self.line.is_empty() {
                        self.end_line(round);
                    }
                }
                Ok(length) => self.add(&buffer[..length], round),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // Nothing more for now.
                Err(_) => return,
            }
        }
    }

    /// Keeps a line that the program did not write.
    pub fn note(&mut self, round: u64, line: &str) {
        self.lines += &format!("round {round}: {line}\n");
        self.write();
    }

    /// The last line that is not empty.
    pub fn last_line(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.tail);
        let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(plain(line).chars().take(200).collect())
    }

    fn add(&mut self, bytes: &[u8], round: u64) {
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL)..]);
        self.tail.drain(..self.tail.len().saturating_sub(TAIL));
        for &byte in bytes {
            if self.kept >= MOST_KEPT {
                return;
            }
            match byte {
                b'\n' => self.end_line(round),
                byte if self.line.len() < LONGEST_LINE => self.line.push(byte),
                _ => {}
            }
        }
    }

    fn end_line(&mut self, round: u64) {
        // Terminals obey some characters that are not shown.
        let line = String::from_utf8_lossy(&self.line).replace(|c| is_hidden(c) && c != '\t', " ");
        self.line.clear();
        self.kept += line.len() + 16;
        self.lines += &match self.kept >= MOST_KEPT {
            true => format!("round {round}: (what this process wrote after {MOST_KEPT} bytes is not kept)\n"),
            false => format!("round {round}: {line}\n"),
        };
    }

    /// Writes the lines to the file. A file that cannot be written is no reason to stop the tournament: the messages are a help for
    /// people.
    fn write(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            return;
        }
        if let Some(path) = self.path.take() {
            let folder = path.parent().map_or(Ok(()), folder_files::make_folder);
            self.file = folder.and_then(|()| folder_files::append(&path)).ok();
        }
        let has_room = |file: &File| file.metadata().is_ok_and(|data| data.len() < LARGEST_FILE);
        if let Some(file) = self.file.as_mut().filter(|file| has_room(file)) {
            let _ = file.write_all(lines.as_bytes());
        }
    }
}
