//! The numbers of `arena show`, `arena compare` and `arena charts --facet` follow from the rows of the files.

use crate::command::{arena, names, path, refused, told};
use crate::page::{edit, play};
use arena::CsvColumns;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};
use tempfile::TempDir;
use tournament::Summary;

/// A copy of a results folder.
fn copy(folder: &str, name: &str) -> String {
    let to = Path::new(folder).with_file_name(name);
    fs::create_dir(&to).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
    to.to_str().unwrap().to_owned()
}

/// The leaderboard as CSV, by player: the fields by column.
fn leaderboard(words: &[&str]) -> BTreeMap<String, BTreeMap<String, String>> {
    let text = told(&[&["show", "--format", "csv"], words].concat());
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize().map(Result::unwrap);
    rows.map(|row: BTreeMap<String, String>| (row["player"].clone(), row)).collect()
}

#[test]
fn all_formats_have_the_numbers_of_the_summary() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(
        &folder,
        "out",
        "--players rao,one-color,optimal,dino --scsa insert-colors,only-once --sizes 4x6,6x8 --rounds 12",
    );
    let matches: Vec<Summary> = csv::Reader::from_path(Path::new(&out).join("summary.csv"))
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect();
    let board = leaderboard(&[&out]);
    assert_eq!(board.len(), 4);
    for player in ["rao", "dino", "one-color"] {
        let own = || matches.iter().filter(|row| row.player == player);
        let number = |column: &str| board[player][column].parse::<f64>().unwrap();
        let score: f64 = own().map(|row| row.score).sum();
        assert!((number("score") - score).abs() < 1e-9, "the sum of the rows of summary.csv: {player}");
        assert!((number("points") - score / 48.0).abs() < 1e-9, "{player}");
        assert!(number("score_low") <= score && number("score_high") >= score, "{player}");
        // `optimal` refuses 6x8.
        let shared = own().filter(|row| row.pegs == 4);
        let guesses: f64 = shared.map(|row| row.mean_guesses_of_all_rounds(100).unwrap().mean).sum::<f64>() / 2.0;
        assert!((number("guesses") - guesses).abs() < 1e-9, "{player}");
        assert_eq!(number("wins") as u64, own().map(|row| row.wins).sum::<u64>());
        assert_eq!(number("losses") as u64, own().map(Summary::losses).sum::<u64>());
        assert_eq!((&*board[player]["matches"], &*board[player]["rounds"]), ("4", "48"));
        assert_eq!(board[player]["guesses_is_bound"], (player == "one-color").to_string());
    }
    let optimal = &board["optimal"];
    assert_eq!((&*optimal["place"], &*optimal["rounds"], &*optimal["not_played"]), ("3", "24", "24"));
    assert_eq!(optimal["note"], "refused 2 of the 4 matches: its best strategy takes too long to find");

    let columns = CsvColumns::all().into_iter().find(|columns| columns.name == "leaderboard").unwrap().names;
    let csv = told(&["show", &out, "--format", "csv"]);
    assert_eq!(csv.lines().next().unwrap(), columns.join(","));
    let help = told(&["show", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains(&columns.join(", ")), "{help}");

    let json: Value = serde_json::from_str(&told(&["show", &out, "--format", "json"])).unwrap();
    for row in json["leaderboard"].as_array().unwrap() {
        for (column, text) in &board[row["player"].as_str().unwrap()] {
            let same = match &row[column] {
                Value::Null => text.is_empty(),
                Value::String(value) => value == text,
                // Reading a number may change its last digit.
                Value::Number(value) if value.is_f64() => {
                    let (value, other) = (value.as_f64().unwrap(), text.parse::<f64>().unwrap());
                    (value - other).abs() <= 1e-15 * other.abs()
                }
                value => *text == format!("{value}"),
            };
            assert!(same, "{column}: {text} in CSV, {} in JSON", row[column]);
        }
    }
    let in_json: Vec<Summary> = serde_json::from_value(json["matches"].clone()).unwrap();
    assert_eq!(in_json, matches);
    assert_eq!(json["setup"]["folders"][0]["manifest"]["seed"], 1);
    assert_eq!(json["setup"]["ranked_matches"].as_array().unwrap().len(), 4);
    assert_eq!((&json["setup"]["guess_matches"], &json["setup"]["time_matches"]), (&2.into(), &2.into()));

    let table = told(&["show", &out]);
    let markdown = told(&["show", &out, "--format", "markdown"]);
    let html = told(&["show", &out, "--format", "html"]);
    for row in board.values().filter(|row| !row["place"].is_empty()) {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        let score = format!("{:.1} ± {:.1}", number("score"), (number("score_high") - number("score_low")) / 2.0);
        for text in [&table, &markdown, &html] {
            assert!(text.contains(&score), "{score} in {text}");
        }
    }
    for row in matches.iter().filter(|row| row.rounds > 0) {
        let score = format!("{:.2}", row.score);
        assert!(table.contains(&score) && markdown.contains(&score) && html.contains(&format!(">{score}</td>")));
    }
    assert!(markdown.contains("\n| place | player    | group |"), "{markdown}");
    assert!(markdown.contains("\nRefused, and worth 0:\n\n- optimal: refused 2 of the 4 matches: "), "{markdown}");
}

/// The fields of the leaderboard that follow from counts, by player. Times are measured.
fn counted_fields(words: &[&str]) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut board = leaderboard(words);
    board.values_mut().for_each(|row| drop(row.remove("guess_us")));
    board
}

/// A text of these lines.
fn text_of<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// A SCORE is a function of counts: it is the same to the last digit in the leaderboard and in the row of the match, from rounds and
/// from totals, and in whatever order the rows are.
#[test]
fn a_match_has_one_score_whatever_it_is_read_from() {
    let folder = tempfile::tempdir().unwrap();
    let runs = "--players rao,one-color,faulty-panic,dino --scsa insert-colors,ab-color --sizes 4x6,5x6 --rounds 23";
    for rules in ["report", "2024"] {
        let out = play(&folder, rules, &format!("{runs} --rules {rules}"));
        for size in ["4x6", "5x6"] {
            for (place, scsa) in ["insert-colors", "ab-color"].into_iter().enumerate() {
                let one = copy(&out, &format!("{rules}-{size}-{place}"));
                let is_of = |line: &str| line.starts_with("player,") || line.contains(&format!(",{scsa},"));
                for file in ["rounds.csv", "summary.csv", "timing-summary.csv"] {
                    edit(&one, file, |text| text_of(text.lines().filter(|line| is_of(line))));
                }
                let shown = told(&["show", &one, "--size", size, "--format", "json"]);
                let json: Value = serde_json::from_str(&shown).unwrap();
                for row in json["leaderboard"].as_array().unwrap() {
                    let own = json["matches"].as_array().unwrap().iter().find(|other| other["player"] == row["player"]);
                    assert_eq!(row["score"], own.unwrap()["score"], "{rules}: {row}");
                }
            }
        }
        let whole = counted_fields(&[&out]);
        // The rows of rounds in another order, and the rounds of each match with other numbers.
        let shuffled = copy(&out, &format!("{rules}-shuffled"));
        edit(&shuffled, "rounds.csv", |text| {
            let mut lines = text.lines();
            text_of(lines.next().into_iter().chain(lines.rev()))
        });
        for by in ["score", "guesses", "wins"] {
            assert_eq!(counted_fields(&[&shuffled, "--by", by]), counted_fields(&[&out, "--by", by]));
        }
        let totals = copy(&out, &format!("{rules}-totals"));
        fs::remove_file(Path::new(&totals).join("rounds.csv")).unwrap();
        for (player, row) in counted_fields(&[&totals]) {
            for column in ["place", "score", "points", "guesses", "wins", "losses", "failures", "not_played", "rounds"]
            {
                assert_eq!(row[column], whole[&player][column], "{rules}: {column} of {player}");
            }
        }
    }
}

/// The same results in another order share a place.
#[test]
fn rounds_in_another_order_share_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao,dino --scsa insert-colors,ab-color --sizes 4x6 --rounds 40");
    // Multipliers without a divisor in common with 40 give each result once.
    for (seed, multiplier) in [3, 7, 9, 11, 13, 17, 19, 21].into_iter().enumerate() {
        let twin = copy(&out, &format!("twin-{seed}"));
        edit(&twin, "rounds.csv", |text| {
            let rao: Vec<Vec<&str>> =
                text.lines().filter(|row| row.starts_with("rao,")).map(|row| row.split(',').collect()).collect();
            let mut rows = text.lines().filter(|row| !row.starts_with("dino,")).map(str::to_owned).collect::<Vec<_>>();
            for (index, row) in rao.iter().enumerate() {
                // The result of another round of the match.
                let other = &rao[index / 40 * 40 + (index % 40 * multiplier + 7 * seed) % 40];
                rows.push([&["dino"], &row[1..6], &other[6..]].concat().join(","));
            }
            text_of(rows.iter().map(String::as_str))
        });
        let board = leaderboard(&[&twin]);
        for column in ["place", "score", "guesses", "points"] {
            assert_eq!(board["rao"][column], board["dino"][column], "{column} after shuffle {seed}");
        }
        assert_eq!(board["rao"]["place"], "1");
    }
}

/// Counts of rounds are of those that were played.
#[test]
fn rounds_that_were_not_played_are_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    for (name, options, planned) in [
        ("refused", "--players rao,optimal --scsa insert-colors --sizes 4x6,6x8 --rounds 15", 60),
        ("ended", "--players rao,faulty-panic --scsa insert-colors --sizes 4x6 --rounds 30 --rules 2024", 60),
    ] {
        let out = play(&folder, name, options);
        let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap().lines().count() - 1;
        assert!(rounds < planned);
        let header = told(&["show", &out]).lines().next().unwrap().to_owned();
        assert!(header.contains(&format!(": {rounds} rounds of {planned} planned, seed 1")), "{header}");
        told(&["report", &out, "--no-replays"]);
        let page = fs::read_to_string(Path::new(&out).join("report.html")).unwrap();
        assert!(page.contains(&format!("<dt>Rounds</dt><dd>{rounds} of {planned} planned</dd>")), "{name}");
        assert!(page.contains(&format!("sizes, {rounds} rounds, seed 1")), "the citation of {name}");
        assert!(page.contains(&format!("; {rounds} rounds, seed 1")), "the citation in BibTeX of {name}");
        let played: u64 = leaderboard(&[&out]).values().map(|row| row["rounds"].parse::<u64>().unwrap()).sum();
        assert_eq!(played, rounds as u64);
    }
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

/// A failure that ends a match by the rules of 2024 is one observation, and rounds that were not played are no rounds that a player won.
#[test]
fn a_match_that_ended_early_is_one_observation() {
    let folder = tempfile::tempdir().unwrap();
    let options = "--players rao,faulty-panic,optimal --scsa insert-colors --rules 2024 --rounds 40 --sizes";
    let one = play(&folder, "one", &format!("{options} 4x6"));
    let many = play(&folder, "many", &format!("{options} 4x6,4x5,3x8,3x6"));
    let alone = told(&["compare", &one, "rao", "faulty-panic"]);
    assert_eq!(
        last_line(&alone),
        "rao and faulty-panic cannot be compared by one match that the rules ended early; play more codemakers or sizes"
    );
    let json: Value =
        serde_json::from_str(&told(&["compare", &many, "rao", "faulty-panic", "--format", "json"])).unwrap();
    let all = &json["all"];
    let played = fs::read_to_string(Path::new(&many).join("rounds.csv")).unwrap();
    let played = played.lines().filter(|row| row.starts_with("faulty-panic,")).count() as u64;
    let counted: u64 =
        ["first_better", "ties", "second_better"].iter().map(|column| all[column].as_u64().unwrap()).sum();
    assert_eq!((all["rounds"].as_u64(), counted, &json["bootstrap_low"]), (Some(160), played, &Value::Null));
    assert!(json["rounds"].as_array().unwrap().iter().all(|round| round["second"] != "not played"));
    // Three degrees of freedom: the interval is that of four matches, not of 160 rounds.
    let sums: Vec<f64> = json["parts"].as_array().unwrap()[5..]
        .iter()
        .map(|part| part["points_difference"].as_f64().unwrap() * 40.0)
        .collect();
    let mean = sums.iter().sum::<f64>() / 4.0;
    let error = (sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / 3.0 / 4.0).sqrt();
    let half = all["points_high"].as_f64().unwrap() - all["points_difference"].as_f64().unwrap();
    // The quantile of t with three degrees of freedom.
    assert!((half * 40.0 - 3.182_446 * error).abs() < 1e-4 * half * 40.0, "{half} {error} {sums:?}");
    let matrix = told(&["compare", &many]);
    assert!(
        matrix.contains("were not played, because the rules ended a match, and count as not won: faulty-panic"),
        "{matrix}"
    );
    assert!(
        matrix.contains("cannot be told apart at 95 % by guesses") && matrix.contains("test the SCORE"),
        "{matrix}"
    );
    assert!(told(&["show", &many]).contains("cannot be told apart by SCORE (paired t tests, over matches"), "{matrix}");
}

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
