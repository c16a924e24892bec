//! Codes whose pegs are drawn from a palette: a few colors drawn first.

use crate::{Code, Rng, Size, counting};

/// Draws that many distinct colors, then every peg from them.
pub fn draw(size: Size, colors: usize, rng: &mut Rng) -> Code {
    if colors == size.colors() {
        return Code::from_fn(size, |_| rng.color(colors));
    }
    let mut palette = counting::palette(size);
    let palette = rng.shuffle_front(&mut palette[..size.colors()], colors);
    Code::from_fn(size, |_| palette[rng.below(colors)])
}

/// Draws over again until the code shows two colors.
pub fn until_two_show(mut draw: impl FnMut() -> Code) -> Code {
    loop {
        let code = draw();
        if code.distinct() == 2 {
            return code;
        }
    }
}

/// How likely [`draw`] makes the code: the share of the palettes that hold all its colors, times the chance of its
/// pegs from one of them.
pub fn probability(size: Size, colors: usize, code: &Code) -> f64 {
    let shown = code.distinct();
    if !size.admits(code) || shown > colors {
        return 0.0;
    }
    let holding = counting::choices(size.colors() - shown, colors - shown);
    holding / counting::choices(size.colors(), colors) / counting::power(colors, size.pegs())
}
