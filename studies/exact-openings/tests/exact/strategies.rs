//! Exact figures of strategies: plain versions on small sizes, known totals at 4x6.

use exact_openings::{
    BestConsistent, EqualProfiles, ExpectedTotal, FeedbackMatrix, FirstGuesses, LengthDistribution, LowestConsistent,
    PairTotals, RandomConsistent, ThreeGuesses, after_sets, best_third_lowest, equivalence_classes, profile,
    second_guesses_of_equal_profile, sets_of_guesses,
};
use players::{Briefing, Knowledge, find, tree::response};
use scsa::{Code, Feedback, Turn, is_consistent};
use std::collections::BTreeSet;

const SMALL: [&str; 4] = ["2x3", "3x3", "3x4", "5x2"];

fn matrix(size: &str) -> FeedbackMatrix {
    FeedbackMatrix::new(size.parse().unwrap()).unwrap()
}

fn rank(matrix: &FeedbackMatrix, code: &str) -> u16 {
    matrix.rank(&code.parse().unwrap())
}

/// The guesses of LC, played with codes.
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
    for size in SMALL {
        let matrix = matrix(size);
        let (codes, all): (Vec<Code>, Vec<u16>) = (matrix.size().codes().collect(), matrix.all());
        let mut lc = LowestConsistent::new(&matrix);
        let pairs = PairTotals::of(&matrix, || Ok(())).unwrap();
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
        for &x in &all {
            let (least, codes) = pairs.best_after(x).unwrap();
            let of = |y: &u16| (*y != x).then(|| pairs.total(x, *y)).flatten();
            assert_eq!(Some(least), all.iter().filter_map(of).min());
            assert!(all.iter().filter(|y| of(y) == Some(least)).eq(&codes));
        }
        let best = pairs.best(3);
        assert!(best.len() >= 3 && best[0].0 == *pairs.histogram().keys().next().unwrap());
        let (total, thirds) = best_third_lowest(&matrix, &[[0, 1]]).remove(0).unwrap();
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
        let first: Vec<u16> = first.iter().map(|code| rank(&matrix, code)).collect();
        assert_eq!(lc.with_first(&all, &first), total);
        assert_eq!(lc.lengths(&all, &first).total(), u64::from(total));
    }
    // The page of 2016 has 5885 for this one.
    let odd = ["EDFF", "DCBB"].map(|code| rank(&matrix, code));
    let codes: Vec<Code> = matrix.size().codes().collect();
    assert_eq!(lc.with_first(&all, &odd), 5919);
    assert_eq!(codes.iter().map(|&secret| played(&matrix, &codes, &odd, secret)).sum::<u64>(), 5919);
    let mut best = |first: Option<u16>| {
        let total = |&one: &u16| lc.with_first(&all, &[first.as_slice(), &[one]].concat());
        let totals: Vec<u32> = all.iter().map(total).collect();
        let least = *totals.iter().min().unwrap();
        let best = all.iter().filter(|&&one| totals[usize::from(one)] == least);
        (least, best.map(|&one| matrix.code(one).to_string()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(best(None), (6021, "EDFC EDFF".to_owned()));
    assert_eq!(best(Some(odd[0])), (5885, "CCBD CCDB".to_owned()));
}

#[test]
fn lc_is_baseline_2() {
    for size in ["3x4", "4x6"] {
        let matrix = matrix(size);
        let (size, knowledge) = (matrix.size(), Knowledge::Nothing);
        let briefing = Briefing::new(size, "insert-colors", knowledge);
        let player = find("baseline-2").unwrap().prepare(&briefing).unwrap();
        let tree = players::tree_of(&player, matrix.size()).unwrap();
        assert_eq!(LowestConsistent::new(&matrix).lengths(&matrix.all(), &[]), tree.lengths());
    }
}

/// One guess of each class gives the same result as all guesses.
#[test]
fn classes_stand_for_all_their_guesses() {
    for size in ["2x3", "3x3", "3x4", "4x3", "6x2"] {
        let matrix = matrix(size);
        let all = matrix.all();
        let first: FirstGuesses<ExpectedTotal> = FirstGuesses::of(&matrix, || Ok(())).unwrap().unwrap();
        let mut rc: RandomConsistent<ExpectedTotal> = RandomConsistent::new(&matrix);
        let near = |one: ExpectedTotal, other: ExpectedTotal| (one.guesses() - other.guesses()).abs() < 1e-9;
        assert!(near(first.free, rc.of(&all)), "{size}");
        for (class, total) in &first.fixed {
            assert!(class.members.iter().all(|&x| near(rc.with_first(&all, &[x]), *total)), "{size}");
        }
        let members: BTreeSet<u16> = first.fixed.iter().flat_map(|(class, _)| class.members.clone()).collect();
        assert_eq!(members.len(), all.len());
        let values = after_sets::<ExpectedTotal>(&matrix, &sets_of_guesses(&matrix, 2), || Ok(())).unwrap().unwrap();
        let mut values: Vec<i64> = values.iter().map(|total| (total.guesses() * 1e6).round() as i64).collect();
        values.sort_unstable();
        values.dedup();
        for x in 0..all.len() as u16 {
            for y in x + 1..all.len() as u16 {
                let total: ExpectedTotal = rc.with_first(&all, &[y, x]);
                assert!(values.binary_search(&((total.guesses() * 1e6).round() as i64)).is_ok(), "{size} {x} {y}");
            }
        }
    }
    let matrix = matrix("4x6");
    assert_eq!(equivalence_classes(&matrix, &[rank(&matrix, "AABC")]).len(), 130);
    assert_eq!(sets_of_guesses(&matrix, 2).len(), 177);
}

#[test]
fn three_guesses_are_no_better_than_their_bound() {
    for size in ["2x3", "3x3", "4x2"] {
        let matrix = matrix(size);
        let (all, three) = (matrix.all(), ThreeGuesses::of(&matrix));
        let best = three.best_random(&matrix, |_| Ok(())).unwrap().unwrap();
        let (mut rc, mut lc) = (RandomConsistent::<ExpectedTotal>::new(&matrix), LowestConsistent::new(&matrix));
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
fn guesses_of_equal_profile_differ_in_their_totals() {
    fn best(matrix: &FeedbackMatrix, set: &[u16]) -> u32 {
        let with = |&guess: &u16| matrix.partition(set, guess).iter().map(|(_, part)| best(matrix, part)).sum::<u32>();
        set.len() as u32 + set.iter().map(with).min().unwrap_or(0)
    }
    let matrix = matrix("4x6");
    for one in EqualProfiles::after_two(&matrix, 8) {
        let admitted =
            |code: &u16| one.history.iter().all(|&(guess, response)| matrix.feedback(guess, *code) == response);
        assert!(matrix.all().into_iter().filter(admitted).eq(one.candidates.iter().copied()));
        for (guess, total) in one.guesses.into_iter().zip(one.best) {
            let parts = matrix.partition(&one.candidates, guess);
            let plain: u32 = parts.iter().map(|(_, part)| best(&matrix, part)).sum();
            assert_eq!(one.candidates.len() as u32 + plain, total);
        }
        assert_eq!(BestConsistent::new(&matrix).total(&one.candidates), best(&matrix, &one.candidates));
    }
    assert_eq!(second_guesses_of_equal_profile(&matrix, rank(&matrix, "AABC")).len(), 1);
}

/// The profiles of the classes of first guesses.
#[test]
fn the_profiles_of_first_guesses() {
    let matrix = matrix("4x6");
    for (guess, wanted) in [
        ("AAAA", "=625 R=500 RR=150 RRR=20 RRRR=1"),
        ("AAAB", "=256 R=317 RR=123 RRR=20 RRRR=1 RRW=24 RRWW=3 RW=156 RWW=27 W=308 WW=61"),
        ("AABB", "=256 R=256 RR=114 RRR=20 RRRR=1 RRW=32 RRWW=4 RW=208 RWW=36 W=256 WW=96 WWW=16 WWWW=1"),
        ("AABC", "=81 R=182 RR=105 RRR=20 RRRR=1 RRW=40 RRWW=5 RW=230 RWW=84 RWWW=4 W=276 WW=222 WWW=44 WWWW=2"),
        ("ABCD", "=16 R=108 RR=96 RRR=20 RRRR=1 RRW=48 RRWW=6 RW=252 RWW=132 RWWW=8 W=152 WW=312 WWW=136 WWWW=9"),
    ] {
        let profile = profile(&matrix, &matrix.all(), rank(&matrix, guess));
        let text = |(index, codes): (&u8, &u32)| format!("{}={codes}", response(Feedback::from_index((*index).into())));
        let mut text: Vec<String> = profile.iter().map(text).collect();
        text.sort_unstable();
        let mut wanted: Vec<&str> = wanted.split(' ').collect();
        wanted.sort_unstable();
        assert_eq!(text, wanted, "{guess}");
    }
}

#[test]
fn sizes_that_are_too_large_are_refused() {
    for size in ["4x9", "8x10", "32x1", "32x26"] {
        assert!(FeedbackMatrix::new(size.parse().unwrap()).is_err(), "{size}");
    }
    assert_eq!(matrix("1x1").codes(), 1);
}

/// `cargo test --release -p exact-openings -- --ignored`: half a minute on one core.
#[test]
#[ignore = "long: with --release, half a minute"]
fn the_answers_at_4x6() {
    let matrix = matrix("4x6");
    let pairs = PairTotals::of(&matrix, || Ok(())).unwrap();
    let code = |one: u16| matrix.code(one).to_string();
    let best: Vec<_> = pairs.best(2).into_iter().map(|(total, pair)| (total, pair.map(code))).collect();
    assert_eq!(best, [(5864, ["CBDD", "FECF"]), (5864, ["CBEE", "FDCF"])].map(|(t, p)| (t, p.map(str::to_owned))));
    assert_eq!(pairs.histogram().values().sum::<u64>(), 840_456);

    let first: FirstGuesses<LengthDistribution> = FirstGuesses::of(&matrix, || Ok(())).unwrap().unwrap();
    let averages = |lengths: &LengthDistribution| format!("{:.6}", lengths.guesses() / 1296.0);
    let found: Vec<String> = first.fixed.iter().map(|(_, lengths)| averages(lengths)).collect();
    assert_eq!(found, ["5.130772", "4.740790", "4.636134", "4.611487", "4.668900"]);
    assert_eq!(averages(&first.free), "4.643523");
    assert_eq!(first.free.by_guesses().len(), 10);

    let sets = sets_of_guesses(&matrix, 2);
    let totals = after_sets::<ExpectedTotal>(&matrix, &sets, || Ok(())).unwrap().unwrap();
    let least = totals.iter().zip(&sets).min_by(|one, other| one.0.guesses().total_cmp(&other.0.guesses())).unwrap();
    assert_eq!(least.1.iter().map(|&one| code(one)).collect::<Vec<_>>(), ["AABC", "BBDE"]);
    let mut rc: RandomConsistent<ExpectedTotal> = RandomConsistent::new(&matrix);
    // 4415 after 1123: the same pair.
    let other = rc.with_first(&matrix.all(), &["AABC", "DDAE"].map(|code| rank(&matrix, code)));
    assert!((other.guesses() - least.0.guesses()).abs() < 1e-9);

    let three = ThreeGuesses::of(&matrix);
    assert_eq!((three.count(), three.bound()), (26_149, Some(5967)));
    let best = three.best_random(&matrix, |_| Ok(())).unwrap().unwrap();
    assert_eq!(format!("{:.6}", best.total), "6118.532501");
}
