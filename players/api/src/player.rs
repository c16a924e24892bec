//! The player trait.

use crate::Outcome;
use scsa::{Code, Rng, Turn};

/// An agent that breaks codes.
///
/// # Calls
///
/// For every round the referee calls [`start_round`](Player::start_round) once, then [`guess`](Player::guess) exactly once
/// a turn with all earlier turns of the round, then [`end_round`](Player::end_round) once. The round ends after the guess that
/// is the secret, after the last guess that the limit allows, after a guess that is illegal or too late, or at a panic. After a
/// panic `end_round` is not called.
///
/// # State
///
/// A player whose entrant does not learn ([`Entrant::LEARNS`](crate::Entrant::LEARNS)) starts every round as a fresh clone
/// of what `prepare` returned: no state survives a round. The rounds of such a match are played on several processes at once.
/// A player that learns keeps its state from round to round, and one instance plays all rounds of its match in order. No state
/// survives a match.
///
/// A player sees its [`Briefing`](crate::Briefing), the turns and its own random numbers, and nothing else. Equal briefings,
/// turns and random numbers must give equal guesses; a player that learns may also use its earlier rounds. Static variables,
/// clocks, files and other sources of randomness break this, and with it the reproducibility of the tournament.
///
/// # Limits
///
/// A round allows a number of guesses ([`Briefing::guess_limit`](crate::Briefing::guess_limit), normally 100) and an amount of CPU
/// time (normally 5 s), counted over all guesses of the round and all threads of the player's process. A guess that comes
/// too late loses the round even if it is right. A player that computes or sleeps on without end is stopped. Count work, not
/// time, where a search must end: then the same seed gives the same game on every machine. There is no memory limit by
/// default; a process that runs out of memory fails the round.
///
/// # Threads, input and output
///
/// A player may start threads; they must end before the call that started them returns. Standard input is closed to players.
/// What a player prints appears on the standard error of the tournament.
pub trait Player: Send {
    /// Returns the next guess.
    ///
    /// `turns` are the turns of this round so far, oldest first; it is empty at the first guess. The guess must be legal
    /// ([`Size::is_legal`](scsa::Size::is_legal)) at the size of the briefing. An illegal guess and a panic fail the round, which
    /// costs points.
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code;

    /// Called before the first guess of every round.
    fn start_round(&mut self) {}

    /// Called after every round that ended without a panic, with all its turns. After a win, the guess of the last turn is the
    /// secret. A panic in this method fails the round.
    fn end_round(&mut self, _turns: &[Turn], _outcome: &Outcome) {}
}
