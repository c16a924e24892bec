//! The checker of certificates, which shares no code with the search, accepts those of the search, and no others.

#![allow(clippy::unwrap_used)]

use solver::{AllowedGuesses, Keep, Lemma, ListedProblem, Resources, SearchMonitor, solve_and_keep};
use std::fs;

#[allow(dead_code)]
#[path = "../examples/check_certificate.rs"]
mod checker;

/// What the checker says about lemmas.
fn check(game: &str, lemmas: &[Lemma]) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.txt");
    let lines: String = lemmas.iter().map(|lemma| format!("{lemma}\n")).collect();
    fs::write(&path, format!("{game}\n{lines}")).unwrap();
    checker::check(path.to_str().unwrap())
}

#[test]
fn certificates_of_the_search_hold_and_others_do_not() {
    for (game, least) in [("2x2", 8), ("3x4", 206), ("5x3", 816), ("4x5n", 462), ("4x5", 2463)] {
        let problem = ListedProblem::new(game.parse().unwrap(), AllowedGuesses::Any).unwrap();
        let resources = Resources::for_problem(&problem);
        let (mut lemmas, monitor) = (Vec::new(), SearchMonitor::default());
        let solution = solve_and_keep(&problem, resources, &monitor, Keep::Certificate(&mut lemmas)).unwrap();
        assert_eq!((solution.cost, solution.lower_bound), (least, least), "{game}");
        let all = solution.strategy.by_guesses().iter().sum::<usize>();
        let said = check(game, &lemmas).unwrap();
        let number = lemmas.len();
        assert_eq!(
            said,
            format!("{game}: no strategy takes fewer than {least} guesses for all {all} together ({number} lemmas)")
        );
        let mut higher = lemmas.clone();
        higher[number - 1].bound += 1;
        let fault = check(game, &higher).unwrap_err();
        assert!(fault.contains(&format!("line {}: with the guess", number + 1)), "{game}: {fault}");
        // It does not follow without others.
        if number > 1 {
            check(game, &lemmas[number - 1..]).unwrap_err();
        }
        // The last lemma must be about all codes.
        check(game, &lemmas[..number - 1]).unwrap_err();
    }
}
