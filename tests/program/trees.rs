//! `arena tree`, and the files that it writes.

use crate::command::{path, played, refused, told};
use assert_cmd::{Command, cargo};
use std::{collections::BTreeSet, fs};

#[test]
fn a_strategy_is_shown_as_a_table() {
    assert_eq!(
        told(&["tree", "baseline-2", "--size", "2x3", "--rows", "4"]),
        "\
baseline-2 at 2x3, knowing insert-colors: 9 codes, 24 guesses, 2.6667 on average, 4 guesses at the most

guesses  codes
      1      1
      2      2
      3      5
      4      1

History  Guess  Count  Total   Avg  Max
         11         9     24  2.67    4
|        22         4     12  3.00    4
|R       12         4     11  2.75    3
||R      23         2      7  3.50    4
"
        .to_owned()
            + "5 more of 9 rows; --rows all shows them\n3 situations with more than two consistent codes\n"
    );
    let letters = told(&["tree", "baseline-2", "--size", "2x3", "--rows", "all", "--letters"]);
    assert!(letters.ends_with("9 rows\n3 situations with more than two consistent codes\n"), "{letters}");
    assert!(letters.contains("\n||R      BC  "), "{letters}");
    assert!(told(&["tree", "rao", "--size", "1x10"]).contains("\n|          B "));
    assert!(!told(&["tree", "rao", "--rows", "0"]).contains("History"));
    assert_eq!(
        told(&["tree", "rao", "--size", "1x1", "--rows", "0"]),
        "\
rao at 1x1, knowing insert-colors: 1 code, 1 guess, 1.0000 on average, 1 guess at the most

guesses  codes
      1      1

1 more of 1 row; --rows all shows them
0 situations with more than two consistent codes
"
    );
    let shown = told(&["tree", "rao", "--size", "1x1", "--against", "lc"]);
    assert!(
        shown.contains("1x1, 1 code\n") && shown.contains("; they take the same number of guesses on 1\n"),
        "{shown}"
    );
}

/// The tree depends on the rule that the player knows. Its secrets are all codes of the size.
#[test]
fn a_player_is_told_of_a_codemaker() {
    let [plain, told] =
        [&[][..], &["--scsa", "ab-color"]].map(|scsa| told(&[&["tree", "dino", "--rows", "0"], scsa].concat()));
    assert!(plain.starts_with("dino at 4x6, knowing insert-colors: 1296 codes, 8049 guesses"), "{plain}");
    assert!(told.starts_with("dino at 4x6, knowing ab-color: 1296 codes, 8019 guesses"), "{told}");
}

#[test]
fn what_is_written_is_shown_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| path(folder.path(), name);
    let (csv, json, dot, again) = (file("rao.csv"), file("rao.json"), file("rao.dot"), file("again.csv"));
    let write = ["tree", "rao", "--size", "3x5", "--csv", &csv, "--json", &json, "--dot", &dot];
    let shown = told(&write);
    let body = |text: &str| text.split_once(" codes, ").unwrap().1.to_owned();
    for from in [&csv, &json] {
        let player = format!("tree:{from}");
        // A file is played at its own size by default.
        let shown_again = told(&["tree", &player, "--csv", &again, "--force"]);
        assert_eq!(
            told(&["tree", "rao", "--against", &player]),
            told(&["tree", "rao", "--against", &player, "--size", "3x5"])
        );
        assert_eq!(told(&["games", &player]), told(&["games", &player, "--sizes", "3x5"]));
        let line = refused(&["tree", &player, "--size", "3x4"]);
        assert!(line.contains(&format!("at 3x4: the tree of {from} is for 3x5; choose the size 3x5")), "{line}");
        assert_eq!(body(&shown), body(&shown_again));
        assert_eq!(fs::read(&csv).unwrap(), fs::read(&again).unwrap());
        // Workers read the file, too; another size is no error.
        let options = |player: &str| format!("--players {player} --scsa two-color --rounds 40 --jobs 2 --sizes 3x5");
        let (rounds, summary) = played(&(options(&player) + ",3x4"));
        assert_eq!(rounds, played(&options("rao")).0.replace("rao,", &format!("{player},")));
        assert!(summary.contains(&format!("the tree of {from} is for 3x5")), "{summary}");
    }
    assert!(fs::read_to_string(&dot).unwrap().starts_with("digraph \"3x5\" {"));

    let before = fs::read(&json).unwrap();
    fs::remove_file(&csv).unwrap();
    let line = refused(&["tree", "dino", "--size", "3x4", "--csv", &csv, "--json", &json]);
    assert!(line.ends_with("rao.json already exists; give --force to overwrite it, or another name"), "{line}");
    assert_eq!(fs::read(&json).unwrap(), before);
    assert!(!fs::exists(&csv).unwrap(), "nothing is written before everything may be");
}

/// A strategy in a file may be for the secrets of one codemaker, at a size with too many codes for a list.
#[test]
fn a_strategy_for_some_secrets_is_shown_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let [large, small, again] = ["large.csv", "small.json", "again.csv"].map(|name| path(folder.path(), name));
    let (one, other) = ("AB".repeat(10), "BA".repeat(10));
    let both =
        format!("20x2,two-color-alternating\n|{},{other},1,2,2.000000,2,20x2,two-color-alternating\n", "W".repeat(20));
    let csv = format!("history,guess,count,total,average,max,size,secrets\n,{one},2,3,1.500000,2,{both}");
    fs::write(&large, &csv).unwrap();
    let player = format!("tree:{large}");
    let shown = told(&["tree", &player, "--letters", "--csv", &again]);
    let title = format!(
        "{player} at 20x2 for the secrets of two-color-alternating, knowing insert-colors: 2 codes, 3 guesses, "
    );
    assert!(shown.starts_with(&title), "{shown}");
    assert_eq!(fs::read_to_string(&again).unwrap(), csv);
    let sides = told(&["tree", &player, "--against", &player]);
    assert!(sides.contains("at 20x2 for the secrets of two-color-alternating, 2 codes\n"), "{sides}");
    let options = |more: &str| format!("--players {player} --rounds 20 --sizes 20x2 {more}");
    let (_, summary) = played(&options("--scsa two-color-alternating"));
    assert!(summary.contains(",20,20,0,0,"), "{summary}");
    let games = told(&["games", &player, "--scsa", "two-color-alternating", "--rounds", "9"]);
    assert_eq!(
        games.matches("\nwin in 1 guess\n").count() + games.matches("\nwin in 2 guesses\n").count(),
        9,
        "{games}"
    );
    // It also plays against secrets that it is not for.
    let games = told(&["games", &player, "--scsa", "ab-color", "--guess-limit", "3"]);
    assert!(games.contains("\n  3  AB") && games.ends_with("loss: guesses\n"), "{games}");

    let json = r#"{"size":"2x2","secrets":"only-once","guess":"12","next":{"WW":{"guess":"21"}}}"#;
    fs::write(&small, json).unwrap();
    let player = format!("tree:{small}");
    let line = refused(&["tree", &player, "--against", "rao"]);
    let wanted =
        format!("{player} is for the secrets of only-once, rao is for all codes; choose two strategies for the same");
    assert!(line.contains(&wanted), "{line}");
    fs::write(&small, json.replace("only-once", "insert-colors")).unwrap();
    assert!(refused(&["tree", &player]).contains("'R' is missing, so that the secret 11 is never guessed"));
    fs::write(&small, json.replace("2x2", "9x9").replace("only-once", "insert-colors")).unwrap();
    let wanted = "its secrets are those of insert-colors at 9x9, more than 2000000, too many for a tree";
    assert!(refused(&["games", &player]).ends_with(wanted));
}

/// The names of the files are checked before the tree is made: this player cannot be prepared.
#[test]
fn files_that_cannot_be_written_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| path(folder.path(), name);
    fs::create_dir(file("folder.csv")).unwrap();
    fs::write(file("there.csv"), "mine").unwrap();
    for (to, link) in [("there.csv", "link.csv"), ("there.csv", "link.json"), ("nothing.csv", "nowhere.csv")] {
        std::os::unix::fs::symlink(to, file(link)).unwrap();
    }
    let _socket = std::os::unix::net::UnixListener::bind(file("socket.csv")).unwrap();
    let before: BTreeSet<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    for (options, wanted) in [
        (
            &["--csv", "no/such/folder.csv"][..],
            "cannot write FOLDER/no/such/folder.csv: the folder FOLDER/no/such: No such",
        ),
        (&["--csv", "there.csv"], "FOLDER/there.csv already exists; give --force to overwrite it, or another name"),
        (&["--csv", "link.csv"], "FOLDER/link.csv already exists; give --force"),
        (
            &["--force", "--csv", "nowhere.csv"],
            "nowhere.csv: No such file or directory (os error 2); give another name with",
        ),
        (
            &["--force", "--csv", "folder.csv"],
            "folder.csv: it is a folder, and a file was expected; give another name with",
        ),
        (
            &["--force", "--csv", "socket.csv"],
            "socket.csv: it is a socket, and a file was expected; give another name with",
        ),
        (&["--csv", "x"], "--csv FOLDER/x: its name must end in .csv, so that tree:FILE can read it"),
        (&["--csv", "x.txt"], "--csv FOLDER/x.txt: its name must end in .csv"),
        (&["--csv", "x.json"], "--csv FOLDER/x.json: its name must end in .csv"),
        (&["--json", "x.csv"], "--json FOLDER/x.csv: its name must end in .json"),
        (&["--json", "a\tb.json"], "it has a control character in its name; rename the file"),
        (
            &["--dot", "x.JSON"],
            "--dot FOLDER/x.JSON: its name is that of a CSV or JSON file; give a name such as tree.dot",
        ),
        (
            &["--force", "--json", "link.json", "--csv", "there.csv"],
            "--json FOLDER/link.json is the same file as FOLDER/there.csv; give another name",
        ),
        (&["--json", "x.json", "--csv", "x.json"], "--csv FOLDER/x.json: its name must end in .csv"),
    ] {
        let names: Vec<String> =
            options.iter().map(|word| if word.starts_with("--") { (*word).to_owned() } else { file(word) }).collect();
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let line = refused(&[&["tree", "faulty-prepare"], &words[..]].concat());
        assert!(line.contains(&wanted.replace("FOLDER", folder.path().to_str().unwrap())), "{options:?}: {line}");
    }
    let after: BTreeSet<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(after, before);
    assert_eq!(fs::read_to_string(file("there.csv")).unwrap(), "mine");

    told(&["tree", "rao", "--size", "2x2", "--force", "--csv", &file("link.csv"), "--dot", &file("x.txt")]);
    assert!(fs::read_to_string(file("there.csv")).unwrap().starts_with("history,guess,"));
    assert!(fs::symlink_metadata(file("link.csv")).unwrap().is_symlink());
}

/// The exit code is 1, as the arguments are right.
#[test]
fn a_file_that_cannot_be_written_to_its_end_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let csv = path(folder.path(), "big.csv");
    // 1 block of 512 or 1024 bytes; the signal is ignored, so that the write itself fails.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" tree rao --csv \"$1\"";
    let output = Command::new("sh").args(["-c", script]).arg(cargo::cargo_bin!("arena")).arg(&csv).assert().code(1);
    let line = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(line.starts_with(&format!("error: cannot write {csv}: ")) && line.lines().count() == 1, "{line}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn two_strategies_stand_side_by_side() {
    assert_eq!(
        told(&["tree", "baseline-2", "--size", "2x3", "--against", "rao"]),
        "\
baseline-2 against rao at 2x3, 9 codes

             baseline-2       rao
guesses              24        24
on average       2.6667    2.6667
at the most           4         4
codes in 1            1         1
codes in 2            2         2
codes in 3            5         5
codes in 4            1         1

baseline-2 is shorter on 0 codes, rao on 0; they take the same number of guesses on 9

shorter  codes  such as
equal        9  11 12 13 21 22
"
    );
    let shown = told(&["tree", "rao", "--against", "baseline-2", "--letters"]);
    assert!(
        shown.contains("rao is shorter on 68 codes, baseline-2 on 374; they take the same number of guesses on 854"),
        "{shown}"
    );
    assert!(shown.contains("\nrao by 2             5  BAAA CBBB DCCC EDDD FEEE\n"), "{shown}");
}

#[test]
fn what_has_no_tree_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bad = path(folder.path(), "bad.csv");
    fs::write(&bad, "history,guess\n,11\n|,22\n|R,12\n").unwrap();
    let bad = format!("tree:{bad}");
    let file = |name: &str| path(folder.path(), name);
    for (words, wanted) in [
        (&["rap"][..], "there is no player 'rap'; did you mean 'rao'?"),
        (&["tre"], "did you mean 'tree'? `arena list` shows all"),
        (&["tree"], "the player tree needs a FILE: tree:FILE"),
        (
            &["local-search"],
            "no tree of local-search at 4x6: it draws random numbers, so that its guesses do not follow",
        ),
        (&["local-search:3"], "no tree of local-search:3 at 4x6: it draws random numbers"),
        (&["random", "--size", "1x1"], "it draws random numbers"),
        (&["one-color", "--size", "2x2"], "after 1000 guesses it has not found every secret; choose another player"),
        (&["faulty-learner"], "there is no tree of faulty-learner, which breaks the rules on purpose"),
        (&["faulty-prepare"], "there is no tree of faulty-prepare, which breaks the rules on purpose"),
        (&["rao", "--size", "8x10"], "8x10 has more than 2000000 codes, too many for a tree; choose a smaller --size"),
        (&["rao", "--size", "32x26"], "32x26 has more than 2000000 codes"),
        (&["rao", "--scsa", "only-once", "--size", "4x3"], "only-once needs at least as many colors as pegs; choose"),
        (
            &["112+lc"],
            "at 4x6: its guess 112 has 3 pegs, not 4; give guesses of 4 pegs in digits 1 to 6 or letters A to F",
        ),
        (&["1127+lc"], "has a color beyond the 6; give guesses of 4 pegs in digits 1 to 6 or letters A to F"),
        (&["rao", "--scsa", "only-twice"], "there is no SCSA 'only-twice'; did you mean 'only-once'?"),
        (&["rao", "--rows", "many"], "invalid value 'many' for '--rows <N>': give a whole number, or `all`"),
        (&["rao", "--against", "random"], "there is no tree of random"),
        (&["rao", "--against", "rao", "--csv", "x"], "cannot be used with"),
        (
            &["baseline-1", "--size", "4x5", "--csv", &file("x.csv")],
            "its longest game has 625 guesses; a strategy in a file has at most 250",
        ),
        (&[&bad], "'WW' is missing, so that the secret 21 is never guessed"),
    ] {
        let line = refused(&[&["tree"], words].concat());
        assert!(line.contains(wanted), "{words:?}: {line}");
    }
    assert_eq!(refused(&["games", &bad]), refused(&["tree", &bad]));
    assert!(told(&["list"]).contains("\n  tree:FILE  plays the strategy of a file"));
}
