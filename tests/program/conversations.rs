//! `arena play` and `arena assist` with answers that depend on what was printed, and the program in a pseudo-terminal.

use crate::command::{answered, path, told};
use pty_process::blocking::{Pts, Pty};
use scsa::{Code, Feedback, Size, Turn, is_consistent};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(20);
/// The limit only ends a test that would never end: no machine is so busy that it is reached.
const PATIENCE: Duration = Duration::from_secs(600);

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
        let start = Instant::now();
        while !self.printed().contains(text) {
            assert!(start.elapsed() < PATIENCE, "waited in vain ({text:?}):\n{}", self.printed());
            thread::sleep(PAUSE);
        }
    }

    /// Waits until the program has ended. Returns how, and all that it printed.
    fn end(mut self) -> (ExitStatus, String) {
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

/// A hint after the player's own guesses is the guess that it makes in its game.
#[test]
fn hints_continue_the_games_of_players() {
    for player in ["rao", "bayes:1", "random", "local-search", "consistent-entropy"] {
        let game = told(&["games", player, "--sizes", "4x6", "--seed", "9"]);
        let rows: Vec<Vec<&str>> =
            game.lines().filter(|line| line.starts_with("  ")).map(|line| line.split_whitespace().collect()).collect();
        let guesses: Vec<&str> = rows.iter().take(8).map(|row| row[1]).collect();
        let lines: String = guesses.iter().map(|guess| format!("hint\n{guess}\n")).collect();
        let printed = answered(&["play", "--seed", "9", "--hint", player, "--compare", "none"], &lines);
        let hints: Vec<&str> = printed
            .lines()
            .filter_map(|line| line.strip_prefix(&format!("hint: {player} guesses "))?.split(',').next())
            .collect();
        assert_eq!(hints, guesses, "{player}: {printed}");
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

/// A conversation with a program that runs.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(words: &[&str]) -> Talk {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("arena"))
            .arg("assist")
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Talk { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads lines up to one that contains one of these texts.
    fn read_until(&mut self, ends: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the program has ended: {lines:#?}");
            let is_end = ends.iter().any(|end| line.contains(end));
            lines.push(line.trim_end().to_owned());
            if is_end {
                return lines;
            }
        }
    }
}

fn answer(feedback: Feedback) -> String {
    format!("{} {}", feedback.black(), feedback.white())
}

/// Every player of the list finds the secret with the answers of a person; nothing is said of mistakes.
#[test]
fn players_find_the_secret() {
    for (player, size, scsa, secret) in [
        ("bayes:1", "4x6", "insert-colors", "EFBD"),
        ("rao", "8x10", "only-once", "HABCIDEF"),
        ("random", "2x2", "insert-colors", "BA"),
        ("baseline-3", "5x4", "ab-color", "ABBAB"),
    ] {
        let secret: Code = secret.parse().unwrap();
        let mut talk = Talk::start(&["--player", player, "--size", size, "--scsa", scsa]);
        let mut found = false;
        for number in 1..100 {
            let lines = talk.read_until(&[&format!("guess {number}: "), "found in"]);
            assert!(!lines.iter().any(|line| line.contains("mistyped")), "{lines:?}");
            let last = lines.last().unwrap();
            if let Some(end) = last.strip_prefix("found in ") {
                assert!(end.ends_with(&format!("the secret is {secret}")), "{end}");
                found = true;
                break;
            }
            let guess: Code = last.split(": ").nth(1).unwrap().parse().unwrap();
            talk.say(&answer(secret.feedback(&guess)));
        }
        assert!(found, "{player}");
        assert!(talk.child.wait().unwrap().success());
    }
}

/// A slip at every turn in turn: when the answers contradict each other, the turn is named among the suspects, with a correction that
/// leaves the number of codes that is said. The right correction ends in the secret.
#[test]
fn a_mistyped_answer_is_found_and_corrected() {
    let size: Size = "4x6".parse().unwrap();
    let (mut contradictions, mut first) = (0, 0);
    for (slip, secret) in [(1, "EFBD"), (2, "EFBD"), (3, "CAAF"), (1, "DDEC"), (2, "BEAF")] {
        let secret: Code = secret.parse().unwrap();
        let mut talk = Talk::start(&["--player", "rao"]);
        let mut turns: Vec<Turn> = Vec::new();
        loop {
            let lines = talk.read_until(&["guess ", "found in", "corrects it so"]);
            let last = lines.last().unwrap();
            if last.starts_with("found in ") {
                assert!(last.ends_with(&format!("the secret is {secret}")), "{last}");
                break;
            }
            if last.contains("corrects it so") {
                contradictions += 1;
                let text = lines.join("\n");
                assert!(size.codes().all(|code| !is_consistent(&code, &turns)), "{turns:?}");
                assert!(text.contains("no code is left: the answers contradict each other"), "{text}");
                let words: Vec<&str> = last.split(['`', ' ']).filter(|word| !word.is_empty()).collect();
                let [turn, black, white] = [1, 2, 3].map(|word| words[word].parse::<usize>().unwrap());
                let mut corrected = turns.clone();
                corrected[turn - 1].feedback = Feedback::new(black as u8, white as u8);
                let left = size.codes().filter(|code| is_consistent(code, &corrected)).count();
                let said = if left == 1 { "1 code left".to_owned() } else { format!("{left} codes left") };
                assert!(left > 0 && text.contains(&format!("there would be {said}")), "{text}");
                first += usize::from(turn == slip);
                let right = secret.feedback(&turns[slip - 1].guess);
                turns[slip - 1].feedback = right;
                talk.say("1 1");
                talk.read_until(&["correct an answer first"]);
                talk.say(&format!("fix {slip} {}", answer(right)));
                continue;
            }
            let guess: Code = last.split(": ").nth(1).unwrap().parse().unwrap();
            let mut feedback = secret.feedback(&guess);
            if turns.len() + 1 == slip {
                let (black, white) = (feedback.black() as u8, feedback.white() as u8);
                feedback = match black + white {
                    4 => Feedback::new(black, white - 1),
                    _ => Feedback::new(black, white + 1),
                };
            }
            turns.push(Turn { guess, feedback });
            talk.say(&answer(feedback));
            assert!(feedback.black() < 4 || turns.len() >= slip, "the slip is made before the game ends");
        }
        assert!(talk.child.wait().unwrap().success());
    }
    assert!(contradictions >= 4, "{contradictions}");
    assert!(first > 0, "the mistake was the first suspect {first} times");
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
#[ignore = "takes some seconds: cargo test --test program conversations:: -- --ignored"]
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
