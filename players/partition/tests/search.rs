//! What a search finds is what a plain look at every guess finds.

#![allow(clippy::unwrap_used)]

use partition::{Alike, Best, Criterion, Guesses, Judge, Planes, Search};
use proptest::prelude::*;
use scsa::{Code, Feedback, Size, Turn};
use std::collections::BTreeSet;

const CRITERIA: [Criterion; 5] =
    [Criterion::Minimax, Criterion::ExpectedSize, Criterion::Entropy, Criterion::MostParts, Criterion::FewestGuesses];

/// Of every guess the sizes of the cells, and of these the score.
fn plain(size: Size, candidates: &[u32], judge: &Judge) -> Vec<Best> {
    let codes: Vec<Code> = candidates.iter().map(|&place| size.unrank(place.into())).collect();
    let look = |(place, guess): (usize, Code)| {
        let mut cells = vec![0; Feedback::values(size.pegs())];
        codes.iter().for_each(|code| cells[code.feedback(&guess).index()] += 1);
        Best { score: judge.score(&cells), inconsistent: *cells.last().unwrap() == 0, place: place as u32 }
    };
    size.codes().enumerate().map(look).collect()
}

/// The candidates after some guesses, for a secret, and what is alike then.
fn after(size: Size, secret: u64, guesses: &[u64]) -> (Vec<u32>, Alike) {
    let codes = size.count().unwrap();
    let secret = size.unrank(secret % codes);
    let turn = |&guess: &u64| {
        let guess = size.unrank(guess % codes);
        Turn { guess, feedback: secret.feedback(&guess) }
    };
    let turns: Vec<Turn> = guesses.iter().map(turn).collect();
    let fits = |place: &u32| scsa::is_consistent(&size.unrank(u64::from(*place)), &turns);
    let alike = turns.iter().fold(Alike::new(size), |alike, turn| alike.after(&turn.guess));
    ((0..codes as u32).filter(fits).collect(), alike)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_search_finds_what_a_plain_look_does(
        size in prop::sample::select(vec!["3x5", "4x6", "5x4", "6x3", "7x2", "2x9", "9x2"]),
        secret: u64,
        guesses in prop::collection::vec(any::<u64>(), 0..4),
        criterion in prop::sample::select(CRITERIA.to_vec()),
        more in 0u64..3,
    ) {
        let size: Size = size.parse().unwrap();
        let (candidates, alike) = after(size, secret, &guesses);
        let judge = Judge::new(criterion, candidates.len(), size.pegs());
        let planes = Planes::new(size, &candidates);
        let search = Search { size, planes: &planes, judge: &judge, enough: None, shared: false };
        let all = plain(size, &candidates, &judge);
        let best = all.iter().min().unwrap();
        // By entropy, scores by few candidates are in larger units.
        let found = search.best_of_all(&alike).unwrap();
        prop_assert_eq!(found.place, best.place);
        let own = all.iter().filter(|guess| !guess.inconsistent).min().unwrap();
        let listed = Guesses::of(size, candidates.iter().copied());
        prop_assert_eq!(search.best_of_list(&listed).unwrap().place, own.place);
        if criterion != Criterion::Entropy {
            prop_assert_eq!(&found, best);
            let limit = best.score + more;
            let below: BTreeSet<u32> =
                search.below(limit, &alike).iter().map(|guess| alike.canonical(&size.unrank(guess.place.into()))).collect();
            // Every guess below the limit is as good as one that was found, though it may be by another likeness.
            let scores: BTreeSet<(u64, bool)> =
                search.below(limit, &alike).iter().map(|guess| (guess.score, guess.inconsistent)).collect();
            let expected: BTreeSet<(u64, bool)> =
                all.iter().filter(|guess| guess.score < limit).map(|guess| (guess.score, guess.inconsistent)).collect();
            prop_assert_eq!(scores, expected);
            for place in below {
                prop_assert!(all[place as usize].score < limit);
            }
        }
    }

    /// What becomes the same code parts the candidates into cells of the same sizes.
    #[test]
    fn a_canonical_code_is_as_good(
        size in prop::sample::select(vec!["3x5", "4x6", "5x4", "4x4"]),
        secret: u64,
        guesses in prop::collection::vec(any::<u64>(), 0..3),
        guess: u64,
    ) {
        let size: Size = size.parse().unwrap();
        let (candidates, alike) = after(size, secret, &guesses);
        let guess = size.unrank(guess % size.count().unwrap());
        let canonical = size.unrank(alike.canonical(&guess).into());
        prop_assert!(size.rank(&canonical) <= size.rank(&guess));
        prop_assert_eq!(size.rank(&canonical), u64::from(alike.canonical(&canonical)));
        let cells = |guess: &Code| {
            let mut cells = vec![0; Feedback::values(size.pegs())];
            candidates.iter().for_each(|&place| cells[size.unrank(place.into()).feedback(guess).index()] += 1);
            cells
        };
        prop_assert_eq!(cells(&guess), cells(&canonical));
    }
}

/// Of the first guesses at 4x6 there are five kinds.
#[test]
fn first_guesses_are_of_five_kinds() {
    let size: Size = "4x6".parse().unwrap();
    let alike = Alike::new(size);
    let kinds: BTreeSet<String> =
        size.codes().map(|code| size.unrank(alike.canonical(&code).into()).to_string()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["AAAA", "AAAB", "AABB", "AABC", "ABCD"]);
}
