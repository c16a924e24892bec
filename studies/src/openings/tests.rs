//! Plain versions on small sizes, known totals at 4x6.

use super::lowest::{LowestConsistent, PairTotals, best_thirds, lengths};
use super::matrix::{FeedbackMatrix, equivalence_classes, sets_of_guesses};
use super::random::{LengthDistribution, RandomConsistent, ThreeGuesses, after_sets, first_guesses};
use scsa::{Code, Turn, is_consistent};

fn matrix(size: &str) -> FeedbackMatrix {
    FeedbackMatrix::new(size.parse().unwrap())
}

fn played(matrix: &FeedbackMatrix, codes: &[Code], first: &[u16], secret: Code) -> u64 {
    let mut turns: Vec<Turn> = Vec::new();
    let mut first = first.iter().map(|&guess| matrix.code(guess));
    loop {
        let lowest = || *codes.iter().find(|code| is_consistent(code, &turns)).unwrap();
        let guess = first.next().unwrap_or_else(lowest);
        if guess == secret {
            return turns.len() as u64 + 1;
        }
        turns.push(Turn::new(guess, &secret));
    }
}

#[test]
fn totals_of_lc_are_those_of_its_games_and_do_not_depend_on_the_order_of_two_guesses() {
    for size in ["2x3", "3x3", "3x4"] {
        let matrix = matrix(size);
        let (codes, all): (Vec<Code>, Vec<u16>) =
            (matrix.all().iter().map(|&code| matrix.code(code)).collect(), matrix.all());
        let mut lc = LowestConsistent::new(&matrix);
        let pairs = PairTotals::of(&matrix);
        let total = |first: &[u16]| codes.iter().map(|&secret| played(&matrix, &codes, first, secret)).sum::<u64>();
        for &x in &all {
            assert_eq!(u64::from(lc.total(&all, &[x])), total(&[x]), "{size}");
            for &y in &all {
                let wanted = total(&[x, y]);
                assert_eq!(u64::from(pairs.total(x, y)), wanted, "{size} {x} {y}");
                assert_eq!(u64::from(lc.total(&all, &[y, x])), wanted, "{size} {x} {y}");
                assert_eq!(lengths(&matrix, &[x, y]).total(), wanted, "{size} {x} {y}");
            }
        }
        assert_eq!(u64::from(lc.total(&all, &[])), total(&[]));
        assert_eq!(pairs.histogram().values().sum::<u64>(), (all.len() * (all.len() + 1) / 2) as u64);
        for &x in &all {
            let (least, codes) = pairs.best_after(x).unwrap();
            let of = |y: &u16| (*y != x).then(|| pairs.total(x, *y));
            assert_eq!(Some(least), all.iter().filter_map(of).min());
            assert!(all.iter().filter(|y| of(y) == Some(least)).eq(&codes));
        }
        let best = pairs.best(3);
        assert!(best.len() >= 3 && best[0].0 == *pairs.histogram().keys().next().unwrap());
        let (total, thirds) = best_thirds(&matrix, &[[0, 1]]).remove(0).unwrap();
        let of = |z: &u16| lc.total(&all, &[*z, 1, 0]);
        let totals: Vec<u32> = all[2..].iter().map(of).collect();
        assert_eq!(total, *totals.iter().min().unwrap());
        assert_eq!(thirds.len(), totals.iter().filter(|one| **one == total).count());
    }
}

#[test]
fn known_totals_of_lc() {
    let matrix = matrix("4x6");
    let (mut lc, all) = (LowestConsistent::new(&matrix), matrix.all());
    let known: [(&[&str], u32); 10] = [
        (&[], 7471),
        (&["5463"], 6021),
        (&["5466"], 6021),
        (&["5463", "4322"], 5917),
        (&["5466", "3324"], 5885),
        (&["6564", "4233"], 5869),
        (&["4332", "6564"], 5869),
        (&["3244", "6536"], 5864),
        (&["6436", "3255"], 5864),
        // The page of 2016 has 5885 for this one.
        (&["5466", "4322"], 5919),
    ];
    for (first, total) in known {
        let first: Vec<u16> = first.iter().map(|code| matrix.rank(code).unwrap()).collect();
        assert_eq!(lc.total(&all, &first), total);
        assert_eq!(lengths(&matrix, &first).total(), u64::from(total));
    }
}

#[test]
fn classes_stand_for_all_their_guesses() {
    let near = |one: &LengthDistribution, other: &LengthDistribution| (one.guesses() - other.guesses()).abs() < 1e-9;
    for size in ["2x3", "3x3", "3x4", "4x3"] {
        let matrix = matrix(size);
        let (all, (free, fixed)) = (matrix.all(), first_guesses(&matrix));
        let mut rc = RandomConsistent::new(&matrix);
        assert!(near(&free, &rc.with_first(&all, &[])), "{size}");
        let classes = equivalence_classes(&matrix, &[]);
        assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), all.len());
        for (class, (x, lengths)) in classes.iter().zip(&fixed) {
            assert!(class[0] == *x && class.iter().all(|&x| near(&rc.with_first(&all, &[x]), lengths)), "{size}");
        }
        let values = after_sets(&matrix, &sets_of_guesses(&matrix, 2));
        for x in 0..all.len() as u16 {
            for y in x + 1..all.len() as u16 {
                let lengths = rc.with_first(&all, &[y, x]);
                assert!(values.iter().any(|value| near(value, &lengths)), "{size} {x} {y}");
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
    for size in ["2x3", "3x3", "4x2"] {
        let matrix = matrix(size);
        let (all, three) = (matrix.all(), ThreeGuesses::of(&matrix));
        let (mut rc, mut lc, mut least) =
            (RandomConsistent::new(&matrix), LowestConsistent::new(&matrix), f64::INFINITY);
        for set in
            (0..all.len().pow(3)).map(|n| [n, n / all.len(), n / all.len().pow(2)].map(|n| (n % all.len()) as u16))
        {
            if set[0] != set[1] && set[1] != set[2] && set[0] != set[2] {
                least = least.min(rc.with_first(&all, &set).guesses());
                assert!(lc.total(&all, &set) >= three.bound);
            }
        }
        assert!((least - three.best.0).abs() < 1e-9 && least >= f64::from(three.bound), "{size}");
    }
}

/// Plays all games of RC with that secret, the weight divided among the consistent codes: adds it by the guesses of a game.
fn all_games(
    codes: &[Code],
    turns: &mut Vec<Turn>,
    first: &[Code],
    secret: &Code,
    weight: f64,
    lengths: &mut Vec<f64>,
) {
    let consistent: Vec<Code> = match first.get(turns.len()) {
        Some(guess) => vec![*guess],
        None => codes.iter().filter(|code| is_consistent(code, turns)).copied().collect(),
    };
    let weight = weight / consistent.len() as f64;
    for guess in consistent {
        if guess == *secret {
            let place = turns.len();
            lengths.resize(lengths.len().max(place + 1), 0.0);
            lengths[place] += weight;
        } else {
            turns.push(Turn::new(guess, secret));
            all_games(codes, turns, first, secret, weight, lengths);
            turns.pop();
        }
    }
}

#[test]
fn figures_of_rc_are_those_of_all_its_games() {
    for size in ["2x3", "3x3", "4x2", "2x4"] {
        let matrix = matrix(size);
        let all = matrix.all();
        let codes: Vec<Code> = all.iter().map(|&code| matrix.code(code)).collect();
        for first in [&[][..], &[0], &[1], &[1, 5], &[5, 1], &[0, 1, 5]] {
            let mut wanted = Vec::new();
            let fixed: Vec<Code> = first.iter().map(|&code| matrix.code(code)).collect();
            for secret in &codes {
                all_games(&codes, &mut Vec::new(), &fixed, secret, 1.0, &mut wanted);
            }
            let own = RandomConsistent::new(&matrix).with_first(&all, first);
            assert_eq!(own.by_guesses().len(), wanted.len(), "{size} {first:?}");
            for (one, other) in own.by_guesses().iter().zip(&wanted) {
                assert!((one - other).abs() < 1e-9, "{size} {first:?} {one} {other}");
            }
        }
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

/// The page of 2016 takes guesses of equal profile for equally good. After 1234 WW, 2356 RRR the guesses 2156 and 2366 have the same
/// number of candidates for each response, and other smallest totals of consistent guesses.
#[test]
fn guesses_of_equal_profile_differ() {
    fn best(matrix: &FeedbackMatrix, set: &[u16]) -> usize {
        let with =
            |&guess: &u16| matrix.partition(set, guess).iter().map(|(_, part)| best(matrix, part)).sum::<usize>();
        set.len() + set.iter().map(with).min().unwrap_or(0)
    }
    let matrix = matrix("4x6");
    let ranks = |text: &str| text.split(' ').map(|code| matrix.rank(code).unwrap()).collect::<Vec<u16>>();
    let left = ranks("2156 2326 2352 2353 2355 2366 2456 4356");
    let after = ranks("2156 2366").into_iter().map(|guess| {
        let parts = matrix.partition(&left, guess);
        let profile: Vec<(u8, usize)> = parts.iter().map(|(response, part)| (*response, part.len())).collect();
        (profile, left.len() + parts.iter().map(|(_, part)| best(&matrix, part)).sum::<usize>())
    });
    let [one, other] = after.collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((one.0, one.1, other.1), (other.0, 22, 23));
}
