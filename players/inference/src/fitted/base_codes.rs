//! Base codes: each code is a copy of one of several bases, perhaps rotated or with its colors shifted, of which some pegs are changed.

use crate::counting::{another, choices, color, letters, listed_texts, log_partition, log_urn, pick, power};
use crate::family::{Family, Model, WeightedSample, spread, total};
use crate::transfer::at_home;
use scsa::{Code, Color, Game, Rng};
use std::collections::BTreeMap;

/// The most codes that bases are sought among, evenly spread.
const MOST_CODES: usize = 300;
const MOST_BASES: usize = 12;
/// The number of times that every code is assigned again.
const PASSES: usize = 4;
/// The weight of a base that has not been seen (Chinese restaurant process).
const NEW_BASE: f64 = 1.0;
/// The sum of the Dirichlet parameters of the changes.
const CONCENTRATION: f64 = 1.0;

/// How a code lies on a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Alignment {
    base: usize,
    rotation: usize,
    shift: usize,
}

/// Bases, and how many of their pegs stayed, all others being of any other color. All codes with as many pegs of a base are equally probable.
#[derive(Clone, Debug)]
struct BaseCodes {
    home: Game,
    /// The numbers of rotations and of shifts, which are equally probable: all or one.
    rotations: usize,
    shifts: usize,
    bases: Vec<Vec<usize>>,
    used: Vec<f64>,
    /// By the number of pegs that stay.
    changes: Vec<f64>,
    all: f64,
    /// For each code its base, and its change.
    assigned: BTreeMap<Code, (usize, usize)>,
    /// The numbers of codes with each change of a base.
    numbers: Vec<f64>,
}

/// The bases and alignments that make the codes most probable.
pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let mut different: BTreeMap<Code, f64> = BTreeMap::new();
    for (code, share) in spread(codes, MOST_CODES) {
        *different.entry(code).or_default() += share;
    }
    let mut best: Option<(f64, BaseCodes)> = None;
    for (rotations, shifts) in [(1, 1), (1, home.colors()), (home.pegs(), 1), (home.pegs(), home.colors())] {
        let found = BaseCodes::new(home, rotations, shifts, Vec::new()).found(&different);
        // Bases of few codes are tried without.
        for number in 1..=found.len() {
            let one = BaseCodes::new(home, rotations, shifts, found[..number].to_vec()).fitted(&different);
            let log = one.log_joint();
            if best.as_ref().is_none_or(|best| log > best.0) {
                best = Some((log, one));
            }
        }
    }
    let (log, bases) = best?;
    // The codes are part of more codes.
    let log_evidence = log * total(codes) / bases.all;
    Some(at_home("base-codes", home, bases, Some(log_evidence), BaseCodes::without))
}

impl BaseCodes {
    fn new(home: Game, rotations: usize, shifts: usize, bases: Vec<Vec<usize>>) -> BaseCodes {
        let (used, changes) = (vec![0.0; bases.len()], vec![0.0; home.pegs() + 1]);
        let mut new = BaseCodes {
            home,
            rotations,
            shifts,
            bases,
            used,
            changes,
            all: 0.0,
            assigned: BTreeMap::new(),
            numbers: Vec::new(),
        };
        new.numbers = (0..new.changes.len()).map(|change| new.codes_with(change)).collect();
        new
    }

    /// Bases, the most used one first: a code that has no more than half of its pegs of any base is a new one, and a base has the color
    /// that most of its codes have at each peg.
    fn found(self, codes: &BTreeMap<Code, f64>) -> Vec<Vec<usize>> {
        let (pegs, colors, mut found) = (self.home.pegs(), self.home.colors(), self);
        for _ in 0..PASSES {
            let mut counts = vec![vec![[0.0; Color::MAX]; pegs]; found.bases.len()];
            found.used = vec![0.0; found.bases.len()];
            for (code, &share) in codes {
                let nearest = found.nearest(code).filter(|(_, equal)| 2 * equal > pegs);
                let at = match nearest {
                    Some((at, _)) => at,
                    None if found.bases.len() == MOST_BASES => continue,
                    None => {
                        found.bases.push(code.pegs().map(Color::index).collect());
                        counts.push(vec![[0.0; Color::MAX]; pegs]);
                        found.used.push(0.0);
                        Alignment { base: found.bases.len() - 1, rotation: 0, shift: 0 }
                    }
                };
                for (peg, index) in code.pegs().map(Color::index).enumerate() {
                    counts[at.base][(peg + at.rotation) % pegs][(index + at.shift) % colors] += share;
                }
                found.used[at.base] += share;
            }
            for (base, counts) in found.bases.iter_mut().zip(&counts) {
                for (index, row) in base.iter_mut().zip(counts) {
                    *index = (0..colors).fold(*index, |most, other| if row[other] > row[most] { other } else { most });
                }
            }
        }
        let mut order: Vec<usize> = (0..found.bases.len()).filter(|&base| found.used[base] > 1.5).collect();
        order.sort_by(|&a, &b| found.used[b].total_cmp(&found.used[a]));
        order.into_iter().map(|base| found.bases[base].clone()).collect()
    }

    /// Each code is assigned to the base with which it has most pegs in common.
    fn fitted(mut self, codes: &BTreeMap<Code, f64>) -> BaseCodes {
        for (code, &share) in codes {
            let Some((at, equal)) = self.nearest(code) else { continue };
            self.used[at.base] += share;
            self.changes[equal] += share;
            self.all += share;
            self.assigned.insert(*code, (at.base, equal));
        }
        self
    }

    fn nearest(&self, code: &Code) -> Option<(Alignment, usize)> {
        let mut best: Option<(Alignment, usize)> = None;
        self.for_each_alignment(code, |at, equal| {
            if best.is_none_or(|(_, most)| equal > most) {
                best = Some((at, equal));
            }
        });
        best
    }

    /// Calls `visit` with every alignment and the number of pegs that a code has in common with the base there. In
    /// O(bases · rotations · (pegs + shifts)).
    fn for_each_alignment(&self, code: &Code, mut visit: impl FnMut(Alignment, usize)) {
        let colors = self.home.colors();
        for (base, own) in self.bases.iter().enumerate() {
            for rotation in 0..self.rotations {
                // The number of pegs that are equal if the colors are shifted by that number.
                let mut equal = [0; Color::MAX];
                for (color, of_base) in code.pegs().zip(own[rotation..].iter().chain(&own[..rotation])) {
                    let shift = of_base + colors - color.index();
                    equal[if shift < colors { shift } else { shift - colors }] += 1;
                }
                for (shift, &equal) in equal[..self.shifts].iter().enumerate() {
                    visit(Alignment { base, rotation, shift }, equal);
                }
            }
        }
    }

    /// The number of codes with a change of a base.
    fn codes_with(&self, change: usize) -> f64 {
        choices(self.home.pegs(), change) * power(self.home.colors() - 1, self.home.pegs() - change)
    }

    fn alignments(&self) -> f64 {
        (self.rotations * self.shifts) as f64
    }

    /// The log probability of the bases, the codes and their assignment: a lower bound of the log marginal likelihood.
    fn log_joint(&self) -> f64 {
        let each = CONCENTRATION / self.changes.len() as f64;
        let of_bases = (self.bases.len() * self.home.pegs()) as f64 * libm::log(self.home.colors() as f64);
        let of_alignments = self.all * libm::log(self.alignments()) + libm::log(4.0);
        let seen = self.changes.iter().enumerate().filter(|(_, codes)| **codes > 0.0);
        let of_codes: f64 = seen.map(|(change, codes)| codes * libm::log(self.numbers[change])).sum();
        log_partition(self.used.iter().copied(), NEW_BASE)
            + log_urn(self.changes.iter().map(|&codes| (each, codes)), CONCENTRATION)
            - of_bases
            - of_alignments
            - of_codes
    }

    /// The probability of a code, without that weight of the code itself.
    fn without(&self, code: &Code, share: f64) -> f64 {
        let own = self.assigned.get(code).copied();
        let all = self.all - own.map_or(0.0, |_| share);
        let each = CONCENTRATION / self.changes.len() as f64;
        let of_change = |change: usize| {
            let taken = own.map_or(0.0, |own| if own.1 == change { share } else { 0.0 });
            ((self.changes[change] - taken).max(0.0) + each) / (all + CONCENTRATION)
        };
        let pegs = self.home.pegs();
        let (mut by_equal, mut of_bases) = ([0.0; Game::MAX_PEGS + 1], [0.0; MOST_BASES]);
        for (equal, (of, number)) in by_equal.iter_mut().zip(&self.numbers[..=pegs]).enumerate() {
            *of = of_change(equal) / number;
        }
        for (base, (of, used)) in of_bases.iter_mut().zip(&self.used).enumerate() {
            let taken = own.map_or(0.0, |own| if own.0 == base { share } else { 0.0 });
            *of = (used - taken).max(0.0) / self.alignments();
        }
        let mut sum = NEW_BASE / power(self.home.colors(), pegs);
        self.for_each_alignment(code, |at, equal| {
            sum += of_bases[at.base] * by_equal[equal];
        });
        sum / (all + NEW_BASE)
    }
}

impl Model for BaseCodes {
    fn cost(&self) -> usize {
        let pegs = self.home.pegs();
        12 + self.bases.len() * self.rotations * (pegs + 4 * self.shifts) / (4 * pegs)
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let (game, pegs, colors) = (self.home, self.home.pegs(), self.home.colors());
        let mut code = Code::from_fn(game, |_| rng.color(colors));
        let weights: Vec<f64> = self.used.iter().copied().chain([NEW_BASE]).collect();
        let Some(base) = self.bases.get(pick(&weights, rng)) else { return code };
        let (rotation, shift) = (rng.below(self.rotations), rng.below(self.shifts));
        let each = CONCENTRATION / self.changes.len() as f64;
        let weights: Vec<f64> = self.changes.iter().map(|codes| codes + each).collect();
        let staying = pick(&weights, rng);
        let copy: Vec<usize> = (0..pegs).map(|peg| base[(peg + rotation) % pegs]).collect();
        let mut order: Vec<usize> = (0..pegs).collect();
        rng.shuffle(&mut order);
        for (place, peg) in order.into_iter().enumerate() {
            let index = if place < staying { copy[peg] } else { another(copy[peg], colors, rng) };
            code.set(peg, color((index + colors - shift) % colors));
        }
        code
    }

    fn probability(&self, code: &Code) -> f64 {
        self.without(code, 0.0)
    }

    fn description(&self) -> String {
        let shown = listed_texts(self.bases.iter().take(3).map(|base| letters(base)));
        let base = match self.bases.len() {
            1 => format!("the base {shown}"),
            number => format!("one of {number} bases, such as {shown}"),
        };
        let rotated = if self.rotations > 1 { ", rotated by any number of pegs" } else { "" };
        let shifted = if self.shifts > 1 { ", its colors shifted by any number" } else { "" };
        let shares = self.changes.iter().map(|codes| codes / self.all).enumerate();
        let mut changes: Vec<(usize, f64)> = shares.filter(|(_, part)| *part >= 0.005).collect();
        changes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let words = changes
            .iter()
            .take(4)
            .map(|&(change, part)| format!("{} ({:.0} %)", self.home.pegs() - change, 100.0 * part));
        format!("{base}{rotated}{shifted}; the number of its pegs that are changed is {}", listed_texts(words))
    }
}
