//! Arithmetic progressions of color indices with random changes.

use crate::{
    counting::{another, color, power},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// The steps that may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next color.
    Next,
    /// To the next color or to the one before.
    Either,
    /// To any other color.
    Any,
}

/// Two pegs are exchanged no more often than that.
const MOST_EXCHANGES: usize = 2;

/// What happens to the code then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Disturbance {
    /// One peg, drawn evenly, gets another color, drawn evenly from the others.
    One,
    /// So many times, once or twice, two pegs are drawn and exchanged.
    Exchanges(usize),
    /// Every peg, each for itself, gets another color with that probability.
    Rate(f64),
}

/// A first color and a step are drawn, each peg is that step behind the one before it, A coming after the last color, and then
/// something is changed.
#[derive(Clone, Copy, Debug)]
pub struct NoisyProgression {
    pub stride: Stride,
    pub disturbance: Disturbance,
}

impl model::RuleFamily for NoisyProgression {
    fn name(&self) -> &'static str {
        "disturbed-steps"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        if size.pegs() < 2 || size.colors() < 2 {
            return Vec::new();
        }
        model::only(NoisyProgressionModel::new(*self, size))
    }
}

#[derive(Debug)]
struct NoisyProgressionModel {
    family: NoisyProgression,
    size: Size,
    steps: Vec<usize>,
    /// How probable it is that certain pegs change to certain colors, by how many do not; where each peg changes for itself.
    rates: Vec<f64>,
    /// How probable each first color and step is, and each way of changing where all are equally likely.
    each: f64,
}

impl NoisyProgressionModel {
    fn new(family: NoisyProgression, size: Size) -> NoisyProgressionModel {
        debug_assert!(!matches!(family.disturbance, Disturbance::Exchanges(times) if times > MOST_EXCHANGES));
        let (pegs, colors) = (size.pegs(), size.colors());
        let mut steps = match family.stride {
            Stride::Next => vec![1],
            Stride::Either => vec![1, colors - 1],
            Stride::Any => (1..colors).collect(),
        };
        steps.dedup();
        let others = (colors - 1) as f64;
        let mut rates = Vec::new();
        let each = match family.disturbance {
            Disturbance::One => 1.0 / (pegs as f64 * others),
            Disturbance::Exchanges(times) => 1.0 / power(pegs * (pegs - 1) / 2, times),
            Disturbance::Rate(rate) => {
                let peg = |held: bool| if held { 1.0 - rate } else { rate / others };
                rates.extend((0..=pegs).map(|held| (0..pegs).map(|number| peg(number < held)).product::<f64>()));
                1.0
            }
        };
        let each = each / (colors * steps.len()) as f64;
        NoisyProgressionModel { family, size, steps, rates, each }
    }

    /// The color of a peg when nothing is changed.
    fn steady(&self, first: usize, step: usize, peg: usize) -> usize {
        (first + peg * step) % self.size.colors()
    }

    /// The sum over all first colors and steps with which so many pegs of the code, or fewer, are changed; of what is made of the
    /// first color, the step and the number of pegs that are not.
    fn sum(&self, pegs: &[u8], changed: usize, of: impl Fn(usize, usize, usize) -> f64) -> f64 {
        let colors = self.size.colors();
        let mut sum = 0.0;
        'steps: for &step in &self.steps {
            let mut held = [0usize; Color::MAX];
            let (mut behind, mut most) = (0, 0);
            for (peg, &color) in pegs.iter().enumerate() {
                let first = usize::from(color) + colors - behind;
                let held = &mut held[if first >= colors { first - colors } else { first }];
                *held += 1;
                most = most.max(*held);
                if peg + 1 > most + changed {
                    continue 'steps;
                }
                behind = (behind + step) % colors;
            }
            let firsts = held[..colors].iter().enumerate().filter(|(_, held)| *held + changed >= pegs.len());
            sum += firsts.map(|(first, held)| of(first, step, *held)).sum::<f64>();
        }
        sum
    }
}

/// In how many ways so many exchanges of two pegs make the one code of the other.
fn exchanges(times: usize, from: &mut [u8], to: &[u8]) -> usize {
    let apart = (0..from.len()).filter(|&peg| from[peg] != to[peg]).count();
    if apart > 2 * times {
        return 0;
    }
    if times == 0 {
        return 1;
    }
    if apart > 2 * (times - 1) && apart < from.len() {
        // An exchange with a peg that is as it should be leaves no fewer that are not.
        let (mut from_apart, mut to_apart) = ([0; 2 * MOST_EXCHANGES], [0; 2 * MOST_EXCHANGES]);
        let pegs = (0..from.len()).filter(|&peg| from[peg] != to[peg]);
        for (place, peg) in pegs.enumerate() {
            (from_apart[place], to_apart[place]) = (from[peg], to[peg]);
        }
        return exchanges(times, &mut from_apart[..apart], &to_apart[..apart]);
    }
    let mut ways = 0;
    for first in 1..from.len() {
        for second in 0..first {
            from.swap(first, second);
            ways += exchanges(times - 1, from, to);
            from.swap(first, second);
        }
    }
    ways
}

impl model::Model for NoisyProgressionModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let (length, colors) = (self.size.pegs(), self.size.colors());
        let (first, step) = (rng.below(colors), self.steps[rng.below(self.steps.len())]);
        let mut pegs: [usize; Size::MAX_PEGS] = std::array::from_fn(|peg| self.steady(first, step, peg));
        match self.family.disturbance {
            Disturbance::One => {
                let peg = &mut pegs[rng.below(length)];
                *peg = another(*peg, colors, rng);
            }
            Disturbance::Exchanges(times) => {
                for _ in 0..times {
                    let first = rng.below(length);
                    pegs.swap(first, (first + 1 + rng.below(length - 1)) % length);
                }
            }
            Disturbance::Rate(rate) => {
                for peg in &mut pegs[..length] {
                    if rng.unit() < rate {
                        *peg = another(*peg, colors, rng);
                    }
                }
            }
        }
        Code::from_fn(self.size, |peg| color(pegs[peg]))
    }

    fn probability(&self, code: &Code) -> f64 {
        let mut pegs = [0u8; Size::MAX_PEGS];
        let pegs = &mut pegs[..code.len()];
        pegs.iter_mut().zip(code.pegs()).for_each(|(peg, color)| *peg = color.index() as u8);
        self.each
            * match self.family.disturbance {
                Disturbance::One => self.sum(pegs, 1, |_, _, held| f64::from(held + 1 == pegs.len())),
                Disturbance::Exchanges(times) => self.sum(pegs, 2 * times, |first, step, _| {
                    let mut steady: [u8; Size::MAX_PEGS] =
                        std::array::from_fn(|peg| self.steady(first, step, peg) as u8);
                    exchanges(times, &mut steady[..pegs.len()], pegs) as f64
                }),
                Disturbance::Rate(_) => self.sum(pegs, pegs.len(), |_, _, held| self.rates[held]),
            }
    }

    fn description(&self) -> String {
        let steps = match self.family.stride {
            Stride::Next => "every peg is the next color",
            Stride::Either => "every peg is the next color, or every one the color before",
            Stride::Any => "a step is drawn, by which every peg is behind the one before it",
        };
        let change = match self.family.disturbance {
            Disturbance::One => "one peg has another color".to_owned(),
            Disturbance::Exchanges(1) => "two pegs are exchanged".to_owned(),
            Disturbance::Exchanges(_) => "two pegs are exchanged, and two once more".to_owned(),
            Disturbance::Rate(rate) => format!("in {:.0} % a peg has another color", rate * 100.0),
        };
        format!("a first color is drawn, and {steps}, A after the last; but {change}")
    }
}
