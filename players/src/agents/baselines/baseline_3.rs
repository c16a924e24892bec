//! Baseline 3: the color counts, then every permutation.

use crate::{
    Briefing, Entrant, Player, Refusal,
    asking::{Asker, AskingMethod},
    color_counter::ColorCounter,
};
use scsa::{Code, Color, Rng, Size, Turn, next_permutation};

/// Counts the colors by guesses of one color each ([`ColorCounter`]), then guesses every permutation of those pegs in
/// lexicographic order and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Baseline3(Asker<PermutingMethod>);

/// The method of [`Baseline3`].
#[derive(Clone, Debug)]
pub struct PermutingMethod {
    size: Size,
    counter: ColorCounter,
    /// The last permutation guessed; none until the counts are known.
    permutation: Option<[Color; Size::MAX_PEGS]>,
}

impl PermutingMethod {
    pub fn new(size: Size) -> PermutingMethod {
        PermutingMethod { size, counter: ColorCounter::new(size), permutation: None }
    }
}

impl AskingMethod for PermutingMethod {
    fn learn(&mut self, turn: &Turn) {
        if self.permutation.is_none() {
            self.counter.record(turn.feedback.black());
        }
    }

    fn next_guess(&mut self) -> Code {
        let pegs = self.size.pegs();
        if let Some(permutation) = &mut self.permutation {
            next_permutation(&mut permutation[..pegs]);
            return Code::from_fn(self.size, |peg| permutation[peg]);
        }
        self.counter.next_probe().unwrap_or_else(|| {
            let mut first = [Color::A; Size::MAX_PEGS];
            first[..pegs].copy_from_slice(self.counter.pegs());
            self.permutation = Some(first);
            Code::from_fn(self.size, |peg| first[peg])
        })
    }
}

impl Player for Baseline3 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.0.guess(turns)
    }
}

impl Entrant for Baseline3 {
    const NAME: &'static str = "baseline-3";
    const SUMMARY: &'static str = "counts the colors by one-color guesses, then guesses every permutation of them";

    fn prepare(briefing: &Briefing) -> Result<Baseline3, Refusal> {
        Ok(Baseline3(Asker::new(briefing.size, PermutingMethod::new(briefing.size))))
    }
}
