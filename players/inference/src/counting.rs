//! Counting codes, and probabilities of counts, in `f64`: always computed in one order, so that results are the same on every machine.

use scsa::{Code, Color, Game, Rng};

/// How many pegs have each color.
pub type ColorCounts = [u8; Color::MAX];

pub const FACTORIALS: [f64; Game::MAX_PEGS + 1] = {
    let mut factorials = [1.0; Game::MAX_PEGS + 1];
    let mut n = 1;
    while n <= Game::MAX_PEGS {
        factorials[n] = factorials[n - 1] * n as f64;
        n += 1;
    }
    factorials
};

pub fn power(base: usize, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base as f64)
}

/// How many ways there are to choose `k` out of `n`, in no order.
pub fn choices(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * n.saturating_sub(i) as f64 / (i + 1) as f64)
}

/// In how many orders the pegs of the code can stand.
pub fn orders(code: &Code) -> f64 {
    let mut counts = [0u8; Color::MAX];
    code.pegs().enumerate().fold(1.0, |orders, (before, color)| {
        let count = &mut counts[color.index()];
        *count += 1;
        orders * (before + 1) as f64 / f64::from(*count)
    })
}

/// How many pegs have each color.
pub fn counts(code: &Code) -> ColorCounts {
    std::array::from_fn(|index| code.count(color(index)) as u8)
}

/// The color of that index, which is below 26.
pub fn color(index: usize) -> Color {
    Color::new(index).unwrap_or(Color::A)
}

/// A color drawn evenly from all but that one, of which there is one at least.
pub fn another(index: usize, colors: usize, rng: &mut Rng) -> usize {
    (index + 1 + rng.below(colors - 1)) % colors
}

/// The probability of a code by its number of distinct colors, for rules that depend on nothing else.
pub fn distinct_table(game: Game, probability: impl Fn(&Code) -> f64) -> [f64; Color::MAX + 1] {
    let mut table = [0.0; Color::MAX + 1];
    for (shown, place) in table.iter_mut().enumerate().take(game.pegs().min(game.colors()) + 1).skip(1) {
        *place = probability(&Code::from_fn(game, |peg| color(peg.min(shown - 1))));
    }
    table
}

pub fn is_vowel(index: usize) -> bool {
    [0, 4, 8, 14, 20].contains(&index)
}

/// A place drawn by weights, of which one at least is positive. They need not sum to 1.
pub fn pick(weights: &[f64], rng: &mut Rng) -> usize {
    let sum: f64 = weights.iter().sum();
    let mut left = rng.unit() * sum;
    let mut last = 0;
    for (place, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            if left < weight {
                return place;
            }
            left -= weight;
            last = place;
        }
    }
    last
}

/// The pegs of the code, in an order drawn uniformly.
pub fn shuffled(code: &Code, rng: &mut Rng) -> Code {
    let mut order: [usize; Game::MAX_PEGS] = std::array::from_fn(|peg| peg);
    rng.shuffle(&mut order[..code.len()]);
    rebuilt(code.len(), |peg| code.peg(order[peg]))
}

/// The code of that many pegs, which are 1 to 32.
pub fn rebuilt(pegs: usize, color: impl FnMut(usize) -> Color) -> Code {
    let game = Game::new(pegs, Color::MAX).unwrap_or_else(|e| unreachable!("{e}"));
    Code::from_fn(game, color)
}

/// That game with other pegs, 1 to 32 of them.
pub fn with_pegs(game: Game, pegs: usize) -> Game {
    Game::new(pegs.clamp(1, Game::MAX_PEGS), game.colors()).unwrap_or(game)
}

pub fn letters(indices: &[usize]) -> String {
    indices.iter().map(|&index| color(index).letter()).collect()
}

/// Colors as a person writes them: "A, B and F".
pub fn listed(colors: impl IntoIterator<Item = Color>) -> String {
    listed_texts(colors.into_iter().map(|color| color.to_string()))
}

/// Texts as a person writes them: "AB, CD and EF".
pub fn listed_texts(texts: impl IntoIterator<Item = String>) -> String {
    let letters: Vec<String> = texts.into_iter().collect();
    match letters.split_last() {
        None => "no color".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// The log probability of a sequence of draws from Pólya's urn, in nats: the marginal likelihood of counts under a Dirichlet distribution.
///
/// Each item has a parameter and the number of times that it was drawn. The parameters of all items, those not drawn included, sum to
/// `concentration`.
pub fn log_urn(items: impl IntoIterator<Item = (f64, f64)>, concentration: f64) -> f64 {
    let rising = |parameter: f64, count: f64| libm::lgamma(parameter + count) - libm::lgamma(parameter);
    let drawn = items.into_iter().filter(|(_, count)| *count > 1e-9);
    let (log, all) =
        drawn.fold((0.0, 0.0), |(log, all), (parameter, count)| (log + rising(parameter, count), all + count));
    log - rising(concentration, all)
}

/// The log probability, in nats, that items are in classes of these sizes (Chinese restaurant process). A size below 1 counts as 1.
pub fn log_partition(sizes: impl IntoIterator<Item = f64>, concentration: f64) -> f64 {
    let classes = sizes.into_iter().filter(|size| *size > 1e-9);
    let of = |size: f64| libm::log(concentration) + libm::lgamma(size.max(1.0));
    let (log, all) = classes.fold((0.0, 0.0), |(log, all), size| (log + of(size), all + size));
    log + libm::lgamma(concentration) - libm::lgamma(concentration + all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_urn_and_a_partition_are_products_of_predictions() {
        // A, A, B of three letters: 1/3 · 2/4 · 1/5. Two items in one class and one in another: 1 · 1/2 · 1/3.
        assert!((log_urn([(1.0, 2.0), (1.0, 1.0), (1.0, 0.0)], 3.0) - (1.0f64 / 30.0).ln()).abs() < 1e-12);
        assert!((log_partition([2.0, 1.0], 1.0) - (1.0f64 / 6.0).ln()).abs() < 1e-12);
    }
}
