//! Files, names and texts that somebody else wrote: whatever their bytes are, the program answers or says one sentence, within bounded
//! memory and steps, and nothing in them reaches a terminal, a spreadsheet or a page but as text.

#[path = "../../fuzz/readers.rs"]
mod readers;

use crate::command::{arena, path, play};
use player_api::is_hidden;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use readers::{READERS, Reader, assert_sentence, cases};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The texts of a stranger: control sequences, a changed direction of writing, a formula, markup, a command.
const HOSTILE: &str = "\x1b[31m\u{9b}2J\u{202e}\u{2066}<img src=x onerror=alert(1)>|**[a](b)\u{7}";

/// The commands that print a results folder.
fn prints<'a>(out: &'a str, page: &'a str) -> Vec<Vec<&'a str>> {
    let formats = ["table", "markdown", "csv", "json"];
    let mut all: Vec<Vec<&str>> = formats
        .iter()
        .flat_map(|format| {
            let of = move |words: &[&'a str]| [words, &["--format", format]].concat();
            [of(&["show", out]), of(&["compare", out])]
        })
        .collect();
    all.extend([
        vec!["compare", out, "dino", "random"],
        vec!["show", out, "--format", "html"],
        vec!["verify", out, "--rounds", "0"],
        vec!["report", out, "--out", page, "--force"],
        vec!["charts", out],
        vec!["games", "dino", "--from", out, "--scsa", "insert-colors", "--sizes", "4x6", "--round", "1"],
        vec!["run", "--from", out, "--out", out],
        vec!["plan", "--from", out],
    ]);
    all
}

/// Whether a cell of CSV is computed by a spreadsheet.
fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err()
}

/// No text of a folder reaches a terminal, a page or a spreadsheet but as text, whichever field it is in.
#[test]
fn texts_of_a_folder_are_only_shown() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players dino,random,faulty-color --scsa insert-colors --sizes 4x6 --rounds 20");
    let page = path(folder.path(), "page.html");
    let kept: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect();
    let json = serde_json::to_string(HOSTILE).unwrap();
    let field = |name: &'static str, value: &str| {
        let value = value.to_owned();
        move |text: &str| -> String {
            let mut manifest: serde_json::Value = serde_json::from_str(text).unwrap();
            manifest[name] = serde_json::from_str(&value).unwrap();
            serde_json::to_string_pretty(&manifest).unwrap()
        }
    };
    // In the notes that are empty.
    let noted = |text: &str, note: &str| text.replace(",\n", &format!(",{note}\n"));
    type Edit<'a> = (&'a str, Box<dyn Fn(&str) -> String + 'a>);
    let edits: Vec<Edit<'_>> = vec![
        ("names", Box::new(|text| text.replace("random", HOSTILE))),
        ("formulas", Box::new(|text| text.replace("random", "=1+1"))),
        ("rounds.csv", Box::new(|text| text.replacen("illegal guess: ", &format!("protocol: {HOSTILE}"), 1))),
        ("summary.csv", Box::new(|text| noted(text, HOSTILE))),
        ("summary.csv", Box::new(|text| noted(text, "=1+1"))),
        ("manifest.json", Box::new(field("started", &json))),
        ("manifest.json", Box::new(field("program", &json))),
        ("manifest.json", Box::new(field("revision", &json))),
        ("manifest.json", Box::new(field("samples", &json))),
        ("manifest.json", Box::new(field("command", &format!("[\"arena\", {json}]")))),
        ("manifest.json", Box::new(field("earlier_commands", &format!("[[\"arena\", {json}]]")))),
        ("manifest.json", Box::new(field("external_players", &format!("{{\"random\": {json}}}")))),
        ("manifest.json", Box::new(field("tournament_files", &format!("[{json}]")))),
    ];
    for (file, edit) in edits {
        for (path, bytes) in &kept {
            let is_edited = ["names", "formulas"].contains(&file) || path.ends_with(file);
            let text = String::from_utf8_lossy(bytes);
            fs::write(path, if is_edited { edit(&text) } else { text.into_owned() }).unwrap();
        }
        let _ = fs::remove_file(&page);
        for words in prints(&out, &page) {
            let output = arena(&words).output().unwrap();
            let text = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
            let is_shown = |text: &str| !text.chars().any(|c| is_hidden(c) && c != '\n' && c != '\t');
            let printed = String::from_utf8(output.stdout.clone()).unwrap();
            assert!(matches!(output.status.code(), Some(0..=2)), "{file}: {words:?}: {text}");
            assert!(is_shown(&text), "{file}: {words:?}: {text:?}");
            assert!(
                is_shown(&fs::read_to_string(&page).unwrap_or_default().replace('\u{a0}', " ")),
                "{file}: {words:?}"
            );
            if words.contains(&"csv") && output.status.success() {
                let table = &printed;
                let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(table.as_bytes());
                let cells: BTreeSet<String> =
                    rows.records().flat_map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<_>>()).collect();
                assert!(!cells.iter().any(|cell| is_formula(cell)), "{file}: {words:?}: {cells:?}");
            }
            let is_page = words.contains(&"html") || words.contains(&"report");
            let printed = if output.status.success() { printed } else { String::new() };
            let pages = [printed, fs::read_to_string(&page).unwrap_or_default()];
            assert!(!is_page || !pages.iter().any(|page| page.contains("<img src=x")), "{file}: {words:?}");
            assert!(
                !words.contains(&"markdown") || !pages[0].contains("<img src=x") || pages[0].contains("\\<img"),
                "{file}: {words:?}"
            );
        }
    }
}

/// How many changed files of each reader a process reads that has these limits: of address space in kilobytes, and of CPU time in seconds.
const CASES: &str = "READER_CASES";
const MOST_KILOBYTES: u32 = 6 << 20;
const MOST_SECONDS: u32 = 1000;

/// The readers that refuse all cases but those whose names say otherwise.
const REFUSED: [&str; 3] = ["rows", "journal", "shard"];

/// Whether a case is read without an error.
fn is_read(path: &str) -> bool {
    ["/valid.", "/read-"].iter().any(|name| path.contains(name))
}

/// Texts in place of others: numbers that are too large, characters that terminals obey, and signs of the formats.
const TEXTS: [&str; 24] = [
    "0", "-1", "100", "101", "1000000000", "4294967296", "18446744073709551615", "18446744073709551616", "1e300",
    "1e-300", "nan", "inf", "\x1b[2J", "\u{9b}", "\u{202e}", "\0", "\n", "\"", ",", "=1+1", "{", "[[", "null",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
];

/// A change of bytes. Places are taken modulo the length.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    Cut(usize),
    Set(usize, u8),
    /// Bytes that are a large number in the binary formats.
    Number(usize, u8),
    Copy(usize, usize, usize),
    Insert(usize, Vec<u8>),
    /// Another text in place of a number, or what else is between two signs.
    Replace(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        1 => place().prop_map(Change::Cut),
        3 => (place(), any::<u8>()).prop_map(|(place, byte)| Change::Set(place, byte)),
        3 => (place(), 1..10u8).prop_map(|(place, length)| Change::Number(place, length)),
        2 => (place(), place(), 1..200usize).prop_map(|(from, to, length)| Change::Copy(from, to, length)),
        1 => (place(), prop::collection::vec(any::<u8>(), 1..40)).prop_map(|(place, bytes)| Change::Insert(place, bytes)),
        6 => (place(), 0..TEXTS.len()).prop_map(|(place, text)| Change::Replace(place, text)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes.iter().cloned() {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        match change {
            Change::Cut(place) => bytes.truncate(place % length),
            Change::Set(place, byte) => bytes[place % length] = byte,
            Change::Number(place, count) => {
                let place = place % length;
                let number = [vec![0xff; count.into()], vec![1]].concat();
                bytes.splice(place..=place, number);
            }
            Change::Copy(from, to, count) => {
                let part: Vec<u8> = bytes.iter().skip(from % length).take(count).copied().collect();
                let to = to % length;
                bytes.splice(to..to, part);
            }
            Change::Insert(place, more) => {
                let place = place % length;
                bytes.splice(place..place, more);
            }
            Change::Replace(place, text) => {
                let is_in_field = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'.';
                let start = place % length;
                let end = start + bytes[start..].iter().take_while(|byte| is_in_field(byte)).count();
                let start = start - bytes[..start].iter().rev().take_while(|byte| is_in_field(byte)).count();
                bytes.splice(start..end, TEXTS[text].bytes());
            }
        }
    }
    bytes
}

/// Reads changed files by every reader, and the cases that are kept.
fn read_all(count: u32) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for reader in &READERS {
        let Reader { name, read, valid, seal } = reader;
        assert_eq!(read(valid), Ok(()), "{name}: the valid file");
        for (path, bytes) in cases(&corpus, reader) {
            for (is_sealed, bytes) in [(true, seal(&bytes)), (false, bytes)] {
                match read(&bytes) {
                    Err(sentence) => assert_sentence(&sentence),
                    // Without its checksum an entry is no entry.
                    Ok(()) => assert!(!is_sealed || !REFUSED.contains(name) || is_read(&path), "{path} is read"),
                }
            }
        }
        let config = Config { cases: count, failure_persistence: None, ..Config::default() };
        // The same changes every time, unless more are asked for.
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[count as u8; 32]);
        let result = TestRunner::new_with_rng(config, rng).run(
            &(prop::collection::vec(change(), 1..6), any::<bool>()),
            |(changes, is_sealed)| {
                let bytes = changed(valid.to_vec(), &changes);
                let bytes = if is_sealed { seal(&bytes) } else { bytes };
                if let Err(sentence) = read(&bytes) {
                    assert_sentence(&sentence);
                }
                Ok(())
            },
        );
        assert_eq!(result, Ok(()), "{name}");
    }
}

/// Runs [`within_limits`] in a process that is killed when it takes more memory or CPU time than it may.
fn read_within_limits(count: u32) {
    let script = format!(
        "ulimit -v {MOST_KILOBYTES} && ulimit -t {MOST_SECONDS} && exec \"$0\" --exact strangers::within_limits --nocapture"
    );
    let program = env::current_exe().unwrap();
    let output = Command::new("sh").args(["-c", &script]).arg(program).env(CASES, count.to_string()).output().unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{} {text}", output.status);
    assert!(text.contains("1 passed"), "{text}");
}

/// Does nothing unless [`read_within_limits`] started it.
#[test]
fn within_limits() {
    if let Some(count) = env::var_os(CASES) {
        read_all(count.to_str().unwrap().parse().unwrap());
    }
}

#[test]
fn any_bytes_give_an_answer_or_a_sentence() {
    read_within_limits(48);
}

#[test]
#[ignore = "takes a minute"]
fn many_bytes_give_an_answer_or_a_sentence() {
    read_within_limits(2000);
}
