//! The program as its users call it.

#![allow(clippy::unwrap_used)]

use assert_cmd::{Command, cargo};
use std::{fs, path::Path, process::Stdio};

fn arena(words: &[&str]) -> Command {
    let mut command = Command::new(cargo::cargo_bin!("arena"));
    command.args(words);
    command
}

/// What a command that succeeds prints.
fn told(words: &[&str]) -> String {
    let output = arena(words).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// The one line that a refused command prints; nothing else is printed and the exit code is 2.
fn refused(words: &[&str]) -> String {
    let output = arena(words).assert().code(2);
    let output = output.get_output();
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.stdout.is_empty(), "{words:?}");
    assert_eq!(line.lines().count(), 1, "{words:?}: {line}");
    line.trim_end().to_owned()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

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
        for kind in ["svg", "png"] {
            assert!(Path::new(&out).join(format!("charts/{chart}.{kind}")).exists(), "{chart}.{kind}");
        }
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
    // What is not ours stays, and so does everything when the results cannot be replaced.
    let (stale, other) = (Path::new(&out).join("charts/score-mystery-1.svg"), Path::new(&out).join("charts/notes.svg"));
    fs::write(&stale, "old").unwrap();
    fs::write(&other, "mine").unwrap();
    let blocked = path(folder.path(), "blocked");
    fs::create_dir_all(Path::new(&blocked).join("summary.csv.new")).unwrap();
    fs::write(Path::new(&blocked).join("rounds.csv"), "older").unwrap();
    assert!(refused(&["run", "--players", "rao", "--out", &blocked, "--force"]).contains("cannot write"));
    assert_eq!(fs::read_to_string(Path::new(&blocked).join("rounds.csv")).unwrap(), "older");
    assert!(!Path::new(&blocked).join("rounds.csv.new").exists());
    let again = [&run[..], &["--force", "--quiet", "--jobs", "1"]].concat();
    assert_eq!(told(&again), "");
    assert!(!stale.exists() && other.exists());
    assert_eq!(fs::read(Path::new(&out).join("rounds.csv")).unwrap(), before);
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
        (["--scsa", "insert-color"], "did you mean 'insert-colors'? `arena list` shows all"),
        (["--sizes", "4"], "'4' is no size of a game: a size is pegs x colors, such as 4x6 or 20x26"),
        (["--sizes", "0x6"], "'0x6' is no size of a game: the pegs must be 1 to 32, as in 8x10"),
        (["--sizes", "4x6,21x27"], "'21x27' is no size of a game: the colors must be 1 to 26, as in 8x10"),
        (["--sizes", "4x99"], "'4x99' is no size of a game: the colors must be 1 to 26"),
        (["--rounds", "18446744073709551615"], "--rounds 18446744073709551615 is too many"),
        (["--players", "a\nb"], "there is no player 'a b'"),
        (["--scsa", "codes:a\nb"], "has a control character in its name"),
        (["--scsa", "codes:/dev/zero"], "/dev/zero holds more than 512 MB"),
        (["--rounds", "0"], "--rounds 0 plays nothing; give 1 or more"),
        (["--jobs", "0"], "--jobs 0 is not from 1 to 1024"),
        (["--guess-limit", "0"], "--guess-limit 0 is not from 1 to 1000000"),
        (["--time-limit", "0"], "--time-limit 0 is not from 0.001 to 86400 seconds"),
        (["--time-limit", "NaN"], "--time-limit NaN is not"),
        (["--scsa", "codes:/no/such/file"], "cannot read the codes in /no/such/file"),
        (["--scsa", &of(&lines)], "a, line 2: a code is letters from A to Z, such as ABCA, but peg 3 is '1'"),
        (["--scsa", &of(&mixed)], "b, line 3: the code has 3 pegs, those before it have 4"),
        (["--scsa", &of(&empty)], "c holds no code"),
        (["--rounds", "many"], "invalid value 'many' for '--rounds <N>'"),
        (["--round", "5"], "unexpected argument '--round' found"),
        (["--rules", "2025"], "invalid value '2025' for '--rules <RULES>'"),
        (["--out", "/dev/null/results"], "cannot make the folder /dev/null/results"),
    ] {
        let elsewhere = if words[0] == "--out" { &[][..] } else { &["--out", &out] };
        let line = refused(&[&["run"], &words[..], elsewhere].concat());
        assert!(line.contains(wanted), "{words:?}: {line}");
        assert!(!Path::new(&out).exists(), "{words:?}");
    }
    fs::write(&lines, "ABCA\nABBA\n").unwrap();
    let line = refused(&["run", "--out", &out, "--scsa", &of(&lines), "--rounds", "3"]);
    assert!(line.contains("holds 2 codes, --rounds 3 wants more; give --rounds 2 or fewer"), "{line}");
    assert!(refused(&["codes", "only-once", "--size", "7x6"]).contains("as many colors as pegs"));
    assert!(refused(&["show", "/no/such/folder"]).contains("cannot read /no/such/folder/summary.csv"));
    assert!(refused(&["charts", "/no/such/folder"]).contains("cannot read /no/such/folder/summary.csv"));
    let damaged = |text: &str| {
        fs::write(folder.path().join("summary.csv"), text).unwrap();
        refused(&["show", folder.path().to_str().unwrap()])
    };
    assert!(damaged("").contains("it holds no match"));
    let header = arena::Summary::COLUMNS.join(",");
    let row = |pegs: &str, wins: &str, score: &str| {
        damaged(&format!("{header}\nx,y,{pegs},6,played,2,{wins},0,0,0,0,0,1.0,{score},,,,,,\n"))
    };
    assert!(row("0", "2", "5.0").contains("row 1: the pegs and colors are no size"));
    assert!(row("4", "18446744073709551615", "5.0").contains("do not add up"));
    assert!(row("4", "2", "inf").contains("not finite"));
    fs::write(folder.path().join("summary.csv"), "player\nx\n").unwrap();
    assert!(refused(&["show", folder.path().to_str().unwrap()]).contains("summary.csv"));
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
    let names = players::ROSTER.iter().map(|entry| entry.name).chain(scsa::algorithms::all().map(scsa::Scsa::name));
    for name in names {
        let line = list.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
        assert!(line.is_some_and(|line| line.len() > 40), "{name}");
    }
}

#[test]
fn every_fault_of_a_player_is_an_outcome_of_its_round() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let faulty = ["length", "color", "panic", "overflow", "hang", "sleep"];
    let names = faulty.map(|fault| format!("faulty-{fault},")).concat() + "rao";
    told(&[
        "run",
        "--players",
        &names,
        "--scsa",
        "ab-color",
        "--sizes",
        "2x2",
        "--rounds",
        "24",
        "--time-limit",
        "0.1",
        "--out",
        &out,
        "--jobs",
        "2",
        "-q",
        "--no-charts",
    ]);
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    let rows = |player: &str, what: &str| {
        let own = |row: &&str| row.starts_with(&format!("{player},")) && row.contains(what);
        rounds.lines().filter(own).count()
    };
    for (player, what) in [
        ("faulty-length", "failure,illegal guess: A,"),
        ("faulty-color", "failure,illegal guess: C"),
        ("faulty-panic", "failure,panic: no guess after "),
        ("faulty-overflow", "failure,crash: signal 6,"),
        ("faulty-hang", "loss,time,"),
        ("faulty-sleep", "loss,time,"),
    ] {
        let (wins, faults) = (rows(player, ",win,"), rows(player, what));
        assert!(faults > 0, "{player}");
        assert!(wins > 0, "{player}");
        assert_eq!(wins + faults, 24, "{player}: {rounds}");
    }
    assert_eq!(rows("rao", ",win,"), 24);
}

/// A player that learns plays its match in order, one copy of it until a fault; then a fresh one goes on.
#[test]
fn a_learner_keeps_what_it_learned_until_it_fails() {
    let folder = tempfile::tempdir().unwrap();
    let mut rounds = Vec::new();
    for jobs in ["1", "3"] {
        let out = path(folder.path(), jobs);
        told(&[
            "run",
            "--players",
            "faulty-learner,rao",
            "--scsa",
            "insert-colors",
            "--sizes",
            "1x8,1x7",
            "--rounds",
            "200",
            "--jobs",
            jobs,
            "--out",
            &out,
            "-q",
            "--no-charts",
        ]);
        rounds.push(fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap());
    }
    assert!(rounds[0] == rounds[1]);
    for colors in [8, 7] {
        // It guesses the colors in turn, beginning with that of the number of rounds it remembers.
        let mut remembered = 0;
        let mut faults = [0; 2];
        for row in rounds[0].lines().filter(|row| row.starts_with(&format!("faulty-learner,insert-colors,1,{colors},")))
        {
            let fields: Vec<&str> = row.split(',').collect();
            let secret = usize::from(fields[5].as_bytes()[0] - b'A');
            match fields[6] {
                "win" => {
                    let guesses = (secret + colors - remembered % colors) % colors + 1;
                    assert_eq!(fields[8], guesses.to_string(), "{row} after {remembered} rounds");
                    remembered += 1;
                }
                _ => {
                    faults[usize::from(fields[7].starts_with("crash"))] += 1;
                    if fields[7].starts_with("panic") {
                        assert!(fields[7].contains(&format!("forgot all after round {remembered} ")), "{row}");
                    }
                    remembered = 0;
                }
            }
        }
        assert!(faults[0] > 0 && faults[1] > 0, "{faults:?}");
    }
}

#[test]
fn the_rules_of_2024_end_a_match_at_its_first_failure() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for jobs in ["1", "3"] {
        let out = path(folder.path(), jobs);
        told(&[
            "run",
            "--players",
            "faulty-panic,rao",
            "--scsa",
            "ab-color",
            "--sizes",
            "2x2",
            "--rounds",
            "500",
            "--rules",
            "2024",
            "--jobs",
            jobs,
            "--out",
            &out,
            "-q",
            "--no-charts",
        ]);
        let read = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap();
        files.push((read("rounds.csv"), read("summary.csv")));
    }
    assert!(files[0] == files[1]);
    let (rounds, summary) = &files[0];
    let own: Vec<&str> = rounds.lines().filter(|row| row.starts_with("faulty-panic,")).collect();
    let failures = own.iter().filter(|row| row.contains(",failure,")).count();
    assert_eq!(failures, 1);
    assert!(own.last().unwrap().contains(",failure,") && own.last().unwrap().ends_with(",-8.000000"));
    let row = summary.lines().find(|row| row.starts_with("faulty-panic,")).unwrap();
    assert!(row.starts_with(&format!("faulty-panic,ab-color,2,2,ended,{},", own.len())), "{row}");
    assert!(row.ends_with("the first failure ends the match"), "{row}");
}

/// It is tried once, not once a round.
#[test]
fn a_player_that_cannot_be_prepared_fails_every_round_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let start = std::time::Instant::now();
    told(&[
        "run",
        "--players",
        "faulty-prepare,rao",
        "--scsa",
        "insert-colors",
        "--sizes",
        "4x6,3x6",
        "--rounds",
        "500",
        "--time-limit",
        "0.05",
        "--out",
        &out,
        "-q",
        "--no-charts",
    ]);
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    let count = |what: &str| rounds.lines().filter(|row| row.contains(what)).count();
    assert_eq!(count("failure,crash: signal 6,0,-2.000000"), 500);
    assert_eq!(count("loss,time,0,0.000000"), 500);
    assert_eq!(count(",win,"), 1000);
    // Each would take more than half a second otherwise.
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn the_rules_of_2024_have_their_own_codemakers() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    told(&[
        "run",
        "--players",
        "rao",
        "--sizes",
        "3x2",
        "--rules",
        "2024",
        "--rounds",
        "9",
        "--out",
        &out,
        "-q",
        "--no-charts",
    ]);
    let summary = fs::read_to_string(Path::new(&out).join("summary.csv")).unwrap();
    let scsas: Vec<&str> = summary.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    let wanted =
        ["insert-colors", "two-color-2024", "ab-color-2024", "two-color-alternating", "only-once", "first-and-last"];
    assert_eq!(scsas, wanted);
    assert!(!told(&["codes", "ab-color-2024", "--size", "2x2", "--count", "200"]).contains("AA"));
}

#[test]
fn the_rules_of_2024_bar_a_player_after_ten_rounds_lost_by_time() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    told(&[
        "run",
        "--players",
        "faulty-hang",
        "--scsa",
        "insert-colors",
        "--sizes",
        "8x10,9x10",
        "--rounds",
        "30",
        "--rules",
        "2024",
        "--time-limit",
        "0.01",
        "--jobs",
        "1",
        "--out",
        &out,
        "-q",
        "--no-charts",
    ]);
    // Many rounds are lost between two reports here.
    let fast = path(folder.path(), "fast");
    told(&[
        "run",
        "--players",
        "baseline-2",
        "--scsa",
        "insert-colors",
        "--sizes",
        "20x26",
        "--rounds",
        "200",
        "--rules",
        "2024",
        "--time-limit",
        "0.001",
        "--jobs",
        "2",
        "--out",
        &fast,
        "-q",
        "--no-charts",
    ]);
    let row = fs::read_to_string(Path::new(&fast).join("summary.csv")).unwrap();
    assert_eq!(row.lines().nth(1).unwrap().split(',').nth(8), Some("10"), "{row}");
    let summary = fs::read_to_string(Path::new(&out).join("summary.csv")).unwrap();
    let rows: Vec<&str> = summary.lines().skip(1).collect();
    assert!(rows[0].contains(",ended,10,0,0,10,"), "{summary}");
    assert!(rows[1].contains(",disqualified,0,"), "{summary}");
}

/// A file that may not grow further is what a full disk looks like to a program.
#[test]
fn a_full_disk_ends_the_run_with_an_error_and_leaves_whole_rows() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let program = cargo::cargo_bin!("arena").display();
    // 100 blocks of 512 or 1024 bytes; the signal is ignored, so that the write itself fails.
    let script = format!(
        "trap '' XFSZ; ulimit -f 100; exec {program} run --players random --scsa ab-color --sizes 4x4 --rounds 50000 --out {out}"
    );
    let output = Command::new("sh").args(["-c", &script]).assert().code(1);
    let line = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(line.contains("cannot write") && line.contains("rounds.csv"), "{line}");
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    assert!(rounds.lines().count() > 500 && rounds.ends_with('\n'), "{} rows", rounds.lines().count());
    assert!(rounds.lines().all(|row| row.split(',').count() == 10));
}

#[test]
fn a_closed_pipe_ends_the_output_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    for words in [
        &["codes", "insert-colors", "--count", "1000000"][..],
        &["list"],
        &["run", "--players", "rao", "--rounds", "2", "--out", &out],
    ] {
        let mut child = std::process::Command::new(cargo::cargo_bin!("arena"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(!said.contains("panicked"), "{words:?}: {said}");
    }
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    assert_eq!(rounds.lines().count(), 1 + 6 * 5 * 2);
}

/// What was played when a tournament is stopped stays, in whole rows.
#[test]
#[cfg(unix)]
fn an_interrupt_leaves_whole_rows_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let child = std::process::Command::new(cargo::cargo_bin!("arena"))
        .args(["run", "--players", "random", "--rounds", "100000000", "--out", &out])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = || fs::read(Path::new(&out).join("rounds.csv")).unwrap_or_default();
    while rows().len() < 100_000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).assert().success();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted; the rows written until then are in"));
    let rounds = rows();
    assert!(rounds.ends_with(b"\n"));
    assert!(fs::read_to_string(Path::new(&out).join("manifest.json")).unwrap().contains("\"finished\": null"));
}

/// Two tournaments do not write into one folder, not even by force.
#[test]
fn a_folder_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let mut child = std::process::Command::new(cargo::cargo_bin!("arena"))
        .args(["run", "--players", "random", "--rounds", "100000000", "--out", &out, "-q"])
        .spawn()
        .unwrap();
    while fs::read(Path::new(&out).join("rounds.csv")).unwrap_or_default().len() < 1000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let line = refused(&["run", "--players", "rao", "--out", &out, "--force"]);
    assert!(line.contains("another tournament is being played into it"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    told(&["run", "--players", "rao", "--rounds", "1", "--out", &out, "--force", "-q", "--no-charts"]);
}

/// Nothing plays on when the tournament itself was killed, not even a player that never returns.
#[test]
#[cfg(target_os = "linux")]
fn workers_end_with_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let mut child = std::process::Command::new(cargo::cargo_bin!("arena"))
        .args(["run", "--players", "faulty-hang", "--time-limit", "3600", "--jobs", "2", "--out", &out, "-q"])
        .spawn()
        .unwrap();
    let workers = || -> Vec<u32> {
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap_or_default();
        children.split_whitespace().map(|id| id.parse().unwrap()).collect()
    };
    let patience = std::time::Instant::now();
    while workers().len() < 2 {
        assert!(patience.elapsed().as_secs() < 30, "the system does not tell the children of a process");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let workers = workers();
    std::thread::sleep(std::time::Duration::from_millis(100));
    child.kill().unwrap();
    child.wait().unwrap();
    let alive = |id: &u32| {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        state.contains("(arena)") && !state.contains(") Z ")
    };
    let patience = std::time::Instant::now();
    while workers.iter().any(alive) {
        assert!(patience.elapsed().as_secs() < 10, "a worker plays on");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
