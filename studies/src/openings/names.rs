//! The notation of codes, responses and strategies: that of `arena tree`, so that tables can be joined.

use exact_openings::FeedbackMatrix;
use players::{notation::Notation, tree};
use scsa::{Code, Color, Feedback};

/// The code of a rank, in digits up to nine colors, else in letters.
pub fn code(matrix: &FeedbackMatrix, rank: u16) -> String {
    Notation::of(matrix.size()).code(&matrix.code(rank))
}

/// A color, as it is written in codes.
pub fn color(matrix: &FeedbackMatrix, color: Color) -> String {
    Notation::of(matrix.size()).code(&Code::uniform(matrix.size(), color)).chars().take(1).collect()
}

/// The codes of these ranks, separated by blanks.
pub fn codes(matrix: &FeedbackMatrix, ranks: &[u16]) -> String {
    ranks.iter().map(|&rank| code(matrix, rank)).collect::<Vec<_>>().join(" ")
}

/// The rank of a code.
pub fn rank(matrix: &FeedbackMatrix, text: &str) -> Option<u16> {
    matrix.all().into_iter().find(|&rank| code(matrix, rank) == text)
}

/// The ranks of codes that are separated by blanks.
pub fn ranks(matrix: &FeedbackMatrix, text: &str) -> Option<Vec<u16>> {
    text.split(' ').map(|text| rank(matrix, text)).collect()
}

/// The name of a strategy that guesses these codes first: `1123+2245+rc`.
pub fn strategy(matrix: &FeedbackMatrix, first: &[u16], then: &str) -> String {
    let codes = first.iter().map(|&rank| code(matrix, rank));
    codes.chain([then.to_owned()]).collect::<Vec<_>>().join("+")
}

/// A response: an R for each black peg, then a W for each white one; - where there is no peg.
pub fn response(feedback: u8) -> String {
    let text = tree::response(Feedback::from_index(feedback.into()));
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The turns of a game, each with its response: `1122 RW`, `3344 -`; the winning guess has none.
pub fn game(matrix: &FeedbackMatrix, turns: &[(u16, u8)]) -> Vec<String> {
    let turn = |&(guess, feedback): &(u16, u8)| match feedback == matrix.win() {
        true => code(matrix, guess),
        false => format!("{} {}", code(matrix, guess), response(feedback)),
    };
    turns.iter().map(turn).collect()
}
