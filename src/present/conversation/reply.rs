//! What a conversation is: lines, and what they are answered with.

use crate::present::conversation::board::BoardView;

/// What a line is answered with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Messages, each on a line.
    pub lines: Vec<String>,
    /// Whether the conversation is over.
    pub is_end: bool,
    /// Whether the person has left it, so that no key is waited for.
    pub is_left: bool,
}

impl Reply {
    /// One message.
    pub fn line(line: impl Into<String>) -> Reply {
        Reply { lines: vec![line.into()], ..Reply::default() }
    }

    /// Several messages.
    pub fn lines(lines: Vec<String>) -> Reply {
        Reply { lines, ..Reply::default() }
    }

    /// The last messages.
    pub fn end(lines: Vec<String>) -> Reply {
        Reply { lines, is_end: true, is_left: false }
    }
}

impl Reply {
    /// The last message to a person who leaves.
    pub fn leave(line: String) -> Reply {
        Reply { lines: vec![line], is_end: true, is_left: true }
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
    fn board(&mut self) -> BoardView;
}
