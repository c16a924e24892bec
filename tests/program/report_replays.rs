//! `arena report`: the rounds that a page shows guess by guess.

use crate::command::{refused, told};
use crate::page::{MIXED, Page, Row, edit, page_of, play, rows_of};
use serde_json::Value;
use std::{fs, path::Path};

#[test]
fn replays_are_the_recorded_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", MIXED);
    told(&["report", &out, "--replays", "1000"]);
    let page = Page::read(Path::new(&out).join("report.html"));
    let rounds = rows_of(&out, "rounds.csv");
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
            let secret: scsa::Code = row["secret"].parse().unwrap();
            assert_eq!(
                (replay["secret"].as_str(), game["outcome"].as_str()),
                (Some(&*row["secret"]), Some(&*row["outcome"]))
            );
            let letters = game["guesses"].as_str().unwrap();
            let feedback = game["feedback"].as_array().unwrap();
            assert_eq!(feedback.len().to_string(), row["guesses"]);
            assert_eq!(letters.len(), feedback.len() * secret.len());
            for (index, pair) in feedback.iter().enumerate() {
                let guess: scsa::Code = letters[index * secret.len()..(index + 1) * secret.len()].parse().unwrap();
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
                assert!(game["cause"].as_str().unwrap().starts_with("panic: "), "{game}");
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
    let round = first["round"].to_string();
    let words = [
        "games",
        "rao",
        "--scsa",
        "only-once",
        "--sizes",
        page.name("sizes", &first["size"]),
        "--round",
        &round,
        "--explain",
    ];
    let explained: Value = serde_json::from_str(&told(&[&words[..], &["--format", "json"]].concat())).unwrap();
    let counts: Vec<&Value> =
        explained[0]["turns"].as_array().unwrap().iter().map(|turn| &turn["candidates_after"]["value"]).collect();
    let game =
        first["games"].as_array().unwrap().iter().find(|game| page.name("players", &game["player"]) == "rao").unwrap();
    let left: Vec<f64> = game["left"].as_array().unwrap().iter().map(|left| left.as_f64().unwrap()).collect();
    assert_eq!(counts.iter().map(|count| count.as_f64().unwrap()).collect::<Vec<_>>(), left);
    assert_eq!(first["codes"].as_f64(), explained[0]["candidates"].as_f64());
}

#[test]
fn of_many_rounds_the_most_interesting_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(
        &folder,
        "out",
        "--players rao,dino,one-color,faulty-panic --scsa insert-colors --sizes 4x6,5x5 --rounds 60",
    );
    let page = page_of(&out);
    let replays = page.replays();
    let games: usize = replays.iter().map(|replay| replay["games"].as_array().unwrap().len()).sum();
    let reasons: Vec<&str> =
        replays.iter().flat_map(|replay| replay["why"].as_array().unwrap()).map(|why| why.as_str().unwrap()).collect();
    assert!(games > 30 && games <= 300, "{games}");
    for reason in ["failure of faulty-panic", "loss of one-color", "longest round at 4x6", "sample"] {
        assert!(reasons.contains(&reason), "{reason} is not among {reasons:?}");
    }
    assert!(reasons.iter().any(|reason| reason.starts_with("largest difference of ")), "{reasons:?}");
    // The longest one is the longest one.
    let longest = replays.iter().find(|replay| replay["why"].to_string().contains("longest round at 4x6")).unwrap();
    let most = rows_of(&out, "rounds.csv")
        .iter()
        .filter(|row| row["outcome"] == "win" && row["pegs"] == "4")
        .map(|row| row["guesses"].parse::<usize>().unwrap())
        .max();
    let lengths = longest["games"].as_array().unwrap().iter().map(|game| game["feedback"].as_array().unwrap().len());
    assert_eq!(lengths.filter(|length| Some(*length) <= most).max(), most);

    let bytes = fs::read(Path::new(&out).join("report.html")).unwrap();
    told(&["report", &out]);
    assert!(fs::read(Path::new(&out).join("report.html")).unwrap() == bytes, "the same page again");
    let count = |words: &[&str]| {
        told(&[&["report", &out], words].concat());
        let page = Page::read(Path::new(&out).join("report.html"));
        page.replays().iter().map(|replay| replay["games"].as_array().unwrap().len()).sum::<usize>()
    };
    assert_eq!([count(&["--replays", "7"]), count(&["--replays", "480"]), count(&["--no-replays"])], [7, 480, 0]);
    assert!(refused(&["report", &out, "--replays", "1", "--no-replays"]).contains("cannot be used with"));

    // A round that is not as it was recorded is not shown.
    edit(&out, "rounds.csv", |text| {
        let row = text.lines().find(|line| line.starts_with("rao,") && line.contains(",4,6,1,")).unwrap();
        let mut fields: Vec<&str> = row.split(',').collect();
        fields[8] = "77";
        text.replace(row, &fields.join(","))
    });
    let page = page_of(&out);
    let note = page.section("replays");
    assert!(note.contains("round 1 of rao against insert-colors at 4x6 is not as it was recorded"), "{note}");
    assert!(note.contains("win after 77 guesses, now win after"), "{note}");
    let rao = page.data["players"].as_array().unwrap().iter().position(|player| player == "rao").unwrap();
    let shown = page.replays().into_iter().any(|replay| {
        let is_first = replay["round"] == 1 && page.name("sizes", &replay["size"]) == "4x6";
        is_first && replay["games"].as_array().unwrap().iter().any(|game| game["player"] == rao)
    });
    assert!(!shown, "{:?}", page.replays());
}

/// Where candidates cannot be counted they are estimated, also those of a rule that makes too many to list: with a standard error, and
/// near what `games --explain` estimates from other samples.
#[test]
#[ignore = "takes 5 s: cargo test --test program report_replays:: -- --ignored"]
fn candidates_of_large_boards_are_estimated() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao --scsa insert-colors,two-color --sizes 20x26,12x14 --rounds 1");
    let page = page_of(&out);
    for replay in page.replays() {
        let game = &replay["games"][0];
        let numbers =
            |name: &str| -> Vec<Option<f64>> { game[name].as_array().unwrap().iter().map(Value::as_f64).collect() };
        let (left, errors) = (numbers("left"), numbers("errors"));
        assert_eq!(left.len(), errors.len());
        let known = left.iter().flatten().count();
        assert!(4 * known > 3 * left.len(), "{known} of {} are known", left.len());
        let estimates: Vec<f64> = errors.iter().flatten().copied().collect();
        assert!(estimates.len() > 5 && estimates.iter().all(|error| (0.0..=70.0).contains(error)), "{errors:?}");
        assert_eq!((left[left.len() - 1], errors[errors.len() - 1]), (Some(1.0), None));
        // The command estimates with more particles, which takes long at 20x26.
        match (page.name("scsas", &replay["scsa"]), page.name("sizes", &replay["size"])) {
            ("two-color", "20x26") => {
                // 325 pairs of colors with 2^20 − 2 codes each, and 26 codes of one color.
                let codes = replay["codes"].as_f64().unwrap();
                assert!((codes / 3.408e8 - 1.0).abs() < 0.1 && replay["codes_error"].is_u64(), "{codes}");
                continue;
            }
            ("insert-colors", "12x14") => {}
            _ => continue,
        }
        let words = "games rao --scsa insert-colors --sizes 12x14 --round 1 --explain --format json";
        let explained: Value = serde_json::from_str(&told(&words.split(' ').collect::<Vec<_>>())).unwrap();
        let turns = explained[0]["turns"].as_array().unwrap();
        for ((turn, left), error) in turns.iter().zip(&left).zip(&errors).take(30) {
            let other = &turn["candidates_after"];
            let (Some(left), Some(value)) = (left, other["value"].as_f64()) else { continue };
            let error = error.unwrap_or(0.0) / 100.0 * left;
            let error = error.hypot(other["standard_error"].as_f64().unwrap_or(0.0)).max(0.02 * left);
            assert!((left - value).abs() < 6.0 * error, "{left} ± {error}, {turn}");
        }
    }
}
