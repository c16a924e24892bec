//! Base codes of which some pegs are changed: the number of those that stay has a distribution of its own.

use super::classes::{Alignment, Alignments, LatentClasses, MOST_CLASSES, NEW_CLASS};
use crate::{
    at_home::HomeRule,
    counting::{another, choices, color, letters, listed_texts, pick, power},
    fitted::dirichlet::{log_partition, log_urn},
    model::Evidence,
};
use scsa::{Code, Color, Rng, Size};
use std::collections::BTreeMap;

/// The sum of the Dirichlet parameters of the numbers of pegs that stay.
const CONCENTRATION: f64 = 1.0;

/// Classes of few codes are tried without: the numbers of classes besides that of all.
const FEWER: [usize; 4] = [1, 2, 3, 4];
/// The weight of the assignments that were not seen with a color of the key.
const UNSEEN_ASSIGNMENTS: f64 = 0.5;

/// Bases, and how often each number of their pegs stayed. All codes that keep as many pegs of a base are equally probable.
#[derive(Clone, Debug)]
pub struct BaseCodes {
    home: Size,
    alignments: Alignments,
    bases: Vec<Vec<u8>>,
    /// How often each base was used.
    used: Vec<f64>,
    /// The key: a peg whose color chooses the base and its alignment. It is no copy of the base itself.
    key: Option<KeyPeg>,
    /// By the number of pegs that stay.
    staying: Vec<f64>,
    all: f64,
    /// For each code its assignment, and how many pegs stay.
    assigned: BTreeMap<Code, (Alignment, usize)>,
    log_evidence: f64,
}

/// A peg whose color chooses the base and its alignment.
#[derive(Clone, Debug)]
struct KeyPeg {
    peg: usize,
    /// For each color how often each assignment was seen, by its number.
    seen: Vec<BTreeMap<usize, f64>>,
}

impl BaseCodes {
    /// The bases of the largest classes, the most frequent color of each peg, without a key or with the best one.
    pub fn of(classes: &LatentClasses, codes: &BTreeMap<Code, f64>) -> BaseCodes {
        let bases: Vec<Vec<u8>> = classes.bases().collect();
        let mut best = BaseCodes::with_key(classes, bases.clone(), None, codes);
        if bases.len() >= MOST_CLASSES {
            return best;
        }
        for number in FEWER.into_iter().filter(|&number| number < bases.len()).chain([bases.len()]) {
            for key in [None].into_iter().chain((0..classes.home.pegs()).map(Some)) {
                let one = BaseCodes::with_key(classes, bases[..number].to_vec(), key, codes);
                if one.log_evidence > best.log_evidence {
                    best = one;
                }
            }
        }
        best
    }

    fn with_key(
        classes: &LatentClasses,
        bases: Vec<Vec<u8>>,
        key: Option<usize>,
        codes: &BTreeMap<Code, f64>,
    ) -> BaseCodes {
        let (home, alignments) = (classes.home, classes.alignments);
        let mut fitted = BaseCodes {
            home,
            alignments,
            used: vec![0.0; bases.len()],
            bases,
            key: key.map(|peg| KeyPeg { peg, seen: vec![BTreeMap::new(); home.colors()] }),
            staying: vec![0.0; home.pegs() + 1 - usize::from(key.is_some())],
            all: 0.0,
            assigned: BTreeMap::new(),
            log_evidence: 0.0,
        };
        for (code, &share) in codes {
            // The first of those with most equal pegs.
            let mut best: Option<(usize, Alignment)> = None;
            fitted.for_each_assignment(code, |at, equal| {
                if best.is_none_or(|(most, _)| equal > most) {
                    best = Some((equal, at));
                }
            });
            let Some((most, at)) = best else { continue };
            let number = fitted.number(at);
            fitted.used[at.class] += share;
            fitted.staying[most] += share;
            fitted.all += share;
            fitted.assigned.insert(*code, (at, most));
            if let Some(key) = &mut fitted.key {
                *key.seen[code.peg(key.peg).index()].entry(number).or_default() += share;
            }
        }
        fitted.log_evidence = fitted.log_joint();
        fitted
    }

    pub fn log_evidence(&self) -> f64 {
        self.log_evidence
    }

    /// The evidence, where the codes are part of more codes.
    pub fn for_all(mut self, total: f64) -> BaseCodes {
        self.log_evidence *= total / self.all;
        self
    }

    fn assignments(&self) -> impl Iterator<Item = Alignment> {
        let (alignments, home) = (self.alignments, self.home);
        let of_class =
            move |class: usize| alignments.all(home).map(move |(rotation, shift)| Alignment { class, rotation, shift });
        (0..self.bases.len()).flat_map(of_class)
    }

    /// The number of an assignment, from 0.
    fn number(&self, at: Alignment) -> usize {
        let (rotations, shifts) = (self.alignments.rotations(self.home), self.alignments.shifts(self.home));
        (at.class * rotations + at.rotation) * shifts + at.shift
    }

    /// The number of all assignments.
    fn assignment_count(&self) -> f64 {
        self.bases.len() as f64 * self.alignments.count(self.home)
    }

    /// Calls `visit` with every assignment, in the order of [`assignments`](BaseCodes::assignments), and the number of pegs, the key
    /// aside, that a code has in common with the base at that alignment. In O(bases · rotations · (pegs + shifts)).
    fn for_each_assignment(&self, code: &Code, mut visit: impl FnMut(Alignment, usize)) {
        let colors = self.home.colors();
        let (rotations, shifts) = (self.alignments.rotations(self.home), self.alignments.shifts(self.home));
        let key = self.key.as_ref().map(|key| key.peg);
        for (class, base) in self.bases.iter().enumerate() {
            for rotation in 0..rotations {
                // The number of pegs that are equal if the colors are shifted by that number.
                let mut equal = [0; Color::MAX];
                let rotated = base[rotation..].iter().chain(&base[..rotation]);
                for ((peg, color), &of_base) in code.pegs().enumerate().zip(rotated) {
                    let difference = usize::from(of_base) + colors - color.index();
                    let difference = if difference < colors { difference } else { difference - colors };
                    equal[difference] += usize::from(Some(peg) != key);
                }
                for (shift, &equal) in equal[..shifts].iter().enumerate() {
                    visit(Alignment { class, rotation, shift }, equal);
                }
            }
        }
    }

    /// The number of ways to color the pegs, the key aside, so that this number of them are those of a base.
    fn codes_with(&self, equal: usize) -> f64 {
        let pegs = self.staying.len() - 1;
        choices(pegs, equal) * power(self.home.colors() - 1, pegs - equal)
    }

    /// The log probability of the bases, the codes and their assignment.
    fn log_joint(&self) -> f64 {
        let each = CONCENTRATION / self.staying.len() as f64;
        let mut log = -(self.bases.len() as f64) * self.home.pegs() as f64 * libm::log(self.home.colors() as f64);
        // With or without a key.
        log -= std::f64::consts::LN_2;
        match &self.key {
            None => {
                log += log_partition(self.used.iter().copied(), NEW_CLASS);
                log -= self.all * libm::log(self.alignments.count(self.home));
            }
            Some(key) => {
                log -= libm::log(self.home.pegs() as f64) + self.all * libm::log(self.home.colors() as f64);
                let each = UNSEEN_ASSIGNMENTS / self.assignment_count();
                let of_color = |seen: &BTreeMap<usize, f64>| {
                    log_urn(seen.values().map(|&codes| (each, codes)), UNSEEN_ASSIGNMENTS)
                };
                log += key.seen.iter().map(of_color).sum::<f64>();
            }
        }
        let of_codes = |(equal, codes): (usize, &f64)| codes * libm::log(self.codes_with(equal));
        log -= self.staying.iter().enumerate().filter(|(_, codes)| **codes > 0.0).map(of_codes).sum::<f64>();
        log + log_urn(self.staying.iter().map(|&codes| (each, codes)), CONCENTRATION)
    }

    /// The probability of an assignment of a code, given the color of the key, without the weight `share` of the code itself. All
    /// together are less than 1, if the code may be of no base.
    fn weights(&self, code: &Code, own: Option<Alignment>, share: f64) -> impl Fn(Alignment) -> f64 {
        let seen = self.key.as_ref().map(|key| &key.seen[code.peg(key.peg).index()]);
        let all = seen.map_or(self.all, |seen| seen.values().sum()) - if own.is_some() { share } else { 0.0 };
        let (alignments, each) = (self.alignments.count(self.home), UNSEEN_ASSIGNMENTS / self.assignment_count());
        move |at: Alignment| match seen {
            None => {
                let taken = own.map_or(0.0, |own| if own.class == at.class { share } else { 0.0 });
                (self.used[at.class] - taken).max(0.0) / (all + NEW_CLASS) / alignments
            }
            Some(seen) => {
                let taken = if own == Some(at) { share } else { 0.0 };
                let codes = (seen.get(&self.number(at)).copied().unwrap_or_default() - taken).max(0.0);
                (codes + each) / (all.max(0.0) + UNSEEN_ASSIGNMENTS)
            }
        }
    }
}

impl HomeRule for BaseCodes {
    const NAME: &'static str = "base-codes";

    fn home(&self) -> Size {
        self.home
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let (size, pegs, colors) = (self.home, self.home.pegs(), self.home.colors());
        let any = Code::from_fn(size, |_| rng.color(colors));
        let assignments: Vec<Alignment> = self.assignments().collect();
        let weight = self.weights(&any, None, 0.0);
        let mut weights: Vec<f64> = assignments.iter().map(|&at| weight(at)).collect();
        let sum: f64 = weights.iter().sum();
        weights.push((1.0 - sum).max(0.0));
        let Some(at) = assignments.get(pick(&weights, rng)) else { return any };
        let each = CONCENTRATION / self.staying.len() as f64;
        let weights: Vec<f64> = self.staying.iter().map(|codes| codes + each).collect();
        let staying = pick(&weights, rng);
        let key = self.key.as_ref().map(|key| key.peg);
        let mut others: Vec<usize> = (0..pegs).filter(|&peg| Some(peg) != key).collect();
        rng.shuffle(&mut others);
        let mut code = any;
        for (place, peg) in others.into_iter().enumerate() {
            let index = usize::from(self.bases[at.class][(peg + at.rotation) % pegs]);
            let index = if place < staying { index } else { another(index, colors, rng) };
            code.set(peg, color((index + colors - at.shift) % colors));
        }
        code
    }

    /// The probability of a code, without that weight of the code itself.
    fn without(&self, code: &Code, share: f64) -> f64 {
        let own = self.assigned.get(code).filter(|_| share > 0.0).copied();
        let taken = if own.is_some() { share } else { 0.0 };
        let each = CONCENTRATION / self.staying.len() as f64;
        let all = self.all - taken;
        let of_staying = |equal: usize| {
            let own = own.map_or(0.0, |own| if own.1 == equal { share } else { 0.0 });
            ((self.staying[equal] - own).max(0.0) + each) / (all + CONCENTRATION) / self.codes_with(equal)
        };
        let by_equal: Vec<f64> = (0..self.staying.len()).map(of_staying).collect();
        let own = own.map(|(at, _)| at);
        let weight = self.weights(code, own, share);
        let mut sum = 0.0;
        self.for_each_assignment(code, |at, equal| sum += weight(at) * by_equal[equal]);
        match &self.key {
            Some(_) => sum / self.home.colors() as f64,
            None => sum + NEW_CLASS / (all + NEW_CLASS) / power(self.home.colors(), self.home.pegs()),
        }
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }

    fn description(&self) -> String {
        let BaseCodes { bases, used, staying, key, alignments, .. } = self;
        let mut order: Vec<(&f64, &Vec<u8>)> = used.iter().zip(bases).collect();
        order.sort_by(|a, b| b.0.total_cmp(a.0));
        let shown = listed_texts(order.iter().take(3).map(|(_, base)| letters(base)));
        let all: f64 = staying.iter().sum();
        let changed = staying.iter().rev().enumerate().map(|(pegs, codes)| (pegs, codes / all));
        let mut changed: Vec<(usize, f64)> = changed.filter(|(_, part)| *part >= 0.005).collect();
        changed.sort_by(|a, b| b.1.total_cmp(&a.1));
        let changed =
            listed_texts(changed.iter().take(4).map(|(pegs, part)| format!("{pegs} ({:.0} %)", 100.0 * part)));
        let base = if bases.len() == 1 {
            format!("the base {shown}")
        } else {
            format!("one of {} bases, such as {shown}", bases.len())
        };
        let chosen = key.as_ref().map_or(String::new(), |key| format!(", chosen by the color of peg {}", key.peg + 1));
        format!("{base}{}{chosen}; the number of its pegs that are changed is {changed}", alignments.words())
    }
}
