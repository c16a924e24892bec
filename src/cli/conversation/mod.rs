//! Commands that talk with a person, line by line: on a terminal with a picture of the board, elsewhere as plain lines.

mod board;
mod color_grid;
mod plain;
mod terminal;

pub use board::{Board, BoardTurn};
pub use color_grid::ColorGrid;

use super::Failure;
use std::io::{self, IsTerminal};

/// What a line is answered with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Messages, each on a line.
    pub lines: Vec<String>,
    /// Whether the conversation is over.
    pub is_end: bool,
}

impl Reply {
    /// One message.
    pub fn line(line: impl Into<String>) -> Reply {
        Reply { lines: vec![line.into()], is_end: false }
    }

    /// Several messages.
    pub fn lines(lines: Vec<String>) -> Reply {
        Reply { lines, is_end: false }
    }

    /// The last messages.
    pub fn end(lines: Vec<String>) -> Reply {
        Reply { lines, is_end: true }
    }
}

/// A conversation with a person. What it says follows from the lines that it is given, whatever they are typed on.
pub trait Conversation: Send {
    /// What is said first.
    fn opening(&mut self) -> Reply;

    /// The answer to a line.
    fn respond(&mut self, line: &str) -> Reply;

    /// The answer to the end of the input.
    fn end_of_input(&mut self) -> Reply;

    /// The board as it is now.
    fn board(&mut self) -> Board;
}

/// Holds a conversation: with a picture of the board if the standard input and output are a terminal, else in plain lines.
pub fn converse(conversation: impl Conversation + 'static) -> Result<(), Failure> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb {
        return terminal::converse(conversation);
    }
    plain::converse(conversation, io::stdin().lock(), io::stdout().lock())
}
