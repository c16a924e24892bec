//! `arena learn`: the rule inferred from codes of a file.

use crate::command::{path, refused, told};
use std::{fs, path::Path};

#[test]
fn a_rule_of_the_contest_is_found_and_carried() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "mine.txt");
    fs::write(&file, told(&["codes", "mystery-2", "--size", "7x6", "--count", "60"])).unwrap();
    let text = told(&["learn", &file]);
    let first: Vec<&str> = text.lines().take(3).collect();
    assert_eq!(
        first[0],
        format!("{file}: 60 codes of 7 pegs, 49 different, with the colors A B C D E F; the size is 7x6")
    );
    assert!(first[1].ends_with("; 18.09 if all codes were equally likely"), "{text}");
    let row = |text: &str, word: &str| text.lines().find(|line| line.contains(word)).map(str::to_owned).unwrap();
    let cycle = row(&text, " cycle ");
    assert!(cycle.contains("3 pegs, over and over: no color twice"), "{text}");
    let percent: f64 = cycle.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(percent > 90.0, "{text}");
    assert!(row(&text, "other rules").contains('%'), "{text}");
    assert!(!text.contains("Codes drawn"), "{text}");

    let carried = told(&["learn", &file, "--size", "9x26"]);
    assert!(carried.starts_with(&text), "{carried}");
    let (_, rest) = carried.split_once("Rules at 9x26\n").unwrap();
    let (table, examples) = rest.split_once("Codes drawn at 9x26\n").unwrap();
    assert!(row(table, " cycle ").contains("3 pegs, over and over: no color twice"), "{table}");
    let codes: Vec<&str> = examples.split_whitespace().collect();
    assert_eq!(codes.len(), 8);
    let cycles = |code: &&&str| code.len() == 9 && code[..3] == code[3..6] && code[..3] == code[6..];
    assert!(codes.iter().filter(cycles).count() >= 6, "{codes:?}");
    assert_eq!(carried, told(&["learn", &file, "--size", "9x26"]));
}

#[test]
fn little_is_said_of_one_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "one.txt");
    fs::write(&file, "zz\n").unwrap();
    let text = told(&["learn", &file, "--size", "1x1"]);
    assert!(text.starts_with(&format!("{file}: 1 code of 2 pegs, 1 different, with the colors Z; the size is 2x26")));
    assert!(text.contains("\nThere is no cross-entropy of one code; give a file with more\n"), "{text}");
    assert!(text.ends_with("\nCodes drawn at 1x1\n  A  A  A  A\n  A  A  A  A\n"), "{text}");
}

#[test]
fn files_that_cannot_be_learned_from_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = path(folder.path(), name);
        fs::write(&file, text).unwrap();
        file
    };
    let (good, digits, mixed) = (file("good", "ABCA\n"), file("digits", "ABCA\n112B\n"), file("mixed", "ABCA\nABC\n"));
    let (empty, many) = (file("empty", "\n\n"), file("many", &"AB\n".repeat(100_001)));
    for (words, wanted) in [
        (vec!["learn", "/no/such/file"], "cannot read the codes in /no/such/file: "),
        (vec!["learn", &digits], "digits, line 2: a code is all digits or all letters, but peg 4 is 'B' after digits"),
        (vec!["learn", &mixed], "mixed, line 2: the code has 3 pegs, those before it have 4; use one file a size"),
        (vec!["learn", &empty], "empty holds no code; one code a line was expected, such as ABCA"),
        (
            vec!["learn", &many],
            "many holds 100001 codes, and 100000 at the most are learned from; give a file with fewer",
        ),
        (vec!["learn", &good, "--size", "4x99"], "'4x99' is no size of a game: the colors must be 1 to 26, as in 8x10"),
        (vec!["learn"], "the following required arguments were not provided: <FILE>"),
    ] {
        let line = refused(&words);
        assert!(line.contains(wanted), "{line}");
    }
}

/// The codes of a course's mysteries.
#[test]
#[ignore = "needs ../shared"]
fn the_mysteries_of_shared_files_are_found() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mystery");
    for (name, sentence) in [
        ("mystery-1_7x5_2019", "45 %: one color; 45 %: two, 10 %: all; every peg is drawn from them"),
        ("mystery-2_7x5_2019", "3 pegs, over and over: no color twice"),
        ("mystery-3_7x5_2019", "3 colors share the pegs as evenly as can be, shuffled"),
        ("mystery-5_7x5_2019", "2 pegs, over and over: no color twice"),
        ("mystery-1_10x7_2024", "45 %: one color; 45 %: two, 10 %: all; every peg is drawn from them"),
        ("mystery-2_10x7_2024", "4 pegs, over and over: no color twice"),
        ("mystery-3_10x7_2024", "the counts A3 B3 C1 F3, shuffled"),
    ] {
        let text = told(&["learn", &path(&data, &format!("{name}.txt"))]);
        let heaviest = text.lines().find(|line| line.contains('%')).unwrap();
        assert!(heaviest.contains(sentence), "{name}: {text}");
    }
}
