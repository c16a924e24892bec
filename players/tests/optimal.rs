//! Optimal strategies: published totals, and a search with nothing clever in it as the oracle.

#![allow(clippy::unwrap_used)]

use players::{Briefing, Knowledge, find, tree::Tree};
use scsa::{Code, Feedback, Size, Turn, is_consistent};

fn tree(player: &str, size: Size) -> Tree {
    let briefing = Briefing { size, guess_limit: 100, codemaker: "x".into(), knowledge: Knowledge::Nothing };
    players::tree_of(&find(player).unwrap().prepare(&briefing).unwrap(), size).unwrap()
}

/// The fewest guesses that these take together: every guess is tried, and after it every cell. No bounds, no symmetry, no
/// memory. The guesses are all codes, or the candidates where there are none.
fn fewest(candidates: &[Code], codes: &[Code]) -> usize {
    let pegs = candidates[0].len();
    let guesses = if codes.is_empty() { candidates } else { codes };
    let with = |guess: &Code| {
        let mut cells = vec![Vec::new(); Feedback::values(pegs)];
        candidates.iter().for_each(|code| cells[code.feedback(guess).index()].push(*code));
        cells.pop();
        // A guess that tells nothing leads nowhere.
        let tells = cells.iter().all(|cell| cell.len() < candidates.len());
        let rest = |cell: &Vec<Code>| if cell.is_empty() { 0 } else { fewest(cell, codes) };
        tells.then(|| candidates.len() + cells.iter().map(rest).sum::<usize>())
    };
    guesses.iter().filter_map(with).min().unwrap()
}

/// Of consistent guesses there are fewer, so that larger boards can be gone through.
#[test]
fn no_consistent_strategy_takes_fewer_guesses_on_small_boards() {
    for size in ["2x6", "3x3", "3x4", "5x2", "6x2"] {
        let size: Size = size.parse().unwrap();
        let codes: Vec<Code> = size.codes().collect();
        assert_eq!(tree("consistent-optimal", size).lengths().total(), fewest(&codes, &[]) as u64, "{size}");
    }
}

#[test]
fn no_strategy_takes_fewer_guesses_on_small_boards() {
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

/// Found by `arena solve`; the benchmarks prove the first one anew.
#[test]
fn large_boards_have_their_strategies_at_hand() {
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

/// A one-step strategy is a strategy.
#[test]
fn no_player_takes_fewer_guesses() {
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
fn boards_that_take_too_long_are_refused() {
    let briefing = |size: &str| Briefing {
        size: size.parse().unwrap(),
        guess_limit: 100,
        codemaker: "x".into(),
        knowledge: Knowledge::Nothing,
    };
    for (player, size) in [("optimal", "4x10"), ("consistent-optimal", "4x8"), ("optimal", "20x26")] {
        let refusal = find(player).unwrap().prepare(&briefing(size)).err().unwrap();
        assert_eq!(refusal.to_string(), "its best strategy takes too long to find", "{player} {size}");
    }
}
