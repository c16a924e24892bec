//! Codes that are put in order: sorted, or equal colors side by side.

use super::palette::Palette;
use crate::{
    counting::{FACTORIALS, choices, orders},
    law::{self, Kind},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// What is done with the pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// A first.
    Ascending,
    /// A last.
    Descending,
    /// Each color in one block, in an order drawn.
    Grouped,
}

impl Order {
    /// Whether the pegs of the code are in that order.
    pub fn holds(self, code: &Code) -> bool {
        let neighbours = (1..code.len()).map(|peg| (code.peg(peg - 1), code.peg(peg)));
        match self {
            Order::Ascending => neighbours.into_iter().all(|(before, peg)| before <= peg),
            Order::Descending => neighbours.into_iter().all(|(before, peg)| before >= peg),
            Order::Grouped => 1 + neighbours.filter(|(before, peg)| before != peg).count() == code.distinct(),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Order::Ascending => "sorted, A first",
            Order::Descending => "sorted, A last",
            Order::Grouped => "each color in one block",
        }
    }
}

/// A code is drawn by a rule to which the order of the pegs makes no difference, and then put in order.
#[derive(Clone, Debug)]
pub struct Ordered {
    pub order: Order,
    pub paint: Arc<dyn Kind>,
}

impl Kind for Ordered {
    fn name(&self) -> &'static str {
        if self.order == Order::Grouped { "grouped" } else { "sorted" }
    }

    fn at(&self, size: Size) -> law::Laws {
        let order = self.order;
        let paints = self.paint.at(size).into_iter();
        paints.map(|(weight, paint)| (weight, Arc::new(Law { size, order, paint }) as _)).collect()
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    order: Order,
    paint: Arc<dyn law::Law>,
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let code = self.paint.draw(rng);
        let mut palette: Vec<Color> = self.size.palette().collect();
        match self.order {
            Order::Ascending => {}
            Order::Descending => palette.reverse(),
            Order::Grouped => rng.shuffle(&mut palette),
        }
        let mut pegs = palette.into_iter().flat_map(|color| std::iter::repeat_n(color, code.count(color)));
        Code::from_fn(self.size, |_| pegs.next().unwrap_or(Color::A))
    }

    fn probability(&self, code: &Code) -> f64 {
        if !self.order.holds(code) {
            return 0.0;
        }
        let drawn = orders(code) * self.paint.probability(code);
        if self.order == Order::Grouped { drawn / FACTORIALS[code.distinct()] } else { drawn }
    }

    fn sentence(&self) -> String {
        format!("{}, and then {}", self.paint.sentence(), self.order.words())
    }
}

/// Every sorted code is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Sorted {
    pub descending: bool,
}

impl Kind for Sorted {
    fn name(&self) -> &'static str {
        "sorted"
    }

    fn at(&self, size: Size) -> law::Laws {
        let order = if self.descending { Order::Descending } else { Order::Ascending };
        let all = choices(size.colors() + size.pegs() - 1, size.pegs());
        law::only(EvenLaw { size, order, each: 1.0 / all })
    }
}

#[derive(Debug)]
struct EvenLaw {
    size: Size,
    order: Order,
    each: f64,
}

impl law::Law for EvenLaw {
    fn draw(&self, rng: &mut Rng) -> Code {
        // A choice of places for the pegs among the pegs and the borders between colors, of which there is one less than colors.
        let mut places: Vec<usize> = (0..self.size.colors() + self.size.pegs() - 1).collect();
        let chosen = rng.shuffle_front(&mut places, self.size.pegs());
        chosen.sort_unstable();
        let last = self.size.pegs() - 1;
        Code::from_fn(self.size, |peg| {
            let peg = if self.order == Order::Ascending { peg } else { last - peg };
            crate::counting::color(chosen[peg] - peg)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        if self.order.holds(code) { self.each } else { 0.0 }
    }

    fn sentence(&self) -> String {
        format!("{}, every such code equally likely", self.order.words())
    }
}

/// The rules whose codes are put in order.
pub fn paints() -> Vec<Arc<dyn Kind>> {
    vec![
        Arc::new(Palette::ALL),
        Arc::new(Palette(2)),
        Arc::new(Palette(3)),
        Arc::new(super::shown::Shown(2)),
        Arc::new(super::shown::Shown(3)),
        Arc::new(super::balanced::Balanced::DISTINCT),
    ]
}
