//! Commands that talk with a person, line by line: on a terminal with a picture of the board, elsewhere as plain lines.

mod board;
mod color_grid;
mod plain;
mod reply;
mod terminal;

pub use board::{BoardTurn, BoardView};
pub use color_grid::ColorGrid;
pub use reply::{Conversation, Reply};

use crate::{failure::Failure, present::output::stdout};
use std::io::{self, IsTerminal};

/// Holds a conversation: with a picture of the board if the standard input and output are a terminal, else in plain lines.
pub fn converse(conversation: impl Conversation + 'static) -> Result<(), Failure> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb {
        return terminal::converse(conversation);
    }
    plain::converse(conversation, io::stdin().lock(), stdout())
}
