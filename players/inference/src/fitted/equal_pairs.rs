//! The distribution of the number of equal pegs among certain pairs.

use super::count_frequencies::{self, CountFrequencies, Numbers};
use crate::{
    counting::{another, choices, color, pick, power},
    model::{self, FittedFamily, RuleFamily, WeightedCodes},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// How much the numbers that were seen must tell of a code, in bits.
const LEAST_TOLD: f64 = 0.5;
/// Where all pairs are equal in more codes than this part of all, that is a pattern, which other rules tell of.
const PATTERN: f64 = 0.1;

/// Which pegs are compared, each with one before it. No peg is compared with two before it, so that for codes that are all equally
/// likely every pair is equal or not whatever the others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegPairs {
    /// Each peg with the one before it.
    Neighbors,
    /// Each peg with the first one.
    First,
    /// Each peg of the second half with the one as far from the other end.
    Mirror,
    /// Each peg of the second half with its own in the first. Of an odd number the middle one is of the first.
    Halves,
}

impl PegPairs {
    /// All of them.
    pub const ALL: [PegPairs; 4] = [PegPairs::Neighbors, PegPairs::First, PegPairs::Mirror, PegPairs::Halves];

    /// The peg before it that a peg is compared with.
    fn back(self, peg: usize, pegs: usize) -> Option<usize> {
        match self {
            PegPairs::Neighbors => peg.checked_sub(1),
            PegPairs::First => (peg > 0).then_some(0),
            PegPairs::Mirror => pegs.checked_sub(peg + 1).filter(|&other| other < peg),
            PegPairs::Halves => peg.checked_sub(pegs.div_ceil(2)),
        }
    }

    /// How many pairs there are.
    fn count(self, pegs: usize) -> usize {
        (0..pegs).filter(|&peg| self.back(peg, pegs).is_some()).count()
    }

    /// How many pairs are equal.
    fn equal(self, code: &Code) -> usize {
        let equal = |peg: usize| self.back(peg, code.len()).is_some_and(|back| code.peg(peg) == code.peg(back));
        (0..code.len()).filter(|&peg| equal(peg)).count()
    }

    /// How many codes have so many pairs equal, which are not more than there are.
    fn codes(self, equal: usize, size: Size) -> f64 {
        let links = self.count(size.pegs());
        let free = power(size.colors(), size.pegs() - links);
        free * choices(links, equal) * power(size.colors() - 1, links - equal)
    }

    fn words(self) -> &'static str {
        match self {
            PegPairs::Neighbors => "equal to the one before",
            PegPairs::First => "equal to the first",
            PegPairs::Mirror => "of the second half equal to their mirror image",
            PegPairs::Halves => "of the second half equal to their own of the first",
        }
    }
}

/// How often how many pairs were equal. All codes with so many are equally likely.
#[derive(Clone, Debug)]
pub struct EqualPairs {
    home: Size,
    links: PegPairs,
    tally: CountFrequencies,
}

/// The numbers of equal pairs, if they are others than in codes that are all equally likely.
pub fn fit(links: PegPairs, home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let count = links.count(home.pegs());
    if count < 2 || home.colors() < 2 {
        return None;
    }
    let tally = CountFrequencies::of(codes.iter().map(|(code, share)| (links.equal(code), *share)));
    // That no neighbours are equal, or no peg is as the first, is a rule without parameters.
    let none = if matches!(links, PegPairs::Neighbors | PegPairs::First) { 1 } else { 0 };
    let again = tally.seen[none..count].iter().any(|&seen| seen > 1.5);
    if !again || tally.seen[count] > PATTERN * tally.all {
        return None;
    }
    let codes = power(home.colors(), home.pegs());
    let told = |(equal, &seen): (usize, &f64)| {
        let share = seen / tally.all;
        if seen > 0.0 { share * libm::log2(share * codes / links.codes(equal, home)) } else { 0.0 }
    };
    let told: f64 = tally.seen[..=count].iter().enumerate().map(told).sum();
    (told > LEAST_TOLD).then(|| Arc::new(EqualPairs { home, links, tally }) as _)
}

impl RuleFamily for EqualPairs {
    fn name(&self) -> &'static str {
        "equal-pairs"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let count = self.links.count(size.pegs());
        if count == 0 || size.colors() < 2 {
            return Vec::new();
        }
        let transferred = self.tally.transferred(self.links.count(self.home.pegs()), count);
        model::weighted(
            transferred.into_iter().map(|(weight, numbers)| (weight, EqualPairsModel::new(size, self.links, numbers))),
        )
    }
}

impl FittedFamily for EqualPairs {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let equal = self.links.equal(code);
        self.tally.leave_one_out(equal, share) / self.links.codes(equal, self.home)
    }
}

#[derive(Debug)]
struct EqualPairsModel {
    size: Size,
    links: PegPairs,
    numbers: Numbers,
    /// How probable a code with so many equal pairs is.
    each: Numbers,
}

impl EqualPairsModel {
    fn new(size: Size, links: PegPairs, numbers: Numbers) -> EqualPairsModel {
        let each = count_frequencies::each(&numbers, links.count(size.pegs()), |equal| links.codes(equal, size));
        EqualPairsModel { size, links, numbers, each }
    }
}

impl model::Model for EqualPairsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let (pegs, colors) = (self.size.pegs(), self.size.colors());
        let mut linked: Vec<usize> = (0..pegs).filter(|&peg| self.links.back(peg, pegs).is_some()).collect();
        let mut equal = [false; Size::MAX_PEGS];
        let number = pick(&self.numbers, rng);
        for &mut peg in rng.shuffle_front(&mut linked, number) {
            equal[peg] = true;
        }
        let mut drawn = [0; Size::MAX_PEGS];
        Code::from_fn(self.size, |peg| {
            drawn[peg] = match self.links.back(peg, pegs) {
                None => rng.below(colors),
                Some(back) if equal[peg] => drawn[back],
                Some(back) => another(drawn[back], colors, rng),
            };
            color(drawn[peg])
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        self.each[self.links.equal(code)]
    }

    fn description(&self) -> String {
        let numbers = count_frequencies::words(&self.numbers);
        format!("the number of pegs {} is {numbers}, everything else is even", self.links.words())
    }
}
