//! The distribution of the lengths of runs of one color.

use crate::{
    automaton::{
        Automaton, AutomatonModel,
        reading::{PegPairs, Reading},
    },
    model::{FittedFamily, Model, RuleFamily, WeightedModels, WeightedSample, only, weighted},
};
use scsa::{Code, Size};
use std::sync::Arc;

/// The number of runs of every length that are added to those seen; each ends as often as runs of any length do.
const UNSEEN: f64 = 0.2;
/// The probability that runs have the same lengths in codes of other lengths, and are not longer or shorter in proportion.
const KEPT: f64 = 0.7;
/// The part of runs in proportion that keep their lengths.
const BLUR: f64 = 0.05;

/// For each length of a run, from 1.
type ByLength = [f64; Size::MAX_PEGS];

/// The number of runs that came to each length, and of those that ended there. A run that the end of the code cuts did not end.
#[derive(Clone, Copy, Debug)]
struct Runs {
    came: ByLength,
    ended: ByLength,
}

impl Runs {
    const NONE: Runs = Runs { came: [0.0; Size::MAX_PEGS], ended: [0.0; Size::MAX_PEGS] };

    /// Adds the runs of a code, with a share that is negative to leave it out.
    fn add(&mut self, code: &Code, share: f64) {
        let mut length = 0;
        for (before, peg) in code.pegs().zip(code.pegs().skip(1)) {
            self.came[length] += share;
            if before == peg {
                length += 1;
            } else {
                self.ended[length] += share;
                length = 0;
            }
        }
    }

    /// The probability that a run ends, of those that came to a length.
    fn ends(&self) -> ByLength {
        let [came, ended] = [self.came, self.ended].map(|seen| seen.map(|seen| seen.max(0.0)));
        let mean = (ended.iter().sum::<f64>() + UNSEEN) / (came.iter().sum::<f64>() + 2.0 * UNSEEN);
        std::array::from_fn(|length| (ended[length] + UNSEEN * mean) / (came[length] + UNSEEN))
    }
}

/// The lengths of the runs of equal pegs. The color after a run is any other.
#[derive(Clone, Debug)]
pub struct RunLengths {
    home: Size,
    runs: Runs,
}

/// The lengths of the runs in those codes.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 {
        return None;
    }
    let mut runs = Runs::NONE;
    codes.iter().for_each(|(code, share)| runs.add(code, *share));
    Some(Arc::new(RunLengths { home, runs }))
}

/// The distribution of the lengths of runs that end with these probabilities; the last one is that length or more.
fn lengths(ends: &ByLength) -> ByLength {
    let mut left = 1.0;
    std::array::from_fn(|length| {
        let here = if length + 1 < Size::MAX_PEGS { left * ends[length] } else { left };
        left -= here;
        here
    })
}

impl RunLengths {
    /// How runs end that are longer or shorter in proportion to the pegs.
    fn in_proportion(&self, size: Size) -> ByLength {
        let (from, to) = (self.home.pegs(), size.pegs());
        let kept = lengths(&self.runs.ends());
        let mut scaled = kept.map(|share| BLUR * share);
        for (length, share) in kept.iter().enumerate() {
            let transferred = (2 * (length + 1) * to + from) / (2 * from);
            scaled[transferred.clamp(1, Size::MAX_PEGS) - 1] += (1.0 - BLUR) * share;
        }
        let mut left = 1.0;
        scaled.map(|share| {
            let ends = if left > 1e-12 { (share / left).clamp(1e-6, 1.0 - 1e-6) } else { 0.5 };
            left -= share;
            ends
        })
    }
}

impl RuleFamily for RunLengths {
    fn name(&self) -> &'static str {
        "run-lengths"
    }

    fn at(&self, size: Size) -> WeightedModels {
        if size.colors() < 2 {
            return Vec::new();
        }
        let kept = model(self.runs.ends(), size);
        if size.pegs() == self.home.pegs() {
            return only(kept);
        }
        weighted([(KEPT, kept), (1.0 - KEPT, model(self.in_proportion(size), size))])
    }
}

impl FittedFamily for RunLengths {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let mut runs = self.runs;
        runs.add(code, -share);
        RunEnds(runs.ends()).evaluate(self.home, code).map_or(0.0, |(_, weight)| weight)
    }
}

/// Runs end with these probabilities by their length. The state is the length of the run, from 0.
#[derive(Debug)]
struct RunEnds(ByLength);

impl Automaton for RunEnds {
    fn reading(&self) -> Reading {
        Reading::Differences(PegPairs::Neighbors)
    }

    fn states(&self, size: Size) -> usize {
        size.pegs()
    }

    fn next(&self, _size: Size, peg: usize, state: usize, symbol: usize) -> Option<usize> {
        Some(if peg > 0 && symbol == 0 { (state + 1).min(peg) } else { 0 })
    }

    fn weight(&self, size: Size, peg: usize, state: usize, symbol: usize) -> f64 {
        match (peg, symbol) {
            (0, _) => 1.0 / size.colors() as f64,
            (_, 0) => 1.0 - self.0[state],
            _ => self.0[state] / (size.colors() - 1) as f64,
        }
    }
}

fn model(ends: ByLength, size: Size) -> impl Model {
    let mut shares = lengths(&ends);
    let longest = size.pegs() - 1;
    shares[longest] = shares[longest..].iter().sum();
    let words = (0..=longest).filter(|&length| shares[length] >= 0.005);
    let words: Vec<String> = words.map(|length| format!("{} ({:.0} %)", length + 1, shares[length] * 100.0)).collect();
    let description = format!("runs of one color have the lengths {}; then comes another color", words.join(", "));
    AutomatonModel::new(RunEnds(ends), size, vec![1.0], description)
}
