use super::{Component, Scsa, palette};
use crate::{Code, Rng, Size};

/// How often, in percent, one to five colors are drawn.
const PERCENT: [usize; 5] = [50, 25, 13, 8, 3];
/// How often, in percent, the number of colors is drawn from six to all.
const PERCENT_MORE: usize = 1;

/// One color in 50 %, two in 25 %, three in 13 %, four in 8 %, five in 3 %, and in 1 % a number drawn evenly from six
/// to all; a number above all colors is cut to all. Every peg is drawn from the colors drawn.
#[derive(Clone, Copy, Debug)]
pub struct PreferFewer;

impl Scsa for PreferFewer {
    fn name(&self) -> &'static str {
        "prefer-fewer"
    }

    fn summary(&self) -> &'static str {
        "one color in 50 %, two in 25 %, three in 13 %, four in 8 %, five in 3 %, else more; every peg is drawn from them"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let mut left = rng.below(100);
        for (fewer, percent) in PERCENT.into_iter().enumerate() {
            if left < percent {
                return palette::draw(size, (fewer + 1).min(size.colors()), rng);
            }
            left -= percent;
        }
        let more = PERCENT.len() + 1;
        let colors = match size.colors().checked_sub(more) {
            Some(span) => more + rng.below(span + 1),
            None => size.colors(),
        };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        shares(size).map(|(share, colors)| share * palette::probability(size, colors.min(size.colors()), code)).sum()
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, shares(size))
    }
}

/// How often so many colors are drawn.
fn shares(size: Size) -> impl Iterator<Item = (f64, usize)> {
    let fewer = PERCENT.into_iter().enumerate().map(|(fewer, percent)| (percent as f64 / 100.0, fewer + 1));
    let more = PERCENT.len() + 1..=size.colors().max(PERCENT.len() + 1);
    let share = PERCENT_MORE as f64 / 100.0 / more.clone().count() as f64;
    fewer.chain(more.map(move |colors| (share, colors)))
}
