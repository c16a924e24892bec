//! `arena report`: the numbers of the page, read as its readers see it, and the rounds that it shows guess by guess, like explained games.

use crate::command::{play, told};
use scsa::{Code, Turn, is_consistent};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};
use tournament::{Summary, TimingSummary};

/// A table: its caption, its headings, and its rows.
#[derive(Clone, Debug)]
struct Table {
    caption: String,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A page.
struct Page {
    html: String,
    /// What its script reads.
    data: Value,
}

impl Page {
    /// Makes the page of a results folder.
    fn of(out: &str, options: &[&str]) -> Page {
        told(&[&["report", out], options].concat());
        let html = fs::read_to_string(Path::new(out).join("report.html")).unwrap();
        let json = between(&html, "<script type=\"application/json\" id=\"data\">", "</script>");
        Page { data: serde_json::from_str(json).unwrap(), html }
    }

    /// The tables of a section.
    fn tables(&self, section: &str) -> Vec<Table> {
        let text = self.section(section);
        let bodies = text.split("<table").skip(1).map(|table| table.split("</table>").next().unwrap());
        bodies
            .map(|table| {
                let mut rows: Vec<Vec<String>> = table
                    .split("<tr")
                    .skip(1)
                    .map(|row| cells(row).map(|cell| text_of(&format!("<t{cell}"))).collect())
                    .collect();
                Table { caption: text_of(between(table, "<caption>", "</caption>")), headings: rows.remove(0), rows }
            })
            .collect()
    }

    /// The HTML of a section.
    fn section(&self, section: &str) -> &str {
        between(&self.html, &format!("<section id=\"{section}\""), "</section>")
    }

    /// The name with that index in one of the lists of names.
    fn name(&self, list: &str, index: &Value) -> &str {
        self.data[list][index.as_u64().unwrap() as usize].as_str().unwrap()
    }

    /// The replays: those of every round with all its games.
    fn replays(&self) -> Vec<Value> {
        self.data["replays"].as_array().cloned().unwrap_or_default()
    }
}

impl Table {
    /// The cell of a row, which its first cells with that text begins or names, in a column.
    fn cell(&self, row: &str, column: &str) -> &str {
        let row = self.rows.iter().find(|cells| cells.iter().take(2).any(|cell| cell == row));
        let place = self.headings.iter().position(|heading| heading == column);
        let row = row.unwrap_or_else(|| panic!("{} has no such row: {:?}", self.caption, self.rows));
        &row[place.unwrap_or_else(|| panic!("{} has no column {column}: {:?}", self.caption, self.headings))]
    }
}

/// The cells of a row, without the beginning of their tags.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    row.split("<t").filter(|cell| ["h ", "h>", "d ", "d>"].iter().any(|start| cell.starts_with(start)))
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("{start} is missing")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("{end} is missing")).0
}

/// The text of a piece of HTML, without its tags.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&").trim().to_owned()
}

/// A row of CSV by column.
type Row = BTreeMap<String, String>;

/// A tournament with wins, losses and failures, and a player that does not play all matches.
const MIXED: &str = "--players rao,one-color,dino,faulty-panic,optimal --scsa insert-colors,only-once --sizes 4x6,6x8 --rounds 12 --give-up 0";

/// The rows of a text in CSV.
fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// The rows of a file of a results folder.
fn rows_of<T: DeserializeOwned>(out: &str, file: &str) -> Vec<T> {
    rows(&fs::read_to_string(Path::new(out).join(file)).unwrap())
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("'{text}' is no number"))
}

#[test]
fn numbers_of_matches_are_those_of_the_csv_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", MIXED);
    let page = Page::of(&out, &[]);

    let matches: Vec<Summary> = rows_of(&out, "summary.csv");
    let timings: Vec<TimingSummary> = rows_of(&out, "timing-summary.csv");
    let scores = page.tables("scores");
    let ranges = page.tables("distribution").remove(0);
    let growth = page.section("growth");
    for row in &matches {
        let table = scores.iter().find(|table| table.caption == format!("SCORE at {}", row.size_name())).unwrap();
        // A SCORE is one of 100 rounds; a match has 12.
        let wanted =
            if row.rounds == 0 { "0.00 (refused)".to_owned() } else { format!("{:.2}", row.score * 100.0 / 12.0) };
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
    let rounds: Vec<Row> = rows_of(&out, "rounds.csv");
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
    // Bars are all rounds.
    let lost = between(histogram, "<title>one-color: ", "</title>");
    let not_won =
        rounds.iter().filter(|row| row["player"] == "one-color" && row["pegs"] == "4" && row["outcome"] != "win");
    assert!(lost.ends_with(&format!("not won: {:.1} %", 100.0 * not_won.count() as f64 / 24.0)), "{lost}");
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
    assert_eq!(captions, ["Mean guesses by size", "SCORE per 100 rounds by size", "µs a guess by size"]);
    for player in ["rao", "one-color"] {
        let own = || matches.iter().filter(|row| row.player == player && row.size_name() == "6x8");
        let guesses: f64 = own().map(|row| row.mean_guesses_of_all_rounds(100).unwrap().mean).sum::<f64>() / 2.0;
        let bound = if own().any(|row| row.wins < row.rounds) { "≥ " } else { "" };
        assert_eq!(growth[0].cell(player, "6x8"), format!("{bound}{guesses:.2}"));
        let score: f64 = own().map(|row| row.score * 100.0 / 12.0).sum::<f64>() / 2.0;
        assert_eq!(growth[1].cell(player, "6x8"), format!("{score:.1}"));
        let timed = timings.iter().filter(|row| row.player == player && row.pegs == 6);
        assert_eq!(growth[2].cell(player, "6x8"), format!("{:.2}", timed.map(|row| row.guess_us).sum::<f64>() / 2.0));
    }
    assert_eq!(growth[0].cell("optimal", "6x8"), "–", "a match is missing");
}

#[test]
fn the_leaderboard_and_the_differences_are_those_of_the_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", MIXED);
    let page = Page::of(&out, &[]);
    let board: Vec<Row> = rows(&told(&["show", &out, "--format", "csv"]));
    let table = page.tables("leaderboard").remove(0);
    let ranked: Vec<&Row> = board.iter().filter(|row| !row["place"].is_empty()).collect();
    assert_eq!(table.rows.len(), ranked.len());
    for (row, cells) in ranked.iter().zip(&table.rows) {
        assert_eq!(cells[0], row["place"]);
        assert_eq!(cells[1], row["player"]);
        let player = &row["player"];
        assert_eq!(table.cell(player, "group"), row["group"]);
        let half = |name: &str| (number(&row[&format!("{name}_high")]) - number(&row[&format!("{name}_low")])) / 2.0;
        // A SCORE is one of 100 rounds.
        let scale = 100.0 / (number(&row["rounds"]) + number(&row["not_played"]));
        let score = format!("{:.1} ± {:.1}", number(&row["score"]) * scale, half("score") * scale);
        assert_eq!(table.cell(player, "SCORE"), score);
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
        let exact = format!("data-column=\"guesses\" data-value=\"{}", row["guesses"]);
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
        let pairs: Vec<Row> = rows(&told(&["compare", &out, "--by", by, "--format", "csv"]));
        // `optimal` does not have all rounds of the others.
        assert_eq!(pairs.len(), (ranked.len() - 1) * (ranked.len() - 2) / 2);
        for pair in pairs {
            let scale = if by == "score" { 100.0 } else { 1.0 };
            let mean = scale * number(&pair[&format!("{by}_difference").replace("score", "points")]);
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
    for file in ["rounds.csv", "summary.csv", "timing-summary.csv", "manifest.json"] {
        let file = Path::new(&out).join(file);
        fs::write(&file, fs::read_to_string(&file).unwrap().replace("rao", name)).unwrap();
    }
    let page = Page::of(&out, &[]);
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
fn replays_are_the_recorded_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", MIXED);
    let page = Page::of(&out, &["--replays", "1000"]);
    let rounds: Vec<Row> = rows_of(&out, "rounds.csv");
    let mut games = 0;
    for replay in page.replays() {
        let number_of = replay["round"].to_string();
        let (scsa, size) = (page.name("scsas", &replay["scsa"]), page.name("sizes", &replay["size"]));
        for game in replay["games"].as_array().unwrap() {
            let player = page.name("players", &game["player"]);
            let is_it = |row: &&Row| {
                row["player"] == player
                    && row["scsa"] == scsa
                    && format!("{}x{}", row["pegs"], row["colors"]) == size
                    && row["round"] == number_of
            };
            let row = rounds.iter().find(is_it).unwrap();
            let secret: Code = row["secret"].parse().unwrap();
            assert_eq!(
                (replay["secret"].as_str(), game["outcome"].as_str()),
                (Some(&*row["secret"]), Some(&*row["outcome"]))
            );
            let letters = game["guesses"].as_str().unwrap();
            let feedback = game["feedback"].as_array().unwrap();
            assert_eq!(feedback.len().to_string(), row["guesses"]);
            assert_eq!(letters.len(), feedback.len() * secret.len());
            for (index, pair) in feedback.iter().enumerate() {
                let guess: Code = letters[index * secret.len()..(index + 1) * secret.len()].parse().unwrap();
                let found = secret.feedback(&guess);
                assert_eq!(
                    (pair[0].as_u64(), pair[1].as_u64()),
                    (Some(found.black() as u64), Some(found.white() as u64))
                );
            }
            let left: Vec<Option<f64>> = game["left"].as_array().unwrap().iter().map(Value::as_f64).collect();
            assert_eq!(left.len(), feedback.len());
            assert!(left.iter().flatten().all(|left| *left >= 1.0), "the secret is a candidate: {left:?}");
            if row["outcome"] == "failure" {
                assert!(game["cause"].as_str().unwrap().starts_with("no guess"), "{game}");
            }
            games += 1;
        }
    }
    // All but those of matches that were not played.
    assert_eq!(games, rounds.len());
    assert!(page.section("replays").contains(&format!("All {games} games are here.")));

    // Candidates are those of the explained game.
    let replays = page.replays();
    let first = replays.iter().find(|replay| page.name("scsas", &replay["scsa"]) == "only-once").unwrap();
    let size = page.name("sizes", &first["size"]);
    let words = format!("games rao --scsa only-once --sizes {size} --round {} --explain --format json", first["round"]);
    let explained: Value = serde_json::from_str(&told(&words.split(' ').collect::<Vec<_>>())).unwrap();
    let counts: Vec<&Value> =
        explained[0]["turns"].as_array().unwrap().iter().map(|turn| &turn["candidates_after"]["value"]).collect();
    let game =
        first["games"].as_array().unwrap().iter().find(|game| page.name("players", &game["player"]) == "rao").unwrap();
    let left: Vec<f64> = game["left"].as_array().unwrap().iter().map(|left| left.as_f64().unwrap()).collect();
    assert_eq!(counts.iter().map(|count| count.as_f64().unwrap()).collect::<Vec<_>>(), left);
    assert_eq!(first["codes"].as_f64(), explained[0]["candidates"].as_f64());
}

/// The worst games of a player stand beside those of `rao`, which is not among the players.
#[test]
fn the_worst_games_of_a_player_are_those_of_the_rows() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players lc,dino --scsa insert-colors --sizes 4x6,5x5 --rounds 6");
    let page = Page::of(&out, &["--focus", "dino"]);
    let rounds: Vec<Row> = rows_of(&out, "rounds.csv");
    let own = |pegs: &str| {
        let is_own = |row: &&Row| row["player"] == "dino" && row["pegs"] == pegs;
        let mut own: Vec<Row> = rounds.iter().filter(is_own).cloned().collect();
        own.sort_by_key(|row| {
            (std::cmp::Reverse(row["guesses"].parse::<u64>().unwrap()), number(&row["round"]) as u64)
        });
        own
    };
    let mut tables = page.tables("focus");
    let means = tables.remove(0);
    let names: Vec<&str> = means.rows.iter().map(|row| &*row[0]).collect();
    assert_eq!(names, ["dino", "lc"], "rao was not played: the best of the others");
    for (pegs, size) in [("4", "4x6"), ("5", "5x5")] {
        let sum: f64 = own(pegs).iter().map(|row| number(&row["guesses"])).sum();
        assert_eq!(means.cell("dino", size), format!("{:.2}", sum / 6.0));
    }
    // The worst at 4x6, at 5x5, the second at 4x6, and so on; of each the game of the player and that of rao.
    let (small, large) = (own("4"), own("5"));
    let worst = [&small[0], &large[0], &small[1], &large[1], &small[2]];
    assert_eq!(tables.len(), 2 * worst.len());
    let mut marks = 0;
    for (row, games) in worst.iter().zip(tables.chunks(2)) {
        let size: scsa::Size = format!("{}x{}", row["pegs"], row["colors"]).parse().unwrap();
        assert_eq!(games[0].caption, format!("Guesses of dino, {size}, insert-colors, round {}", row["round"]));
        assert!(games[1].caption.starts_with("Guesses of rao, "));
        assert_eq!(games[0].rows.len().to_string(), row["guesses"]);
        let secret: Code = row["secret"].parse().unwrap();
        for game in games {
            let (mut turns, mut before): (Vec<Turn>, Vec<Code>) = (Vec::new(), size.codes().collect());
            for cells in &game.rows {
                let turn = Turn::new(cells[1].parse().unwrap(), &secret);
                assert_eq!(cells[2..4], [turn.feedback.black().to_string(), turn.feedback.white().to_string()]);
                let mark = match &before[..] {
                    _ if turns.contains(&turn) => "a guess that was made before ",
                    codes if codes.contains(&turn.guess) => "",
                    [_] => "the secret was certain ",
                    _ => "cannot be the secret ",
                };
                marks += usize::from(!mark.is_empty());
                turns.push(turn);
                before.retain(|code| is_consistent(code, &turns));
                let listed = if before.len() <= 20 { before.iter().map(Code::to_string).collect() } else { Vec::new() };
                assert_eq!(
                    cells[4..],
                    [before.len().to_string(), format!("{mark}{}", listed.join(" ")).trim().to_owned()]
                );
            }
            assert_eq!(turns.last().unwrap().guess, secret);
        }
    }
    assert!(marks > 0);
}

/// The figures of explained games are those of a list of all codes.
#[test]
fn explained_games_count_the_candidates() {
    let size = "4x6".parse().unwrap();
    let mut turns_checked = 0;
    for scsa in ["insert-colors", "only-once", "prefer-fewer"] {
        let options = ["--rounds", "3", "--guess-limit", "8", "--explain", "--format", "json"];
        let text = told(&[&["games", "rao,random", "--scsa", scsa], &options[..]].concat());
        let games: Vec<Value> = serde_json::from_str(&text).unwrap();
        assert_eq!(games.len(), 6);
        let codes = scsa::support(scsa::algorithms::find(scsa).unwrap(), size, 10_000).unwrap();
        for game in &games {
            assert_eq!(game["candidates"], codes.len(), "{game}");
            let secret: Code = game["secret"].as_str().unwrap().parse().unwrap();
            let mut candidates = codes.clone();
            for turn in game["turns"].as_array().unwrap() {
                let mass = |codes: &[(Code, f64)]| codes.iter().map(|(_, probability)| probability).sum::<f64>();
                let (before, prior) = (candidates.len(), mass(&candidates));
                let guess: Code = turn["guess"].as_str().unwrap().parse().unwrap();
                let is_candidate = candidates.iter().any(|(code, _)| *code == guess);
                candidates.retain(|(code, _)| guess.feedback(code) == guess.feedback(&secret));
                let exact = |field: &str| {
                    assert_eq!(turn[field]["exact"], true, "{turn}");
                    turn[field]["value"].as_f64().unwrap()
                };
                assert_eq!(
                    (exact("candidates_before"), exact("candidates_after")),
                    (before as f64, candidates.len() as f64)
                );
                assert!((exact("got_bits") - (prior / mass(&candidates)).log2()).abs() < 1e-9, "{turn}");
                assert_eq!(turn["is_candidate"], is_candidate, "{turn}");
                assert_eq!(turn["reference"]["guess"].as_str().unwrap().len(), 4, "{turn}");
                turns_checked += 1;
            }
        }
    }
    assert!(turns_checked > 80, "{turns_checked}");
}
