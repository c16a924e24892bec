//! Baseline 3: first how many pegs each color has, then every order of them.

use crate::{Briefing, Entrant, Player, Refusal, census::Census};
use scsa::{Code, Color, Rng, Size, Turn, next_permutation};

/// Guesses one color after another, which gives the color counts (the last color's by subtraction; it stops as soon as
/// all pegs are accounted for), then every permutation of those pegs in lexicographic order, not heeding the answers.
#[derive(Clone, Debug)]
pub struct Baseline3 {
    size: Size,
    census: Census,
    /// The permutation guessed last, once the counts are known.
    permutation: Option<[Color; Size::MAX_PEGS]>,
}

impl Baseline3 {
    pub fn new(size: Size) -> Baseline3 {
        Baseline3 { size, census: Census::new(size), permutation: None }
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
            self.census.learn(turn.feedback.black());
        }
        self.census.question().unwrap_or_else(|| {
            let mut first = [Color::A; Size::MAX_PEGS];
            first[..pegs].copy_from_slice(self.census.pegs());
            self.permutation = Some(first);
            Code::from_fn(self.size, |peg| first[peg])
        })
    }
}

impl Entrant for Baseline3 {
    const NAME: &'static str = "baseline-3";
    const SUMMARY: &'static str = "counts the colors with one-color guesses, then guesses every order of them";

    fn prepare(briefing: &Briefing) -> Result<Baseline3, Refusal> {
        Ok(Baseline3::new(briefing.size))
    }
}
