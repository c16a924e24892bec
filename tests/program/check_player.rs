//! `arena check-player` finds out every player that breaks a rule, and says which.

use crate::command::{arena, path, refused, told};
use rayon::prelude::*;
use std::{fs, path::Path};

/// What a check that finds something wrong prints.
fn found(words: &[&str]) -> String {
    let output = arena(&[&["check-player"], words].concat()).assert().code(1);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// The names of the checks that are wrong.
fn wrong(output: &str) -> Vec<&str> {
    let name =
        |line: &'_ str| -> Option<usize> { line.starts_with("WRONG ").then(|| line[6..].find("  ").unwrap_or(24)) };
    let mut names: Vec<&str> =
        output.lines().filter_map(|line| name(line).map(|end| line[6..6 + end.min(24)].trim())).collect();
    names.dedup();
    names
}

#[test]
#[ignore = "takes 5 s: cargo test --test program check_player:: -- --ignored"]
fn nothing_is_wrong_with_a_good_player() {
    for player in ["rao", "1122+lc"] {
        let output = told(&["check-player", player]);
        assert!(output.ends_with(&format!("17 checks: nothing is wrong with {player}\n")), "{output}");
        assert!(!output.contains("WRONG"), "{output}");
    }
    let output = told(&["check-player", "1122+lc"]);
    assert!(output.contains("ok    games at 1x1             not played: it refuses this size"), "{output}");
}

#[test]
#[ignore = "takes a minute: cargo test --test program check_player:: -- --ignored"]
fn every_faulty_player_is_found_out() {
    let faults: [(&str, &[(&str, &str)]); 11] = [
        ("length", &[("games at 4x6", "illegal guess AAA: it has 3 pegs, not 4")]),
        ("color", &[("games at 4x6", "its peg 1, G, is not among the colors A to F")]),
        ("panic", &[("games at 4x6", "panic: no guess after ")]),
        ("overflow", &[("games at 4x6", "crash: its process ended by signal 6, as after an overflow of the stack")]),
        ("memory", &[("games at 4x6", "memory: more than 64 MB")]),
        ("hang", &[("games at 4x6", "loss by time: more than 0.1 s of CPU time in a round")]),
        ("sleep", &[("games at 4x6", "silence: no answer within 0.1 s, and no computing; it waits for something")]),
        ("learner", &[("games at 4x6", "panic: forgot all after round ")]),
        // By time; or by silence, if the threads wait for a processor.
        ("thread", &[("games at 4x6", "0.1 s")]),
        (
            "prepare",
            &[
                (
                    "games at 4x6",
                    "crash: its process ended by signal 6, as after an overflow of the stack (round 1 against insert-colors, while it is prepared)",
                ),
                (
                    "games at 1x1",
                    "loss by time: more than 0.05 s of CPU time in a round (round 1 against insert-colors, while it is prepared)",
                ),
            ],
        ),
        ("static", &[("two matches", "it was prepared in this process before; use no static variables")]),
    ];
    faults.par_iter().with_max_len(1).for_each(|(fault, findings)| {
        let player = format!("faulty-{fault}");
        let seconds = match *fault {
            // On a busy machine, filling the memory can take more CPU time than the others have.
            "memory" => "3",
            // Preparing may take twelve times that.
            "prepare" => "0.05",
            _ => "0.1",
        };
        let output = found(&[&player, "--time-limit", seconds, "--memory-limit", "64"]);
        for (check, words) in *findings {
            let begin = format!("WRONG {check} ");
            let is_found = output.lines().any(|line| line.starts_with(&begin) && line.contains(words));
            assert!(is_found, "{player}: {words}: {output}");
        }
    });
}

/// The command below a finding shows the game.
#[test]
fn the_command_shows_what_is_wrong() {
    let output = found(&["faulty-color", "--guess-limit", "50"]);
    let lines: Vec<&str> = output.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("WRONG")).unwrap();
    let guess = lines[first].split("illegal guess ").nth(1).unwrap();
    let (guess, _) = guess.split_once(':').unwrap();
    let command: Vec<&str> = lines[first + 1].split_whitespace().skip(1).collect();
    assert_eq!(command.last(), Some(&"50"));
    let shown = told(&command);
    assert!(
        shown.ends_with(&format!("failure: illegal guess {guess}: {}", &shown[shown.rfind(": ").unwrap() + 2..])),
        "{shown}"
    );
    // Sentences are wrapped beside the names of the checks, and commands are whole.
    let narrow = arena(&["check-player", "faulty-color", "--guess-limit", "50"]).env("COLUMNS", "60").assert().code(1);
    let narrow = String::from_utf8(narrow.get_output().stdout.clone()).unwrap();
    assert!(narrow.contains(&format!("\n      {}\n", lines[first + 1].trim())), "{narrow}");
    assert!(narrow.contains("hint  consistent guesses       "), "{narrow}");
    for line in narrow.lines().filter(|line| !line.trim().starts_with("arena ")) {
        assert!(line.chars().count() <= 60, "{line}\n{narrow}");
    }
}

/// A program that guesses codes of one color. It runs these commands of a shell when it starts, at the beginning of a round, and before
/// a guess: `number` is that of the round, `color` the index of the color.
fn program(folder: &Path, name: &str, hello: &str, [start, round, turn]: [&str; 3]) -> String {
    let script = format!(
        r#"{start}
while read -r word one two three; do
    case $word in
    hello) echo "{hello}" ;;
    match) pegs=$one; colors=$two; case $three in *samples*) ;; esac; echo ready ;;
    round) number=$one; {round} ;;
    turn)
        color=$((one - 1))
        {turn}
        letters=ABCDEFGHIJKLMNOPQRSTUVWXYZ; color=$((color % colors))
        while [ $color -gt 0 ]; do letters=${{letters#?}}; color=$((color - 1)); done
        code=; peg=0
        while [ $peg -lt $pegs ]; do code=$code${{letters%"${{letters#?}}"}}; peg=$((peg + 1)); done
        echo "guess $one $code" ;;
    end) echo ready ;;
    bye) exit ;;
    esac
done
"#
    );
    let file = path(folder, &format!("{name}.sh"));
    fs::write(&file, script).unwrap();
    format!("{name}=sh {file}")
}

/// What the check of such a program finds: this check is wrong, with these words. Returns what is printed.
fn found_in_program(name: &str, hello: &str, commands: [&str; 3], check: &str, words: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let player = program(folder.path(), name, hello, commands);
    let output = found(&[&player, "--guess-limit", "8"]);
    let line = output.lines().find(|line| line.starts_with(&format!("WRONG {check} ")));
    assert!(line.is_some_and(|line| line.contains(words)), "{name}: {output}");
    output
}

const INDEPENDENT: &str = "hello 1 independent";

#[test]
fn nothing_is_wrong_with_a_good_program() {
    let folder = tempfile::tempdir().unwrap();
    let good = program(folder.path(), "good", INDEPENDENT, [":"; 3]);
    let output = told(&["check-player", &good, "--guess-limit", "8"]);
    assert!(output.contains("ok    a killed process         "), "{output}");
    assert!(output.contains("ok    two processes            the same games"), "{output}");
}

#[test]
#[ignore = "takes 20 s: cargo test --test program check_player:: -- --ignored"]
fn programs_whose_games_differ_are_found_out() {
    let clock = [":", "offset=$(date +1%N)", "color=$((color + offset))"];
    found_in_program("clock", INDEPENDENT, clock, "the same games again", "the same seed gives other games");
    let counting = ["n=0", "n=$((n + 1))", "color=$((color + n))"];
    found_in_program("counting", INDEPENDENT, counting, "two processes", "depends on the rounds before it");
    let begins = ["last=0", "[ $number -eq $((last + 1)) ] || exit 3; last=$number", ":"];
    let words =
        "after its process was killed in round 2, a fresh one fails round 3: crash: its process ended: exit code 3";
    let output = found_in_program("begins", "hello 1", begins, "a killed process", words);
    assert_eq!(wrong(&output), ["a killed process"], "{output}");
}

#[test]
#[ignore = "takes 5 s: cargo test --test program check_player:: -- --ignored"]
fn programs_that_break_the_protocol_are_found_out() {
    let games = "games at 4x6";
    let prints = [":", "echo thinking", ":"];
    found_in_program("prints", "hello 1", prints, games, "protocol: 'thinking' in place of `guess 1 CODE`");
    found_in_program("older", "hello 0", [":"; 3], games, "protocol: 'hello 0' in place of");
    let ends = [":", ":", "[ $number -lt 2 ] || { echo no more ideas >&2; exit 1; }"];
    found_in_program("ends", "hello 1", ends, games, "it wrote: no more ideas");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    assert!(refused(&["check-player", "roa"]).contains("did you mean 'rao'?"));
    assert!(refused(&["check-player", "rao", "--time-limit", "0"]).contains("--time-limit 0 is not from"));
    assert!(refused(&["check-player", "mine=lisp:no.lisp"]).contains("there is no file no.lisp"));
}
