//! The colors that the pegs of the secret can still have.

use crate::consistency::{ConsistencyResult, ConsistencySearch};
use scsa::{Code, Color, Size, Turn};

/// The most assignments that a search tries for one color of one peg, and for all together.
const NODES_OF_COLOR: usize = 300;
const NODES: usize = 30_000;

/// Whether a peg of the secret can have a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possibility {
    /// It can: there is such a candidate.
    Possible,
    /// It cannot.
    RuledOut,
    /// It can have no other color.
    Sure,
    /// Nothing is proved.
    Unknown,
}

/// For every peg and color, whether the secret can have it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleColors {
    size: Size,
    /// For every peg the colors of a known candidate, color `i` as bit `i`.
    possible: Vec<u32>,
    /// For every peg the colors that no candidate has there.
    ruled_out: Vec<u32>,
}

impl PossibleColors {
    /// These are the colors of all candidates.
    pub(crate) fn exact(size: Size, possible: Vec<u32>) -> PossibleColors {
        let ruled_out = possible.iter().map(|colors| palette(size) & !colors).collect();
        PossibleColors { size, possible, ruled_out }
    }

    /// The colors of all candidates, and the number of these.
    pub(crate) fn of_codes(size: Size, codes: impl Iterator<Item = Code>) -> (PossibleColors, usize) {
        let (mut possible, mut count) = (vec![0; size.pegs()], 0);
        for code in codes {
            add(&mut possible, &code);
            count += 1;
        }
        (PossibleColors::exact(size, possible), count)
    }

    /// What searches show in addition to the `possible` colors, those of known candidates. `of_all_codes` has the colors of all
    /// consistent codes, if they are known. `is_every_code` says whether each of these can be the secret.
    pub(crate) fn searched(
        size: Size,
        turns: &[Turn],
        of_all_codes: Option<Vec<u32>>,
        mut possible: Vec<u32>,
        is_every_code: bool,
    ) -> PossibleColors {
        let mut search = ConsistencySearch::new(size, turns);
        if let Some(colors) = of_all_codes {
            let ruled_out = colors.iter().map(|colors| palette(size) & !colors).collect();
            return PossibleColors { size, possible, ruled_out };
        }
        let mut domains = search.all();
        if !search.narrow(&mut domains) {
            return PossibleColors::exact(size, vec![0; size.pegs()]);
        }
        let mut ruled_out: Vec<u32> = domains[..size.pegs()].iter().map(|colors| palette(size) & !colors).collect();
        let mut nodes = NODES;
        for peg in 0..size.pegs() {
            for color in size.palette() {
                let bit = 1 << color.index();
                if (possible[peg] | ruled_out[peg]) & bit != 0 || nodes == 0 {
                    continue;
                }
                let mut with = domains;
                with[peg] = bit;
                let budget = NODES_OF_COLOR.min(nodes);
                match search.find(with, budget) {
                    ConsistencyResult::Found(code) if is_every_code => add(&mut possible, &code),
                    ConsistencyResult::None => {
                        ruled_out[peg] |= bit;
                        domains[peg] &= !bit;
                    }
                    ConsistencyResult::Found(_) | ConsistencyResult::Unknown => {}
                }
                nodes -= (budget - search.nodes_left()).max(1).min(nodes);
            }
        }
        PossibleColors { size, possible, ruled_out }
    }

    /// The size of the game.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether a peg, counted from 0, can have a color.
    ///
    /// # Panics
    /// When there is no such peg.
    #[must_use]
    pub fn of(&self, peg: usize, color: Color) -> Possibility {
        let (bit, ruled_out) = (1 << color.index(), self.ruled_out[peg]);
        if ruled_out & bit != 0 {
            Possibility::RuledOut
        } else if palette(self.size) & !ruled_out == bit {
            Possibility::Sure
        } else if self.possible[peg] & bit != 0 {
            Possibility::Possible
        } else {
            Possibility::Unknown
        }
    }

    /// Whether it is proved that no code is left: the turns contradict each other, or the codemaker.
    #[must_use]
    pub fn is_contradiction(&self) -> bool {
        self.ruled_out.iter().any(|colors| *colors == palette(self.size))
    }

    /// Whether some candidate is known.
    #[must_use]
    pub fn has_candidate(&self) -> bool {
        self.possible.iter().all(|colors| *colors != 0)
    }
}

/// All colors of a size, color `i` as bit `i`.
fn palette(size: Size) -> u32 {
    u32::MAX >> (32 - size.colors())
}

fn add(possible: &mut [u32], code: &Code) {
    for (colors, color) in possible.iter_mut().zip(code.pegs()) {
        *colors |= 1 << color.index();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CountEstimator, response_counts::consistent_codes};
    use scsa::{Rng, Scsa, algorithms::InsertColors, is_consistent};
    use std::sync::Arc;

    fn random(size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    fn turns_of(secret: &Code, size: Size, number: usize, rng: &mut Rng) -> Vec<Turn> {
        let turn = |guess: Code| Turn::new(guess, secret);
        (0..number).map(|_| turn(random(size, rng))).collect()
    }

    /// The dynamic program and a list of all codes give the same colors and numbers of codes.
    #[test]
    fn the_dynamic_program_agrees_with_listing() {
        let mut rng = Rng::new(3);
        for text in ["1x1", "1x6", "4x6", "6x4", "3x26", "9x2"] {
            let size: Size = text.parse().unwrap();
            for turns in 0..7 {
                let secret = random(size, &mut rng);
                let mut turns = turns_of(&secret, size, turns, &mut rng);
                if rng.below(4) == 0 {
                    // An answer of another secret.
                    let (guess, other) = (random(size, &mut rng), random(size, &mut rng));
                    turns.push(Turn::new(guess, &other));
                }
                let listed = size.codes().filter(|code| is_consistent(code, &turns));
                let (colors, number) = PossibleColors::of_codes(size, listed);
                let (count, counted) = consistent_codes(size, &turns, 1 << 20).unwrap();
                assert_eq!((PossibleColors::exact(size, counted), count), (colors, number as f64), "{turns:?}");
            }
        }
    }

    /// Samples and searches never contradict what is true, and show much of it.
    #[test]
    fn what_searches_show_is_true() {
        let mut rng = Rng::new(4);
        let (mut known, mut all) = (0, 0);
        for text in ["6x6", "8x4"] {
            let size: Size = text.parse().unwrap();
            for number in 1..9 {
                let secret = random(size, &mut rng);
                let turns = turns_of(&secret, size, number, &mut rng);
                let exact = PossibleColors::exact(size, consistent_codes(size, &turns, 1 << 22).unwrap().1);
                let rule: Arc<dyn Scsa> = Arc::new(InsertColors);
                let mut estimator = CountEstimator::new(&rule, size, 200, 1);
                turns.iter().for_each(|turn| estimator.push(turn));
                let searched = PossibleColors::searched(size, &turns, None, estimator.visited().to_vec(), true);
                for (peg, color) in (0..size.pegs()).flat_map(|peg| size.palette().map(move |color| (peg, color))) {
                    all += 1;
                    if searched.of(peg, color) != Possibility::Unknown {
                        known += 1;
                        assert_eq!(searched.of(peg, color), exact.of(peg, color), "{turns:?} {peg} {color}");
                    }
                }
            }
        }
        assert!(known * 100 > all * 95, "{known} of {all}");
    }
}
