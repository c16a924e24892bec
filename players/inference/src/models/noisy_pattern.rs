//! Peg equality patterns with random changes.

use super::equality_pattern::{EqualityPattern, PegGroups};
use crate::{
    counting::{another, color, power},
    fn_model::FnModel,
    model::{Model, RuleFamily, WeightedModels, only},
};
use scsa::{Code, Color, Rng, Size};

/// What is changed of a code that has a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PatternNoise {
    /// One peg, drawn uniformly, gets another color, drawn uniformly from the others.
    One,
    /// The same, but all groups differ, and the peg gets a color that none of them has.
    OneNew,
    /// Every peg independently gets another color with that probability, below a half.
    Rate(f64),
}

/// The groups of a pattern are drawn from all colors, and then something is changed.
#[derive(Clone, Copy, Debug)]
pub struct NoisyPattern {
    pub pattern: EqualityPattern,
    pub changed: PatternNoise,
}

impl RuleFamily for NoisyPattern {
    fn name(&self) -> &'static str {
        match self.changed {
            PatternNoise::One | PatternNoise::OneNew => "pattern-but-one",
            PatternNoise::Rate(_) => "noisy-pattern",
        }
    }

    fn at(&self, size: Size) -> WeightedModels {
        let groups = self.pattern.groups(size.pegs());
        let new = self.changed == PatternNoise::OneNew;
        if size.colors() < 2 || new && size.colors() <= groups.count() {
            return Vec::new();
        }
        match self.changed {
            PatternNoise::Rate(rate) => only(change_rate(self.pattern, groups, size, rate)),
            PatternNoise::One | PatternNoise::OneNew => only(one_change(self.pattern, groups, size, new)),
        }
    }
}

/// One peg gets another color; `new` is whether all groups differ, and from its color.
fn one_change(pattern: EqualityPattern, groups: PegGroups, size: Size, new: bool) -> impl Model {
    let (pegs, colors, count) = (size.pegs(), size.colors(), groups.count());
    // The number of ways to color the groups and to change a certain peg.
    let ways = if new {
        (0..=count).fold(1.0, |ways, before| ways * (colors - before) as f64)
    } else {
        power(colors, count) * (colors - 1) as f64
    };
    let each = 1.0 / ways / pegs as f64;
    let mut lengths = [0; Size::MAX_PEGS];
    (0..pegs).for_each(|peg| lengths[groups.of(peg)] += 1);
    let single = lengths.iter().filter(|&&length| length == 1).count();
    let probability = move |code: &Code| {
        let ways = match broken(&groups, code) {
            None => 0,
            Some(Broken { group, .. }) if new && code.distinct() != count + usize::from(group.is_some()) => 0,
            // A group of one peg was changed.
            Some(Broken { group: None, .. }) => single * if new { colors - count } else { colors - 1 },
            Some(Broken { group: Some(group), unlike, alike }) => {
                usize::from(unlike == 1) + usize::from(unlike + 1 == lengths[group] && alike)
            }
        };
        each * ways as f64
    };
    let draw = move |rng: &mut Rng| {
        let mut palette: [usize; Size::MAX_PEGS] = std::array::from_fn(|index| index);
        if new {
            rng.shuffle_front(&mut palette[..colors], count + 1);
        } else {
            palette[..count].fill_with(|| rng.below(colors));
        }
        let mut code = Code::from_fn(size, |peg| color(palette[groups.of(peg)]));
        let peg = rng.below(pegs);
        let other = if new { palette[count] } else { another(code.peg(peg).index(), colors, rng) };
        code.set(peg, color(other));
        code
    };
    let other = if new { "a color that no other peg has" } else { "another color" };
    let differ = if new { ", all of them different" } else { "" };
    let description = format!("{}{differ}, but one peg has {other}", pattern.description());
    // Without equal pegs every color assignment is equally probable: with a new color among those without repetition.
    FnModel::new(description, probability, draw).by_distinct(count == pegs)
}

/// The group whose pegs are not all equal, the number of those unlike its first, and whether these are alike.
struct Broken {
    group: Option<usize>,
    unlike: usize,
    alike: bool,
}

/// None where several groups are broken.
fn broken(groups: &PegGroups, code: &Code) -> Option<Broken> {
    let mut broken = Broken { group: None, unlike: 0, alike: true };
    let mut other = Color::A;
    for (peg, color) in code.pegs().enumerate() {
        let group = groups.of(peg);
        if color != code.peg(groups.first(group)) {
            match broken.group {
                Some(before) if before != group => return None,
                Some(_) => broken.alike &= other == color,
                None => (broken.group, other) = (Some(group), color),
            }
            broken.unlike += 1;
        }
    }
    Some(broken)
}

/// Every peg gets another color with a probability.
fn change_rate(pattern: EqualityPattern, groups: PegGroups, size: Size, rate: f64) -> impl Model {
    let (pegs, colors) = (size.pegs(), size.colors());
    // The pegs of each group side by side.
    let mut order: Vec<usize> = (0..pegs).collect();
    order.sort_by_key(|&peg| groups.of(peg));
    // The probability of certain colors of the groups and of a certain other one for every peg.
    let changed = rate / (colors - 1) as f64;
    let all = (0..pegs).fold(1.0 / power(colors, groups.count()), |all, _| all * changed);
    // What one more peg of a color, after a number of others of its group, adds to the sum over the colors that may have been drawn for
    // the group, in units of `all`.
    let ratio = (1.0 - rate) / changed;
    let powers = std::iter::successors(Some(1.0), |power| Some(power * ratio));
    let more: Vec<f64> = powers.map(|power| power * ratio - power).take(pegs).collect();
    let probability = move |code: &Code| {
        let mut counts = [0u8; Color::MAX];
        let (mut product, mut sum, mut group) = (all, colors as f64, 0);
        for &peg in &order {
            if groups.of(peg) != group {
                group = groups.of(peg);
                product *= sum;
                sum = colors as f64;
                counts = [0; Color::MAX];
            }
            let count = &mut counts[code.peg(peg).index()];
            sum += more[usize::from(*count)];
            *count += 1;
        }
        product * sum
    };
    let draw = move |rng: &mut Rng| {
        let mut drawn = [0; Size::MAX_PEGS];
        drawn[..groups.count()].fill_with(|| rng.below(colors));
        Code::from_fn(size, |peg| {
            let of_group = drawn[groups.of(peg)];
            let changed = rng.unit() < rate;
            color(if changed { another(of_group, colors, rng) } else { of_group })
        })
    };
    let description = format!("{}, but in {:.0} % a peg has another color", pattern.description(), rate * 100.0);
    // Without equal pegs every code is equally probable.
    FnModel::new(description, probability, draw).by_distinct(groups.count() == pegs)
}
