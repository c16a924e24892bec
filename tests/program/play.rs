//! `arena play`: a person breaks the code, with lines from a pipe and on a terminal.

use crate::command::{answered, refused, told};
use crate::pseudo_terminal::PseudoTerminal;
use std::os::unix::process::ExitStatusExt;

/// What a game in plain lines prints.
fn played(words: &[&str], lines: &str) -> String {
    answered(&[&["play"], words].concat(), lines)
}

#[test]
fn a_game_in_plain_lines() {
    let lines = "AABB\nhint\nhint rao\nundo\nundo\n1122\n\nleft\ngrid\nturns\nHINT knuth\n5624\n";
    let wanted = "\
4x6 against insert-colors, seed 7: find a code of 4 pegs in digits 1 to 6 or letters A to F; `help` lists the commands
1: AABB 1 black, 0 white; 256 codes left
hint: bayes:1 guesses DCBC, which may be the secret
hint: rao guesses AAAA, which cannot be the secret
AABB is taken back; 1296 codes left
there is no guess to take back
1: 1122 1 black, 0 white; 256 codes left
256 codes left
peg  123456
  1  o.oooo
  2  o.oooo
  3  .ooooo
  4  .ooooo
o possible  . ruled out  # sure  ? unknown
1: 1122 1 black, 0 white
hint: knuth guesses 1344, which may be the secret
2: 5624 4 black, 0 white
found in 2 guesses (3 hints, 1 taken back): the secret is 5624
rao needs 7 guesses: 1111 2222 2333 4244 5525 4626 5624
knuth needs 4 guesses: 1122 1344 3325 5624
bayes:1 needs 4 guesses: 1123 1445 4563 5624
`arena play --scsa insert-colors --size 4x6 --seed 7` plays this secret again
";
    assert_eq!(played(&["--seed", "7"], lines), wanted);
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let printed = played(&["--seed", "7"], "AABB\nFFFF");
    let last = "left after 2 guesses; `arena play --scsa insert-colors --size 4x6 --seed 7` plays this secret again\n";
    assert!(printed.ends_with(last), "{printed}");
    let empty = played(&["--seed", "7", "--scsa", "only-once", "--size", "3x4", "--round", "2"], "");
    let last =
        "left after 0 guesses; `arena play --scsa only-once --size 3x4 --seed 7 --round 2` plays this secret again\n";
    assert!(empty.ends_with(last), "{empty}");
}

/// The secrets are those of `arena codes`, and players need what `arena games` shows.
#[test]
fn secrets_and_games_are_those_of_a_tournament() {
    for (scsa, size) in [("ab-color", "5x7"), ("mystery-3", "4x6"), ("prefer-fewer", "3x26")] {
        let codes = told(&["codes", scsa, "--size", size, "--seed", "5", "--count", "3"]);
        let secret = codes.lines().last().unwrap();
        let words = ["--scsa", scsa, "--size", size, "--seed", "5", "--round", "3", "--compare", "rao,baseline-3"];
        let printed = played(&words, "give up\n");
        assert!(printed.contains(&format!("\ngiven up after 0 guesses: the secret is {secret}\n")), "{printed}");
        let game = told(&["games", "rao", "--scsa", scsa, "--sizes", size, "--seed", "5", "--round", "3"]);
        let guesses: Vec<&str> = (game.lines().filter(|line| line.starts_with("  ")))
            .map(|line| line.split_whitespace().nth(1).unwrap())
            .collect();
        let number = if guesses.len() == 1 { "1 guess".to_owned() } else { format!("{} guesses", guesses.len()) };
        let wanted = format!("\nrao needs {number}: {}\n", guesses.join(" "));
        assert!(printed.contains(&wanted), "{printed}\n{game}");
        assert!(printed.contains("\nbaseline-3 "), "{printed}");
    }
}

/// A hint after the player's own guesses is the guess that it makes in its game.
#[test]
fn hints_continue_the_games_of_players() {
    for player in ["rao", "bayes:1", "random", "local-search", "consistent-entropy"] {
        let game = told(&["games", player, "--sizes", "4x6", "--seed", "9"]);
        let rows: Vec<Vec<&str>> =
            game.lines().filter(|line| line.starts_with("  ")).map(|line| line.split_whitespace().collect()).collect();
        let guesses: Vec<&str> = rows.iter().take(8).map(|row| row[1]).collect();
        let lines: String = guesses.iter().map(|guess| format!("hint\n{guess}\n")).collect();
        let printed = played(&["--seed", "9", "--hint", player, "--compare", "none"], &lines);
        let hints: Vec<&str> = printed
            .lines()
            .filter_map(|line| line.strip_prefix(&format!("hint: {player} guesses "))?.split(',').next())
            .collect();
        assert_eq!(hints, guesses, "{player}: {printed}");
    }
}

/// A player that refuses the size, panics, crashes, never answers, or breaks the rules does not end the game.
#[test]
fn players_with_faults_give_no_hint() {
    let game = |time: &str, faults: &[&str]| {
        let hints: String = faults.iter().map(|fault| format!("hint faulty-{fault}\n")).collect();
        let lines = format!("AABBCCDD\n{hints}{hints}hint nobody\nhint optimal\nhint rao\ngive up\n");
        let limits = ["--time-limit", time, "--memory-limit", "128"];
        played(&[&["--seed", "3", "--size", "8x10", "--compare", "none"], &limits[..]].concat(), &lines)
    };
    // How much time it takes to fill the memory is no matter.
    let printed = game("0.3", &["hang", "sleep"]) + &game("60", &["panic", "overflow", "memory", "length"]);
    for (fault, reason) in [
        ("panic", "panic: no guess after "),
        ("overflow", "crash: "),
        ("hang", "it takes more than the CPU time of a round"),
        ("sleep", "silence: no answer in time"),
        ("memory", "memory: more than 128 MB"),
        ("length", "illegal guess "),
    ] {
        // They fail by chance, in most rounds at some guess.
        let tried = printed.lines().filter(|line| line.contains(&format!("faulty-{fault}"))).count();
        let failed = printed.contains(&format!("no hint: faulty-{fault}: {reason}"));
        assert_eq!(tried, 2, "{fault}: {printed}");
        assert!(failed || printed.contains(&format!("hint: faulty-{fault} guesses")), "{fault}: {printed}");
    }
    assert!(printed.contains("no hint: nobody: there is no player 'nobody'"), "{printed}");
    assert!(printed.contains("no hint: optimal: it does not play this match: "), "{printed}");
    assert!(printed.contains("hint: rao guesses "), "{printed}");
    assert!(printed.contains("given up after 1 guess"), "{printed}");
}

/// A program of another author plays on from its own guesses only: the protocol has no words for others.
#[test]
fn a_program_gives_hints_for_its_own_guesses() {
    let program = "mine=sh -c 'read a; echo hello 1; read a; echo ready; n=0; while read a b c; do case $a in turn) n=$((n+1)); \
                   echo guess $b AAAB;; end) echo ready;; bye) exit 0;; esac; done'";
    let printed = played(&["--seed", "7", "--hint", program, "--compare", "none"], "hint\nAAAB\nhint\nAABB\nhint\n");
    let hints: Vec<&str> = printed.lines().filter(|line| line.contains("hint: mine=")).collect();
    assert_eq!(hints.len(), 3, "{printed}");
    assert!(hints[1].contains("guesses AAAB"), "{printed}");
    assert!(hints[2].ends_with("that guessed AAAB at turn 2, and cannot play on from another guess"), "{printed}");
}

#[test]
fn wrong_lines_are_explained_and_do_not_count() {
    let printed = played(&["--seed", "7", "--compare", "none"], "AAB\nAABG\n\u{7}A\nAABBA\nhint a b\ngive up\n");
    let form = "a code is 4 pegs in digits 1 to 6 or letters A to F; `help` lists the commands\n";
    assert!(printed.contains(&format!("\n'AAB' has 3 pegs: {form}")), "{printed}");
    assert!(printed.contains(&format!("\n'AABG' has another color: {form}")), "{printed}");
    assert!(printed.contains(&format!("\n'hint a b' is no code and no command: {form}")), "{printed}");
    assert!(printed.contains("\ngiven up after 0 guesses"), "{printed}");
    assert!(!printed.contains('\u{7}'), "terminals obey control characters: {printed}");
}

#[test]
fn the_guess_limit_ends_the_game() {
    let printed = played(&["--seed", "7", "--guess-limit", "2", "--compare", "none"], "AAAA\nBBBB\nCCCC\n");
    assert!(printed.contains("\nnot found in 2 guesses, the limit: the secret is EFBD\n"), "{printed}");
    assert!(!printed.contains("3: "), "{printed}");
}

#[test]
fn wrong_options_are_refused() {
    assert!(refused(&["play", "--size", "4"]).contains("'4' is no size of a game"));
    assert!(
        refused(&["play", "--size", "9x4", "--scsa", "only-once"])
            .contains("--size 9x4 cannot be played: only-once needs")
    );
    assert!(refused(&["play", "--scsa", "only-onec"]).contains("did you mean 'only-once'?"));
    assert!(refused(&["play", "--hint", "roa"]).contains("did you mean 'rao'?"));
    assert!(refused(&["play", "--compare", "roa"]).contains("did you mean 'rao'?"));
    assert!(refused(&["play", "--seed", "x"]).contains("give a whole number, or `random`"));
}

/// At 4x26 the commands of four letters are codes in capitals.
#[test]
fn commands_in_capitals_are_codes_where_they_can_be() {
    let printed = played(&["--seed", "7", "--size", "4x26", "--compare", "none"], "HINT\nLeft\nleft\ngive up\n");
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[1].starts_with("1: HINT ") && lines[2].starts_with("2: LEFT "), "{printed}");
    assert!(lines[3].ends_with(" codes left") && !lines[3].contains(':'), "{printed}");
}

fn terminal(words: &[&str], environment: &[(&str, &str)]) -> PseudoTerminal {
    PseudoTerminal::start(assert_cmd::cargo::cargo_bin!("arena"), words, environment, (24, 80))
}

/// A game on a terminal: a prompt, and the board after every change of it.
#[test]
fn a_game_in_a_terminal() {
    let terminal = terminal(&["play", "--seed", "7", "--compare", "none"], &[("NO_COLOR", "1")]);
    terminal.wait_for("guess 1> ");
    terminal.type_keys("1122\n");
    terminal.wait_for("1  1122  1 0   peg  123456\r\n                 1  o.oooo\r\n");
    terminal.wait_for("1: 1122 1 black, 0 white; 256 codes left\r\nguess 2> ");
    terminal.type_keys("hint rao\n");
    terminal.wait_for("hint: rao guesses 1111, which cannot be the secret\r\nguess 2> ");
    // A wrong key is taken back.
    terminal.type_keys("undox\x7f\n");
    terminal.wait_for("is taken back; 1296 codes left\r\nguess 1> ");
    terminal.type_keys("EFBD\n");
    let (status, printed) = terminal.end();
    assert!(status.success(), "{status}");
    assert!(printed.contains("1  EFBD  4 0   peg  ABCDEF"), "{printed}");
    assert!(printed.contains("found in 1 guess (1 hint, 1 taken back): the secret is EFBD"), "{printed}");
    assert!(!printed.contains('\x1b'), "{printed}");
}

/// Guesses have the colors of their pegs, and marks of the grid are bold or dim, but where `NO_COLOR` or the terminal says otherwise.
#[test]
fn colors_are_shown_where_they_are_wanted() {
    for (environment, has_colors) in [(&[][..], true), (&[("NO_COLOR", "1")], false), (&[("TERM", "dumb")], false)] {
        let terminal = terminal(&["play", "--seed", "7"], environment);
        terminal.wait_for("guess 1> ");
        terminal.type_keys("AABB\n");
        terminal.wait_for("guess 2> ");
        // The key for the end of the input.
        terminal.type_keys("\x04");
        let (status, printed) = terminal.end();
        assert!(status.success(), "{status}");
        assert!(printed.contains("left after 1 guess; "), "{printed}");
        assert_eq!(printed.contains("\x1b[38;5;34mB\x1b[0m"), has_colors, "{environment:?}: {printed}");
        assert_eq!(printed.contains("1  AABB  1 0"), !has_colors, "{environment:?}: {printed}");
    }
}

#[test]
fn interrupts_end_the_game() {
    let terminal = terminal(&["play", "--seed", "7"], &[]);
    terminal.wait_for("guess 1> ");
    terminal.type_keys("AA\x03");
    let (status, printed) = terminal.end();
    assert_eq!(status.signal(), Some(2), "a shell says 130: {printed}");
}

/// What cannot be counted is a lower bound, an upper bound or not known, and a sentence says which.
#[test]
fn numbers_that_are_not_exact_are_explained() {
    let options = ["--size", "20x26", "--seed", "3", "--compare", "none", "--scsa"];
    let lines = "left\nABCDEFGHIJKLMNOPQRST\nTSRQPONMLKJIHGFEDCBA\nleft\ngive up\n";
    let every = played(&[&options[..], &["insert-colors"]].concat(), lines);
    assert!(every.contains("\n1.99e28 codes left\n1: "), "{every}");
    let wanted = "\nmore than 4 million codes left\na lower bound, because there are too many codes to count\n";
    assert!(every.contains(wanted), "{every}");
    let of_two = played(&[&options[..], &["two-color"]].concat(), lines);
    let note = "two-color makes too many codes to list: all codes of the size are counted";
    assert!(of_two.contains(&format!("\nat most 1.99e28 codes left\n{note}\n")), "{of_two}");
}
