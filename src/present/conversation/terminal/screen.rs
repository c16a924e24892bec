//! What is shown on the terminal.

use crate::present::conversation::{BoardView, Reply, terminal::editor::LineEditor};

/// What is shown on the terminal.
#[derive(Debug, Default)]
pub struct Screen {
    pub board: BoardView,
    /// The messages of the last answer.
    pub messages: Vec<String>,
    pub editor: LineEditor,
    /// Whether an answer is being computed.
    pub is_working: bool,
    /// Whether the conversation is over, and is left with the next key.
    pub is_over: bool,
    /// Whether the conversation is left.
    pub is_left: bool,
    /// By how many pages the board or the panel is scrolled from where it begins. The view keeps it within bounds.
    pub pages: isize,
    /// Whether messages that need more than some lines cover the board.
    pub has_panel: bool,
}

impl Screen {
    /// Shows an answer.
    pub fn show(&mut self, reply: Reply, board: BoardView) {
        (self.board, self.is_over, self.is_left, self.is_working) = (board, reply.is_end, reply.is_left, false);
        (self.messages, self.pages, self.has_panel) = (reply.lines, 0, true);
    }

    /// Uncovers the board.
    pub fn close_panel(&mut self) {
        (self.has_panel, self.pages) = (false, 0);
    }

    pub const fn scroll(&mut self, pages: isize) {
        self.pages += pages;
    }

    /// What remains on the terminal at the end: the turns and the last messages.
    pub fn record(&self) -> Vec<String> {
        let title = (!self.board.title.is_empty()).then(|| self.board.title.clone());
        title.into_iter().chain(self.board.turn_lines()).chain(self.messages.iter().cloned()).collect()
    }
}
