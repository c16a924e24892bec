//! Whole strategies, as `arena tree` and `arena solve` make them: the process from its start to its end, on one thread and on
//! two.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::{process::Command, time::Duration};

/// Player, size, and the guesses that all codes take together.
const TREES: [(&str, &str, u64); 14] = [
    ("minimax", "4x6", 5801),
    ("expected-size", "4x6", 5696),
    ("entropy", "4x6", 5722),
    ("most-parts", "4x6", 5668),
    ("minimax", "5x8", 183_966),
    ("expected-size", "5x8", 180_287),
    ("entropy", "5x8", 179_863),
    ("most-parts", "5x8", 181_834),
    ("minimax", "6x6", 249_695),
    ("expected-size", "6x6", 243_144),
    ("entropy", "6x6", 242_617),
    ("most-parts", "6x6", 244_470),
    ("consistent-entropy", "6x9", 3_367_710),
    ("consistent-expected-size", "6x10", 6_667_133),
];
/// Those that are worth a second thread.
const TWO_THREADS: [usize; 3] = [7, 9, 13];

fn make(player: &str, size: &str, total: u64, threads: &str) {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.args(["tree", player, "--size", size, "--rows", "0"]).env("RAYON_NUM_THREADS", threads);
    let output = arena.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(&format!(" {total} guesses,")), "{player} {size}: {said}");
}

fn trees(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    for (player, size, total) in TREES {
        group.bench_function(format!("{player} {size}"), |b| b.iter(|| make(player, size, total, "1")));
    }
    for (player, size, total) in TWO_THREADS.map(|number| TREES[number]) {
        group.bench_function(format!("{player} {size}, two threads"), |b| b.iter(|| make(player, size, total, "2")));
    }
    group.finish();
}

/// Size, kind of play, and the least total of guesses.
const OPTIMAL: [(&str, &[&str], u64); 6] = [
    ("4x6", &[], 5625),
    ("4x6", &["--consistent"], 5660),
    ("5x5", &[], 13_496),
    ("4x7", &[], 11_228),
    ("4x8", &[], 20_471),
    ("4x10", &["--no-repeats"], 26_274),
];

fn prove(size: &str, play: &[&str], total: u64, threads: &str) {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    let output = arena.args(["solve", "--quiet", "--size", size, "--jobs", threads]).args(play).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(&format!(": {total} guesses ")), "{size} {play:?}: {said}");
}

fn optimal(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    for (size, play, total) in OPTIMAL {
        group.bench_function(format!("{size} {}", play.concat()), |b| b.iter(|| prove(size, play, total, "1")));
    }
    group.bench_function("4x8, two threads", |b| b.iter(|| prove("4x8", &[], 20_471, "2")));
    group.finish();
}

criterion_group!(benches, trees, optimal);
criterion_main!(benches);
