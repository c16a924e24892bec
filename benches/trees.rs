//! Whole strategies, as `arena tree` and `arena solve` make them: the process from its start to its end, on one thread and on
//! two.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::{process::Command, time::Duration};

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

fn run(words: &str, total: u64, threads: &str) {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.args(words.split(' ')).env("RAYON_NUM_THREADS", threads);
    arena.args(if words.starts_with("tree") { ["--rows", "0"] } else { ["--jobs", threads] });
    let said = String::from_utf8(arena.output().unwrap().stdout).unwrap();
    assert!(said.contains(&format!(" {total} guesses")), "{words}: {said}");
}

fn trees(c: &mut Criterion) {
    let mut group = c.benchmark_group("strategies");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    for (words, total, has_two) in COMMANDS {
        group.bench_function(words, |b| b.iter(|| run(words, total, "1")));
        if has_two {
            group.bench_function(format!("{words}, two threads"), |b| b.iter(|| run(words, total, "2")));
        }
    }
    group.finish();
}

criterion_group!(benches, trees);
criterion_main!(benches);
