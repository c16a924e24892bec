//! The transfer of parameters to another size: several ways, with weights.

use crate::counting::is_vowel;
use crate::family::{Evidence, Family, FnModel, Model, WeightedModels, only};
use crate::fixed::palettes::palette_at;
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

pub type ColorDistribution = [f64; Color::MAX];

pub fn even(size: Size) -> ColorDistribution {
    std::array::from_fn(|index| if index < size.colors() { 1.0 / size.colors() as f64 } else { 0.0 })
}

/// The row with its sum made 1; even where it has none.
pub fn normalized(mut row: ColorDistribution, size: Size) -> ColorDistribution {
    row[size.colors()..].fill(0.0);
    let sum: f64 = row.iter().sum();
    if sum <= 0.0 {
        return even(size);
    }
    for share in &mut row {
        *share /= sum;
    }
    row
}

/// Where a learned color has less than this part of an even share, it hardly belongs to the rule.
const HARDLY: f64 = 0.05;

/// The models with this share of the weight moved to the uniform distribution, where the transfer to a size is doubtful. Without
/// models it has all the weight.
pub fn with_uniform_share(mut models: WeightedModels, share: f64, size: Size) -> WeightedModels {
    let share = if models.is_empty() { 1.0 } else { share };
    for (weight, _) in &mut models {
        *weight *= 1.0 - share;
    }
    models.extend(palette_at(Color::MAX, size).into_iter().map(|(weight, model)| (weight * share, model)));
    models
}

/// The probability that colors which never came, although there are some, do come.
const NEW_COLORS: f64 = 0.1;

/// The models of a rule of which nothing is known at other sizes: one at its home, and the same where there are more colors.
pub fn of_home<T: Model + 'static>(home: Size, model: &Arc<T>, size: Size) -> WeightedModels {
    if size == home {
        return vec![(1.0, Arc::clone(model) as _)];
    }
    if size.pegs() != home.pegs() || size.colors() < home.colors() {
        return Vec::new();
    }
    let (own, drawn) = (Arc::clone(model), Arc::clone(model));
    let probability = move |code: &Code| if home.is_legal(code) { own.probability(code) } else { 0.0 };
    let same = only(FnModel::new(model.description(), probability, move |rng: &mut Rng| drawn.draw(rng)));
    with_uniform_share(same, NEW_COLORS, size)
}

type LeaveOneOut<T> = fn(&T, &Code, f64) -> f64;

/// A fitted family of one model, of which nothing is known at other sizes.
pub fn at_home<T: Model + 'static>(
    name: &'static str,
    home: Size,
    model: T,
    evidence: Evidence,
    leave_one_out: LeaveOneOut<T>,
) -> Family {
    let models = |(home, model, _): &(Size, Arc<T>, LeaveOneOut<T>), size: Size| of_home(*home, model, size);
    Family::fitted(
        name,
        (home, Arc::new(model), leave_one_out),
        evidence,
        models,
        |(_, model, leave_one_out), code, share| leave_one_out(model, code, share),
    )
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
    // New colors are as frequent as the mean of the others.
    let with_mean = std::array::from_fn(|index| if index < from { row[index] } else { 1.0 / from as f64 });
    let all_come = row[..from].iter().all(|&share| share * from as f64 > HARDLY);
    let (kept, filled) = if all_come { (0.1, 0.7) } else { (0.7, 0.1) };
    vec![(kept, letters), (filled, normalized(with_mean, size)), (0.2, stretched)]
}

/// What frequencies of colors are with other colors, stretched over these or as the mean of the other ways.
pub fn row(row: &ColorDistribution, home: Size, size: Size, stretched: bool) -> ColorDistribution {
    let mut ways = frequencies(row, home, size);
    let last = ways.pop().map_or_else(|| even(size), |(_, row)| row);
    if stretched || ways.is_empty() { last } else { mean(&ways, size) }
}

/// What a set of colors, peg by peg one of them, may be with other colors. The weights need not sum to 1; no set is empty.
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
    ways.push((if half { 0.5 } else { 0.05 }, limited(&|index| set[(index * from / to).min(from - 1)])));
    for parity in 0..2 {
        if some && is(&|index| index % 2 == parity) {
            ways.push((1.0, limited(&|index| index % 2 == parity)));
        }
    }
    if some && is(&is_vowel) {
        ways.push((1.0, limited(&is_vowel)));
    }
    ways.retain(|(_, way)| way.contains(&true));
    ways
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
