//! `arena scale`.

use crate::command::{path, refused, told};
use arena::CsvColumns;
use std::{fs, path::Path};

/// A results folder of made-up matches: `player` takes 3·M ln N guesses of 1 µs at each of these sizes, with 1 % more or less.
fn folder_of(folder: &Path, sizes: &[(u32, u32)]) {
    let out = path(folder, "real");
    let run = "run --players rao --scsa insert-colors --sizes 4x6 --rounds 2 --no-charts --quiet --no-rounds --out";
    told(&run.split(' ').chain([out.as_str()]).collect::<Vec<_>>());
    let table = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap();
    let made = folder.join("made");
    fs::create_dir(&made).unwrap();
    for name in ["summary.csv", "timing-summary.csv"] {
        let text = table(name);
        let (header, row) = text.split_once('\n').unwrap();
        let columns: Vec<&str> = header.split(',').collect();
        let mut lines = vec![header.to_owned()];
        for (index, &(pegs, colors)) in sizes.iter().enumerate() {
            let error = if index % 2 == 0 { 1.01 } else { 0.99 };
            let value = 3.0 * f64::from(colors) * f64::from(pegs).ln() * error;
            let changed = columns.iter().zip(row.trim_end().split(',')).map(|(column, cell)| match *column {
                "pegs" => pegs.to_string(),
                "colors" => colors.to_string(),
                "mean_guesses" | "round_us" => format!("{value:.6}"),
                _ => cell.to_owned(),
            });
            lines.push(changed.collect::<Vec<_>>().join(","));
        }
        fs::write(made.join(name), lines.join("\n") + "\n").unwrap();
    }
}

const GRID: [(u32, u32); 12] =
    [(4, 6), (4, 12), (4, 24), (8, 6), (8, 12), (8, 24), (12, 6), (12, 12), (12, 24), (20, 6), (20, 12), (20, 24)];

#[test]
fn the_law_of_made_up_results_is_found() {
    let folder = tempfile::tempdir().unwrap();
    folder_of(folder.path(), &GRID);
    let made = path(folder.path(), "made");
    let claims = ["--claim", "guesses=m-log-n^1", "--claim", "time=n^3"];
    let table = told(&[&["scale", &made], &claims[..]].concat());
    let guesses = table.split("Growth of the mean points").next().unwrap();
    let row = guesses.lines().find(|line| line.contains(" rao ")).unwrap();
    assert!(row.contains("a·(M ln N)ᵇ") && row.contains(" 12 "), "{row}");
    let verdict = |claim: &str| table.lines().find(|line| line.contains(claim)).unwrap().to_owned();
    assert!(verdict("m-log-n^1").contains("agrees"), "{table}");
    assert!(verdict("n^3").contains("disagrees"), "{table}");
    let scale = Path::new(&made).join("scale");
    let laws = fs::read_to_string(scale.join("laws.csv")).unwrap();
    let documented =
        |name: &str| CsvColumns::all().into_iter().find(|columns| columns.name == name).unwrap().names.join(",");
    assert_eq!(laws.lines().next().unwrap(), documented("laws"));
    let best = laws.lines().nth(1).unwrap();
    assert!(best.starts_with("rao,guesses,insert-colors,0,m-log-n,a·(M ln N)ᵇ,12,0,0,0,"), "{best}");
    let checks = fs::read_to_string(scale.join("claims.csv")).unwrap();
    assert_eq!((checks.lines().count(), checks.lines().next().unwrap()), (3, &*documented("claims")));
    let chart = fs::read_to_string(scale.join("growth-guesses.svg")).unwrap();
    assert!(chart.contains("M ln N") && chart.contains("rao: b = "), "the axis and the exponent are on the chart");
    // The same on another day.
    let again = path(folder.path(), "again");
    told(&[&["scale", &made, "--out", &again], &claims[..]].concat());
    for name in ["laws.csv", "claims.csv", "growth-guesses.svg", "growth-time.svg"] {
        assert!(fs::read(scale.join(name)).unwrap() == fs::read(Path::new(&again).join(name)).unwrap(), "{name}");
    }
    fs::remove_dir_all(&again).unwrap();
    let csv = told(&["scale", &made, "--out", &again, "--no-files", "--format", "csv"]);
    assert_eq!(csv, laws);
    assert!(!Path::new(&again).exists());
    let json = told(&["scale", &made, "--no-files", "--format", "json", "--claim", "time=n"]);
    assert!(json.contains("\"verdict\": \"disagrees\""), "{json}");
    assert!(told(&["scale", &made, "--no-files", "--format", "markdown"]).contains("\n| rao "));
}

#[test]
fn what_has_no_growth_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    folder_of(folder.path(), &GRID[..3]);
    let made = path(folder.path(), "made");
    let line = refused(&["scale", &made]);
    assert!(
        line.contains("has results at 3 sizes, which are too few for a law of growth; play 5 sizes or more"),
        "{line}"
    );
    assert!(!Path::new(&made).join("scale").exists());
    assert!(refused(&["scale", &made, "--players", "roa"]).contains("--players: 'roa' is not in"));
    assert!(refused(&["scale", &made, "--scsa", "cycle"]).contains("--scsa: 'cycle' is not in"));
    assert!(
        refused(&["scale", &made, "--claim", "luck=n"])
            .contains("'luck' is no quantity; give guesses, points, time, preparation")
    );
    assert!(refused(&["scale", &made, "--claim", "time=n^x"]).contains("an exponent is a number"));
    assert!(refused(&["scale", "no-such-folder"]).contains("no-such-folder"));
}

/// The sizes of a player without a round that was lost may be fewer than those of the grid: the caution says whose they are. A verdict
/// beside an interval that contains the claimed exponent has its reason in its row.
#[test]
fn cautions_and_verdicts_say_what_they_are_about() {
    let folder = tempfile::tempdir().unwrap();
    folder_of(folder.path(), &[&GRID[..], &[(4, 9)]].concat());
    let made = folder.path().join("made");
    // A second player that won all rounds only at the sizes of four pegs.
    let rows = fs::read_to_string(made.join("summary.csv")).unwrap();
    let columns: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    let place = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    let other = |row: &str| {
        let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
        cells[0] = "four".to_owned();
        if cells[place("pegs")] != "4" {
            (cells[place("wins")], cells[place("losses_guesses")]) = ("1".to_owned(), "1".to_owned());
        }
        cells.join(",") + "\n"
    };
    let others: String = rows.lines().skip(1).map(other).collect();
    fs::write(made.join("summary.csv"), format!("{rows}{others}")).unwrap();
    let table = told(&[
        "scale",
        &path(folder.path(), "made"),
        "--no-files",
        "--claim",
        "guesses=m-log-n^1",
        "--claim",
        "guesses=n-m^1",
    ]);
    let text = table.split_whitespace().collect::<Vec<_>>().join(" ");
    let caution = "Caution for the guesses of four, by their own sizes: all sizes have the same number of pegs";
    assert!(text.matches("Caution").count() == 1 && text.contains(caution), "{table}");
    let row = table.lines().find(|line| line.contains("n-m^1")).unwrap();
    assert!(row.contains("disagrees   exponent") || row.contains("disagrees   law (+"), "{row}");
}
