//! Exact figures of strategies: plain versions on small sizes, known totals at 4x6.

#![allow(clippy::unwrap_used)]

use arena::analysis::exact::{
    BestConsistent, FirstGuesses, Longest, LookAlikes, LowestConsistent, Matrix, Pairs, RandomConsistent, Spread,
    ThreeGuesses, Total, after_sets, best_third_lowest, classes, longest_game, second_look_alikes, sets_of_guesses,
};
use players::{Briefing, Knowledge, find, tree::Tree};
use scsa::{Code, Rng, Turn, is_consistent};
use std::collections::BTreeSet;

const SMALL: [&str; 4] = ["2x3", "3x3", "3x4", "5x2"];

fn matrix(size: &str) -> Matrix {
    Matrix::new(size.parse().unwrap()).unwrap()
}

fn place(matrix: &Matrix, code: &str) -> u16 {
    matrix.place(&code.parse().unwrap())
}

/// How many guesses LC takes, played out with codes.
fn played(matrix: &Matrix, codes: &[Code], first: &[u16], secret: Code) -> u64 {
    let mut turns: Vec<Turn> = Vec::new();
    let mut first = first.iter().map(|&guess| matrix.code(guess));
    loop {
        let lowest = || *codes.iter().find(|code| is_consistent(code, &turns)).unwrap();
        let guess = first.next().unwrap_or_else(lowest);
        if guess == secret {
            return turns.len() as u64 + 1;
        }
        turns.push(Turn { guess, feedback: guess.feedback(&secret) });
    }
}

#[test]
fn totals_of_lc_are_those_of_its_games_and_the_order_of_two_guesses_does_not_matter() {
    for size in SMALL {
        let matrix = matrix(size);
        let (codes, all): (Vec<Code>, Vec<u16>) = (matrix.size().codes().collect(), matrix.all());
        let mut lc = LowestConsistent::new(&matrix);
        let pairs = Pairs::of(&matrix, || ());
        let total = |first: &[u16]| codes.iter().map(|&secret| played(&matrix, &codes, first, secret)).sum::<u64>();
        for &x in &all {
            assert_eq!(u64::from(lc.with_first(&all, &[x])), total(&[x]), "{size}");
            for &y in &all {
                let wanted = total(&[x, y]);
                assert_eq!(u64::from(pairs.total(x, y).unwrap()), wanted, "{size} {x} {y}");
                assert_eq!(u64::from(lc.with_first(&all, &[y, x])), wanted, "{size} {x} {y}");
                assert_eq!(lc.lengths(&all, &[x, y]).total(), wanted, "{size} {x} {y}");
            }
        }
        assert_eq!(u64::from(lc.total(&all)), total(&[]));
        assert_eq!(pairs.histogram().values().sum::<u64>(), (all.len() * (all.len() + 1) / 2) as u64);
        let best = pairs.best(3);
        assert!(best.len() >= 3 && best[0].0 == *pairs.histogram().keys().next().unwrap());
        let (total, thirds) = best_third_lowest(&matrix, &[[0, 1]]).remove(0);
        let of = |z: &u16| lc.with_first(&all, &[*z, 1, 0]);
        let totals: Vec<u32> = all[2..].iter().map(of).collect();
        assert_eq!(total, *totals.iter().min().unwrap());
        assert_eq!(thirds.len(), totals.iter().filter(|one| **one == total).count());
    }
}

#[test]
fn known_totals_of_lc() {
    let matrix = matrix("4x6");
    let (mut lc, all) = (LowestConsistent::new(&matrix), matrix.all());
    let known: [(&[&str], u32); 9] = [
        (&[], 7471),
        (&["EDFC"], 6021),
        (&["EDFF"], 6021),
        (&["EDFC", "DCBB"], 5917),
        (&["EDFF", "CCBD"], 5885),
        (&["FEFD", "DBCC"], 5869),
        (&["DCCB", "FEFD"], 5869),
        (&["CBDD", "FECF"], 5864),
        (&["FDCF", "CBEE"], 5864),
    ];
    for (first, total) in known {
        let first: Vec<u16> = first.iter().map(|code| place(&matrix, code)).collect();
        assert_eq!(lc.with_first(&all, &first), total);
        assert_eq!(lc.lengths(&all, &first).total(), u64::from(total));
    }
    // The page of 2016 has 5885 for this one, which is that of EDFF and CCBD.
    let odd = ["EDFF", "DCBB"].map(|code| place(&matrix, code));
    let codes: Vec<Code> = matrix.size().codes().collect();
    assert_eq!(lc.with_first(&all, &odd), 5919);
    assert_eq!(codes.iter().map(|&secret| played(&matrix, &codes, &odd, secret)).sum::<u64>(), 5919);
    let best = all.iter().map(|&x| lc.with_first(&all, &[x])).min();
    assert_eq!(best, Some(6021));
}

#[test]
fn lc_is_baseline_2() {
    for size in ["3x4", "4x6"] {
        let matrix = matrix(size);
        let size = matrix.size();
        let knowledge = Knowledge::Nothing;
        let briefing = Briefing { size, guess_limit: 100, codemaker: "insert-colors".to_owned(), knowledge };
        let tree = Tree::of_player(&find("baseline-2").unwrap().prepare(&briefing).unwrap(), size).unwrap();
        assert_eq!(LowestConsistent::new(&matrix).lengths(&matrix.all(), &[]), tree.lengths());
    }
}

/// A fraction in lowest terms.
#[derive(Clone, Copy)]
struct Fraction(u128, u128);

impl Fraction {
    fn plus(self, other: Fraction) -> Fraction {
        let divisor = gcd(self.1, other.1);
        let below = self.1 / divisor * other.1;
        let above = self.0 * (below / self.1) + other.0 * (below / other.1);
        let divisor = gcd(above, below);
        Fraction(above / divisor, below / divisor)
    }
}

fn gcd(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// Plays all games of RC with that secret, the weight divided among the consistent codes: adds it by the guesses of a game.
fn all_games(
    codes: &[Code],
    turns: &mut Vec<Turn>,
    first: &[Code],
    secret: &Code,
    weight: u128,
    lengths: &mut Vec<Fraction>,
) {
    let consistent: Vec<Code> = match first.get(turns.len()) {
        Some(guess) => vec![*guess],
        None => codes.iter().filter(|code| is_consistent(code, turns)).copied().collect(),
    };
    let weight = weight * consistent.len() as u128;
    for guess in consistent {
        if guess == *secret {
            let place = turns.len();
            lengths.resize(lengths.len().max(place + 1), Fraction(0, 1));
            lengths[place] = lengths[place].plus(Fraction(1, weight));
        } else {
            turns.push(Turn { guess, feedback: guess.feedback(secret) });
            all_games(codes, turns, first, secret, weight, lengths);
            turns.pop();
        }
    }
}

#[test]
fn rc_is_what_all_its_games_are() {
    for size in ["2x3", "3x3", "4x2", "2x4"] {
        let matrix = matrix(size);
        let (codes, all): (Vec<Code>, Vec<u16>) = (matrix.size().codes().collect(), matrix.all());
        for first in [&[][..], &[0], &[1], &[1, 5], &[5, 1], &[0, 1, 5]] {
            let mut wanted = Vec::new();
            let fixed: Vec<Code> = first.iter().map(|&code| matrix.code(code)).collect();
            for secret in &codes {
                all_games(&codes, &mut Vec::new(), &fixed, secret, 1, &mut wanted);
            }
            let wanted: Vec<f64> = wanted.iter().map(|part| part.0 as f64 / part.1 as f64).collect();
            let spread: Spread = RandomConsistent::new(&matrix).with_first(&all, first);
            assert_eq!(spread.by_guesses().len(), wanted.len(), "{size} {first:?}");
            for (one, other) in spread.by_guesses().iter().zip(&wanted) {
                assert!((one - other).abs() < 1e-12, "{size} {first:?} {one} {other}");
            }
            let guesses: f64 =
                (1..).zip(&wanted).map(|(guesses, secrets): (u32, _)| f64::from(guesses) * secrets).sum();
            let total: Total = RandomConsistent::new(&matrix).with_first(&all, first);
            assert!((total.guesses() - guesses).abs() < 1e-12 && (spread.guesses() - guesses).abs() < 1e-12);
            let longest: Longest = RandomConsistent::new(&matrix).with_first(&all, first);
            assert_eq!(longest.guesses() as usize, wanted.len());
        }
    }
}

#[test]
fn rc_does_not_depend_on_what_it_remembers_nor_on_threads() {
    let matrix = matrix("4x4");
    let all = matrix.all();
    for first in [[0, 5], [1, 30], [27, 200]] {
        let total: Total = RandomConsistent::new(&matrix).with_first(&all, &first);
        assert_eq!(total, RandomConsistent::forgetful(&matrix).with_first(&all, &first));
        let spread: Spread = RandomConsistent::new(&matrix).with_first(&all, &first);
        assert_eq!(spread, RandomConsistent::forgetful(&matrix).with_first(&all, &first));
        assert!((spread.guesses() - total.guesses()).abs() < 1e-9);
        assert!((spread.by_guesses().iter().sum::<f64>() - 256.0).abs() < 1e-9);
    }
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let first: FirstGuesses<Spread> = FirstGuesses::of(&matrix, || ()).unwrap();
            let sets = sets_of_guesses(&matrix, 2);
            let values: Vec<Total> = after_sets(&matrix, &sets, || ()).unwrap();
            (first.free, first.fixed, values, Pairs::of(&matrix, || ()))
        })
    };
    assert_eq!(with_threads(1), with_threads(3));
    let mut limited: RandomConsistent<Total> = RandomConsistent::limited(&matrix, 10_000);
    let _ = limited.with_first(&all, &[0, 0]);
    assert!(limited.gave_up());
}

/// With classes of guesses it comes to the same as with all guesses.
#[test]
fn classes_stand_for_all_their_guesses() {
    for size in ["2x3", "3x3", "3x4", "4x3", "6x2"] {
        let matrix = matrix(size);
        let all = matrix.all();
        let first: FirstGuesses<Total> = FirstGuesses::of(&matrix, || ()).unwrap();
        let mut rc: RandomConsistent<Total> = RandomConsistent::new(&matrix);
        let near = |one: Total, other: Total| (one.guesses() - other.guesses()).abs() < 1e-9;
        assert!(near(first.free, rc.of(&all)), "{size}");
        for (class, total) in &first.fixed {
            assert!(class.members.iter().all(|&x| near(rc.with_first(&all, &[x]), *total)), "{size}");
        }
        let members: BTreeSet<u16> = first.fixed.iter().flat_map(|(class, _)| class.members.clone()).collect();
        assert_eq!(members.len(), all.len());
        let values = after_sets::<Total>(&matrix, &sets_of_guesses(&matrix, 2), || ()).unwrap();
        let mut values: Vec<i64> = values.iter().map(|total| (total.guesses() * 1e6).round() as i64).collect();
        values.sort_unstable();
        values.dedup();
        for x in 0..all.len() as u16 {
            for y in x + 1..all.len() as u16 {
                let total: Total = rc.with_first(&all, &[y, x]);
                assert!(values.binary_search(&((total.guesses() * 1e6).round() as i64)).is_ok(), "{size} {x} {y}");
            }
        }
    }
    let matrix = matrix("4x6");
    assert_eq!(classes(&matrix, &[place(&matrix, "AABC")]).len(), 130);
    assert_eq!(sets_of_guesses(&matrix, 2).len(), 177);
}

#[test]
fn a_longest_game_is_a_game_and_none_is_longer() {
    fn longest(matrix: &Matrix, set: &[u16]) -> u32 {
        let after = |&guess: &u16| matrix.cells(set, guess).iter().map(|(_, cell)| longest(matrix, cell)).max();
        1 + set.iter().filter_map(after).max().unwrap_or(0)
    }
    for size in ["2x3", "3x3", "3x4", "4x6"] {
        let matrix = matrix(size);
        let first = if size == "3x4" { 1 } else { 0 };
        let game = longest_game(&matrix, first);
        let secret = game.last().unwrap().0;
        assert_eq!(game[0].0, first);
        for (turn, &(guess, feedback)) in game.iter().enumerate() {
            assert_eq!(feedback, matrix.feedback(guess, secret));
            let consistent = |&(earlier, feedback): &(u16, u8)| matrix.feedback(earlier, guess) == feedback;
            assert!(game[..turn].iter().all(consistent), "{size}");
        }
        let cells = matrix.cells(&matrix.all(), first);
        let wanted = match size {
            "4x6" => 10,
            _ => 1 + cells.iter().map(|(_, cell)| longest(&matrix, cell)).max().unwrap(),
        };
        assert_eq!(game.len() as u32, wanted, "{size}");
    }
}

#[test]
fn three_guesses_are_no_better_than_their_bound() {
    for size in ["2x3", "3x3", "4x2"] {
        let matrix = matrix(size);
        let (all, three) = (matrix.all(), ThreeGuesses::of(&matrix));
        let best = three.best_random(&matrix, |_| ()).unwrap();
        let (mut rc, mut lc) = (RandomConsistent::<Total>::new(&matrix), LowestConsistent::new(&matrix));
        let mut least = f64::INFINITY;
        let codes = all.len() as u16;
        for (x, y, z) in
            (0..codes).flat_map(|x| (x + 1..codes).flat_map(move |y| (y + 1..codes).map(move |z| (x, y, z))))
        {
            least = least.min(rc.with_first(&all, &[x, y, z]).guesses());
            assert!(lc.with_first(&all, &[z, x, y]) >= three.bound().unwrap());
        }
        assert!((least - best.total).abs() < 1e-9 && least >= f64::from(three.bound().unwrap()), "{size}");
    }
}

#[test]
fn look_alikes_are_told_apart_by_play() {
    fn best(matrix: &Matrix, set: &[u16]) -> u32 {
        let with = |&guess: &u16| matrix.cells(set, guess).iter().map(|(_, cell)| best(matrix, cell)).sum::<u32>();
        set.len() as u32 + set.iter().map(with).min().unwrap_or(0)
    }
    let matrix = matrix("4x6");
    for one in LookAlikes::after_two(&matrix, 8) {
        let admitted = |code: &u16| one.history.iter().all(|&(guess, told)| matrix.feedback(guess, *code) == told);
        assert!(matrix.all().into_iter().filter(admitted).eq(one.candidates.iter().copied()));
        for (guess, total) in one.guesses.into_iter().zip(one.best) {
            let cells = matrix.cells(&one.candidates, guess);
            let plain: u32 = cells.iter().map(|(_, cell)| best(&matrix, cell)).sum();
            assert_eq!(one.candidates.len() as u32 + plain, total);
        }
        assert_eq!(BestConsistent::new(&matrix).total(&one.candidates), best(&matrix, &one.candidates));
    }
    assert_eq!(second_look_alikes(&matrix, place(&matrix, "AABC")).len(), 1);
}

#[test]
fn rc_simulated_takes_what_was_computed() {
    let matrix = matrix("4x6");
    let (all, mut rng) = (matrix.all(), Rng::new(1));
    let rounds = 20_000;
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..rounds {
        let secret = rng.below(all.len()) as u16;
        let (mut set, mut guesses) = (all.clone(), 0.0);
        loop {
            let guess = set[rng.below(set.len())];
            guesses += 1.0;
            if guess == secret {
                break;
            }
            let told = matrix.feedback(guess, secret);
            set.retain(|&code| matrix.feedback(guess, code) == told);
        }
        sum += guesses;
        squares += guesses * guesses;
    }
    let (rounds, mean) = (f64::from(rounds), sum / f64::from(rounds));
    let error = ((squares / rounds - mean * mean) / rounds).sqrt();
    assert!((mean - 4.643_523).abs() < 4.0 * error, "{mean} +- {error}");
}

#[test]
fn sizes_that_are_too_large_are_refused() {
    for size in ["4x9", "8x10", "32x1", "32x26"] {
        assert!(Matrix::new(size.parse().unwrap()).is_err(), "{size}");
    }
    assert_eq!(matrix("1x1").codes(), 1);
}

/// `cargo test --release --test exact -- --ignored`: half a minute on one core.
#[test]
#[ignore = "long: with --release, half a minute"]
fn the_answers_at_4x6() {
    let matrix = matrix("4x6");
    let pairs = Pairs::of(&matrix, || ());
    let code = |one: u16| matrix.code(one).to_string();
    let best: Vec<_> = pairs.best(2).into_iter().map(|(total, pair)| (total, pair.map(code))).collect();
    assert_eq!(best, [(5864, ["CBDD", "FECF"]), (5864, ["CBEE", "FDCF"])].map(|(t, p)| (t, p.map(str::to_owned))));
    assert_eq!(pairs.histogram().values().sum::<u64>(), 840_456);

    let first: FirstGuesses<Spread> = FirstGuesses::of(&matrix, || ()).unwrap();
    let averages = |spread: &Spread| format!("{:.6}", spread.guesses() / 1296.0);
    let found: Vec<String> = first.fixed.iter().map(|(_, spread)| averages(spread)).collect();
    assert_eq!(found, ["5.130772", "4.740790", "4.636134", "4.611487", "4.668900"]);
    assert_eq!(averages(&first.free), "4.643523");
    assert_eq!(first.free.by_guesses().len(), 10);

    let sets = sets_of_guesses(&matrix, 2);
    let totals = after_sets::<Total>(&matrix, &sets, || ()).unwrap();
    let least = totals.iter().zip(&sets).min_by(|one, other| one.0.guesses().total_cmp(&other.0.guesses())).unwrap();
    assert_eq!(least.1.iter().map(|&one| code(one)).collect::<Vec<_>>(), ["AABC", "BBDE"]);
    let mut rc: RandomConsistent<Total> = RandomConsistent::new(&matrix);
    // 4415 after 1123: the same pair.
    let other = rc.with_first(&matrix.all(), &["AABC", "DDAE"].map(|code| place(&matrix, code)));
    assert!((other.guesses() - least.0.guesses()).abs() < 1e-9);

    let three = ThreeGuesses::of(&matrix);
    assert_eq!((three.classes(), three.bound()), (26_149, Some(5967)));
    let best = three.best_random(&matrix, |_| ()).unwrap();
    assert_eq!(format!("{:.6}", best.total), "6118.532501");
}
