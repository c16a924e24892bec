//! The transfer of parameters to another game: several ways, with weights.

use crate::counting::is_vowel;
use crate::family::{Family, FnModel, Model, WeightedModels, only};
use crate::fixed::palettes::palette_at;
use scsa::{Code, Color, Game, Rng};
use std::sync::Arc;

pub type ColorDistribution = [f64; Color::MAX];

pub fn even(game: Game) -> ColorDistribution {
    std::array::from_fn(|index| if index < game.colors() { 1.0 / game.colors() as f64 } else { 0.0 })
}

/// The row with its sum made 1; even where it has none.
pub fn normalized(mut row: ColorDistribution, game: Game) -> ColorDistribution {
    row[game.colors()..].fill(0.0);
    let sum: f64 = row.iter().sum();
    if sum <= 0.0 {
        return even(game);
    }
    for share in &mut row {
        *share /= sum;
    }
    row
}

/// Where a learned color has less than this part of an even share, it hardly belongs to the rule.
const HARDLY: f64 = 0.05;

/// The models with this share of the weight moved to the uniform distribution, where the transfer to a game is doubtful. Without
/// models it has all the weight.
pub fn with_uniform_share(mut models: WeightedModels, share: f64, game: Game) -> WeightedModels {
    let share = if models.is_empty() { 1.0 } else { share };
    for (weight, _) in &mut models {
        *weight *= 1.0 - share;
    }
    models.extend(palette_at(Color::MAX, game).into_iter().map(|(weight, model)| (weight * share, model)));
    models
}

/// The probability that colors which never came, although there are some, do come.
const NEW_COLORS: f64 = 0.1;

/// The models of a rule of which nothing is known in other games: one at its home, and the same where there are more colors.
pub fn of_home<T: Model + 'static>(home: Game, model: &Arc<T>, game: Game) -> WeightedModels {
    if game == home {
        return vec![(1.0, Arc::clone(model) as _)];
    }
    if game.pegs() != home.pegs() || game.colors() < home.colors() {
        return Vec::new();
    }
    let (own, drawn) = (Arc::clone(model), Arc::clone(model));
    let probability = move |code: &Code| if home.is_legal(code) { own.probability(code) } else { 0.0 };
    let same = FnModel::new(model.description(), probability, move |rng: &mut Rng| drawn.draw(rng));
    let same = only(same.cost(model.cost()));
    with_uniform_share(same, NEW_COLORS, game)
}

type LeaveOneOut<T> = fn(&T, &Code, f64) -> f64;

/// A fitted family of one model, of which nothing is known in other games.
pub fn at_home<T: Model + 'static>(
    name: &'static str,
    home: Game,
    model: T,
    evidence: Option<f64>,
    leave_one_out: LeaveOneOut<T>,
) -> Family {
    let models = |(home, model, _): &(Game, Arc<T>, LeaveOneOut<T>), game: Game| of_home(*home, model, game);
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
pub fn frequencies(row: &ColorDistribution, home: Game, game: Game) -> Vec<(f64, ColorDistribution)> {
    let (from, to) = (home.colors(), game.colors());
    if from == to {
        return vec![(1.0, *row)];
    }
    let letters = normalized(*row, game);
    let stretched = normalized(std::array::from_fn(|index| row[(index * from / to).min(from - 1)]), game);
    if to < from {
        return vec![(0.7, letters), (0.3, stretched)];
    }
    // New colors are as frequent as the mean of the others.
    let with_mean = std::array::from_fn(|index| if index < from { row[index] } else { 1.0 / from as f64 });
    let all_come = row[..from].iter().all(|&share| share * from as f64 > HARDLY);
    let (kept, filled) = if all_come { (0.1, 0.7) } else { (0.7, 0.1) };
    vec![(kept, letters), (filled, normalized(with_mean, game)), (0.2, stretched)]
}

/// What frequencies of colors are with other colors, stretched over these or as the mean of the other ways.
pub fn row(row: &ColorDistribution, home: Game, game: Game, stretched: bool) -> ColorDistribution {
    let mut ways = frequencies(row, home, game);
    let last = ways.pop().map_or_else(|| even(game), |(_, row)| row);
    if stretched || ways.is_empty() { last } else { mean(&ways, game) }
}

/// What a set of colors, peg by peg one of them, may be with other colors. The weights need not sum to 1; no set is empty.
pub fn sets(set: &[bool; Color::MAX], home: Game, game: Game) -> Vec<(f64, [bool; Color::MAX])> {
    let (from, to) = (home.colors(), game.colors());
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
pub fn mean(rows: &[(f64, ColorDistribution)], game: Game) -> ColorDistribution {
    let mut mean = [0.0; Color::MAX];
    for (weight, row) in rows {
        for (sum, share) in mean.iter_mut().zip(row) {
            *sum += weight * share;
        }
    }
    if rows.is_empty() { even(game) } else { normalized(mean, game) }
}
