//! The colors of pegs. Every peg has its letter, too.

use std::fmt::Write as _;

/// One color for each letter: P. Green-Armytage, "A Colour Alphabet and the Limits of Colour Coding", Colour: Design & Creativity 5
/// (2010), chosen so that 26 colors are told apart.
const COLORS: [u32; 26] = [
    0xf0a3ff, 0x0075dc, 0x993f00, 0x4c005c, 0x191919, 0x005c31, 0x2bce48, 0xffcc99, 0x808080, 0x94ffb5, 0x8f7c00,
    0x9dcc00, 0xc20088, 0x003380, 0xffa405, 0xffa8bb, 0x426600, 0xff0010, 0x5ef1f2, 0x00998f, 0xe0ff66, 0x740aff,
    0x990000, 0xffff80, 0xffe100, 0xff5005,
];

/// The classes of pegs, `p` and the letter: the color, and black or white for the letter, whichever has more contrast.
pub fn style() -> String {
    let mut text = String::new();
    for (letter, color) in ('A'..='Z').zip(COLORS) {
        let ink = if contrast(color, 0) >= contrast(color, 0xff_ff_ff) { "000" } else { "fff" };
        // Writing into memory does not fail.
        let _ = write!(text, ".p{letter}{{background:#{color:06x};color:#{ink}}}");
    }
    text
}

/// The contrast of two colors, from 1 to 21: WCAG 2.2, "contrast ratio".
fn contrast(one: u32, other: u32) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: u32) -> f64 {
    let part = |shift: u32| {
        let value = f64::from(color >> shift & 0xff) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_and_colors_told_apart() {
        let most = |color: u32| contrast(color, 0).max(contrast(color, 0xff_ff_ff));
        assert!(COLORS.into_iter().all(|color| most(color) >= 4.5));
        let distance = |one: u32, other: u32| {
            let part = |shift: u32| f64::from(one >> shift & 0xff) - f64::from(other >> shift & 0xff);
            part(16).hypot(part(8)).hypot(part(0))
        };
        for (place, one) in COLORS.into_iter().enumerate() {
            assert!(COLORS[place + 1..].iter().all(|other| distance(one, *other) > 40.0), "{one:06x}");
        }
        assert_eq!((contrast(0, 0xff_ff_ff), style().matches(".p").count()), (21.0, 26));
    }
}
