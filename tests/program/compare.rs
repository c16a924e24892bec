//! `arena compare`.

use crate::command::{path, refused, told};
use arena::CsvColumns;
use serde_json::Value;
use std::{fs, path::Path};

/// Plays a tournament into a folder.
fn play(out: &str, options: &str) {
    let words = ["run", "--no-charts", "--quiet", "--out", out];
    told(&words.into_iter().chain(options.split_whitespace()).collect::<Vec<_>>());
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

/// The number after a key of JSON.
fn number(json: &str, key: &str) -> f64 {
    let rest = json.split(&format!("\"{key}\": ")).nth(1).unwrap();
    rest.split([',', '\n']).next().unwrap().parse().unwrap()
}

#[test]
fn two_players_are_compared_and_explained() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    play(
        &out,
        "--players rao,baseline-4,optimal --scsa insert-colors,ab-color --sizes 4x6,6x8,8x8 --rounds 60 --seed 7 --guess-limit 40",
    );
    let table = told(&["compare", &out, "rao", "baseline-4"]);
    assert!(table.contains("rao and baseline-4 on the same secrets: 6 matches, 360 rounds"), "{table}");
    let json = told(&["compare", &out, "rao", "baseline-4", "--format", "json"]);
    let (low, mean, high) =
        (number(&json, "guesses_low"), number(&json, "guesses_difference"), number(&json, "guesses_high"));
    assert!(low < mean && mean < high && high < 0.0, "{json}");
    assert!((mean - (number(&json, "first_guesses") - number(&json, "second_guesses"))).abs() < 1e-9);
    let sentence = last_line(&table);
    let wanted = format!(
        "rao needs {:.2} ± {:.2} fewer guesses than baseline-4 (95 %), in 6 of 6 matches",
        -mean,
        (high - low) / 2.0
    );
    assert_eq!(sentence, wanted);
    // The bootstrap agrees with the t interval.
    assert!((number(&json, "bootstrap_low") - low).abs() < 0.2 * (high - low), "{json}");
    let reversed = told(&["compare", &out, "baseline-4", "rao"]);
    assert_eq!(last_line(&reversed), sentence);
    let by_score = told(&["compare", &out, "rao", "baseline-4", "--by", "score"]);
    assert!(
        last_line(&by_score).starts_with("rao scores 0.")
            && last_line(&by_score).contains("points a round more than baseline-4")
    );
    let same = told(&["compare", &out, "rao", "baseline-4", "--by", "wins"]);
    assert_eq!(last_line(&same), "rao and baseline-4 do not differ in any of the 360 rounds");

    // By SCSA, by size and by match.
    let csv = told(&["compare", &out, "rao", "baseline-4", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 1 + 1 + 2 + 3 + 6);
    let columns = CsvColumns::all().into_iter().find(|columns| columns.name == "compare").unwrap().names;
    assert_eq!(csv.lines().next().unwrap(), columns.join(","));
    let rounds: Vec<u64> = csv.lines().skip(1).map(|row| row.split(',').nth(4).unwrap().parse().unwrap()).collect();
    assert_eq!(rounds, [360, 180, 180, 120, 120, 120, 60, 60, 60, 60, 60, 60]);

    // The command of the round that differs most plays it: with the seed and the limit of the tournament.
    let replay = json.split("\"replay\": \"").nth(1).unwrap().split('"').next().unwrap();
    let difference = number(json.split("\"rounds\": [").nth(1).unwrap(), "guesses_difference");
    let words: Vec<&str> = replay.split(' ').skip(1).collect();
    assert!(replay.contains(&format!("games rao,baseline-4 --from {out} --scsa ")), "{replay}");
    let games = told(&words);
    let guesses: Vec<f64> =
        games.lines().filter_map(|line| line.strip_prefix("win in ")?.split(' ').next()?.parse().ok()).collect();
    assert_eq!(guesses.len(), 2, "{games}");
    assert_eq!(guesses[0] - guesses[1], difference, "{games}");

    // `optimal` plays 4x6 only: the two are compared there, and the matrix leaves it out.
    let small = told(&["compare", &out, "optimal", "rao"]);
    assert!(small.contains("optimal and rao on the same secrets: 2 matches, 120 rounds"), "{small}");
    let matrix = told(&["compare", &out]);
    assert!(matrix.contains("Not in the table, because they do not have all of these rounds: optimal."), "{matrix}");
    assert_eq!(last_line(&matrix), sentence);
    let markdown = told(&["compare", &out, "--format", "markdown"]);
    assert!(markdown.contains("\n| rao        |"), "{markdown}");
    let pairs = told(&["compare", &out, "--format", "csv"]);
    assert_eq!(pairs.lines().count(), 2);
    assert_eq!(number(&told(&["compare", &out, "--format", "json"]), "guesses_difference"), mean);
}

#[test]
fn two_tournaments_are_compared_player_by_player() {
    let folder = tempfile::tempdir().unwrap();
    let [before, after, other] = ["before", "after", "other"].map(|name| path(folder.path(), name));
    play(&before, "--players baseline-4,dino --scsa insert-colors --sizes 4x6,6x8 --rounds 60");
    play(&after, "--players rao,dino,lc --scsa insert-colors --sizes 4x6,6x8 --rounds 60");
    // A better version of the player.
    for file in ["rounds.csv", "summary.csv"] {
        let file = Path::new(&after).join(file);
        fs::write(&file, fs::read_to_string(&file).unwrap().replace("rao,", "baseline-4,")).unwrap();
    }
    let table = told(&["compare", &before, &after]);
    let sentence = last_line(&table);
    let (wanted, rest) = (
        format!("baseline-4 in {after} needs 0."),
        format!("fewer guesses than baseline-4 in {before} (95 %), in 2 of 2 matches"),
    );
    assert!(sentence.starts_with(&wanted) && sentence.ends_with(&rest), "{table}");
    assert!(table.contains("Not compared, in one folder only: lc."), "{table}");
    let csv = told(&["compare", &before, &after, "--format", "csv"]);
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.lines().nth(2).unwrap().contains(",0,120,0,"), "dino plays the same games: {csv}");
    assert!(refused(&["compare", &before, &before]).contains("is given twice; give two different folders"));
    let copy = path(folder.path(), "copy");
    fs::create_dir(&copy).unwrap();
    for file in ["rounds.csv", "summary.csv", "timing-summary.csv"] {
        fs::copy(Path::new(&before).join(file), Path::new(&copy).join(file)).unwrap();
    }
    let same = told(&["compare", &before, &copy]);
    assert!(last_line(&same).starts_with("the rounds of all players end alike in"), "{same}");
    play(&other, "--players dino --scsa insert-colors --sizes 4x6 --rounds 5 --seed 2");
    assert!(refused(&["compare", &before, &other]).contains("compare tournaments with the same seed"));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    play(&out, "--players rao,optimal --scsa insert-colors --sizes 4x6 --rounds 3 --no-rounds");
    assert!(refused(&["compare", &out]).contains("play the tournament again without --no-rounds"));
    play(&out, "--players rao --scsa insert-colors --sizes 4x6 --rounds 3 --force");
    assert!(refused(&["compare", &out]).contains("has fewer than two players with common rounds"));
    assert!(refused(&["compare", &out, "rao", "dino"]).contains("no rounds of 'dino' are in"));
    assert!(refused(&["compare", &out, "rao", "rao"]).contains("rao is given twice"));
    assert!(refused(&["compare", "rao", "dino"]).contains("rao is no results folder; give two folders"));
    assert!(refused(&["compare", "no-such-folder"]).contains("no-such-folder"));
    assert!(refused(&["compare", &out, "rao", "dino", "lc"]).contains("unexpected value"));
    fs::write(Path::new(&out).join("rounds.csv"), "player,scsa\n").unwrap();
    assert!(refused(&["compare", &out]).contains("rounds.csv, line 1"));
}

/// A failure that ends a match by the rules of 2024 is one observation, and rounds that were not played are no rounds that a player won.
#[test]
fn a_match_that_ended_early_is_one_observation() {
    let folder = tempfile::tempdir().unwrap();
    let [one, many] = ["one", "many"].map(|name| path(folder.path(), name));
    let options = "--players rao,faulty-panic,optimal --scsa insert-colors --rules 2024 --rounds 40 --sizes";
    play(&one, &format!("{options} 4x6"));
    play(&many, &format!("{options} 4x6,4x5,3x8,3x6"));
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

#[test]
fn one_round_of_a_match_is_played_again() {
    let all = told(&["games", "rao,dino", "--sizes", "4x6", "--rounds", "5"]);
    let one = told(&["games", "rao,dino", "--sizes", "4x6", "--round", "4"]);
    let games: Vec<&str> = all.split("\n\n").filter(|game| game.contains("round 4:")).collect();
    assert_eq!(one.trim_end(), games.join("\n\n").trim_end());
    // A player that learns plays the rounds before it unseen.
    let learner = "games bayes:1 --scsa mystery-3 --sizes 4x5";
    let play = |rounds: &[&str]| told(&learner.split(' ').chain(rounds.iter().copied()).collect::<Vec<_>>());
    assert_eq!(play(&["--round", "3"]), play(&["--rounds", "3"]).split("\n\n").nth(2).unwrap());
    assert!(refused(&["games", "rao", "--round", "0"]).contains("'0' for '--round <N>'"));
}
