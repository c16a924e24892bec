//! A search with nothing clever in it finds the same, and every strategy is what it is said to be.

#![allow(clippy::unwrap_used)]

use proptest::{prelude::*, sample::subsequence};
use scsa::{Code, Feedback, Size};
use solver::{Answer, Game, Goal, Guessing, Means, Strategy, Unsolved, Watch, solve};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

/// Secrets with their weights.
type Weighed = [(Code, u64)];

/// What is compared, first things first: the guesses that all secrets take, and the weight of those that take the last one.
type Plain = Option<(u64, u64)>;

/// The least cost with so many guesses: every guess is tried, and after it every cell. No bounds, no symmetry, no memory.
fn plain(secrets: &Weighed, guesses: Option<&[Code]>, left: usize) -> Plain {
    let weight: u64 = secrets.iter().map(|(_, weight)| weight).sum();
    if left == 0 {
        return None;
    }
    let own: Vec<Code> = secrets.iter().map(|(code, _)| *code).collect();
    let with = |guess: &Code| {
        let mut cells: BTreeMap<usize, Vec<(Code, u64)>> = BTreeMap::new();
        for secret in secrets {
            cells.entry(secret.0.feedback(guess).index()).or_default().push(*secret);
        }
        let won = cells.remove(&(Feedback::values(guess.len()) - 1)).unwrap_or_default();
        // A guess that tells nothing leads nowhere.
        if cells.values().any(|cell| cell.len() == secrets.len()) {
            return None;
        }
        let mut cost = (weight, if left == 1 { won.iter().map(|(_, weight)| weight).sum() } else { 0 });
        for cell in cells.values() {
            let (total, last) = plain(cell, guesses, left - 1)?;
            cost = (cost.0 + total, cost.1 + last);
        }
        Some(cost)
    };
    guesses.unwrap_or(&own).iter().filter_map(with).min()
}

/// More guesses than any of these games takes.
const MANY: usize = 12;

/// What a goal asks for, by the plain search: the total, the longest game and the weight of the secrets that take it.
fn plainly(secrets: &Weighed, guesses: Option<&[Code]>, goal: Goal) -> Option<(u64, usize, u64)> {
    let most = goal.within.unwrap_or(MANY);
    let total = |within| plain(secrets, guesses, within).map(|(total, _)| total);
    let worst = (1..=most).find(|&within| total(within).is_some())?;
    let least = if goal.least_worst { total(worst)? } else { total(most)? };
    let worst = (worst..=most).find(|&within| total(within) == Some(least))?;
    Some((least, worst, plain(secrets, guesses, worst)?.1))
}

/// How many guesses each secret takes.
fn games(strategy: &Strategy, size: Size, secrets: &Weighed) -> HashMap<Code, usize> {
    let game = |secret: &Code| {
        let mut at = strategy;
        for guesses in 1.. {
            let guess = size.unrank(at.guess.into());
            if guess == *secret {
                assert!(at.wins);
                return guesses;
            }
            let feedback = secret.feedback(&guess);
            at = &at.next.iter().find(|(response, _)| *response == feedback).unwrap().1;
        }
        unreachable!()
    };
    secrets.iter().map(|(secret, _)| (*secret, game(secret))).collect()
}

fn assert_is_what_it_says(answer: &Answer, size: Size, secrets: &Weighed) -> u64 {
    let games = games(&answer.strategy, size, secrets);
    let total: u64 = secrets.iter().map(|(secret, weight)| weight * games[secret] as u64).sum();
    assert_eq!((answer.total, answer.worst), (total, *games.values().max().unwrap()));
    let mut by_guesses = vec![0; answer.worst];
    games.values().for_each(|guesses| by_guesses[guesses - 1] += 1);
    assert_eq!(answer.strategy.by_guesses(), by_guesses);
    secrets.iter().filter(|(secret, _)| games[secret] == answer.worst).map(|(_, weight)| weight).sum()
}

fn assert_legal(strategy: &Strategy, size: Size, guessing: Guessing, candidates: &[Code]) {
    let guess = size.unrank(strategy.guess.into());
    match guessing {
        Guessing::Any => assert!(size.is_legal(&guess)),
        Guessing::Consistent => assert!(candidates.contains(&guess)),
        Guessing::Distinct => assert_eq!(guess.distinct(), size.pegs()),
    }
    for (feedback, next) in &strategy.next {
        let cell: Vec<Code> = candidates.iter().filter(|code| code.feedback(&guess) == *feedback).copied().collect();
        assert_legal(next, size, guessing, &cell);
    }
}

/// Some secrets of a small board, with small weights.
fn boards() -> impl Strategy_<Value = (Size, Vec<(Code, u64)>)> {
    let sizes = prop_oneof![Just("2x3"), Just("3x2"), Just("2x5"), Just("3x3"), Just("4x2"), Just("1x4")];
    sizes.prop_flat_map(|size| {
        let size: Size = size.parse().unwrap();
        let codes: Vec<Code> = size.codes().collect();
        let most = codes.len().min(7);
        (Just(size), subsequence(codes, 1..=most), prop::collection::vec(1u64..4, most), any::<bool>()).prop_map(
            |(size, codes, weights, weighed)| {
                let weight = |weight| if weighed { weight } else { 1 };
                (size, codes.into_iter().zip(weights).map(|(code, w)| (code, weight(w))).collect())
            },
        )
    })
}

use proptest::strategy::Strategy as Strategy_;

fn goals() -> impl Strategy_<Value = Goal> {
    (any::<bool>(), prop::option::of(1usize..5), any::<bool>()).prop_map(|(least_worst, within, fewest_last)| Goal {
        least_worst,
        within,
        fewest_last,
    })
}

proptest! {
    #[test]
    fn any_secrets_cost_what_the_plain_search_finds(
        (size, mut secrets) in boards(),
        goal in goals(),
        guessing in prop_oneof![Just(Guessing::Any), Just(Guessing::Consistent), Just(Guessing::Distinct)],
        threads in 1usize..3,
    ) {
        if guessing == Guessing::Distinct {
            secrets.retain(|(code, _)| code.distinct() == size.pegs());
        }
        prop_assume!(!secrets.is_empty());
        let probabilities: Vec<(Code, f64)> = secrets.iter().map(|(code, w)| (*code, *w as f64 / 64.0)).collect();
        let game = Game::of(size, guessing, &probabilities).unwrap();
        // Weights with a common factor are told without it.
        let factor = secrets[0].1 / u64::from(game.weight(&secrets[0].0));
        secrets.iter_mut().for_each(|(_, weight)| *weight /= factor);
        let legal: Vec<Code> =
            size.codes().filter(|code| guessing == Guessing::Any || code.distinct() == size.pegs()).collect();
        let guesses = (guessing != Guessing::Consistent).then_some(&legal[..]);
        let found = solve(&game, goal, Means { threads, ..Means::of(&game) }, &Watch::default());
        match (plainly(&secrets, guesses, goal), found) {
            (None, Err(Unsolved::Impossible(within))) => prop_assert_eq!(Some(within), goal.within),
            (Some((total, worst, last)), Ok(answer)) => {
                prop_assert_eq!(answer.total, total);
                let own_last = assert_is_what_it_says(&answer, size, &secrets);
                if goal.least_worst || goal.fewest_last {
                    prop_assert_eq!(answer.worst, worst);
                }
                if goal.fewest_last {
                    prop_assert_eq!(own_last, last);
                }
                let codes: Vec<Code> = secrets.iter().map(|(code, _)| *code).collect();
                assert_legal(&answer.strategy, size, guessing, &codes);
            }
            (plain, found) => prop_assert!(false, "{:?} {:?}", plain, found),
        }
    }
}

/// All codes, where even the plain search comes to an end.
#[test]
fn whole_boards_cost_what_the_plain_search_finds() {
    for (size, guessing) in [
        ("1x1", Guessing::Any),
        ("2x2", Guessing::Any),
        ("2x3", Guessing::Any),
        ("3x2", Guessing::Any),
        ("2x4", Guessing::Any),
        ("4x2", Guessing::Any),
        ("2x6", Guessing::Consistent),
        ("3x3", Guessing::Consistent),
        ("3x4", Guessing::Consistent),
        ("5x2", Guessing::Consistent),
        ("6x2", Guessing::Consistent),
    ] {
        let size: Size = size.parse().unwrap();
        let secrets: Vec<(Code, u64)> = size.codes().map(|code| (code, 1)).collect();
        let codes: Vec<Code> = size.codes().collect();
        let game = Game::new(size, guessing).unwrap();
        let answer = solve(&game, Goal::default(), Means::of(&game), &Watch::default()).unwrap();
        let (total, ..) = plain(&secrets, (guessing == Guessing::Any).then_some(&codes[..]), usize::MAX).unwrap();
        assert_eq!(answer.total, total, "{size}");
        assert_is_what_it_says(&answer, size, &secrets);
        assert_legal(&answer.strategy, size, guessing, &codes);
    }
}

fn answer(size: &str, guessing: Guessing, goal: Goal) -> Result<Answer, Unsolved> {
    let game = Game::new(size.parse().unwrap(), guessing).unwrap();
    solve(&game, goal, Means::of(&game), &Watch::default())
}

/// Koyama and Lai 1993: 5625, and 5626 with no more than five guesses. "Dave Computes Mastermind Strategy" 2016 has 5671 for
/// consistent guesses, with 19 secrets at six; there is a strategy with 5660.
#[test]
fn the_answers_for_4x6_are_those_published_but_for_consistent_guesses() {
    let total = |guessing, within| {
        let answer = answer("4x6", guessing, Goal { within, ..Goal::default() });
        answer.map(|answer| (answer.total, answer.worst))
    };
    assert_eq!(total(Guessing::Any, None), Ok((5625, 6)));
    assert_eq!(total(Guessing::Any, Some(5)), Ok((5626, 5)));
    assert_eq!(total(Guessing::Any, Some(4)), Err(Unsolved::Impossible(4)));
    assert_eq!(total(Guessing::Consistent, None), Ok((5660, 6)));
    assert_eq!(total(Guessing::Consistent, Some(5)), Err(Unsolved::Impossible(5)));
    let fewest = answer("4x6", Guessing::Consistent, Goal { fewest_last: true, ..Goal::default() }).unwrap();
    assert_eq!((fewest.total, fewest.strategy.by_guesses().last()), (5660, Some(&11)));
}

/// Little memory makes a search slower, and threads faster; the strategy is the same.
#[test]
fn means_do_not_change_the_answer() {
    let game = Game::new("4x5".parse().unwrap(), Guessing::Any).unwrap();
    let with = |bytes, threads| {
        let goal = Goal { fewest_last: true, ..Goal::default() };
        solve(&game, goal, Means { bytes, threads }, &Watch::default()).unwrap()
    };
    let answer = with(1 << 30, 1);
    assert_eq!(answer.total, 2463);
    assert_eq!(with(1 << 14, 1), answer);
    assert_eq!(with(1 << 30, 3), answer);
}

/// What was known when a search stops holds.
#[test]
fn a_search_that_is_stopped_knows_bounds() {
    let game = Game::new("4x6".parse().unwrap(), Guessing::Any).unwrap();
    let watch = Watch::default();
    solve(&game, Goal::default(), Means::of(&game), &watch).unwrap();
    let mut before = Reverse(0);
    for looks in [0, 1, 8, 16, 24, 28].map(|part| watch.looks() * part / 32) {
        let stopped = solve(&game, Goal::default(), Means::of(&game), &Watch::new(looks));
        let Err(Unsolved::Stopped(bounds, Some(strategy))) = stopped else { panic!("{looks}") };
        let most = bounds.most.unwrap();
        assert!(bounds.least <= 5625 && most >= 5625, "{looks} {bounds:?}");
        let total: usize = strategy.by_guesses().iter().enumerate().map(|(depth, count)| (depth + 1) * count).sum();
        assert!(total as u64 >= most);
        assert!(Reverse(bounds.least) <= before);
        before = Reverse(bounds.least);
    }
}
