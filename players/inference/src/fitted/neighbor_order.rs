//! Which of two neighboring pegs has the earlier color, for each pair of neighbors: sorted parts of any lengths, peaks, zigzags.

use crate::{
    automaton::{Automaton, AutomatonModel, reading::Reading},
    counting::listed_texts,
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedModels, WeightedSample, total},
};
use scsa::{Code, Size};
use std::{cmp::Ordering, sync::Arc};

/// With fewer codes a relation that was not seen may be chance.
const LEAST_CODES: f64 = 10.0;
/// The pairs of neighbors that must lack a relation.
const LEAST_PAIRS: usize = 2;
/// The number of sets of relations that a pair may have: any but the empty one.
const SETS: f64 = 7.0;

/// How often a peg was of an earlier, the same or a later color than the one before it, for each pair of neighbors.
#[derive(Clone, Debug)]
pub struct NeighborOrder {
    home: Size,
    seen: Vec<[f64; 3]>,
}

/// The relations in the codes, if some neighbors lack one.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 3 || total(codes) < LEAST_CODES {
        return None;
    }
    let mut seen = vec![[0.0; 3]; home.pegs() - 1];
    for (code, share) in codes {
        for (counts, relation) in seen.iter_mut().zip(relations(code)) {
            counts[relation] += share;
        }
    }
    let fitted = NeighborOrder { home, seen };
    let limited = fitted.allowed().0.iter().filter(|allowed| allowed.contains(&false)).count();
    (limited >= LEAST_PAIRS).then(|| Arc::new(fitted) as _)
}

/// The relation of each peg but the first to the one before it.
fn relations(code: &Code) -> impl Iterator<Item = usize> {
    code.pegs().zip(code.pegs().skip(1)).map(|(before, peg)| relation(before.index(), peg.index()))
}

fn relation(before: usize, peg: usize) -> usize {
    match peg.cmp(&before) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

impl NeighborOrder {
    fn allowed(&self) -> AllowedOrders {
        AllowedOrders(self.seen.iter().map(|counts| counts.map(|count| count > 1e-9)).collect())
    }
}

/// The relations that each pair of neighbors may have. The state is one more than the index of the color before; it is 0 at first.
#[derive(Clone, Debug)]
struct AllowedOrders(Vec<[bool; 3]>);

impl Automaton for AllowedOrders {
    fn reading(&self) -> Reading {
        Reading::Colors
    }

    fn states(&self, size: Size) -> usize {
        size.colors() + 1
    }

    fn next(&self, _size: Size, peg: usize, state: usize, symbol: usize) -> Option<usize> {
        let is_allowed = match (peg, state) {
            (0, _) | (_, 0) => true,
            _ => self.0[peg - 1][relation(state - 1, symbol)],
        };
        is_allowed.then_some(symbol + 1)
    }
}

impl RuleFamily for NeighborOrder {
    fn name(&self) -> &'static str {
        "neighbor-order"
    }

    /// With other colors the relations stay. Nothing is known of other pegs.
    fn at(&self, size: Size) -> WeightedModels {
        let allowed = self.allowed();
        let codes: f64 = if size.pegs() == self.home.pegs() { allowed.totals(size).iter().sum() } else { 0.0 };
        if codes == 0.0 {
            return Vec::new();
        }
        let description = description(&allowed);
        model::only(AutomatonModel::new(allowed, size, vec![1.0 / codes], description))
    }
}

impl FittedFamily for NeighborOrder {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        // Without the only code that has a relation it would not be allowed.
        let is_allowed =
            self.seen.iter().zip(relations(code)).all(|(counts, relation)| counts[relation] - share > 1e-9);
        if is_allowed { 1.0 / self.allowed().totals(self.home).iter().sum::<f64>() } else { 0.0 }
    }

    fn evidence(&self) -> Evidence {
        Evidence::Parameters(-(self.seen.len() as f64) * libm::log(SETS))
    }
}

/// Neighbors with the same relations, one after another, together.
fn description(allowed: &AllowedOrders) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut first = 1;
    for equal in allowed.0.chunk_by(|a, b| a == b) {
        let words = match equal[0] {
            [true, false, false] => Some("each earlier than the one before"),
            [false, true, false] => Some("each equal to the one before"),
            [false, false, true] => Some("each later than the one before"),
            [true, true, false] => Some("sorted, the last color first"),
            [false, true, true] => Some("sorted, A first"),
            [true, false, true] => Some("each different from the one before"),
            _ => None,
        };
        let last = first + equal.len();
        texts.extend(words.map(|words| format!("pegs {first} to {last} {words}")));
        first = last;
    }
    format!("{}; all such codes are equally probable", listed_texts(texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_parts_of_different_lengths_are_found() {
        let texts = [
            "ABBDC", "AACEE", "BCDDA", "AAABA", "BEEEB", "ACDEA", "BBBED", "CCDEC", "ADDEA", "CDEEE", "ABCCA", "BBDDB",
        ];
        let codes: Vec<(Code, f64)> = texts.iter().map(|text| (text.parse().unwrap(), 1.0)).collect();
        let size: Size = "5x5".parse().unwrap();
        let family = fit(size, &codes).unwrap();
        let model = family.at(size).swap_remove(0).1;
        assert_eq!(
            model.description(),
            "pegs 1 to 4 sorted, A first and pegs 4 to 5 sorted, the last color first; all such codes are equally probable"
        );
        // The codes of four sorted pegs and a peg that is not later: the sum over the fourth color of C(k + 2, 3) (k + 1), k from 0.
        let codes: f64 = [1.0, 4.0, 10.0, 20.0, 35.0].iter().zip(1..).map(|(n, k)| n * f64::from(k)).sum();
        assert!((model.probability(&"AAABA".parse().unwrap()) * codes - 1.0).abs() < 1e-12);
    }
}
