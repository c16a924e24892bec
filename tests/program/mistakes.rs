//! The mistakes of authors in `tests/mistakes`: each is told in the sentence of its `cause.txt`, in which `…` stands for any text, by every
//! command that plays.

use crate::command::{arena, path};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Whether a text has the parts of a sentence, in their order.
fn says(mut text: &str, sentence: &str) -> bool {
    sentence.split('…').all(|part| match text.split_once(part) {
        Some((_, rest)) => {
            text = rest;
            true
        }
        None => false,
    })
}

/// The folders of the mistakes, with their sentences.
fn mistakes() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let folders = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mistakes: Vec<_> =
        folders.map(|folder| (folder.clone(), fs::read_to_string(folder.join("cause.txt")).unwrap())).collect();
    assert!(mistakes.len() >= 40, "{}", mistakes.len());
    mistakes
}

fn name(folder: &Path) -> &str {
    folder.file_name().unwrap().to_str().unwrap()
}

fn player(folder: &Path) -> String {
    format!("{}=python:{}", name(folder), path(folder, "my_player.py"))
}

fn text(output: Output) -> String {
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

/// Checks that a command fails, and tells the sentence of each mistake.
fn all_tell(words: impl Fn(&Path) -> Vec<String> + Sync) {
    mistakes().par_iter().for_each(|(folder, sentence)| {
        let words = words(folder);
        let output = arena(&words.iter().map(String::as_str).collect::<Vec<_>>()).output().unwrap();
        let code = output.status.code();
        let text = text(output);
        assert_eq!(code, Some(1), "{}: {text}", folder.display());
        // A sentence that does not fit into a line goes on in the next one.
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(says(&one_line, sentence.trim()), "{}: {text} instead of {sentence}", folder.display());
        assert!(!text.contains("bridge"), "{}: {text}", folder.display());
    });
}

#[test]
fn every_mistake_is_told_by_try() {
    all_tell(|folder| ["try", &path(folder, "my_player.py"), "--time-limit", "1"].map(str::to_owned).to_vec());
}

#[test]
#[ignore = "takes half a minute: cargo test --workspace -- --ignored"]
fn every_mistake_is_told_by_check_player() {
    all_tell(|folder| ["check-player", &player(folder), "--time-limit", "1"].map(str::to_owned).to_vec());
}

/// One tournament of all of them: the sentence is in the rows, and where games are shown, without starting a program again.
#[test]
fn every_mistake_is_told_by_run_games_and_show() {
    let (folder, mistakes) = (tempfile::tempdir().unwrap(), mistakes());
    let out = path(folder.path(), "out");
    let options =
        "--players rao --scsa insert-colors --sizes 4x6,8x10 --rounds 3 --give-up 2 --time-limit 0.5 --no-charts";
    let mut words: Vec<String> =
        ["run", "--out", &out].iter().copied().chain(options.split(' ')).map(str::to_owned).collect();
    words.extend(mistakes.iter().flat_map(|(folder, _)| ["--player".to_owned(), player(folder)]));
    let played = arena(&words.iter().map(String::as_str).collect::<Vec<_>>()).output().unwrap();
    assert!(played.status.success(), "{}", text(played));
    let shown = text(arena(&["show", &out]).env("COLUMNS", "1000").output().unwrap());
    let mut rows = csv::Reader::from_path(folder.path().join("out/rounds.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    mistakes.par_iter().for_each(|(folder, sentence)| {
        let (name, sentence) = (name(folder), sentence.trim());
        let row = rows.iter().find(|row| &row[0] == name && says(&row[7], sentence));
        let row = row.unwrap_or_else(|| panic!("{name}: no row says {sentence}"));
        let size = format!("{}x{}", &row[2], &row[3]);
        let game = arena(&["games", name, "--from", &out, "--sizes", &size, "--round", &row[4]]).output().unwrap();
        let game = text(game);
        assert!(says(&game, sentence), "{name}: {game}");
        // A table of failures names one of each kind.
        assert!(&row[6] == "loss" || shown.contains(&format!("\n  {name}: ")), "{name}: {shown}");
    });
}
