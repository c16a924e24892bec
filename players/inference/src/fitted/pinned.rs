//! Pegs that always have the same color, and another rule for the rest.

use super::colors_of_pegs;
use crate::{
    carry,
    counting::{rebuilt, with_pegs},
    kinds::chain::Row,
    law::{self, Fit, Fitted, Kind, Laws, Shares, total},
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
pub struct Pinned {
    home: Size,
    pins: Pins,
    /// For each peg how often each color was there.
    seen: Vec<Row>,
    all: f64,
    rest: Arc<dyn Fitted>,
}

/// The pegs that are pinned in those codes, if neither none nor all are, and a rule for the rest.
pub fn fit(rest: Fit, home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    let all = total(codes);
    let seen = colors_of_pegs(home, codes);
    let pin = |seen: &Row| home.palette().find(|color| seen[color.index()] >= all * (1.0 - FEW) - 1e-9);
    let pins: Pins = seen.iter().map(pin).collect();
    let open = pins.iter().filter(|pin| pin.is_none()).count();
    if all <= LEAST || home.colors() < 2 || open == 0 || open == home.pegs() {
        return None;
    }
    let holding = codes.iter().filter(|(code, _)| hold(&pins, code));
    let shortened: Vec<(Code, f64)> = holding.map(|(code, share)| (shortened(&pins, code), *share)).collect();
    let rest = rest(with_pegs(home, open), &shortened)?;
    Some(Arc::new(Pinned { home, pins, seen, all, rest }))
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

impl Pinned {
    /// The pins at another length: those of the first half by their distance from the front, the others from the end.
    fn carried(&self, size: Size) -> Pins {
        let (from, to) = (self.home.pegs(), size.pegs());
        let mut pins = vec![None; to];
        for (peg, pin) in self.pins.iter().enumerate() {
            let carried = if 2 * peg + 1 < from || from == to { Some(peg) } else { (peg + to).checked_sub(from) };
            if let Some(place) = carried.and_then(|peg| pins.get_mut(peg)) {
                *place = pin.filter(|pin| *pin <= size.last_color());
            }
        }
        pins
    }
}

impl Kind for Pinned {
    fn name(&self) -> &'static str {
        "pinned-pegs"
    }

    fn at(&self, size: Size) -> Laws {
        let pins = self.carried(size);
        let open = pins.iter().filter(|pin| pin.is_none()).count();
        let laws = match open {
            0 => Vec::new(),
            _ => self.rest.at(with_pegs(size, open)),
        };
        let pinned = |rest| Arc::new(Law { size, pins: pins.clone(), rest }) as Arc<dyn law::Law>;
        let laws = laws.into_iter().map(|(weight, rest)| (weight, pinned(rest))).collect();
        if size.pegs() == self.home.pegs() { laws } else { carry::doubted(laws, UNPINNED, size) }
    }
}

impl Fitted for Pinned {
    fn without(&self, code: &Code, share: f64) -> f64 {
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
        self.rest.without(&shortened(&self.pins, code), share)
    }

    fn parameters(&self) -> f64 {
        self.rest.parameters() + self.pins.iter().flatten().count() as f64
    }

    fn choices(&self) -> f64 {
        self.rest.choices()
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    pins: Pins,
    rest: Arc<dyn law::Law>,
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let rest = self.rest.draw(rng);
        let mut open = rest.pegs();
        Code::from_fn(self.size, |peg| self.pins[peg].unwrap_or_else(|| open.next().unwrap_or(Color::A)))
    }

    fn probability(&self, code: &Code) -> f64 {
        if hold(&self.pins, code) { self.rest.probability(&shortened(&self.pins, code)) } else { 0.0 }
    }

    fn sentence(&self) -> String {
        let pins =
            self.pins.iter().enumerate().filter_map(|(peg, pin)| Some(format!("peg {} is {}", peg + 1, (*pin)?)));
        let pins = pins.collect::<Vec<_>>().join(", ");
        format!("{pins}; the others: {}", self.rest.sentence())
    }
}
