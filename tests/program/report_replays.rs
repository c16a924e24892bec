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

/// Where candidates cannot be counted, a lower bound is shown or nothing, and the page says which codes are counted.
#[test]
fn candidates_of_large_boards_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let out = play(&folder, "out", "--players rao --scsa insert-colors,two-color --sizes 20x26 --rounds 1");
    let page = page_of(&out);
    for replay in page.replays() {
        assert_eq!(replay["codes"].as_f64(), Some(26f64.powi(20)));
        let left = replay["games"][0]["left"].as_array().unwrap();
        let known: Vec<f64> = left.iter().filter_map(Value::as_f64).collect();
        assert!(known.is_sorted_by(|a, b| a >= b) && left.last().unwrap().as_f64() == Some(1.0), "{left:?}");
        assert!(
            left.iter().all(|left| left.is_number() || left.is_null() || left == "more than 4 million"),
            "{left:?}"
        );
        if page.name("scsas", &replay["scsa"]) == "two-color" {
            let words = "all codes of the size, because two-color makes too many to list";
            assert_eq!(replay["counted"], words);
        } else {
            assert!(left.iter().any(|left| left == "more than 4 million"), "{left:?}");
        }
    }
}
