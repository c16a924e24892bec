//! Rows as Parquet files.

use crate::command::{arena, names, path, refused, told};
use std::{collections::BTreeMap, path::Path, process::Command};
use tournament::Summary;

/// Plays a tournament into a folder with more options, and returns what is printed.
fn run(out: &str, more: &str) -> String {
    let options = "--players rao,faulty-panic --scsa ab-color --sizes 4x6,20x26 --rounds 50 --no-charts";
    told(&format!("run --out {out} {options} {more}").split(' ').collect::<Vec<_>>())
}

/// Compares the files with the CSV files, column by column.
const COMPARE: &str = r#"
import sys
import polars as pl
for name in ["rounds", "timings"]:
    rows = pl.read_parquet(f"{sys.argv[1]}/{name}.parquet")
    text = pl.read_csv(f"{sys.argv[1]}/{name}.csv", schema=rows.schema)
    assert rows.equals(text), name
    print(name, rows.shape, *rows.dtypes)
"#;

#[test]
#[ignore = "needs polars: pip install polars, then cargo test --test program parquet:: -- --ignored"]
fn polars_reads_the_rows_of_the_csv_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    run(&out, "--quiet --format parquet");
    let output = Command::new("python3").args(["-c", COMPARE, &out]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        said.starts_with("rounds (200, 10) String String Int32 Int32 Int64 String String String Int32 Float64"),
        "{said}"
    );
}

/// The example of the documents, whose means are those of all tables.
#[test]
#[ignore = "needs polars: pip install polars, then cargo test --test program parquet:: -- --ignored"]
fn the_example_of_the_documents_counts_rounds_that_were_not_won() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let run = "run --players rao,one-color,faulty-panic --scsa ab-color,only-once --sizes 4x6 --rounds 60 --no-charts --quiet";
    told(&[&run.split(' ').collect::<Vec<_>>()[..], &["--format", "parquet", "--out", &out]].concat());
    let document = include_str!("../../docs/tournaments.md");
    let example = document.split("```python\nimport polars").nth(1).unwrap().split("```").next().unwrap();
    let example = example.replace("results/latest", &out).replace("print(", "show(");
    let program = format!("show = lambda rows: print(rows.write_csv())\nimport polars{example}");
    let output = Command::new("python3").args(["-c", &program]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut means = BTreeMap::new();
    for row in String::from_utf8(output.stdout).unwrap().lines().skip(1).filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = row.split(',').collect();
        means.insert((fields[0].to_owned(), fields[1].to_owned()), fields[2].parse::<f64>().unwrap());
    }
    let rows = csv::Reader::from_path(Path::new(&out).join("summary.csv")).unwrap().into_deserialize();
    let rows: Vec<Summary> = rows.map(Result::unwrap).collect();
    assert_eq!((rows.len(), means.len()), (6, 6));
    assert!(rows.iter().any(|row| row.failures() > 0) && rows.iter().any(|row| row.losses() > 0));
    for row in rows {
        let mean = row.mean_guesses_of_all_rounds(100).unwrap().mean;
        assert!((means[&(row.player.clone(), row.scsa.clone())] - mean).abs() < 1e-9, "{row:?}");
    }
}

#[test]
fn files_follow_the_rows_and_go_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    run(&out, "--quiet --format parquet");
    let size = |name: &str| Path::new(&out).join(name).metadata().unwrap().len();
    assert!(names(&out).contains(&"rounds.parquet".to_owned()) && names(&out).contains(&"timings.parquet".to_owned()));
    let before = size("rounds.parquet");
    // An extension keeps them up to date.
    arena(&["run", "-q", "--no-charts", "--add", "dino", "--out", &out]).assert().success();
    assert!(size("rounds.parquet") > before);
    let said = run(&out, "--force");
    assert!(!said.contains("parquet") && !names(&out).contains(&"rounds.parquet".to_owned()), "{said}");
    let line = refused(&["run", "--out", &out, "--format", "parquet", "--no-rounds", "--force"]);
    assert!(line.contains("--format parquet") && line.contains("--no-rounds"), "{line}");
}
