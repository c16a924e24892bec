//! Results folders that are verified.

use crate::command::{arena, path, refused, told};
use std::{fs, path::Path};

/// What a verification that finds something prints; its exit code is 1.
fn found(words: &[&str]) -> String {
    let output = arena(words).assert().code(1);
    let output = output.get_output();
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(error.contains("is not what its manifest says"), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Plays a tournament into a folder.
fn play(options: &str, out: &str) {
    let run = ["run", "--quiet", "--no-charts", "--out", out];
    told(&run.into_iter().chain(options.split(' ')).collect::<Vec<_>>());
}

#[test]
fn results_are_true() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    play(
        "--players rao,bayes:1,faulty-panic,optimal --scsa insert-colors,mystery-2 --sizes 4x6,8x10 --rounds 10",
        &out,
    );
    let printed = told(&["verify", &out]);
    assert!(printed.ends_with("nothing is wrong\n"), "{printed}");
    assert!(printed.contains(": 140 rows read, "), "{printed}");
    let printed = told(&["verify", &out, "--all"]);
    assert!(printed.contains(": 140 rows read, 140 rounds played again\nnothing is wrong"), "{printed}");
    assert!(told(&["verify", &out, "--rounds", "0"]).contains(" 0 rounds played again"));
    assert_eq!(told(&["verify", &out, "--rounds", "0", "-q"]), "");
}

#[test]
fn every_change_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    play("--players rao,faulty-panic,optimal --scsa insert-colors,mystery-2 --sizes 4x6,8x10 --rounds 10", &out);
    let changed = |file: &str, change: &dyn Fn(&str) -> String, more: &[&str]| -> String {
        let path = Path::new(&out).join(file);
        let before = fs::read_to_string(&path).unwrap();
        let after = change(&before);
        assert_ne!(after, before, "{file} is changed");
        fs::write(&path, after).unwrap();
        let printed = found(&[&["verify", &out], more].concat());
        fs::write(&path, before).unwrap();
        printed
    };
    // Changes a line that begins like this.
    let line = |start: &'static str, change: &'static dyn Fn(&str) -> String| {
        move |text: &str| -> String {
            let mut is_first = true;
            let changed = text.split_inclusive('\n').map(|line| {
                let is_it = is_first && line.starts_with(start);
                is_first &= !is_it;
                if is_it { change(line) } else { line.to_owned() }
            });
            changed.collect()
        }
    };
    let nothing = ["--rounds", "0"];
    let field = |index: usize, value: &'static str| {
        move |line: &str| {
            let mut fields: Vec<&str> = line.trim_end().split(',').collect();
            fields[index] = value;
            format!("{}\n", fields.join(","))
        }
    };
    let points: &'static dyn Fn(&str) -> String = Box::leak(Box::new(field(9, "2.000001")));
    let secret: &'static dyn Fn(&str) -> String = Box::leak(Box::new(field(5, "ABCD")));
    let wins: &'static dyn Fn(&str) -> String = Box::leak(Box::new(field(6, "9")));
    let most: &'static dyn Fn(&str) -> String = Box::leak(Box::new(field(21, "99")));
    let place: &'static dyn Fn(&str) -> String = Box::leak(Box::new(field(4, "9")));
    let longest: &'static dyn Fn(&str) -> String = Box::leak(Box::new(field(13, "1234567.0")));
    let gone: &'static dyn Fn(&str) -> String = &|_| String::new();
    let twice: &'static dyn Fn(&str) -> String = &|line| format!("{line}{line}");
    let easier: &'static dyn Fn(&str) -> String = &|line| {
        let mut fields: Vec<&str> = line.trim_end().split(',').collect();
        (fields[8], fields[9]) = ("1", "5.000000");
        format!("{}\n", fields.join(","))
    };
    for (file, start, change, wanted) in [
        (
            "summary.csv",
            "rao,insert-colors,4,6,",
            most,
            "rao against insert-colors at 4x6: max_guesses is 99, and its rows give",
        ),
        (
            "rounds.csv",
            "rao,insert-colors,4,6,7,",
            points,
            "rounds.csv: round 7 of rao against insert-colors was changed",
        ),
        (
            "rounds.csv",
            "rao,insert-colors,4,6,7,",
            secret,
            "round 7 of rao against insert-colors is not of this tournament",
        ),
        ("rounds.csv", "rao,insert-colors,4,6,7,", gone, "round 8 of rao against insert-colors is out of order"),
        ("rounds.csv", "rao,insert-colors,4,6,10,", gone, "rao against insert-colors at 4x6: it has 9 of 10 rounds"),
        ("rounds.csv", "rao,insert-colors,4,6,7,", place, "is out of order"),
        ("rounds.csv", "rao,insert-colors,4,6,7,", twice, "is out of order"),
        (
            "rounds.csv",
            "rao,insert-colors,4,6,7,",
            easier,
            "summary.csv: rao against insert-colors at 4x6: weighted_wins is",
        ),
        (
            "summary.csv",
            "rao,insert-colors,4,6,",
            wins,
            "summary.csv: row 1: wins, losses and failures do not add up to the rounds",
        ),
        ("summary.csv", "rao,mystery-2,4,6,", gone, "summary.csv: rao against mystery-2 at 4x6 is missing"),
        ("summary.csv", "rao,mystery-2,4,6,", twice, "summary.csv: rao against mystery-2 at 4x6 is there twice"),
        ("timing-summary.csv", "rao,insert-colors,4,6,", longest, "round_us_max is 1234567.0, and its rows give"),
        (
            "timing-summary.csv",
            "rao,insert-colors,4,6,",
            gone,
            "timing-summary.csv: rao against insert-colors at 4x6: it is missing",
        ),
        (
            "timings.csv",
            "rao,insert-colors,4,6,7,",
            gone,
            "rao against insert-colors at 4x6: rounds_timed is 10, and its rows give 9",
        ),
    ] {
        let printed = changed(file, &line(start, change), &nothing);
        assert!(printed.contains(wanted), "{file}: {wanted}\n{printed}");
    }
    let printed = changed("manifest.json", &|text| text.replace("\"rounds\": 120", "\"rounds\": 121"), &nothing);
    assert!(printed.contains("manifest.json: rounds is 121, and its matches have 120"), "{printed}");
    let printed = changed("manifest.json", &|text| text.replace("\"seed\": 1", "\"seed\": 2"), &nothing);
    assert!(printed.contains("is not of this tournament"), "{printed}");
    let other = |text: &str| text.replace("optimal: ", "optimal: not ");
    let printed = changed("summary.csv", &other, &["--rounds", "1"]);
    assert!(
        printed.contains("optimal against insert-colors at 8x10: note is not the reason of the player"),
        "{printed}"
    );
    // Games that were never played are found by playing them.
    let printed = changed("rounds.csv", &line("rao,insert-colors,4,6,7,", easier), &["--all"]);
    assert!(
        printed
            .contains("round 7 of rao against insert-colors at 4x6 is a win in 1 guesses, and played again a win in"),
        "{printed}"
    );
    assert!(told(&["verify", &out]).ends_with("nothing is wrong\n"), "all changes were taken back");
}

#[test]
fn results_by_the_rules_of_2024_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    play(
        "--players faulty-panic,rao,faulty-hang --scsa ab-color --sizes 4x6,4x7 --rounds 20 --rules 2024 --time-limit 0.01",
        &out,
    );
    told(&["verify", &out]);
    let summary = Path::new(&out).join("summary.csv");
    let text = fs::read_to_string(&summary).unwrap();
    fs::write(&summary, text.replace("rao,ab-color,4,6,played", "rao,ab-color,4,6,disqualified")).unwrap();
    let printed = found(&["verify", &out, "--rounds", "0"]);
    assert!(printed.contains("rao against ab-color at 4x6: the rules do not disqualify the player"), "{printed}");
}

/// A round that was lost by time, and won on a machine that is fast enough.
#[test]
fn what_ended_otherwise_is_said_in_the_last_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    play("--players bayes:30 --scsa ab-color --sizes 8x10 --rounds 3 --time-limit 0.001", &out);
    let rows = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    assert_eq!(rows.matches(",loss,time,").count(), 3, "{rows}");
    let manifest = Path::new(&out).join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("\"time_limit_s\": 0.001", "\"time_limit_s\": 60.0")).unwrap();
    assert!(told(&["verify", &out, "--rounds", "0"]).ends_with("nothing is wrong\n"));
    let printed = told(&["verify", &out, "--all"]);
    assert_eq!(printed.matches("note: rounds.csv: round ").count(), 3, "{printed}");
    assert!(
        printed.ends_with("no fault was found, but 3 rounds played again ended otherwise: see above\n"),
        "{printed}"
    );
    // Something that is wrong is the verdict beside notes, too.
    fs::write(&manifest, fs::read_to_string(&manifest).unwrap().replace("\"rounds\": 3", "\"rounds\": 4")).unwrap();
    let printed = found(&["verify", &out, "--all"]);
    assert!(printed.ends_with("3 rows read, 3 rounds played again\n"), "{printed}");
}

#[test]
fn what_cannot_be_verified_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    assert!(refused(&["verify", &out]).contains("give a results folder"));
    play("--players rao --scsa ab-color --sizes 4x6 --rounds 5 --no-rounds", &out);
    assert!(refused(&["verify", &out]).contains("has no rounds.csv"));
}
