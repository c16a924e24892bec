//! What a program writes to its standard error: it is kept for people, and says why a program ended.

use crate::protocol::plain;
use player_api::is_hidden;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ChildStderr;

/// What is kept of the text of a process, in bytes.
const MOST_KEPT: usize = 1 << 20;
/// A file that is larger is not added to, in bytes: a player that fails has many processes.
const LARGEST_FILE: u64 = 4 << 20;
/// A longer line is cut, in bytes.
const LONGEST_LINE: usize = 1000;
/// The last lines of a process that are kept in memory, in bytes.
const TAIL: usize = 4000;

/// What a program writes to its standard error. It is read whenever a round ends and at every check of the watcher, so that the
/// program never waits for a reader for long.
#[derive(Debug, Default)]
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
        never_block(&stderr)?;
        Ok(Messages { stderr: Some(stderr), path, ..Messages::default() })
    }

    /// Reads what the program has written so far, and keeps it as messages of that moment.
    pub fn read(&mut self, moment: &str) {
        let mut buffer = [0; 16 << 10];
        // A program that never stops writing must not keep the caller here.
        for _ in 0..64 {
            let Some(stderr) = &mut self.stderr else { break };
            match stderr.read(&mut buffer) {
                Ok(0) => {
                    self.stderr = None;
                    if !self.line.is_empty() {
                        self.end_line(moment);
                    }
                }
                Ok(length) => self.add(&buffer[..length], moment),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // Nothing more for now.
                Err(_) => break,
            }
        }
        self.write();
    }

    /// Keeps a line that the program did not write.
    pub fn note(&mut self, moment: &str, line: &str) {
        self.lines += &format!("{moment}{line}\n");
        self.write();
    }

    /// The line that says most of why the process ended, with what belongs to it, and whether it names an error.
    pub fn telling_line(&self) -> (String, bool) {
        let (line, is_error) = telling_line(&String::from_utf8_lossy(&self.tail));
        (plain(&line).chars().take(200).collect(), is_error)
    }

    fn add(&mut self, bytes: &[u8], moment: &str) {
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL)..]);
        self.tail.drain(..self.tail.len().saturating_sub(TAIL));
        for &byte in bytes {
            if self.kept >= MOST_KEPT {
                return;
            }
            match byte {
                b'\n' => self.end_line(moment),
                byte if self.line.len() < LONGEST_LINE => self.line.push(byte),
                _ => {}
            }
        }
    }

    fn end_line(&mut self, moment: &str) {
        // Terminals obey some characters that are not shown.
        let line = String::from_utf8_lossy(&self.line).replace(|c| is_hidden(c) && c != '\t', " ");
        self.line.clear();
        self.kept += line.len() + 16;
        self.lines += &match self.kept >= MOST_KEPT {
            true => format!("{moment}(what this process wrote after {MOST_KEPT} bytes is not kept)\n"),
            false => format!("{moment}{line}\n"),
        };
    }

    /// Writes the lines to the file. A file that cannot be written is no reason to stop the tournament: the messages are a help for people.
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

/// Makes reading and writing a stream return at once.
pub fn never_block(stream: impl AsFd) -> rustix::io::Result<()> {
    let flags = fcntl_getfl(&stream)?;
    fcntl_setfl(&stream, flags | OFlags::NONBLOCK)
}

/// Words in the line of an error that nobody handled, in small letters.
const ERROR_WORDS: [&str; 8] =
    ["error", "exception", "panic", "assertion", "undefined", "terminate called", "no such file", "not found"];

/// The line of an error in what a program or its interpreter wrote, and whether there is one; else the last line.
///
/// Python writes the error last, after the traceback, from which the place is added. Otherwise it is the last line that names an error: Rust
/// writes the message after it, and C++ the details. Indented lines are those of a stack.
fn telling_line(text: &str) -> (String, bool) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.last().copied().unwrap_or_default();
    if lines.iter().any(|line| line.starts_with("Traceback (most recent call last)")) {
        // The innermost place that is not in a library.
        let own = |line: &&&str| line.starts_with("  File \"") && !line.contains("/lib/python");
        let place = lines.iter().rev().find(own).and_then(|line| {
            let (file, rest) = line.strip_prefix("  File \"")?.split_once("\", line ")?;
            let number = rest.split(',').next()?;
            Some(format!(" ({}, line {number})", file.rsplit('/').next()?))
        });
        return (format!("{last}{}", place.unwrap_or_default()), true);
    }
    let is_outer = |line: &&str| !line.starts_with([' ', '\t']);
    let is_error = |line: &&str| {
        let small = line.to_lowercase();
        is_outer(line) && ERROR_WORDS.iter().any(|word| small.contains(word))
    };
    let Some(place) = lines.iter().rposition(is_error) else {
        let mut messages = lines.iter().rev().filter(|line| is_outer(line) && !line.ends_with(':'));
        return (messages.next().map_or(last, |line| line).to_owned(), false);
    };
    let (line, next) = (lines[place], lines.get(place + 1).map_or("", |line| line.trim()));
    let told = match line.split_once(" panicked at ") {
        // Before Rust 1.73 the message was on the same line, in quotes.
        Some((_, at)) => match at.strip_prefix('\'').and_then(|at| at.rsplit_once("', ")) {
            Some((message, place)) => format!("panic: {message} ({place})"),
            None => format!("panic: {next} ({})", at.trim_end_matches(':')),
        },
        None if next.starts_with("what():") => format!("{line}: {next}"),
        None => line.to_owned(),
    };
    (told, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What programs in several languages wrote, and before it the line that says most of it: that of an error, or else of the last ones.
    const CASES: &str = include_str!("telling-lines.txt");

    #[test]
    fn the_line_of_an_error_is_found() {
        assert_eq!(telling_line(""), (String::new(), false));
        for case in CASES.split("====\n") {
            let (wanted, text) = case.split_once('\n').unwrap();
            let (kind, line) = wanted.split_once(": ").unwrap();
            assert_eq!(telling_line(text), (line.to_owned(), kind == "error"), "{text}");
        }
    }
}
