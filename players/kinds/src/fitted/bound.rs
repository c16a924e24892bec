//! Pegs that always are equal, or always as many colors apart.

use super::total;
use crate::{
    carry,
    counting::{color, rebuilt, with_pegs},
    dictionary::patterns,
    kinds::{balanced::Balanced, chain::Row, palette::Palette, ties::Groups},
    law::{self, Fitted, Kind, Shares},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// Pegs that are bound in all but so few of the codes are bound: the others come from elsewhere.
const FEW: f64 = 0.01;
/// Pegs bound in fewer codes are so by chance.
const LEAST: f64 = 2.0;

/// Two pegs with how often the second is how many colors behind the first.
#[derive(Clone, Debug)]
struct Pair {
    first: usize,
    second: usize,
    apart: Row,
}

/// How many colors one peg is behind another, A coming after the last color.
fn apart(code: &Code, first: usize, second: usize, colors: usize) -> usize {
    (code.peg(second).index() + colors - code.peg(first).index()) % colors
}

/// The pegs that are bound to the first peg of their group, and how the first pegs are colored.
#[derive(Clone, Debug)]
pub struct Bound {
    home: Size,
    /// Those that are bound, or nearly.
    pairs: Vec<Pair>,
    all: f64,
    /// For each peg the first of its group, and how many colors it is behind that.
    bonds: Vec<(usize, usize)>,
    distinct: bool,
    laws: law::Laws,
}

/// The bonds of those codes; the first pegs are drawn from all colors.
pub fn fit(home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    Some(Arc::new(Bound::of(home, codes, false)?))
}

/// The bonds of those codes, all of them of equal pegs; no group has the color of another.
pub fn fit_distinct(home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    Some(Arc::new(Bound::of(home, codes, true)?))
}

impl Bound {
    fn of(home: Size, codes: Shares, distinct: bool) -> Option<Bound> {
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
                    counts[apart(code, first, second, colors)] += share;
                }
                let most = (0..colors).fold(0, |most, step| if counts[step] > counts[most] { step } else { most });
                if bond.0 == second && bonds[first].0 == first && counts[most] >= all * (1.0 - FEW) {
                    bond = (first, most);
                }
                // Without one code it may be bound.
                if counts[most] >= (all - 1.0) * (1.0 - FEW) - 1e-9 {
                    pairs.push(Pair { first, second, apart: counts });
                }
            }
            bonds.push(bond);
        }
        let none = bonds.iter().enumerate().all(|(peg, bond)| bond.0 == peg);
        // A pattern that has a name is another rule.
        let groups = Groups::by_key(home.pegs(), |peg| bonds[peg].0);
        let equal = bonds.iter().all(|bond| bond.1 == 0);
        let named = || patterns().iter().any(|(ties, _)| ties.groups(home.pegs()) == groups);
        if none || equal && (groups.count() == 1 || named()) || distinct && !equal {
            return None;
        }
        let mut bound = Bound { home, pairs, all, bonds, distinct, laws: Vec::new() };
        bound.laws = bound.at(home);
        Some(bound)
    }

    fn law(&self, size: Size, from_end: bool) -> Option<Law> {
        // A peg of the size, counted from one end, is that of the home with the same number.
        let home = self.home.pegs();
        let shift = |peg: usize| if from_end { (peg + home).checked_sub(size.pegs()) } else { Some(peg) };
        let back = |peg: usize| if from_end { (peg + size.pegs()).checked_sub(home) } else { Some(peg) };
        let bond = |peg: usize| {
            let (first, step) = self.bonds[shift(peg).filter(|&peg| peg < home)?];
            Some((back(first)?, carry::step(step, self.home, size)))
        };
        let bonds: Vec<(usize, usize)> = (0..size.pegs()).map(|peg| bond(peg).unwrap_or((peg, 0))).collect();
        let groups = Groups::by_key(size.pegs(), |peg| bonds[peg].0);
        // Where the first peg of a group is cut off, the steps are from the one that now is first.
        let behind = |peg: usize| bonds[peg].1 + size.colors() - bonds[groups.first(groups.of(peg))].1;
        let steps = (0..size.pegs()).map(|peg| behind(peg) % size.colors()).collect();
        let inner = with_pegs(size, groups.count());
        let paint = if self.distinct { Balanced::DISTINCT.at(inner) } else { Palette::ALL.at(inner) };
        Some(Law { size, groups, steps, paint: paint.into_iter().next()?.1 })
    }
}

impl Kind for Bound {
    fn name(&self) -> &'static str {
        "bound-pegs"
    }

    fn at(&self, size: Size) -> law::Laws {
        if size.pegs() == self.home.pegs() {
            return law::weighted(self.law(size, false).map(|law| (1.0, law)));
        }
        let ways = [self.law(size, false), self.law(size, true)];
        law::weighted(ways.into_iter().flatten().map(|law| (1.0, law)))
    }
}

impl Fitted for Bound {
    fn without(&self, code: &Code, share: f64) -> f64 {
        let (colors, others) = (self.home.colors(), self.all - share);
        let least = others * (1.0 - FEW) - 1e-9;
        let breaks = |pair: &Pair| {
            let step = apart(code, pair.first, pair.second, colors);
            (0..colors).any(|other| other != step && pair.apart[other] >= least)
        };
        if others < LEAST || self.pairs.iter().any(breaks) { 0.0 } else { law::probability(&self.laws, code) }
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    groups: Groups,
    /// How many colors each peg is behind the first one of its group.
    steps: Vec<usize>,
    paint: Arc<dyn law::Law>,
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let paint = self.paint.draw(rng);
        let index = |peg| paint.peg(self.groups.of(peg)).index() + self.steps[peg];
        Code::from_fn(self.size, |peg| color(index(peg) % self.size.colors()))
    }

    fn probability(&self, code: &Code) -> f64 {
        let first = |peg| self.groups.first(self.groups.of(peg));
        let holds = |peg: usize| apart(code, first(peg), peg, self.size.colors()) == self.steps[peg];
        if !(0..code.len()).all(holds) {
            return 0.0;
        }
        self.paint.probability(&rebuilt(self.groups.count(), |group| code.peg(self.groups.first(group))))
    }

    fn sentence(&self) -> String {
        let words = (0..self.groups.count()).filter_map(|group| {
            let first = self.groups.first(group);
            let others: Vec<String> = (first + 1..self.size.pegs())
                .filter(|&peg| self.groups.of(peg) == group)
                .map(|peg| match self.steps[peg] {
                    0 => format!("={}", peg + 1),
                    step => format!(", {} is {step} after it", peg + 1),
                })
                .collect();
            (!others.is_empty()).then(|| format!("{}{}", first + 1, others.concat()))
        });
        let words: Vec<String> = words.collect();
        format!("pegs are bound ({}): {}", words.join("; "), self.paint.sentence())
    }
}
