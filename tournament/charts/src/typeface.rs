//! The typeface of the charts, `DejaVu Sans`: built into the program so that pictures do not depend on the machine.

use ab_glyph::{Font, FontRef, GlyphId, OutlinedGlyph, PxScale, ScaleFont, point};
use std::sync::LazyLock;

/// For viewers of an SVG. Verdana has almost the same widths and the others are narrower, so nothing collides.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// Height of the capital letters in em.
pub(crate) const CAPITALS: f64 = 0.73;

static TYPEFACE: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("font/DejaVuSans-subset.ttf")).expect("the typeface in the program is whole")
});

/// The width of a line of text whose em is `em` pixels.
pub(crate) fn width(text: &str, em: f64) -> f64 {
    layout(text, em).1
}

/// The outlines of a line of text that starts at (0, 0), the left end of its baseline.
pub(crate) fn outlines(text: &str, em: f64) -> Vec<OutlinedGlyph> {
    let scale = scale(em);
    let (places, _) = layout(text, em);
    places
        .into_iter()
        .filter_map(|(id, x)| TYPEFACE.outline_glyph(id.with_scale_and_position(scale, point(x as f32, 0.0))))
        .collect()
}

/// The text itself if it is no wider than `limit`, else its beginning and its end with an ellipsis between them.
pub(crate) fn shortened(text: &str, em: f64, limit: f64) -> String {
    if width(text, em) <= limit {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    (0..letters.len())
        .rev()
        .map(|kept| {
            let head = &letters[..kept.div_ceil(2)];
            let tail = &letters[letters.len() - kept / 2..];
            head.iter().chain(['…'].iter()).chain(tail).collect::<String>()
        })
        .find(|candidate| width(candidate, em) <= limit)
        .unwrap_or_default()
}

/// Breaks a text into lines no wider than `limit`, at blanks and after the marks in `breaks`; a word wider than that
/// stands alone.
pub(crate) fn wrapped(text: &str, em: f64, limit: f64, breaks: &[char]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(|letter: char| letter == ' ' || breaks.contains(&letter)) {
        if !line.is_empty() && width(&format!("{line}{}", word.trim_end()), em) > limit {
            lines.push(line.trim_end().to_owned());
            line.clear();
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Each glyph with its distance from the start, and the width of the whole.
fn layout(text: &str, em: f64) -> (Vec<(GlyphId, f64)>, f64) {
    let font = TYPEFACE.as_scaled(scale(em));
    let mut places = Vec::with_capacity(text.len());
    let mut x = 0.0;
    let mut last = None;
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        if let Some(last) = last {
            x += f64::from(font.kern(last, id));
        }
        places.push((id, x));
        x += f64::from(font.h_advance(id));
        last = Some(id);
    }
    (places, x)
}

/// `ab_glyph` counts from the highest ascent to the lowest descent, everyone else in em.
fn scale(em: f64) -> PxScale {
    let heights = TYPEFACE.units_per_em().map_or(1.0, |units| TYPEFACE.height_unscaled() / units);
    PxScale::from(em as f32 * heights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_dejavu_sans() {
        // Advances from the font's hmtx table, in 1/2048 em: n 1298, zero 1303.
        assert!((width("n", 2048.0) - 1298.0).abs() < 1.0);
        assert!((width("000", 2048.0) - 3.0 * 1303.0).abs() < 1.0);
    }

    #[test]
    fn every_symbol_of_the_charts_has_a_glyph() {
        for symbol in "×µ±–−…√✕·\u{a0}éß".chars() {
            assert_ne!(TYPEFACE.glyph_id(symbol), GlyphId(0), "{symbol}");
        }
    }

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shortened("dino", 14.0, 200.0), "dino");
        let short = shortened("codes:some/very/long/path/of/codes.txt", 14.0, 120.0);
        assert!(short.starts_with("codes") && short.ends_with(".txt") && short.contains('…'), "{short}");
        assert!(width(&short, 14.0) <= 120.0);
    }

    #[test]
    fn lines_break_after_marks() {
        assert_eq!(wrapped("two-color-alternating", 14.0, 90.0, &['-']), ["two-color-", "alternating"]);
        assert_eq!(wrapped("", 14.0, 90.0, &[]), Vec::<String>::new());
    }
}
