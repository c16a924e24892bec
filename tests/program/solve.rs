//! `arena solve`.

use crate::command::{path, refused, told};
use crate::pseudo_terminal::PseudoTerminal;
use std::fs;

#[test]
fn the_optimal_strategy_for_4x6_is_printed_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "best.csv");
    let said = told(&["solve", "--quiet", "--csv", &file]);
    assert_eq!(
        said,
        "4x6: 5625 guesses for all 1296 together, 4.3403 on average; no strategy takes fewer\n\
         guesses    1   2   3   4   5   6\n\
         secrets    1   8 102 630 548   7\n\
         first guess 1123; a game against every secret confirms the total\n"
    );
    let tree = told(&["tree", &format!("tree:{file}"), "--rows", "0"]);
    assert!(tree.contains("5625 guesses"), "{tree}");
    let refusal = refused(&["solve", "--csv", &file]);
    assert!(refusal.contains("--force"), "{refusal}");
}

#[test]
fn every_objective_has_its_answer() {
    for (words, answer) in [
        (
            "--within 5",
            "4x6: 5626 guesses for all 1296 together, 4.3410 on average; no strategy without a game over 5 takes fewer",
        ),
        ("--objective worst-case --fewest-last", "secrets    1   8  79 668 540\n"),
        ("--fewest-last", "secrets    1   8 102 624 560   1\n"),
        ("--within 4", "4x6: it is proved that no strategy finds every secret within 4 guesses\n"),
        ("--consistent", "4x6, consistent guesses: 5660 guesses"),
        (
            "--consistent --within 5",
            "4x6, consistent guesses: it is proved that no strategy finds every secret within 5 guesses\n",
        ),
        ("--consistent --fewest-last", "secrets    1  13 114 560 597  11\n"),
        ("--no-repeats", "4x6 without repeated colors: 1446 guesses for all 360 together"),
        (
            "--scsa two-color-alternating",
            "4x6, the secrets of two-color-alternating: 86 guesses for all 30 together, 2.8667 on average",
        ),
        ("--scsa usually-fewer --size 3x4", "guesses expected for the 64, by their probabilities"),
        ("--size 1x1", "1x1: 1 guesses for all 1 together"),
    ] {
        let words = ["solve", "--quiet", "--jobs", "2", "--memory", "1"].into_iter().chain(words.split(' '));
        let said = told(&words.clone().collect::<Vec<_>>());
        assert!(said.contains(answer), "{:?}: {said}", words.collect::<Vec<_>>());
    }
}

#[test]
fn what_cannot_be_solved_is_refused_in_a_sentence() {
    for (words, reason) in [
        ("--size 8x10", "8x10 has more than 1048576 codes"),
        ("--size 4", "is no size of a game"),
        ("--within 0", "--within must be at least 1"),
        ("--jobs 0", "--jobs 0 is not from 1 to 1024"),
        ("--memory 0", "--memory 0 is not from 1 to 1048576 megabytes"),
        ("--objective speed", "total, worst-case"),
        ("--scsa nobody", "no SCSA"),
        ("--scsa only-once --size 4x3", "only-once needs"),
        ("--no-repeats --size 4x3", "only-once needs"),
        ("--no-repeats --consistent", "cannot be used with"),
        ("--csv best.json", "its name must end in .csv"),
    ] {
        let refusal = refused(&["solve"].into_iter().chain(words.split(' ')).collect::<Vec<_>>());
        assert!(refusal.contains(reason), "{words}: {refusal}");
    }
    let folder = tempfile::tempdir().unwrap();
    let weights = format!("weighted:{}", path(folder.path(), "weights.txt"));
    fs::write(folder.path().join("weights.txt"), "AABB 2\nABCD 1\n").unwrap();
    let refusal = refused(&["solve", "--scsa", &weights]);
    assert!(
        refusal.contains(&format!("{weights} is no SCSA of `arena list`, by whose name a strategy is kept")),
        "{refusal}"
    );
}

/// An interrupted search prints its bounds and writes no file.
#[test]
#[ignore = "takes some seconds: cargo test --test program solve:: -- --ignored"]
fn an_interrupted_search_prints_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "best.csv");
    let program = assert_cmd::cargo::cargo_bin!("arena");
    let words = ["solve", "--size", "5x6", "--jobs", "1", "--csv", &file];
    let terminal = PseudoTerminal::start(program, &words, &[], (24, 120));
    terminal.wait_for("at least 34");
    terminal.wait_for(", at most 37");
    terminal.type_keys("\x03");
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(130));
    assert!(said.contains("5x6: stopped: it is proved that at least 34") && said.contains("at most 37"), "{said}");
    assert!(!fs::exists(&file).unwrap());
}
