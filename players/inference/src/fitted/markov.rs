//! First-order Markov chains with fitted transition probabilities.

use super::uniform_subset::UniformSubset;
use crate::{
    counting::listed,
    model::{self, FittedFamily, RuleFamily, WeightedSample},
    models::neighbors::{ColorDistribution, MarkovModel, even},
    transfer,
};
use scsa::{Code, Color, Size};
use std::sync::Arc;

/// What is added to what was seen to follow a color, spread over all colors.
const UNSEEN: f64 = 0.5;

/// From what a color after another, or the first one, can be drawn, and how probable that is before anything is seen: from what
/// followed, evenly from the colors that followed, or from all.
const SOURCES: usize = 3;
const PRIOR: [f64; SOURCES] = [0.5, 0.1, 0.4];
/// The row of the first color, behind those of the others.
const FIRST: usize = Color::MAX;

/// How often each color was first, and followed each other.
#[derive(Clone, Debug)]
pub struct Markov {
    home: Size,
    /// For each color what followed it, and last what was first; with how often.
    seen: Vec<(ColorDistribution, f64)>,
    /// How probable each source of each of these is.
    sources: Vec<[f64; SOURCES]>,
}

/// The colors behind each other in those codes.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 {
        return None;
    }
    let seen = vec![([0.0; Color::MAX], 0.0); FIRST + 1];
    let mut markov = Markov { home, seen, sources: vec![PRIOR; FIRST + 1] };
    for (code, share) in codes {
        walk(code, |row, index| {
            markov.seen[row].0[index] += share;
            markov.seen[row].1 += share;
        });
    }
    markov.judge(codes);
    Some(Arc::new(markov))
}

/// The row by which each color of the code is drawn, with that color.
fn walk(code: &Code, mut step: impl FnMut(usize, usize)) {
    let mut row = FIRST;
    for color in code.pegs() {
        step(row, color.index());
        row = color.index();
    }
}

/// The probability of a color from each source, given the counts of the colors and their sum.
fn of_sources(seen: &ColorDistribution, all: f64, index: usize, colors: usize) -> [f64; SOURCES] {
    [
        (seen[index] + UNSEEN / colors as f64) / (all + UNSEEN),
        UniformSubset::of(seen, all, colors, UNSEEN).leave_one_out(index, 0.0),
        1.0 / colors as f64,
    ]
}

impl Markov {
    /// Judges the sources by how probable each code is made by all the others.
    fn judge(&mut self, codes: WeightedSample) {
        let mut evidence = vec![[0.0; SOURCES]; self.seen.len()];
        for (code, share) in codes {
            self.each_without(code, *share, |row, of_sources| {
                for (sum, probability) in evidence[row].iter_mut().zip(of_sources) {
                    *sum += share * libm::log(probability);
                }
            });
        }
        for ((sources, mut sums), (seen, all)) in self.sources.iter_mut().zip(evidence).zip(&self.seen) {
            // Half the logarithm of how much was seen for each frequency, of which one has been charged already.
            let charge = (0.5 * libm::log(all.max(1.0)) - 1.0).max(0.0);
            let frequencies = seen.iter().filter(|&&seen| seen > 0.5).count();
            sums[0] -= charge * frequencies.saturating_sub(1) as f64;
            let most = sums.iter().fold(f64::NEG_INFINITY, |most, &sum| most.max(sum));
            let weights: [f64; SOURCES] = std::array::from_fn(|source| PRIOR[source] * libm::exp(sums[source] - most));
            let all: f64 = weights.iter().sum();
            *sources = weights.map(|weight| weight / all);
        }
    }

    /// For each color of the code its row, and how probable it is from each source, judged by the other codes.
    fn each_without(&self, code: &Code, share: f64, mut each: impl FnMut(usize, [f64; SOURCES])) {
        walk(code, |row, index| {
            let (mut seen, mut all) = self.seen[row];
            walk(code, |other, index| {
                if other == row {
                    seen[index] = (seen[index] - share).max(0.0);
                    all -= share;
                }
            });
            each(row, of_sources(&seen, all.max(0.0), index, self.home.colors()));
        });
    }

    /// The most frequent follower of each color.
    fn description(&self) -> String {
        let rows =
            self.home.palette().map(|color| (color, &self.seen[color.index()])).filter(|(_, (_, all))| *all > 0.0);
        let words = rows.map(|(color, (seen, all))| {
            let row = self.row(color.index(), self.home);
            let least = 0.1 / self.home.colors() as f64;
            let never = self.home.palette().filter(|other| seen[other.index()] < least * all);
            let [own, set, _] = self.sources[color.index()];
            if set > own && set > 0.5 {
                return format!("{color} never {}", listed(never));
            }
            let most = self
                .home
                .palette()
                .fold(color, |most, other| if row[other.index()] > row[most.index()] { other } else { most });
            format!("{color}{most} {:.0} %", row[most.index()] * 100.0)
        });
        format!("what follows depends on the color, most often {}", words.collect::<Vec<_>>().join(", "))
    }

    /// How probable each color of a row is, at a size with as many or other colors.
    fn row(&self, row: usize, size: Size) -> ColorDistribution {
        let (seen, all) = &self.seen[row];
        let colors = self.home.colors();
        let share = |index: usize| (seen[index] + UNSEEN / colors as f64) / (all + UNSEEN);
        let own: ColorDistribution = std::array::from_fn(|index| if index < colors { share(index) } else { 0.0 });
        let set = UniformSubset::of(seen, *all, colors, UNSEEN);
        let [of_own, of_set, of_all] = self.sources[row];
        let own = transfer::mean(&transfer::frequencies(&own, self.home, size), size);
        let set = transfer::mean(&set.transferred(self.home, size), size);
        transfer::mean(&[(of_own, own), (of_set, set), (of_all, even(size))], size)
    }
}

impl RuleFamily for Markov {
    fn name(&self) -> &'static str {
        "neighbour-frequencies"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let mut chain = MarkovModel::new(size, self.description(), |_, _| 1.0);
        chain.first = self.row(FIRST, size);
        for before in 0..size.colors().min(self.home.colors()) {
            chain.next[before] = self.row(before, size);
        }
        if size == self.home {
            model::only(chain)
        } else {
            transfer::with_uniform_share(model::only(chain), 0.15, size)
        }
    }
}

impl FittedFamily for Markov {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let mut product = 1.0;
        self.each_without(code, share, |row, of_sources| {
            product *= self.sources[row].iter().zip(of_sources).map(|(weight, p)| weight * p).sum::<f64>();
        });
        product
    }
}
