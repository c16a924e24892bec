//! Drawings read back from their files.

use resvg::usvg::{Group, Node, Options, Rect, Tree, fontdb::Database};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

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

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../../src/font/DejaVuSans-subset.ttf").to_vec());
    Options { fontdb: Arc::new(fonts), ..Options::default() }
});

/// A document, with its texts laid out in the font that it names first.
fn tree(document: &[u8]) -> Tree {
    Tree::from_data(document, &OPTIONS).expect("an SVG document")
}

/// The texts of a document and the boxes of their lines.
fn texts(group: &Group) -> Vec<(String, Rect)> {
    let of_node = |node: &Node| match node {
        Node::Group(group) => texts(group),
        Node::Text(text) => {
            let content = text.chunks().iter().map(|chunk| chunk.text().trim()).collect();
            vec![(content, text.abs_bounding_box())]
        }
        Node::Path(_) | Node::Image(_) => Vec::new(),
    };
    group.children().iter().flat_map(of_node).collect()
}

/// Everything is inside of the picture and no text touches another.
pub fn assert_legible(files: &Files) {
    for (name, bytes) in files {
        if name.ends_with(".png") {
            assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 5_000, "{name}");
            continue;
        }
        let tree = tree(bytes);
        let (width, height) = (tree.size().width(), tree.size().height());
        let drawn = tree.root().abs_stroke_bounding_box();
        assert!(drawn.left() >= 0.0 && drawn.top() >= 0.0, "{name}: {drawn:?}");
        assert!(drawn.right() <= width && drawn.bottom() <= height, "{name}: {drawn:?} outside {width} x {height}");
        let texts = texts(tree.root());
        assert!(texts.len() > 5, "{name}");
        for (place, (text, one)) in texts.iter().enumerate() {
            for (other_text, other) in &texts[..place] {
                let apart = one.right() <= other.left()
                    || other.right() <= one.left()
                    || one.bottom() <= other.top()
                    || other.bottom() <= one.top();
                assert!(apart, "{name}: {text} at {one:?} touches {other_text} at {other:?}");
            }
        }
    }
}

/// The texts of a file.
pub fn contents(files: &Files, name: &str) -> Vec<String> {
    texts(tree(&files[name]).root()).into_iter().map(|(text, _)| text).collect()
}
