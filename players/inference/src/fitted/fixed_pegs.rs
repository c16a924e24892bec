//! Pegs with a fixed color, and another rule for the rest.

use super::colors_of_pegs;
use crate::{
    counting::{rebuilt, with_pegs},
    model::{self, FitFn, FittedFamily, RuleFamily, WeightedCodes, WeightedModels, total},
    models::neighbors::ColorDistribution,
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// Pegs that have a color in all but so few of the codes are pinned: the others come from elsewhere.
const FEW: f64 = 0.01;
/// Pegs are pinned in more codes than these.
const LEAST: f64 = 2.0;
/// How probable it is that codes of another length have other pins.
const UNPINNED: f64 = 0.1;

/// A color for each peg that is pinned.
type Pins = Vec<Option<Color>>;

/// The pegs that are pinned, and what the others are.
#[derive(Clone, Debug)]
pub struct FixedPegs {
    home: Size,
    pins: Pins,
    /// For each peg how often each color was there.
    seen: Vec<ColorDistribution>,
    all: f64,
    rest: Arc<dyn FittedFamily>,
}

/// The pegs that are pinned in those codes, if neither none nor all are, and a rule for the rest.
pub fn fit(rest: FitFn, home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let all = total(codes);
    let seen = colors_of_pegs(home, codes);
    let pin = |seen: &ColorDistribution| home.palette().find(|color| seen[color.index()] >= all * (1.0 - FEW) - 1e-9);
    let pins: Pins = seen.iter().map(pin).collect();
    let open = pins.iter().filter(|pin| pin.is_none()).count();
    if all <= LEAST || home.colors() < 2 || open == 0 || open == home.pegs() {
        return None;
    }
    let holding = codes.iter().filter(|(code, _)| hold(&pins, code));
    let shortened: Vec<(Code, f64)> = holding.map(|(code, share)| (shortened(&pins, code), *share)).collect();
    let rest = rest(with_pegs(home, open), &shortened)?;
    Some(Arc::new(FixedPegs { home, pins, seen, all, rest }))
}

fn hold(pins: &Pins, code: &Code) -> bool {
    pins.iter().zip(code.pegs()).all(|(pin, color)| pin.is_none_or(|pin| pin == color))
}

/// The pegs that are not pinned, of which there is one at least.
fn shortened(pins: &Pins, code: &Code) -> Code {
    let mut open = (0..code.len()).filter(|&peg| pins[peg].is_none());
    let count = pins.iter().filter(|pin| pin.is_none()).count();
    rebuilt(count, |_| code.peg(open.next().unwrap_or_default()))
}

impl FixedPegs {
    /// The pins at another length: those of the first half by their distance from the front, the others from the end.
    fn transferred(&self, size: Size) -> Pins {
        let (from, to) = (self.home.pegs(), size.pegs());
        let mut pins = vec![None; to];
        for (peg, pin) in self.pins.iter().enumerate() {
            let transferred = if 2 * peg + 1 < from || from == to { Some(peg) } else { (peg + to).checked_sub(from) };
            if let Some(place) = transferred.and_then(|peg| pins.get_mut(peg)) {
                *place = pin.filter(|pin| *pin <= size.last_color());
            }
        }
        pins
    }
}

impl RuleFamily for FixedPegs {
    fn name(&self) -> &'static str {
        "pinned-pegs"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let pins = self.transferred(size);
        let open = pins.iter().filter(|pin| pin.is_none()).count();
        let models = match open {
            0 => Vec::new(),
            _ => self.rest.at(with_pegs(size, open)),
        };
        let pinned = |rest| Arc::new(FixedPegsModel { size, pins: pins.clone(), rest }) as Arc<dyn model::Model>;
        let models = models.into_iter().map(|(weight, rest)| (weight, pinned(rest))).collect();
        if size.pegs() == self.home.pegs() { models } else { transfer::with_uniform_share(models, UNPINNED, size) }
    }
}

impl FittedFamily for FixedPegs {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        // Without the code more pegs may be pinned.
        let least = (self.all - share) * (1.0 - FEW) - 1e-9;
        let pinned = |peg: usize| self.home.palette().find(|color| self.seen[peg][color.index()] >= least);
        let breaks = |peg: usize| {
            let own = code.peg(peg);
            pinned(peg).is_some_and(|color| color != own)
        };
        if self.all - share <= LEAST || (0..code.len()).any(breaks) || !hold(&self.pins, code) {
            return 0.0;
        }
        self.rest.leave_one_out(&shortened(&self.pins, code), share)
    }
}

#[derive(Debug)]
struct FixedPegsModel {
    size: Size,
    pins: Pins,
    rest: Arc<dyn model::Model>,
}

impl model::Model for FixedPegsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let rest = self.rest.draw(rng);
        let mut open = rest.pegs();
        Code::from_fn(self.size, |peg| self.pins[peg].unwrap_or_else(|| open.next().unwrap_or(Color::A)))
    }

    fn probability(&self, code: &Code) -> f64 {
        if hold(&self.pins, code) { self.rest.probability(&shortened(&self.pins, code)) } else { 0.0 }
    }

    fn description(&self) -> String {
        let pins =
            self.pins.iter().enumerate().filter_map(|(peg, pin)| Some(format!("peg {} is {}", peg + 1, (*pin)?)));
        let pins = pins.collect::<Vec<_>>().join(", ");
        format!("{pins}; the others: {}", self.rest.description())
    }
}
