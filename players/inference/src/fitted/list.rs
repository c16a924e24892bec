//! Codes drawn from a list, by their frequencies.

use crate::model::{self, FittedFamily, RuleFamily, WeightedCodes, total};
use scsa::{Code, Rng, Size};
use std::{collections::BTreeMap, sync::Arc};

/// How often each code was seen. At sizes with other numbers of pegs nothing is known.
#[derive(Clone, Debug)]
pub struct List {
    seen: BTreeMap<Code, f64>,
    all: f64,
}

/// The codes that come again.
pub fn fit(_home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let mut seen: BTreeMap<Code, f64> = BTreeMap::new();
    for (code, share) in codes {
        *seen.entry(*code).or_default() += share;
    }
    let again = seen.values().any(|&seen| seen > 1.5);
    again.then(|| Arc::new(List { seen, all: total(codes) }) as _)
}

impl RuleFamily for List {
    fn name(&self) -> &'static str {
        "list"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let legal = self.seen.iter().filter(|(code, _)| size.is_legal(code));
        let (codes, shares): (Vec<Code>, Vec<f64>) = legal.unzip();
        let sum: f64 = shares.iter().sum();
        if codes.is_empty() {
            return Vec::new();
        }
        model::only(ListModel { codes, shares: shares.into_iter().map(|share| share / sum).collect() })
    }
}

impl FittedFamily for List {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let seen = self.seen.get(code).copied().unwrap_or_default() - share;
        if seen > 1e-9 { seen / (self.all - share) } else { 0.0 }
    }
}

#[derive(Debug)]
struct ListModel {
    /// In lexicographic order.
    codes: Vec<Code>,
    shares: Vec<f64>,
}

impl model::Model for ListModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        self.codes[crate::counting::pick(&self.shares, rng)]
    }

    fn probability(&self, code: &Code) -> f64 {
        self.codes.binary_search(code).map_or(0.0, |place| self.shares[place])
    }

    fn description(&self) -> String {
        format!("one of {} codes that were seen", self.codes.len())
    }
}
