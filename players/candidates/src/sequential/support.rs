//! The codes that a rule can make, all counted alike.

use scsa::{Code, Rng, Scsa, Size};
use std::sync::Arc;

/// The effective sample size of weighted codes (Kish 1965) must be at least this share of their number.
const MIN_EFFECTIVE_SHARE: f64 = 0.125;

/// The codes that a rule can make. Each counts once, however probable it is.
#[derive(Clone, Debug)]
pub struct Support {
    /// `None` if the rule makes every code.
    rule: Option<Arc<dyn Scsa>>,
    size: Size,
}

impl Support {
    pub fn new(rule: &Arc<dyn Scsa>, size: Size) -> Support {
        let is_every_code = crate::CandidatePrior::is_of_all_codes(&**rule);
        Support { rule: (!is_every_code).then(|| Arc::clone(rule)), size }
    }

    /// Whether the rule can make a code.
    #[inline]
    pub fn contains(&self, code: impl FnOnce() -> Code) -> bool {
        self.rule.as_ref().is_none_or(|rule| rule.probability(self.size, &code()) > 0.0)
    }

    /// That many codes, uniformly distributed, with an estimate of the natural logarithm of the number of all. `None` if neither
    /// codes of the rule nor all codes of the size are a good sample of them.
    pub fn sample(&self, number: usize, rng: &mut Rng) -> Option<(Vec<Code>, f64)> {
        let size = self.size;
        let all = size.pegs() as f64 * libm::log(size.colors() as f64);
        let random: Vec<Code> = (0..number).map(|_| Code::from_fn(size, |_| rng.color(size.colors()))).collect();
        let Some(rule) = &self.rule else { return Some((random, all)) };
        let weights: Vec<f64> = random.iter().map(|code| f64::from(u8::from(self.contains(|| *code)))).collect();
        if let Some((codes, mean)) = resampled(&random, &weights, rng) {
            return Some((codes, all + libm::log(mean)));
        }
        // A draw c has the probability p(c): with the weight 1/p(c) every code counts 1 on average.
        let drawn: Vec<Code> = (0..number).map(|_| rule.draw(size, rng)).collect();
        let logs: Vec<f64> = drawn.iter().map(|code| -libm::log(rule.probability(size, code))).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
        let (codes, mean) = resampled(&drawn, &weights, rng)?;
        Some((codes, most + libm::log(mean))).filter(|(_, log)| log.is_finite())
    }
}

/// As many items, each as often as its weight says, and the mean weight. `None` if few have most of the weight.
fn resampled(items: &[Code], weights: &[f64], rng: &mut Rng) -> Option<(Vec<Code>, f64)> {
    let (sum, squares) =
        weights.iter().fold((0.0, 0.0), |(sum, squares), weight| (sum + weight, squares + weight * weight));
    let number = items.len() as f64;
    // The effective sample size is the square of the sum over the sum of the squares.
    let is_good = sum * sum >= MIN_EFFECTIVE_SHARE * number * squares && sum > 0.0;
    is_good.then(|| (places(weights, rng).map(|place| items[place]).collect(), sum / number))
}

/// Systematic resampling (Kitagawa 1996): as many indices as there are weights, each as often as its weight says, ascending.
pub fn places<'a>(weights: &'a [f64], rng: &mut Rng) -> impl Iterator<Item = usize> + use<'a> {
    let scale = weights.len() as f64 / weights.iter().sum::<f64>();
    let (mut next, mut place, mut sum) = (rng.unit(), 0, weights[0] * scale);
    (0..weights.len()).map(move |_| {
        // The last place takes what rounding leaves.
        while sum <= next && place + 1 < weights.len() {
            place += 1;
            sum += weights[place] * scale;
        }
        next += 1.0;
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms;

    #[test]
    fn the_number_of_codes_of_a_rule_is_estimated() {
        let size: Size = "6x8".parse().unwrap();
        let rules: [(Arc<dyn Scsa>, f64); 5] = [
            (Arc::new(algorithms::InsertColors), 8f64.powi(6)),
            (Arc::new(algorithms::OnlyOnce), 20160.0),
            (Arc::new(algorithms::FirstAndLast), 8f64.powi(5)),
            (Arc::new(algorithms::TwoColor), 28.0 * 62.0 + 8.0),
            (Arc::new(algorithms::UsuallyFewer), 8f64.powi(6)),
        ];
        for (rule, wanted) in rules {
            let support = Support::new(&rule, size);
            let logs: Vec<f64> =
                (0..8).map(|seed| support.sample(500, &mut Rng::new(seed)).unwrap().1 - libm::log(wanted)).collect();
            let mean = logs.iter().sum::<f64>() / 8.0;
            assert!(mean.abs() < 0.08, "{} {logs:?}", rule.name());
        }
    }

    #[test]
    fn systematic_resampling_takes_every_item_as_often_as_it_weighs() {
        let chosen: Vec<usize> = places(&[0.0, 3.0, 0.0, 1.0], &mut Rng::new(1)).collect();
        assert_eq!(chosen, [1, 1, 1, 3]);
    }
}
