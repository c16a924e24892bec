//! A game of a person who breaks the code.

use crate::{
    commands::play::{
        command::{HELP, PlayCommand},
        comparison::SecretComparison,
    },
    playing::{advisers::Advisers, deductions::Deductions},
    present::{
        conversation::{BoardTurn, BoardView, ColorGrid, Conversation, Reply},
        words::counted,
    },
};
use scsa::{
    Code, Size, Turn,
    notation::{Notation, code_form},
};

/// A game of a person who breaks the code.
pub struct PlayGame {
    pub size: Size,
    /// What is played, such as `4x6 against insert-colors, seed 7`.
    pub title: String,
    /// The command that plays the same secret again.
    pub command: String,
    pub secret: Code,
    pub guess_limit: usize,
    /// The player of a hint without a name.
    pub hint_player: String,
    pub turns: Vec<Turn>,
    /// How codes are written: as the last one was typed.
    pub notation: Notation,
    pub deductions: Deductions,
    pub advisers: Advisers,
    pub comparison: SecretComparison,
    /// How many guesses were taken back, and how many hints were given.
    pub undone: usize,
    pub hints: usize,
}

impl PlayGame {
    fn guess(&mut self, guess: Code, notation: Notation) -> Reply {
        self.notation = notation;
        self.turns.push(Turn::new(guess, &self.secret));
        let last = self.turns.len() - 1;
        if guess == self.secret {
            let found = format!("found in {}{}", counted(self.turns.len(), "guess"), self.helped());
            return self.end([self.turn(last), format!("{found}: the secret is {}", notation.code(&guess))]);
        }
        let line = format!("{}; {}", self.turn(last), self.deductions.after(&self.turns).left_in_words());
        if self.turns.len() >= self.guess_limit {
            let limit = format!("not found in {}, the limit: the secret is", counted(self.guess_limit, "guess"));
            return self.end([line, format!("{limit} {}", notation.code(&self.secret))]);
        }
        Reply::line(line)
    }

    /// A turn in words: `2: AABC 1 black, 2 white`.
    fn turn(&self, index: usize) -> String {
        let Turn { guess, feedback } = &self.turns[index];
        let (black, white) = (feedback.black(), feedback.white());
        format!("{}: {} {black} black, {white} white", index + 1, self.notation.code(guess))
    }

    /// The help that was taken, in words.
    fn helped(&self) -> String {
        let hints = (self.hints > 0).then(|| counted(self.hints, "hint"));
        let undone = (self.undone > 0).then(|| format!("{} taken back", self.undone));
        let helped: Vec<String> = hints.into_iter().chain(undone).collect();
        if helped.is_empty() { String::new() } else { format!(" ({})", helped.join(", ")) }
    }

    fn hint(&mut self, player: Option<String>) -> Reply {
        let player = player.unwrap_or_else(|| self.hint_player.clone());
        Reply::line(match self.advisers.guess(&player, &self.turns) {
            Ok(guess) => {
                self.hints += 1;
                let is_candidate = self.deductions.is_candidate(&guess, &self.turns);
                let may_be = if is_candidate { "may be the secret" } else { "cannot be the secret" };
                format!("hint: {player} guesses {}, which {may_be}", self.notation.code(&guess))
            }
            Err(reason) => format!("no hint: {player}: {reason}"),
        })
    }

    fn undo(&mut self) -> Reply {
        Reply::line(match self.turns.pop() {
            None => "there is no guess to take back".to_owned(),
            Some(turn) => {
                self.undone += 1;
                let left = self.deductions.after(&self.turns).left_in_words();
                format!("{} is taken back; {left}", self.notation.code(&turn.guess))
            }
        })
    }

    fn left(&mut self) -> Reply {
        Reply::lines(self.deductions.left_in_lines(&self.turns))
    }

    fn end(&mut self, lines: impl IntoIterator<Item = String>) -> Reply {
        let compared = self.comparison.lines(self.notation);
        let again = format!("`{}` plays this secret again", self.command);
        Reply::end(lines.into_iter().chain(compared).chain([again]).collect())
    }

    fn grid(&mut self) -> ColorGrid {
        ColorGrid::new(self.deductions.after(&self.turns).colors(), self.notation)
    }
}

impl Conversation for PlayGame {
    fn opening(&mut self) -> Reply {
        let form = code_form(self.size);
        Reply::line(format!("{}: find a code of {form}; `help` lists the commands", self.title))
    }

    fn respond(&mut self, line: &str) -> Reply {
        if line.trim().is_empty() {
            return Reply::default();
        }
        match PlayCommand::parse(line, self.size) {
            Err(reason) => Reply::line(reason),
            Ok(PlayCommand::Guess(guess, notation)) => self.guess(guess, notation),
            Ok(PlayCommand::Hint(player)) => self.hint(player),
            Ok(PlayCommand::Undo) => self.undo(),
            Ok(PlayCommand::Left) => self.left(),
            Ok(PlayCommand::Grid) => Reply::lines(self.grid().with_legend()),
            Ok(PlayCommand::Turns) => match self.turns.len() {
                0 => Reply::line("there is no guess yet"),
                turns => Reply::lines((0..turns).map(|index| self.turn(index)).collect()),
            },
            Ok(PlayCommand::GiveUp) => {
                let guesses = counted(self.turns.len(), "guess");
                let secret = self.notation.code(&self.secret);
                self.end([format!("given up after {guesses}{}: the secret is {secret}", self.helped())])
            }
            Ok(PlayCommand::Help) => Reply::lines(HELP.map(str::to_owned).to_vec()),
            Ok(PlayCommand::Quit) => self.end_of_input(),
        }
    }

    fn end_of_input(&mut self) -> Reply {
        let guesses = counted(self.turns.len(), "guess");
        Reply::leave(format!("left after {guesses}; `{}` plays this secret again", self.command))
    }

    fn board(&mut self) -> BoardView {
        let turn = |turn: &Turn| BoardTurn {
            guess: self.notation.code(&turn.guess),
            black: turn.feedback.black(),
            white: turn.feedback.white(),
        };
        let turns = self.turns.iter().map(turn).collect();
        BoardView {
            title: self.title.clone(),
            turns,
            status: self.deductions.after(&self.turns).left_in_words(),
            grid: self.grid(),
            prompt: format!("guess {}", self.turns.len() + 1),
            commands: "a code, hint [PLAYER], undo, give up, help, quit",
        }
    }
}
