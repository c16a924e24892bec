//! Exact figures of strategies at 4x6, on one thread.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use exact_openings::{FeedbackMatrix, FirstGuesses, LengthDistribution, LowestConsistent, PairTotals};
use std::hint::black_box;

fn exact(c: &mut Criterion) {
    let size = "4x6".parse().unwrap();
    let matrix = FeedbackMatrix::new(size).unwrap();
    let all = matrix.all();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut group = c.benchmark_group("exact 4x6");
    group.sample_size(10);
    group.bench_function("the feedback of all pairs of codes", |b| {
        b.iter(|| assert_eq!(pool.install(|| FeedbackMatrix::new(black_box(size))).unwrap().codes(), 1296));
    });
    group.bench_function("all X+LC", |b| {
        let mut lc = LowestConsistent::new(&matrix);
        b.iter(|| assert_eq!(all.iter().map(|&x| lc.with_first(&all, &[x])).min(), Some(6021)));
    });
    group.bench_function("all X+Y+LC", |b| {
        b.iter(|| {
            let pairs = pool.install(|| PairTotals::of(&matrix, || Ok(()))).unwrap();
            assert_eq!(pairs.best(1).first().map(|(total, _)| *total), Some(5864));
        });
    });
    group.bench_function("all X+RC with their distributions", |b| {
        b.iter(|| {
            let first: FirstGuesses<LengthDistribution> =
                pool.install(|| FirstGuesses::of(&matrix, || Ok(()))).unwrap().unwrap();
            assert_eq!(first.free.by_guesses().len(), 10);
        });
    });
    group.finish();
}

criterion_group!(benches, exact);
criterion_main!(benches);
