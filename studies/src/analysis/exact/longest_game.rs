//! The longest game that RC may play.

use super::{Longest, Matrix, RandomConsistent, classes};

/// A longest game of consistent guesses after that first guess: the guesses, each with the index of its feedback. Of several
/// it is the one with the lowest class of second guesses, then the lowest guesses.
#[must_use]
pub fn longest_game(matrix: &Matrix, first: u16) -> Vec<(u16, u8)> {
    let mut rc: RandomConsistent<Longest> = RandomConsistent::new(matrix);
    let mut second: Option<(Longest, u16, Vec<u16>, u8)> = None;
    let cells = matrix.cells(&matrix.all(), first);
    // The first guess leaves large cells: there, one guess of each class is enough.
    for y in classes(matrix, &[first]) {
        let response = matrix.feedback(first, y.lowest());
        let Some((_, cell)) = cells.iter().find(|(feedback, _)| *feedback == response) else { continue };
        let after = rc.after(cell, y.lowest());
        if second.as_ref().is_none_or(|(longest, ..)| after > *longest) {
            second = Some((after, y.lowest(), cell.clone(), response));
        }
    }
    let Some((mut left, mut guess, mut set, response)) = second else { return vec![(first, matrix.win())] };
    let mut game = vec![(first, response)];
    loop {
        let cell = matrix.cells(&set, guess).into_iter().find(|(_, cell)| rc.of(cell) == left);
        let Some((response, cell)) = cell else {
            game.push((guess, matrix.win()));
            return game;
        };
        game.push((guess, response));
        let next = cell.iter().map(|&guess| (guess, rc.after(&cell, guess)));
        let Some((next, after)) = next.into_iter().find(|(_, after)| after.guesses() + 1 == left.guesses()) else {
            return game;
        };
        (guess, left, set) = (next, after, cell);
    }
}
