//! A player whose guesses are told as they are answered, so that they are known even when a round has no end.

use players::{Outcome, Player};
use scsa::{Code, Rng, Turn};

/// Plays as the player does.
pub struct Witnessed<'a> {
    player: &'a mut dyn Player,
    tell: &'a (dyn Fn(Code) + Sync),
    /// How many guesses were told.
    told: usize,
}

impl<'a> Witnessed<'a> {
    /// The player at the start of a round.
    pub fn new(player: &'a mut dyn Player, tell: &'a (dyn Fn(Code) + Sync)) -> Witnessed<'a> {
        Witnessed { player, tell, told: 0 }
    }

    fn catch_up(&mut self, turns: &[Turn]) {
        for turn in &turns[self.told..] {
            (self.tell)(turn.guess);
        }
        self.told = turns.len();
    }
}

impl Player for Witnessed<'_> {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        self.catch_up(turns);
        self.player.guess(turns, rng)
    }

    fn start_round(&mut self) {
        self.player.start_round();
    }

    fn end_round(&mut self, turns: &[Turn], outcome: &Outcome) {
        self.catch_up(turns);
        self.player.end_round(turns, outcome);
    }
}
