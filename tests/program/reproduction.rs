//! `arena reproduce report`: the report's tables beside today's results.

use crate::command::{path, refused, told};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Makes the tables in that folder.
fn reproduce(out: &str, options: &str) -> String {
    told(&["reproduce", "report", "--out", out].into_iter().chain(options.split(' ')).collect::<Vec<_>>())
}

/// The rows of a CSV file by their columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn read(folder: &str, name: &str) -> String {
    fs::read_to_string(Path::new(folder).join(name)).unwrap()
}

#[test]
fn tables_charts_and_pages_are_there_and_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let (once, again) = (path(folder.path(), "once"), path(folder.path(), "again"));
    let printed = reproduce(&once, "--rounds 2 --seed 3 --jobs 1");
    assert!(printed.contains("report.md") && printed.contains("times.md"), "{printed}");
    reproduce(&again, "--rounds 2 --seed 3 --jobs 2 --quiet");
    let tables = (1..=14).map(|table| format!("table-{table}.csv"));
    let reproducible = ["report.md", "contest/summary.csv", "mysteries/summary.csv"].map(str::to_owned);
    for name in tables.chain(reproducible) {
        assert_eq!(read(&once, &name), read(&again, &name), "{name}");
    }
    let page = read(&once, "report.md");
    for table in 1..=14 {
        assert!(page.contains(&format!("\n## Table {table}: ")), "{table}");
    }
    assert!(page.contains("arena reproduce report --rounds 2 --seed 3`"));
    // Every picture that a page shows is there.
    let mut shown = 0;
    for name in ["report.md", "times.md"] {
        for link in read(&once, name).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = Path::new(&once).join(link);
            assert!(target.exists(), "{name}: {link}");
            shown += usize::from(link.ends_with(".svg"));
        }
    }
    assert_eq!(shown, 4 + 6 + 4 + 1 + 2);
    for (table, times) in [(3, 18), (5, 15), (6, 15), (9, 12), (14, 12)] {
        assert_eq!(rows(&Path::new(&once).join(format!("table-{table}-times.csv"))).len(), times, "{table}");
    }
    assert!(!Path::new(&once).join("contest/rounds.csv").exists());

    let words = ["reproduce", "report", "--out", &once, "--rounds", "2"];
    assert!(refused(&words).contains("--force"));
    reproduce(&once, "--rounds 1 --force --quiet");
    assert!(read(&once, "report.md").contains("--rounds 1 --seed 1`"));
    let compared = rows(&Path::new(&once).join("table-4.csv")).iter().any(|row| !row["z_score"].is_empty());
    assert!(!compared, "one round gives no standard error");
    for words in [["--rounds", "0"], ["--jobs", "0"], ["--seed", "x"]] {
        let words = [&["reproduce", "report", "--force", "--out", &again], &words[..]].concat();
        assert!(refused(&words).contains(words[5]), "{words:?}");
    }
    assert!(refused(&["reproduce", "paper"]).contains("paper"));
}

/// A folder that cannot be written is refused before anything is played, and a run that fails leaves no page of an earlier one.
#[test]
fn a_page_never_remains_beside_matches_of_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "report");
    reproduce(&out, "--rounds 1 --quiet");
    fs::remove_dir_all(Path::new(&out).join("mysteries")).unwrap();
    fs::write(Path::new(&out).join("mysteries"), "a file").unwrap();
    let words = ["reproduce", "report", "--rounds", "1", "--out", &out];
    assert!(refused(&[&words[..], &["--force"]].concat()).contains("mysteries"));
    fs::remove_file(Path::new(&out).join("mysteries")).unwrap();
    // A table that cannot be removed.
    fs::remove_file(Path::new(&out).join("table-7.csv")).unwrap();
    fs::create_dir(Path::new(&out).join("table-7.csv")).unwrap();
    assert!(refused(&[&words[..], &["--force"]].concat()).contains("table-7.csv"));
    assert!(!Path::new(&out).join("report.md").exists());
    // The results of a tournament are not overwritten.
    let other = path(folder.path(), "results");
    told(&["run", "--players", "rao", "--sizes", "4x6", "--rounds", "1", "--no-charts", "--quiet", "--out", &other]);
    assert!(refused(&["reproduce", "report", "--out", &other]).contains("--force"));
}

/// The z-score is our figure less the report's, divided by the standard error of the difference.
#[test]
#[ignore = "takes 5 s: cargo test --test program reproduction:: -- --ignored"]
fn z_scores_follow_from_the_summary() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "report");
    reproduce(&out, "--rounds 400 --quiet");
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap();
    let summary = rows(&Path::new(&out).join("contest/summary.csv"));
    let own = summary
        .iter()
        .find(|row| {
            row["player"] == "dino" && row["scsa"] == "first-and-last" && row["pegs"] == "8" && row["colors"] == "10"
        })
        .unwrap();
    let table = rows(&Path::new(&out).join("table-2.csv"));
    let cell = table.iter().find(|row| row["scsa"] == "first-and-last" && row["quantity"] == "score").unwrap();
    assert_eq!(number(cell, "published"), 140.67484);
    assert!((number(cell, "measured") - number(own, "score") / 4.0).abs() < 1e-4);
    // The error of 100 rounds is twice that of 400, and ours over four is that of a SCORE of 100 rounds.
    let (ours, theirs) = (number(own, "score_se") / 4.0, number(own, "score_se") / 2.0);
    let z_score = (number(cell, "measured") - 140.67484) / ours.hypot(theirs);
    assert!((number(cell, "z_score") - z_score).abs() < 2e-3, "{z_score} {cell:?}");
    let game = rows(&Path::new(&out).join("table-3.csv"));
    let game = game.iter().find(|row| row["scsa"] == "first-and-last").unwrap();
    // Theirs is one game, whose error is the spread of ours.
    let se = number(own, "mean_guesses_se");
    let z_score = (number(own, "mean_guesses") - 10.0) / se.hypot(se * 20.0);
    assert!((number(game, "z_score") - z_score).abs() < 2e-3, "{z_score} {game:?}");
}

/// The report's figures are those of its tables, as transcribed independently.
#[test]
#[ignore = "needs ../shared"]
fn the_published_figures_are_those_of_shared_files() {
    let reference = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/reference");
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "report");
    reproduce(&out, "--rounds 1 --quiet");
    // Table, player, codemaker, size and quantity, and the figure.
    let mut ours: BTreeMap<[String; 5], String> = BTreeMap::new();
    for table in 1..=14 {
        for name in [format!("table-{table}.csv"), format!("table-{table}-times.csv")] {
            let file = Path::new(&out).join(name);
            for row in if file.exists() { rows(&file) } else { Vec::new() } {
                let size = format!("{}x{}", row["pegs"], row["colors"]);
                let key = [&row["table"], &row["player"], &row["scsa"], &size, &row["quantity"]].map(Clone::clone);
                assert!(ours.insert(key, row["published"].clone()).is_none());
            }
        }
    }
    let mut read = 0;
    let mut compare =
        |table: &str, player: &str, scsa: &str, row: &BTreeMap<String, String>, figure: &str, value: &str| {
            let size = format!("{}x{}", row["pegs"], row["colors"]);
            let key = [table, player, scsa, &size, figure].map(str::to_owned);
            let own = &ours[&key];
            let same = match value.strip_prefix('>') {
                Some(_) => own.is_empty(),
                None => own.parse::<f64>().unwrap() == value.parse::<f64>().unwrap(),
            };
            assert!(same, "{key:?}: {own} is not {value}");
            read += 1;
        };
    for row in rows(&reference.join("dino-table-1-rao.csv")) {
        compare("1", "baseline-4", "insert-colors", &row, "worst_guesses", &row["worst_guesses"]);
        compare("1", "baseline-4", "insert-colors", &row, "mean_guesses", &row["average_guesses"]);
    }
    for row in rows(&reference.join("dino-table-2-and-4-scores.csv")) {
        for (figure, column) in
            [("score", "score"), ("weighted_wins", "wins_weighted"), ("losses", "losses"), ("failures", "failures")]
        {
            compare(&row["table"], "dino", &row["scsa"], &row, figure, &row[column]);
        }
    }
    for row in rows(&reference.join("dino-timing-tables.csv")) {
        let player = row["player"].replace("dino-local-search", "local-search");
        for (figure, column) in [
            ("first_guess_us", "first_guess_us"),
            (if row["table"] == "5" { "later_guess_us" } else { "guess_us" }, "later_guess_us"),
            ("mean_guesses", "guesses_to_win"),
            ("round_us", "round_us"),
        ] {
            compare(&row["table"], &player, &row["scsa"], &row, figure, &row[column]);
        }
    }
    // Tables 7 and 8 are columns of Table 4.
    assert_eq!(read + 2 * 5 * 4, ours.len());
}
