//! How often each color comes, whatever the others do: a weight for each color and count, and the pegs shuffled.
//!
//! The probability of the counts is in proportion to the product of their weights: the distribution of most entropy with those frequencies
//! of counts. Weights are fitted by iterative scaling (J. N. Darroch and D. Ratcliff, "Generalized iterative scaling for log-linear
//! models", 1972). A color that comes twice or never, and no color more than twice, are of this kind.

use crate::counting::{FACTORIALS, choices, color, counts, orders, pick, power, shuffled};
use crate::family::{Family, Model, WeightedSample, total};
use crate::transfer::at_home;
use scsa::{Code, Color, Game, Rng};

/// How many codes the frequencies of all colors count as beside those of one: the values that are compared.
const POOLED: [f64; 3] = [0.5, 8.0, 1e6];
/// What is added to the number of times that a count was seen with all colors.
const UNSEEN: f64 = 0.02;
const PASSES: usize = 30;

/// For each color how much each count weighs, or how often it was seen, or is.
type CountTable = Vec<[f64; Game::MAX_PEGS + 1]>;

#[derive(Clone, Debug)]
struct CountWeights {
    home: Game,
    seen: CountTable,
    codes: f64,
    pooled: f64,
    /// The frequencies of counts that are fitted.
    goal: CountTable,
    weights: CountTable,
    /// For each number of colors the sum of the products of their weights, by the number of their pegs.
    sums: CountTable,
}

pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let mut seen: CountTable = vec![[0.0; Game::MAX_PEGS + 1]; home.colors()];
    for (code, share) in codes {
        seen.iter_mut().zip(counts(code)).for_each(|(row, count)| row[usize::from(count)] += share);
    }
    let fitted = POOLED.map(|pooled| {
        let fitted = CountWeights::new(home, seen.clone(), total(codes), pooled);
        let log: f64 = codes.iter().map(|(code, share)| share * libm::log(fitted.without(code, *share))).sum();
        (log, fitted)
    });
    let (_, best) = fitted.into_iter().filter(|(log, _)| !log.is_nan()).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(at_home("count-weights", home, best, None, CountWeights::without))
}

impl CountWeights {
    fn new(home: Game, seen: CountTable, codes: f64, pooled: f64) -> CountWeights {
        let unweighted = std::array::from_fn(|count| 1.0 / FACTORIALS[count]);
        let weights = vec![unweighted; home.colors()];
        let mut fitted = CountWeights { home, seen, codes, pooled, goal: Vec::new(), weights, sums: Vec::new() };
        let (pegs, colors) = (home.pegs(), home.colors());
        // How often a color has a count in codes drawn uniformly.
        let uniform = |count| choices(pegs, count) * power(colors - 1, pegs - count) / power(colors, pegs);
        let frequencies = |index| {
            let frequency = |count| fitted.frequency(index, count, 0.0, uniform(count));
            std::array::from_fn(|count| if count <= pegs { frequency(count) } else { 0.0 })
        };
        fitted.goal = (0..colors).map(frequencies).collect();
        fitted.sum();
        for _ in 0..PASSES {
            fitted.scale();
            fitted.sum();
        }
        fitted
    }

    /// How often a color has that count, without that weight of a code in which it has. What was not seen counts by how often a color has
    /// that count in codes drawn uniformly.
    fn frequency(&self, index: usize, count: usize, share: f64, uniform: f64) -> f64 {
        let (colors, codes) = (self.home.colors() as f64, self.codes - share);
        let of_all: f64 = self.seen.iter().map(|row| row[count]).sum::<f64>() - share;
        let pooled = (of_all.max(0.0) + UNSEEN * colors * uniform) / (colors * self.codes - share + UNSEEN * colors);
        ((self.seen[index][count] - share).max(0.0) + self.pooled * pooled) / (codes + self.pooled)
    }

    /// Computes the sums of the weights.
    fn sum(&mut self) {
        let mut sums = [0.0; Game::MAX_PEGS + 1];
        sums[0] = 1.0;
        self.sums.clear();
        self.sums.push(sums);
        for weights in &self.weights {
            let before = sums;
            for pegs in 0..=self.home.pegs() {
                sums[pegs] = (0..=pegs).map(|count| weights[count] * before[pegs - count]).sum();
            }
            self.sums.push(sums);
        }
    }

    /// The sum over all counts of a code.
    fn all(&self) -> f64 {
        self.sums[self.home.colors()][self.home.pegs()]
    }

    /// Scales the weights, from the last color to the first, so that each color's counts are as frequent as they should be with the weights
    /// of the others.
    fn scale(&mut self) {
        let pegs = self.home.pegs();
        // The sums of the colors after one, by the pegs that are left to it and those before.
        let mut after = [0.0; Game::MAX_PEGS + 1];
        after[pegs] = 1.0;
        for ((weights, goal), sums) in self.weights.iter_mut().zip(&self.goal).zip(&self.sums).rev() {
            for count in 0..=pegs {
                let others: f64 = (count..=pegs).map(|left| sums[left - count] * after[left]).sum();
                weights[count] = if weights[count] > 0.0 && others > 0.0 { goal[count] / others } else { 0.0 };
            }
            // The weight of the most frequent count: one that hardly ever comes may have a far larger one.
            let usual = (0..=pegs).max_by(|&a, &b| goal[a].total_cmp(&goal[b])).map_or(1.0, |count| weights[count]);
            weights.iter_mut().for_each(|weight| *weight /= usual);
            after = std::array::from_fn(|left| (left..=pegs).map(|all| weights[all - left] * after[all]).sum());
        }
    }

    /// The probability of a code without so much of it: weights change about as the frequencies that they are fitted to.
    fn without(&self, code: &Code, share: f64) -> f64 {
        let counts = counts(code);
        let mut probability = 1.0 / self.all() / orders(code);
        for (index, &count) in counts.iter().enumerate().take(self.home.colors()) {
            let count = usize::from(count);
            probability *= self.weights[index][count];
            if share > 0.0 && self.goal[index][count] > 0.0 {
                probability *= self.frequency(index, count, share, 0.0) / self.goal[index][count];
            }
        }
        probability
    }
}

impl Model for CountWeights {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut left = self.home.pegs();
        let mut colors = Vec::with_capacity(left);
        for index in (0..self.home.colors()).rev() {
            let weights: Vec<f64> =
                (0..=left).map(|count| self.weights[index][count] * self.sums[index][left - count]).collect();
            let count = pick(&weights, rng);
            colors.extend(std::iter::repeat_n(color(index), count));
            left -= count;
        }
        shuffled(&Code::from_fn(self.home, |peg| colors.get(peg).copied().unwrap_or(Color::A)), rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.without(code, 0.0)
    }

    fn description(&self) -> String {
        let of_color = |(index, row): (usize, &[f64; Game::MAX_PEGS + 1])| {
            let mut order: Vec<usize> = (0..=self.home.pegs()).filter(|&count| row[count] >= 0.005).collect();
            order.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
            let words = order.iter().take(3).map(|&count| format!("{count} ({:.0} %)", row[count] * 100.0));
            format!("{} {}", color(index), words.collect::<Vec<_>>().join(" or "))
        };
        let shown = if self.pooled > 1e3 { 1 } else { 6 };
        let words: Vec<String> = self.goal.iter().enumerate().take(shown).map(of_color).collect();
        let others = if shown == 1 { ", as each other color" } else { " …" };
        format!("how often each color comes is drawn, then the pegs are shuffled: {}{others}", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;

    /// One code; codes of one color with some others; codes of no color more than twice, and of A twice.
    #[test]
    fn counts_come_as_often_as_they_were_seen() {
        let game: Game = "6x5".parse().unwrap();
        let mut rng = Rng::new(5);
        let mut of_one_color: Vec<Code> = (0..75).map(|_| Code::uniform(game, rng.color(5))).collect();
        of_one_color.extend((0..25).map(|_| Code::from_fn(game, |_| rng.color(5))));
        let few = |code: &Code| counts(code).iter().all(|&count| count <= 2) && code.count(Color::A) == 2;
        let at_most_two: Vec<Code> = game.codes().filter(few).step_by(7).collect();
        for codes in [&of_one_color[..1], &of_one_color, &at_most_two] {
            let codes: Vec<(Code, f64)> = codes.iter().map(|&code| (code, 1.0)).collect();
            let models = fit(game, &codes).unwrap().at(game);
            let probable = |of: &dyn Fn(&Code) -> bool| -> f64 {
                game.codes().filter(of).map(|code| family::probability(&models, &code)).sum()
            };
            assert!((probable(&|_| true) - 1.0).abs() < 1e-9);
            for count in [0, 2, 6] {
                let is = |code: &Code| code.count(Color::A) == count;
                let seen = codes.iter().filter(|(code, _)| is(code)).count() as f64 / codes.len() as f64;
                let p = probable(&is);
                assert!(codes.len() == 1 || (p - seen).abs() < 0.05, "{count}: {p}, seen {seen}");
            }
        }
    }
}
