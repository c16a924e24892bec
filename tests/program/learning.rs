//! `arena reproduce learning`: rules that no model was written for.

use crate::command::{path, refused, told};
use std::{collections::BTreeMap, fs, path::Path};

#[test]
#[ignore = "takes 5 s: cargo test --test program learning:: -- --ignored"]
fn rules_are_learned_and_played_and_the_files_are_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let (once, again) = (path(folder.path(), "once"), path(folder.path(), "again"));
    let options = ["reproduce", "learning", "--rules", "third-before,joined-words", "--rounds", "2", "--seed", "2"];
    let printed = told(&[&options[..], &["--jobs", "1", "--out", &once]].concat());
    assert!(printed.contains("learning.md") && printed.contains("learning.csv"), "{printed}");
    told(&[&options[..], &["--jobs", "2", "--out", &again, "--quiet"]].concat());
    let read = |folder: &str, name: &str| fs::read_to_string(Path::new(folder).join(name)).unwrap();
    for name in ["learning.md", "learning.csv", "from-samples/10x7/summary.csv", "rule-known/10x6/summary.csv"] {
        assert_eq!(read(&once, name), read(&again, name), "{name}");
    }
    assert!(Path::new(&once).join("from-samples/10x6/manifest.json").exists());

    let mut reader = csv::Reader::from_path(Path::new(&once).join("learning.csv")).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.iter().map(|row| &*row["rule"]).collect::<Vec<_>>(), ["third-before", "joined-words"]);
    for (row, summary) in rows.iter().zip(["10x6", "10x7"]) {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        assert_eq!((&*row["group"], &*row["rounds"], &*row["not_won"]), ("rules of the table", "2", "0"));
        assert!(number("bits") > number("true_bits") - 0.5 && number("bits") < number("true_bits") + 5.0, "{row:?}");
        let ratio = number("mean_guesses") / number("known_mean_guesses");
        assert!((number("ratio") - ratio).abs() < 1e-5, "{row:?}");
        // The matches say the same as the table.
        let summary = read(&once, &format!("from-samples/{summary}/summary.csv"));
        let mut summary = csv::Reader::from_reader(summary.as_bytes());
        let played: BTreeMap<String, String> = summary.deserialize().next().unwrap().unwrap();
        assert_eq!((&*played["player"], &*played["scsa"]), ("bayes-from-samples", &*row["rule"]));
        assert!((played["mean_guesses"].parse::<f64>().unwrap() - number("mean_guesses")).abs() < 1e-5, "{played:?}");
    }
    let page = read(&once, "learning.md");
    let command = "`arena reproduce learning --rounds 2 --seed 2 --rules third-before,joined-words`";
    assert!(page.contains(command) && page.contains("\n## Rules of the table\n"), "{page}");
    assert!(refused(&[&options[..], &["--out", &once]].concat()).contains("give --force"));
}

/// The rows of `learning.csv` in a folder, by their rule.
fn rows(folder: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("learning.csv")).unwrap();
    let rows = reader.deserialize().map(Result::unwrap);
    rows.map(|row: BTreeMap<String, String>| (row["rule"].clone(), row)).collect()
}

#[test]
fn what_is_learned_is_what_the_repository_shows() {
    let recorded = rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("results/learning"));
    assert_eq!(recorded.len(), 29);
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    told(&["reproduce", "learning", "--rules", "third-before,sorted-half", "--rounds", "1", "--quiet", "--out", &out]);
    let learned = rows(Path::new(&out));
    assert_eq!(learned.len(), 2);
    for (rule, row) in learned {
        for column in ["samples", "fresh_codes", "bits", "true_bits", "model_weight", "model"] {
            assert_eq!(row[column], recorded[&rule][column], "{rule}: {column}");
        }
    }
}

#[test]
fn unknown_rules_and_no_rounds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let said = |options: &[&str]| refused(&[&["reproduce", "learning", "--out", &out], options].concat());
    assert!(said(&["--rules", "cipher,chipher"]).contains("there is no rule chipher; choose --rules from cipher,"));
    assert!(said(&["--rounds", "0"]).contains("--rounds 0"));
    assert!(!Path::new(&out).exists());
}
