//! `arena analyze`: exact figures of simple strategies.

use crate::command::{path, refused, told};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

const FILES: [&str; 8] = [
    "strategies.md",
    "lc-prefixes.csv",
    "x-y-lc.csv",
    "x-y-lc-totals.csv",
    "rc.csv",
    "rc-lengths.csv",
    "players.csv",
    "claims.csv",
];

fn read(folder: &str, name: &str) -> String {
    fs::read_to_string(Path::new(folder).join(name)).unwrap()
}

fn rows(folder: &str, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(Path::new(folder).join(name)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_files_are_there_and_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for size in ["1x1", "2x2", "1x5", "3x4"] {
        let (once, again) = (path(folder.path(), size), path(folder.path(), &format!("{size}-again")));
        let printed = told(&["analyze", "--size", size, "--out", &once, "--jobs", "1"]);
        assert!(FILES.iter().all(|name| printed.contains(name)), "{printed}");
        assert_eq!(told(&["analyze", "--size", size, "--out", &again, "--jobs", "2", "--quiet"]), "");
        for name in FILES {
            assert_eq!(read(&once, name), read(&again, name), "{size} {name}");
        }
        assert!(rows(&once, "claims.csv").is_empty(), "claims are about 4x6");
        for link in read(&once, "strategies.md").split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(Path::new(&once).join(link).exists(), "{link}");
        }
    }
    let out = path(folder.path(), "3x4");
    let strategies = rows(&out, "lc-prefixes.csv");
    assert_eq!(strategies[0]["strategy"], "lc");
    assert_eq!(strategies.iter().filter(|row| row["strategy"].matches('+').count() == 1).count(), 64);
    for row in &strategies {
        let secrets: Vec<u64> = row["secrets_by_guesses"].split(' ').map(|count| count.parse().unwrap()).collect();
        let total: u64 = (1..).zip(&secrets).map(|(guesses, secrets): (u64, _)| guesses * secrets).sum();
        assert_eq!((total.to_string(), secrets.iter().sum::<u64>()), (row["total_guesses"].clone(), 64));
        assert_eq!(secrets.len().to_string(), row["max_guesses"]);
    }
    let pairs: u64 = rows(&out, "x-y-lc-totals.csv").iter().map(|row| row["pairs"].parse::<u64>().unwrap()).sum();
    assert_eq!(pairs, 64 * 65 / 2);
    let mut chances: BTreeMap<String, f64> = BTreeMap::new();
    for row in rows(&out, "rc-lengths.csv") {
        *chances.entry(row["strategy"].clone()).or_default() += row["probability"].parse::<f64>().unwrap();
    }
    assert!(chances.len() > 4 && chances.values().all(|sum| (sum - 1.0).abs() < 1e-8), "{chances:?}");
}

#[test]
fn unsupported_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let words = ["analyze", "--size", "2x3", "--out", &out, "--quiet"];
    told(&words);
    assert!(refused(&words).contains("--force"));
    told(&[&words[..], &["--force"]].concat());
    let other = path(folder.path(), "other");
    for (option, value, wanted) in [
        ("--size", "8x10", "8x10 has more than 4096 codes, too many for the feedback of all pairs"),
        ("--size", "32x26", "32x26 has more than 4096 codes"),
        ("--size", "4", "'4' is no size of a game"),
        ("--jobs", "0", "--jobs 0 is not from 1 to 1024"),
        ("--jobs", "x", "invalid value 'x'"),
    ] {
        let line = refused(&["analyze", "--out", &other, option, value]);
        assert!(line.contains(wanted), "{line}");
    }
    assert!(!Path::new(&other).exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_anything_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "file");
    fs::write(&file, "").unwrap();
    let full = path(folder.path(), "full");
    fs::create_dir_all(Path::new(&full).join("rc.csv")).unwrap();
    for (out, wanted) in [(file, "cannot make the folder"), (full, "cannot write")] {
        // A computation would print lines of progress.
        let line = refused(&["analyze", "--size", "2x3", "--force", "--out", &out]);
        assert!(line.contains(wanted) && line.ends_with("; give a folder that can be written with --out"), "{line}");
    }
}

/// The claims that are refuted: strategy, figure, and the computed figure.
const REFUTED: [(&str, &str, &str); 17] = [
    ("5466+4322+lc", "total_guesses", "5919"),
    ("5466+4322+lc", "mean_guesses", "4.567130"),
    ("rc", "max_guesses", "10"),
    ("easy", "total_guesses", "7470"),
    ("consistent-optimal", "total_guesses", "5660"),
    ("consistent-optimal", "mean_guesses", "4.367284"),
    ("consistent-optimal", "secrets with max_guesses", "14"),
    ("X+Y+lc", "smallest total", "5864"),
    ("X+rc", "first guesses better than none", "1122 1123"),
    ("1123+2245+rc", "better than 1123+4415+rc", "no"),
    ("1122", "largest part of the partition", "256"),
    ("1122", "candidates after a response of no peg", "256"),
    ("1123", "most frequent responses", "W=276 RW=230 WW=222 R=182 RR=105"),
    ("1123+Y", "classes of equivalent second guesses", "130"),
    ("average-consistent", "guesses of equal profile are equally good", "no"),
    ("consistent-knuth", "guesses more than knuth", "27"),
    ("knuth", "entries of the complete table", "1378"),
];

/// Published totals, means and worst cases.
const PUBLISHED: [(&str, [&str; 3]); 21] = [
    ("lc", ["7471", "5.76", "9"]),
    ("5463+lc", ["6021", "4.65", ""]),
    ("5466+lc", ["6021", "4.65", ""]),
    ("5463+4322+lc", ["5917", "4.57", ""]),
    ("5466+4322+lc", ["5885", "4.54", ""]),
    ("6564+4233+lc", ["5869", "4.53", ""]),
    ("6564+4332+lc", ["5869", "4.53", ""]),
    ("rc", ["", "4.64", "9"]),
    ("1111+rc", ["", "5.13", ""]),
    ("1112+rc", ["", "4.74", ""]),
    ("1122+rc", ["", "4.64", ""]),
    ("1123+rc", ["", "4.61", ""]),
    ("1234+rc", ["", "4.67", ""]),
    ("1123+2245+rc", ["", "4.592", ""]),
    ("1123+4415+rc", ["", "4.593", ""]),
    ("easy", ["7471", "5.76", "9"]),
    ("advanced", ["6210", "4.79", "8"]),
    ("knuth", ["5801", "4.48", "5"]),
    ("consistent-knuth", ["5828", "4.50", "6"]),
    ("consistent-optimal", ["5671", "4.38", "6"]),
    ("optimal", ["5625", "4.34", "6"]),
];

/// Checks the claims of an analysis of 4x6.
fn assert_claims(folder: &str) {
    let claims = rows(folder, "claims.csv");
    let field = |row: &'_ BTreeMap<String, String>, column: &str| row[column].clone();
    let refuted = claims.iter().filter(|row| row["agrees"] == "no");
    let refuted: Vec<[String; 3]> =
        refuted.map(|row| ["strategy", "figure", "computed"].map(|column| field(row, column))).collect();
    assert_eq!(refuted, REFUTED.map(|(strategy, figure, computed)| [strategy, figure, computed].map(str::to_owned)));
    let counted = |word: &str| claims.iter().filter(|row| row["agrees"] == word).count();
    assert_eq!((counted("yes"), counted("not computed"), claims.len()), (97, 3, 117));
    let page = read(folder, "strategies.md");
    let (_, evidence) = page.split_once("## Claims that are refuted").unwrap();
    for (strategy, figure, computed) in REFUTED {
        let (_, after) = evidence.split_once(&format!("**{strategy}, {figure}**: published is ")).unwrap();
        assert!(after.lines().next().unwrap().ends_with(&format!("; computed is {computed}.")), "{strategy} {figure}");
    }
    for (strategy, figures) in PUBLISHED {
        for (column, published) in ["total_guesses", "mean_guesses", "max_guesses"].into_iter().zip(figures) {
            let is = |row: &&BTreeMap<String, String>| {
                row["strategy"] == strategy && row["figure"].split(',').next() == Some(column)
            };
            let own = claims.iter().find(is).map(|row| field(row, "published"));
            assert_eq!(own.unwrap_or_default(), published, "{strategy} {column}");
        }
    }
}

/// Strategies have the same names in all tables, which are those of players.
fn assert_names(folder: &str) {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for table in ["lc-prefixes.csv", "x-y-lc.csv", "rc.csv", "rc-lengths.csv", "players.csv"] {
        for row in rows(folder, table) {
            let name = &row["strategy"];
            assert_eq!(players::find(name).unwrap().name(), name, "{table}");
            names.insert(name.clone());
        }
    }
    for (name, _) in PUBLISHED {
        assert!(names.contains(name), "{name}");
    }
}

#[test]
fn the_recorded_analysis_checks_the_published_claims() {
    let folder = path(Path::new(env!("CARGO_MANIFEST_DIR")), "results/strategies");
    assert_claims(&folder);
    assert_names(&folder);
}

/// The answers of `the_answers_at_4x6` of `exact-openings`, which computes them anew, as they are recorded.
#[test]
fn the_recorded_answers_are_the_known_ones() {
    let folder = path(Path::new(env!("CARGO_MANIFEST_DIR")), "results/strategies");
    let page = read(&folder, "strategies.md");
    for answer in [
        "of all 840456 pairs have the total **5864**, a mean of 4.524691: 3244+6536+lc, 3255+6436+lc.",
        "rc has the mean 4.643523; the best X+rc, 1123+rc, has 4.611487. The best pair is 1123+2245+rc, with",
        "Of the 26149 classes of three different codes, ",
        " = 5967, whatever follows.",
    ] {
        assert!(page.contains(answer), "{answer}");
    }
    let of_rc = rows(&folder, "rc.csv");
    for (strategy, column, figure) in [
        ("rc", "max_guesses", 10.0),
        ("1111+rc", "mean_guesses", 5.130772),
        ("1112+rc", "mean_guesses", 4.740790),
        ("1122+rc", "mean_guesses", 4.636134),
        ("1123+rc", "mean_guesses", 4.611487),
        ("1234+rc", "mean_guesses", 4.668900),
        ("1123+2434+3566+rc", "total_guesses", 6118.532501),
    ] {
        let row = of_rc.iter().find(|row| row["strategy"] == strategy).unwrap();
        assert!((row[column].parse::<f64>().unwrap() - figure).abs() < 1e-6, "{row:?}");
    }
}

/// `cargo test --release --test program analyze:: -- --ignored`: half a minute.
#[test]
#[ignore = "long: with --release, half a minute"]
fn an_analysis_checks_the_published_claims() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    told(&["analyze", "--out", &out, "--quiet"]);
    assert_claims(&out);
    assert_names(&out);
    for name in FILES {
        assert_eq!(read(&out, name), read(concat!(env!("CARGO_MANIFEST_DIR"), "/results/strategies"), name), "{name}");
    }
}
