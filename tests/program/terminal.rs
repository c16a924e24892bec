//! The program in a pseudo-terminal: what it prints there, and keys.

use crate::command::{path, told, until};
use pty_process::blocking::{Pts, Pty};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// A program in a terminal.
struct PseudoTerminal {
    pty: Arc<Pty>,
    /// The program's end, which stays open when the program has ended.
    pts: Option<Pts>,
    child: Child,
    output: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl PseudoTerminal {
    /// Starts the program in a terminal of 24 rows and 120 columns.
    fn start(words: &[&str], environment: &[(&str, &str)]) -> Self {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(pty_process::Size::new(24, 120)).unwrap();
        let child = pty_process::blocking::Command::new(assert_cmd::cargo::cargo_bin!("arena"))
            .args(words)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS")
            .envs(environment.iter().copied())
            .spawn_borrowed(&pts)
            .unwrap();
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

    fn type_keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// What was printed up to now, and the keys that were typed.
    fn printed(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().unwrap()).into_owned()
    }

    /// Waits until a text was printed.
    fn wait_for(&self, text: &str) {
        until(text, || self.printed().contains(text));
    }

    /// Waits until the program has ended. Returns how, and all that it printed.
    fn end(mut self) -> (ExitStatus, String) {
        until("the end", || self.child.try_wait().unwrap().is_some());
        drop(self.pts.take());
        self.reader.take().unwrap().join().unwrap();
        (self.child.wait().unwrap(), self.printed())
    }
}

impl Drop for PseudoTerminal {
    fn drop(&mut self) {
        // After a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            eprintln!("{}", self.printed());
        }
    }
}

/// A game on a terminal: a prompt, and the board after every change of it.
#[test]
fn a_game_in_a_terminal() {
    let terminal = PseudoTerminal::start(&["play", "--seed", "7", "--compare", "none"], &[("NO_COLOR", "1")]);
    terminal.wait_for("guess 1> ");
    terminal.type_keys("1122\n");
    terminal.wait_for("1  1122  1 0   peg  123456\r\n                 1  o.oooo\r\n");
    terminal.wait_for("1: 1122 1 black, 0 white; 256 codes left\r\nguess 2> ");
    terminal.type_keys("hint rao\n");
    terminal.wait_for("hint: rao guesses 1111, which cannot be the secret\r\nguess 2> ");
    // A wrong key is taken back.
    terminal.type_keys("undox\x7f\n");
    terminal.wait_for("is taken back; 1296 codes left\r\nguess 1> ");
    terminal.type_keys("EFBD\n");
    let (status, printed) = terminal.end();
    assert!(status.success(), "{status}");
    assert!(printed.contains("1  EFBD  4 0   peg  ABCDEF"), "{printed}");
    assert!(printed.contains("found in 1 guess (1 hint, 1 taken back): the secret is EFBD"), "{printed}");
    assert!(!printed.contains('\x1b'), "{printed}");
}

/// Guesses have the colors of their pegs, and marks of the grid are bold or dim, but where `NO_COLOR` or the terminal says otherwise.
#[test]
fn colors_are_shown_where_they_are_wanted() {
    for (environment, has_colors) in [(&[][..], true), (&[("NO_COLOR", "1")], false), (&[("TERM", "dumb")], false)] {
        let terminal = PseudoTerminal::start(&["play", "--seed", "7"], environment);
        terminal.wait_for("guess 1> ");
        terminal.type_keys("AABB\n");
        terminal.wait_for("guess 2> ");
        // The key for the end of the input.
        terminal.type_keys("\x04");
        let (status, printed) = terminal.end();
        assert!(status.success(), "{status}");
        assert!(printed.contains("left after 1 guess; "), "{printed}");
        assert_eq!(printed.contains("\x1b[38;5;34mB\x1b[0m"), has_colors, "{environment:?}: {printed}");
        assert_eq!(printed.contains("1  AABB  1 0"), !has_colors, "{environment:?}: {printed}");
    }
}

#[test]
fn interrupts_end_the_game() {
    let terminal = PseudoTerminal::start(&["play", "--seed", "7"], &[]);
    terminal.wait_for("guess 1> ");
    terminal.type_keys("AA\x03");
    let (status, printed) = terminal.end();
    assert_eq!(status.signal(), Some(2), "a shell says 130: {printed}");
}

/// A prompt, and the board after every answer, which a contradiction does not end.
#[test]
fn a_conversation_in_a_terminal() {
    let terminal = PseudoTerminal::start(&["assist", "--player", "rao"], &[("NO_COLOR", "1")]);
    terminal.wait_for("AAAA black white> ");
    terminal.type_keys("1 1\n");
    terminal.wait_for("1  AAAA  1 1   peg  ABCDEF");
    terminal.wait_for("turn 1 is most likely mistyped");
    terminal.type_keys("fix 1 1 0\n");
    terminal.wait_for("1  AAAA  1 0   peg  ABCDEF");
    terminal.wait_for("500 codes left");
    terminal.wait_for("ABBB black white> ");
    terminal.type_keys("4 0\n");
    let (status, printed) = terminal.end();
    assert!(status.success(), "{status}");
    assert!(printed.contains("2  ABBB  4 0     1  #.....") && printed.contains("found in 2 guesses"), "{printed}");
}

/// An interrupted search prints its bounds and writes no file.
#[test]
#[ignore = "takes some seconds: cargo test --test program terminal:: -- --ignored"]
fn an_interrupted_search_prints_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "best.csv");
    let terminal = PseudoTerminal::start(&["solve", "--size", "5x6", "--jobs", "1", "--csv", &file], &[]);
    terminal.wait_for("at least 34");
    terminal.wait_for(", at most 37");
    terminal.type_keys("\x03");
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(130));
    assert!(said.contains("5x6: stopped: it is proved that at least 34") && said.contains("at most 37"), "{said}");
    assert!(!fs::exists(&file).unwrap());
}

/// What a manifest names is started if the person says so.
#[test]
fn a_person_at_a_terminal_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let [player, out] = ["p.sh", "out"].map(|name| path(folder.path(), name));
    let source = "while read -r word number rest; do case $word in hello) echo hello 1;; match|end) echo ready;; \
                  turn) echo guess $number AAAA;; esac; done\n";
    fs::write(&player, source).unwrap();
    let own = format!("own=sh {player}");
    let few = "--scsa ab-color --sizes 4x6 --rounds 2 --guess-limit 9 --no-charts --quiet --out";
    told(&["run", "--player", &own].into_iter().chain(few.split(' ')).chain([&*out]).collect::<Vec<_>>());
    for (answer, code) in [("n\r", 2), ("\r", 2), ("yes please\r", 2), ("\u{4}", 2), ("y\r", 0)] {
        let terminal = PseudoTerminal::start(&["verify", &out], &[]);
        terminal.wait_for("Start them? [y/N]");
        terminal.type_keys(answer);
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(code), "{answer:?}: {said}");
        assert_eq!(said.contains("give --trust-commands"), code == 2, "{answer:?}: {said}");
    }
}
