//! The uniform distribution over the codes of a fixed set of colors.

use crate::{
    counting::{color, listed, power},
    fn_model::FnModel,
    model::{FittedFamily, RuleFamily, WeightedModels, WeightedSample, total, weighted},
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// A color in fewer of all codes than this part comes from elsewhere.
const FEW: f64 = 0.01;

/// In how many codes each color was seen.
#[derive(Clone, Debug)]
pub struct ColorSet {
    home: Size,
    seen: [f64; Color::MAX],
    codes: f64,
}

/// The colors of those codes, if they are not all.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let mut seen = [0.0; Color::MAX];
    for (code, share) in codes {
        for (index, sum) in seen.iter_mut().enumerate() {
            if code.count(color(index)) > 0 {
                *sum += share;
            }
        }
    }
    let set = ColorSet { home, seen, codes: total(codes) };
    let members = set.members().iter().filter(|&&member| member).count();
    (members > 0 && members < home.colors()).then(|| Arc::new(set) as _)
}

impl ColorSet {
    fn members(&self) -> [bool; Color::MAX] {
        self.seen.map(|codes| codes > FEW * self.codes)
    }
}

impl RuleFamily for ColorSet {
    fn name(&self) -> &'static str {
        "certain-colors"
    }

    fn at(&self, size: Size) -> WeightedModels {
        weighted(transfer::sets(&self.members(), self.home, size).into_iter().map(|(weight, set)| {
            let colors: Vec<Color> = size.palette().filter(|color| set[color.index()]).collect();
            let description = match &*colors {
                [one] => format!("every peg is {one}"),
                some => format!("every peg is drawn from {}", listed(some.iter().copied())),
            };
            let each = 1.0 / power(colors.len(), size.pegs());
            let probability = move |code: &Code| if code.pegs().all(|color| set[color.index()]) { each } else { 0.0 };
            let draw = move |rng: &mut Rng| Code::from_fn(size, |_| colors[rng.below(colors.len())]);
            (weight, FnModel::new(description, probability, draw).by_distinct(true))
        }))
    }
}

impl FittedFamily for ColorSet {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let codes = (self.codes - share).max(0.0);
        let mut members = 0;
        for (index, &seen) in self.seen.iter().enumerate() {
            let has = code.count(color(index)) > 0;
            let member = seen - if has { share } else { 0.0 } > FEW * codes + 1e-9;
            if has && !member {
                return 0.0;
            }
            members += usize::from(member);
        }
        1.0 / power(members, code.len())
    }
}
