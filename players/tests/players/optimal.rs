//! Optimal strategies: published totals, and an exhaustive search as the oracle.

use players::{Briefing, Knowledge, find, tree::Tree};
use scsa::{Code, Feedback, Size, Turn, is_consistent};

fn tree(player: &str, size: Size) -> Tree {
    let briefing = Briefing::new(size, "x", Knowledge::Nothing);
    players::tree_of(&find(player).unwrap().prepare(&briefing).unwrap(), size).unwrap()
}

/// The least sum of guesses for these candidates, by exhaustive search without bounds, symmetry or transposition table. The guesses
/// are the codes, or the candidates if no codes are given.
fn fewest(candidates: &[Code], codes: &[Code]) -> usize {
    let pegs = candidates[0].len();
    let guesses = if codes.is_empty() { candidates } else { codes };
    let with = |guess: &Code| {
        let mut parts = vec![Vec::new(); Feedback::values(pegs)];
        candidates.iter().for_each(|code| parts[code.feedback(guess).index()].push(*code));
        parts.pop();
        // A guess with a single part would repeat forever.
        let is_useful = parts.iter().all(|part| part.len() < candidates.len());
        let rest = |part: &Vec<Code>| if part.is_empty() { 0 } else { fewest(part, codes) };
        is_useful.then(|| candidates.len() + parts.iter().map(rest).sum::<usize>())
    };
    guesses.iter().filter_map(with).min().unwrap()
}

/// There are fewer consistent guesses, so that larger sizes can be searched.
#[test]
fn no_consistent_strategy_takes_fewer_guesses_at_small_sizes() {
    for size in ["2x6", "3x3", "3x4", "5x2", "6x2"] {
        let size: Size = size.parse().unwrap();
        let codes: Vec<Code> = size.codes().collect();
        assert_eq!(tree("consistent-optimal", size).lengths().total(), fewest(&codes, &[]) as u64, "{size}");
    }
}

#[test]
fn no_strategy_takes_fewer_guesses_at_small_sizes() {
    for size in ["1x1", "1x5", "2x1", "2x2", "2x3", "3x2", "2x4", "4x2"] {
        let size: Size = size.parse().unwrap();
        let codes: Vec<Code> = size.codes().collect();
        assert_eq!(tree("optimal", size).lengths().total(), fewest(&codes, &codes) as u64, "{size}");
        assert_eq!(tree("consistent-optimal", size).lengths().total(), fewest(&codes, &[]) as u64, "{size}");
    }
}

/// Koyama and Lai 1993 for 4x6.
#[test]
fn no_strategy_takes_fewer_than_5625_at_4x6() {
    let lengths = tree("optimal", "4x6".parse().unwrap()).lengths();
    assert_eq!((lengths.total(), lengths.worst()), (5625, 6));
}

/// Found by `arena solve`; the benchmarks prove the first one again.
#[test]
fn large_sizes_have_precomputed_strategies() {
    for (size, total, worst) in [("4x8", 20_471, 7), ("4x9", 34_666, 8), ("5x6", 36_721, 7)] {
        let lengths = tree("optimal", size.parse().unwrap()).lengths();
        assert_eq!((lengths.total(), lengths.worst()), (total, worst), "{size}");
    }
}

/// "Dave Computes Mastermind Strategy" 2016 has 5671, and 19 secrets with six guesses. Every guess here is consistent, and the
/// total is smaller.
#[test]
fn consistent_guesses_take_5660_at_4x6() {
    let size: Size = "4x6".parse().unwrap();
    let tree = tree("consistent-optimal", size);
    assert_eq!((tree.lengths().total(), tree.lengths().by_guesses()), (5660, &[1, 13, 114, 563, 591, 14][..]));
    for secret in size.codes() {
        let (mut turns, mut branch) = (Vec::new(), tree.root());
        loop {
            let guess = tree.guess(branch);
            assert!(is_consistent(&guess, &turns), "{secret} {turns:?}");
            let feedback = secret.feedback(&guess);
            turns.push(Turn { guess, feedback });
            match branch.after(feedback) {
                Some(next) => branch = next,
                None => break,
            }
        }
        assert_eq!(turns.last().unwrap().guess, secret);
    }
}

/// The one-step heuristics are upper bounds.
#[test]
fn no_heuristic_takes_fewer_guesses() {
    for size in ["3x6", "4x4", "5x3", "6x2", "2x9", "4x5"] {
        let size: Size = size.parse().unwrap();
        let total = |player| tree(player, size).lengths().total();
        for other in ["minimax", "expected-size", "entropy", "most-parts", "consistent-optimal"] {
            assert!(total("optimal") <= total(other), "{size} {other}");
        }
        for other in ["consistent-minimax", "consistent-expected-size", "consistent-entropy", "consistent-most-parts"] {
            assert!(total("consistent-optimal") <= total(other), "{size} {other}");
        }
    }
}

#[test]
fn sizes_that_take_too_long_are_refused() {
    let briefing = |size: &str| Briefing::new(size.parse().unwrap(), "x", Knowledge::Nothing);
    for (player, size) in [("optimal", "4x10"), ("consistent-optimal", "4x8"), ("optimal", "20x26")] {
        let refusal = find(player).unwrap().prepare(&briefing(size)).err().unwrap();
        assert_eq!(refusal.to_string(), "its best strategy takes too long to find", "{player} {size}");
    }
}
