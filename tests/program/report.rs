//! `arena report`: the numbers of the page, several folders, and bad input.

use crate::command::{arena, names, path, refused, told};
use crate::page::{MIXED, Page, Row, between, edit, page_of, play, rows, rows_of};
use std::{fs, path::Path};
use tournament::{Summary, TimingSummary};

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("'{text}' is no number"))
}

fn summaries(out: &str) -> Vec<Summary> {
    csv::Reader::from_path(Path::new(out).join("summary.csv")).unwrap().deserialize().map(Result::unwrap).collect()
}

#[test]
fn numbers_of_matches_are_those_of_the_csv_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", MIXED);
    let page = page_of(&out);

    let matches = summaries(&out);
    let timings: Vec<TimingSummary> = csv::Reader::from_path(Path::new(&out).join("timing-summary.csv"))
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect();
    let scores = page.tables("scores");
    let ranges = page.tables("distribution").remove(0);
    let growth = page.section("growth");
    for row in &matches {
        let table = scores.iter().find(|table| table.caption == format!("SCORE at {}", row.size_name())).unwrap();
        let wanted = if row.rounds == 0 { "0.00 (refused)".to_owned() } else { format!("{:.2}", row.score) };
        assert_eq!(table.cell(&row.player, &row.scsa), wanted, "{} {}", row.player, row.scsa);
        // The charts say the same.
        let Some(mean) = row.mean_guesses_of_all_rounds(100) else { continue };
        let chart = growth.split(&format!("data-choice=\"guesses|{}\"", row.scsa)).nth(1).unwrap();
        let chart = chart.split("</svg>").next().unwrap();
        let value = between(chart, &format!("<title>{} at {}: ", row.player, row.size_name()), "</title>");
        let value = number(value.trim_start_matches("≥\u{a0}").split(' ').next().unwrap());
        assert!((value / mean.mean - 1.0).abs() < 0.01, "{} at {}: {value}", row.player, row.size_name());
        assert_eq!(chart.contains("class=\"hollow\""), chart.contains("a lower bound"));
    }

    // The distributions are those of the rounds.
    let rounds = rows_of(&out, "rounds.csv");
    let histogram = between(page.section("distribution"), "data-choice=\"4x6\"", "</svg>");
    for player in ["rao", "dino"] {
        let own: Vec<&Row> = rounds.iter().filter(|row| row["player"] == player && row["pegs"] == "4").collect();
        let said = between(histogram, &format!("<title>{player}: "), "</title>");
        for part in said.split(", ") {
            let (guesses, share) = part.split_once(": ").unwrap();
            let won = own.iter().filter(|row| row["outcome"] == "win" && row["guesses"] == guesses).count();
            let wanted = format!("{:.1} %", 100.0 * won as f64 / own.len() as f64);
            assert_eq!(share, wanted, "{player}: {guesses}");
        }
    }
    let of_rao: Vec<f64> = rounds
        .iter()
        .filter(|row| row["player"] == "rao" && row["pegs"] == "4")
        .map(|row| number(&row["guesses"]))
        .collect();
    let (least, most) = (of_rao.iter().copied().fold(f64::MAX, f64::min), of_rao.iter().copied().fold(0.0, f64::max));
    assert!(ranges.cell("rao", "4x6").ends_with(&format!("({least}–{most})")), "{ranges:?}");

    // Outcomes are sums over matches.
    let outcomes = page.tables("outcomes").remove(0);
    assert_eq!(outcomes.headings[1..], ["rounds", "won", "out of guesses", "panic", "share won"]);
    for player in ["rao", "one-color", "faulty-panic", "optimal"] {
        let own = || matches.iter().filter(|row| row.player == player);
        let cell = |column: &str| number(outcomes.cell(player, column)) as u64;
        assert_eq!(cell("rounds"), own().map(|row| row.rounds).sum::<u64>());
        assert_eq!(cell("won"), own().map(|row| row.wins).sum::<u64>());
        assert_eq!(cell("out of guesses"), own().map(|row| row.losses_guesses).sum::<u64>());
        assert_eq!(cell("panic"), own().map(|row| row.failures_panic).sum::<u64>());
    }
    assert!(page.section("outcomes").contains("optimal: its best strategy takes too long to find"), "the reason");

    // The tables of growth are means over codemakers.
    let growth = page.tables("growth");
    let captions: Vec<&str> = growth.iter().map(|table| table.caption.as_str()).collect();
    assert_eq!(captions, ["Mean guesses by size", "Points a round by size", "µs a guess by size"]);
    for player in ["rao", "one-color"] {
        let own = || matches.iter().filter(|row| row.player == player && row.size_name() == "6x8");
        let guesses: f64 = own().map(|row| row.mean_guesses_of_all_rounds(100).unwrap().mean).sum::<f64>() / 2.0;
        let bound = if own().any(|row| row.wins < row.rounds) { "≥ " } else { "" };
        assert_eq!(growth[0].cell(player, "6x8"), format!("{bound}{guesses:.2}"));
        let points: f64 = own().map(|row| row.score / 12.0).sum::<f64>() / 2.0;
        assert_eq!(growth[1].cell(player, "6x8"), format!("{points:.3}"));
        let timed = timings.iter().filter(|row| row.player == player && row.pegs == 6);
        assert_eq!(growth[2].cell(player, "6x8"), format!("{:.2}", timed.map(|row| row.guess_us).sum::<f64>() / 2.0));
    }
    assert_eq!(growth[0].cell("optimal", "6x8"), "–", "a match is missing");
}

#[test]
fn the_leaderboard_and_the_differences_are_those_of_the_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", MIXED);
    let page = page_of(&out);
    let board = rows(&told(&["show", &out, "--format", "csv"]));
    let table = page.tables("leaderboard").remove(0);
    let ranked: Vec<&Row> = board.iter().filter(|row| !row["place"].is_empty()).collect();
    assert_eq!(table.rows.len(), ranked.len());
    for (row, cells) in ranked.iter().zip(&table.rows) {
        assert_eq!(cells[0], row["place"]);
        assert_eq!(cells[1], row["player"]);
        let player = &row["player"];
        assert_eq!(table.cell(player, "group"), row["group"]);
        let half = |name: &str| (number(&row[&format!("{name}_high")]) - number(&row[&format!("{name}_low")])) / 2.0;
        assert_eq!(table.cell(player, "SCORE"), format!("{:.1} ± {:.1}", number(&row["score"]), half("score")));
        let bound = if row["guesses_is_bound"] == "true" { "≥ " } else { "" };
        let guesses = format!("{bound}{:.2} ± {:.2}", number(&row["guesses"]), half("guesses"));
        assert_eq!(table.cell(player, "guesses"), guesses);
        for column in ["wins", "losses", "failures"] {
            assert_eq!(table.cell(player, column), row[column]);
        }
        let time = &row["guess_us"];
        let wanted = if time.is_empty() { "–".to_owned() } else { format!("{:.2}", number(time)) };
        assert_eq!(table.cell(player, "µs a guess"), wanted);
        // Rows are sorted by all digits.
        let exact = format!("data-column=\"score\" data-value=\"{}", row["score"]);
        assert!(page.html.contains(&exact[..exact.len() - 1]), "{exact}");
    }
    let optimal = board.iter().find(|row| row["player"] == "optimal").unwrap();
    assert!(page.section("leaderboard").contains(&optimal["note"]), "{}", optimal["note"]);
    let frontier = page.tables("frontier").remove(0);
    // Those that won a round.
    let timed: Vec<&&Row> = ranked.iter().filter(|row| row["wins"] != "0" && !row["guess_us"].is_empty()).collect();
    assert_eq!(frontier.rows.len(), timed.len());
    for row in &timed {
        let (time, guesses) = (number(&row["guess_us"]), number(&row["guesses"]));
        let is_beaten = timed.iter().any(|other| {
            let (one, two) = (number(&other["guess_us"]), number(&other["guesses"]));
            one <= time && two <= guesses && (one < time || two < guesses)
        });
        assert_eq!(frontier.cell(&row["player"], "on the frontier"), if is_beaten { "no" } else { "yes" });
    }

    for (place, by) in ["guesses", "score"].into_iter().enumerate() {
        let table = &page.tables("differences")[place];
        let pairs = rows(&told(&["compare", &out, "--by", by, "--format", "csv"]));
        // `optimal` does not have all rounds of the others.
        assert_eq!(pairs.len(), (ranked.len() - 1) * (ranked.len() - 2) / 2);
        for pair in pairs {
            let mean = number(&pair[&format!("{by}_difference").replace("score", "points")]);
            let clear = number(&pair["p_adjusted"]) <= 0.05;
            let text = |mean: f64| format!("{}{:+.2}", if clear { "" } else { "~" }, mean + 0.0);
            assert_eq!(table.cell(&pair["first"], &pair["second"]), text(mean));
            assert_eq!(table.cell(&pair["second"], &pair["first"]), text(-mean));
        }
    }
}

#[test]
fn a_page_is_complete_and_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao,dino --scsa insert-colors --sizes 4x6 --rounds 3");
    let name = "x</script><b>a&b";
    for file in ["rounds.csv", "summary.csv", "timing-summary.csv"] {
        edit(&out, file, |text| text.replace("rao,", &format!("{name},")));
    }
    edit(&out, "manifest.json", |text| text.replace("\"rao\"", &format!("\"{name}\"")));
    let page = page_of(&out);
    assert!(page.html.starts_with("<!DOCTYPE html>") && page.html.ends_with("</html>"), "whole");
    assert!(!page.html.contains("<b>a"), "escaped");
    assert_eq!(page.html.matches("</script>").count(), page.html.matches("<script").count());
    assert!(page.data["players"].as_array().unwrap().iter().any(|player| player == name));
    let replays = page.section("replays");
    assert!(replays.contains("3 games of the 6 are here"), "{replays}");
    assert!(
        replays.contains("This program does not have these players: x&lt;/script&gt;&lt;b&gt;a&amp;b."),
        "{replays}"
    );
    let html = page.html.split("<script").next().unwrap();
    for tag in
        ["section", "table", "caption", "thead", "tbody", "tr", "div", "p", "span", "select", "form", "dl", "pre"]
    {
        let opened = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
        assert!(opened > 0 && opened == html.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    // A browser takes the first of two attributes of one name.
    for tag in html.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let outside_quotes: String = tag.split('"').step_by(2).collect::<Vec<_>>().join("\"");
        let mut attributes: Vec<&str> = outside_quotes.split_whitespace().skip(1).collect();
        let number = attributes.len();
        attributes.sort_unstable();
        attributes.dedup();
        assert_eq!(attributes.len(), number, "<{tag}>");
    }
    for outside in ["http://", "https://", "//cdn", "src=", "@import", "url("] {
        let found = page.html.replace("http://www.w3.org/2000/svg", "").contains(outside);
        assert!(!found, "a page needs no other file: {outside}");
    }
    let setup = page.section("setup");
    for text in ["Seed</dt><dd>1<", "Guess limit</dt><dd>100<", "PCG64 DXSM", "Sizes</dt><dd>4x6<"] {
        assert!(setup.contains(text), "{text} in {setup}");
    }
    let cite = page.section("cite");
    assert!(cite.contains("arena run --no-charts --quiet") && cite.contains("arena verify "), "{cite}");
}

#[test]
fn several_folders_are_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let matches = "--scsa insert-colors --sizes 4x6,5x5 --rounds 9";
    let all = play(&folder, "all", &format!("--players rao,dino {matches}"));
    let (one, two) = (
        play(&folder, "one", &format!("--players rao {matches}")),
        play(&folder, "two", &format!("--players dino {matches}")),
    );
    let out = path(folder.path(), "page.html");
    let printed = told(&["report", &one, &two, "--out", &out]);
    assert!(printed.starts_with(&format!("{out}: 2 players, 36 rounds, 36 games guess by guess, ")), "{printed}");
    let (joined, whole) = (Page::read(&out), page_of(&all));
    let scores = |page: &Page| page.tables("scores").into_iter().map(|table| table.rows).collect::<Vec<_>>();
    assert_eq!(scores(&joined), scores(&whole));
    assert_eq!(joined.data["replays"], whole.data["replays"]);
    assert_eq!(joined.section("setup").matches("<h3>").count(), 2);
    assert!(!Path::new(&one).join("report.html").exists());

    let other = play(&folder, "other", &format!("--players dino --seed 2 {matches}"));
    assert!(refused(&["report", &one, &other]).contains("are not of the same rounds: seed 1 and 2"));
    assert!(!names(&one).contains(&"report.html".to_owned()), "nothing is written");
}

#[test]
fn sections_that_need_rounds_are_left_out_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao,dino --scsa insert-colors --sizes 4x6 --rounds 5 --no-rounds");
    let page = page_of(&out);
    for section in ["distribution", "differences", "replays"] {
        assert!(page.section(section).contains("Not on this page, because there is no rounds.csv."), "{section}");
    }
    assert_eq!(page.tables("leaderboard")[0].rows.len(), 2);
    assert_eq!(page.tables("scores")[0].rows.len(), 2);
    // Nor a manifest.
    fs::remove_file(Path::new(&out).join("manifest.json")).unwrap();
    assert!(page_of(&out).section("setup").contains("they have no manifest"));
}

#[test]
fn bad_input_is_refused_in_a_line_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao,dino --scsa insert-colors --sizes 4x6 --rounds 5");
    let before = names(&out);
    let refusal = |words: &[&str]| {
        let line = refused(&[&["report"], words].concat());
        assert_eq!(names(&out), before, "{line}");
        line
    };
    let empty = path(folder.path(), "empty");
    fs::create_dir(&empty).unwrap();
    let line = refusal(&[&empty]);
    assert!(line.contains("summary.csv") && line.contains("a results folder was expected"), "{line}");
    assert!(refusal(&[&path(folder.path(), "nowhere")]).contains("a results folder was expected"));
    assert_eq!(names(&empty), Vec::<String>::new());

    let with = |file: &str, change: &dyn Fn(&str) -> String| {
        let path = Path::new(&out).join(file);
        let whole = fs::read_to_string(&path).unwrap();
        edit(&out, file, change);
        let line = refusal(&[&out]);
        fs::write(&path, whole).unwrap();
        line
    };
    // Of another version.
    let line = with("manifest.json", &|text| text.replace("\"generator\"", "\"random\""));
    assert!(line.contains("missing field `generator`") && line.contains("not of this version"), "{line}");
    let line = with("summary.csv", &|text| text.replace("weighted_wins", "weight"));
    assert!(line.contains("missing field `weighted_wins`"), "{line}");
    let line = with("rounds.csv", &|text| text.replace("outcome", "result"));
    assert!(line.contains("the header has no column 'outcome'"), "{line}");
    // Rows that are cut, within a row and between two.
    for file in ["summary.csv", "rounds.csv", "timing-summary.csv"] {
        let line = with(file, &|text| text[..text.len() - 1].to_owned());
        assert!(line.contains(&format!("{file} is cut: its last row has no end")), "{line}");
        let line = with(file, &|text| text[..text.len() - 12].to_owned());
        assert!(line.contains(file), "{line}");
    }
    let line = with("rounds.csv", &|text| text.lines().take(9).map(|line| format!("{line}\n")).collect());
    assert!(line.contains("rounds.csv has 3 of the 5 rounds of dino against insert-colors at 4x6"), "{line}");

    // Files that are not a page are not overwritten.
    let other = path(folder.path(), "other.html");
    fs::write(&other, "my page").unwrap();
    let line = refusal(&[&out, "--out", &other]);
    assert!(line.contains("is no page of this program; give --force"), "{line}");
    assert_eq!(fs::read_to_string(&other).unwrap(), "my page");
    let missing = path(folder.path(), "missing/page.html");
    assert!(refusal(&[&out, "--out", &missing]).contains("give a file that can be written with --out"));
    assert!(refusal(&[&out, "--out", &empty]).contains("it is a folder, and a file was expected"));
    arena(&["report", &out, "--out", &other, "--force"]).assert().success();
    arena(&["report", &out, "--out", &other]).assert().success();
    assert!(fs::read_to_string(&other).unwrap().starts_with("<!DOCTYPE html>"));
}

/// A page shows the tournament that is in its folder.
#[test]
fn a_new_tournament_removes_the_page_of_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let played = "--players rao --scsa ab-color --sizes 4x6 --rounds 2";
    let out = play(&folder, "out", played);
    let page = Path::new(&out).join("report.html");
    told(&["report", &out]);
    assert!(page.exists());
    let again: Vec<&str> = played.split(' ').chain(["--seed", "2", "--no-charts", "--quiet", "--force"]).collect();
    told(&[&["run", "--out", &out], &again[..]].concat());
    assert!(!page.exists());
    // A file of another kind stays.
    fs::write(&page, "my page").unwrap();
    told(&[&["run", "--out", &out], &again[..]].concat());
    assert_eq!(fs::read_to_string(&page).unwrap(), "my page");
}
