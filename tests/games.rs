//! The games that `arena games` shows are those that `arena run` records.

#![allow(clippy::unwrap_used)]

mod program;

use program::{path, played, told};
use std::{collections::HashMap, fs};

/// The blocks of an output by their head, which ends before the secret: the secret, the turns and the end.
fn blocks(output: &str) -> HashMap<&str, (&str, Vec<&str>, &str)> {
    output
        .trim_end()
        .split("\n\n")
        .filter_map(|block| {
            let lines: Vec<&str> = block.lines().collect();
            let (head, secret) = lines[0].split_once(": the secret is ")?;
            let (end, turns) = lines[1..].split_last()?;
            Some((head, (secret, turns.to_vec(), *end)))
        })
        .collect()
}

/// Plays matches in both ways with the same options, and compares round by round.
fn compare(players: &[&str], options: &str) -> usize {
    let (rounds, summary) = played(&format!("--players {} --seed 7 --jobs 2 {options}", players.join(",")));
    let shown: Vec<String> = players
        .iter()
        .map(|player| told(&["games", player, "--seed", "7"].into_iter().chain(options.split(' ')).collect::<Vec<_>>()))
        .collect();
    let shown = shown.join("\n");
    let games = blocks(&shown);
    let mut compared = 0;
    for row in csv::Reader::from_reader(rounds.as_bytes()).records() {
        let row = row.unwrap();
        let [player, scsa, pegs, colors, round, secret, outcome, cause, guesses] =
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| &row[i]);
        let head = format!("{player} against {scsa} at {pegs}x{colors}, seed 7, round {round}");
        let (shown_secret, turns, end) = &games[head.as_str()];
        assert_eq!(*shown_secret, secret, "{head}");
        let wanted = match (outcome, guesses) {
            ("win", "1") => "win in 1 guess".to_owned(),
            ("win", guesses) => format!("win in {guesses} guesses"),
            _ => format!("{outcome}: {cause}"),
        };
        match cause.strip_prefix("illegal guess: ") {
            // The games say why it is illegal.
            Some(guess) => assert!(end.starts_with(&format!("failure: illegal guess {guess}: ")), "{head}: {end}"),
            None => assert_eq!(*end, wanted, "{head}"),
        }
        if !cause.starts_with("crash") {
            assert_eq!(turns.len().to_string(), guesses, "{head}");
        }
        assert!(turns.windows(2).all(|pair| pair[0].len() == pair[1].len()), "{head}: the turns line up");
        if outcome == "win" {
            assert!(turns.last().unwrap().ends_with(&format!("  {secret}  {pegs} {:>1$}", 0, pegs.len())), "{head}");
        }
        compared += 1;
    }
    assert_eq!(games.len(), compared, "{shown}");
    for row in csv::Reader::from_reader(summary.as_bytes()).records() {
        let row = row.unwrap();
        if &row[4] == "unsupported" {
            let line = format!("{} against {} at {}x{}: not played, {}", &row[0], &row[1], &row[2], &row[3], &row[22]);
            assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
        }
    }
    compared
}

#[test]
fn players_are_shown_as_they_are_recorded() {
    let compared = compare(
        &["random", "baseline-3", "rao"],
        "--scsa insert-colors,only-once,mystery-3 --sizes 3x4,12x9 --rounds 6 --guess-limit 30",
    );
    assert_eq!(compared, 3 * (6 * 6 - 6));
}

#[test]
fn codes_of_a_file_are_shown_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let codes = path(folder.path(), "codes.txt");
    fs::write(&codes, "ABCA\nCCCC\nBACA\n").unwrap();
    assert_eq!(compare(&["random", "rao"], &format!("--scsa codes:{codes} --sizes 4x3 --rounds 2")), 4);
}

/// The knowledge of dino determines its method.
#[test]
fn what_players_are_told_is_told_in_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let samples = path(folder.path(), "samples.txt");
    fs::write(&samples, "ABBA\nBABB\n").unwrap();
    let options = "--scsa mystery-2,mystery-5 --sizes 7x5 --rounds 4";
    let told_samples = format!("{options} --samples {samples}");
    assert_eq!(compare(&["dino", "rao"], &told_samples), 2 * 2 * 4);
    assert_eq!(compare(&["dino", "rao"], &format!("{options} --reveal")), 2 * 2 * 4);
    let shown = |options: &str| told(&["games", "dino"].into_iter().chain(options.split(' ')).collect::<Vec<_>>());
    assert_ne!(shown(&told_samples), shown(options), "the samples matter");
}

/// A player that learns loses its state in a crash, and plays its next rounds without it.
#[test]
fn faults_are_shown_as_they_are_recorded() {
    let faulty = ["faulty-length", "faulty-color", "faulty-panic", "faulty-overflow", "faulty-prepare"];
    assert_eq!(compare(&faulty, "--scsa ab-color --sizes 2x2 --rounds 16"), 5 * 16);
    assert_eq!(compare(&["faulty-learner"], "--scsa insert-colors --sizes 1x8 --rounds 60"), 60);
    assert_eq!(compare(&["faulty-hang"], "--scsa ab-color --sizes 2x2 --rounds 12 --time-limit 0.05"), 12);
}

#[test]
fn a_crash_leaves_the_turns_before_it() {
    let shown = told(&["games", "faulty-overflow", "--sizes", "3x3", "--rounds", "8"]);
    let crashed = |end: &str| end == "failure: crash: signal 6";
    assert!(blocks(&shown).values().any(|(_, turns, end)| crashed(end) && !turns.is_empty()), "{shown}");
}

#[test]
fn a_match_that_is_not_played_gets_one_line() {
    assert_eq!(
        told(&["games", "rao", "--scsa", "only-once", "--sizes", "8x6,1x1", "--seeds", "1,2"]),
        "rao against only-once at 8x6: not played, only-once needs at least as many colors as pegs\n\n\
         rao against only-once at 1x1, seed 1, round 1: the secret is A\n  1  A  1 0\nwin in 1 guess\n\n\
         rao against only-once at 1x1, seed 2, round 1: the secret is A\n  1  A  1 0\nwin in 1 guess\n"
    );
}
