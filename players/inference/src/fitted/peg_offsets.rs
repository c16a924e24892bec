//! Pegs that always are equal, or always the same number of colors from each other.

use crate::{
    automaton::{feature::Feature, level_set::LevelSet, reading::PegPairs},
    counting::{color, rebuilt, with_pegs},
    model::{self, FittedFamily, RuleFamily, WeightedSample, total},
    models::{
        equality_pattern::{EqualityPattern, PegGroups, patterns},
        neighbors::ColorDistribution,
        palette::PaletteRule,
        shape::Balanced,
    },
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// The share of the codes in which pegs of a group may have another offset: these codes come from another rule.
const FEW: f64 = 0.01;
/// An offset that is the same in fewer codes is so by chance.
const LEAST: f64 = 2.0;

/// How probable it is that codes of another length have other offsets, which are not known.
const OTHER_OFFSETS: f64 = 0.4;
/// The same where the offsets are repeated with a period.
const PERIODIC: f64 = 0.15;
/// The weight of offsets that are repeated, beside those counted from one end, which have 1 each.
const REPEATED_WEIGHT: f64 = 8.0;

/// Two pegs with how often the second is how many colors behind the first.
#[derive(Clone, Debug)]
struct PegPair {
    first: usize,
    second: usize,
    offsets: ColorDistribution,
}

/// How many colors one peg is behind another, A coming after the last color.
fn offset(code: &Code, first: usize, second: usize, colors: usize) -> usize {
    (code.peg(second).index() + colors - code.peg(first).index()) % colors
}

/// How the first pegs of the groups are colored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GroupColoring {
    /// Drawn from all colors.
    All,
    /// All of them differ.
    Distinct,
    /// That of the one group with several pegs differs from all others.
    Alone,
}

/// Groups of pegs, the offset of each peg from the first of its group, and how the first pegs are colored.
#[derive(Clone, Debug)]
pub struct PegOffsets {
    home: Size,
    /// Those with the same offset in all codes, or nearly all.
    pairs: Vec<PegPair>,
    all: f64,
    /// For each peg the first of its group, and how many colors it is behind that.
    offsets: Vec<(usize, usize)>,
    coloring: GroupColoring,
    /// The patterns with names that the groups have, and how many colors each peg is behind the one before it in its group, if
    /// that gives all offsets; with weights.
    patterns: Vec<(f64, EqualityPattern, usize)>,
    models: model::WeightedModels,
}

/// The offsets in those codes; the first pegs are drawn from all colors.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    Some(Arc::new(PegOffsets::of(home, codes, GroupColoring::All)?))
}

/// The offsets in those codes, all of them zero; no group has the color of another.
pub fn fit_distinct(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    Some(Arc::new(PegOffsets::of(home, codes, GroupColoring::Distinct)?))
}

/// The offsets in those codes, all of them zero and in one group, whose color no other peg has.
pub fn fit_alone(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    Some(Arc::new(PegOffsets::of(home, codes, GroupColoring::Alone)?))
}

/// The patterns of these groups that have a name, if the pegs of each group go up by one step; with weights.
fn named(home: Size, groups: &PegGroups, offsets: &[(usize, usize)]) -> Vec<(f64, EqualityPattern, usize)> {
    if groups.count() == 1 {
        // Steps that go on through all pegs have no pattern.
        return Vec::new();
    }
    let second = (0..home.pegs()).find(|&peg| groups.rank(peg) == 1);
    let step = second.map_or(0, |peg| offsets[peg].1);
    if !(0..home.pegs()).all(|peg| offsets[peg].1 == groups.rank(peg) * step % home.colors()) {
        return Vec::new();
    }
    let equal = patterns().into_iter().filter(|(pattern, _)| pattern.groups(home.pegs()) == *groups);
    equal.map(|(pattern, weight)| (weight, pattern, step)).collect()
}

/// The one group with several pegs.
fn single(groups: &PegGroups, pegs: usize) -> Option<usize> {
    let mut later = (0..pegs).filter(|&peg| groups.rank(peg) > 0).map(|peg| groups.of(peg));
    let group = later.next()?;
    later.all(|other| other == group).then_some(group)
}

impl PegOffsets {
    fn of(home: Size, codes: WeightedSample, coloring: GroupColoring) -> Option<PegOffsets> {
        let (colors, all) = (home.colors(), total(codes));
        if colors < 2 || all < LEAST + 1.0 {
            return None;
        }
        let mut pairs = Vec::new();
        let mut offsets: Vec<(usize, usize)> = Vec::new();
        for second in 0..home.pegs() {
            let mut own = (second, 0);
            for first in 0..second {
                let mut counts = [0.0; Color::MAX];
                for (code, share) in codes {
                    counts[offset(code, first, second, colors)] += share;
                }
                let most = (0..colors).fold(0, |most, step| if counts[step] > counts[most] { step } else { most });
                if own.0 == second && offsets[first].0 == first && counts[most] >= all * (1.0 - FEW) {
                    own = (first, most);
                }
                // Without one code the offset may be the same in all.
                if counts[most] >= (all - 1.0) * (1.0 - FEW) - 1e-9 {
                    pairs.push(PegPair { first, second, offsets: counts });
                }
            }
            offsets.push(own);
        }
        let none = offsets.iter().enumerate().all(|(peg, own)| own.0 == peg);
        // A pattern that has a name is another rule.
        let groups = PegGroups::by_key(home.pegs(), |peg| offsets[peg].0);
        let equal = offsets.iter().all(|own| own.1 == 0);
        let patterns = named(home, &groups, &offsets);
        if none || equal && (groups.count() == 1 || !patterns.is_empty()) || coloring != GroupColoring::All && !equal {
            return None;
        }
        let mut fitted = PegOffsets { home, pairs, all, offsets, coloring, patterns, models: Vec::new() };
        fitted.models = fitted.at(home);
        (!fitted.models.is_empty()).then_some(fitted)
    }

    /// The offsets of the home for pegs of another size with the same number, counted from one end: to the first peg of the group
    /// at home, which may be cut off.
    fn counted(&self, size: Size, from_end: bool) -> Vec<(usize, usize)> {
        let home = self.home.pegs();
        let shift = |peg: usize| if from_end { (peg + home).checked_sub(size.pegs()) } else { Some(peg) };
        let own = |peg: usize| {
            let (first, step) = self.offsets[shift(peg).filter(|&peg| peg < home)?];
            Some((first, transfer::step(step, self.home, size)))
        };
        // A peg beyond those of the home is in a group of its own.
        (0..size.pegs()).map(|peg| own(peg).unwrap_or((home + peg, 0))).collect()
    }

    /// The period, in pegs, with which the offsets are repeated, and how many colors are added each time: each peg from there has the
    /// same offset from the one that many before it, two of them at least.
    fn period(&self) -> Option<(usize, usize)> {
        let (pegs, colors) = (self.home.pegs(), self.home.colors());
        let offsets = &self.offsets;
        let step = |peg: usize, period: usize| (offsets[peg].1 + colors - offsets[peg - period].1) % colors;
        (1..pegs.saturating_sub(1)).find_map(|period| {
            let on = step(period, period);
            let is_repeated = |peg: usize| offsets[peg].0 == offsets[peg - period].0 && step(peg, period) == on;
            (period..pegs).all(is_repeated).then_some((period, on))
        })
    }

    /// The offsets of the first pegs, repeated with that period.
    fn repeated(&self, size: Size, period: usize, on: usize) -> Vec<(usize, usize)> {
        let on = transfer::step(on, self.home, size);
        let own = |peg: usize| {
            let (first, step) = self.offsets[peg % period];
            (first, transfer::step(step, self.home, size) + peg / period * on)
        };
        (0..size.pegs()).map(own).collect()
    }

    /// None where each peg is a group of its own.
    fn model(&self, size: Size, offsets: &[(usize, usize)]) -> Option<PegOffsetsModel> {
        let groups = PegGroups::by_key(size.pegs(), |peg| offsets[peg].0);
        if groups.count() == size.pegs() {
            return None;
        }
        // Where the first peg of a group is cut off, the steps are from the one that now is first.
        let first = |peg: usize| offsets[groups.first(groups.of(peg))].1 % size.colors();
        let steps = (0..size.pegs()).map(|peg| (offsets[peg].1 + size.colors() - first(peg)) % size.colors()).collect();
        let inner = with_pegs(size, groups.count());
        let coloring = match self.coloring {
            GroupColoring::All => PaletteRule::ALL.at(inner),
            GroupColoring::Distinct => Balanced::DISTINCT.at(inner),
            GroupColoring::Alone => {
                let pairs = PegPairs::With(single(&groups, size.pegs())?);
                LevelSet::of(Feature::EqualPairs(pairs), 0).at(inner)
            }
        };
        Some(PegOffsetsModel { size, groups, steps, coloring: coloring.into_iter().next()?.1 })
    }
}

impl RuleFamily for PegOffsets {
    fn name(&self) -> &'static str {
        "peg-offsets"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        if size.pegs() == self.home.pegs() {
            return model::weighted(self.model(size, &self.counted(size, false)).map(|model| (1.0, model)));
        }
        let mut models: Vec<(f64, PegOffsetsModel)> = Vec::new();
        for &(weight, pattern, step) in &self.patterns {
            let groups = pattern.groups(size.pegs());
            let step = transfer::step(step, self.home, size);
            let offsets = (0..size.pegs()).map(|peg| (groups.first(groups.of(peg)), groups.rank(peg) * step));
            models.extend(self.model(size, &offsets.collect::<Vec<_>>()).map(|model| (weight, model)));
        }
        let mut doubt = OTHER_OFFSETS;
        if self.patterns.is_empty() {
            let mut ways = vec![(1.0, self.counted(size, false)), (1.0, self.counted(size, true))];
            if let Some((period, on)) = self.period() {
                ways.push((REPEATED_WEIGHT, self.repeated(size, period, on)));
                doubt = PERIODIC;
            }
            models.extend(ways.into_iter().filter_map(|(weight, offsets)| Some((weight, self.model(size, &offsets)?))));
        }
        transfer::with_uniform_share(model::weighted(models), doubt, size)
    }
}

impl FittedFamily for PegOffsets {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let (colors, others) = (self.home.colors(), self.all - share);
        let least = others * (1.0 - FEW) - 1e-9;
        let breaks = |pair: &PegPair| {
            let step = offset(code, pair.first, pair.second, colors);
            (0..colors).any(|other| other != step && pair.offsets[other] >= least)
        };
        if others < LEAST || self.pairs.iter().any(breaks) { 0.0 } else { model::probability(&self.models, code) }
    }
}

#[derive(Debug)]
struct PegOffsetsModel {
    size: Size,
    groups: PegGroups,
    /// How many colors each peg is behind the first one of its group.
    steps: Vec<usize>,
    coloring: Arc<dyn model::Model>,
}

impl model::Model for PegOffsetsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let coloring = self.coloring.draw(rng);
        let index = |peg| coloring.peg(self.groups.of(peg)).index() + self.steps[peg];
        Code::from_fn(self.size, |peg| color(index(peg) % self.size.colors()))
    }

    fn probability(&self, code: &Code) -> f64 {
        let first = |peg| self.groups.first(self.groups.of(peg));
        let holds = |peg: usize| offset(code, first(peg), peg, self.size.colors()) == self.steps[peg];
        if !(0..code.len()).all(holds) {
            return 0.0;
        }
        self.coloring.probability(&rebuilt(self.groups.count(), |group| code.peg(self.groups.first(group))))
    }

    fn by_distinct(&self) -> bool {
        self.steps.iter().all(|&step| step == 0) && self.coloring.by_distinct()
    }

    fn description(&self) -> String {
        let words = (0..self.groups.count()).filter_map(|group| {
            let first = self.groups.first(group);
            let mut others: Vec<usize> =
                (first + 1..self.size.pegs()).filter(|&peg| self.groups.of(peg) == group).collect();
            others.sort_by_key(|&peg| self.steps[peg] != 0);
            let others = others.iter().map(|&peg| match self.steps[peg] {
                0 => format!("={}", peg + 1),
                step => format!(", {} is {step} after it", peg + 1),
            });
            let others: Vec<String> = others.collect();
            (!others.is_empty()).then(|| format!("{}{}", first + 1, others.concat()))
        });
        let words: Vec<String> = words.collect();
        format!("pegs at fixed offsets ({}): {}", words.join("; "), self.coloring.description())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(home: &str, codes: [&str; 4], size: &str) -> Vec<String> {
        let codes = codes.map(|code| (code.parse().unwrap(), 1.0));
        let models = fit(home.parse().unwrap(), &codes).unwrap().at(size.parse().unwrap());
        models.iter().map(|(_, model)| model.description()).collect()
    }

    #[test]
    fn offsets_stay_where_the_first_peg_of_a_group_is_cut_off() {
        let models = sentences("8x6", ["ABCADFEA", "CDECFABC", "FABFCCDF", "BFEBAEFB"], "7x6");
        assert!(
            models[0].starts_with("pegs at fixed offsets (1=4):")
                && models[1].starts_with("pegs at fixed offsets (3=7):"),
            "{models:?}"
        );
    }

    #[test]
    fn steps_through_all_pegs_go_on() {
        let models = sentences("5x7", ["ACEGB", "BDFAC", "GBDFA", "EGBDF"], "7x26");
        let on =
            "2 is 2 after it, 3 is 4 after it, 4 is 6 after it, 5 is 8 after it, 6 is 10 after it, 7 is 12 after it";
        assert!(
            models.iter().any(|model| model.starts_with(&format!("pegs at fixed offsets (1, {on}):"))),
            "{models:?}"
        );
        let models = sentences("4x6", ["ABCD", "BCDE", "FABC", "CDEF"], "5x6");
        let on = "2 is 1 after it, 3 is 2 after it, 4 is 3 after it, 5 is 4 after it";
        assert!(
            models.iter().any(|model| model.starts_with(&format!("pegs at fixed offsets (1, {on}):"))),
            "{models:?}"
        );
    }
}
