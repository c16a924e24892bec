//! Plain versions on small games.

use super::consistent::{Consistent, LengthDistribution};
use super::fixed::{PairTotals, after_sets, best_thirds, first_guesses, three_guesses};
use super::matrix::{FeedbackMatrix, equivalence_classes, sets_of_guesses};
use scsa::{Code, Game, Turn};

fn matrix(game: &str) -> FeedbackMatrix {
    FeedbackMatrix::new(game.parse().unwrap())
}

/// Plays all games with that secret, of LC or of RC, whose weight is divided among the consistent codes: adds it by the guesses of a game.
fn all_games(
    codes: &[Code],
    is_random: bool,
    turns: &mut Vec<Turn>,
    first: &[Code],
    secret: &Code,
    weight: f64,
    lengths: &mut Vec<f64>,
) {
    let game = Game::of_codes([secret]).unwrap();
    let guesses: Vec<Code> = match first.get(turns.len()) {
        Some(guess) => vec![*guess],
        None => {
            let consistent = codes.iter().filter(|code| game.is_consistent(code, turns)).copied();
            consistent.take(if is_random { usize::MAX } else { 1 }).collect()
        }
    };
    let weight = weight / guesses.len() as f64;
    for guess in guesses {
        if guess == *secret {
            let place = turns.len();
            lengths.resize(lengths.len().max(place + 1), 0.0);
            lengths[place] += weight;
        } else {
            turns.push(Turn::new(game, guess, secret));
            all_games(codes, is_random, turns, first, secret, weight, lengths);
            turns.pop();
        }
    }
}

#[test]
fn figures_are_those_of_all_games() {
    for game in ["2x3", "3x3", "4x2", "2x4"] {
        let matrix = matrix(game);
        let all = matrix.all();
        let codes: Vec<Code> = all.iter().map(|&code| matrix.code(code)).collect();
        for (is_random, mut strategy) in [(false, Consistent::lowest(&matrix)), (true, Consistent::random(&matrix))] {
            for first in [&[][..], &[0], &[1], &[1, 1], &[1, 5], &[5, 1], &[0, 1, 5]] {
                let mut wanted = Vec::new();
                let fixed: Vec<Code> = first.iter().map(|&code| matrix.code(code)).collect();
                for secret in &codes {
                    all_games(&codes, is_random, &mut Vec::new(), &fixed, secret, 1.0, &mut wanted);
                }
                let own = strategy.with_first(&all, first);
                assert_eq!(own.by_guesses().len(), wanted.len(), "{game} {first:?}");
                for (one, other) in own.by_guesses().iter().zip(&wanted) {
                    assert!((one - other).abs() < 1e-9, "{game} {first:?} {one} {other}");
                }
            }
        }
    }
}

#[test]
fn the_best_next_guesses_of_lc_are_the_best() {
    let matrix = matrix("3x4");
    let (mut lc, all, pairs) = (Consistent::lowest(&matrix), matrix.all(), PairTotals::of(&matrix));
    let mut total = |first: &[u16]| lc.with_first(&all, first).guesses() as u32;
    for &x in &all {
        let totals: Vec<u32> = all.iter().map(|&y| total(&[y, x])).collect();
        assert!(all.iter().all(|&y| pairs.total(x, y) == totals[usize::from(y)]), "the order does not matter");
        let (least, codes) = pairs.best_after(x).unwrap();
        let of = |y: &u16| (*y != x).then(|| totals[usize::from(*y)]);
        assert_eq!(Some(least), all.iter().filter_map(of).min());
        assert!(all.iter().filter(|y| of(y) == Some(least)).eq(&codes));
    }
    assert_eq!(pairs.histogram().values().sum::<u64>(), (all.len() * (all.len() + 1) / 2) as u64);
    let best = pairs.best(3);
    assert!(best.len() >= 3 && best[0].0 == *pairs.histogram().keys().next().unwrap());
    let (least, thirds) = best_thirds(&matrix, &[[0, 1]]).remove(0).unwrap();
    let totals: Vec<u32> = all[2..].iter().map(|&z| total(&[z, 1, 0])).collect();
    assert_eq!(least, *totals.iter().min().unwrap());
    assert_eq!(thirds.len(), totals.iter().filter(|one| **one == least).count());
}

#[test]
#[ignore = "takes some seconds"]
fn classes_stand_for_all_their_guesses() {
    let near = |one: &LengthDistribution, other: &LengthDistribution| (one.guesses() - other.guesses()).abs() < 1e-9;
    for game in ["2x3", "3x3", "3x4", "4x3"] {
        let matrix = matrix(game);
        let (all, (free, fixed)) = (matrix.all(), first_guesses(&matrix));
        let mut rc = Consistent::random(&matrix);
        assert!(near(&free, &rc.with_first(&all, &[])), "{game}");
        let classes = equivalence_classes(&matrix, &[]);
        assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), all.len());
        for (class, (x, lengths)) in classes.iter().zip(&fixed) {
            assert!(class[0] == *x && class.iter().all(|&x| near(&rc.with_first(&all, &[x]), lengths)), "{game}");
        }
        let values = after_sets(&matrix, &sets_of_guesses(&matrix, 2));
        for x in 0..all.len() as u16 {
            for y in x + 1..all.len() as u16 {
                let lengths = rc.with_first(&all, &[y, x]);
                assert!(values.iter().any(|value| near(value, &lengths)), "{game} {x} {y}");
            }
        }
    }
    let matrix = matrix("4x6");
    assert_eq!(equivalence_classes(&matrix, &[]).iter().map(Vec::len).collect::<Vec<_>>(), [6, 120, 90, 720, 360]);
    // The page of 2016 has 129 for this one.
    assert_eq!(equivalence_classes(&matrix, &[matrix.rank("1123").unwrap()]).len(), 130);
    assert_eq!((sets_of_guesses(&matrix, 2).len(), sets_of_guesses(&matrix, 3).len()), (177, 26_149));
}

#[test]
fn three_guesses_are_no_better_than_their_bound() {
    for game in ["2x3", "3x3", "4x2"] {
        let matrix = matrix(game);
        let (all, (bound, best, _)) = (matrix.all(), three_guesses(&matrix));
        let (mut rc, mut lc, mut least) = (Consistent::random(&matrix), Consistent::lowest(&matrix), f64::INFINITY);
        for set in
            (0..all.len().pow(3)).map(|n| [n, n / all.len(), n / all.len().pow(2)].map(|n| (n % all.len()) as u16))
        {
            if set[0] != set[1] && set[1] != set[2] && set[0] != set[2] {
                least = least.min(rc.with_first(&all, &set).guesses());
                assert!(lc.with_first(&all, &set).guesses() >= bound.into());
            }
        }
        assert!((least - best).abs() < 1e-9 && least >= f64::from(bound), "{game}");
    }
}

#[test]
fn figures_do_not_depend_on_threads() {
    let matrix = matrix("4x4");
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let sets = sets_of_guesses(&matrix, 2);
        pool.install(|| (first_guesses(&matrix), after_sets(&matrix, &sets), PairTotals::of(&matrix)))
    };
    assert_eq!(with_threads(1), with_threads(3));
}
