//! A player whose guesses are reported as they are answered.

use crate::{clock::CpuClock, protocol::AnsweredGuess};
use player_api::{Outcome, Player};
use scsa::{Code, Rng, Turn};
use std::time::Duration;

/// A player whose guesses are reported as they are answered, so that they are known even if the round never ends.
pub struct ObservedPlayer<'a> {
    player: &'a mut dyn Player,
    clock: CpuClock,
    report: &'a (dyn Fn(AnsweredGuess) + Sync),
    /// The number of guesses reported in this round.
    reported: usize,
    /// The CPU time of the newest guess. That of the first includes the beginning of the round.
    time: Duration,
}

impl<'a> ObservedPlayer<'a> {
    /// The player before a round, whose CPU time is read from that clock unless it has its own.
    pub fn new(
        player: &'a mut dyn Player,
        clock: CpuClock,
        report: &'a (dyn Fn(AnsweredGuess) + Sync),
    ) -> ObservedPlayer<'a> {
        ObservedPlayer { player, clock, report, reported: 0, time: Duration::ZERO }
    }

    fn report_new(&mut self, turns: &[Turn]) {
        for turn in &turns[self.reported..] {
            (self.report)(AnsweredGuess { guess: turn.guess, time: self.time });
            self.time = Duration::ZERO;
        }
        self.reported = turns.len();
    }

    /// Calls the player, and adds the CPU time to that of its newest guess.
    fn timed<T>(&mut self, call: impl FnOnce(&mut dyn Player) -> T) -> T {
        let start = self.now();
        let result = call(self.player);
        self.time += self.now().saturating_sub(start);
        result
    }

    fn now(&self) -> Duration {
        self.player.own_cpu_time().unwrap_or_else(|| self.clock.now())
    }
}

impl Player for ObservedPlayer<'_> {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        self.report_new(turns);
        self.timed(|player| player.guess(turns, rng))
    }

    fn answer(&mut self, turns: &[Turn], rng: &mut Rng) -> Result<Code, Outcome> {
        self.report_new(turns);
        self.timed(|player| player.answer(turns, rng))
    }

    fn own_cpu_time(&self) -> Option<Duration> {
        self.player.own_cpu_time()
    }

    fn begin_round(&mut self, number: u64) {
        self.timed(|player| player.begin_round(number));
    }

    fn finish_round(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        self.report_new(turns);
        self.player.finish_round(turns, outcome)
    }
}
