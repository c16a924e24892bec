//! Files, names and texts that somebody else wrote: numbers in them are bounded, and nothing in them reaches a terminal, a spreadsheet or
//! a page but as text.

use crate::command::{arena, path, refused, told};
use player_api::is_hidden;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A tournament in a folder of its own.
fn tournament(options: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let words = ["run", "--out", &out, "--quiet", "--no-charts", "--scsa", "insert-colors", "--sizes", "4x6"];
    told(&words.into_iter().chain(options.split(' ')).collect::<Vec<_>>());
    (folder, out)
}

/// Replaces the first occurrence of a text in a file.
fn replace(out: &str, file: &str, from: &str, to: &str) {
    let path = Path::new(out).join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file}: {text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

/// What a program prints that may take 4 GB of address space and 200 s of CPU time, and its exit code.
fn limited(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 4194304 && ulimit -t 200 && exec \"$0\" \"$@\"",
            assert_cmd::cargo::cargo_bin!("arena").to_str().unwrap(),
        ])
        .args(words)
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (output.status.code(), text)
}

/// The first row of `rounds.csv`.
fn first_row(out: &str) -> String {
    fs::read_to_string(Path::new(out).join("rounds.csv")).unwrap().lines().nth(1).unwrap().to_owned()
}

#[test]
fn a_row_of_a_billion_guesses_is_a_finding_and_refused_elsewhere() {
    let (_folder, out) = tournament("--players rao,dino --rounds 3");
    let row = first_row(&out);
    let fields: Vec<&str> = row.split(',').collect();
    replace(&out, "rounds.csv", &row, &[&fields[..8], &["1000000000", fields[9]]].concat().join(","));
    let (code, text) = limited(&["verify", &out, "--rounds", "0"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains(
            "round 1 of rao against insert-colors has '1000000000' guesses; 1 to 100, the guess limit, were expected"
        ),
        "{text}"
    );
    let file = format!("{out}/report.html");
    for words in [
        &["report", &out, "--out", &file][..],
        &["compare", &out],
        &["run", "--extend", "--rounds", "4", "--out", &out, "--quiet"],
    ] {
        let (code, text) = limited(words);
        assert_eq!((code, text.lines().count()), (Some(2), 1), "{words:?}: {text}");
        assert!(text.contains("1000000000") && text.contains("rounds.csv"), "{text}");
    }
}

/// What is kept of all pairs of players, and of players and matches, does not grow without bound.
#[test]
fn more_players_or_matches_than_a_tournament_has_are_refused() {
    for (player, scsa, wanted) in [("p#", "insert-colors", "1003 players"), ("rao", "s#", "20002 codemakers at a size")]
    {
        let (_folder, out) = tournament("--players rao,dino --rounds 3");
        for file in ["summary.csv", "rounds.csv"] {
            let path = Path::new(&out).join(file);
            let mut text = fs::read_to_string(&path).unwrap();
            let row = text.lines().nth(1).unwrap().to_owned();
            let fields = row.split_once(",4,6,").unwrap().1;
            for number in 0..if player == "rao" { 20_001 } else { 1001 } {
                let name = |text: &str| text.replace('#', &number.to_string());
                text += &format!("{},{},4,6,{fields}\n", name(player), name(scsa));
            }
            fs::write(path, text).unwrap();
        }
        for words in
            [&["show", &out][..], &["charts", &out], &["compare", &out], &["report", &out, "--out", "page.html"]]
        {
            let (code, text) = limited(words);
            assert_eq!((code, text.lines().count()), (Some(2), 1), "{words:?}: {text}");
            assert!(text.contains("summary.csv") && text.contains(wanted), "{text}");
        }
    }
}

#[test]
fn lists_and_files_of_codes_have_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let [file, codes] = ["t.toml", "codes.txt"].map(|name| path(folder.path(), name));
    fs::write(&codes, "A\n".repeat(5_000_001)).unwrap();
    let (learned, played) = (["learn", &codes], ["run", "--scsa", &format!("codes:{codes}"), "--sizes", "1x1"]);
    let weighted = ["run", "--scsa", &format!("weighted:{codes}"), "--sizes", "1x1"];
    for words in [&learned[..], &played, &weighted] {
        let (code, text) = limited(words);
        assert!(code == Some(2) && text.contains("holds more than 5000000 codes"), "{words:?}: {text}");
    }
    for text in
        [format!("players = [{}]", "\"rao\", ".repeat(100_000)), format!("sizes = \"{}\"", "4x6,".repeat(200_000))]
    {
        fs::write(&file, text).unwrap();
        let (code, text) = limited(&["plan", &file]);
        assert!(code == Some(2) && text.contains("items are given; a list has 10000 at most"), "{text}");
    }
}

#[test]
fn times_of_any_size_are_bounded() {
    let (_folder, out) = tournament("--players rao,dino --rounds 3");
    let times = fs::read_to_string(Path::new(&out).join("timings.csv")).unwrap();
    let row = times.lines().nth(1).unwrap();
    let head = row.split(',').take(5).collect::<Vec<_>>().join(",");
    replace(&out, "timings.csv", row, &format!("{head},0.000,1e-300,1e12"));
    let (code, text) = limited(&["verify", &out, "--rounds", "0"]);
    assert!(code == Some(1) && text.contains("timing-summary.csv"), "{code:?} {text}");
}

#[test]
fn a_manifest_of_impossible_numbers_is_refused() {
    let (_folder, out) = tournament("--players rao --rounds 3");
    for (from, to, wanted) in [
        ("\"guess_limit\": 100", "\"guess_limit\": 10000000000000", "guess_limit is not from 1 to 1000000"),
        ("\"time_limit_s\": 5.0", "\"time_limit_s\": 1e300", "time_limit_s is not from 0.001 to 86400"),
        ("\"match_rounds\": 3", "\"match_rounds\": 18446744073709551615", "match_rounds is not less than 1e12"),
        ("\"4x6\"\n", "\"99999999999x6\"\n", "sizes: '99999999999x6' is no size of a game"),
        ("\"rao\"\n", "\"\\u001b[31mrao\"\n", "the name '\\u001b[31mrao' has a character that is not shown"),
    ] {
        replace(&out, "manifest.json", from, to);
        for words in [
            &["verify", &out, "--rounds", "0"][..],
            &["run", "--from", &out, "--out", "again"],
            &["run", "--extend", "--out", &out],
        ] {
            assert!(refused(words).contains(wanted), "{words:?}");
        }
        replace(&out, "manifest.json", to, from);
    }
}

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
    let (folder, out) = tournament("--players rao --rounds 3");
    let row = first_row(&out);
    let secret: Vec<u8> = row.split(',').nth(5).unwrap().bytes().map(|letter| letter - b'A').collect();
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
        replace(&resumed, "manifest.json", "\"match_rounds\": 3", "\"match_rounds\": 200000");
        replace(&resumed, "manifest.json", "\"rounds\": 3", "\"rounds\": 200000");
        let (code, text) = limited(&["run", "--resume", "--out", &resumed, "--quiet"]);
        assert!(code == Some(2) && text.contains(wanted), "{code:?} {text}");
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
    let (folder, out) = tournament("--players dino,random,faulty-color --rounds 20");
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
    type Edit<'a> = (&'a str, Box<dyn Fn(&str) -> String + 'a>);
    let edits: Vec<Edit<'_>> = vec![
        ("names", Box::new(|text| text.replace("random", HOSTILE))),
        ("formulas", Box::new(|text| text.replace("random", "=1+1"))),
        ("rounds.csv", Box::new(|text| text.replacen("illegal guess: ", &format!("protocol: {HOSTILE}"), 1))),
        (
            "summary.csv",
            Box::new(|text| {
                text.lines().map(|line| format!("{line}{}\n", if line.ends_with(',') { HOSTILE } else { "" })).collect()
            }),
        ),
        (
            "summary.csv",
            Box::new(|text| {
                text.lines().map(|line| format!("{line}{}\n", if line.ends_with(',') { "=1+1" } else { "" })).collect()
            }),
        ),
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

/// A long name is refused where it is given, in one short line.
#[test]
fn names_of_any_length_are_answered_at_once() {
    let long = "n".repeat(100_000);
    let program = format!("{long}=true");
    for words in [
        &["games", &long][..],
        &["run", "--players", &long],
        &["run", "--players", &program],
        &["run", "--player", &program],
        &["run", "--codemaker", &program],
        &["run", "--scsa", &long],
        &["check-player", &program],
        &["codes", &long],
        &["new-player", &long, "--language", "c"],
        &["learn", &long],
    ] {
        let (code, text) = limited(words);
        assert_eq!((code, text.lines().count()), (Some(2), 1), "{}: {text:.200}", words[0]);
        assert!(text.len() < 10_000, "{}: {} bytes", words[0], text.len());
    }
}
