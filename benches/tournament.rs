//! Whole tournaments: what a second core gives, and what the processes cost beside threads.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scsa::algorithms::InsertColors;
use std::path::PathBuf;
use tournament::{Codemaker, Plan, ResultFiles, Seed, Workers};

const ROUNDS: u64 = 100_000;

fn tournaments(c: &mut Criterion) {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_arena"));
    for (size, player, weighted) in [("8x10", "baseline-4", 26735.343703), ("20x26", "baseline-4", 12999.280913)] {
        let codemaker = Codemaker::visible(InsertColors);
        let plan = Plan::new([players::find(player).unwrap()], [codemaker], [size.parse().unwrap()])
            .rounds(ROUNDS)
            .seed(Seed(1));
        let mut group = c.benchmark_group(format!("{player} on insert-colors at {size}"));
        group.throughput(Throughput::Elements(ROUNDS)).sample_size(10);
        for (name, workers) in [
            ("1 process", Workers::Processes(program.clone(), 1)),
            ("2 processes", Workers::Processes(program.clone(), 2)),
            ("1 thread", Workers::Threads(1)),
            ("2 threads", Workers::Threads(2)),
        ] {
            group.bench_function(name, |b| {
                b.iter(|| {
                    let folder = tempfile::tempdir().unwrap();
                    let files = ResultFiles::create(folder.path()).unwrap();
                    let results = tournament::play(&plan, &workers, files, &mut ()).unwrap();
                    assert!((results.summaries[0].weighted_wins - weighted).abs() < 1e-6);
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, tournaments);
criterion_main!(benches);
