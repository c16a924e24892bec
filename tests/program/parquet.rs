//! Rows as Parquet files.

use crate::command::{arena, names, path, refused, told};
use std::{path::Path, process::Command};

const RUN: [&str; 12] = [
    "run",
    "--quiet",
    "--no-charts",
    "--players",
    "rao,faulty-panic",
    "--scsa",
    "ab-color",
    "--sizes",
    "4x6,20x26",
    "--rounds",
    "50",
    "--out",
];

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
    told(&[&RUN[..], &[&out, "--format", "parquet"]].concat());
    let output = Command::new("python3").args(["-c", COMPARE, &out]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        said.starts_with("rounds (200, 10) String String Int32 Int32 Int64 String String String Int32 Float64"),
        "{said}"
    );
}

#[test]
fn files_follow_the_rows_and_go_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    told(&[&RUN[..], &[&out, "--format", "parquet"]].concat());
    let size = |name: &str| Path::new(&out).join(name).metadata().unwrap().len();
    assert!(names(&out).contains(&"rounds.parquet".to_owned()) && names(&out).contains(&"timings.parquet".to_owned()));
    let before = size("rounds.parquet");
    // An extension keeps them up to date.
    arena(&["run", "-q", "--no-charts", "--add", "dino", "--out", &out]).assert().success();
    assert!(size("rounds.parquet") > before);
    let said = told(&[&RUN[..1], &RUN[2..], &[&out, "--force"]].concat());
    assert!(!said.contains("parquet") && !names(&out).contains(&"rounds.parquet".to_owned()), "{said}");
    let line = refused(&[&RUN[..], &[&out, "--format", "parquet", "--no-rounds", "--force"]].concat());
    assert!(line.contains("--format parquet") && line.contains("--no-rounds"), "{line}");
}
