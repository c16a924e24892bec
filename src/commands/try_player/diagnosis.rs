//! Why a game was not won, as far as its turns show it: feedback that the player counts in another way, and what it keeps of earlier games.

use crate::commands::games::{PlayedGame, end_text};
use crate::failure::Failure;
use crate::playing::play_games;
use crate::present::counted;
use crate::settings::external_players;
use external::ExternalPlayer;
use player_api::{Ending, FailureKind};
use posterior::{Count, TurnFigures};
use scsa::{Code, Game, Response, Turn};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tournament::{Plan, Registry};

/// With at most this many codes it is found out whether the player has any code left.
const MOST_CODES: u64 = 100_000;

/// A wrong way to read or to count feedback: black and white pegs of a guess, given the secret.
struct Misreading {
    what: &'static str,
    count: fn(Response, &Code, &Code) -> [usize; 2],
}

const MISREADINGS: [Misreading; 5] = [
    Misreading {
        what: "with black and white pegs exchanged (a turn is guess, black, white)",
        count: |right, _, _| [right.white(), right.black()],
    },
    Misreading {
        what: "with a white peg for every peg of the guess whose color is anywhere in the secret",
        count: |right, secret, guess| [right.black(), with_color_of(guess, secret) - right.black()],
    },
    Misreading {
        what: "with a white peg for every peg of the secret whose color is anywhere in the guess",
        count: |right, secret, guess| [right.black(), with_color_of(secret, guess) - right.black()],
    },
    Misreading {
        what: "with a white peg for every color in common, however many pegs have it",
        count: |right, secret, guess| {
            let colors = secret.pegs().collect::<BTreeSet<_>>();
            let shared = guess.pegs().collect::<BTreeSet<_>>().intersection(&colors).count();
            [right.black(), shared.saturating_sub(right.black())]
        },
    },
    Misreading {
        what: "with the black pegs counted as white ones, too",
        count: |right, _, _| [right.black(), right.total()],
    },
];

/// The pegs of `one` whose color is anywhere in `other`.
fn with_color_of(one: &Code, other: &Code) -> usize {
    one.pegs().filter(|color| other.count(*color) > 0).count()
}

impl Misreading {
    /// Whether the code would have given the feedback of these turns, read in this way.
    fn explains(&self, game: Game, code: &Code, turns: &[Turn]) -> bool {
        turns.iter().all(|Turn { guess, feedback }| {
            (self.count)(game.answer(guess, code), code, guess) == [feedback.black(), feedback.white()]
        })
    }
}

/// What a game that was not won tells of its player: notes for its author.
pub fn notes(
    registry: &Registry,
    plan: &Plan,
    played: &PlayedGame,
    figures: &[TurnFigures],
) -> Result<Vec<String>, Failure> {
    let notes = [codes_left(played, figures), misreading(played), state_of_earlier_games(registry, plan, played)?];
    Ok(notes.into_iter().flatten().collect())
}

/// That a player which finds no guess had codes to guess.
fn codes_left(played: &PlayedGame, figures: &[TurnFigures]) -> Option<String> {
    let finds_none = matches!(played.ending().kind(), Some(FailureKind::Exception | FailureKind::Illegal));
    let Count::Exact(left) = figures.last().filter(|_| finds_none && played.failed_guess().is_some())?.after else {
        return None;
    };
    let could = counted(left as u64, "code");
    Some(format!("{could} could still be the secret, such as {}", played.transcript.record.secret))
}

/// The wrong way to read feedback that explains all guesses, where the right one does not.
fn misreading(played: &PlayedGame) -> Option<String> {
    let (game, turns, secret) = (played.match_.game, &played.transcript.turns, &played.transcript.record.secret);
    let is_wrong = |number: usize| !game.is_consistent(&turns[number].guess, &turns[..number]);
    let has_none = |reading: &Misreading| {
        game.count_at_most(MOST_CODES).is_some() && !game.codes().any(|code| reading.explains(game, &code, turns))
    };
    let explains = |reading: &&Misreading| {
        (1..turns.len()).all(|number| reading.explains(game, &turns[number].guess, &turns[..number]))
            && ((0..turns.len()).any(is_wrong) || has_none(reading))
    };
    let reading = MISREADINGS.iter().find(explains)?;
    let excluded = (1..=turns.len()).find(|number| !reading.explains(game, secret, &turns[..*number]))?;
    Some(format!(
        "the answer to guess {excluded} made the player exclude the secret: all its guesses fit the answers when they are read {}; \
         feedback(secret, guess) of the module mastermind_arena counts black and white pegs",
        reading.what
    ))
}

/// That a fresh process of the player plays this game otherwise: what it keeps of earlier games has an effect.
fn state_of_earlier_games(registry: &Registry, plan: &Plan, played: &PlayedGame) -> Result<Option<String>, Failure> {
    let (match_, number) = (&played.match_, played.transcript.record.number);
    let Some(player) = external_players::program_of(&match_.player).filter(|_| number > 1) else { return Ok(None) };
    // The rounds of such a player need not be played from the first one on.
    let player = ExternalPlayer { is_independent: true, messages: None, ..player };
    let entry = player.entry(&registry.players).map_err(Failure::system)?;
    let plan = Plan { players: vec![entry], ..plan.clone() };
    let Some(match_) = plan.matches().pop() else { return Ok(None) };
    let mut fresh = None;
    play_games(&plan, &match_, number, None, |transcript, is_unprepared| {
        let (match_, seed, note, explanation) = (match_.clone(), plan.seed, None, None);
        fresh = Some(PlayedGame { match_, seed, transcript, is_unprepared, note, explanation, printed: Vec::new() });
        Ok(ControlFlow::Break(()))
    })?;
    let Some(fresh) = fresh else { return Ok(None) };
    let guesses = |played: &PlayedGame| played.transcript.turns.iter().map(|turn| turn.guess).collect::<Vec<_>>();
    let same = guesses(&fresh).iter().zip(guesses(played)).take_while(|(one, other)| *one == other).count();
    let is_mended = *fresh.ending() == Ending::Win;
    if !is_mended && guesses(&fresh) == guesses(played) {
        return Ok(None);
    }
    let how = match guesses(&fresh).get(same) {
        Some(guess) => format!("guesses {guess} at guess {} of this game ({})", same + 1, end_text(&fresh)),
        None => format!("ends this game otherwise ({})", end_text(&fresh)),
    };
    Ok(Some(format!(
        "the cause is state from earlier games: a fresh object {how}; what belongs to one game begins anew where history is empty"
    )))
}
