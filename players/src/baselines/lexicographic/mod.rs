//! The lexicographically next code that is consistent with every turn, on boards where no list of codes would fit.
//!
//! # Why the color counts are known
//! Let the first guess be all A, and each later one the lowest code that all turns admit. Then guess number `k` (from 0)
//! has the colors below `k` as often as the secret has, and color `k` on all other pegs: another color there could be
//! replaced by `k`, which no turn has shown yet, and the code would be lower and as consistent. So the total of turn
//! `k` tells how often the secret has color `k`. With the counts exact every total is met, and what is left is an
//! [`Arrangement`] of known pegs under exact numbers of black pegs.
//!
//! # The search
//! Each color and each turn is a *line* of [`Lines`]: of its places, a color and a peg each, a known number holds.
//! [`Domains`] keep the colors that each peg may still have, and strike what the bounds of some line rule out; they say
//! there why that is sound. [`Search`] asks peg by peg, lowest color first, whether any consistent code begins so; a yes
//! comes with a code that answers many of the next questions. The search for such a code does *not* go from left to
//! right: it branches where few places are left, and where it failed before. That is what makes it fast. From left to
//! right, one and the same refutation of a bad beginning is found anew below each of its continuations: a hundred times
//! as many nodes at 20x26, millions for some guesses.
//!
//! # Cost
//! Work is counted in steps, not by the clock, so that games are the same everywhere. A node of the search is a step
//! for each line, 20 to 100 ns a step. Half of the rounds take less than 0.03, 0.2 and 3 ms at 8x10, 12x14 and 20x26, and
//! the longest of 39000 rounds at 20x26 took 0.6 s and 0.26 million nodes; the longest one known at that size took 1.4 s.
//! From 24 pegs and 26 colors on, some rounds are beyond it. Memory is flat: 1.2 KB for each of at most 32 levels, and
//! 30 KB of lines.

mod arrangement;
mod domains;
mod lines;
mod search;

use arrangement::Arrangement;
use domains::Domains;
use lines::Lines;
use scsa::{Code, Size, Turn};
use search::Search;

/// What the search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// What to guess.
    pub guess: Code,
    /// No code below this one is consistent. It need not be a consistent code itself.
    pub floor: Code,
    /// Whether the guess is the lowest consistent code. If not, the steps ran out.
    pub exact: bool,
}

/// The lowest code from `floor` on that all turns admit, or `None` when there is none.
///
/// The turns are those of this play: the guess of each was made here (the very first is all A), from the turns before
/// it. Other turns give `None`. `floor` is that of the guess before; `steps` are those it may take, and then what is
/// left of them. When they run out the guess is a consistent code that is not known to be the lowest; where
/// none was found, the next arrangement of the known colors after the last guess.
///
/// It heeds the first 102 turns or more: color counts and turns share 128 lines.
pub fn next_consistent(size: Size, turns: &[Turn], floor: &Code, steps: &mut u64) -> Option<Next> {
    let arrangement = Arrangement::read(size, turns)?;
    let lines = Lines::new(size, &arrangement, turns);
    let mut domains = Domains::new(&lines);
    let mut search = Search::new(&lines, *steps);
    let lowest = search.lowest(&mut domains, floor);
    *steps = search.steps();
    let floor = domains.lowest(size);
    match lowest {
        Ok(true) => Some(Next { guess: floor, floor, exact: true }),
        Ok(false) => None,
        Err(search::Exhausted) => {
            let witness = search.witness().map(|witness| witness.lowest(size));
            Some(Next { guess: witness.or_else(|| arrangement.above(&turns.last()?.guess))?, floor, exact: false })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scsa::{Color, Feedback, Rng, algorithms, is_consistent};

    /// The obvious way: through all codes.
    fn walk(size: Size, turns: &[Turn], last: &Code) -> Option<Code> {
        std::iter::successors(last.successor(size), |code| code.successor(size)).find(|code| is_consistent(code, turns))
    }

    /// Plays a round of exact guesses and gives each guess to `check` with the turns before it. Returns the steps.
    fn play(secret: &Code, size: Size, mut check: impl FnMut(&Code, &[Turn])) -> u64 {
        let mut guess = Code::uniform(size, Color::A);
        let mut turns = Vec::new();
        let mut steps = u64::MAX;
        while guess != *secret {
            turns.push(Turn { guess, feedback: secret.feedback(&guess) });
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
    fn plays_as_the_walk_does_on_whole_boards() {
        for size in ["1x1", "1x5", "2x2", "3x1", "5x2", "5x3", "4x4", "3x5", "2x7", "6x3"] {
            let size: Size = size.parse().unwrap();
            size.codes().for_each(|secret| check_against_walk(&secret, size));
        }
    }

    #[test]
    fn large_boards_take_few_steps() {
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

    /// Rounds at the largest sizes of the contest, each within the steps that its first hard guess may take:
    /// `cargo test --release -p players lexicographic -- --ignored`
    #[test]
    #[ignore = "takes 6 seconds in the release profile"]
    fn rounds_of_the_contest_end_within_their_steps() {
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
    fn without_steps_it_names_a_legal_code_and_a_sound_floor() {
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
    fn contradictions_leave_nothing() {
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
        fn plays_as_the_walk_does(secret in secrets(6, 6)) {
            check_against_walk(&secret, Size::new(6, 6).unwrap());
        }

        #[test]
        fn plays_as_the_walk_does_with_few_colors(secret in secrets(10, 3)) {
            check_against_walk(&secret, Size::new(10, 3).unwrap());
        }

        #[test]
        fn plays_as_the_walk_does_with_many_colors(secret in secrets(4, 20)) {
            check_against_walk(&secret, Size::new(4, 20).unwrap());
        }
    }
}
