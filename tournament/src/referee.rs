//! The referee of a round.

use crate::{
    Limits,
    clock::{RoundTime, Stopwatch},
    panics,
};
use players::{Fault, Limit, Outcome, Player};
use scsa::{Code, Rng, Size, Turn};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// How a round went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// How it ended.
    pub outcome: Outcome,
    /// How many guesses were answered.
    pub guesses: usize,
    /// How long it took, if it was timed.
    pub time: Option<RoundTime>,
}

impl Round {
    /// What a round is whose player crashed in that way: how many guesses there were, nobody knows.
    pub(crate) const fn crashed(how: String) -> Round {
        Round { outcome: Outcome::Failure(Fault::Crash(how)), guesses: 0, time: None }
    }

    /// What a round is whose player had to be stopped after so many guesses.
    pub(crate) const fn stopped(guesses: usize) -> Round {
        Round { outcome: Outcome::Loss(Limit::Time), guesses, time: None }
    }
}

/// Sits between a codemaker and a player: answers guesses, holds the limits, and turns whatever the player does into an
/// [`Outcome`].
#[derive(Debug)]
pub struct Referee {
    size: Size,
    limits: Limits,
    stopwatch: Stopwatch,
    turns: Vec<Turn>,
    /// How many guesses the player was asked for in this round.
    asked: usize,
    pulse: Arc<Pulse>,
}

/// Where a player stands, for another thread to see that it moves on.
#[derive(Debug, Default)]
pub(crate) struct Pulse {
    /// How often the player began something: a preparation or a round.
    beats: AtomicU64,
    /// How many milliseconds of CPU time it has for it; 0 while it does nothing.
    allowance: AtomicU64,
    /// The guesses answered in this round.
    guesses: AtomicU64,
}

impl Pulse {
    /// The player begins something that may take so long.
    pub fn begin(&self, allowance: Duration) {
        self.guesses.store(0, Ordering::Relaxed);
        // Only one thread writes: no need for a locked addition.
        self.beats.store(self.beats() + 1, Ordering::Relaxed);
        self.allowance.store((allowance.as_millis() as u64).max(1), Ordering::Relaxed);
    }

    /// The player is done with it.
    pub fn end(&self) {
        self.allowance.store(0, Ordering::Relaxed);
    }

    /// How often the player began something.
    pub fn beats(&self) -> u64 {
        self.beats.load(Ordering::Relaxed)
    }

    /// How much CPU time the player has for what it is doing, or `None` while it does nothing.
    pub fn allowance(&self) -> Option<Duration> {
        let allowance = self.allowance.load(Ordering::Relaxed);
        (allowance > 0).then(|| Duration::from_millis(allowance))
    }

    /// The guesses answered in this round.
    pub fn guesses(&self) -> usize {
        self.guesses.load(Ordering::Relaxed) as usize
    }
}

impl Referee {
    /// A referee for the rounds of a match.
    #[must_use]
    pub fn new(size: Size, limits: Limits) -> Referee {
        Referee::watched(size, limits, Arc::default())
    }

    /// A referee whose pulse another thread may feel.
    pub(crate) fn watched(size: Size, limits: Limits, pulse: Arc<Pulse>) -> Referee {
        Referee {
            size,
            limits,
            stopwatch: Stopwatch::new(limits.time),
            // A first piece; a limit of a million guesses does not need as much at once.
            turns: Vec::with_capacity(limits.guesses.min(128)),
            asked: 0,
            pulse,
        }
    }

    /// Plays a round: asks the player for guesses until one of them is the secret, a limit is reached or the player
    /// fails. The harness around the player costs about 5 ns a guess, and half a microsecond when the round is timed.
    pub fn play(&mut self, player: &mut dyn Player, secret: &Code, rng: &mut Rng, timed: bool) -> Round {
        self.turns.clear();
        self.asked = 0;
        self.pulse.begin(self.limits.time);
        self.stopwatch.start(timed);
        let outcome = panics::catch(|| {
            player.start_round();
            let outcome = self.guesses(player, secret, rng, timed);
            player.end_round(&self.turns, &outcome);
            outcome
        });
        self.pulse.end();
        let outcome = outcome.unwrap_or_else(|message| Outcome::Failure(Fault::Panic(message)));
        let guesses = self.turns.len();
        let time = timed.then(|| self.stopwatch.stop(self.asked));
        Round { outcome, guesses, time }
    }

    fn guesses(&mut self, player: &mut dyn Player, secret: &Code, rng: &mut Rng, timed: bool) -> Outcome {
        while self.turns.len() < self.limits.guesses {
            self.asked += 1;
            let guess = player.guess(&self.turns, rng);
            if self.stopwatch.is_late(timed) {
                return Outcome::Loss(Limit::Time);
            }
            if !self.size.is_legal(&guess) {
                return Outcome::Failure(Fault::Illegal(guess));
            }
            let feedback = secret.feedback(&guess);
            self.turns.push(Turn { guess, feedback });
            self.pulse.guesses.store(self.turns.len() as u64, Ordering::Relaxed);
            if feedback.is_win(self.size) {
                return Outcome::Win;
            }
        }
        Outcome::Loss(Limit::Guesses)
    }

    /// The turns of the last round.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays what it is told to: a code, or `None` for a panic.
    struct Script(Vec<Option<&'static str>>, Duration);

    impl Player for Script {
        fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
            let start = cpu_time::ThreadTime::now();
            while start.elapsed() < self.1 {}
            self.0[turns.len()].expect("the script ends here").parse().unwrap()
        }
    }

    fn play(script: &[Option<&'static str>], think: Duration, limits: Limits) -> Round {
        let mut referee = Referee::new("4x6".parse().unwrap(), limits);
        let mut player = Script(script.to_vec(), think);
        let round = referee.play(&mut player, &"ABCA".parse().unwrap(), &mut Rng::new(0), true);
        assert_eq!(referee.turns().len(), round.guesses);
        round
    }

    fn ended(script: &[Option<&'static str>]) -> (Outcome, usize) {
        let round = play(script, Duration::ZERO, Limits { guesses: 3, ..Limits::default() });
        (round.outcome, round.guesses)
    }

    #[test]
    fn every_end_of_a_round() {
        let code = |text: &str| text.parse::<Code>().unwrap();
        assert_eq!(ended(&[Some("ABCA")]), (Outcome::Win, 1));
        assert_eq!(ended(&[Some("AAAA"), Some("BBBB"), Some("ABCA")]), (Outcome::Win, 3));
        let lost = [Some("AAAA"), Some("BBBB"), Some("CCCC"), Some("ABCA")];
        assert_eq!(ended(&lost), (Outcome::Loss(Limit::Guesses), 3));
        for wrong in ["ABC", "ABCAA", "ABCG"] {
            assert_eq!(ended(&[Some("AAAA"), Some(wrong)]), (Outcome::Failure(Fault::Illegal(code(wrong))), 1));
        }
        let (outcome, guesses) = ended(&[Some("AAAA"), None]);
        assert_eq!(guesses, 1);
        assert!(
            matches!(outcome, Outcome::Failure(Fault::Panic(message)) if message.starts_with("the script ends here"))
        );
    }

    #[test]
    fn a_guess_that_comes_too_late_loses_even_if_it_is_right() {
        let limits = Limits { time: Duration::from_millis(20), ..Limits::default() };
        let round = play(&[Some("AAAA"), Some("ABCA")], Duration::from_millis(15), limits);
        assert_eq!((round.outcome, round.guesses), (Outcome::Loss(Limit::Time), 1));
        let limits = Limits { time: Duration::from_millis(200), ..Limits::default() };
        let round = play(&[Some("ABCA")], Duration::from_millis(250), limits);
        assert_eq!((round.outcome, round.guesses), (Outcome::Loss(Limit::Time), 0));
    }
}
