//! The mistakes of authors in `tests/mistakes`: each is told in the sentence of its `cause.txt`, in which `…` stands for any text.

use crate::command::{arena, path};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether a text has the parts of a sentence, in their order.
fn says(mut text: &str, sentence: &str) -> bool {
    sentence.split('…').all(|part| match text.split_once(part) {
        Some((_, rest)) => {
            text = rest;
            true
        }
        None => false,
    })
}

#[test]
fn every_mistake_is_told_by_try() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let folders: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(folders.len() >= 40, "{}", folders.len());
    folders.par_iter().for_each(|folder| {
        let sentence = fs::read_to_string(folder.join("cause.txt")).unwrap();
        let output = arena(&["try", &path(folder, "my_player.py"), "--time-limit", "1"]).output().unwrap();
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        assert_eq!(output.status.code(), Some(1), "{}: {text}", folder.display());
        assert!(says(&text, sentence.trim()), "{}: {text} instead of {sentence}", folder.display());
        assert!(!text.contains("bridge"), "{}: {text}", folder.display());
    });
}
