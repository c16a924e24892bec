//! Few secrets on boards that can be listed: both searches find the same.

#![allow(clippy::unwrap_used)]

use proptest::{prelude::*, sample::subsequence};
use scsa::{Code, Size, algorithms::TwoColorAlternating, support};
use solver::{FewSecrets, Found, Game, Goal, Guessing, Means, Plan, Watch, solve};

fn listed(size: Size, guessing: Guessing, secrets: &[(Code, f64)]) -> u64 {
    let game = Game::of(size, guessing, secrets).unwrap();
    solve(&game, Goal::default(), Means::of(&game), &Watch::default()).unwrap().total
}

/// The guesses of all games together.
fn played(plan: &Plan, secrets: &[(Code, u32)]) -> u64 {
    let game = |secret: &Code| {
        let mut at = plan;
        for guesses in 1.. {
            if at.guess == *secret {
                return guesses;
            }
            let feedback = secret.feedback(&at.guess);
            at = &at.next.iter().find(|(response, _)| *response == feedback).unwrap().1;
        }
        unreachable!()
    };
    secrets.iter().map(|(secret, weight)| u64::from(*weight) * game(secret)).sum()
}

fn found(size: Size, guessing: Guessing, secrets: &[(Code, f64)]) -> Found {
    let few = FewSecrets::of(size, guessing, secrets).unwrap();
    let found = few.solve(1 << 30, &Watch::default()).unwrap();
    assert_eq!(played(&found.plan, few.secrets()), found.total);
    found
}

#[test]
fn two_alternating_colors_cost_what_the_search_of_listed_codes_finds() {
    for size in ["4x3", "4x6", "6x4", "6x6", "5x5", "2x9"] {
        let size: Size = size.parse().unwrap();
        for guessing in [Guessing::Any, Guessing::Consistent] {
            let secrets = support(&TwoColorAlternating, size, FewSecrets::MOST).unwrap();
            let found = found(size, guessing, &secrets);
            let total = listed(size, guessing, &secrets);
            assert_eq!((found.least, found.total), (total, total), "{size} {guessing:?}");
        }
    }
}

#[test]
fn consistent_guesses_for_many_alternating_secrets_are_proved() {
    let size = "20x26".parse().unwrap();
    let secrets = support(&TwoColorAlternating, size, FewSecrets::MOST).unwrap();
    let found = found(size, Guessing::Consistent, &secrets);
    assert_eq!((found.least, found.total, found.worst), (8643, 8643, 25));
}

/// Some codes of a board, with small weights: alternating ones, or any.
fn boards() -> impl Strategy<Value = (Size, Vec<(Code, f64)>)> {
    let sizes = prop_oneof![Just("4x4"), Just("5x4"), Just("4x5"), Just("2x6"), Just("3x4"), Just("6x3")];
    (sizes, any::<bool>()).prop_flat_map(|(size, alternating)| {
        let size: Size = size.parse().unwrap();
        let secrets = support(&TwoColorAlternating, size, FewSecrets::MOST).unwrap();
        let codes: Vec<Code> =
            if alternating { secrets.into_iter().map(|(code, _)| code).collect() } else { size.codes().collect() };
        let most = if alternating { codes.len() } else { 6 };
        (subsequence(codes, 1..=most), prop::collection::vec(1u32..4, most), any::<bool>()).prop_map(
            move |(codes, weights, weighed)| {
                let weight = |weight: u32| if weighed { f64::from(weight) / 64.0 } else { 1.0 };
                (size, codes.into_iter().zip(weights).map(|(code, w)| (code, weight(w))).collect())
            },
        )
    })
}

proptest! {
    #[test]
    fn some_codes_cost_what_the_search_of_listed_codes_finds(
        (size, secrets) in boards(),
        guessing in prop_oneof![Just(Guessing::Any), Just(Guessing::Consistent)],
    ) {
        let found = found(size, guessing, &secrets);
        let total = listed(size, guessing, &secrets);
        prop_assert_eq!((found.least, found.total), (total, total));
    }
}

/// What was known when a search stops holds.
#[test]
fn a_search_that_is_stopped_knows_bounds() {
    let size = "8x8".parse().unwrap();
    let secrets = support(&TwoColorAlternating, size, FewSecrets::MOST).unwrap();
    let few = FewSecrets::of(size, Guessing::Any, &secrets).unwrap();
    for looks in [0, 10, 50, 80] {
        let watch = Watch::new(looks);
        assert!(few.solve(1 << 30, &watch).is_err());
        let bounds = watch.bounds();
        assert!(bounds.least <= 158 && bounds.most.is_none_or(|most| most >= 158), "{bounds:?}");
    }
    // Little memory leaves it open.
    let found = few.solve(1, &Watch::default()).unwrap();
    assert!(found.least < 158 && found.total >= 158, "{found:?}");
    assert!(FewSecrets::of(size, Guessing::Distinct, &secrets).is_none());
    assert!(FewSecrets::of(size, Guessing::Any, &[]).is_none());
}
