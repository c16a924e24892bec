//! The transfer of parameters to another size: several ways, with weights.

use crate::{
    counting::is_vowel,
    model::{RuleFamily, WeightedModels},
    models::{
        neighbors::{ColorDistribution, even, normalized},
        palette::PaletteRule,
    },
};
use scsa::{Color, Size};

/// Where a learned color has less than this part of an even share, it hardly belongs to the rule.
const HARDLY: f64 = 0.05;

/// The models with this share of the weight moved to the uniform distribution, where the transfer to a size is doubtful. Without
/// models it has all the weight.
pub fn with_uniform_share(mut models: WeightedModels, share: f64, size: Size) -> WeightedModels {
    let share = if models.is_empty() { 1.0 } else { share };
    for (weight, _) in &mut models {
        *weight *= 1.0 - share;
    }
    models.extend(PaletteRule::ALL.at(size).into_iter().map(|(weight, model)| (weight * share, model)));
    models
}

/// What frequencies of colors may be with other colors: colors keep their letters, new ones never come or are as frequent as
/// the others, or frequencies are stretched over the colors. The weights sum to 1.
pub fn frequencies(row: &ColorDistribution, home: Size, size: Size) -> Vec<(f64, ColorDistribution)> {
    let (from, to) = (home.colors(), size.colors());
    if from == to {
        return vec![(1.0, *row)];
    }
    let letters = normalized(*row, size);
    let stretched = normalized(std::array::from_fn(|index| row[(index * from / to).min(from - 1)]), size);
    if to < from {
        return vec![(0.7, letters), (0.3, stretched)];
    }
    let all_come = row[..from].iter().all(|&share| share * from as f64 > HARDLY);
    let (kept, filled) = if all_come { (0.1, 0.7) } else { (0.7, 0.1) };
    vec![(kept, letters), (filled, fill(row, home, size)), (0.2, stretched)]
}

/// Colors keep their letters, and new ones are as frequent as the mean of the others.
pub fn fill(row: &ColorDistribution, home: Size, size: Size) -> ColorDistribution {
    let mean = 1.0 / home.colors() as f64;
    normalized(std::array::from_fn(|index| if index < home.colors() { row[index] } else { mean }), size)
}

/// What a set of colors, peg by peg one of them, may be with other colors, each with the words for it. The weights need not
/// sum to 1; no set is empty.
pub fn sets(set: &[bool; Color::MAX], home: Size, size: Size) -> Vec<(f64, [bool; Color::MAX])> {
    let (from, to) = (home.colors(), size.colors());
    let limited = |holds: &dyn Fn(usize) -> bool| std::array::from_fn(|index| index < to && holds(index));
    if from == to {
        return vec![(1.0, limited(&|index| set[index]))];
    }
    let is = |holds: &dyn Fn(usize) -> bool| (0..from).all(|index| set[index] == holds(index));
    let some = set.iter().filter(|&&member| member).count() >= 2;
    let mut ways = vec![(0.5, limited(&|index| set[index]))];
    // Half of the colors may be half of others; with few colors that is chance.
    let halves = [from / 2, from.div_ceil(2)];
    let half = from > 5 && halves.iter().any(|&half| is(&|index| index < half) || is(&|index| index >= half));
    // The last colors of the game, by their distance from its end.
    ways.push((0.05, limited(&|index| (index + from).checked_sub(to).is_some_and(|old| set[old]))));
    ways.push((if half { 0.5 } else { 0.05 }, limited(&|index| set[(index * from / to).min(from - 1)])));
    for parity in 0..2 {
        if some && is(&|index| index % 2 == parity) {
            ways.push((1.0, limited(&|index| index % 2 == parity)));
        }
    }
    if some && is(&is_vowel) {
        ways.push((1.0, limited(&is_vowel)));
    }
    let mut different: Vec<(f64, [bool; Color::MAX])> = Vec::new();
    for (weight, way) in ways.into_iter().filter(|(_, way)| way.contains(&true)) {
        match different.iter_mut().find(|(_, other)| *other == way) {
            Some((sum, _)) => *sum += weight,
            None => different.push((weight, way)),
        }
    }
    different
}

/// Numbers that sum to `total`, in proportion to the shares: rounded down, then one more where most is left over, the first
/// ones where it is equal. All 0 where the shares are.
pub fn proportional(shares: &[f64], total: usize) -> Vec<usize> {
    let sum: f64 = shares.iter().sum();
    if sum <= 0.0 {
        return vec![0; shares.len()];
    }
    // A little more, so that a whole number stays one.
    let exact: Vec<f64> = shares.iter().map(|share| share * total as f64 / sum + 1e-9).collect();
    let mut rounded: Vec<usize> = exact.iter().map(|&share| share as usize).collect();
    let mut order: Vec<usize> = (0..shares.len()).filter(|&place| shares[place] > 0.0).collect();
    order.sort_by(|&a, &b| (exact[b] - rounded[b] as f64).total_cmp(&(exact[a] - rounded[a] as f64)));
    let missing = total.saturating_sub(rounded.iter().sum());
    for &place in order.iter().cycle().take(missing) {
        rounded[place] += 1;
    }
    rounded
}

/// A step from color to color, A after the last one, with other colors: small steps keep their length and direction.
pub fn step(step: usize, home: Size, size: Size) -> usize {
    let (from, to) = (home.colors(), size.colors());
    if step * 2 <= from { step % to } else { (to - (from - step) % to) % to }
}

/// How often each step comes, with other colors. Steps keep their length, or all but none are as frequent as each other.
pub fn steps(row: &ColorDistribution, home: Size, size: Size) -> Vec<(f64, ColorDistribution)> {
    if home.colors() == size.colors() {
        return vec![(1.0, *row)];
    }
    let mut kept = [0.0; Color::MAX];
    for (old, share) in row.iter().enumerate().take(home.colors()) {
        kept[step(old, home, size)] += share;
    }
    let moving = (1.0 - row[0]).max(0.0);
    let others = size.colors().saturating_sub(1).max(1) as f64;
    let spread: ColorDistribution = std::array::from_fn(|new| if new == 0 { row[0] } else { moving / others });
    let mean = moving / home.colors().saturating_sub(1).max(1) as f64;
    let all_come = row[1..home.colors()].iter().all(|&share| share > 0.3 * mean);
    let of_kept = if all_come { 0.05 } else { 0.8 };
    vec![(of_kept, normalized(kept, size)), (1.0 - of_kept, normalized(spread, size))]
}

/// The mean of rows with weights; even where there are none.
pub fn mean(rows: &[(f64, ColorDistribution)], size: Size) -> ColorDistribution {
    let mut mean = [0.0; Color::MAX];
    for (weight, row) in rows {
        for (sum, share) in mean.iter_mut().zip(row) {
            *sum += weight * share;
        }
    }
    if rows.is_empty() { even(size) } else { normalized(mean, size) }
}
