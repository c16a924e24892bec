//! Codes whose pegs are drawn and then sorted, or put in blocks of a color.

use crate::counting::{FACTORIALS, orders};
use crate::family::{Family, FnModel, Model};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegSorting {
    /// A first.
    Ascending,
    /// A last.
    Descending,
    ColorBlocks,
}

/// A code is drawn by a rule that does not depend on the order of the pegs, and then put in order.
pub fn sorted(order: PegSorting, coloring: Family) -> Family {
    Family::fixed(if order == PegSorting::ColorBlocks { "grouped" } else { "sorted" }, move |size| {
        let colorings = coloring.at(size).into_iter();
        colorings.map(|(weight, coloring)| (weight, sorted_model(size, order, coloring))).collect()
    })
}

fn blocks(code: &Code) -> usize {
    1 + code.pegs().zip(code.pegs().skip(1)).filter(|(before, peg)| before != peg).count()
}

fn sorted_model(size: Size, order: PegSorting, coloring: Arc<dyn Model>) -> Arc<dyn Model> {
    let words = match order {
        PegSorting::Ascending => "sorted, A first",
        PegSorting::Descending => "sorted, A last",
        PegSorting::ColorBlocks => "each color in one block",
    };
    let description = format!("{}, and then {words}", coloring.description());
    let drawn = Arc::clone(&coloring);
    let probability = move |code: &Code| {
        let mut neighbors = code.pegs().zip(code.pegs().skip(1));
        let (holds, arrangements) = match order {
            PegSorting::Ascending => (neighbors.all(|(before, peg)| before <= peg), 1.0),
            PegSorting::Descending => (neighbors.all(|(before, peg)| before >= peg), 1.0),
            PegSorting::ColorBlocks => (blocks(code) == code.distinct(), FACTORIALS[code.distinct()]),
        };
        if holds { orders(code) * coloring.probability(code) / arrangements } else { 0.0 }
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
