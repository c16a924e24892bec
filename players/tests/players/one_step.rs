//! The one-step look-ahead heuristics: published totals, and the obvious version as the oracle.

use players::{Briefing, Knowledge, find, tree::Tree};
use proptest::prelude::*;
use scsa::{Code, Feedback, Rng, Size, Turn, is_consistent};

const PLAYERS: [&str; 10] = [
    "knuth",
    "consistent-knuth",
    "minimax",
    "consistent-minimax",
    "expected-size",
    "entropy",
    "most-parts",
    "consistent-expected-size",
    "consistent-entropy",
    "consistent-most-parts",
];

fn prepare(player: &str, size: Size) -> players::PlayerInstance {
    let briefing = Briefing::new(size, "x", Knowledge::Nothing);
    find(player).unwrap().prepare(&briefing).unwrap()
}

fn tree(player: &str, size: &str) -> Tree {
    let size = size.parse().unwrap();
    players::tree_of(&prepare(player, size), size).unwrap()
}

/// Knuth 1977; "Dave Computes Mastermind Strategy" 2016; Kooi 2005 for the three others over all guesses. The totals of the
/// consistent ones were computed with this program.
#[test]
fn totals_at_4x6() {
    for (player, total, lengths) in [
        ("knuth", 5801, &[1, 6, 62, 533, 694][..]),
        ("consistent-knuth", 5828, &[1, 12, 99, 468, 662, 54]),
        ("minimax", 5801, &[1, 6, 62, 533, 694]),
        ("consistent-minimax", 5828, &[1, 12, 99, 468, 662, 54]),
        ("expected-size", 5696, &[1, 10, 54, 645, 583, 3]),
        ("entropy", 5722, &[1, 4, 71, 612, 596, 12]),
        ("most-parts", 5668, &[1, 12, 72, 635, 569, 7]),
        ("consistent-expected-size", 5722, &[1, 13, 114, 530, 595, 43]),
        ("consistent-entropy", 5786, &[1, 13, 103, 502, 620, 57]),
        ("consistent-most-parts", 5701, &[1, 13, 115, 556, 563, 46, 2]),
    ] {
        let own = tree(player, "4x6").lengths();
        assert_eq!((own.total(), own.by_guesses()), (total, lengths), "{player}");
    }
}

/// The obvious version: scores every guess by the sizes of its parts.
fn best_by_all_scores(player: &str, size: Size, candidates: &[Code]) -> Code {
    let consistent = player.starts_with("consistent");
    let log = |n: f64| if n > 0.0 { n * n.log2() } else { 0.0 };
    let best = size.codes().filter(|guess| !consistent || candidates.contains(guess)).map(|guess| {
        let mut parts = vec![0.0; Feedback::values(size.pegs())];
        candidates.iter().for_each(|code| parts[code.feedback(&guess).index()] += 1.0);
        let score = match player.trim_start_matches("consistent-") {
            "expected-size" => parts.iter().map(|n| n * n).sum(),
            "entropy" => parts.iter().map(|&n| log(n)).sum(),
            "most-parts" => -(parts.iter().filter(|&&n| n > 0.0).count() as f64),
            _ => parts.iter().fold(0.0, |a: f64, &n| a.max(n)),
        };
        // Rounded, because sums of logarithms in different orders differ.
        ((score * 1e6).round() as i64, !candidates.contains(&guess), guess)
    });
    best.min_by_key(|(score, inconsistent, guess)| (*score, *inconsistent, size.rank(guess))).unwrap().2
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The players agree with the obvious version at every turn of their own games.
    #[test]
    fn guesses_have_the_best_score(
        player in prop::sample::select(PLAYERS.to_vec()),
        size in prop::sample::select(vec!["1x7", "2x5", "3x4", "4x4", "5x3", "4x6", "7x2", "9x2", "3x9"]),
        seed in 0u128..1_000_000,
    ) {
        let size: Size = size.parse().unwrap();
        let secret = size.unrank(seed as u64 % size.count().unwrap());
        let mut prepared = prepare(player, size);
        let mut turns: Vec<Turn> = Vec::new();
        while turns.last().is_none_or(|turn| turn.guess != secret) {
            let candidates: Vec<Code> = size.codes().filter(|code| is_consistent(code, &turns)).collect();
            let guess = prepared.player().guess(&turns, &mut Rng::new(0));
            prop_assert_eq!(guess, best_by_all_scores(player, size, &candidates), "{} {} {:?}", player, size, turns);
            turns.push(Turn::new(guess, &secret));
        }
    }
}

/// The tree that a player supplies contains the guesses that it makes in games.
#[test]
fn supplied_trees_have_the_guesses_of_games() {
    for player in PLAYERS {
        for size in ["4x6", "3x5", "6x3", "2x2", "1x1", "8x2"] {
            let size: Size = size.parse().unwrap();
            let tree = players::tree_of(&prepare(player, size), size).unwrap();
            let mut prepared = prepare(player, size);
            for secret in size.codes().step_by(7) {
                prepared.reset();
                let (mut turns, mut branch) = (Vec::new(), tree.root());
                loop {
                    let guess = prepared.player().guess(&turns, &mut Rng::new(0));
                    assert_eq!(guess, tree.guess(branch), "{player} {size} {secret} {turns:?}");
                    let feedback = secret.feedback(&guess);
                    turns.push(Turn { guess, feedback });
                    if guess == secret {
                        assert!(branch.wins());
                        break;
                    }
                    branch = branch.after(feedback).unwrap();
                }
            }
            assert_eq!(tree.lengths().secrets(), size.count().unwrap());
        }
    }
}

/// Published totals at larger sizes.
#[test]
#[ignore = "takes some seconds: cargo test --release -p mastermind-arena-players --test players one_step:: -- --ignored"]
fn totals_of_large_trees() {
    for (player, size, total) in [
        ("expected-size", "5x8", 180_287),
        ("most-parts", "5x8", 181_834),
        ("expected-size", "6x6", 243_144),
        ("most-parts", "6x6", 244_470),
        ("consistent-expected-size", "6x10", 6_667_133),
    ] {
        assert_eq!(tree(player, size).lengths().total(), total, "{player} {size}");
    }
}

#[test]
fn sizes_too_large_to_list_are_refused() {
    let briefing = Briefing::new("8x10".parse().unwrap(), "x", Knowledge::Nothing);
    let refusal = find("knuth").unwrap().prepare(&briefing).err().unwrap();
    assert_eq!(refusal.to_string(), "more than 4000000 codes to list");
}
