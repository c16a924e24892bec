//! Drawings read back from their files.

use ab_glyph::{Font, FontRef, ScaleFont};
use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// All files of a folder, by name, which are those that were named.
pub fn read(files: &[PathBuf], folder: &Path) -> Result<Files, Box<dyn Error>> {
    let mut there = HashSet::new();
    for entry in fs::read_dir(folder)? {
        there.insert(entry?.path());
    }
    let named: HashSet<PathBuf> = files.iter().cloned().collect();
    assert_eq!(there, named, "nothing but the files that were named");
    assert_eq!(named.len(), files.len(), "every file was named once");
    files
        .iter()
        .map(|file| {
            let name = file.file_name().and_then(|name| name.to_str()).ok_or("a name that is no text")?;
            Ok((name.to_owned(), fs::read(file)?))
        })
        .collect()
}

/// A text in an SVG document with the rectangle that it fills.
#[derive(Debug)]
struct Text {
    content: String,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Text {
    fn touches(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// The texts of a document, measured with the typeface that it names first.
fn texts(document: &str) -> Vec<Text> {
    let typeface = include_bytes!("../../tournament/charts/src/font/DejaVuSans-subset.ttf");
    let typeface = FontRef::try_from_slice(typeface).expect("a typeface");
    let unit = typeface.height_unscaled() / typeface.units_per_em().expect("units");
    let pieces = document.split("<text ").skip(1);
    pieces
        .map(|piece| {
            let (attributes, rest) = piece.split_once(">\n").expect("an end of the tag");
            let content = unescaped(rest.split_once("\n</text>").expect("an end of the text").0);
            let attribute = |name: &str| {
                let start = format!(" {attributes}").find(&format!(" {name}=\""))? + name.len() + 2;
                attributes[start..].split('"').next()
            };
            let number = |name: &str| attribute(name).and_then(|text| text.parse::<f64>().ok()).expect(name);
            assert_eq!(attribute("dy"), Some("0.76em"));
            let (x, y, em) = (number("x"), number("y"), number("font-size"));
            let font = typeface.as_scaled(em as f32 * unit);
            let advance = |letter| f64::from(font.h_advance(font.glyph_id(letter)));
            let width: f64 = content.chars().map(advance).sum();
            let before = match attribute("text-anchor") {
                Some("middle") => width / 2.0,
                Some("end") => width,
                _ => 0.0,
            };
            let (left, top, right, bottom) = if attribute("transform").is_some() {
                (x, y + before - width, x + em, y + before)
            } else {
                (x - before, y, x - before + width, y + em)
            };
            Text { content, left, top, right, bottom }
        })
        .collect()
}

fn unescaped(text: &str) -> String {
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    marks.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Width and height of a document in the units of its shapes.
fn extent(document: &str) -> (f64, f64) {
    let numbers = document.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| rest.split_once('"'));
    let (width, height) = numbers.and_then(|(numbers, _)| numbers.split_once(' ')).expect("a view box");
    (width.parse().expect("a width"), height.parse().expect("a height"))
}

fn document(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// No text touches another or leaves the picture.
pub fn assert_legible(files: &Files) {
    for (name, bytes) in files {
        if name.ends_with(".png") {
            assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 5_000, "{name}");
            continue;
        }
        let (width, height) = extent(document(bytes));
        let texts = texts(document(bytes));
        assert!(texts.len() > 5, "{name}");
        for (place, text) in texts.iter().enumerate() {
            let inside = text.left >= 0.0 && text.top >= 0.0 && text.right <= width && text.bottom <= height;
            assert!(inside, "{name}: {text:?} outside {width} x {height}");
            for other in &texts[..place] {
                assert!(!text.touches(other), "{name}: {text:?} touches {other:?}");
            }
        }
    }
}

/// The texts of a file.
pub fn contents(files: &Files, name: &str) -> Vec<String> {
    texts(document(&files[name])).into_iter().map(|text| text.content).collect()
}
