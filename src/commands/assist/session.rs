//! A player that breaks the secret of a person.

use crate::{
    commands::assist::command::{AssistCommand, HELP},
    playing::{
        advisers::Advisers,
        deductions::{Deductions, left_in_words},
    },
    present::{
        conversation::{BoardTurn, BoardView, ColorGrid, Conversation, Reply},
        words::counted,
    },
};
use candidates::{Correction, Suspect};
use scsa::{Code, Feedback, Size, Turn, notation::Notation};

/// How many turns are named, and how many answers that may have been meant at each.
const NAMED: usize = 3;
/// Answers that were meant with a lower probability are not named beside others.
const LEAST_NAMED: f64 = 0.01;

/// A player that breaks the secret of a person.
pub struct AssistSession {
    pub size: Size,
    /// What is played, such as `4x6 against insert-colors, by bayes`.
    pub subject: String,
    pub player: String,
    pub notation: Notation,
    pub turns: Vec<Turn>,
    /// The guess that waits for its answer. None if the player gave none, or the answers contradict each other.
    pub guess: Option<Code>,
    pub deductions: Deductions,
    pub advisers: Advisers,
}

impl AssistSession {
    /// Takes the answers as they are now: whether the game is won, whether they contradict each other, or what is guessed next.
    fn go_on(&mut self, mut lines: Vec<String>) -> Reply {
        self.guess = None;
        let deduced = self.deductions.after(&self.turns);
        if deduced.is_contradiction() {
            lines.extend(self.contradiction());
            return Reply::lines(lines);
        }
        if let Some(index) = self.turns.iter().position(|turn| turn.feedback.is_win(self.size)) {
            let guess = self.notation.code(&self.turns[index].guess);
            lines.push(format!("found in {}: the secret is {guess}", counted(index + 1, "guess")));
            return Reply::end(lines);
        }
        lines.push(deduced.left_in_words());
        lines.push(self.ask());
        Reply::lines(lines)
    }

    /// Asks the player for its guess.
    fn ask(&mut self) -> String {
        let number = self.turns.len() + 1;
        match self.advisers.guess(&self.player, &self.turns) {
            Ok(guess) => {
                self.guess = Some(guess);
                format!("guess {number}: {}", self.notation.code(&guess))
            }
            Err(reason) => format!(
                "no guess: {}: {reason}; `player NAME` lets another go on, or `guess CODE` says what you guess",
                self.player
            ),
        }
    }

    /// What is said when no code is left: which answers may be mistyped.
    fn contradiction(&mut self) -> Vec<String> {
        let none = format!("no code is left: the answers contradict each other{}", self.or_the_codemaker());
        let suspects = self.deductions.suspects(&self.turns);
        let Some(first) = suspects.first() else {
            let hint = "no single turn explains that: check all answers, then `fix TURN BLACK WHITE` or `undo`";
            return vec![none, hint.to_owned()];
        };
        let mut lines = vec![none];
        if first.first().left.is_none() {
            lines.push("more than one answer is wrong".to_owned());
        }
        let chance = |suspect: &Suspect| format!("{:.0} %", (100.0 * suspect.probability).clamp(1.0, 99.0));
        let number = first.turn + 1;
        let meant = self.meant(first);
        lines.push(format!("turn {number} is most likely mistyped ({}): {meant}", chance(first)));
        let answers = |corrections: &[Correction]| {
            let likely = corrections.iter().take(NAMED).filter(|correction| correction.probability >= LEAST_NAMED);
            likely.map(|correction| in_digits(correction.meant)).collect::<Vec<_>>().join(" or ")
        };
        let others = [format!("turn {number} with {}", answers(&first.corrections[1..]))].into_iter();
        let others = others.filter(|_| first.corrections.get(1).is_some_and(|one| one.probability >= LEAST_NAMED));
        let turns = suspects[1..].iter().take(NAMED - 1).map(|suspect| {
            let answers = Some(answers(&suspect.corrections)).filter(|answers| !answers.is_empty());
            let with = answers.map(|answers| format!(" with {answers}")).unwrap_or_default();
            format!("turn {} ({}){with}", suspect.turn + 1, chance(suspect))
        });
        let others: Vec<String> = others.chain(turns).collect();
        if !others.is_empty() {
            lines.push(format!("also possible: {}", others.join(", ")));
        }
        lines.push(format!(
            "`fix {number} {}` corrects it so; `fix TURN BLACK WHITE` corrects another, `undo` takes the last back",
            in_digits(first.first().meant)
        ));
        lines
    }

    /// The codemaker may be another, if the codes of one are counted.
    fn or_the_codemaker(&self) -> &'static str {
        if self.deductions.is_of_every_code() { "" } else { ", or the secret is not of this SCSA" }
    }

    /// A suspect in words: `AABB got 2 1; with 1 2 there are 4 codes left`.
    fn meant(&self, suspect: &Suspect) -> String {
        let Turn { guess, feedback } = &self.turns[suspect.turn];
        let (guess, typed, meant) = (self.notation.code(guess), in_words(*feedback), in_words(suspect.first().meant));
        match suspect.first().left {
            Some(left) => format!("{guess} {typed}; with {meant} there would be {}", left_in_words(Some(left), false)),
            None => format!("{guess} {typed}; perhaps {meant} was meant"),
        }
    }

    fn answer(&mut self, feedback: Feedback) -> Reply {
        let Some(guess) = self.guess else {
            return Reply::line(match self.is_contradictory() {
                true => "correct an answer first: `fix TURN BLACK WHITE`, or `undo`",
                false => "there is no guess to answer: `player NAME`, or `guess CODE`",
            });
        };
        self.turns.push(Turn { guess, feedback });
        self.go_on(Vec::new())
    }

    fn is_contradictory(&mut self) -> bool {
        self.deductions.after(&self.turns).is_contradiction()
    }

    fn fix(&mut self, number: usize, feedback: Feedback) -> Reply {
        let turns = self.turns.len();
        let Some(turn) = number.checked_sub(1).and_then(|index| self.turns.get_mut(index)) else {
            return Reply::line(format!("there is no turn {number}; there are {}", counted(turns, "turn")));
        };
        turn.feedback = feedback;
        let line = format!("turn {number}: {} {}", self.notation.code(&turn.guess), in_words(feedback));
        self.go_on(vec![line])
    }

    fn undo(&mut self) -> Reply {
        match self.turns.pop() {
            None => Reply::line("there is no answer to take back"),
            Some(turn) => {
                let (guess, answer) = (self.notation.code(&turn.guess), in_words(turn.feedback));
                self.go_on(vec![format!("the answer {answer} of {guess} is taken back")])
            }
        }
    }

    fn player(&mut self, player: String) -> Reply {
        if let Err(failure) = self.advisers.check(&player) {
            return Reply::line(failure.message().to_owned());
        }
        self.player = player;
        if self.is_contradictory() {
            return Reply::line(format!("{} goes on when the answers are corrected", self.player));
        }
        Reply::line(self.ask())
    }

    fn turn(&self, index: usize) -> String {
        let Turn { guess, feedback } = &self.turns[index];
        format!("{}: {} {}", index + 1, self.notation.code(guess), in_words(*feedback))
    }
}

/// An answer as it is typed: `1 2`.
fn in_digits(feedback: Feedback) -> String {
    format!("{} {}", feedback.black(), feedback.white())
}

/// An answer in words: `1 black, 2 white`.
fn in_words(feedback: Feedback) -> String {
    format!("{} black, {} white", feedback.black(), feedback.white())
}

impl Conversation for AssistSession {
    fn opening(&mut self) -> Reply {
        let opening =
            format!("{} by {}: answer with the black and the white pegs, such as 1 2", self.subject, self.player);
        let mut reply = self.go_on(vec![format!("{opening}; `help` lists the commands")]);
        // The number of all codes is no news.
        reply.lines.remove(1);
        reply
    }

    fn respond(&mut self, line: &str) -> Reply {
        if line.trim().is_empty() {
            return Reply::default();
        }
        match AssistCommand::parse(line, self.size) {
            Err(reason) => Reply::line(reason),
            Ok(AssistCommand::Answer(feedback)) => self.answer(feedback),
            Ok(AssistCommand::Guess(guess)) => {
                if self.is_contradictory() {
                    return self.answer(Feedback::new(0, 0));
                }
                self.guess = Some(guess);
                Reply::line(format!("guess {}: {}", self.turns.len() + 1, self.notation.code(&guess)))
            }
            Ok(AssistCommand::Fix(turn, feedback)) => self.fix(turn, feedback),
            Ok(AssistCommand::Player(player)) => self.player(player),
            Ok(AssistCommand::Undo) => self.undo(),
            Ok(AssistCommand::Left) => Reply::lines(self.deductions.left_in_lines(&self.turns)),
            Ok(AssistCommand::Grid) => {
                let deduced = self.deductions.after(&self.turns);
                Reply::lines(ColorGrid::new(deduced.colors(), self.notation).with_legend())
            }
            Ok(AssistCommand::Turns) => match self.turns.len() {
                0 => Reply::line("there is no answer yet"),
                turns => Reply::lines((0..turns).map(|index| self.turn(index)).collect()),
            },
            Ok(AssistCommand::Help) => Reply::lines(HELP.map(str::to_owned).to_vec()),
            Ok(AssistCommand::Quit) => self.end_of_input(),
        }
    }

    fn end_of_input(&mut self) -> Reply {
        Reply::leave(format!("left after {}", counted(self.turns.len(), "answer")))
    }

    fn board(&mut self) -> BoardView {
        let deduced = self.deductions.after(&self.turns);
        let turn = |turn: &Turn| BoardTurn {
            guess: self.notation.code(&turn.guess),
            black: turn.feedback.black(),
            white: turn.feedback.white(),
        };
        BoardView {
            title: format!("{} by {}", self.subject, self.player),
            turns: self.turns.iter().map(turn).collect(),
            status: deduced.left_in_words(),
            grid: ColorGrid::new(deduced.colors(), self.notation),
            prompt: self.guess.map_or_else(String::new, |guess| format!("{} black white", self.notation.code(&guess))),
            commands: "BLACK WHITE, fix TURN BLACK WHITE, undo, help, quit",
        }
    }
}
