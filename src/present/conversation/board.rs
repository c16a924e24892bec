//! The board of a game as it is shown.

use crate::present::conversation::color_grid::ColorGrid;

/// The board of a game as it is shown.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// What is played.
    pub title: String,
    pub turns: Vec<BoardTurn>,
    /// What is known now, in a few words, such as `16 codes left`.
    pub status: String,
    /// What every peg can still be.
    pub grid: ColorGrid,
    /// What stands before the line that is typed.
    pub prompt: String,
    /// The lines that may be typed, in a few words.
    pub commands: &'static str,
}

/// A turn as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTurn {
    pub guess: String,
    pub black: usize,
    pub white: usize,
}

impl BoardView {
    /// The turns as lines of a table, such as `1  AABB  1 2`.
    pub fn turn_lines(&self) -> Vec<String> {
        let numbers = self.turns.len().to_string().len();
        let pegs = self.turns.first().map_or(1, |turn| turn.guess.len()).to_string().len();
        let line = |(number, turn): (usize, &BoardTurn)| {
            let BoardTurn { guess, black, white } = turn;
            format!("{number:>numbers$}  {guess}  {black:>pegs$} {white:>pegs$}")
        };
        (1..).zip(&self.turns).map(line).collect()
    }
}
