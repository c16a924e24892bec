//! `arena charts --facet`: figures for papers, and the tables beside them.

use crate::command::{arena, names, path, refused, told};
use std::fs;
use tempfile::TempDir;

/// A small tournament, and its folder.
fn tournament() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let options = "run --players rao,random --scsa insert-colors,ab-color --sizes 3x4,6x10,20x26 --rounds 6 --guess-limit 60 \
                   --no-charts --quiet --out";
    told(&options.split_whitespace().chain([out.as_str()]).collect::<Vec<_>>());
    (folder, out)
}

/// The numbers of an attribute of the root of an SVG, in points.
fn attribute(svg: &str, name: &str) -> f64 {
    let start = svg.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
    svg[start..].split("pt\"").next().unwrap().parse().unwrap()
}

#[test]
fn figures_have_their_width_and_a_table_beside_them() {
    let (_folder, out) = tournament();
    let formats: &[&str] = if cfg!(feature = "figures") { &["pdf", "png", "svg"] } else { &["svg"] };
    let list = formats.join(",");
    let words = ["charts", &out, "--facet", "scsa", "--x", "codes", "--width", "84mm", "--format", &list];
    let printed = told(&words);
    let written = names(&format!("{out}/figures"));
    let wanted: Vec<String> =
        ["csv"].iter().chain(formats).map(|extension| format!("guesses-by-scsa.{extension}")).collect();
    assert_eq!(written, wanted);
    assert_eq!(printed.lines().count(), wanted.len(), "{printed}");
    let read = |extension: &str| fs::read(format!("{out}/figures/guesses-by-scsa.{extension}")).unwrap();
    let svg = String::from_utf8(read("svg")).unwrap();
    let width = 84.0 / 25.4 * 72.0;
    assert!((attribute(&svg, "width") - width).abs() < 0.01, "{}", &svg[..300]);
    for text in ["insert-colors", "ab-color", "number of codes", "mean guesses of a round", "rao", "random"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}: {svg}");
    }
    if cfg!(feature = "figures") {
        let pdf = String::from_utf8_lossy(&read("pdf")).into_owned();
        assert!(pdf.starts_with("%PDF-") && pdf.contains("/MediaBox [0 0 238.1"), "{}", &pdf[..200]);
        // The width is the first number of the header.
        let pixels = u32::from_be_bytes(read("png")[16..20].try_into().unwrap());
        assert_eq!(f64::from(pixels), (width / 72.0 * 300.0).round());
    }
    let table = String::from_utf8(read("csv")).unwrap();
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let header: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header, ["player", "scsa", "pegs", "colors", "x", "y", "low", "high", "lower_bound"]);
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2 * 2 * 3, "{table}");
    let summary = fs::read_to_string(format!("{out}/summary.csv")).unwrap();
    for row in &rows {
        let [x, y, low, high] = [4, 5, 6, 7].map(|column| row[column].parse::<f64>().unwrap_or(f64::NAN));
        let codes = row[3].parse::<f64>().unwrap().powi(row[2].parse().unwrap());
        assert_eq!(x, codes);
        assert!(low.is_nan() || (low <= y && y <= high), "{row:?}");
        assert!(
            summary.lines().any(|line| line.starts_with(&format!("{},{},{},{},", &row[0], &row[1], &row[2], &row[3])))
        );
        // A player that does not find secrets of 20x26 has a lower bound.
        let is_bound = &row[0] == "random" && &row[2] == "20" && &row[1] == "insert-colors";
        assert!(!is_bound || (&row[8] == "true" && y == 60.0), "{row:?}");
    }
    // The same results give the same bytes.
    told(&[&words[..], &["--out", &format!("{out}/again")]].concat());
    for file in wanted {
        assert_eq!(
            fs::read(format!("{out}/figures/{file}")).unwrap(),
            fs::read(format!("{out}/again/{file}")).unwrap(),
            "{file}"
        );
    }
}

#[test]
fn sizes_are_panels_of_rows() {
    let (_folder, out) = tournament();
    for (quantity, title) in [("points", "mean points of a round"), ("time", "CPU time of a round, µs")] {
        told(&["charts", &out, "--facet", "size", "--y", quantity, "--players", "random,rao"]);
        let svg = fs::read_to_string(format!("{out}/figures/{quantity}-by-size.svg")).unwrap();
        for text in ["3x4", "6x10", "20x26", title] {
            assert!(svg.contains(&format!(">{text}</text>")), "{text}: {svg}");
        }
        let labels = svg.matches(">rao</text>").count();
        assert_eq!(labels, 6, "a row for each panel and codemaker: {svg}");
        // The order of the players is that of the option.
        assert!(svg.find(">random<").unwrap() < svg.find(">rao<").unwrap());
    }
}

/// Texts are on the page, and labels beside lines do not cover each other.
#[test]
fn everything_is_on_the_page() {
    let (_folder, out) = tournament();
    for width in ["2.5in", "3.3in", "7in", "40cm"] {
        told(&["charts", &out, "--facet", "scsa", "--width", width]);
        let svg = fs::read_to_string(format!("{out}/figures/guesses-by-scsa.svg")).unwrap();
        let [page_width, page_height] = ["width", "height"].map(|name| attribute(&svg, name));
        let number = |line: &str, name: &str| -> f64 {
            let start = line.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
            line[start..].split('"').next().unwrap().parse().unwrap()
        };
        let mut places = Vec::new();
        for line in svg.lines().filter(|line| line.starts_with("<text")) {
            // Coordinates are hundredths of a point.
            let [x, y] = ["x", "y"].map(|name| number(line, name) / 100.0);
            assert!((0.0..=page_width).contains(&x) && (0.0..=page_height).contains(&y), "{width}: {line}");
            if line.contains(">rao<") || line.contains(">random<") {
                places.push((x, y));
            }
        }
        assert_eq!(places.len(), 4, "{width}");
        for (index, (x, y)) in places.iter().enumerate() {
            assert!(places[..index].iter().all(|(other_x, other_y)| x != other_x || (y - other_y).abs() > 7.0));
        }
    }
}

#[test]
fn wrong_options_write_nothing() {
    let (_folder, out) = tournament();
    let before = names(&out);
    let figure = |options: &str| {
        refused(&["charts", &out, "--facet", "scsa"].into_iter().chain(options.split(' ')).collect::<Vec<_>>())
    };
    assert!(figure("--players roa").contains("--players: 'roa' is not in"));
    assert!(figure("--scsa two-color").contains("--scsa: 'two-color' is not in"));
    assert!(figure("--width 3.3").contains("give a length from 1in to 48in with its unit"));
    assert!(figure("--width 1in").contains("inches wide; give a larger --width"));
    assert!(figure("--format gif").contains("give one of svg, png, pdf"));
    assert!(figure("--y score").contains("'score' is no quantity"));
    assert!(figure("--x pegs").contains("give size or codes"));
    assert!(refused(&["charts", &out, "--facet", "player"]).contains("give scsa or size"));
    assert!(refused(&["charts", &out, "--width", "3in"]).contains("--facet"));
    assert!(refused(&["charts", "nothing", "--facet", "scsa"]).contains("a results folder was expected"));
    assert_eq!(names(&out), before);
}

/// A program without PNG and PDF says how to build one that has them, before anything is played.
#[test]
fn formats_are_drawn_or_refused() {
    let (_folder, out) = tournament();
    let run = ["run", "--players", "rao", "--sizes", "4x6", "--rounds", "2", "--out", &out, "--chart-format", "png"];
    if cfg!(feature = "figures") {
        assert!(told(&["charts", &out, "--format", "svg,png,pdf"]).contains(" charts in "));
        let drawn = names(&format!("{out}/charts"));
        assert!(["png", "pdf"].iter().all(|end| drawn.contains(&format!("scores-3x4.{end}"))), "{drawn:?}");
    } else {
        for words in [&["charts", &out, "--format", "svg,png"][..], &["charts", &out, "--format", "pdf"], &run] {
            let line = refused(words);
            assert!(line.contains("cargo build --release --features figures"), "{line}");
        }
    }
    let output = arena(&["charts", &out, "--format", "gif"]).assert().code(2);
    assert!(String::from_utf8_lossy(&output.get_output().stderr).contains("give one of svg, png, pdf"));
}
