//! The player trait.

use crate::Outcome;
use scsa::{Code, Rng, Turn};
use std::time::Duration;

/// An agent that breaks codes.
///
/// # Calls
///
/// For every round the referee calls [`start_round`](Player::start_round) once, then [`guess`](Player::guess) once a turn
/// with all earlier turns of the round, then [`end_round`](Player::end_round) once. A round ends
///
/// - with a win, after the guess that is the secret;
/// - with a loss, after the last guess that the limit allows, or after a guess that comes too late;
/// - with a failure, after an illegal guess, or at a panic or a crash. After a panic or a crash `end_round` is not called.
///
/// # State
///
/// A player whose entrant does not learn ([`Entrant::LEARNS`](crate::Entrant::LEARNS)) starts every round as a clone of what
/// `prepare` returned: no state survives a round, and the rounds of a match are played in several processes at once. A player that
/// learns keeps its state from round to round: one instance plays all rounds of its match in order. After a panic or a crash it
/// starts again from a clone, or from `prepare`. No state survives a match.
///
/// A player may be cloned in the middle of a round, for example to find its whole strategy tree. A clone must then guess like
/// the original: state that changes must not be shared, unless it is a cache that does not influence guesses.
///
/// # Determinism
///
/// A player sees its [`Briefing`](crate::Briefing), the turns and its own random numbers, and nothing else. Equal briefings, turns
/// and random numbers must give equal guesses; the guesses of a player that learns may also depend on its earlier rounds. Static
/// variables, clocks, files, the environment, the order of a `HashMap` and other sources of randomness break this, and with it
/// the reproducibility of tournaments.
///
/// # Limits
///
/// A round allows a number of guesses ([`Briefing::guess_limit`](crate::Briefing::guess_limit), normally 100) and an amount of CPU
/// time (normally 5 s, of its whole process) for all calls of the round together. A guess that comes later loses the round even if
/// it is right. A player that computes on is stopped soon after the limit, and has lost the round by time. A player that sleeps,
/// or waits for anything else, uses no CPU time; it is stopped after some time, too, and has failed the round by silence, which
/// costs points. Count work, not time, where a search must end: then the same seed gives the same game on every machine.
///
/// The process of a player has a memory limit, normally 2 GiB. A player that exceeds it fails the round. The stack is that of the
/// main thread, normally 8 MB; its overflow fails the round.
///
/// # Threads, input and output
///
/// A player may start threads if they end before the call that started them returns. Their CPU time counts. Standard input is
/// empty. What a player prints appears on the standard error of the tournament.
pub trait Player: Send {
    /// Returns the next guess.
    ///
    /// `turns` are the turns of this round so far, oldest first; it is empty at the first guess. The guess must be legal
    /// ([`Size::is_legal`](scsa::Size::is_legal)) at the size of the briefing. An illegal guess and a panic fail the round, which
    /// costs points.
    ///
    /// In a tournament all guesses of the turns are the player's own, and their feedback is right. Who asks for advice in a game of
    /// others (`arena assist`, a hint of `arena play`) passes any turns, which may contradict each other.
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code;

    /// Called before the first guess of every round.
    fn start_round(&mut self) {}

    /// Called after every round that ended without a panic or a crash, with all turns that got feedback. After a win the guess of
    /// the last turn is the secret; otherwise the secret is not disclosed. A panic in this method fails the round.
    fn end_round(&mut self, _turns: &[Turn], _outcome: &Outcome) {}

    /// Called by the referee before the first guess of the round of that number, counted from 1. By default it calls
    /// [`start_round`](Player::start_round). Like the methods below, it is overridden only by what talks to a player that is a
    /// program of its own.
    fn begin_round(&mut self, _number: u64) {
        self.start_round();
    }

    /// Called by the referee for the next guess, or how the round ends without one. By default it calls [`guess`](Player::guess).
    ///
    /// # Errors
    /// The outcome of the round: a failure, or a loss by time.
    fn answer(&mut self, turns: &[Turn], rng: &mut Rng) -> Result<Code, Outcome> {
        Ok(self.guess(turns, rng))
    }

    /// Called by the referee at the end of a round. Returns the outcome, which is another one if the player fails now. By default it
    /// calls [`end_round`](Player::end_round).
    fn finish_round(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        self.end_round(turns, &outcome);
        outcome
    }

    /// The CPU time that a player which is a program of its own has used so far. `None` for other players: their time is that of the
    /// process which calls them.
    fn own_cpu_time(&self) -> Option<Duration> {
        None
    }
}
