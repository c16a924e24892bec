//! The commands of the program, and what they refuse.

use crate::command::{path, played, refused, told};
use std::{collections::BTreeSet, fs, path::Path};

#[test]
fn a_small_tournament_leaves_all_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let run = ["run", "--players", "random,baseline-4", "--sizes", "4x6,6x5", "--rounds", "5", "--out", &out];
    let printed = told(&run);
    assert!(printed.contains("baseline-4") && printed.contains("Leaderboard") && printed.contains(&out), "{printed}");
    let lines = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap().lines().count();
    // Six SCSAs, of which only-once is not for 6x5.
    assert_eq!(lines("summary.csv"), 1 + 2 * 6 * 2);
    assert_eq!(lines("rounds.csv"), 1 + 2 * (6 + 5) * 5);
    assert_eq!(lines("timings.csv"), 1 + 2 * (6 + 5) * 5);
    assert_eq!(lines("timing-summary.csv"), 1 + 2 * (6 + 5));
    assert!(fs::read_to_string(Path::new(&out).join("manifest.json")).unwrap().contains("\"seed\": 1,"));
    for chart in ["score-insert-colors", "guesses-only-once", "time-ab-color", "scores-4x6", "scores-6x5"] {
        assert!(Path::new(&out).join(format!("charts/{chart}.svg")).exists(), "{chart}");
        assert!(!Path::new(&out).join(format!("charts/{chart}.png")).exists(), "{chart}");
    }
    let shown = told(&["show", &out]);
    assert!(
        shown.contains("SCORE at 6x5") && shown.contains("n/a") && shown.contains("as many colors as pegs"),
        "{shown}"
    );
    assert!(told(&["show", &out, "--size", "4x6"]).contains("SCORE at 4x6"));
    fs::remove_dir_all(Path::new(&out).join("charts")).unwrap();
    assert!(told(&["charts", &out]).contains("charts in"));
    assert!(Path::new(&out).join("charts/scores-4x6.svg").exists());

    let before = fs::read(Path::new(&out).join("rounds.csv")).unwrap();
    assert!(refused(&run).contains("--force"), "results are not overwritten");
    assert_eq!(fs::read(Path::new(&out).join("rounds.csv")).unwrap(), before);
    // Other files are kept. All files are kept when the results cannot be replaced.
    let other = Path::new(&out).join("charts/score-notes.svg");
    fs::write(&other, "mine").unwrap();
    let blocked = path(folder.path(), "blocked");
    fs::create_dir_all(Path::new(&blocked).join("summary.csv")).unwrap();
    fs::write(Path::new(&blocked).join("rounds.csv"), "older").unwrap();
    assert!(refused(&["run", "--players", "rao", "--out", &blocked, "--force"]).contains("cannot write"));
    assert_eq!(fs::read_to_string(Path::new(&blocked).join("rounds.csv")).unwrap(), "older");
    assert_eq!(fs::read_dir(&blocked).unwrap().count(), 2, "no temporary file is left");
    let again = [&run[..], &["--force", "--quiet", "--jobs", "1"]].concat();
    assert_eq!(told(&again), "");
    assert!(other.exists());
    assert_eq!(fs::read(Path::new(&out).join("rounds.csv")).unwrap(), before);
}

#[test]
fn rows_of_rounds_can_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let run = ["run", "--players", "rao,random", "--sizes", "4x6", "--rounds", "5", "--no-charts", "--out", &out];
    let file = |name: &str| Path::new(&out).join(name);
    let printed = told(&run);
    assert!(printed.contains("one row a round\n") && printed.contains("(timings.csv: a round)"), "{printed}");
    let summary = fs::read(file("summary.csv")).unwrap();
    let printed = told(&[&run[..], &["--no-rounds", "--force"]].concat());
    assert!(!printed.contains("results/rounds.csv") && !printed.contains("timings.csv"), "{printed}");
    assert!(printed.contains("because there is no rounds.csv"), "{printed}");
    assert!(printed.contains("timing-summary.csv") && printed.contains("CPU times, one row a match\n"), "{printed}");
    assert!(!file("rounds.csv").exists() && !file("timings.csv").exists());
    assert!(file("timing-summary.csv").exists());
    assert_eq!(fs::read(file("summary.csv")).unwrap(), summary);
}

#[test]
fn no_name_is_taken_for_a_player_that_breaks_the_rules() {
    for name in ["learner", "aulty-panic", "prepare", "hang", "sleep", ""] {
        let line = refused(&["games", name]);
        assert!(line.contains("`arena list` shows all") && !line.contains("'faulty"), "{line}");
    }
}

#[test]
fn bad_input_gets_one_line_with_the_way_out_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let (lines, mixed, empty) = (path(folder.path(), "a"), path(folder.path(), "b"), path(folder.path(), "c"));
    fs::write(&lines, "ABCA\nAB1A\n").unwrap();
    fs::write(&mixed, "ABCA\n\nABC\n").unwrap();
    fs::write(&empty, "\n").unwrap();
    let of = |file: &str| format!("codes:{file}");
    for (words, wanted) in [
        (
            ["--players", "baseline4"],
            "there is no player 'baseline4'; did you mean 'baseline-4'? `arena list` shows all",
        ),
        (["--players", ""], "there is no player ''"),
        (["--players", "faulty-lenght"], "did you mean 'faulty-length'?"),
        (["--scsa", "insert-color"], "did you mean 'insert-colors'? `arena list` shows all"),
        (["--sizes", "4"], "'4' is no size of a game: a size is pegs x colors, such as 4x6 or 20x26"),
        (["--sizes", "0x6"], "'0x6' is no size of a game: the pegs must be 1 to 32, as in 8x10"),
        (["--sizes", "4x6,21x27"], "'21x27' is no size of a game: the colors must be 1 to 26, as in 8x10"),
        (["--sizes", "4x99"], "'4x99' is no size of a game: the colors must be 1 to 26"),
        (["--rounds", "18446744073709551615"], "--rounds 18446744073709551615 is too many"),
        (["--players", "a\nb"], "the player \"a\\nb\" has a character that is not shown in its name"),
        (["--scsa", "codes:a\nb"], "has a character that is not shown in its name"),
        (["--scsa", "codes:/dev/zero"], "/dev/zero: it is a device, and a file was expected"),
        (["--rounds", "0"], "--rounds 0 plays nothing; give 1 or more"),
        (["--jobs", "0"], "--jobs 0 is not from 1 to 1024"),
        (["--guess-limit", "0"], "--guess-limit 0 is not from 1 to 1000000"),
        (["--time-limit", "0"], "--time-limit 0 is not from 0.001 to 86400 seconds"),
        (["--time-limit", "NaN"], "--time-limit NaN is not"),
        (["--scsa", "codes:/no/such/file"], "cannot read the codes in /no/such/file"),
        (["--scsa", &of(&lines)], "a, line 2: a code is all digits or all letters, but peg 3 is '1' after letters"),
        (["--scsa", &of(&mixed)], "b, line 3: the code has 3 pegs, those before it have 4"),
        (["--scsa", &of(&empty)], "c holds no code"),
        (["--rounds", "many"], "invalid value 'many' for '--rounds <N>'"),
        (["--round", "5"], "unexpected argument '--round' found"),
        (["--rules", "2025"], "invalid value '2025' for '--rules <RULES>'"),
        (
            ["--players", "112+lc,1+1+rc"],
            "there is nothing to play: 112+lc against insert-colors at 4x6: its guess 112 has 3 pegs, not 4; give guesses of",
        ),
        (["--out", "/dev/null/results"], "cannot make the folder /dev/null/results"),
    ] {
        let elsewhere = if words[0] == "--out" { &[][..] } else { &["--out", &out] };
        let line = refused(&[&["run"], &words[..], elsewhere].concat());
        assert!(line.contains(wanted), "{words:?}: {line}");
        assert!(!Path::new(&out).exists(), "{words:?}");
    }
    // One match is enough.
    let (_, summary) = played("--players 112+lc,rao --scsa only-once,ab-color --sizes 4x3,4x6 --rounds 2");
    let notes = summary.lines().filter(|row| row.ends_with("\"112+lc: its guess 112 has 3 pegs, not 4\"")).count();
    assert_eq!((notes, summary.matches(",played,").count()), (3, 3), "{summary}");
    fs::write(&lines, "ABCA\nABBA\n").unwrap();
    let line = refused(&["run", "--out", &out, "--scsa", &of(&lines), "--rounds", "3"]);
    assert!(line.contains("holds 2 codes, --rounds 3 wants more; give 2 or fewer"), "{line}");
    assert!(refused(&["codes", "only-once", "--size", "7x6"]).contains("as many colors as pegs"));
    assert!(refused(&["show", "/no/such/folder"]).contains("cannot read /no/such/folder/summary.csv"));
    assert!(refused(&["charts", "/no/such/folder"]).contains("cannot read /no/such/folder/summary.csv"));
    let damaged = |text: &str| {
        fs::write(folder.path().join("summary.csv"), text).unwrap();
        refused(&["show", folder.path().to_str().unwrap()])
    };
    assert!(damaged("").contains("it holds no match"));
    let header = tournament::Summary::COLUMNS.join(",");
    let row = |pegs: &str, wins: &str, score: &str| {
        damaged(&format!("{header}\nx,y,{pegs},6,played,2,{wins},0,0,0,0,0,0,0,0,1.0,{score},,,,,,\n"))
    };
    assert!(row("0", "2", "5.0").contains("row 1: 0x6 is no size of a game"));
    assert!(row("4", "18446744073709551615", "5.0").contains("do not add up"));
    assert!(row("4", "2", "inf").contains("not finite"));
    fs::write(folder.path().join("summary.csv"), "player\nx\n").unwrap();
    assert!(refused(&["show", folder.path().to_str().unwrap()]).contains("summary.csv"));
}

#[test]
fn games_refuse_what_they_cannot_show() {
    let folder = tempfile::tempdir().unwrap();
    let codes = path(folder.path(), "codes");
    fs::write(&codes, "ABCA\nABBA\n").unwrap();
    let of_file = format!("codes:{codes}");
    for (words, wanted) in [
        (&["rap"][..], "there is no player 'rap'; did you mean 'rao'? `arena list` shows all"),
        (&["raoo,dino"], "there is no player 'raoo'; did you mean 'rao'?"),
        (&["all"], "'all' is not one player, and only one can be shown; name one, or see `arena list`"),
        (&["rao:3"], "the player rao takes no parameter"),
        (
            &["1127+lc", "--sizes", "4x6,3x9"],
            "1127+lc against insert-colors at 4x6: its guess 1127 has a color beyond the 6; give guesses of 4 pegs in",
        ),
        (
            &["lc", "--scsa", "only-once", "--sizes", "8x6"],
            "only-once needs at least as many colors as pegs; choose other --sizes or another --scsa",
        ),
        (&[], "the following required arguments were not provided"),
        (&["rao", "random"], "unexpected argument 'random' found"),
        (&["rao", "--scsa", "insert-color"], "did you mean 'insert-colors'? `arena list` shows all"),
        (&["rao", "--scsa", "codes:/no/such/file"], "cannot read the codes in /no/such/file"),
        (&["rao", "--scsa", &of_file, "--rounds", "3"], "holds 2 codes, --rounds 3 wants more; give 2 or fewer"),
        (&["rao", "--sizes", "4"], "'4' is no size of a game"),
        (&["rao", "--rounds", "0"], "--rounds 0 plays nothing; give 1 or more"),
        (&["rao", "--rounds", "18446744073709551615"], "--rounds 18446744073709551615 is too many"),
        (&["rao", "--seeds", "1,x"], "invalid value 'x' for '--seeds <SEEDS>'"),
        (&["rao", "--seeds", ""], "invalid value '' for '--seeds <SEEDS>'"),
        (&["rao", "--samples", &codes], "players know the rule of every SCSA that is played and get no --samples"),
        (&["rao", "--scsa", "mystery-1", "--samples", "/no/such/file"], "cannot read the codes in /no/such/file"),
        (&["rao", "--guess-limit", "0"], "--guess-limit 0 is not from 1 to 1000000"),
        (&["rao", "--time-limit", "0"], "--time-limit 0 is not from 0.001 to 86400 seconds"),
    ] {
        let line = refused(&[&["games"], words].concat());
        assert!(line.contains(wanted), "{words:?}: {line}");
    }
}

#[test]
fn codes_of_a_file_are_played_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (codes, out) = (path(folder.path(), "mine.txt"), path(folder.path(), "results"));
    fs::write(&codes, "\u{feff}abca\r\nCCCC\r\n\r\nBACA\r\n").unwrap();
    let scsa = format!("codes:{codes}");
    told(&["run", "--players", "rao,random", "--scsa", &scsa, "--sizes", "4x3,4x2", "--out", &out, "--quiet"]);
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    let secrets: Vec<&str> = rounds.lines().skip(1).map(|row| row.split(',').nth(5).unwrap()).collect();
    assert_eq!(secrets, ["ABCA", "CCCC", "BACA", "ABCA", "CCCC", "BACA"]);
    let shown = told(&["show", &out]);
    assert!(shown.contains("the codes have 4 pegs and need 3 colors"), "{shown}");
    assert_eq!(told(&["codes", &scsa, "--size", "4x26"]), "ABCA\nCCCC\nBACA\n");
}

#[test]
fn codes_are_the_secrets_of_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    told(&["run", "--players", "rao", "--scsa", "mystery-3", "--sizes", "7x5", "--seed", "9", "--out", &out, "-q"]);
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    let secrets: Vec<&str> = rounds.lines().skip(1).map(|row| row.split(',').nth(5).unwrap()).collect();
    let codes = told(&["codes", "mystery-3", "--size", "7x5", "--seed", "9", "--count", "100"]);
    assert_eq!(codes.lines().collect::<Vec<_>>(), secrets);
}

#[test]
fn the_list_has_everybody_with_a_sentence() {
    let list = told(&["list"]);
    let names = players::ROSTER
        .iter()
        .map(players::Entry::usage)
        .chain(scsa::algorithms::all().map(|scsa| scsa.name().to_owned()));
    for name in names {
        let line = list.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
        assert!(line.is_some_and(|line| line.len() > 40), "{name}");
    }
    for section in list.split("\n\n") {
        let column = |line: &str| {
            line.trim_start().find("  ").map(|end| line.len() - line.trim_start()[end..].trim_start().len())
        };
        let columns: BTreeSet<_> = section.lines().skip(1).map(column).collect();
        assert!(columns.len() == 1 && !columns.contains(&None), "the sentences are in one column: {section}");
    }
}
