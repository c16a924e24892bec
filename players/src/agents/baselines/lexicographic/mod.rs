//! The lowest consistent code above the last guess, at sizes where the codes cannot be listed.
//!
//! # Why the color counts are known
//! Let the first guess be all A, and each later one the lowest code that is consistent with all turns. Then guess number `k`
//! (from 0) has the colors below `k` as often as the secret has, and color `k` on all other pegs: a higher color there could be
//! replaced by `k`, which no turn has contained yet, and the code would be lower and still consistent. So the total of turn
//! `k` determines how often the secret has color `k`. With exact counts every total is met, and what remains is an
//! [`Arrangement`] of known pegs under exact numbers of black pegs.
//!
//! # The search
//! Each color and each turn is a cardinality constraint ([`Constraints`]): of its literals, one for each peg, a known number is
//! true. [`Domains`] keep the colors that each peg may still have, and remove those that the bounds of a constraint exclude.
//! [`LowestCodeSearch`] decides peg by peg, lowest color first, whether any consistent code begins so. If so it finds one, and
//! this witness answers many of the next questions. The search for a witness does *not* go from left to right: it branches where
//! few literals are left and where conflicts were found before. That is what makes it fast. From left to right, the same
//! refutation of a beginning is found again below each of its continuations: a hundred times as many nodes at 20x26, and
//! millions for some guesses.
//!
//! # Cost
//! Work is counted in steps, not by the clock, so that games are the same everywhere. A node of the search costs a step for
//! each constraint, and a step takes 20 to 100 ns. The median round takes 0.03, 0.2 and 3 ms at 8x10, 12x14 and 20x26. The
//! longest of 39000 rounds at 20x26 took 0.6 s and 0.26 million nodes; the longest one known at that size took 1.4 s. From 24
//! pegs and 26 colors on, some rounds use up their steps. Memory is bounded: 1.2 KB for each of at most 32 levels, and 30 KB of
//! constraints.

mod arrangement;
mod constraints;
mod domains;
mod search;

use arrangement::Arrangement;
use constraints::Constraints;
use domains::Domains;
use scsa::{Code, Size, Turn};
use search::{Exhausted, LowestCodeSearch};

/// The result of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextGuess {
    /// What to guess.
    pub guess: Code,
    /// No code below this one is consistent. It need not be consistent itself.
    pub floor: Code,
    /// Whether the guess is the lowest consistent code. If not, the steps ran out.
    pub exact: bool,
}

/// The lowest code that is not below `floor` and is consistent with all turns, or `None` if there is none.
///
/// Each turn's guess must have been made by this function from the turns before it; the first one is all A. Other turns give
/// `None`. `floor` is that of the guess before. `steps` is the number of steps that it may take, and is set to the number left.
/// When they run out the guess is a consistent code that is not known to be the lowest, or if none was found, the next
/// permutation of the known colors after the last guess.
///
/// At least the first 102 turns are used: color counts and turns share 128 constraints.
pub fn next_consistent(size: Size, turns: &[Turn], floor: &Code, steps: &mut u64) -> Option<NextGuess> {
    let arrangement = Arrangement::read(size, turns)?;
    let constraints = Constraints::new(size, &arrangement, turns);
    let mut domains = Domains::new(&constraints);
    let mut search = LowestCodeSearch::new(&constraints, *steps);
    let lowest = search.lowest(&mut domains, floor);
    *steps = search.steps();
    let floor = domains.lowest(size);
    match lowest {
        Ok(true) => Some(NextGuess { guess: floor, floor, exact: true }),
        Ok(false) => None,
        Err(Exhausted) => {
            let witness = search.witness().map(|witness| witness.lowest(size));
            Some(NextGuess { guess: witness.or_else(|| arrangement.above(&turns.last()?.guess))?, floor, exact: false })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scsa::{Color, Feedback, Rng, algorithms, is_consistent};

    /// The obvious version: a walk through all codes.
    fn walk(size: Size, turns: &[Turn], last: &Code) -> Option<Code> {
        std::iter::successors(last.successor(size), |code| code.successor(size)).find(|code| is_consistent(code, turns))
    }

    /// Plays a round of exact guesses and passes each guess to `check` with the turns before it. Returns the number of steps.
    fn play(secret: &Code, size: Size, mut check: impl FnMut(&Code, &[Turn])) -> u64 {
        let mut guess = Code::uniform(size, Color::A);
        let mut turns = Vec::new();
        let mut steps = u64::MAX;
        while guess != *secret {
            turns.push(Turn::new(guess, secret));
            let next = next_consistent(size, &turns, &guess, &mut steps).unwrap();
            assert!(next.exact && next.floor == next.guess, "{next:?} after {turns:?}");
            guess = next.guess;
            check(&guess, &turns);
        }
        u64::MAX - steps
    }

    fn check_against_walk(secret: &Code, size: Size) {
        play(secret, size, |guess, turns| {
            let last = turns[turns.len() - 1].guess;
            assert_eq!(Some(*guess), walk(size, turns, &last), "secret {secret} after {turns:?}");
        });
    }

    #[test]
    fn agrees_with_the_walk_for_all_secrets_of_small_sizes() {
        for size in ["1x1", "1x5", "2x2", "3x1", "5x2", "5x3", "4x4", "3x5", "2x7", "6x3"] {
            let size: Size = size.parse().unwrap();
            size.codes().for_each(|secret| check_against_walk(&secret, size));
        }
    }

    #[test]
    fn large_sizes_take_few_steps() {
        for (size, limit) in [("8x10", 5000), ("15x20", 200_000), ("20x26", 2_000_000)] {
            let size: Size = size.parse().unwrap();
            for scsa in algorithms::all().filter(|scsa| scsa.supports(size)) {
                let secret = scsa.draw(size, &mut Rng::new(3));
                let steps = play(&secret, size, |guess, turns| {
                    assert!(is_consistent(guess, turns) && *guess > turns[turns.len() - 1].guess);
                });
                assert!(steps < limit, "{steps} steps for {secret}");
            }
        }
    }

    /// Rounds at the largest sizes of the contest take less than a quarter of the steps of a round:
    /// `cargo test --release -p mastermind-arena-players lexicographic -- --ignored`
    #[test]
    #[ignore = "takes 6 seconds in the release profile"]
    fn rounds_of_the_contest_stay_within_their_steps() {
        for size in ["15x20", "20x26"] {
            let size: Size = size.parse().unwrap();
            for scsa in algorithms::all().filter(|scsa| scsa.supports(size)) {
                for round in 0..200 {
                    let secret = scsa.draw(size, &mut Rng::new(round));
                    let steps = play(&secret, size, |_, _| {});
                    assert!(steps < 15_000_000, "{steps} steps for {secret}");
                }
            }
        }
    }

    #[test]
    fn when_steps_run_out_the_guess_is_legal_and_the_floor_is_sound() {
        let size: Size = "6x6".parse().unwrap();
        let secret: Code = "CEDAFC".parse().unwrap();
        play(&secret, size, |exact, turns| {
            for granted in [0, 5, 10, 20, 40, 80] {
                let mut steps = granted;
                let first = Code::uniform(size, Color::A);
                let next = next_consistent(size, turns, &first, &mut steps).unwrap();
                assert!(steps <= granted && size.is_legal(&next.guess) && next.floor <= *exact);
                assert!(!next.exact || next.guess == *exact);
            }
        });
    }

    #[test]
    fn contradictory_turns_have_no_next_guess() {
        let size: Size = "4x4".parse().unwrap();
        let turn =
            |guess: &str, black, white| Turn { guess: guess.parse().unwrap(), feedback: Feedback::new(black, white) };
        let first = Code::uniform(size, Color::A);
        for turns in [
            vec![turn("AAAA", 5, 0)],
            vec![turn("AAAA", 2, 0), turn("AABB", 0, 0)],
            vec![turn("AAAA", 2, 0), turn("AABB", 3, 1)],
            vec![turn("BBBB", 2, 0)],
        ] {
            assert_eq!(next_consistent(size, &turns, &first, &mut 1000), None, "{turns:?}");
        }
    }

    fn secrets(pegs: usize, colors: usize) -> impl Strategy<Value = Code> {
        prop::collection::vec((0..colors).prop_filter_map("a color", Color::new), pegs)
            .prop_map(|pegs| Code::new(&pegs).unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn agrees_with_the_walk(secret in secrets(6, 6)) {
            check_against_walk(&secret, Size::new(6, 6).unwrap());
        }

        #[test]
        fn agrees_with_the_walk_with_few_colors(secret in secrets(10, 3)) {
            check_against_walk(&secret, Size::new(10, 3).unwrap());
        }

        #[test]
        fn agrees_with_the_walk_with_many_colors(secret in secrets(4, 20)) {
            check_against_walk(&secret, Size::new(4, 20).unwrap());
        }
    }
}
