//! The colors that the pegs of the secret can still have.

use crate::{
    consistency::{ConsistencySearch, SearchResult},
    prior::CandidatePrior,
    response_counts::colors_by_peg,
    sampled::sample_candidates,
};
use scsa::{Code, Color, Scsa, Size, Turn, is_consistent};
use std::sync::Arc;

/// Boards of up to that many codes are listed: a million.
const LISTED: u64 = 1 << 20;
/// The most states of the dynamic program on other boards. They take 0.1 to 0.4 s, and some 100 bytes each.
const STATES: usize = 1 << 18;
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
    /// The colors that the secret can have after some turns, if it is a code of the prior and of the rule. The rule is that of the
    /// codemaker where its codes are too many to list; then the prior is [all codes](CandidatePrior::all_codes).
    ///
    /// It is exact where the codes are listed, for boards of up to 2^20 codes, and where the dynamic program of
    /// [`response_counts`](crate::response_counts()) needs few states. Otherwise samples of candidates show what is possible, and a search
    /// shows what is ruled out; what neither shows within a budget of work is unknown. This takes up to a second at 20x26. The same
    /// arguments give the same result.
    ///
    /// # Panics
    /// When a guess is not legal at the size.
    ///
    /// ```
    /// use candidates::{CandidatePrior, Possibility, PossibleColors};
    /// use scsa::{Color, Feedback, Turn, algorithms::InsertColors};
    /// use std::sync::Arc;
    /// let turn = Turn { guess: "AABB".parse()?, feedback: Feedback::new(0, 1) };
    /// let rule = Arc::new(InsertColors);
    /// let colors = PossibleColors::after(&CandidatePrior::all_codes(), rule, "4x6".parse()?, &[turn], 1);
    /// assert_eq!(colors.of(0, Color::A), Possibility::RuledOut);
    /// assert_eq!(colors.of(2, Color::A), Possibility::Possible);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn after(prior: &CandidatePrior, rule: Arc<dyn Scsa>, size: Size, turns: &[Turn], seed: u64) -> PossibleColors {
        let consistent = |code: &Code| is_consistent(code, turns);
        if let Some(codes) = prior.listed() {
            return PossibleColors::of_codes(size, codes.iter().map(|(code, _)| *code).filter(consistent));
        }
        let is_every_code = CandidatePrior::is_of_all_codes(&*rule);
        if is_every_code && size.count_at_most(LISTED).is_some() {
            return PossibleColors::of_codes(size, size.codes().filter(consistent));
        }
        let exact = colors_by_peg(size, turns, STATES);
        if let Some(colors) = exact.clone().filter(|_| is_every_code) {
            return PossibleColors::exact(size, colors);
        }
        let samples = sample_candidates(rule, size, turns, seed);
        PossibleColors::searched(size, turns, exact, &samples, is_every_code)
    }

    fn exact(size: Size, possible: Vec<u32>) -> PossibleColors {
        let ruled_out = possible.iter().map(|colors| palette(size) & !colors).collect();
        PossibleColors { size, possible, ruled_out }
    }

    /// The colors of these codes.
    fn of_codes(size: Size, codes: impl Iterator<Item = Code>) -> PossibleColors {
        let mut possible = vec![0; size.pegs()];
        for code in codes {
            add(&mut possible, &code);
        }
        PossibleColors::exact(size, possible)
    }

    /// What samples and searches show. `of_all_codes` has the colors of all consistent codes, if they are known. `is_every_code` says
    /// whether each of these can be the secret.
    fn searched(
        size: Size,
        turns: &[Turn],
        of_all_codes: Option<Vec<u32>>,
        samples: &[Code],
        is_every_code: bool,
    ) -> PossibleColors {
        let mut possible = vec![0; size.pegs()];
        samples.iter().for_each(|code| add(&mut possible, code));
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
                    SearchResult::Found(code) if is_every_code => add(&mut possible, &code),
                    SearchResult::None => {
                        ruled_out[peg] |= bit;
                        domains[peg] &= !bit;
                    }
                    SearchResult::Found(_) | SearchResult::Unknown => {}
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
    use crate::sampled::sample_candidates;
    use scsa::{
        Rng,
        algorithms::{AbColor, InsertColors, TwoColor},
    };

    fn random(size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    fn turns_of(secret: &Code, size: Size, number: usize, rng: &mut Rng) -> Vec<Turn> {
        let turn = |guess: Code| Turn { guess, feedback: secret.feedback(&guess) };
        (0..number).map(|_| turn(random(size, rng))).collect()
    }

    /// The dynamic program and a list of all codes give the same colors.
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
                    turns.push(Turn { guess, feedback: other.feedback(&guess) });
                }
                let listed = size.codes().filter(|code| is_consistent(code, &turns));
                let counted = colors_by_peg(size, &turns, 1 << 20).unwrap();
                assert_eq!(PossibleColors::exact(size, counted), PossibleColors::of_codes(size, listed), "{turns:?}");
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
                let exact = PossibleColors::exact(size, colors_by_peg(size, &turns, 1 << 22).unwrap());
                let samples = sample_candidates(Arc::new(InsertColors), size, &turns, 1);
                let searched = PossibleColors::searched(size, &turns, None, &samples, true);
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

    #[test]
    fn a_rule_rules_out_colors() {
        let size = "4x6".parse().unwrap();
        let prior = CandidatePrior::of_rule(&AbColor, size).unwrap();
        let colors = PossibleColors::after(&prior, Arc::new(AbColor), size, &[], 1);
        let c = Color::new(2).unwrap();
        assert_eq!((colors.of(0, Color::A), colors.of(0, c)), (Possibility::Possible, Possibility::RuledOut));
    }

    #[test]
    fn large_boards_of_a_rule_with_too_many_codes() {
        let size: Size = "20x26".parse().unwrap();
        assert!(CandidatePrior::of_rule(&TwoColor, size).is_none());
        let secret: Code = "QZQZZZQQQZZQZQZQZQZQ".parse().unwrap();
        let turn = |guess: Code| Turn { guess, feedback: secret.feedback(&guess) };
        let turns = [turn(Code::uniform(size, Color::A)), turn("QQQQQQQQQQZZZZZZZZZZ".parse().unwrap())];
        let colors = PossibleColors::after(&CandidatePrior::all_codes(), Arc::new(TwoColor), size, &turns, 1);
        assert_eq!(colors.of(0, Color::A), Possibility::RuledOut);
        assert!(colors.has_candidate() && !colors.is_contradiction());
    }

    #[test]
    fn contradictions_are_found() {
        let size: Size = "20x26".parse().unwrap();
        let guess = Code::uniform(size, Color::A);
        let turns = [0, 1].map(|black| Turn { guess, feedback: scsa::Feedback::new(black, 0) });
        let rule: Arc<dyn Scsa> = Arc::new(InsertColors);
        let colors = PossibleColors::after(&CandidatePrior::all_codes(), rule, size, &turns, 1);
        assert!(colors.is_contradiction() && !colors.has_candidate());
    }
}
