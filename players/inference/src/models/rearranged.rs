//! Codes whose pegs are sorted, or sorted into blocks of one color.

use super::{palette::PaletteRule, shape::Balanced};
use crate::{
    automaton::level_set::LevelSet,
    counting::{FACTORIALS, orders},
    fn_model::FnModel,
    model::{Model, RuleFamily, WeightedModels},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// The order in which the pegs are put.
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
    fn holds(self, code: &Code) -> bool {
        let mut neighbors = code.pegs().zip(code.pegs().skip(1));
        match self {
            PegSorting::Ascending => neighbors.all(|(before, peg)| before <= peg),
            PegSorting::Descending => neighbors.all(|(before, peg)| before >= peg),
            PegSorting::ColorBlocks => 1 + neighbors.filter(|(before, peg)| before != peg).count() == code.distinct(),
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

/// A code is drawn by a rule that does not depend on the order of the pegs, and then put in order.
#[derive(Clone, Debug)]
pub struct Rearranged {
    pub order: PegSorting,
    pub coloring: Arc<dyn RuleFamily>,
}

impl RuleFamily for Rearranged {
    fn name(&self) -> &'static str {
        if self.order == PegSorting::ColorBlocks { "grouped" } else { "sorted" }
    }

    fn at(&self, size: Size) -> WeightedModels {
        let colorings = self.coloring.at(size).into_iter();
        colorings.map(|(weight, coloring)| (weight, model(size, self.order, coloring))).collect()
    }
}

fn model(size: Size, order: PegSorting, coloring: Arc<dyn Model>) -> Arc<dyn Model> {
    let description = format!("{}, and then {}", coloring.description(), order.words());
    let drawn = Arc::clone(&coloring);
    let probability = move |code: &Code| match order {
        _ if !order.holds(code) => 0.0,
        PegSorting::ColorBlocks => orders(code) * coloring.probability(code) / FACTORIALS[code.distinct()],
        _ => orders(code) * coloring.probability(code),
    };
    let draw = move |rng: &mut Rng| {
        let code = drawn.draw(rng);
        let mut palette: Vec<Color> = size.palette().collect();
        match order {
            PegSorting::Ascending => {}
            PegSorting::Descending => palette.reverse(),
            PegSorting::ColorBlocks => rng.shuffle(&mut palette),
        }
        let mut pegs = palette.into_iter().flat_map(|color| std::iter::repeat_n(color, code.count(color)));
        Code::from_fn(size, |_| pegs.next().unwrap_or(Color::A))
    };
    Arc::new(FnModel::new(description, probability, draw))
}

/// The rules whose codes are put in order.
pub fn colorings() -> Vec<Arc<dyn RuleFamily>> {
    vec![
        Arc::new(PaletteRule::ALL),
        Arc::new(PaletteRule(2)),
        Arc::new(PaletteRule(3)),
        Arc::new(LevelSet::palette(2)),
        Arc::new(LevelSet::palette(3)),
        Arc::new(Balanced::DISTINCT),
    ]
}
