//! Peg equality patterns with random changes.

use super::equality_pattern::{EqualityPattern, PegGroups};
use crate::{
    counting::{another, color, power},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// What is changed of a code that has a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PatternNoise {
    /// One peg, drawn evenly, gets another color, drawn evenly from the others.
    One,
    /// The same, but all groups differ, and the peg gets a color that none of them has.
    OneNew,
    /// Every peg, each for itself, gets another color with that probability, below a half.
    Rate(f64),
}

/// The groups of a pattern are drawn from all colors, and then something is changed.
#[derive(Clone, Copy, Debug)]
pub struct NoisyPattern {
    pub pattern: EqualityPattern,
    pub changed: PatternNoise,
}

impl model::RuleFamily for NoisyPattern {
    fn name(&self) -> &'static str {
        match self.changed {
            PatternNoise::One | PatternNoise::OneNew => "pattern-but-one",
            PatternNoise::Rate(_) => "noisy-pattern",
        }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let groups = self.pattern.groups(size.pegs());
        let new = self.changed == PatternNoise::OneNew;
        if size.colors() < 2 || new && size.colors() <= groups.count() {
            return Vec::new();
        }
        match self.changed {
            PatternNoise::Rate(rate) => model::only(ChangeRateModel::new(self.pattern, groups, size, rate)),
            PatternNoise::One | PatternNoise::OneNew => {
                model::only(OneChangeModel::new(self.pattern, groups, size, new))
            }
        }
    }
}

#[derive(Debug)]
struct OneChangeModel {
    pattern: EqualityPattern,
    groups: PegGroups,
    size: Size,
    new: bool,
    /// How many pegs each group has,
    pegs: [u8; Size::MAX_PEGS],
    /// and how many groups have one.
    single: usize,
    /// How probable each way is to color the groups and to change a peg.
    each: f64,
}

impl OneChangeModel {
    fn new(pattern: EqualityPattern, groups: PegGroups, size: Size, new: bool) -> OneChangeModel {
        let mut pegs = [0; Size::MAX_PEGS];
        for peg in 0..size.pegs() {
            pegs[groups.of(peg)] += 1;
        }
        let single = pegs.iter().filter(|&&pegs| pegs == 1).count();
        let (colors, count) = (size.colors(), groups.count());
        let ways = if new {
            (0..=count).fold(1.0, |ways, before| ways * (colors - before) as f64)
        } else {
            power(colors, count) * (colors - 1) as f64
        };
        OneChangeModel { pattern, groups, size, new, pegs, single, each: 1.0 / ways / size.pegs() as f64 }
    }

    /// How many ways lead to a code.
    fn ways(&self, code: &Code) -> usize {
        let first_of = |group: usize| code.peg(self.groups.first(group));
        // The group with pegs unlike its first one and the color of the first of these; how many they are, and whether alike.
        let mut broken: Option<(usize, Color)> = None;
        let (mut unlike, mut alike) = (0, true);
        for (peg, color) in code.pegs().enumerate() {
            let group = self.groups.of(peg);
            if color != first_of(group) {
                match broken {
                    Some((other, _)) if other != group => return 0,
                    Some((_, other)) => alike &= other == color,
                    None => broken = Some((group, color)),
                }
                unlike += 1;
            }
        }
        if self.new && code.distinct() != self.groups.count() + usize::from(broken.is_some()) {
            return 0;
        }
        match broken {
            // A group of one peg was changed.
            None if self.new => self.single * (self.size.colors() - self.groups.count()),
            None => self.single * (self.size.colors() - 1),
            Some((group, _)) => {
                let pegs = usize::from(self.pegs[group]);
                usize::from(unlike == 1) + usize::from(unlike == pegs - 1 && alike)
            }
        }
    }
}

impl model::Model for OneChangeModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let (count, colors) = (self.groups.count(), self.size.colors());
        let mut palette: [usize; Size::MAX_PEGS] = std::array::from_fn(|index| index);
        if self.new {
            rng.shuffle_front(&mut palette[..colors], count + 1);
        } else {
            palette[..count].fill_with(|| rng.below(colors));
        }
        let mut code = Code::from_fn(self.size, |peg| color(palette[self.groups.of(peg)]));
        let peg = rng.below(self.size.pegs());
        let other = if self.new { palette[count] } else { another(code.peg(peg).index(), colors, rng) };
        code.set(peg, color(other));
        code
    }

    fn probability(&self, code: &Code) -> f64 {
        self.each * self.ways(code) as f64
    }

    fn by_distinct(&self) -> bool {
        // Without equal pegs every color assignment is as likely: with a new color among those without repetition.
        self.groups.count() == self.size.pegs()
    }

    fn description(&self) -> String {
        let other = if self.new { "a color that no other peg has" } else { "another color" };
        let differ = if self.new { ", all of them different" } else { "" };
        format!("{}{differ}, but one peg has {other}", self.pattern.description())
    }
}

#[derive(Debug)]
struct ChangeRateModel {
    pattern: EqualityPattern,
    groups: PegGroups,
    size: Size,
    rate: f64,
    /// The pegs of each group side by side.
    order: Vec<usize>,
    /// What one more peg of a color adds, when so many of its group have it, to the sum over the colors that may have been drawn
    /// for the group; in units of `all`.
    more: Vec<f64>,
    /// How probable it is that certain colors are drawn for the groups and every peg changes to a certain other one.
    all: f64,
}

impl ChangeRateModel {
    fn new(pattern: EqualityPattern, groups: PegGroups, size: Size, rate: f64) -> ChangeRateModel {
        let mut order: Vec<usize> = (0..size.pegs()).collect();
        order.sort_by_key(|&peg| groups.of(peg));
        let another = rate / (size.colors() - 1) as f64;
        let ratio = (1.0 - rate) / another;
        let powers = std::iter::successors(Some(1.0), |power| Some(power * ratio));
        let more = powers.map(|power| power * ratio - power).take(size.pegs()).collect();
        let all = (0..size.pegs()).fold(1.0 / power(size.colors(), groups.count()), |all, _| all * another);
        ChangeRateModel { pattern, groups, size, rate, order, more, all }
    }
}

impl model::Model for ChangeRateModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        let mut drawn = [0; Size::MAX_PEGS];
        drawn[..self.groups.count()].fill_with(|| rng.below(colors));
        Code::from_fn(self.size, |peg| {
            let of_group = drawn[self.groups.of(peg)];
            let changed = rng.unit() < self.rate;
            color(if changed { another(of_group, colors, rng) } else { of_group })
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let even = self.size.colors() as f64;
        let mut counts = [0u8; Color::MAX];
        let (mut product, mut sum, mut group) = (self.all, even, 0);
        for &peg in &self.order {
            if self.groups.of(peg) != group {
                group = self.groups.of(peg);
                product *= sum;
                sum = even;
                counts = [0; Color::MAX];
            }
            let count = &mut counts[code.peg(peg).index()];
            sum += self.more[usize::from(*count)];
            *count += 1;
        }
        product * sum
    }

    fn by_distinct(&self) -> bool {
        // Without equal pegs every code is as likely.
        self.groups.count() == self.size.pegs()
    }

    fn description(&self) -> String {
        format!("{}, but in {:.0} % a peg has another color", self.pattern.description(), self.rate * 100.0)
    }
}
