//! `arena analyze`: what simple strategies take, exactly.

#![allow(clippy::unwrap_used)]

mod program;

use program::{path, refused, told};
use std::{collections::BTreeMap, fs, path::Path};

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
        assert!(rows(&once, "claims.csv").is_empty(), "claims are of 4x6");
        for link in read(&once, "strategies.md").split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(Path::new(&once).join(link).exists(), "{link}");
        }
    }
    let out = path(folder.path(), "3x4");
    let strategies = rows(&out, "lc-prefixes.csv");
    assert_eq!(strategies[0]["strategy"], "lc");
    assert_eq!(strategies.iter().filter(|row| row["strategy"].matches('+').count() == 1).count(), 64);
    for row in &strategies {
        let secrets: Vec<u64> = row["lengths"].split(' ').map(|count| count.parse().unwrap()).collect();
        let total: u64 = (1..).zip(&secrets).map(|(guesses, secrets): (u64, _)| guesses * secrets).sum();
        assert_eq!((total.to_string(), secrets.iter().sum::<u64>()), (row["total_guesses"].clone(), 64));
        assert_eq!(secrets.len().to_string(), row["worst"]);
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
fn what_cannot_be_analyzed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let words = ["analyze", "--size", "2x3", "--out", &out, "--quiet"];
    told(&words);
    assert!(refused(&words).contains("--force"));
    told(&[&words[..], &["--force"]].concat());
    let other = path(folder.path(), "other");
    for (option, value, wanted) in [
        ("--size", "8x10", "8x10 has more than 4096 codes, too many to compare each with each; give a smaller one"),
        ("--size", "32x26", "32x26 has more than 4096 codes"),
        ("--size", "4", "'4' is no size of a game"),
        ("--jobs", "0", "--jobs 0 computes nothing"),
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
    fs::create_dir_all(Path::new(&full).join("strategies.md.new")).unwrap();
    for (out, wanted) in [(file, "cannot make the folder"), (full, "cannot write")] {
        // What is computed would be told in lines of its own.
        let line = refused(&["analyze", "--size", "2x3", "--out", &out]);
        assert!(line.contains(wanted) && line.ends_with("; give a folder that can be written with --out"), "{line}");
    }
}

/// `cargo test --release --test analyze -- --ignored`: half a minute.
#[test]
#[ignore = "long: with --release, half a minute"]
fn published_claims_stand_beside_what_is_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    told(&["analyze", "--out", &out, "--quiet"]);
    let claims = rows(&out, "claims.csv");
    let denied: Vec<(&str, &str, &str)> = claims
        .iter()
        .filter(|row| row["agrees"] == "no")
        .map(|row| (row["strategy"].as_str(), row["figure"].as_str(), row["computed"].as_str()))
        .collect();
    for wanted in [
        ("5466+4322+lc", "total_guesses", "5919"),
        ("5466+4322+lc", "average", "4.567130"),
        ("rc", "worst", "10"),
        ("x+y+lc", "smallest total", "5864"),
        ("1123", "most frequent responses", "W=276 RW=230 WW=222 R=182 RR=105"),
        ("1123+y", "different second guesses", "130"),
        ("1122", "candidates at the most", "256"),
        ("1122", "candidates after no peg", "256"),
    ] {
        assert!(denied.contains(&wanted), "{wanted:?} {denied:?}");
    }
    assert!(claims.iter().filter(|row| row["agrees"] == "yes").count() >= 38);

    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference/strategies-4x6.csv");
    if !reference.exists() {
        return;
    }
    // Every published figure is among the claims, as it was read off by others.
    for row in rows(reference.parent().unwrap().to_str().unwrap(), "strategies-4x6.csv") {
        for (column, figures) in [
            ("total_guesses", &["total_guesses"][..]),
            ("average", &["average", "average, simulated"]),
            ("worst", &["worst"]),
        ] {
            let claimed = |claim: &&BTreeMap<String, String>| {
                claim["strategy"] == row["strategy"] && figures.contains(&claim["figure"].as_str())
            };
            let told = claims.iter().find(claimed).map(|claim| claim["claimed"].clone());
            assert_eq!(told.unwrap_or_default(), row[column], "{row:?}");
        }
    }
}
