//! The distribution of the step from each peg to the next, A coming after the last color.

use crate::{
    model::{self, FittedFamily, RuleFamily, WeightedSample},
    models::neighbors::{ColorDistribution, MarkovModel},
    transfer,
};
use scsa::{Code, Color, Size};
use std::sync::Arc;

/// What is added to the number of times that each step was seen.
const UNSEEN: f64 = 0.05;

/// Which steps have a frequency each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepSet {
    /// All of them.
    Each,
    /// Whether a peg repeats the one before it.
    Still,
}

/// How often each step was seen.
#[derive(Clone, Debug)]
pub struct Steps {
    home: Size,
    step_set: StepSet,
    seen: ColorDistribution,
    all: f64,
}

/// The frequencies of the steps in those codes.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    fit_steps(StepSet::Each, home, codes)
}

/// How often a peg repeats the one before it in those codes.
pub fn fit_still(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    fit_steps(StepSet::Still, home, codes)
}

fn fit_steps(step_set: StepSet, home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 {
        return None;
    }
    let mut steps = Steps { home, step_set, seen: [0.0; Color::MAX], all: 0.0 };
    for (code, share) in codes {
        let of_code = steps.of(code);
        for (sum, steps) in steps.seen.iter_mut().zip(of_code) {
            *sum += share * steps;
        }
        steps.all += share * (code.len() - 1) as f64;
    }
    Some(Arc::new(steps))
}

impl Steps {
    /// How often the code makes each step.
    fn of(&self, code: &Code) -> ColorDistribution {
        let mut steps = [0.0; Color::MAX];
        for (before, peg) in code.pegs().zip(code.pegs().skip(1)) {
            steps[(peg.index() + self.home.colors() - before.index()) % self.home.colors()] += 1.0;
        }
        steps
    }

    /// The probability of each step, given the counts of the steps and their sum.
    fn row(&self, seen: &ColorDistribution, all: f64) -> ColorDistribution {
        let colors = self.home.colors();
        match self.step_set {
            StepSet::Each => {
                let share = |step| (seen[step] + UNSEEN) / (all + UNSEEN * colors as f64);
                std::array::from_fn(|step| if step < colors { share(step) } else { 0.0 })
            }
            StepSet::Still => {
                let still = (seen[0] + 0.5) / (all + 0.5 * colors as f64);
                let moving = (1.0 - still) / (colors - 1) as f64;
                std::array::from_fn(|step| {
                    if step == 0 {
                        still
                    } else if step < colors {
                        moving
                    } else {
                        0.0
                    }
                })
            }
        }
    }
}

impl RuleFamily for Steps {
    fn name(&self) -> &'static str {
        if self.step_set == StepSet::Each { "steps" } else { "repeated-neighbors" }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let row = self.row(&self.seen, self.all);
        let chain =
            |row: &ColorDistribution| {
                let colors = size.colors();
                let description = match self.step_set {
                    StepSet::Each => format!("from peg to peg the color goes on by {}", in_numbers(row, size)),
                    StepSet::Still => format!("every peg repeats the one before it in {:.0} %", row[0] * 100.0),
                };
                MarkovModel::new(size, description, |before, peg| {
                    if peg < colors { row[(peg + colors - before) % colors] } else { 0.0 }
                })
            };
        let spread = |row: &ColorDistribution| {
            let others = (size.colors() - 1).max(1) as f64;
            let moving = |step| if step < size.colors() { (1.0 - row[0]) / others } else { 0.0 };
            std::array::from_fn(|step| if step == 0 { row[0] } else { moving(step) })
        };
        match self.step_set {
            StepSet::Each => {
                let rows = transfer::steps(&row, self.home, size);
                model::weighted(rows.iter().map(|(weight, row)| (*weight, chain(row))))
            }
            StepSet::Still => model::only(chain(&spread(&row))),
        }
    }
}

/// The steps with how many percent they have, as far as they have one; long ones as short ones back.
fn in_numbers(row: &ColorDistribution, size: Size) -> String {
    let mut order: Vec<usize> = (0..size.colors()).filter(|&step| row[step] >= 0.005).collect();
    order.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
    let signed =
        |step: usize| if step * 2 <= size.colors() { step as isize } else { step as isize - size.colors() as isize };
    let words: Vec<String> =
        order.iter().map(|&step| format!("{:+} ({:.0} %)", signed(step), row[step] * 100.0)).collect();
    words.join(", ").replace("+0", "0")
}

impl FittedFamily for Steps {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let own = self.of(code);
        let seen: ColorDistribution = std::array::from_fn(|step| (self.seen[step] - share * own[step]).max(0.0));
        let row = self.row(&seen, (self.all - share * (code.len() - 1) as f64).max(0.0));
        let first = 1.0 / self.home.colors() as f64;
        (0..self.home.colors()).fold(first, |p, step| (0..own[step] as usize).fold(p, |p, _| p * row[step]))
    }
}
