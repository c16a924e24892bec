//! How codes, responses and strategies are written: as `arena tree` writes and takes them, so that all tables join.

use super::exact::Matrix;
use players::{notation::Notation, tree};
use scsa::{Code, Color, Feedback};

/// A code, in digits where nine are enough.
pub fn code(matrix: &Matrix, place: u16) -> String {
    Notation::of(matrix.size()).code(&matrix.code(place))
}

/// A color, as it stands in codes.
pub fn color(matrix: &Matrix, color: Color) -> String {
    Notation::of(matrix.size()).code(&Code::uniform(matrix.size(), color)).chars().take(1).collect()
}

/// Codes with blanks between them.
pub fn codes(matrix: &Matrix, places: &[u16]) -> String {
    places.iter().map(|&place| code(matrix, place)).collect::<Vec<_>>().join(" ")
}

/// The place of a code that is written so.
pub fn place(matrix: &Matrix, text: &str) -> Option<u16> {
    matrix.all().into_iter().find(|&place| code(matrix, place) == text)
}

/// The places of codes with blanks between them.
pub fn places(matrix: &Matrix, text: &str) -> Option<Vec<u16>> {
    text.split(' ').map(|text| place(matrix, text)).collect()
}

/// A strategy that guesses these codes first: `1123+2245+rc`.
pub fn strategy(matrix: &Matrix, first: &[u16], then: &str) -> String {
    let codes = first.iter().map(|&place| code(matrix, place));
    codes.chain([then.to_owned()]).collect::<Vec<_>>().join("+")
}

/// A response: an R for each black peg, then a W for each white one; - where there is none.
pub fn response(feedback: u8) -> String {
    let text = tree::response(Feedback::from_index(feedback.into()));
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The turns of a game, each with its response: `1122 RW`, `3344 -`; the guess that wins without.
pub fn game(matrix: &Matrix, turns: &[(u16, u8)]) -> Vec<String> {
    let turn = |&(guess, feedback): &(u16, u8)| match feedback == matrix.win() {
        true => code(matrix, guess),
        false => format!("{} {}", code(matrix, guess), response(feedback)),
    };
    turns.iter().map(turn).collect()
}
