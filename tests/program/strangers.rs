//! Files, names and texts that somebody else wrote: numbers in them are bounded, and nothing in them reaches a terminal, a spreadsheet or
//! a page but as text.

use crate::{
    command::{arena, path, refused},
    page::{edit, play},
};
use player_api::is_hidden;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Writes the checksums of the frames of a journal anew.
fn seal(bytes: &mut [u8]) {
    let mut place = 24;
    while let Some(length) =
        bytes.get(place..place + 4).map(|head| u32::from_le_bytes(head.try_into().unwrap()) as usize)
    {
        let Some(content) = bytes.get(place + 8..place + 8 + length) else { break };
        let checksum = crc32fast::hash(content).to_le_bytes();
        bytes[place + 4..place + 8].copy_from_slice(&checksum);
        place += 8 + length;
    }
}

#[test]
fn a_journal_with_valid_checksums_and_impossible_rounds_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao --scsa insert-colors --sizes 4x6 --rounds 3");
    let rows = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    let secret: Vec<u8> =
        rows.lines().nth(1).unwrap().split(',').nth(5).unwrap().bytes().map(|letter| letter - b'A').collect();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/journal/valid.bin");
    let valid = fs::read(corpus).unwrap();
    let place = valid.windows(secret.len()).position(|part| *part == secret).unwrap();
    let resumed = path(folder.path(), "resumed");
    for (at, value, wanted) in [
        (place, 25, "the secrets of round 1 and those after it are not all codes of 4x6"),
        (place - 2, 5, "the secrets of round 1 and those after it are not all codes of 4x6"),
        (place + 33, 0x7f, "a round has 127 guesses; at most 100 were expected, and 1 of a win"),
    ] {
        let mut journal = valid.clone();
        journal[at] = value;
        seal(&mut journal);
        let _ = fs::remove_dir_all(&resumed);
        fs::create_dir(&resumed).unwrap();
        fs::write(Path::new(&resumed).join("journal.bin"), &journal).unwrap();
        fs::copy(Path::new(&out).join("manifest.json"), Path::new(&resumed).join("manifest.json")).unwrap();
        edit(&resumed, "manifest.json", |text| text.replace("rounds\": 3", "rounds\": 200000"));
        let line = refused(&["run", "--resume", "--out", &resumed, "--quiet"]);
        assert!(line.contains(wanted), "{line}");
        assert_eq!(fs::read(Path::new(&resumed).join("journal.bin")).unwrap(), journal, "nothing is cut off");
    }
}

/// The texts of a stranger: control sequences, a changed direction of writing, a formula, markup, a command.
const HOSTILE: &str = "\x1b[31m\u{9b}2J\u{202e}\u{2066}<img src=x onerror=alert(1)>|**[a](b)\u{7}";

/// The commands that print a results folder.
fn prints<'a>(out: &'a str, page: &'a str) -> Vec<Vec<&'a str>> {
    let formats = ["table", "markdown", "csv", "json"];
    let mut all: Vec<Vec<&str>> = formats
        .iter()
        .flat_map(|format| {
            let of = move |words: &[&'a str]| [words, &["--format", format]].concat();
            [of(&["show", out]), of(&["compare", out]), of(&["compare", out, "dino", "random"])]
        })
        .collect();
    all.extend([
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
