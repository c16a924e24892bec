//! The program: files are reproducible, and follow from the matches.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn studies(words: &str, out: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_studies");
    Command::new(program).args(words.split(' ')).arg("--out").arg(out).output().unwrap()
}

fn run(words: &str, out: &Path) {
    let output = studies(words, out);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{words}: {output:?}");
}

fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(Result::unwrap).collect()
}

fn results(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../results").join(name)
}

fn assert_same(one: &Path, other: &Path, names: &[&str]) {
    for name in names {
        assert_eq!(fs::read(one.join(name)).unwrap(), fs::read(other.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn the_report_is_reproducible_and_its_links_lead_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let (once, again) = (folder.path().join("once"), folder.path().join("again"));
    run("report --rounds 2 --seed 3 --jobs 1", &once);
    run("report --rounds 2 --seed 3 --jobs 2", &again);
    assert_same(&once, &again, &["report.md", "table-1.csv", "table-14.csv", "contest/summary.csv"]);
    let mut shown = 0;
    for name in ["report.md", "times.md"] {
        let page = fs::read_to_string(once.join(name)).unwrap();
        assert!(page.contains("studies -- report --rounds 2 --seed 3`") && !page.contains('{'), "{page}");
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(once.join(link).exists(), "{name}: {link}");
            shown += usize::from(link.ends_with(".svg"));
        }
    }
    assert_eq!(shown, 3);
    // A folder with files is replaced only by force.
    let refused = studies("report --rounds 2", &once);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("give --force"), "{refused:?}");
    run("report --rounds 1 --force", &once);
    assert!(rows(&once.join("table-4.csv")).iter().all(|row| row["z_score"].is_empty()), "one round has no error");
}

/// The z-score is our figure less the report's, divided by the standard error of the difference.
#[test]
fn z_scores_follow_from_the_summary() {
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap();
    let summary = rows(&results("report/contest/summary.csv"));
    let is = |row: &&BTreeMap<String, String>| {
        row["player"] == "dino" && row["scsa"] == "first-and-last" && row["pegs"] == "8" && row["colors"] == "10"
    };
    let own = summary.iter().find(is).unwrap();
    let table = rows(&results("report/table-2.csv"));
    let cell = table.iter().find(|row| row["scsa"] == "first-and-last" && row["quantity"] == "score").unwrap();
    assert_eq!(number(cell, "published"), 140.67484);
    // Ours over 200 is that of a SCORE of 100 rounds; the error of 100 rounds is the square root of 200 times that of 20000.
    let ours = number(own, "points_se") / 200.0;
    assert!((number(cell, "measured") - number(own, "points") / 200.0).abs() < 1e-4);
    let z_score = (number(cell, "measured") - 140.67484) / ours.hypot(ours * 200f64.sqrt());
    assert!((number(cell, "z_score") - z_score).abs() < 2e-3, "{z_score} {cell:?}");
    let game = rows(&results("report/table-3.csv"));
    let game = game.iter().find(|row| row["scsa"] == "first-and-last").unwrap();
    // Theirs is one game, whose error is the spread of ours.
    let se = number(own, "mean_guesses_se");
    let z_score = (number(own, "mean_guesses") - 10.0) / se.hypot(se * 20_000f64.sqrt());
    assert!((number(game, "z_score") - z_score).abs() < 2e-3, "{z_score} {game:?}");
}
