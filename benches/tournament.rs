//! Whole tournaments: what a second core gives, and what the processes cost beside threads.

#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, counter::ItemsCount};
use scsa::algorithms::InsertColors;
use tournament::{Codemaker, Plan, ResultFiles, Seed, Workers};

const ROUNDS: u64 = 100_000;

/// A game and the weighted wins of `baseline-4` on `insert-colors` there.
const SIZES: [(&str, f64); 2] = [("8x10", 26735.343703), ("20x26", 12999.280913)];

fn play(bencher: Bencher, (game, weighted): (&str, f64), workers: &Workers) {
    let codemaker = Codemaker::visible(InsertColors);
    let plan = Plan::new([players::find("baseline-4").unwrap()], [codemaker], [game.parse().unwrap()])
        .rounds(ROUNDS)
        .seed(Seed(1));
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| {
        let folder = tempfile::tempdir().unwrap();
        let files = ResultFiles::create(folder.path()).unwrap();
        let results = tournament::play(&plan, workers, files, &mut ()).unwrap();
        assert!((results.summaries[0].weighted_wins - weighted).abs() < 1e-6);
    });
}

#[divan::bench(args = SIZES, consts = [1, 2], sample_count = 10)]
fn processes<const JOBS: usize>(bencher: Bencher, game: (&str, f64)) {
    play(bencher, game, &Workers::Processes(env!("CARGO_BIN_EXE_arena").into(), JOBS));
}

#[divan::bench(args = SIZES, consts = [1, 2], sample_count = 10)]
fn threads<const JOBS: usize>(bencher: Bencher, game: (&str, f64)) {
    play(bencher, game, &Workers::Threads(JOBS));
}

fn main() {
    divan::main();
}
