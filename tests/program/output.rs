//! What is printed fits the terminal, and names everybody.

use crate::command::{arena, path, told};
use std::collections::BTreeSet;
use std::fs;

/// In a narrow terminal lines fit, and no word of a table is broken: every word also stands in the output of a wide one.
#[test]
fn outputs_fit_the_terminal_and_break_no_word() {
    let folder = tempfile::tempdir().unwrap();
    let [out, codes] = ["out", "codes.txt"].map(|name| path(folder.path(), name));
    let options = "--players rao,dino-two-color-alternating,consistent-expected-size,optimal --scsa two-color-alternating,first-and-last \
                   --sizes 2x3,4x6,5x6,5x8 --rounds 4 --seed 5 --no-charts --quiet --out";
    told(&["run"].into_iter().chain(options.split(' ')).chain([&*out]).collect::<Vec<_>>());
    fs::write(&codes, "ABAB\nBABA\nCACA\nDBDB\n").unwrap();
    let words_of = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| c.is_whitespace() || "│┌┐└┘─╞═╡".contains(c)).map(str::to_owned).collect()
    };
    for command in [
        "show OUT",
        "show OUT --by time",
        "show results/contest",
        "show results/contest results/scaling",
        "compare OUT",
        "compare OUT rao dino-two-color-alternating",
        "scale OUT --no-files --claim guesses=n-and-m^1,1 --claim points=m-log-n^1",
        "plan --players all --scsa all --codemaker an-own-codemaker=true --player an-own-player=true",
        "list",
        "learn CODES",
        "tree knuth --size 3x4",
        "tree knuth --size 3x4 --against most-parts",
        "games rao --explain",
    ] {
        let words = command.replace("OUT", &out).replace("CODES", &codes);
        let words: Vec<&str> = words.split(' ').collect();
        let shown = |columns: &str| {
            let text = arena(&words).env("COLUMNS", columns).assert().success().get_output().stdout.clone();
            String::from_utf8(text).unwrap()
        };
        let whole = shown("1000");
        // A sentence of `games` is another one where it has no room.
        for columns in ["30", "60"].iter().filter(|_| !command.contains("games")) {
            let narrow = shown(columns);
            let broken: Vec<String> = words_of(&narrow).difference(&words_of(&whole)).cloned().collect();
            assert!(broken.is_empty(), "{command} at {columns}: {broken:?}\n{narrow}");
        }
        // Commands and paths are not broken.
        let narrow = shown("60");
        let has_paths = ["OUT", "CODES", "plan"].iter().any(|word| command.contains(word));
        for line in narrow.lines().filter(|line| line.trim().contains(' ') && !has_paths) {
            assert!(line.chars().count() <= 60, "{command}, {} columns: {line}\n{narrow}", line.chars().count());
        }
    }
}

#[test]
fn the_list_has_everybody_with_a_sentence() {
    let list = told(&["list"]);
    let names = players::ROSTER
        .iter()
        .map(players::Entry::usage)
        .chain(scsa::algorithms::all().map(|scsa| scsa.name().to_owned()));
    for name in names {
        let line = list.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
        assert!(line.is_some_and(|line| line.len() > 40), "{name}");
    }
    for section in list.split("\n\n") {
        let column = |line: &str| {
            line.trim_start().find("  ").map(|end| line.len() - line.trim_start()[end..].trim_start().len())
        };
        let columns: BTreeSet<_> = section.lines().skip(1).map(column).collect();
        assert!(columns.len() == 1 && !columns.contains(&None), "the sentences are in one column: {section}");
    }
}
