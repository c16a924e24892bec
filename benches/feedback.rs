//! The feedback of one code against many.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scsa::{Code, Rng, Scsa, Size, algorithms::InsertColors};
use std::hint::black_box;

const CODES: usize = 1000;

fn feedback(c: &mut Criterion) {
    for (text, sum) in [("4x6", 3163), ("8x10", 10510), ("20x26", 46370), ("32x26", 144157)] {
        let size: Size = text.parse().unwrap();
        let mut rng = Rng::new(1);
        let codes: Vec<Code> = (0..CODES).map(|_| InsertColors.draw(size, &mut rng)).collect();
        let guess = InsertColors.draw(size, &mut rng);
        let mut group = c.benchmark_group(format!("feedback {size}"));
        group.throughput(Throughput::Elements(CODES as u64));
        group.bench_function("one code against 1000", |b| {
            b.iter(|| {
                let indices = codes.iter().map(|code| black_box(&guess).feedback(code).index());
                assert_eq!(indices.sum::<usize>(), sum);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, feedback);
criterion_main!(benches);
