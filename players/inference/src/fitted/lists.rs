//! Lists that are learned: of whole codes, and of color counts.

use crate::counting::{ColorCounts, color, counts, orders, pick, shuffled};
use crate::family::{self, Family, FnModel, Model, WeightedModels, WeightedSample, only};
use crate::fitted::frequencies::frequencies_model;
use crate::transfer;
use scsa::{Code, Color, Game, Rng};
use std::collections::BTreeMap;

/// How often each value was observed in codes of one game.
struct Tally<K> {
    home: Game,
    seen: BTreeMap<K, f64>,
    all: f64,
}

impl<K: Ord> Tally<K> {
    /// Values, each with the share of its code. None if no value was observed more than once.
    fn of(home: Game, values: impl Iterator<Item = (K, f64)>) -> Option<Tally<K>> {
        let mut tally = Tally { home, seen: BTreeMap::new(), all: 0.0 };
        for (value, share) in values {
            *tally.seen.entry(value).or_default() += share;
            tally.all += share;
        }
        tally.seen.values().any(|&seen| seen > 1.5).then_some(tally)
    }

    /// The relative frequency of a value without `share` of a code that has it.
    fn leave_one_out(&self, value: &K, share: f64) -> f64 {
        let seen = self.seen.get(value).copied().unwrap_or_default() - share;
        if seen > 1e-9 { seen / (self.all - share) } else { 0.0 }
    }
}

/// Whole codes that come again, by their frequencies. At sizes with other numbers of pegs nothing is known.
pub fn fit_codes(home: Game, codes: WeightedSample) -> Option<Family> {
    let tally = Tally::of(home, codes.iter().copied())?;
    let models = |tally: &Tally<Code>, game: Game| {
        // In lexicographic order.
        let (codes, shares): (Vec<Code>, Vec<f64>) = tally.seen.iter().filter(|(code, _)| game.is_legal(code)).unzip();
        let sum: f64 = shares.iter().sum();
        if codes.is_empty() {
            return Vec::new();
        }
        let description = format!("one of {} codes that were seen", codes.len());
        let (listed, weights) = (codes.clone(), shares.clone());
        let probability = move |code: &Code| codes.binary_search(code).map_or(0.0, |place| shares[place] / sum);
        only(FnModel::new(description, probability, move |rng: &mut Rng| listed[pick(&weights, rng)]))
    };
    Some(Family::fitted("list", tally, None, models, Tally::leave_one_out))
}

/// No more different color counts than these, the most frequent ones, make a rule.
const MOST_COUNTS: usize = 24;

/// Counts of the colors that come again; the pegs are shuffled.
pub fn fit_counts(home: Game, codes: WeightedSample) -> Option<Family> {
    let tally = Tally::of(home, codes.iter().map(|(code, share)| (counts(code), *share)))?;
    let leave_one_out =
        |tally: &Tally<ColorCounts>, code: &Code, share: f64| tally.leave_one_out(&counts(code), share) / orders(code);
    Some(Family::fitted("fixed-counts", tally, None, counts_at, leave_one_out))
}

/// In another game the counts are those of home in proportion, or each peg is drawn by them.
fn counts_at(tally: &Tally<ColorCounts>, game: Game) -> WeightedModels {
    let mut frequent: Vec<(f64, &ColorCounts)> =
        tally.seen.iter().map(|(counts, seen)| (seen / tally.all, counts)).collect();
    frequent.sort_by(|a, b| b.0.total_cmp(&a.0));
    frequent.truncate(MOST_COUNTS);
    let mut scaled: Vec<(f64, ColorCounts)> = Vec::new();
    let mut mean = [0.0; Color::MAX];
    for (weight, counts) in frequent {
        let shares: Vec<f64> = counts[..game.colors()].iter().map(|&count| f64::from(count)).collect();
        let rounded = transfer::proportional(&shares, game.pegs());
        if rounded.iter().sum::<usize>() == game.pegs() {
            scaled.push((weight, std::array::from_fn(|index| rounded.get(index).map_or(0, |&count| count as u8))));
            mean.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += weight * f64::from(count));
        }
    }
    if scaled.is_empty() {
        return Vec::new();
    }
    let model = only(counts_model(game, scaled));
    let of_mean = only(frequencies_model(game, transfer::normalized(mean, game)));
    if game.pegs() == tally.home.pegs() { model } else { family::joined([(0.9, model), (0.1, of_mean)]) }
}

/// Counts are drawn by weights that need not sum to 1, and the pegs are shuffled.
fn counts_model(game: Game, counted: Vec<(f64, ColorCounts)>) -> impl Model {
    let sum: f64 = counted.iter().map(|(weight, _)| weight).sum();
    let of = |counts: &ColorCounts| {
        let colors = (0..Color::MAX).filter(|&index| counts[index] > 0);
        colors.map(|index| format!("{}{}", color(index), counts[index])).collect::<Vec<_>>().join(" ")
    };
    let shown: Vec<String> = counted.iter().take(3).map(|(_, counts)| of(counts)).collect();
    let others = counted.len().saturating_sub(3);
    let others = if others > 0 { format!(" or {others} others") } else { String::new() };
    let description = format!("the counts {}{others}, shuffled", shown.join(" or "));
    let (weights, drawn): (Vec<f64>, Vec<ColorCounts>) = counted.iter().copied().unzip();
    let probability = move |code: &Code| {
        let counts = counts(code);
        let of: f64 = counted.iter().filter(|(_, own)| *own == counts).map(|(weight, _)| weight).sum();
        of / sum / orders(code)
    };
    let draw = move |rng: &mut Rng| {
        let counts = &drawn[pick(&weights, rng)];
        let mut pegs = (0..Color::MAX).flat_map(|index| std::iter::repeat_n(color(index), usize::from(counts[index])));
        shuffled(&Code::from_fn(game, |_| pegs.next().unwrap_or(Color::A)), rng)
    };
    FnModel::new(description, probability, draw)
}
