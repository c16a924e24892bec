//! Games of two players for the same secret, compared in words.

use super::{figures::bits, played::PlayedGame, text};
use std::fmt::Write as _;

/// Compares the games of the first player with those of every other player in the same round. Empty for a single player.
pub fn comparisons(games: &[PlayedGame]) -> String {
    let mut text = String::new();
    for (index, game) in games.iter().enumerate() {
        let first = games[..index].iter().find(|other| is_same_round(other, game));
        if let Some(first) = first {
            text.push_str(&comparison(first, game));
        }
    }
    text
}

/// Whether two players play the same round.
fn is_same_round(one: &PlayedGame, other: &PlayedGame) -> bool {
    let key = |game: &PlayedGame| {
        let heading = &game.heading;
        (heading.scsa.clone(), heading.size, heading.seed, game.transcript.record.number)
    };
    key(one) == key(other) && one.heading.player != other.heading.player
}

/// A line that says where the games part, and one for each of them.
fn comparison(one: &PlayedGame, other: &PlayedGame) -> String {
    let (name, other_name) = (&one.heading.player, &other.heading.player);
    let (turns, other_turns) = (&one.transcript.turns, &other.transcript.turns);
    let same = turns.iter().zip(other_turns).take_while(|(a, b)| a.guess == b.guess).count();
    let is_same = same == turns.len() && same == other_turns.len();
    let mut text = match is_same {
        true => format!("{name} and {other_name} make the same guesses\n"),
        false => format!("{name} and {other_name} part at guess {}\n", same + 1),
    };
    let width = name.chars().count().max(other_name.chars().count());
    for game in [one, other] {
        let guess = if is_same { String::new() } else { guess(game, same) + ", " };
        // Writing into memory does not fail.
        let _ = writeln!(text, "  {:<width$}  {guess}{}", game.heading.player, text::end(game));
    }
    text
}

/// The guess after that many turns, with its expected information.
fn guess(game: &PlayedGame, turns: usize) -> String {
    let Some(turn) = game.transcript.turns.get(turns) else { return "no guess".to_owned() };
    let figures = game.explanation.as_ref().and_then(|explanation| explanation.turns.get(turns));
    match figures.and_then(|figures| figures.guess.expected) {
        Some(expected) => format!("{} ({} bits expected)", turn.guess, bits(Some(expected))),
        None => turn.guess.to_string(),
    }
}
