//! Whole strategies, as `arena tree` and `arena solve` make them: the process from its start to its end, on one thread and on
//! two.

#![allow(missing_docs, clippy::unwrap_used)]

use divan::Bencher;
use std::process::Command;

/// The words of a command, the guesses that all codes take together, and whether it is worth a second thread.
const COMMANDS: [(&str, u64, bool); 20] = [
    ("tree minimax --size 4x6", 5801, false),
    ("tree expected-size --size 4x6", 5696, false),
    ("tree entropy --size 4x6", 5722, false),
    ("tree most-parts --size 4x6", 5668, false),
    ("tree minimax --size 5x8", 183_966, false),
    ("tree expected-size --size 5x8", 180_287, false),
    ("tree entropy --size 5x8", 179_863, false),
    ("tree most-parts --size 5x8", 181_834, true),
    ("tree minimax --size 6x6", 249_695, false),
    ("tree expected-size --size 6x6", 243_144, true),
    ("tree entropy --size 6x6", 242_617, false),
    ("tree most-parts --size 6x6", 244_470, false),
    ("tree consistent-entropy --size 6x9", 3_367_710, false),
    ("tree consistent-expected-size --size 6x10", 6_667_133, true),
    ("solve --size 4x6", 5625, false),
    ("solve --size 4x6 --consistent", 5660, false),
    ("solve --size 5x5", 13_496, false),
    ("solve --size 4x7", 11_228, false),
    ("solve --size 4x8", 20_471, true),
    ("solve --size 4x10 --no-repeats", 26_274, false),
];

fn run(words: &str, threads: &str) {
    let total = COMMANDS.iter().find(|command| command.0 == words).unwrap().1;
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.args(words.split(' ')).env("RAYON_NUM_THREADS", threads);
    arena.args(if words.starts_with("tree") { ["--rows", "0"] } else { ["--jobs", threads] });
    let said = String::from_utf8(arena.output().unwrap().stdout).unwrap();
    assert!(said.contains(&format!(" {total} guesses")), "{words}: {said}");
}

#[divan::bench(args = COMMANDS.map(|(words, ..)| words), sample_count = 10)]
fn one_thread(bencher: Bencher, words: &str) {
    bencher.bench(|| run(words, "1"));
}

/// Only the larger ones.
#[divan::bench(args = COMMANDS.iter().filter(|command| command.2).map(|command| command.0), sample_count = 10)]
fn two_threads(bencher: Bencher, words: &str) {
    bencher.bench(|| run(words, "2"));
}

fn main() {
    divan::main();
}
