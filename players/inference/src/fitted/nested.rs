//! Nested pairs of colors, like brackets.

use crate::{
    counting::{choices, color, power},
    family::{Evidence, Family, Model, WeightedSample, total},
    transfer::at_home,
};
use scsa::{Code, Color, Rng, Size};

/// With fewer codes no pairs are looked for.
const LEAST_CODES: f64 = 4.0;
/// The part of the codes in which all colors must be nested.
const LEAST_NESTED: f64 = 0.5;

/// Which colors open, and the color that closes each of them. Every code in which they are nested is equally probable.
#[derive(Debug)]
struct Nested {
    home: Size,
    /// For each color that opens the one that closes it.
    closes: Vec<Option<usize>>,
}

/// The pairs of those codes, if colors are nested in most of them.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Family> {
    if home.pegs() < 4 || home.pegs() % 2 == 1 || home.colors() < 2 || total(codes) < LEAST_CODES {
        return None;
    }
    // The first peg opens and the last closes. A color that closes and mostly stands directly behind one that opens closes this one.
    let (mut opens, mut next) = ([0.0; Color::MAX], [[0.0; Color::MAX]; Color::MAX]);
    for (code, share) in codes {
        opens[code.peg(0).index()] += share;
        opens[code.peg(code.len() - 1).index()] -= share;
        for (before, peg) in code.pegs().zip(code.pegs().skip(1)) {
            next[before.index()][peg.index()] += share;
        }
    }
    let closing = |index: usize| {
        let others = (0..home.colors()).filter(|&other| opens[other] <= 0.0 && next[index][other] > 0.0);
        others.filter(|_| opens[index] > 0.0).max_by(|&a, &b| next[index][a].total_cmp(&next[index][b]))
    };
    let nested = Nested { home, closes: (0..home.colors()).map(closing).collect() };
    let explained: f64 = codes.iter().filter(|(code, _)| nested.is_nested(code)).map(|(_, share)| share).sum();
    (nested.kinds() > 0 && explained >= LEAST_NESTED * total(codes)).then(|| {
        at_home("nested-pairs", home, nested, Evidence::Prequential, |nested, code, _| nested.probability(code))
    })
}

impl Nested {
    /// The number of colors that open.
    fn kinds(&self) -> usize {
        self.closes.iter().flatten().count()
    }

    /// Whether each color that closes closes the color that was opened last, and all are closed in the end.
    fn is_nested(&self, code: &Code) -> bool {
        let mut open = Vec::new();
        code.pegs().all(|color| match self.closes[color.index()] {
            Some(closing) => {
                open.push(closing);
                true
            }
            None => open.pop() == Some(color.index()),
        }) && open.is_empty()
    }
}

impl Model for Nested {
    /// With a number of pegs left and of pairs open, the next peg opens a pair with the part of the completions in which it does (D. B.
    /// Arnold and M. R. Sleep, "Uniform random generation of balanced parenthesis strings", 1980).
    fn draw(&self, rng: &mut Rng) -> Code {
        let opening: Vec<(usize, usize)> =
            self.closes.iter().enumerate().filter_map(|(index, closing)| Some((index, (*closing)?))).collect();
        let mut open = Vec::new();
        Code::from_fn(self.home, |peg| {
            let (depth, left) = (open.len() as f64, (self.home.pegs() - peg) as f64);
            let opens = (depth + 2.0) * (left - depth) / (2.0 * left * (depth + 1.0));
            color(match open.pop() {
                Some(closing) if rng.unit() >= opens => closing,
                stays => {
                    let (index, closing) = opening[rng.below(opening.len())];
                    open.extend(stays.into_iter().chain([closing]));
                    index
                }
            })
        })
    }

    /// A Catalan number of ways to nest pairs, and a color for each.
    fn probability(&self, code: &Code) -> f64 {
        let pairs = self.home.pegs() / 2;
        let codes = choices(2 * pairs, pairs) / (pairs + 1) as f64 * power(self.kinds(), pairs);
        if self.is_nested(code) { 1.0 / codes } else { 0.0 }
    }

    fn description(&self) -> String {
        let pairs = self.closes.iter().enumerate();
        let pairs = pairs.filter_map(|(index, closing)| Some(format!("{}{}", color(index), color((*closing)?))));
        format!("nested like brackets: {}", pairs.collect::<Vec<_>>().join(", "))
    }
}
