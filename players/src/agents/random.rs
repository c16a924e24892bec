//! The player that guesses at random.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Rng, Size, Turn};

/// Draws every guess uniformly from all codes and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Random {
    size: Size,
}

impl Player for Random {
    fn guess(&mut self, _turns: &[Turn], rng: &mut Rng) -> Code {
        Code::from_fn(self.size, |_| rng.color(self.size.colors()))
    }
}

impl Entrant for Random {
    const NAME: &'static str = "random";
    const SUMMARY: &'static str = "draws every guess uniformly from all codes and ignores the feedback";

    fn prepare(briefing: &Briefing) -> Result<Random, Refusal> {
        Ok(Random { size: briefing.size })
    }
}
