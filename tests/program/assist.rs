//! `arena assist`: a player breaks the secret of a person, whose answers may be mistyped.

use crate::command::{answered, refused};
use crate::pseudo_terminal::PseudoTerminal;
use scsa::{Code, Feedback, Size, Turn, is_consistent};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// What a conversation in plain lines prints.
fn assisted(words: &[&str], lines: &str) -> String {
    answered(&[&["assist"], words].concat(), lines)
}

#[test]
fn a_conversation_in_plain_lines() {
    let lines = "0 1\n5 0\n3 1\none\n1 1\nundo\n0 2\n3 0\nturns\n\nfix 3 2 0\ngrid\nleft\n";
    let wanted = "\
4x6 of insert-colors by knuth: answer with the black and the white pegs, such as 1 2; `help` lists the commands
guess 1: AABB
256 codes left
guess 2: BCDD
5 black and 0 white are more than the 4 pegs of a guess
3 black and 1 white cannot be: the last peg has only the place where it is
'one' is no answer: write the black and the white pegs, such as 1 2, or `help`
42 codes left
guess 3: DEAD
the answer 1 black, 1 white of BCDD is taken back
256 codes left
guess 2: BCDD
41 codes left
guess 3: CBCE
6 codes left
guess 4: AECF
1: AABB 0 black, 1 white
2: BCDD 0 black, 2 white
3: CBCE 3 black, 0 white
turn 3: CBCE 2 black, 0 white
6 codes left
guess 4: ACCF
peg  ABCDEF
  1  ..oo.o
  2  .o.o..
  3  o.o.oo
  4  o...oo
o possible  . ruled out  # sure  ? unknown
6 codes left
left after 3 answers
";
    assert_eq!(assisted(&["--player", "knuth"], lines), wanted);
}

/// A conversation with a program that runs.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(words: &[&str]) -> Talk {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("arena"))
            .arg("assist")
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Talk { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads lines up to one that contains one of these texts.
    fn read_until(&mut self, ends: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the program has ended: {lines:#?}");
            let is_end = ends.iter().any(|end| line.contains(end));
            lines.push(line.trim_end().to_owned());
            if is_end {
                return lines;
            }
        }
    }
}

fn answer(feedback: Feedback) -> String {
    format!("{} {}", feedback.black(), feedback.white())
}

/// Every player of the list finds the secret with the answers of a person; nothing is said of mistakes.
#[test]
fn players_find_the_secret() {
    for (player, size, scsa, secret) in [
        ("bayes:1", "4x6", "insert-colors", "EFBD"),
        ("rao", "8x10", "only-once", "HABCIDEF"),
        ("random", "2x2", "insert-colors", "BA"),
        ("baseline-3", "5x4", "ab-color", "ABBAB"),
    ] {
        let secret: Code = secret.parse().unwrap();
        let mut talk = Talk::start(&["--player", player, "--size", size, "--scsa", scsa]);
        let mut found = false;
        for number in 1..100 {
            let lines = talk.read_until(&[&format!("guess {number}: "), "found in"]);
            assert!(!lines.iter().any(|line| line.contains("mistyped")), "{lines:?}");
            let last = lines.last().unwrap();
            if let Some(end) = last.strip_prefix("found in ") {
                assert!(end.ends_with(&format!("the secret is {secret}")), "{end}");
                found = true;
                break;
            }
            let guess: Code = last.split(": ").nth(1).unwrap().parse().unwrap();
            talk.say(&answer(secret.feedback(&guess)));
        }
        assert!(found, "{player}");
        assert!(talk.child.wait().unwrap().success());
    }
}

/// A slip at every turn in turn: when the answers contradict each other, the turn is named among the suspects, with a correction that
/// leaves the number of codes that is said. The right correction ends in the secret.
#[test]
fn a_mistyped_answer_is_found_and_corrected() {
    let size: Size = "4x6".parse().unwrap();
    let (mut contradictions, mut first) = (0, 0);
    for (slip, secret) in [(1, "EFBD"), (2, "EFBD"), (3, "CAAF"), (1, "DDEC"), (2, "BEAF")] {
        let secret: Code = secret.parse().unwrap();
        let mut talk = Talk::start(&["--player", "rao"]);
        let mut turns: Vec<Turn> = Vec::new();
        loop {
            let lines = talk.read_until(&["guess ", "found in", "corrects it so"]);
            let last = lines.last().unwrap();
            if last.starts_with("found in ") {
                assert!(last.ends_with(&format!("the secret is {secret}")), "{last}");
                break;
            }
            if last.contains("corrects it so") {
                contradictions += 1;
                let text = lines.join("\n");
                assert!(size.codes().all(|code| !is_consistent(&code, &turns)), "{turns:?}");
                assert!(text.contains("no code is left: the answers contradict each other"), "{text}");
                let words: Vec<&str> = last.split(['`', ' ']).filter(|word| !word.is_empty()).collect();
                let [turn, black, white] = [1, 2, 3].map(|word| words[word].parse::<usize>().unwrap());
                let mut corrected = turns.clone();
                corrected[turn - 1].feedback = Feedback::new(black as u8, white as u8);
                let left = size.codes().filter(|code| is_consistent(code, &corrected)).count();
                let said = if left == 1 { "1 code left".to_owned() } else { format!("{left} codes left") };
                assert!(left > 0 && text.contains(&format!("there would be {said}")), "{text}");
                first += usize::from(turn == slip);
                let right = secret.feedback(&turns[slip - 1].guess);
                turns[slip - 1].feedback = right;
                talk.say("1 1");
                talk.read_until(&["correct an answer first"]);
                talk.say(&format!("fix {slip} {}", answer(right)));
                continue;
            }
            let guess: Code = last.split(": ").nth(1).unwrap().parse().unwrap();
            let mut feedback = secret.feedback(&guess);
            if turns.len() + 1 == slip {
                let (black, white) = (feedback.black() as u8, feedback.white() as u8);
                feedback = match black + white {
                    4 => Feedback::new(black, white - 1),
                    _ => Feedback::new(black, white + 1),
                };
            }
            turns.push(Turn { guess, feedback });
            talk.say(&answer(feedback));
            assert!(feedback.black() < 4 || turns.len() >= slip, "the slip is made before the game ends");
        }
        assert!(talk.child.wait().unwrap().success());
    }
    assert!(contradictions >= 4, "{contradictions}");
    assert!(first > 0, "the mistake was the first suspect {first} times");
}

/// Another guess on the board, another player, and answers that are taken back.
#[test]
fn the_person_may_choose() {
    let lines = "guess 1122\nplayer nobody\n0 1\nplayer knuth\nundo\nguess 1\nfix 9 0 0\nfix 1\nquit\n";
    let printed = assisted(&["--digits", "--player", "bayes:1"], lines);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[2], "guess 1: 1122", "{printed}");
    assert!(lines[3].starts_with("there is no player 'nobody'"), "{printed}");
    assert!(lines[4].ends_with("256 codes left") && lines[5].starts_with("guess 2: "), "{printed}");
    assert_eq!(lines[7..9], ["the answer 0 black, 1 white of 1122 is taken back", "1296 codes left"], "{printed}");
    assert_eq!(lines[9], "guess 1: 1122", "{printed}");
    assert!(printed.contains("'1' has 1 peg: "), "{printed}");
    assert!(printed.contains("there is no turn 9; there are 0 turns"), "{printed}");
    assert!(
        printed.ends_with("write the turn, the black and the white pegs, such as `fix 2 1 0`\nleft after 0 answers\n")
    );
}

/// Answers that fit no code of the codemaker may come from a secret that it does not make.
#[test]
fn the_codemaker_may_be_another() {
    let printed = assisted(&["--scsa", "ab-color", "--player", "rao"], "guess CCCC\n1 0\n");
    let said = "no code is left: the answers contradict each other, or the secret is not of this SCSA";
    assert!(printed.contains(said), "{printed}");
    assert!(printed.contains("turn 1 is most likely mistyped (99 %): CCCC 1 black, 0 white"), "{printed}");
}

/// Three answers that exclude each other cannot be corrected at one turn.
#[test]
fn more_than_one_mistake_is_said() {
    let lines = "guess AAAA\n3 0\nguess BBBB\n3 0\nfix 2 1 0\nguess CCCC\n3 0\nguess DDDD\nundo\n";
    let printed = assisted(&["--player", "rao"], lines);
    assert!(printed.contains("no code is left"), "{printed}");
    let lines = "guess AAAA\n3 0\nguess BBBB\n0 0\nfix 2 3 0\nfix 1 4 0\nfix 2 4 0\n";
    let printed = assisted(&["--player", "rao"], lines);
    assert!(printed.contains("turn 2 is most likely mistyped"), "{printed}");
}

/// Where codes can be neither listed nor counted, two wrong answers among six are named.
#[test]
#[ignore = "takes 4 s: cargo test --test program assist:: -- --ignored"]
fn more_than_one_mistake_is_named_at_20x26() {
    let colors = ["A", "B", "C", "D", "E", "F"].map(|color| format!("guess {}\n", color.repeat(20)));
    let answers = ["1 0", "2 0", "0 0", "1 0", "0 0", "3 0"];
    let lines: String = colors.iter().zip(answers).map(|(guess, answer)| format!("{guess}{answer}\n")).collect();
    let lines = lines + "fix 3 0 1\nfix 5 0 1\n";
    let printed = assisted(&["--size", "20x26", "--player", "rao"], &lines);
    assert!(printed.contains("more than one answer is wrong"), "{printed}");
    let named = printed
        .lines()
        .filter(|line| line.contains("mistyped") || line.starts_with("also possible"))
        .collect::<Vec<_>>();
    let named = named[named.len() - 2..].join(" ");
    assert!(named.contains("turn 3 (") || named.contains("turn 3 is"), "{printed}");
    assert!(named.contains("turn 5 (") || named.contains("turn 5 is"), "{printed}");
}

#[test]
fn wrong_options_are_refused() {
    assert!(refused(&["assist", "--player", "roa"]).contains("did you mean 'rao'?"));
    assert!(refused(&["assist", "--size", "40x6"]).contains("the pegs must be 1 to 32"));
    assert!(refused(&["assist", "--size", "4x10", "--digits"]).contains("--digits is for up to 9 colors"));
    assert!(refused(&["assist", "--player", "Mine=x"]).contains("is not NAME=COMMAND"));
}

/// A prompt, and the board after every answer, which a contradiction does not end.
#[test]
fn a_conversation_in_a_terminal() {
    let program = assert_cmd::cargo::cargo_bin!("arena");
    let terminal = PseudoTerminal::start(program, &["assist", "--player", "rao"], &[("NO_COLOR", "1")], (24, 80));
    terminal.wait_for("AAAA black white> ");
    terminal.type_keys("1 1\n");
    terminal.wait_for("1  AAAA  1 1   peg  ABCDEF");
    terminal.wait_for("turn 1 is most likely mistyped");
    terminal.type_keys("fix 1 1 0\n");
    terminal.wait_for("1  AAAA  1 0   peg  ABCDEF");
    terminal.wait_for("500 codes left");
    terminal.wait_for("ABBB black white> ");
    terminal.type_keys("4 0\n");
    let (status, printed) = terminal.end();
    assert!(status.success(), "{status}");
    assert!(printed.contains("2  ABBB  4 0     1  #.....") && printed.contains("found in 2 guesses"), "{printed}");
}
