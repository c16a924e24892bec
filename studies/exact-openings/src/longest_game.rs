//! The longest game that RC may play.

use super::{
    equivalence::equivalence_classes, matrix::FeedbackMatrix, random_consistent::RandomConsistent,
    statistic::LongestGame,
};

/// A longest game of consistent guesses after that first guess: the guesses, each with the index of its feedback. Among several it is
/// the one with the lowest class of second guesses, then the lowest guesses.
#[must_use]
pub fn longest_game(matrix: &FeedbackMatrix, first: u16) -> Vec<(u16, u8)> {
    let mut rc: RandomConsistent<LongestGame> = RandomConsistent::new(matrix);
    let mut second: Option<(LongestGame, u16, Vec<u16>, u8)> = None;
    let parts = matrix.partition(&matrix.all(), first);
    // The first guess leaves large parts: there, one guess of each class is enough.
    for y in equivalence_classes(matrix, &[first]) {
        let response = matrix.feedback(first, y.lowest());
        let Some((_, part)) = parts.iter().find(|(feedback, _)| *feedback == response) else { continue };
        let after = rc.after(part, y.lowest());
        if second.as_ref().is_none_or(|(longest, ..)| after > *longest) {
            second = Some((after, y.lowest(), part.clone(), response));
        }
    }
    let Some((mut left, mut guess, mut set, response)) = second else { return vec![(first, matrix.win())] };
    let mut game = vec![(first, response)];
    loop {
        let part = matrix.partition(&set, guess).into_iter().find(|(_, part)| rc.of(part) == left);
        let Some((response, part)) = part else {
            game.push((guess, matrix.win()));
            return game;
        };
        game.push((guess, response));
        let next = part.iter().map(|&guess| (guess, rc.after(&part, guess)));
        let Some((next, after)) = next.into_iter().find(|(_, after)| after.guesses() + 1 == left.guesses()) else {
            return game;
        };
        (guess, left, set) = (next, after, part);
    }
}
