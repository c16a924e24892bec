//! Baseline 3: the color counts, then every permutation.

use crate::{Briefing, Entrant, Player, Refusal, color_counter::ColorCounter};
use scsa::{Code, Color, Rng, Size, Turn, next_permutation};

/// Counts the colors by guesses of one color each ([`ColorCounter`]), then guesses every permutation of those pegs in
/// lexicographic order and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Baseline3 {
    size: Size,
    counter: ColorCounter,
    /// The last permutation guessed; none until the counts are known.
    permutation: Option<[Color; Size::MAX_PEGS]>,
}

impl Baseline3 {
    pub fn new(size: Size) -> Baseline3 {
        Baseline3 { size, counter: ColorCounter::new(size), permutation: None }
    }
}

impl Player for Baseline3 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let pegs = self.size.pegs();
        if let Some(permutation) = &mut self.permutation {
            next_permutation(&mut permutation[..pegs]);
            return Code::from_fn(self.size, |peg| permutation[peg]);
        }
        if let Some(turn) = turns.last() {
            self.counter.record(turn.feedback.black());
        }
        self.counter.next_probe().unwrap_or_else(|| {
            let mut first = [Color::A; Size::MAX_PEGS];
            first[..pegs].copy_from_slice(self.counter.pegs());
            self.permutation = Some(first);
            Code::from_fn(self.size, |peg| first[peg])
        })
    }
}

impl Entrant for Baseline3 {
    const NAME: &'static str = "baseline-3";
    const SUMMARY: &'static str = "counts the colors by one-color guesses, then guesses every permutation of them";

    fn prepare(briefing: &Briefing) -> Result<Baseline3, Refusal> {
        Ok(Baseline3::new(briefing.size))
    }
}
