//! Codes that repeat a few distinct colors cyclically: xyxyxy, xyzxyz.

use super::palette;
use crate::{Code, Rng, Size, combinatorics};

/// Draws `colors` distinct colors, in order, and repeats them over the pegs.
///
/// # Panics
/// When the size has fewer colors.
pub fn draw(size: Size, colors: usize, rng: &mut Rng) -> Code {
    let palette = palette::draw_colors(size, colors, rng);
    Code::from_fn(size, |peg| palette[peg % colors])
}

/// The probability that [`draw`] returns the code: the reciprocal of the number of such codes, or 0.
///
/// With fewer pegs than `colors` only the first colors occur.
pub fn probability(size: Size, colors: usize, code: &Code) -> f64 {
    if !size.is_legal(code) {
        return 0.0;
    }
    let distinct = colors.min(size.pegs());
    let cycles = (distinct..size.pegs()).all(|peg| code.peg(peg) == code.peg(peg - colors));
    if !cycles || code.distinct() != distinct {
        return 0.0;
    }
    1.0 / combinatorics::falling_factorial(size.colors(), distinct)
}
