//! `arena show`: formats, columns, and several folders.

use crate::command::{path, refused, told};
use arena::CsvColumns;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};
use tempfile::TempDir;
use tournament::Summary;

/// The matches of most tournaments here.
const MATCHES: &str = "--scsa insert-colors,only-once --sizes 4x6,6x8 --rounds 12";

/// Plays a tournament into a folder and returns its path.
fn play(folder: &TempDir, name: &str, options: &str) -> String {
    let out = path(folder.path(), name);
    let words = ["run", "--no-charts", "--quiet", "--out", &out];
    told(&words.into_iter().chain(options.split_whitespace()).collect::<Vec<_>>());
    out
}

/// Changes a file of a results folder.
fn edit(folder: &str, file: &str, change: impl Fn(&str) -> String) {
    let file = Path::new(folder).join(file);
    fs::write(&file, change(&fs::read_to_string(&file).unwrap())).unwrap();
}

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

/// The players in the order of the rows of CSV.
fn players(words: &[&str]) -> Vec<String> {
    let text = told(&[&["show", "--format", "csv", "--columns", "player"], words].concat());
    text.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn all_formats_have_the_numbers_of_the_summary() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", &format!("--players rao,one-color,optimal,dino {MATCHES}"));
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

#[test]
fn a_page_is_complete_and_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao,dino --scsa insert-colors --sizes 4x6 --rounds 3");
    for file in ["rounds.csv", "summary.csv", "timing-summary.csv"] {
        edit(&out, file, |text| text.replace("rao,", "x<script>a&b|c</script>,"));
    }
    edit(&out, "manifest.json", |text| text.replace("\"rao\"", "\"x<script>a&b|c</script>\""));
    let html = told(&["show", &out, "--format", "html"]);
    assert!(html.starts_with("<!DOCTYPE html>"), "{html}");
    assert!(!html.contains("<script"), "{html}");
    // In the leaderboard and in the scores.
    let name = "<th scope=\"row\" class=\"name text\">x&lt;script&gt;a&amp;b|c&lt;/script&gt;</th>";
    assert_eq!(html.matches(name).count(), 2, "{html}");
    for tag in ["html", "head", "body", "main", "style", "table", "caption", "thead", "tbody", "tr", "td", "div", "p"] {
        let opened = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
        assert!(opened > 0 && opened == html.matches(&format!("</{tag}>")).count(), "{tag}: {html}");
    }
    assert_eq!(html.matches("<caption>").count(), 2);
    assert_eq!(html.matches("scope=\"col\"").count(), 9 + 2);
    assert!(!html.contains("http") && !html.contains("src="), "a page needs no other file");
    let markdown = told(&["show", &out, "--format", "markdown"]);
    assert!(markdown.contains("| x\\<script\\>a\\&b\\|c\\</script\\> |"), "a bar does not end the cell: {markdown}");
}

#[test]
fn rows_and_columns_are_chosen_and_places_stay() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", &format!("--players one-color,rao,optimal,dino {MATCHES}"));
    let ranking = players(&[&out]);
    // `optimal` wins the rounds of the matches that it does not refuse; `one-color` wins hardly any.
    assert_eq!(ranking[2..], ["optimal", "one-color"]);
    let reversed: Vec<String> = ranking.iter().rev().cloned().collect();
    assert_eq!(players(&[&out, "--sort", "score"]), reversed);
    assert_eq!(players(&[&out, "--sort", "-score"]), ranking);
    assert_eq!(players(&[&out, "--sort", "player"]), ["dino", "one-color", "optimal", "rao"]);
    let (by_name, by_place) = (leaderboard(&[&out, "--sort=-player"]), leaderboard(&[&out]));
    assert_eq!(by_name, by_place, "places and groups do not change");

    let words = ["--columns", "player,wins,place,wins", "--sort", "-player"];
    let csv = told(&[&["show", &out, "--format", "csv"], &words[..]].concat());
    assert_eq!(csv.lines().next(), Some("player,wins,place"));
    assert!(csv.lines().nth(1).unwrap().starts_with("rao,48,"), "{csv}");
    let json = told(&[&["show", &out, "--format", "json"], &words[..]].concat());
    let keys: Vec<usize> = ["player", "wins", "place"]
        .iter()
        .map(|key| json.split("\"leaderboard\"").nth(1).unwrap().find(&format!("\"{key}\"")).unwrap())
        .collect();
    assert!(keys.is_sorted(), "{json}");
    let table = told(&[&["show", &out], &words[..]].concat());
    assert!(table.contains("\n│ player      wins   place │\n"), "{table}");
    let html = told(&[&["show", &out, "--format", "html"], &words[..]].concat());
    let leaderboard = html.split("</table>").next().unwrap();
    assert_eq!(leaderboard.matches("scope=\"col\"").count(), 3, "{leaderboard}");

    let unknown = refused(&["show", &out, "--columns", "player,gueses"]);
    assert!(
        unknown.contains("there is no column 'gueses'; did you mean 'guesses'? The columns are place, "),
        "{unknown}"
    );
    assert!(refused(&["show", &out, "--sort", "-scores"]).contains("did you mean 'score'?"));
}

#[test]
fn folders_of_the_same_rounds_are_shown_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let all = play(&folder, "all", &format!("--players rao,dino,baseline-4 {MATCHES}"));
    let two = play(&folder, "two", &format!("--players rao,dino {MATCHES}"));
    let later = play(&folder, "later", &format!("--players baseline-4 {MATCHES}"));
    // The same but for the times.
    let without_times = |words: &[&str]| {
        let mut board = leaderboard(words);
        assert!(board.values_mut().all(|row| !row.remove("guess_us").unwrap().is_empty()));
        board
    };
    assert_eq!(without_times(&[&two, &later]), without_times(&[&all]));
    let table = told(&["show", &two, &later]);
    assert!(table.starts_with("2 folders of the same rounds with seed 1, shown as one\n"), "{table}");
    assert!(table.contains("3 players over the 4 matches that all of them played, 48 rounds each"), "{table}");
    // Rows that are equal are taken once.
    let again = copy(&two, "again");
    assert_eq!(leaderboard(&[&two, &again, &later]), leaderboard(&[&two, &later]));
    // Codemakers and sizes may differ.
    let more = play(&folder, "more", "--players rao,dino --scsa ab-color,two-color --sizes 4x6,5x7 --rounds 12");
    assert_eq!(leaderboard(&[&two, &more])["rao"]["matches"], "8");
    assert_eq!(leaderboard(&[&two, &more, "--size", "5x7"])["rao"]["matches"], "2");
    // So may the number of rounds: those are compared that all have.
    let fewer = play(&folder, "fewer", "--players random --scsa insert-colors,only-once --sizes 4x6,6x8 --rounds 8");
    let table = told(&["show", &two, &fewer]);
    assert!(table.contains("3 players over the 4 matches that all of them played, 32 rounds each"), "{table}");
    assert!(table.contains("With different numbers of rounds: 4 matches, counted with the rounds that all"), "{table}");
    assert!(table.contains("The players have different numbers of rounds, so that their SCOREs do not compare:"));
    // Without the rounds of one folder, the totals are compared.
    fs::remove_file(Path::new(&later).join("rounds.csv")).unwrap();
    let table = told(&["show", &two, &later]);
    assert!(table.contains(&format!("because there is no rounds.csv in {later}: fewer")), "{table}");
    assert!(table.contains("3 players over the 4 matches that all of them played, 48 rounds each"), "{table}");
}

#[test]
fn folders_of_other_rounds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let small = "--scsa insert-colors --sizes 4x6 --rounds 3";
    let out = play(&folder, "out", &format!("--players rao,dino {small}"));
    let other = play(&folder, "other", &format!("--players lc {small} --seed 2 --guess-limit 9 --reveal"));
    let both = format!("{out} and {other} are not of the same rounds: ");
    let refusal = refused(&["show", &out, &other]);
    assert!(
        refusal.contains(&(both.clone() + "seed 1 and 2, guess limit 100 and 9, --reveal not given and given; ")),
        "{refusal}"
    );
    // Two programs of one name.
    let named = |name: &str, program: &str| {
        let to = copy(&out, name);
        edit(&to, "manifest.json", |text| {
            let mut manifest: Value = serde_json::from_str(text).unwrap();
            manifest["external_players"]["mine"] = program.into();
            manifest.to_string()
        });
        to
    };
    let refusal = refused(&["show", &named("first", "./one"), &named("second", "./two")]);
    assert!(refusal.contains("mine is `./one` in ") && refusal.contains(" and `./two` in "), "{refusal}");
    // With the same manifest, the secrets tell them apart.
    fs::copy(Path::new(&out).join("manifest.json"), Path::new(&other).join("manifest.json")).unwrap();
    let refusal = refused(&["show", &out, &other]);
    assert!(
        refusal.contains(&(both + "the secret of round 1 against insert-colors at 4x6 is not the same")),
        "{refusal}"
    );
    fs::remove_file(Path::new(&other).join("manifest.json")).unwrap();
    let refusal = refused(&["show", &out, &other]);
    assert!(refusal.contains("it is not known whether they are of the same rounds"), "{refusal}");
    assert!(refused(&["show", &out, &out]).contains("is given twice"));

    // The same player with another result: in the totals, and in a round alone.
    let changed = copy(&out, "changed");
    edit(&changed, "rounds.csv", |text| text.replacen(",win,,", ",loss,guesses,", 1));
    let refusal = refused(&["show", &out, &changed]);
    let wanted = format!("round 1 of rao against insert-colors at 4x6 is in {out} and in {changed}, but not the same");
    assert!(refusal.contains(&wanted) && refusal.contains(&format!("`arena compare {out} {changed}`")), "{refusal}");
    edit(&changed, "summary.csv", |text| text.replacen(",played,3,3,0,", ",played,3,2,1,", 1));
    let refusal = refused(&["show", &out, &changed]);
    assert!(refusal.contains("error: rao against insert-colors at 4x6 is in "), "{refusal}");
}

/// The program was killed before the first match ended: `summary.csv` has its header alone.
#[test]
fn a_killed_tournament_shows_its_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao,dino --scsa insert-colors --sizes 4x6 --rounds 20");
    let killed = copy(&out, "killed");
    for (file, lines) in [("summary.csv", 1), ("timing-summary.csv", 1), ("rounds.csv", 8)] {
        edit(&killed, file, |text| text.lines().take(lines).fold(String::new(), |text, line| text + line + "\n"));
    }
    edit(&killed, "manifest.json", |text| {
        let finished = text.lines().find(|line| line.contains("\"finished\"")).unwrap();
        text.replace(finished, "  \"finished\": null")
    });
    let table = told(&["show", &killed]);
    assert!(table.contains("is not finished: 7 of 40 planned rounds are shown, and in the tables"), "{table}");
    assert!(table.contains("Leaderboard by SCORE: 1 player, 1 match, 7 rounds"), "{table}");
    assert_eq!(leaderboard(&[&killed])["rao"]["rounds"], "7");
    assert!(refused(&["show", &killed, "--size", "5x6"]).contains("has no match at 5x6"));
    // It is compared with a whole tournament.
    let compared = told(&["compare", &out, &killed]);
    assert!(compared.contains("rao"), "{compared}");
    assert!(refused(&["scale", &killed]).contains("has no finished match"));
    // Without a whole row, there is nothing to show.
    edit(&killed, "rounds.csv", |text| text.lines().take(2).collect::<Vec<_>>().join("\n"));
    assert!(refused(&["show", &killed]).contains("it holds no match"));
}

/// The fields of the leaderboard that follow from counts, by player. Times are measured.
fn counted_fields(words: &[&str]) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut board = leaderboard(words);
    board.values_mut().for_each(|row| drop(row.remove("guess_us")));
    board
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
                    edit(&one, file, |text| {
                        text.lines().filter(|line| is_of(line)).fold(String::new(), |text, line| text + line + "\n")
                    });
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
            let header = lines.next().unwrap().to_owned() + "\n";
            lines.rev().fold(header, |text, line| text + line + "\n")
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
            rows.into_iter().fold(String::new(), |text, row| text + &row + "\n")
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
