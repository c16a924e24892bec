//! Codes with all pegs of a color in one block, of any length.

use super::rearranged::PegSorting;
use crate::{
    counting::{choices, color, pick},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// So many colors show, as many as there can be where a size has fewer pegs or colors, or any number; each is in one block. All
/// such codes are equally likely.
#[derive(Clone, Copy, Debug)]
pub struct ColorBlocks(pub Option<usize>);

impl model::RuleFamily for ColorBlocks {
    fn name(&self) -> &'static str {
        "grouped"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let most = size.pegs().min(size.colors());
        let shown = self.0.map(|colors| colors.clamp(1, most));
        let ways = |blocks: usize| {
            let palettes = (0..blocks).fold(1.0, |ways, before| ways * (size.colors() - before) as f64);
            palettes * choices(size.pegs() - 1, blocks - 1)
        };
        let ways = std::array::from_fn(|blocks| {
            let may_be = (1..=most).contains(&blocks) && shown.is_none_or(|shown| shown == blocks);
            if may_be { ways(blocks) } else { 0.0 }
        });
        model::only(ColorBlocksModel { size, shown, ways, each: 1.0 / ways.iter().sum::<f64>() })
    }
}

#[derive(Debug)]
struct ColorBlocksModel {
    size: Size,
    shown: Option<usize>,
    /// How many codes have so many blocks.
    ways: [f64; Color::MAX + 1],
    each: f64,
}

impl model::Model for ColorBlocksModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let blocks = self.shown.unwrap_or_else(|| pick(&self.ways, rng));
        let mut palette: [usize; Color::MAX] = std::array::from_fn(|index| index);
        let palette = rng.shuffle_front(&mut palette[..self.size.colors()], blocks);
        let mut pegs: [usize; Size::MAX_PEGS] = std::array::from_fn(|peg| peg);
        let borders = rng.shuffle_front(&mut pegs[1..self.size.pegs()], blocks - 1);
        borders.sort_unstable();
        Code::from_fn(self.size, |peg| color(palette[borders.partition_point(|&division| division <= peg)]))
    }

    fn probability(&self, code: &Code) -> f64 {
        let blocks = code.distinct();
        if self.ways[blocks] > 0.0 && PegSorting::ColorBlocks.holds(code) { self.each } else { 0.0 }
    }

    fn description(&self) -> String {
        match self.shown {
            Some(1) => "one color is drawn for all pegs".to_owned(),
            Some(blocks) => format!("{blocks} blocks of one color each, of any lengths, no color twice"),
            None => "each color in one block, every such code equally likely".to_owned(),
        }
    }
}
