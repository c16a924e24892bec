//! Nested pairs of colors, like brackets.

use crate::{
    counting::{choices, color, power},
    fn_model::FnModel,
    model::{Evidence, FittedFamily, RuleFamily, WeightedModels, WeightedSample, only, total},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// With fewer codes no pairs are looked for.
const LEAST_CODES: f64 = 4.0;
/// The part of the codes in which all colors must be nested.
const LEAST_NESTED: f64 = 0.5;

/// Which colors open, and the color that closes each of them. Every code in which they are nested is equally probable.
#[derive(Clone, Debug)]
pub struct Nested {
    home: Size,
    /// For each color that opens the one that closes it.
    closes: [Option<u8>; Color::MAX],
}

/// The pairs of those codes, if colors are nested in most of them.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 4 || home.pegs() % 2 == 1 || home.colors() < 2 || total(codes) < LEAST_CODES {
        return None;
    }
    // The first peg opens and the last closes.
    let (mut first, mut last) = ([0.0; Color::MAX], [0.0; Color::MAX]);
    let mut next = vec![[0.0; Color::MAX]; Color::MAX];
    for (code, share) in codes {
        first[code.peg(0).index()] += share;
        last[code.peg(code.len() - 1).index()] += share;
        for peg in 1..code.len() {
            next[code.peg(peg - 1).index()][code.peg(peg).index()] += share;
        }
    }
    let opens = |index: usize| first[index] > last[index];
    let mut closes = [None; Color::MAX];
    for index in (0..home.colors()).filter(|&index| opens(index)) {
        // A color that closes and stands directly behind one that opens closes this one.
        let closing = (0..home.colors()).filter(|&other| !opens(other) && next[index][other] > 0.0);
        let most = closing.max_by(|&a, &b| next[index][a].total_cmp(&next[index][b]));
        closes[index] = most.map(|other| other as u8);
    }
    let nested = Nested { home, closes };
    let explained: f64 = codes.iter().filter(|(code, _)| nested.is_nested(code)).map(|(_, share)| share).sum();
    (nested.kinds() > 0 && explained >= LEAST_NESTED * total(codes)).then(|| Arc::new(nested) as _)
}

impl Nested {
    /// The number of colors that open.
    fn kinds(&self) -> usize {
        self.closes.iter().flatten().count()
    }

    /// Whether each color that closes closes the color that was opened last, and all are closed in the end.
    fn is_nested(&self, code: &Code) -> bool {
        let (mut open, mut depth) = ([0u8; Size::MAX_PEGS], 0);
        for color in code.pegs() {
            match self.closes[color.index()] {
                Some(closing) => {
                    open[depth] = closing;
                    depth += 1;
                }
                None if depth > 0 && usize::from(open[depth - 1]) == color.index() => depth -= 1,
                None => return false,
            }
        }
        depth == 0
    }

    /// The number of codes of that many pairs: a Catalan number of ways to nest them, and a color for each pair.
    fn codes(&self, pairs: usize) -> f64 {
        choices(2 * pairs, pairs) / (pairs + 1) as f64 * power(self.kinds(), pairs)
    }
}

impl RuleFamily for Nested {
    fn name(&self) -> &'static str {
        "nested-pairs"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let is_possible = size.pegs().is_multiple_of(2) && size.colors() >= self.home.colors();
        if !is_possible {
            return Vec::new();
        }
        let pairs = self.closes.iter().enumerate().filter_map(|(index, closing)| {
            closing.map(|closing| format!("{}{}", color(index), color(usize::from(closing))))
        });
        let description = format!("nested like brackets: {}", pairs.collect::<Vec<_>>().join(", "));
        let (nested, drawn) = (self.clone(), self.clone());
        let probability = move |code: &Code| nested.leave_one_out(code, 0.0);
        only(FnModel::new(description, probability, move |rng: &mut Rng| draw(&drawn, size, rng)))
    }
}

impl FittedFamily for Nested {
    fn leave_one_out(&self, code: &Code, _share: f64) -> f64 {
        if self.is_nested(code) { 1.0 / self.codes(code.len() / 2) } else { 0.0 }
    }

    /// Each color opens or closes, and each that opens has one that closes it.
    fn evidence(&self) -> Evidence {
        let colors = self.home.colors() as f64;
        Evidence::Parameters(-(colors * std::f64::consts::LN_2 + self.kinds() as f64 * libm::log(colors)))
    }
}

/// Uniform: with a number of pegs left and of pairs open, the next peg opens a pair with the part of the completions in which it does
/// (D. B. Arnold and M. R. Sleep, "Uniform random generation of balanced parenthesis strings", 1980).
fn draw(nested: &Nested, size: Size, rng: &mut Rng) -> Code {
    let opening: Vec<usize> = (0..Color::MAX).filter(|&index| nested.closes[index].is_some()).collect();
    let (mut open, mut left) = (Vec::new(), size.pegs());
    Code::from_fn(size, |_| {
        let (depth, rest) = (open.len() as f64, left as f64);
        let opens = (depth + 2.0) * (rest - depth) / (2.0 * rest * (depth + 1.0));
        left -= 1;
        if rng.unit() < opens || open.is_empty() {
            let index = opening[rng.below(opening.len())];
            open.push(nested.closes[index].unwrap_or_default());
            color(index)
        } else {
            color(usize::from(open.pop().unwrap_or_default()))
        }
    })
}
