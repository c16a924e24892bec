//! Codes that go through a few distinct colors in turn, over and over.

use crate::{Code, Rng, Size, counting};

/// Draws that many distinct colors, in order, and goes through them peg by peg.
pub fn draw(size: Size, colors: usize, rng: &mut Rng) -> Code {
    let mut palette = counting::palette(size);
    let palette = rng.shuffle_front(&mut palette[..size.colors()], colors);
    Code::from_fn(size, |peg| palette[peg % colors])
}

/// How likely that draw makes the code. On a board with fewer pegs than `colors` only the first colors show.
pub fn probability(size: Size, colors: usize, code: &Code) -> f64 {
    if !size.is_legal(code) {
        return 0.0;
    }
    let shown = colors.min(size.pegs());
    let cycles = (shown..size.pegs()).all(|peg| code.peg(peg) == code.peg(peg - colors));
    if !cycles || code.distinct() != shown {
        return 0.0;
    }
    1.0 / counting::arrangements(size.colors(), shown)
}
