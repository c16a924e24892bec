//! Arithmetic progressions of color indices, exact or with random changes.

use crate::{
    counting::{another, color, power},
    fn_model::FnModel,
    model::{RuleFamily, WeightedModels, only},
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
    /// To any color, perhaps the same.
    AnyOrNone,
}

/// Two pegs are exchanged no more often than that.
const MOST_EXCHANGES: usize = 2;

/// What happens to the code then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Disturbance {
    /// One peg, drawn uniformly, gets another color, drawn uniformly from the others.
    One,
    /// That many times, up to twice, two pegs are drawn and exchanged.
    Exchanges(usize),
    /// Every peg independently gets another color with that probability.
    Rate(f64),
}

/// A first color and a step are drawn, each peg is that step behind the one before it, A coming after the last color, and then
/// something is changed.
#[derive(Clone, Copy, Debug)]
pub struct Progression {
    pub stride: Stride,
    pub disturbance: Disturbance,
}

impl RuleFamily for Progression {
    fn name(&self) -> &'static str {
        if self.disturbance == Disturbance::Exchanges(0) { "equal-steps" } else { "disturbed-steps" }
    }

    fn at(&self, size: Size) -> WeightedModels {
        debug_assert!(!matches!(self.disturbance, Disturbance::Exchanges(times) if times > MOST_EXCHANGES));
        let (pegs, colors) = (size.pegs(), size.colors());
        if (pegs < 2 || colors < 2) && self.disturbance != Disturbance::Exchanges(0) {
            return Vec::new();
        }
        let mut steps = match self.stride {
            Stride::Next => vec![1],
            Stride::Either => vec![1, colors - 1],
            Stride::Any if colors > 1 => (1..colors).collect(),
            Stride::Any | Stride::AnyOrNone => (0..colors).collect(),
        };
        steps.dedup();
        let (progressions, disturbance) = (Progressions { size, steps }, self.disturbance);
        let others = (colors - 1) as f64;
        let each = match disturbance {
            Disturbance::One => 1.0 / (pegs as f64 * others),
            Disturbance::Exchanges(times) => 1.0 / power(pegs * (pegs - 1) / 2, times),
            Disturbance::Rate(_) => 1.0,
        };
        let each = each / (colors * progressions.steps.len()) as f64;
        // The probability that certain pegs change to certain colors, by the number of those that do not.
        let rates: Vec<f64> = match disturbance {
            Disturbance::Rate(rate) => {
                let peg = |held: bool| if held { 1.0 - rate } else { rate / others };
                (0..=pegs).map(|held| (0..pegs).map(|number| peg(number < held)).product()).collect()
            }
            _ => Vec::new(),
        };
        let drawn = progressions.clone();
        let probability = move |code: &Code| {
            let mut indices = [0u8; Size::MAX_PEGS];
            let indices = &mut indices[..pegs];
            indices.iter_mut().zip(code.pegs()).for_each(|(index, color)| *index = color.index() as u8);
            each * match disturbance {
                Disturbance::One => progressions.sum(indices, 1, |_, _, held| f64::from(held + 1 == pegs)),
                Disturbance::Exchanges(times) => progressions.sum(indices, 2 * times, |first, step, _| {
                    let mut steady = [0u8; Size::MAX_PEGS];
                    for (peg, index) in steady[..pegs].iter_mut().enumerate() {
                        *index = ((first + peg * step) % colors) as u8;
                    }
                    exchanges(times, &mut steady[..pegs], indices) as f64
                }),
                Disturbance::Rate(_) => progressions.sum(indices, pegs, |_, _, held| rates[held]),
            }
        };
        let draw = move |rng: &mut Rng| drawn.draw(disturbance, rng);
        only(FnModel::new(self.description(), probability, draw))
    }
}

impl Progression {
    fn description(&self) -> String {
        let steps = match self.stride {
            Stride::Next => "every peg is the next color",
            Stride::Either => "every peg is the next color, or every one the color before",
            Stride::Any => "a step is drawn, by which every peg is behind the one before it",
            Stride::AnyOrNone => "a step, perhaps none, is drawn, by which every peg is behind the one before it",
        };
        let change = match self.disturbance {
            Disturbance::One => "; but one peg has another color".to_owned(),
            Disturbance::Exchanges(0) => String::new(),
            Disturbance::Exchanges(1) => "; but two pegs are exchanged".to_owned(),
            Disturbance::Exchanges(_) => "; but two pegs are exchanged, and two once more".to_owned(),
            Disturbance::Rate(rate) => format!("; but in {:.0} % a peg has another color", rate * 100.0),
        };
        format!("a first color is drawn, and {steps}, A after the last{change}")
    }
}

/// All progressions with these steps, from any first color.
#[derive(Clone, Debug)]
struct Progressions {
    size: Size,
    steps: Vec<usize>,
}

impl Progressions {
    fn draw(&self, disturbance: Disturbance, rng: &mut Rng) -> Code {
        let (length, colors) = (self.size.pegs(), self.size.colors());
        let (first, step) = (rng.below(colors), self.steps[rng.below(self.steps.len())]);
        let mut pegs: Vec<usize> = (0..length).map(|peg| (first + peg * step) % colors).collect();
        match disturbance {
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
                for peg in &mut pegs {
                    if rng.unit() < rate {
                        *peg = another(*peg, colors, rng);
                    }
                }
            }
        }
        Code::from_fn(self.size, |peg| color(pegs[peg]))
    }

    /// The sum of `of(first color, step, number of pegs not changed)` over the progressions that differ from the code at no more
    /// than `changed` pegs.
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

/// The number of ways to make one code of the other by that many exchanges of two pegs.
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
