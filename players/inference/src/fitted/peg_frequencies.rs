//! Color frequencies of each peg.

use super::{
    colors_of_pegs,
    frequencies::{Frequencies, percentages},
    uniform_subset::UniformSubset,
};
use crate::{
    counting::{self, color},
    model::{self, FittedFamily, RuleFamily, WeightedSample, total},
    models::neighbors::{ColorDistribution, even, normalized},
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// What is added to what was seen at a peg, spread over all colors.
const UNSEEN: f64 = 0.5;
/// From what a peg can be drawn, and how probable that is before anything is seen: from all colors, from the colors of all
/// pegs, from those of every other peg, from those of this peg, or evenly from the colors that come at this peg.
const SOURCES: usize = 5;
const PRIOR: [f64; SOURCES] = [0.4, 0.2, 0.15, 0.15, 0.1];
/// The places of the last two of these.
const OWN: usize = 3;
const SET: usize = 4;

/// How often each color was seen at each peg, and what that says of its source.
#[derive(Clone, Debug)]
pub struct PegFrequencies {
    home: Size,
    common: Frequencies,
    /// Of the pegs 1, 3, 5 … and of the others.
    halves: [ColorDistribution; 2],
    own: Vec<ColorDistribution>,
    sets: Vec<UniformSubset>,
    all: f64,
    /// How probable each source of each peg is.
    sources: Vec<[f64; SOURCES]>,
}

/// The frequencies of the pegs of those codes.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 2 || home.colors() < 2 {
        return None;
    }
    let none = [0.0; Color::MAX];
    let mut pegs = PegFrequencies {
        home,
        common: Frequencies::of(home, codes),
        halves: [none; 2],
        own: colors_of_pegs(home, codes),
        sets: Vec::new(),
        all: total(codes),
        sources: vec![PRIOR; home.pegs()],
    };
    for (code, share) in codes {
        for (peg, color) in code.pegs().enumerate() {
            pegs.halves[peg % 2][color.index()] += share;
        }
    }
    pegs.sets = pegs.own.iter().map(|own| UniformSubset::of(own, pegs.all, home.colors(), UNSEEN)).collect();
    pegs.judge(codes);
    Some(Arc::new(pegs))
}

impl PegFrequencies {
    /// Judges the sources by how probable each code is made by all the others.
    fn judge(&mut self, codes: WeightedSample) {
        let mut evidence = vec![[0.0; SOURCES]; self.home.pegs()];
        for (code, share) in codes {
            for (peg, sums) in evidence.iter_mut().enumerate() {
                for (sum, probability) in sums.iter_mut().zip(self.peg_without(code, peg, *share)) {
                    *sum += share * libm::log(probability);
                }
            }
        }
        // A part of what such frequencies cost: judging each code by the others has charged the rest.
        let charge = 0.5 * (0.5 * libm::log(self.all.max(1.0)) - 1.0).max(0.0);
        for (peg, (sources, mut sums)) in self.sources.iter_mut().zip(evidence).enumerate() {
            let frequencies = self.own[peg].iter().filter(|&&seen| seen > 0.5).count();
            sums[OWN] -= charge * frequencies.saturating_sub(1) as f64;
            let most = sums.iter().fold(f64::NEG_INFINITY, |most, &sum| most.max(sum));
            let weights: [f64; SOURCES] = std::array::from_fn(|source| PRIOR[source] * libm::exp(sums[source] - most));
            let all: f64 = weights.iter().sum();
            *sources = weights.map(|weight| weight / all);
        }
    }

    /// How probable the color of a peg of the code is from each source, judged by the other codes.
    fn peg_without(&self, code: &Code, peg: usize, share: f64) -> [f64; SOURCES] {
        let (color, colors) = (code.peg(peg), self.home.colors() as f64);
        let from = |seen: f64, all: f64| (seen.max(0.0) + UNSEEN / colors) / (all.max(0.0) + UNSEEN);
        let in_half = (peg % 2..code.len()).step_by(2);
        let half = in_half.len() as f64;
        let of_half = in_half.filter(|&other| code.peg(other) == color).count() as f64;
        [
            1.0 / colors,
            self.common.one_without(color, code.count(color), share),
            from(self.halves[peg % 2][color.index()] - share * of_half, (self.all - share) * half),
            from(self.own[peg][color.index()] - share, self.all - share),
            self.sets[peg].leave_one_out(color.index(), share),
        ]
    }

    /// The frequencies at a peg of the home, at a size with as many or other colors, over which they are stretched or not.
    fn row(&self, peg: usize, size: Size, stretched: bool) -> ColorDistribution {
        // The last way is to stretch them.
        let chosen = |mut ways: Vec<(f64, ColorDistribution)>| {
            let last = ways.pop().map_or_else(|| even(size), |(_, row)| row);
            if stretched || ways.is_empty() { last } else { transfer::mean(&ways, size) }
        };
        let transferred = |row: ColorDistribution| chosen(transfer::frequencies(&row, self.home, size));
        let unseen = UNSEEN / self.home.colors() as f64;
        let seen = |row: &ColorDistribution| {
            let row = std::array::from_fn(|index| if index < self.home.colors() { row[index] + unseen } else { 0.0 });
            transferred(normalized(row, self.home))
        };
        let [all, common, half, own, set] = self.sources[peg];
        transfer::mean(
            &[
                (all, even(size)),
                (common, transferred(self.common.row())),
                (half, seen(&self.halves[peg % 2])),
                (own, seen(&self.own[peg])),
                (set, chosen(self.sets[peg].transferred(self.home, size))),
            ],
            size,
        )
    }

    /// The colors that come at each peg, a bit each.
    fn masks(&self) -> Vec<u32> {
        let every = (1 << self.home.colors()) - 1;
        let masks = self.sources.iter().zip(&self.sets);
        masks.map(|(sources, set)| if sources[SET] > 0.5 { set.mask() } else { every }).collect()
    }

    /// Whether the colors are parted into ranges, and each peg is of one of these.
    fn in_ranges(&self) -> bool {
        let masks = self.masks();
        let is_range = |mask: u32| mask.count_ones() + mask.leading_zeros() + mask.trailing_zeros() == u32::BITS;
        let apart = |one: u32| masks.iter().all(|&other| one == other || one & other == 0);
        let every = masks.iter().fold(0, |every, mask| every | mask);
        every.count_ones() as usize == self.home.colors()
            && masks.iter().all(|&mask| is_range(mask) && mask != every && apart(mask))
    }

    /// Whether the pegs are parted into a few stretches with the same colors each.
    fn in_stretches(&self) -> bool {
        let masks = self.masks();
        let changes = masks.windows(2).filter(|pair| pair[0] != pair[1]).count();
        changes > 0 && 3 * (changes + 1) <= masks.len() + 2
    }
}

/// How a peg of another length finds its peg at home.
#[derive(Clone, Copy, Debug)]
pub(super) enum PegAlignment {
    FromBothEnds,
    FromFront,
    FromEnd,
    InProportion,
    /// The same by the middle of the peg.
    InProportionByMiddle,
}

/// The ways to count pegs from the ends, with weights that sum to 1.
pub(super) const FROM_ENDS: [(f64, PegAlignment); 3] =
    [(0.47, PegAlignment::FromBothEnds), (0.35, PegAlignment::FromFront), (0.18, PegAlignment::FromEnd)];

impl PegAlignment {
    /// The peg at home; none for one that is in neither's reach.
    pub(super) fn at_home(self, peg: usize, pegs: usize, home: usize) -> Option<usize> {
        let behind = pegs - 1 - peg;
        match self {
            PegAlignment::FromBothEnds if peg < home / 2 => Some(peg),
            PegAlignment::FromBothEnds if behind < home / 2 => Some(home - 1 - behind),
            PegAlignment::FromBothEnds => None,
            PegAlignment::FromFront => Some(peg).filter(|&peg| peg < home),
            PegAlignment::FromEnd => (home - 1).checked_sub(behind),
            PegAlignment::InProportion => Some(peg * home / pegs),
            PegAlignment::InProportionByMiddle => Some((2 * peg + 1) * home / (2 * pegs)),
        }
    }
}

impl RuleFamily for PegFrequencies {
    fn name(&self) -> &'static str {
        "peg-frequencies"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let home = self.home.pegs();
        let model = |stretched: bool, counted: PegAlignment| {
            let rows: Vec<ColorDistribution> = (0..home).map(|peg| self.row(peg, size, stretched)).collect();
            let row = |peg| {
                counted.at_home(peg, size.pegs(), home).map_or_else(|| between(&rows, peg % 2, size), |peg| rows[peg])
            };
            PegFrequenciesModel { size, rows: (0..size.pegs()).map(row).collect() }
        };
        let of_stretched = match size.colors() == self.home.colors() {
            true => 0.0,
            false if self.in_ranges() => 0.8,
            false => 0.2,
        };
        let colors = [(1.0 - of_stretched, false), (of_stretched, true)];
        if size.pegs() == home {
            return model::weighted(
                colors.map(|(weight, stretched)| (weight, model(stretched, PegAlignment::FromFront))),
            );
        }
        // Where a stretch ends in the middle of a peg, either way may be right.
        let (in_proportion, by_middle) = if self.in_stretches() { (0.4, 0.4) } else { (0.15, 0.0) };
        let ways = FROM_ENDS.map(|(weight, counted)| ((1.0 - in_proportion - by_middle) * weight, counted)).into_iter();
        let ways =
            ways.chain([(in_proportion, PegAlignment::InProportion), (by_middle, PegAlignment::InProportionByMiddle)]);
        let ways: Vec<_> =
            ways.flat_map(|(weight, counted)| colors.map(|(part, how)| (weight * part, model(how, counted)))).collect();
        transfer::with_uniform_share(model::weighted(ways), 0.15, size)
    }
}

/// What pegs are that are in no reach: as those between the ends, of the same half.
fn between(rows: &[ColorDistribution], parity: usize, size: Size) -> ColorDistribution {
    let pegs: Vec<usize> = (0..rows.len()).filter(|peg| peg % 2 == parity).collect();
    let inner: Vec<usize> = pegs.iter().copied().filter(|&peg| peg > 0 && peg + 1 < rows.len()).collect();
    let pegs = if inner.is_empty() { pegs } else { inner };
    transfer::mean(&pegs.into_iter().map(|peg| (1.0, rows[peg])).collect::<Vec<_>>(), size)
}

impl FittedFamily for PegFrequencies {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        (0..code.len()).fold(1.0, |product, peg| {
            let of_sources = self.peg_without(code, peg, share);
            let mixed: f64 = self.sources[peg].iter().zip(of_sources).map(|(weight, p)| weight * p).sum();
            product * mixed
        })
    }
}

#[derive(Debug)]
struct PegFrequenciesModel {
    size: Size,
    rows: Vec<ColorDistribution>,
}

impl model::Model for PegFrequenciesModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        Code::from_fn(self.size, |peg| color(counting::pick(&self.rows[peg], rng)))
    }

    fn probability(&self, code: &Code) -> f64 {
        code.pegs().zip(&self.rows).map(|(color, row)| row[color.index()]).product()
    }

    fn description(&self) -> String {
        let least = 1.0 / self.size.colors() as f64;
        let uneven = |row: &ColorDistribution| row.iter().any(|&share| share > 1.5 * least + 0.02);
        let pegs: Vec<usize> = (0..self.rows.len()).filter(|&peg| uneven(&self.rows[peg])).collect();
        let words = pegs.iter().take(6).map(|&peg| format!("peg {} {}", peg + 1, percentages(&self.rows[peg])));
        let words = words.collect::<Vec<_>>().join("; ");
        match pegs.len() {
            0 => "each peg has its own frequencies, all of them about even".to_owned(),
            some if some > 6 => format!("each peg has its own frequencies: {words}; and {} more", some - 6),
            _ => format!("each peg has its own frequencies: {words}"),
        }
    }
}
