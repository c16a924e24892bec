//! A player whose guesses are reported as they are answered.

use player_api::{Outcome, Player};
use scsa::{Code, Rng, Turn};
use std::time::Duration;

/// A player whose guesses are reported as they are answered, so that they are known even if the round never ends.
pub struct ObservedPlayer<'a> {
    player: &'a mut dyn Player,
    report: &'a (dyn Fn(Code) + Sync),
    /// The number of guesses reported in this round.
    reported: usize,
}

impl<'a> ObservedPlayer<'a> {
    /// The player before a round.
    pub fn new(player: &'a mut dyn Player, report: &'a (dyn Fn(Code) + Sync)) -> ObservedPlayer<'a> {
        ObservedPlayer { player, report, reported: 0 }
    }

    fn report_new(&mut self, turns: &[Turn]) {
        for turn in &turns[self.reported..] {
            (self.report)(turn.guess);
        }
        self.reported = turns.len();
    }
}

impl Player for ObservedPlayer<'_> {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        self.report_new(turns);
        self.player.guess(turns, rng)
    }

    fn answer(&mut self, turns: &[Turn], rng: &mut Rng) -> Result<Code, Outcome> {
        self.report_new(turns);
        self.player.answer(turns, rng)
    }

    fn own_cpu_time(&self) -> Option<Duration> {
        self.player.own_cpu_time()
    }

    fn begin_round(&mut self, number: u64) {
        self.player.begin_round(number);
    }

    fn finish_round(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        self.report_new(turns);
        self.player.finish_round(turns, outcome)
    }
}
