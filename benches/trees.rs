//! Whole strategies: the trees of the one-step heuristics.

use criterion::{Criterion, criterion_group, criterion_main};
use players::{Briefing, Knowledge, find, tree::Tree};
use std::{hint::black_box, time::Duration};

fn trees(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    for (player, size, total) in [
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
        ("consistent-expected-size", "6x10", 6_667_133),
    ] {
        group.bench_function(format!("{player} {size}"), |b| {
            b.iter(|| {
                let size = size.parse().expect("a size");
                let briefing =
                    Briefing { size, guess_limit: 100, codemaker: "none".into(), knowledge: Knowledge::Nothing };
                let player = find(player).expect("a player").prepare(&briefing).expect("it plays");
                let tree = Tree::of_player(black_box(&player), size).expect("a tree");
                assert_eq!(tree.lengths().total(), total);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, trees);
criterion_main!(benches);
