//! The text of the charts: its font, widths and lines.

use plotters::style::{Color, FontStyle, IntoFont, RGBColor, TextStyle, register_font};
use std::sync::LazyLock;

/// The letters and symbols of `DejaVu Sans` that charts need. It is in the program, so that the widths of texts and the
/// pixels of a PNG do not depend on the fonts of a machine.
pub(crate) const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");

/// The fonts that an SVG asks for. Verdana is about as wide as `DejaVu Sans` and the others are narrower, so that texts do
/// not overlap where `DejaVu Sans` is missing.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// Font sizes as plotters counts them, by the height of a line; the em, which is the `font-size` of the SVG, is 1/1.24 of
/// it. A picture of the usual width that is shown 800 pixels wide has titles of 17, texts of 12 and notes of 11.6 pixels an em.
pub(crate) const TITLE: i32 = 25;
pub(crate) const TEXT: i32 = 18;
pub(crate) const NOTE: i32 = 17;

/// plotters finds a font by the name of its family, here the whole list.
static REGISTERED: LazyLock<()> = LazyLock::new(|| {
    assert!(register_font(FAMILIES, FontStyle::Normal, FONT).is_ok(), "the font in the program is whole");
});

/// A text style of that font size.
pub(crate) fn style(size: i32, color: RGBColor) -> TextStyle<'static> {
    LazyLock::force(&REGISTERED);
    (FAMILIES, size).into_font().color(&color.to_rgba())
}

/// The width of a line of text, in pixels. plotters scales the line height of the font to the size where SVG scales the em:
/// a text is drawn 6 % narrower than this.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    // Without the registered font, which is always there, plotters cannot measure.
    style(size, RGBColor(0, 0, 0)).font.box_size(text).map_or(0, |(width, _)| width.cast_signed() + 1)
}

/// The largest width of these texts, 0 without any.
pub(crate) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: i32) -> i32 {
    texts.into_iter().map(|text| width(text, size)).max().unwrap_or(0)
}

/// The text in letters that XML can hold: others become blanks.
pub(crate) fn printable(text: &str) -> String {
    let is_printable = |letter: char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|letter| if is_printable(letter) { letter } else { ' ' }).collect()
}

/// The text if it is no wider than `limit`, else its beginning and its end with an ellipsis between them.
pub(crate) fn shortened(text: &str, size: i32, limit: i32) -> String {
    if width(text, size) <= limit {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let without_middle = |kept: usize| {
        let (head, tail) = (&letters[..kept.div_ceil(2)], &letters[letters.len() - kept / 2..]);
        head.iter().chain(['…'].iter()).chain(tail).collect::<String>()
    };
    (0..letters.len()).rev().map(without_middle).find(|text| width(text, size) <= limit).unwrap_or_default()
}

/// The text in lines no wider than `limit`, broken at blanks. A word that is wider is shortened.
pub(crate) fn wrapped(text: &str, size: i32, limit: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(shortened(word, size, limit)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_dejavu_sans() {
        // Advances from the font's hmtx table, in 1/2048 em: n 1298, zero 1303. The line height is 1.164 em.
        for (text, units) in [("n", 1298.0), ("000", 3.0 * 1303.0)] {
            let measured = f64::from(width(text, 2384));
            assert!((measured / units - 1.0).abs() < 0.01, "{text}: {measured}");
        }
    }

    #[test]
    fn every_symbol_of_the_charts_has_a_width() {
        for symbol in "×µ±≥–−…·\u{a0}éß".chars() {
            assert_ne!(width(&symbol.to_string(), 1000), width("\u{4e00}", 1000), "{symbol}");
        }
    }

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shortened("dino", TEXT, 200), "dino");
        let short = shortened("codes:some/very/long/path/of/codes.txt", TEXT, 140);
        assert!(short.starts_with("codes") && short.ends_with(".txt") && short.contains('…'), "{short}");
        assert!(width(&short, TEXT) <= 140);
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped("No round was won", TEXT, 100), ["No round", "was won"]);
        assert!(wrapped(&"x".repeat(100), TEXT, 100).iter().all(|line| width(line, TEXT) <= 100));
    }
}
