//! Baseline 3: first how many pegs each color has, then every order of them.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses one color after another, which gives the color counts (the last color's by subtraction; it stops as soon as
/// all pegs are accounted for), then every permutation of those pegs in lexicographic order, not heeding the answers
/// (Knuth, "The Art of Computer Programming", section 7.2.1.2, algorithm L).
#[derive(Clone, Debug)]
pub struct Baseline3 {
    size: Size,
    /// The pegs accounted for so far, in the order of their colors; later the permutation guessed last.
    pegs: [Color; Size::MAX_PEGS],
    known: usize,
}

impl Baseline3 {
    fn learn(&mut self, color: Color, count: usize) {
        let from = self.known;
        self.known = (from + count).min(self.size.pegs());
        self.pegs[from..self.known].fill(color);
    }
}

impl Player for Baseline3 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let pegs = self.size.pegs();
        if self.known == pegs {
            next_permutation(&mut self.pegs[..pegs]);
        } else {
            if let Some(turn) = turns.last() {
                self.learn(turn.guess.peg(0), turn.feedback.black());
            }
            let color = Color::new(turns.len()).unwrap_or(Color::A);
            if self.known < pegs && color < self.size.last_color() {
                return Code::uniform(self.size, color);
            }
            self.learn(self.size.last_color(), pegs);
        }
        Code::from_fn(self.size, |peg| self.pegs[peg])
    }
}

/// Puts the items in their next lexicographic order; after the last one comes the first again.
fn next_permutation<T: Ord>(items: &mut [T]) {
    match items.windows(2).rposition(|pair| pair[0] < pair[1]) {
        Some(rising) => {
            if let Some(larger) = items.iter().rposition(|item| *item > items[rising]) {
                items.swap(rising, larger);
            }
            items[rising + 1..].reverse();
        }
        None => items.reverse(),
    }
}

impl Entrant for Baseline3 {
    const NAME: &'static str = "baseline-3";
    const SUMMARY: &'static str = "counts the colors with one-color guesses, then guesses every order of them";

    fn prepare(briefing: &Briefing) -> Result<Baseline3, Refusal> {
        Ok(Baseline3 { size: briefing.size, pegs: [Color::A; Size::MAX_PEGS], known: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_of_a_multiset_come_once_each_in_order() {
        let mut items = [0, 0, 1, 2, 2];
        let mut seen = vec![items];
        loop {
            next_permutation(&mut items);
            if items == seen[0] {
                break;
            }
            assert!(items > *seen.last().unwrap());
            seen.push(items);
        }
        assert_eq!(seen.len(), 30); // 5! / 2! 2!
    }
}
