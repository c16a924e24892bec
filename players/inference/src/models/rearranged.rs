//! Codes that are sorted, or have equal colors side by side.

use super::palette::Palette;
use crate::{
    counting::{FACTORIALS, choices, orders},
    model::{self, RuleFamily},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// What is done with the pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegSorting {
    /// A first.
    Ascending,
    /// A last.
    Descending,
    /// Each color in one block, in an order drawn.
    ColorBlocks,
}

impl PegSorting {
    /// Whether the pegs of the code are in that order.
    pub fn holds(self, code: &Code) -> bool {
        let neighbours = (1..code.len()).map(|peg| (code.peg(peg - 1), code.peg(peg)));
        match self {
            PegSorting::Ascending => neighbours.into_iter().all(|(before, peg)| before <= peg),
            PegSorting::Descending => neighbours.into_iter().all(|(before, peg)| before >= peg),
            PegSorting::ColorBlocks => 1 + neighbours.filter(|(before, peg)| before != peg).count() == code.distinct(),
        }
    }

    fn words(self) -> &'static str {
        match self {
            PegSorting::Ascending => "sorted, A first",
            PegSorting::Descending => "sorted, A last",
            PegSorting::ColorBlocks => "each color in one block",
        }
    }
}

/// A code is drawn by a rule to which the order of the pegs makes no difference, and then put in order.
#[derive(Clone, Debug)]
pub struct Rearranged {
    pub order: PegSorting,
    pub coloring: Arc<dyn RuleFamily>,
}

impl RuleFamily for Rearranged {
    fn name(&self) -> &'static str {
        if self.order == PegSorting::ColorBlocks { "grouped" } else { "sorted" }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let order = self.order;
        let colorings = self.coloring.at(size).into_iter();
        colorings.map(|(weight, coloring)| (weight, Arc::new(RearrangedModel { size, order, coloring }) as _)).collect()
    }
}

#[derive(Debug)]
struct RearrangedModel {
    size: Size,
    order: PegSorting,
    coloring: Arc<dyn model::Model>,
}

impl model::Model for RearrangedModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let code = self.coloring.draw(rng);
        let mut palette: Vec<Color> = self.size.palette().collect();
        match self.order {
            PegSorting::Ascending => {}
            PegSorting::Descending => palette.reverse(),
            PegSorting::ColorBlocks => rng.shuffle(&mut palette),
        }
        let mut pegs = palette.into_iter().flat_map(|color| std::iter::repeat_n(color, code.count(color)));
        Code::from_fn(self.size, |_| pegs.next().unwrap_or(Color::A))
    }

    fn probability(&self, code: &Code) -> f64 {
        if !self.order.holds(code) {
            return 0.0;
        }
        let drawn = orders(code) * self.coloring.probability(code);
        if self.order == PegSorting::ColorBlocks { drawn / FACTORIALS[code.distinct()] } else { drawn }
    }

    fn description(&self) -> String {
        format!("{}, and then {}", self.coloring.description(), self.order.words())
    }
}

/// Every sorted code is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct UniformSorted {
    pub descending: bool,
}

impl RuleFamily for UniformSorted {
    fn name(&self) -> &'static str {
        "sorted"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let order = if self.descending { PegSorting::Descending } else { PegSorting::Ascending };
        let all = choices(size.colors() + size.pegs() - 1, size.pegs());
        model::only(UniformSortedModel { size, order, each: 1.0 / all })
    }
}

#[derive(Debug)]
struct UniformSortedModel {
    size: Size,
    order: PegSorting,
    each: f64,
}

impl model::Model for UniformSortedModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        // A choice of places for the pegs among the pegs and the borders between colors, of which there is one less than colors.
        let mut places: Vec<usize> = (0..self.size.colors() + self.size.pegs() - 1).collect();
        let chosen = rng.shuffle_front(&mut places, self.size.pegs());
        chosen.sort_unstable();
        let last = self.size.pegs() - 1;
        Code::from_fn(self.size, |peg| {
            let peg = if self.order == PegSorting::Ascending { peg } else { last - peg };
            crate::counting::color(chosen[peg] - peg)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        if self.order.holds(code) { self.each } else { 0.0 }
    }

    fn description(&self) -> String {
        format!("{}, every such code equally likely", self.order.words())
    }
}

/// The rules whose codes are put in order.
pub fn colorings() -> Vec<Arc<dyn RuleFamily>> {
    vec![
        Arc::new(Palette::ALL),
        Arc::new(Palette(2)),
        Arc::new(Palette(3)),
        Arc::new(super::exact_palette::ExactPalette(2)),
        Arc::new(super::exact_palette::ExactPalette(3)),
        Arc::new(super::balanced::Balanced::DISTINCT),
    ]
}
