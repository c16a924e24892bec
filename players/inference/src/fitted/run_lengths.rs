//! The distribution of the lengths of runs of one color.

use crate::{
    counting::{another, color},
    model::{self, FittedFamily, RuleFamily, WeightedCodes},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// How many runs of every length are added to those that were seen; each ends as often as runs of any length do.
const UNSEEN: f64 = 0.2;
/// How probable it is that runs have the same lengths in codes of other lengths, and are not longer or shorter in proportion.
const KEPT: f64 = 0.7;
/// What part of runs in proportion have the lengths that they had.
const BLUR: f64 = 0.05;

/// For each length of a run, from 1.
type Lengths = [f64; Size::MAX_PEGS];

/// How many runs came to each length, and how many of them ended there. A run that the end of the code cuts did not end.
#[derive(Clone, Copy, Debug)]
struct Runs {
    came: Lengths,
    ended: Lengths,
}

impl Runs {
    fn of(code: &Code) -> Runs {
        let mut runs = Runs { came: [0.0; Size::MAX_PEGS], ended: [0.0; Size::MAX_PEGS] };
        let mut length = 1;
        for peg in 1..code.len() {
            let ends = code.peg(peg) != code.peg(peg - 1);
            runs.came[length - 1] += 1.0;
            runs.ended[length - 1] += f64::from(u8::from(ends));
            length = if ends { 1 } else { length + 1 };
        }
        runs
    }

    fn add(&mut self, other: &Runs, share: f64) {
        for length in 0..Size::MAX_PEGS {
            self.came[length] = (self.came[length] + share * other.came[length]).max(0.0);
            self.ended[length] = (self.ended[length] + share * other.ended[length]).max(0.0);
        }
    }

    /// How probable it is that a run ends, of those that came to a length.
    fn ends(&self) -> Lengths {
        let (came, ended): (f64, f64) = (self.came.iter().sum(), self.ended.iter().sum());
        let mean = (ended + UNSEEN) / (came + 2.0 * UNSEEN);
        std::array::from_fn(|length| (self.ended[length] + UNSEEN * mean) / (self.came[length] + UNSEEN))
    }
}

/// The lengths of the runs of equal pegs. The color after a run is any other.
#[derive(Clone, Debug)]
pub struct RunLengths {
    home: Size,
    runs: Runs,
}

/// The lengths of the runs in those codes.
pub fn fit(home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 {
        return None;
    }
    let mut runs = Runs { came: [0.0; Size::MAX_PEGS], ended: [0.0; Size::MAX_PEGS] };
    for (code, share) in codes {
        runs.add(&Runs::of(code), *share);
    }
    Some(Arc::new(RunLengths { home, runs }))
}

/// How probable each length is, when runs end so; the last one is that or more.
fn lengths(ends: &Lengths) -> Lengths {
    let mut left = 1.0;
    std::array::from_fn(|length| {
        let here = if length + 1 < Size::MAX_PEGS { left * ends[length] } else { left };
        left -= here;
        here
    })
}

impl RunLengths {
    /// How runs end that are longer or shorter in proportion to the pegs.
    fn in_proportion(&self, size: Size) -> Lengths {
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

    fn at(&self, size: Size) -> model::WeightedModels {
        if size.colors() < 2 {
            return Vec::new();
        }
        let kept = RunLengthsModel { size, ends: self.runs.ends() };
        if size.pegs() == self.home.pegs() {
            return model::only(kept);
        }
        model::weighted([(KEPT, kept), (1.0 - KEPT, RunLengthsModel { size, ends: self.in_proportion(size) })])
    }
}

impl FittedFamily for RunLengths {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let mut runs = self.runs;
        runs.add(&Runs::of(code), -share);
        probability(&runs.ends(), self.home, code)
    }
}

fn probability(ends: &Lengths, size: Size, code: &Code) -> f64 {
    let mut product = 1.0 / size.colors() as f64;
    let mut length = 0;
    for peg in 1..code.len() {
        if code.peg(peg) == code.peg(peg - 1) {
            product *= 1.0 - ends[length];
            length += 1;
        } else {
            product *= ends[length] / (size.colors() - 1) as f64;
            length = 0;
        }
    }
    product
}

#[derive(Debug)]
struct RunLengthsModel {
    size: Size,
    ends: Lengths,
}

impl model::Model for RunLengthsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        let (mut index, mut length) = (rng.below(colors), 0);
        Code::from_fn(self.size, |peg| {
            if peg > 0 {
                let ends = rng.unit() < self.ends[length];
                index = if ends { another(index, colors, rng) } else { index };
                length = if ends { 0 } else { length + 1 };
            }
            color(index)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        probability(&self.ends, self.size, code)
    }

    fn description(&self) -> String {
        let mut shares = lengths(&self.ends);
        let longest = self.size.pegs() - 1;
        shares[longest] = shares[longest..].iter().sum();
        let words = (0..=longest).filter(|&length| shares[length] >= 0.005);
        let words: Vec<String> =
            words.map(|length| format!("{} ({:.0} %)", length + 1, shares[length] * 100.0)).collect();
        format!("a color goes on for so many pegs: {}; then comes another one", words.join(", "))
    }
}
