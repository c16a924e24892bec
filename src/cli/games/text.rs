//! Games as text.

use super::{
    explained_text,
    played::{Heading, PlayedGame},
};
use crate::cli::{counted, tables};
use player_api::{Limit, Outcome};
use std::fmt::Write as _;

/// A game as a block of lines.
pub fn game(game: &PlayedGame) -> String {
    let (record, turns) = (&game.transcript.record, &game.transcript.turns);
    let Heading { seed, .. } = game.heading;
    let title = title(&game.heading);
    let title = format!("{title}, seed {seed}, round {}: the secret is {}", record.number, record.secret);
    let mut text = tables::fitted(&title, 0) + "\n";
    // Writing into memory does not fail, here and below.
    if let Some(note) = &game.note {
        let _ = writeln!(text, "{}", tables::fitted(&format!("note: {note}"), 0));
    }
    if let Some(explanation) = &game.explanation {
        text.push_str(&explained_text::turns(game, explanation));
    } else {
        let width = turns.len().to_string().len();
        let most = record.secret.pegs().len().to_string().len();
        for (number, turn) in (1..).zip(turns) {
            let (guess, black, white) = (turn.guess, turn.feedback.black(), turn.feedback.white());
            let _ = writeln!(text, "  {number:>width$}  {guess}  {black:>most$} {white:>most$}");
        }
    }
    let end = end(game);
    text + &tables::fitted(&end, 0) + "\n"
}

/// A match that is not played, as a block of lines.
pub fn unsupported(heading: &Heading, reason: &str) -> String {
    tables::fitted(&format!("{}: not played, {reason}", title(heading)), 0) + "\n"
}

fn title(heading: &Heading) -> String {
    format!("{} against {} at {}", heading.player, heading.scsa, heading.size)
}

/// How a game ended. With an explanation it says at which guess.
pub fn end(game: &PlayedGame) -> String {
    let word = match game.outcome() {
        Outcome::Win => return format!("win in {}", counted(game.transcript.record.round.guesses, "guess")),
        Outcome::Loss(Limit::Guesses) if game.explanation.is_some() => {
            return format!("loss after {}, the limit", counted(game.transcript.turns.len(), "guess"));
        }
        outcome => outcome.word(),
    };
    let place = match (&game.explanation, game.failed_guess()) {
        (None, _) => String::new(),
        (Some(_), Some(number)) => format!(" at guess {number}"),
        (Some(_), None) if game.is_unprepared => " before the first round".to_owned(),
        (Some(_), None) => format!(" after {}", counted(game.transcript.turns.len(), "guess")),
    };
    format!("{word}{place}: {}", game.cause())
}
