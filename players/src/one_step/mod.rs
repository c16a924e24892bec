//! The one-step heuristics: players that look at the cells of one guess.

mod criterion;
mod descent;
mod guesses;
mod planes;
mod scan;
mod strategy;
mod widest;

pub use criterion::Criterion;
pub use strategy::Strategy;

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Size;

    #[test]
    #[ignore = "timing"]
    fn totals() {
        let all = [Criterion::Minimax, Criterion::ExpectedSize, Criterion::Entropy, Criterion::MostParts];
        let mut jobs = Vec::new();
        let only = std::env::var("ONLY").unwrap_or_default();
        for size in ["4x6", "5x8", "6x6"] {
            for criterion in all {
                jobs.push((size, criterion, false));
            }
        }
        jobs.push(("6x9", Criterion::Entropy, true));
        jobs.push(("6x10", Criterion::ExpectedSize, true));
        for (size, criterion, consistent) in jobs {
            if !format!("{size}{criterion:?}").contains(&only) {
                continue;
            }
            let size: Size = size.parse().unwrap();
            let start = std::time::Instant::now();
            let tree = Strategy::new(size, criterion, consistent, None).tree();
            let took = start.elapsed();
            let lengths = tree.lengths();
            println!(
                "{size} {criterion:?} {consistent}: {} {:?} first {} {took:?}",
                lengths.total(),
                lengths.by_guesses(),
                tree.root().guess(size)
            );
        }
    }
}
