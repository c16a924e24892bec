//! A search finds what scoring every guess by itself finds.

use proptest::prelude::*;
use scsa::{Code, Feedback, Size, Turn};
use solver::partition::{CandidateBitmaps, CandidateSymmetry, Criterion, GuessList, GuessSearch, ScoredGuess, Scorer};
use std::collections::BTreeSet;

const CRITERIA: [Criterion; 5] =
    [Criterion::Minimax, Criterion::ExpectedSize, Criterion::Entropy, Criterion::MostParts, Criterion::FewestGuesses];

/// The score of every guess, from the feedback of every pair of codes.
fn reference(size: Size, candidates: &[u32], scorer: &Scorer) -> Vec<ScoredGuess> {
    let codes: Vec<Code> = candidates.iter().map(|&rank| size.unrank(rank.into())).collect();
    let score = |(rank, guess): (usize, Code)| {
        let mut parts = vec![0; Feedback::values(size.pegs())];
        codes.iter().for_each(|code| parts[code.feedback(&guess).index()] += 1);
        ScoredGuess { score: scorer.score(&parts), inconsistent: *parts.last().unwrap() == 0, rank: rank as u32 }
    };
    size.codes().enumerate().map(score).collect()
}

/// The candidates after some guesses, for a secret, and their symmetry.
fn after(size: Size, secret: u64, guesses: &[u64]) -> (Vec<u32>, CandidateSymmetry) {
    let codes = size.count().unwrap();
    let secret = size.unrank(secret % codes);
    let turn = |&guess: &u64| {
        let guess = size.unrank(guess % codes);
        Turn::new(guess, &secret)
    };
    let turns: Vec<Turn> = guesses.iter().map(turn).collect();
    let fits = |rank: &u32| scsa::is_consistent(&size.unrank(u64::from(*rank)), &turns);
    let symmetry = turns.iter().fold(CandidateSymmetry::new(size), |symmetry, turn| symmetry.after(&turn.guess));
    ((0..codes as u32).filter(fits).collect(), symmetry)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_search_finds_what_scoring_every_guess_does(
        size in prop::sample::select(vec!["3x5", "4x6", "5x4", "6x3", "7x2", "2x9", "9x2"]),
        secret: u64,
        guesses in prop::collection::vec(any::<u64>(), 0..4),
        criterion in prop::sample::select(CRITERIA.to_vec()),
        more in 0u64..3,
    ) {
        let size: Size = size.parse().unwrap();
        let (candidates, symmetry) = after(size, secret, &guesses);
        let scorer = Scorer::new(criterion, candidates.len(), size.pegs());
        let bitmaps = CandidateBitmaps::new(size, &candidates);
        let search = GuessSearch { size, candidates: &bitmaps, scorer: &scorer, stop_at: None, parallel: false };
        let all = reference(size, &candidates, &scorer);
        let best = all.iter().min().unwrap();
        // Entropy scores of few candidates are in larger units, so that only the guesses are compared.
        let found = search.best_of_all(&symmetry).unwrap();
        prop_assert_eq!(found.rank, best.rank);
        let best_candidate = all.iter().filter(|guess| !guess.inconsistent).min().unwrap();
        let listed = GuessList::of(size, candidates.iter().copied());
        prop_assert_eq!(search.best_of_list(&listed).unwrap().rank, best_candidate.rank);
        if criterion != Criterion::Entropy {
            prop_assert_eq!(&found, best);
            let limit = best.score + more;
            let below: BTreeSet<u32> =
                search.below_limit_of_all(limit, &symmetry).iter().map(|guess| symmetry.canonical_rank(&size.unrank(guess.rank.into()))).collect();
            // Every guess below the limit has the score of one that was found, though the two may be in different classes.
            let scores: BTreeSet<(u64, bool)> =
                search.below_limit_of_all(limit, &symmetry).iter().map(|guess| (guess.score, guess.inconsistent)).collect();
            let expected: BTreeSet<(u64, bool)> =
                all.iter().filter(|guess| guess.score < limit).map(|guess| (guess.score, guess.inconsistent)).collect();
            prop_assert_eq!(scores, expected);
            for rank in below {
                prop_assert!(all[rank as usize].score < limit);
            }
        }
    }

    /// A code and its canonical form partition the candidates into parts of the same sizes.
    #[test]
    fn a_canonical_form_has_the_same_part_sizes(
        size in prop::sample::select(vec!["3x5", "4x6", "5x4", "4x4"]),
        secret: u64,
        guesses in prop::collection::vec(any::<u64>(), 0..3),
        guess: u64,
    ) {
        let size: Size = size.parse().unwrap();
        let (candidates, symmetry) = after(size, secret, &guesses);
        let guess = size.unrank(guess % size.count().unwrap());
        let canonical = size.unrank(symmetry.canonical_rank(&guess).into());
        prop_assert!(size.rank(&canonical) <= size.rank(&guess));
        prop_assert_eq!(size.rank(&canonical), u64::from(symmetry.canonical_rank(&canonical)));
        let parts = |guess: &Code| {
            let mut parts = vec![0; Feedback::values(size.pegs())];
            candidates.iter().for_each(|&rank| parts[size.unrank(rank.into()).feedback(guess).index()] += 1);
            parts
        };
        prop_assert_eq!(parts(&guess), parts(&canonical));
    }
}

/// The first guesses at 4x6 form five symmetry classes.
#[test]
fn first_guesses_form_five_classes() {
    let size: Size = "4x6".parse().unwrap();
    let symmetry = CandidateSymmetry::new(size);
    let classes: BTreeSet<String> =
        size.codes().map(|code| size.unrank(symmetry.canonical_rank(&code).into()).to_string()).collect();
    assert_eq!(classes.into_iter().collect::<Vec<_>>(), ["AAAA", "AAAB", "AABB", "AABC", "ABCD"]);
}
