//! Drawings read back from their files.

use crate::svg::{Area, SvgDrawing};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files of a folder by name, which are those that were named and those of `others`.
pub fn read(files: &[PathBuf], folder: &Path, others: &[&str]) -> Result<Files, Box<dyn Error>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        found.insert(entry?.path());
    }
    let named: BTreeSet<PathBuf> = files.iter().cloned().collect();
    assert_eq!(named.len(), files.len(), "every file was named once");
    let others = others.iter().map(|name| folder.join(name)).filter(|_| !files.is_empty());
    assert_eq!(found, named.into_iter().chain(others).collect(), "nothing but the files that were named");
    files
        .iter()
        .map(|file| {
            let name = file.file_name().and_then(|name| name.to_str()).ok_or("a name that is not text")?;
            Ok((name.to_owned(), fs::read(file)?))
        })
        .collect()
}

/// Everything is inside of the picture and no text touches another.
pub fn assert_legible(files: &Files) {
    for (name, bytes) in files {
        if name.ends_with(".png") {
            assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 5_000, "{name}");
            continue;
        }
        let drawing = SvgDrawing::new(bytes);
        let picture = Area { left: 0.0, top: 0.0, right: drawing.width, bottom: drawing.height };
        for shape in &drawing.shapes {
            assert!(picture.contains(&shape.area), "{name}: {shape:?} is outside of {picture:?}");
        }
        assert!(drawing.texts.len() > 5, "{name}");
        for (place, text) in drawing.texts.iter().enumerate() {
            assert!(picture.contains(&text.area), "{name}: {text:?} is outside of {picture:?}");
            for other in &drawing.texts[..place] {
                assert!(!text.area.touches(&other.area), "{name}: {text:?} touches {other:?}");
            }
        }
    }
}

/// The texts of a file.
pub fn contents(files: &Files, name: &str) -> Vec<String> {
    SvgDrawing::new(&files[name]).texts.into_iter().map(|text| text.content).collect()
}
