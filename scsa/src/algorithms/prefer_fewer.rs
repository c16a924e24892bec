use super::palette;
use crate::{Code, Component, Rng, Scsa, Size};

/// The probabilities of drawing 1, 2, 3, 4 and 5 colors, in percent.
const PERCENT: [usize; 5] = [50, 25, 13, 8, 3];
/// The probability of drawing a number of colors from 6 to all, in percent.
const PERCENT_MORE: usize = 1;

/// One color is drawn in 50 %, two in 25 %, three in 13 %, four in 8 %, five in 3 %, and in 1 % a number that is drawn
/// uniformly from six to all. Where the size has fewer colors than that, all are taken. Every peg is drawn from them.
#[derive(Clone, Copy, Debug)]
pub struct PreferFewer;

impl Scsa for PreferFewer {
    fn name(&self) -> &str {
        "prefer-fewer"
    }

    fn summary(&self) -> &str {
        "one color in 50 %, two in 25 %, three in 13 %, four in 8 %, five in 3 %, else more; every peg is drawn from them"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let mut remaining = rng.below(100);
        for (colors, percent) in (1..).zip(PERCENT) {
            if remaining < percent {
                return palette::draw(size, colors.min(size.colors()), rng);
            }
            remaining -= percent;
        }
        let more = PERCENT.len() + 1;
        let colors = match size.colors().checked_sub(more) {
            Some(span) => more + rng.below(span + 1),
            None => size.colors(),
        };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        weighted_colors(size)
            .map(|(weight, colors)| weight * palette::probability(size, colors.min(size.colors()), code))
            .sum()
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, weighted_colors(size))
    }
}

/// Pairs of the probability that a number of colors is drawn, and that number, which may exceed the colors of the size.
fn weighted_colors(size: Size) -> impl Iterator<Item = (f64, usize)> {
    let fewer = (1..).zip(PERCENT).map(|(colors, percent)| (percent as f64 / 100.0, colors));
    let more = PERCENT.len() + 1..=size.colors().max(PERCENT.len() + 1);
    let weight = PERCENT_MORE as f64 / 100.0 / more.clone().count() as f64;
    fewer.chain(more.map(move |colors| (weight, colors)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes};

    #[test]
    fn makes_every_code() {
        assert_makes(&PreferFewer, |_| true);
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&PreferFewer, ["DDDDD", "AAAAA", "AABBB", "AAAAA"]);
    }
}
