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

/// The share of the codes in which bound pegs may differ: these codes come from another rule.
const FEW: f64 = 0.01;
/// Pegs bound in fewer codes are so by chance.
const LEAST: f64 = 2.0;

/// How probable it is that codes of another length have other bonds, which are not known.
const UNBOUND: f64 = 0.4;
/// The same where the bonds come again and again.
const PERIODIC: f64 = 0.15;
/// The weight of bonds that come again and again, beside those counted from one end, which have 1 each.
const AGAIN: f64 = 8.0;

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

/// The pegs that are bound to the first peg of their group, and how the first pegs are colored.
#[derive(Clone, Debug)]
pub struct PegOffsets {
    home: Size,
    /// Those that are bound, or nearly.
    pairs: Vec<PegPair>,
    all: f64,
    /// For each peg the first of its group, and how many colors it is behind that.
    bonds: Vec<(usize, usize)>,
    coloring: GroupColoring,
    /// The patterns with names that the groups have, and how many colors each peg is behind the one before it in its group, if
    /// that is all there is to the bonds; with weights.
    patterns: Vec<(f64, EqualityPattern, usize)>,
    models: model::WeightedModels,
}

/// The bonds of those codes; the first pegs are drawn from all colors.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    Some(Arc::new(PegOffsets::of(home, codes, GroupColoring::All)?))
}

/// The bonds of those codes, all of them of equal pegs; no group has the color of another.
pub fn fit_distinct(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    Some(Arc::new(PegOffsets::of(home, codes, GroupColoring::Distinct)?))
}

/// The bonds of those codes, all of one group of equal pegs, whose color no other peg has.
pub fn fit_alone(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    Some(Arc::new(PegOffsets::of(home, codes, GroupColoring::Alone)?))
}

/// The patterns of these groups that have a name, if the pegs of each group go up by one step; with weights.
fn named(home: Size, groups: &PegGroups, bonds: &[(usize, usize)]) -> Vec<(f64, EqualityPattern, usize)> {
    if groups.count() == 1 {
        // Steps that go on through all pegs have no pattern.
        return Vec::new();
    }
    let second = (0..home.pegs()).find(|&peg| groups.rank(peg) == 1);
    let step = second.map_or(0, |peg| bonds[peg].1);
    if !(0..home.pegs()).all(|peg| bonds[peg].1 == groups.rank(peg) * step % home.colors()) {
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
        let mut bonds: Vec<(usize, usize)> = Vec::new();
        for second in 0..home.pegs() {
            let mut bond = (second, 0);
            for first in 0..second {
                let mut counts = [0.0; Color::MAX];
                for (code, share) in codes {
                    counts[offset(code, first, second, colors)] += share;
                }
                let most = (0..colors).fold(0, |most, step| if counts[step] > counts[most] { step } else { most });
                if bond.0 == second && bonds[first].0 == first && counts[most] >= all * (1.0 - FEW) {
                    bond = (first, most);
                }
                // Without one code it may be bound.
                if counts[most] >= (all - 1.0) * (1.0 - FEW) - 1e-9 {
                    pairs.push(PegPair { first, second, offsets: counts });
                }
            }
            bonds.push(bond);
        }
        let none = bonds.iter().enumerate().all(|(peg, bond)| bond.0 == peg);
        // A pattern that has a name is another rule.
        let groups = PegGroups::by_key(home.pegs(), |peg| bonds[peg].0);
        let equal = bonds.iter().all(|bond| bond.1 == 0);
        let patterns = named(home, &groups, &bonds);
        if none || equal && (groups.count() == 1 || !patterns.is_empty()) || coloring != GroupColoring::All && !equal {
            return None;
        }
        let mut bound = PegOffsets { home, pairs, all, bonds, coloring, patterns, models: Vec::new() };
        bound.models = bound.at(home);
        (!bound.models.is_empty()).then_some(bound)
    }

    /// The bonds of the home for pegs of another size with the same number, counted from one end: to the first peg of the group
    /// at home, which may be cut off.
    fn counted(&self, size: Size, from_end: bool) -> Vec<(usize, usize)> {
        let home = self.home.pegs();
        let shift = |peg: usize| if from_end { (peg + home).checked_sub(size.pegs()) } else { Some(peg) };
        let bond = |peg: usize| {
            let (first, step) = self.bonds[shift(peg).filter(|&peg| peg < home)?];
            Some((first, transfer::step(step, self.home, size)))
        };
        // A peg that none at home tells of is in a group of its own.
        (0..size.pegs()).map(|peg| bond(peg).unwrap_or((home + peg, 0))).collect()
    }

    /// After how many pegs, perhaps one, the bonds come again, and how many colors on: each peg from there is bound to the one that
    /// many before it, two of them at least.
    fn period(&self) -> Option<(usize, usize)> {
        let (pegs, colors) = (self.home.pegs(), self.home.colors());
        let bonds = &self.bonds;
        let step = |peg: usize, period: usize| (bonds[peg].1 + colors - bonds[peg - period].1) % colors;
        (1..pegs.saturating_sub(1)).find_map(|period| {
            let on = step(period, period);
            let again = |peg: usize| bonds[peg].0 == bonds[peg - period].0 && step(peg, period) == on;
            (period..pegs).all(again).then_some((period, on))
        })
    }

    /// The bonds of the first pegs again and again.
    fn again(&self, size: Size, period: usize, on: usize) -> Vec<(usize, usize)> {
        let on = transfer::step(on, self.home, size);
        let bond = |peg: usize| {
            let (first, step) = self.bonds[peg % period];
            (first, transfer::step(step, self.home, size) + peg / period * on)
        };
        (0..size.pegs()).map(bond).collect()
    }

    /// None where no pegs are bound.
    fn model(&self, size: Size, bonds: &[(usize, usize)]) -> Option<PegOffsetsModel> {
        let groups = PegGroups::by_key(size.pegs(), |peg| bonds[peg].0);
        if groups.count() == size.pegs() {
            return None;
        }
        // Where the first peg of a group is cut off, the steps are from the one that now is first.
        let first = |peg: usize| bonds[groups.first(groups.of(peg))].1 % size.colors();
        let steps = (0..size.pegs()).map(|peg| (bonds[peg].1 + size.colors() - first(peg)) % size.colors()).collect();
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
        "bound-pegs"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        if size.pegs() == self.home.pegs() {
            return model::weighted(self.model(size, &self.counted(size, false)).map(|model| (1.0, model)));
        }
        let mut models: Vec<(f64, PegOffsetsModel)> = Vec::new();
        for &(weight, pattern, step) in &self.patterns {
            let groups = pattern.groups(size.pegs());
            let step = transfer::step(step, self.home, size);
            let bonds = (0..size.pegs()).map(|peg| (groups.first(groups.of(peg)), groups.rank(peg) * step));
            models.extend(self.model(size, &bonds.collect::<Vec<_>>()).map(|model| (weight, model)));
        }
        let mut doubt = UNBOUND;
        if self.patterns.is_empty() {
            let mut ways = vec![(1.0, self.counted(size, false)), (1.0, self.counted(size, true))];
            if let Some((period, on)) = self.period() {
                ways.push((AGAIN, self.again(size, period, on)));
                doubt = PERIODIC;
            }
            models.extend(ways.into_iter().filter_map(|(weight, bonds)| Some((weight, self.model(size, &bonds)?))));
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
        format!("pegs are bound ({}): {}", words.join("; "), self.coloring.description())
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
    fn pegs_stay_bound_where_the_first_of_them_is_cut_off() {
        let models = sentences("8x6", ["ABCADFEA", "CDECFABC", "FABFCCDF", "BFEBAEFB"], "7x6");
        assert!(
            models[0].starts_with("pegs are bound (1=4):") && models[1].starts_with("pegs are bound (3=7):"),
            "{models:?}"
        );
    }

    #[test]
    fn steps_through_all_pegs_go_on() {
        let models = sentences("5x7", ["ACEGB", "BDFAC", "GBDFA", "EGBDF"], "7x26");
        let on =
            "2 is 2 after it, 3 is 4 after it, 4 is 6 after it, 5 is 8 after it, 6 is 10 after it, 7 is 12 after it";
        assert!(models.iter().any(|model| model.starts_with(&format!("pegs are bound (1, {on}):"))), "{models:?}");
        let models = sentences("4x6", ["ABCD", "BCDE", "FABC", "CDEF"], "5x6");
        let on = "2 is 1 after it, 3 is 2 after it, 4 is 3 after it, 5 is 4 after it";
        assert!(models.iter().any(|model| model.starts_with(&format!("pegs are bound (1, {on}):"))), "{models:?}");
    }
}
