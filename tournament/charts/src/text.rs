//! Texts: their widths in the font of the program, lines, short names, and numbers.

use std::sync::LazyLock;
use ttf_parser::Face;

/// The letters and symbols of `DejaVu Sans` that charts need. It is in the program, so that the widths of texts and the pixels of a PNG
/// do not depend on the fonts of a machine.
pub(crate) const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");

/// The fonts that an SVG asks for. Verdana is about as wide as `DejaVu Sans` and the others are narrower, so that texts do not overlap
/// where `DejaVu Sans` is missing.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(FONT, 0).ok());

/// The width of a line of text, in the unit of the size of its em.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    // The font is whole. Without it, the widest letters.
    let Some(face) = FACE.as_ref() else { return text.chars().count() as f64 * size };
    let advance = |letter| face.glyph_hor_advance(face.glyph_index(letter).unwrap_or_default()).unwrap_or(0);
    text.chars().map(|letter| f64::from(advance(letter))).sum::<f64>() * size / f64::from(face.units_per_em())
}

pub(crate) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64) -> f64 {
    texts.into_iter().map(|text| width(text, size)).fold(0.0, f64::max)
}

/// The text in letters that XML can hold: others become blanks.
pub(crate) fn printable(text: &str) -> String {
    let is_printable = |letter: char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|letter| if is_printable(letter) { letter } else { ' ' }).collect()
}

/// The text if it is no wider than `limit`, else its beginning and its end with an ellipsis between them.
pub(crate) fn shortened(text: &str, size: f64, limit: f64) -> String {
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
pub(crate) fn wrapped(text: &str, size: f64, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
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

/// A number with three significant digits, or all digits before the point.
pub(crate) fn number(value: f64) -> String {
    digits(value, 3)
}

pub(crate) fn whole(value: u64) -> String {
    digits(value as f64, 0)
}

/// A number rounded to that many significant digits, but not before the point, with thousands set apart by a no-break space and a true
/// minus sign. At most nine digits follow the point.
pub(crate) fn digits(value: f64, significant: i32) -> String {
    // What rounds to zero is zero, such as a difference of equal sums.
    let decimals =
        if value.abs() < 0.5e-9 { 0 } else { (significant - 1 - value.abs().log10().floor() as i32).clamp(0, 9) };
    let digits = format!("{:.*}", decimals as usize, value.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let is_negative = value < 0.0 && digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    let mut text = String::from(if is_negative { "−" } else { "" });
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// The positions nearest to the desired ones, by least squares, that are at least `pitch` apart and between `low` and `high`. The
/// desired positions ascend.
///
/// Positions less their place times the pitch need only ascend: that is isotonic regression, solved by pooling adjacent violators
/// (R. E. Barlow et al., "Statistical Inference under Order Restrictions", 1972, section 1.2).
pub(crate) fn separated(desired: &[f64], pitch: f64, low: f64, high: f64) -> Vec<f64> {
    // Sums and sizes of the pools.
    let mut pools: Vec<(f64, f64)> = Vec::new();
    for (place, position) in desired.iter().enumerate() {
        pools.push((position - pitch * place as f64, 1.0));
        while let [.., (sum, size), (last_sum, last_size)] = pools[..]
            && sum / size > last_sum / last_size
        {
            pools.truncate(pools.len() - 2);
            pools.push((sum + last_sum, size + last_size));
        }
    }
    let highest = (high - pitch * (desired.len() as f64 - 1.0)).max(low);
    let shifted =
        pools.iter().flat_map(|&(sum, size)| (0..size as usize).map(move |_| (sum / size).clamp(low, highest)));
    shifted.enumerate().map(|(place, position)| position + pitch * place as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_dejavu_sans() {
        // Advances from the font's hmtx table, in 1/2048 em: n 1298, zero 1303.
        assert_eq!((width("n", 2048.0), width("000", 2048.0)), (1298.0, 3.0 * 1303.0));
        for symbol in "×µ±≥–−…·\u{a0}éß⁰⁹⁻".chars() {
            assert_ne!(width(&symbol.to_string(), 1000.0), width("\u{4e00}", 1000.0), "{symbol}");
        }
    }

    #[test]
    fn long_texts_fit() {
        assert_eq!(shortened("dino", 14.0, 200.0), "dino");
        let short = shortened("codes:some/very/long/path/of/codes.txt", 14.0, 140.0);
        assert!(short.starts_with("codes") && short.ends_with(".txt") && short.contains('…'), "{short}");
        assert!(width(&short, 14.0) <= 140.0);
        assert_eq!(wrapped("No round was won", 14.0, 90.0), ["No round", "was won"]);
        assert!(wrapped(&"x".repeat(100), 14.0, 100.0).iter().all(|line| width(line, 14.0) <= 100.0));
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.0521, 5.7647, 23.14, 59.9, 173.2, 48_123.4, -3.0, -1e-17].map(number);
        assert_eq!(shown, ["0.0521", "5.76", "23.1", "59.9", "173", "48\u{a0}123", "−3.00", "0"]);
        assert_eq!(whole(20_000), "20\u{a0}000");
    }

    #[test]
    fn labels_move_as_little_as_they_can_and_never_overlap() {
        assert_eq!(separated(&[10.0, 50.0, 90.0], 20.0, 0.0, 100.0), [10.0, 50.0, 90.0]);
        assert_eq!(separated(&[50.0, 50.0, 50.0], 20.0, 0.0, 100.0), [30.0, 50.0, 70.0]);
        assert_eq!(separated(&[0.0, 1.0, 90.0, 99.0, 100.0], 20.0, 0.0, 100.0)[2..], [60.0, 80.0, 100.0]);
        for count in 1..30 {
            let mut desired: Vec<f64> = (0..count).map(|label| f64::from(label * label * 37 % 401)).collect();
            desired.sort_unstable_by(f64::total_cmp);
            let found = separated(&desired, 13.0, 0.0, 400.0);
            assert!(found.windows(2).all(|pair| pair[1] - pair[0] > 12.99), "{found:?}");
            assert!(found.iter().all(|position| (0.0..=400.0).contains(position)), "{found:?}");
        }
    }
}
