//! A key code: each peg has the color of the key with a probability above chance.

use super::{
    colors_of_pegs,
    peg_frequencies::{FROM_ENDS, PegAlignment},
};
use crate::{
    counting::{another, color},
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedModels, WeightedSample, total},
    models::neighbors::ColorDistribution,
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// A key is fitted to this many codes or more.
const LEAST: f64 = 1.0;
/// The least excess over chance of the pegs with the key's color, as a part of 1 less the probability by chance.
const PLAINLY: f64 = 0.05;
/// How probable it is that a cycle goes on as one at another size.
const ON: f64 = 0.9;
/// How probable it is that a cycle is counted from the front, or from the end where only its last color is A or the last one.
const FROM_EDGE: f64 = 0.9;
/// How probable it is that codes of another size have a key that is not known, where it is a cycle and where it is not.
const UNKNOWN: [f64; 2] = [0.1, 0.2];

/// The most frequent color of each peg, and how often pegs have it, all of them together.
#[derive(Clone, Debug)]
pub struct KeyCode {
    home: Size,
    /// For each peg how often each color was there.
    seen: Vec<ColorDistribution>,
    all: f64,
    model: KeyCodeModel,
}

/// The key of those codes, if their pegs plainly have its colors.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 2 || home.colors() < 2 {
        return None;
    }
    let seen = colors_of_pegs(home, codes);
    let all = total(codes);
    let model = KeyCodeModel::of(home, all, |peg, index| seen[peg][index])?;
    Some(Arc::new(KeyCode { home, seen, all, model }))
}

impl KeyCode {
    /// The index of the first color and the step to each other one, if the key is the alphabet in a cycle.
    fn cycle(&self) -> Option<(usize, usize)> {
        let key: Vec<usize> = self.model.key.iter().flatten().map(|color| color.index()).collect();
        let colors = self.home.colors();
        let step = (key[1] + colors - key[0]) % colors;
        (0..key.len()).all(|peg| key[peg] == (key[0] + peg * step) % colors).then_some((key[0], step))
    }

    /// The cycle at another size, with the same first color or the same last one, with weights. Colors near the last one stay
    /// as near to it.
    fn cycles(&self, size: Size, (first, step): (usize, usize)) -> [(f64, Vec<Option<Color>>); 2] {
        let (pegs, colors) = (self.home.pegs(), self.home.colors());
        let last = (first + (pegs - 1) * step) % colors;
        let is_edge = |index: usize| index == 0 || index + 1 == colors;
        let from_front = if is_edge(first) || !is_edge(last) { FROM_EDGE } else { 1.0 - FROM_EDGE };
        let transferred = |index| transfer::step(index, self.home, size);
        let cycle = |start: usize, step: usize| move |peg: usize| Some(color((start + peg * step) % size.colors()));
        let on = cycle(transferred(first), transferred(step));
        let back = cycle(transferred(last), size.colors() - transferred(step));
        [
            (from_front, (0..size.pegs()).map(on).collect()),
            (1.0 - from_front, (0..size.pegs()).rev().map(back).collect()),
        ]
    }

    /// The key at another size, peg by peg; pegs whose color is not there have none.
    fn counted(&self, size: Size, counted: PegAlignment) -> Vec<Option<Color>> {
        let at_home = |peg| counted.at_home(peg, size.pegs(), self.home.pegs());
        let key = |peg| self.model.key[at_home(peg)?].filter(|color| *color <= size.last_color());
        (0..size.pegs()).map(key).collect()
    }
}

impl RuleFamily for KeyCode {
    fn name(&self) -> &'static str {
        "key"
    }

    fn at(&self, size: Size) -> WeightedModels {
        if size == self.home {
            return model::only(self.model.clone());
        }
        if size.colors() < 2 {
            return Vec::new();
        }
        let chance = 1.0 / size.colors() as f64;
        if self.model.hit <= chance {
            return transfer::with_uniform_share(Vec::new(), 1.0, size);
        }
        // Any two pegs are a cycle.
        let cycle = self.cycle().filter(|_| self.home.pegs() > 2);
        let (on, doubt) = if cycle.is_some() { (ON, UNKNOWN[0]) } else { (0.0, UNKNOWN[1]) };
        let from_ends =
            if size.pegs() == self.home.pegs() { &[(1.0, PegAlignment::FromFront)] } else { &FROM_ENDS[..] };
        let cycles = cycle.into_iter().flat_map(|cycle| self.cycles(size, cycle));
        let keys = cycles
            .map(|(weight, key)| (on * weight, key))
            .chain(from_ends.iter().map(|&(weight, counted)| ((1.0 - on) * weight, self.counted(size, counted))));
        let keys = keys.filter(|(_, key)| key.iter().any(Option::is_some));
        let models =
            model::weighted(keys.map(|(weight, key)| (weight, KeyCodeModel { size, key, hit: self.model.hit })));
        transfer::with_uniform_share(models, doubt, size)
    }
}

impl FittedFamily for KeyCode {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let own = |peg: usize, index: usize| if code.peg(peg).index() == index { share } else { 0.0 };
        let model = KeyCodeModel::of(self.home, self.all - share, |peg, index| self.seen[peg][index] - own(peg, index));
        model.map_or(0.0, |model| model::Model::probability(&model, code))
    }

    fn evidence(&self) -> Evidence {
        // A cycle has a first color and a step, and is as probable as all other keys together.
        let pegs = if self.cycle().is_some() { 2 } else { self.home.pegs() };
        let of_key = libm::log(2.0) + pegs as f64 * libm::log(self.home.colors() as f64);
        // The frequency of hits costs half the logarithm of the number of pegs that were seen (Schwarz 1978).
        Evidence::Parameters(-of_key - 0.5 * libm::log((self.all * self.home.pegs() as f64).max(1.0)))
    }
}

#[derive(Clone, Debug)]
struct KeyCodeModel {
    size: Size,
    /// The color of each peg that has one; the others are drawn from all colors.
    key: Vec<Option<Color>>,
    /// How probable the key's color is at a peg. All others are equally likely.
    hit: f64,
}

impl KeyCodeModel {
    /// The model of the frequencies of colors at each peg, fitted to that number of codes, if it predicts better than chance.
    fn of(size: Size, all: f64, seen: impl Fn(usize, usize) -> f64) -> Option<KeyCodeModel> {
        let mut hits = 0.0;
        let mut key = Vec::new();
        for peg in 0..size.pegs() {
            let more = |most, index| if seen(peg, index) > seen(peg, most) + 1e-9 { index } else { most };
            let most = (1..size.colors()).fold(0, more);
            hits += seen(peg, most);
            key.push(Some(color(most)));
        }
        let chance = 1.0 / size.colors() as f64;
        let hit = (hits + 0.5) / (all * size.pegs() as f64 + 1.0);
        let plain = all >= LEAST - 1e-9 && hit > chance + PLAINLY * (1.0 - chance);
        plain.then_some(KeyCodeModel { size, key, hit })
    }
}

impl model::Model for KeyCodeModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        Code::from_fn(self.size, |peg| match self.key[peg] {
            None => rng.color(colors),
            Some(key) if rng.unit() < self.hit => key,
            Some(key) => color(another(key.index(), colors, rng)),
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let colors = self.size.colors() as f64;
        let miss = (1.0 - self.hit) / (colors - 1.0);
        let peg = |(key, color): (&Option<Color>, Color)| {
            key.map_or(1.0 / colors, |key| if key == color { self.hit } else { miss })
        };
        self.key.iter().zip(code.pegs()).map(peg).product()
    }

    fn description(&self) -> String {
        let letters: String = self.key.iter().map(|color| color.map_or('-', Color::letter)).collect();
        let open = if letters.contains('-') { "; where there is none it is any" } else { "" };
        format!("the key is {letters}, and each peg has its color in {:.0} %, else any other{open}", self.hit * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_goes_on_and_another_key_is_counted_from_the_ends() {
        let first = |home: &str, codes: [&str; 3], size: &str| {
            let codes = codes.map(|code| (code.parse().unwrap(), 1.0));
            let models = fit(home.parse().unwrap(), &codes).unwrap().at(size.parse().unwrap());
            models[0].1.description().split([' ', ',']).nth(3).unwrap().to_owned()
        };
        assert_eq!(first("6x4", ["ABCDAB", "ABCDAA", "BBCDAB"], "9x5"), "ABCDEABCD");
        assert_eq!(first("6x4", ["DCBADC", "DCBADC", "BBCDAB"], "9x5"), "EDCBAEDCB");
        assert_eq!(first("6x4", ["ACDBBD", "ACDBBD", "BBCDAB"], "9x3"), "AC----BB-");
    }

    #[test]
    fn a_key_that_is_rarer_than_chance_is_none() {
        let codes = ["AMXQ", "BMYS", "CNZT", "ZOWA", "YPVB", "XQUC"].map(|code| (code.parse().unwrap(), 1.0));
        let key = fit("4x26".parse().unwrap(), &codes).unwrap();
        assert_eq!(
            key.at("4x26".parse().unwrap())[0].1.description(),
            "the key is AMUA, and each peg has its color in 22 %, else any other"
        );
        let models = key.at("4x4".parse().unwrap());
        assert!(models.iter().all(|(_, model)| model.is_uniform()), "{models:?}");
    }
}
