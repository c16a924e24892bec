//! A base code that is rotated, whose colors are shifted, and that is disturbed.

use crate::{
    at_home::{AtHome, HomeRule},
    counting::{color, indices, letters, power},
    model::{Evidence, FittedFamily, WeightedSample, total},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// With fewer codes no base is looked for.
const LEAST_CODES: f64 = 8.0;
/// The most codes by which a base is found.
const MOST_CODES: usize = 100;
/// The codes that a base may be, and how often it is improved.
const STARTS: usize = 6;
const PASSES: usize = 4;
/// The part of the codes that a base must explain.
const LEAST_EXPLAINED: f64 = 0.5;

/// What is done to the base besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplateDisturbance {
    Nothing,
    /// Two neighbors are exchanged.
    Exchange,
    /// One peg gets any color.
    Peg,
}

/// What may be done to the base. Everything that may be done is equally probable.
#[derive(Clone, Copy, Debug)]
struct Changes {
    rotates: bool,
    shifts: bool,
    disturbance: TemplateDisturbance,
}

/// A base with what may be done to it.
#[derive(Clone, Debug)]
pub struct Template {
    home: Size,
    base: Vec<u8>,
    changes: Changes,
    /// The part of the codes that it explains.
    explained: f64,
}

/// The base and the changes that make the codes most probable, if they explain most codes.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 5 || home.colors() < 3 || total(codes) < LEAST_CODES {
        return None;
    }
    let colors: Vec<(Vec<u8>, f64)> = codes.iter().map(|(code, share)| (indices(code), *share)).collect();
    let few = &colors[..colors.len().min(MOST_CODES)];
    let mut best: Option<(f64, Template)> = None;
    for (rotates, shifts) in [(true, true), (true, false), (false, true), (false, false)] {
        for start in few.iter().take(STARTS) {
            let mut base = start.0.clone();
            for _ in 0..PASSES {
                base = improved(&base, few, home.colors(), rotates, shifts);
            }
            for disturbance in [TemplateDisturbance::Nothing, TemplateDisturbance::Exchange, TemplateDisturbance::Peg] {
                let changes = Changes { rotates, shifts, disturbance };
                let mut template = Template { home, base: base.clone(), changes, explained: 0.0 };
                template.explained = explained(&template, few);
                let log = template.log_likelihood(few);
                if template.explained >= LEAST_EXPLAINED && best.as_ref().is_none_or(|(most, _)| log > *most) {
                    best = Some((log, template));
                }
            }
        }
    }
    best.map(|(_, template)| AtHome::family(template))
}

/// The part of the codes that a template explains.
fn explained(template: &Template, codes: &[(Vec<u8>, f64)]) -> f64 {
    let possible = codes.iter().filter(|(code, _)| template.probability(code) > 0.0).map(|(_, share)| share);
    possible.sum::<f64>() / codes.iter().map(|(_, share)| share).sum::<f64>()
}

/// The base after each code was aligned with it: at each peg the most frequent color.
fn improved(base: &[u8], codes: &[(Vec<u8>, f64)], colors: usize, rotates: bool, shifts: bool) -> Vec<u8> {
    let pegs = base.len();
    let mut counts = vec![[0.0; Color::MAX]; pegs];
    for (code, share) in codes {
        let mut best = (0, 0, 0);
        for turn in 0..if rotates { pegs } else { 1 } {
            // How often each shift makes a peg equal.
            let mut equal = [0; Color::MAX];
            for (peg, &color) in code.iter().enumerate() {
                let of_base = usize::from(base[(peg + turn) % pegs]);
                equal[(usize::from(color) + colors - of_base) % colors] += 1;
            }
            for (shift, &equal) in equal.iter().enumerate().take(if shifts { colors } else { 1 }) {
                if equal > best.0 {
                    best = (equal, turn, shift);
                }
            }
        }
        // Codes that are far from the base only blur it.
        if 2 * best.0 > pegs {
            for (peg, &color) in code.iter().enumerate() {
                counts[(peg + best.1) % pegs][(usize::from(color) + colors - best.2) % colors] += share;
            }
        }
    }
    let most = |counts: &[f64; Color::MAX]| (0..colors).max_by(|&a, &b| counts[a].total_cmp(&counts[b])).unwrap_or(0);
    counts
        .iter()
        .zip(base)
        .map(|(row, &old)| if row.iter().all(|&n| n == 0.0) { old } else { most(row) as u8 })
        .collect()
}

impl Template {
    /// The number of ways to change the base.
    fn ways(&self) -> f64 {
        let (pegs, colors) = (self.home.pegs() as f64, self.home.colors() as f64);
        let turns = if self.changes.rotates { pegs } else { 1.0 };
        let shifts = if self.changes.shifts { colors } else { 1.0 };
        let disturbances = match self.changes.disturbance {
            TemplateDisturbance::Nothing => 1.0,
            TemplateDisturbance::Exchange => pegs - 1.0,
            TemplateDisturbance::Peg => pegs * colors,
        };
        turns * shifts * disturbances
    }

    /// In how many ways the base, rotated and shifted, is disturbed into a code.
    fn disturbances(&self, code: &[u8], turn: usize, shift: usize) -> f64 {
        let (pegs, colors) = (code.len(), self.home.colors());
        let of_base = |peg: usize| ((usize::from(self.base[(peg + turn) % pegs]) + shift) % colors) as u8;
        let mut differ = (0..pegs).filter(|&peg| of_base(peg) != code[peg]);
        let (first, second, third) = (differ.next(), differ.next(), differ.next());
        match (self.changes.disturbance, first, second, third) {
            (TemplateDisturbance::Nothing, None, ..) => 1.0,
            // Neighbors of one color may be exchanged, too.
            (TemplateDisturbance::Exchange, None, ..) => {
                (1..pegs).filter(|&peg| of_base(peg - 1) == of_base(peg)).count() as f64
            }
            (TemplateDisturbance::Exchange, Some(peg), Some(next), None) => {
                let is_exchange = next == peg + 1 && code[peg] == of_base(next) && code[next] == of_base(peg);
                f64::from(u8::from(is_exchange))
            }
            (TemplateDisturbance::Peg, None, ..) => pegs as f64,
            (TemplateDisturbance::Peg, Some(_), None, _) => 1.0,
            _ => 0.0,
        }
    }

    fn probability(&self, code: &[u8]) -> f64 {
        let mut ways = 0.0;
        for turn in 0..if self.changes.rotates { code.len() } else { 1 } {
            for shift in 0..if self.changes.shifts { self.home.colors() } else { 1 } {
                ways += self.disturbances(code, turn, shift);
            }
        }
        ways / self.ways()
    }

    /// The log-likelihood of codes, those that are not explained taken as uniform.
    fn log_likelihood(&self, codes: &[(Vec<u8>, f64)]) -> f64 {
        let uniform = 1.0 / power(self.home.colors(), self.home.pegs());
        let logs = codes.iter().map(|(code, share)| {
            let p = self.probability(code);
            share * libm::log(if p > 0.0 { p } else { uniform })
        });
        logs.sum()
    }
}

impl HomeRule for Template {
    const NAME: &'static str = "changed-base";

    fn home(&self) -> Size {
        self.home
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let Template { home, base, changes, .. } = self;
        let (pegs, colors) = (home.pegs(), home.colors());
        let turn = if changes.rotates { rng.below(pegs) } else { 0 };
        let shift = if changes.shifts { rng.below(colors) } else { 0 };
        let mut code: Vec<usize> =
            (0..pegs).map(|peg| (usize::from(base[(peg + turn) % pegs]) + shift) % colors).collect();
        match changes.disturbance {
            TemplateDisturbance::Nothing => {}
            TemplateDisturbance::Exchange => {
                let peg = rng.below(pegs - 1);
                code.swap(peg, peg + 1);
            }
            TemplateDisturbance::Peg => code[rng.below(pegs)] = rng.below(colors),
        }
        Code::from_fn(*home, |peg| color(code[peg]))
    }

    /// A single code does not determine the base.
    fn without(&self, code: &Code, _share: f64) -> f64 {
        self.probability(&indices(code))
    }

    /// The base is one of all codes.
    fn evidence(&self) -> Evidence {
        Evidence::Parameters(-(self.home.pegs() as f64 * libm::log(self.home.colors() as f64) + libm::log(12.0)))
    }

    fn description(&self) -> String {
        let Template { base, changes, .. } = self;
        let base = letters(base);
        let done = [
            (changes.rotates, "rotated by any number of pegs"),
            (changes.shifts, "its colors shifted by any number"),
            (changes.disturbance == TemplateDisturbance::Exchange, "two neighbors exchanged"),
            (changes.disturbance == TemplateDisturbance::Peg, "one peg of any color"),
        ];
        let done: Vec<&str> = done.into_iter().filter(|(is_done, _)| *is_done).map(|(_, words)| words).collect();
        format!("{base}{}{}", if done.is_empty() { "" } else { ", " }, done.join(", "))
    }
}
