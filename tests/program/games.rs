//! The games that `arena games` shows are those that `arena run` records.

use crate::command::{arena, path, played, refused, told};
use scsa::Code;
use serde_json::{Value, json};
use std::{
    collections::{BTreeSet, HashMap},
    fs,
};

/// The blocks of an output by their head, which ends before the secret: the secret, the turns and the end.
fn blocks(output: &str) -> HashMap<&str, (&str, Vec<&str>, &str)> {
    output
        .trim_end()
        .split("\n\n")
        .filter_map(|block| {
            let lines: Vec<&str> = block.lines().collect();
            let (head, secret) = lines[0].split_once(": the secret is ")?;
            let (end, turns) = lines[1..].split_last()?;
            Some((head, (secret, turns.to_vec(), *end)))
        })
        .collect()
}

/// Plays matches in both ways with the same options, and compares round by round.
fn compare(players: &[&str], options: &str) -> usize {
    let (rounds, summary) = played(&format!("--players {} --seed 7 --jobs 2 {options}", players.join(",")));
    let shown: Vec<String> = players
        .iter()
        .map(|player| told(&["games", player, "--seed", "7"].into_iter().chain(options.split(' ')).collect::<Vec<_>>()))
        .collect();
    let shown = shown.join("\n");
    let games = blocks(&shown);
    let mut compared = 0;
    for row in csv::Reader::from_reader(rounds.as_bytes()).records() {
        let row = row.unwrap();
        let [player, scsa, pegs, colors, round, secret, outcome, cause, guesses] =
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| &row[i]);
        let head = format!("{player} against {scsa} at {pegs}x{colors}, seed 7, round {round}");
        let (shown_secret, turns, end) = &games[head.as_str()];
        assert_eq!(*shown_secret, secret, "{head}");
        let wanted = match (outcome, guesses) {
            ("win", "1") => "win in 1 guess".to_owned(),
            ("win", guesses) => format!("win in {guesses} guesses"),
            _ => format!("{outcome}: {cause}"),
        };
        match cause.strip_prefix("illegal guess: ") {
            // The games say why it is illegal.
            Some(guess) => assert!(end.starts_with(&format!("failure: illegal guess {guess}: ")), "{head}: {end}"),
            None => assert_eq!(*end, wanted, "{head}"),
        }
        if !cause.starts_with("crash") {
            assert_eq!(turns.len().to_string(), guesses, "{head}");
        }
        assert!(turns.windows(2).all(|pair| pair[0].len() == pair[1].len()), "{head}: the turns line up");
        if outcome == "win" {
            assert!(turns.last().unwrap().ends_with(&format!("  {secret}  {pegs} {:>1$}", 0, pegs.len())), "{head}");
        }
        compared += 1;
    }
    assert_eq!(games.len(), compared, "{shown}");
    for row in csv::Reader::from_reader(summary.as_bytes()).records() {
        let row = row.unwrap();
        if &row[4] == "unsupported" {
            let line = format!("{} against {} at {}x{}: not played, {}", &row[0], &row[1], &row[2], &row[3], &row[22]);
            assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
        }
    }
    compared
}

#[test]
fn players_are_shown_as_they_are_recorded() {
    let compared = compare(
        &["random", "baseline-3", "rao"],
        "--scsa insert-colors,only-once,mystery-3 --sizes 3x4,12x9 --rounds 6 --guess-limit 30",
    );
    assert_eq!(compared, 3 * (6 * 6 - 6));
}

#[test]
fn codes_of_a_file_are_shown_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let codes = path(folder.path(), "codes.txt");
    fs::write(&codes, "ABCA\nCCCC\nBACA\n").unwrap();
    assert_eq!(compare(&["random", "rao"], &format!("--scsa codes:{codes} --sizes 4x3 --rounds 2")), 4);
}

/// The knowledge of dino determines its method.
#[test]
fn what_players_are_told_is_told_in_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let samples = path(folder.path(), "samples.txt");
    fs::write(&samples, "ABBA\nBABB\n").unwrap();
    let options = "--scsa mystery-2,mystery-5 --sizes 7x5 --rounds 4";
    let told_samples = format!("{options} --samples {samples}");
    assert_eq!(compare(&["dino", "rao"], &told_samples), 2 * 2 * 4);
    assert_eq!(compare(&["dino", "rao"], &format!("{options} --reveal")), 2 * 2 * 4);
    let shown = |options: &str| told(&["games", "dino"].into_iter().chain(options.split(' ')).collect::<Vec<_>>());
    assert_ne!(shown(&told_samples), shown(options), "the samples matter");
}

/// A player that learns loses its state in a crash, and plays its next rounds without it.
#[test]
fn faults_are_shown_as_they_are_recorded() {
    let faulty = ["faulty-length", "faulty-color", "faulty-panic", "faulty-overflow", "faulty-prepare"];
    assert_eq!(compare(&faulty, "--scsa ab-color --sizes 2x2 --rounds 16"), 5 * 16);
    assert_eq!(compare(&["faulty-learner"], "--scsa insert-colors --sizes 1x8 --rounds 60"), 60);
    assert_eq!(compare(&["faulty-hang"], "--scsa ab-color --sizes 2x2 --rounds 12 --time-limit 0.05"), 12);
}

#[test]
fn a_crash_leaves_the_turns_before_it() {
    let shown = told(&["games", "faulty-overflow", "--sizes", "3x3", "--rounds", "8"]);
    let crashed = |end: &str| end == "failure: crash: signal 6";
    assert!(blocks(&shown).values().any(|(_, turns, end)| crashed(end) && !turns.is_empty()), "{shown}");
}

#[test]
fn a_match_that_is_not_played_gets_one_line() {
    assert_eq!(
        told(&["games", "rao", "--scsa", "only-once", "--sizes", "8x6,1x1", "--seeds", "1,2"]),
        "rao against only-once at 8x6: not played, only-once needs at least as many colors as pegs\n\n\
         rao against only-once at 1x1, seed 1, round 1: the secret is A\n  1  A  1 0\nwin in 1 guess\n\n\
         rao against only-once at 1x1, seed 2, round 1: the secret is A\n  1  A  1 0\nwin in 1 guess\n"
    );
}

/// The games that a command shows as JSON.
fn documents(words: &[&str]) -> Vec<Value> {
    let text = told(&["games"].iter().chain(words).chain(&["--format", "json"]).copied().collect::<Vec<_>>());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_chosen_secret_is_played() {
    for secret in ["BACF", "bacf", "2136"] {
        let shown = told(&["games", "rao,random", "--secret", secret, "--guess-limit", "30", "--rounds", "2"]);
        let blocks = blocks(&shown);
        assert_eq!(blocks.len(), 4, "{shown}");
        assert!(blocks.values().all(|(shown, ..)| *shown == "BACF"), "{shown}");
        assert!(blocks.keys().all(|head| head.contains("at 4x6")), "{shown}");
    }
    assert!(told(&["games", "rao", "--secret", "ABZ"]).contains("at 3x26"));
    assert!(told(&["games", "rao", "--secret", "ABA", "--sizes", "3x2"]).contains("at 3x2"));
    // A crash loses the round, not its secret.
    assert!(told(&["games", "faulty-prepare", "--secret", "FACE"]).contains("the secret is FACE\nfailure: "));
    // A player that learns plays all rounds of its match.
    let learning = documents(&["bayes:1", "--scsa", "mystery-3", "--sizes", "3x4", "--rounds", "3", "--secret", "ABB"]);
    assert!(learning.iter().all(|game| game["secret"] == "ABB" && game["outcome"] == "win"), "{learning:?}");
}

#[test]
fn a_secret_that_the_codemaker_does_not_make_is_noted() {
    let note = |words: &[&str]| {
        documents(&["rao", "--secret", "FFFF"].iter().chain(words).copied().collect::<Vec<_>>())[0]["note"].clone()
    };
    assert_eq!(note(&[]), Value::Null);
    assert_eq!(
        note(&["--scsa", "only-once"]),
        "only-once cannot make FFFF: players that rely on its rule may not find it"
    );
    let folder = tempfile::tempdir().unwrap();
    let codes = format!("codes:{}", path(folder.path(), "codes.txt"));
    fs::write(codes.trim_start_matches("codes:"), "ABCA\nFFFF\n").unwrap();
    assert_eq!(note(&["--scsa", &codes]), Value::Null);
    let other = documents(&["rao", "--secret", "ABBB", "--scsa", &codes]);
    assert_eq!(other[0]["note"], format!("ABBB is not among the codes of {codes}"));
}

#[test]
fn secrets_that_are_no_codes_are_refused() {
    for (words, reason) in [
        (&["--secret", "AB1"][..], "--secret 'AB1' is no code: a code is all digits or all letters"),
        (&["--secret", ""], "--secret '' is no code: a code has 1 to 32 pegs"),
        (&["--secret", "ABG", "--sizes", "3x6"], "--secret ABG has 3 pegs and needs 7 colors, but the size is 3x6"),
        (&["--secret", "ABC", "--sizes", "3x6,4x6"], "but the size is 4x6; choose --sizes 3x6"),
        (&["--explain", "--reference", "faulty-hang"], "--reference faulty-hang breaks the rules on purpose"),
        (&["--explain", "--reference", "roa"], "did you mean 'rao'?"),
    ] {
        let line = refused(&["games", "rao"].iter().chain(words).copied().collect::<Vec<_>>());
        assert!(line.contains(reason), "{line}");
    }
}

/// The figures of explained games are those of a list of all codes.
#[test]
fn explained_games_count_the_candidates() {
    let size = "4x6".parse().unwrap();
    let mut turns_checked = 0;
    for scsa in ["insert-colors", "only-once", "prefer-fewer"] {
        let games = documents(&["rao,random", "--scsa", scsa, "--rounds", "3", "--guess-limit", "8", "--explain"]);
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

#[test]
fn explained_games_say_at_which_guess_a_player_fails() {
    for (player, word, cause) in [
        ("faulty-color", "failure", "illegal guess"),
        ("faulty-length", "failure", "illegal guess"),
        ("faulty-panic", "failure", "panic"),
        ("faulty-overflow", "failure", "crash"),
        ("faulty-hang", "loss", "time"),
    ] {
        let options = [player, "--round", "2", "--time-limit", "0.05", "--explain"];
        let game = &documents(&options)[0];
        let answered = game["turns"].as_array().unwrap().len() as u64;
        assert_eq!((&game["outcome"], &game["failed_guess"]), (&json!(word), &json!(answered + 1)), "{game}");
        assert_eq!(game["illegal_guess"].is_string(), cause == "illegal guess", "{game}");
        let shown = told(&["games"].iter().chain(&options).copied().collect::<Vec<_>>());
        let end = format!("\n{word} at guess {}: {cause}", answered + 1);
        assert!(shown.contains(&end), "{shown}");
    }
    let unprepared = told(&["games", "faulty-prepare", "--explain"]);
    assert!(unprepared.contains("\nfailure before the first round: "), "{unprepared}");
}

#[test]
fn explained_games_end_with_a_comparison_of_the_players() {
    let shown = told(&["games", "rao,knuth,baseline-4", "--secret", "BACF", "--explain"]);
    let (_, comparison) = shown.rsplit_once("\n\n").unwrap();
    assert_eq!(
        comparison,
        "rao and knuth part at guess 1\n  \
           rao    AAAA (1.50 bits expected), win in 6 guesses\n  \
           knuth  AABB (2.89 bits expected), win in 5 guesses\n\
         rao and baseline-4 make the same guesses\n  \
           rao         win in 6 guesses\n  \
           baseline-4  win in 6 guesses\n"
    );
}

/// Measured times are shown on request only, so that the same command prints the same.
#[test]
fn times_are_shown_on_request() {
    let words = ["games", "rao", "--sizes", "8x10", "--explain"];
    let shown = told(&words);
    assert_eq!(shown, told(&words));
    assert!(!shown.contains("CPU ms"));
    assert!(told(&[&words[..], &["--times"]].concat()).contains("CPU ms"));
    let timed = &documents(&["rao", "--explain", "--times"])[0]["turns"];
    assert!(timed.as_array().unwrap().iter().all(|turn| turn["cpu_seconds"].as_f64().unwrap() >= 0.0), "{timed}");
    refused(&["games", "rao", "--times"]);
}

#[test]
fn explained_games_fit_the_terminal() {
    for columns in [60, 80, 120] {
        let mut command = arena(&["games", "random", "--sizes", "12x9", "--guess-limit", "3", "--explain"]);
        let output = command.env("COLUMNS", columns.to_string()).assert().success();
        let shown = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        let table = shown.lines().skip_while(|line| !line.starts_with("  "));
        let table: Vec<&str> = table.take_while(|line| line.starts_with("  ")).collect();
        assert_eq!(table.len(), if columns < 80 { 8 } else { 4 }, "{shown}");
        assert!(table.iter().all(|line| line.chars().count() <= columns), "{shown}");
    }
}

#[test]
fn matches_that_are_not_played_are_documents_too() {
    let games = documents(&["rao", "--scsa", "only-once", "--sizes", "8x6,1x1"]);
    assert_eq!((games.len(), &games[0]["outcome"], &games[0]["round"]), (2, &json!("unsupported"), &Value::Null));
    assert_eq!(games[0]["cause"], "only-once needs at least as many colors as pegs");
}

/// The fields of the JSON are those that docs/files.md describes.
#[test]
fn fields_are_documented() {
    let document = include_str!("../../docs/files.md");
    let documented = |name: &str| -> BTreeSet<String> {
        let (_, rest) = document.split_once(&format!("<!-- fields: {name} -->")).unwrap();
        let (table, _) = rest.split_once("<!-- end -->").unwrap();
        table.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned())).collect()
    };
    let fields = |value: &Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    let game = &documents(&["rao", "--explain", "--times"])[0];
    assert_eq!(fields(game), documented("game"));
    assert_eq!(fields(&game["turns"][0]), documented("turn"));
    let plain = &documents(&["rao"])[0]["turns"][0];
    assert_eq!(fields(plain), ["black", "guess", "white"].map(str::to_owned).into());
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(fields(&game["turns"][0]["reference"]), names(&["expected_bits", "guess", "is_candidate"]));
    assert_eq!(fields(&game["turns"][0]["expected_bits"]), names(&["exact", "value"]));
}
