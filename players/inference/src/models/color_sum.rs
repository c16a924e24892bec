//! Codes whose color indices have a certain sum, modulo a divisor.

use crate::{
    counting::{self, color},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// The sum over the pegs, A counting 0, B 1 and so on, leaves that rest when divided. All such codes are equally likely.
#[derive(Clone, Copy, Debug)]
pub struct ColorSum {
    /// What the sum is divided by, at least 1; 0 is the number of colors.
    pub divisor: usize,
    pub rest: usize,
}

impl model::RuleFamily for ColorSum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let divisor = if self.divisor == 0 { size.colors() } else { self.divisor };
        let rest = self.rest;
        let mut ways = vec![vec![0.0; divisor]];
        ways[0][0] = 1.0;
        for pegs in 0..size.pegs() {
            let mut longer = vec![0.0; divisor];
            for (sum, count) in ways[pegs].iter().enumerate() {
                for index in 0..size.colors() {
                    longer[(sum + index) % divisor] += count;
                }
            }
            ways.push(longer);
        }
        // With one color, or where nothing is left to divide, the rule rules nothing out, or everything.
        if rest >= divisor || ways[size.pegs()][rest] == 0.0 {
            return Vec::new();
        }
        model::only(ColorSumModel { size, divisor, rest, ways })
    }
}

#[derive(Debug)]
struct ColorSumModel {
    size: Size,
    divisor: usize,
    rest: usize,
    /// How many codes of so many pegs have a sum with that rest.
    ways: Vec<Vec<f64>>,
}

impl model::Model for ColorSumModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut rest = self.rest;
        Code::from_fn(self.size, |peg| {
            let left = &self.ways[self.size.pegs() - peg - 1];
            let after = |index: usize| (rest + self.divisor * index - index) % self.divisor;
            let weights: Vec<f64> = (0..self.size.colors()).map(|index| left[after(index)]).collect();
            let index = counting::pick(&weights, rng);
            rest = after(index);
            color(index)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let sum: usize = code.pegs().map(Color::index).sum();
        if sum % self.divisor == self.rest { 1.0 / self.ways[self.size.pegs()][self.rest] } else { 0.0 }
    }

    fn description(&self) -> String {
        match (self.divisor, self.rest) {
            (2, 0) => "the sum of the colors, A being 0, is even".to_owned(),
            (2, _) => "the sum of the colors, A being 0, is odd".to_owned(),
            (divisor, 0) => format!("the sum of the colors, A being 0, is a multiple of {divisor}"),
            (divisor, rest) => format!("the sum of the colors, A being 0, is {rest} more than a multiple of {divisor}"),
        }
    }
}
