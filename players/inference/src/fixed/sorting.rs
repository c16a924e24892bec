//! Codes whose pegs are drawn and then sorted: all, in blocks of a color, or in parts.

use crate::{
    counting::{FACTORIALS, color, orders, power},
    family::{Evidence, Family, FitFn, FnModel, Model, WeightedSample, only},
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

/// A code is drawn by a rule that does not depend on the order of the pegs, and then put in order.
pub fn sorted(order: PegSorting, coloring: Family) -> Family {
    Family::fixed(if order == PegSorting::ColorBlocks { "grouped" } else { "sorted" }, move |size| {
        let colorings = coloring.at(size).into_iter();
        colorings.map(|(weight, coloring)| (weight, sorted_model(size, order, coloring))).collect()
    })
}

/// The number of blocks of one color.
fn blocks(code: &Code) -> usize {
    1 + code.pegs().zip(code.pegs().skip(1)).filter(|(before, peg)| before != peg).count()
}

/// A fitted family that does not depend on the order of the pegs, of codes that all have each color in one block.
pub fn grouped(fit: FitFn, home: Size, codes: WeightedSample) -> Option<Family> {
    if codes.iter().any(|(code, _)| blocks(code) != code.distinct()) {
        return None;
    }
    let models = |(_, family): &(Size, Family), size: Size| {
        let models = family.at(size).into_iter();
        models.map(|(weight, model)| (weight, sorted_model(size, PegSorting::ColorBlocks, model))).collect()
    };
    let fitted = (home, fit(home, codes)?);
    Some(Family::fitted("grouped", fitted, Evidence::Prequential, models, |(home, family), code, share| {
        let arrangements = if blocks(code) == code.distinct() { orders(code) } else { 0.0 };
        family.leave_one_out(*home, code, share) * arrangements / FACTORIALS[code.distinct()]
    }))
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

/// Parts that follow each other: how many pegs each has, and whether it is sorted with A last.
pub type SortedParts = Vec<(usize, bool)>;

/// Every peg is drawn from all colors. One of the divisions that there are for a number of pegs is drawn, and each of its parts is sorted.
pub fn sorted_parts(words: String, divisions: impl Fn(usize) -> Vec<SortedParts> + Send + Sync + 'static) -> Family {
    Family::fixed("sorted-parts", move |size| {
        let all = divisions(size.pegs());
        let (each, drawn) = (1.0 / power(size.colors(), size.pegs()) / all.len() as f64, all.clone());
        let probability = move |code: &Code| {
            let indices: Vec<usize> = code.pegs().map(Color::index).collect();
            each * all.iter().map(|parts| arrangements(&indices, parts)).sum::<f64>()
        };
        let draw = move |rng: &mut Rng| {
            let mut indices: Vec<usize> = (0..size.pegs()).map(|_| rng.below(size.colors())).collect();
            let mut rest = &mut indices[..];
            for &(pegs, descending) in &drawn[rng.below(drawn.len())] {
                let (part, behind) = rest.split_at_mut(pegs);
                part.sort_unstable();
                if descending {
                    part.reverse();
                }
                rest = behind;
            }
            Code::from_fn(size, |peg| color(indices[peg]))
        };
        only(FnModel::new(format!("every peg is drawn from all colors, and then {words}"), probability, draw))
    })
}

/// In how many orders the pegs of all parts could have been drawn; 0 where a part is not sorted.
fn arrangements(mut indices: &[usize], parts: &SortedParts) -> f64 {
    let mut arrangements = 1.0;
    for &(pegs, descending) in parts {
        let (part, rest) = indices.split_at(pegs);
        let mut run = 1;
        for (place, two) in part.windows(2).enumerate() {
            match two[0].cmp(&two[1]) {
                std::cmp::Ordering::Equal => run += 1,
                order if order.is_gt() == descending => run = 1,
                _ => return 0.0,
            }
            arrangements *= (place + 2) as f64 / f64::from(run);
        }
        indices = rest;
    }
    arrangements
}
