//! The results in the repository say how they were made, on any machine, and their charts can be read.

use std::{
    fs,
    path::{Path, PathBuf},
};
use tournament::Manifest;

/// The files of the results whose names end like that.
fn files(end: &str) -> Vec<PathBuf> {
    fn below(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy();
            // A tournament without --out plays into results/latest, which is not in the repository.
            if path.is_dir() && !name.starts_with("latest") {
                below(&path, end, found);
            } else if name.ends_with(end) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("results"), end, &mut found);
    found
}

#[test]
fn manifests_name_the_program_and_no_folder_of_a_machine() {
    let manifests = files("manifest.json");
    assert!(manifests.len() > 10, "{manifests:?}");
    for path in manifests {
        let (text, file) = (fs::read_to_string(&path).unwrap(), path.display());
        assert!(!text.contains("\"/"), "{file} names a folder of a machine: {text}");
        let manifest = Manifest::read(path.parent().unwrap()).unwrap();
        let revision = manifest.revision.unwrap_or_default();
        assert_eq!(revision.len(), 12, "{file}: the program was not built from a commit, but from '{revision}'");
        assert!(manifest.program_sha256.is_some_and(|hash| hash.len() == 64), "{file}");
        assert!(manifest.finished.is_some(), "{file}");
    }
}

#[test]
fn the_words_of_charts_are_whole() {
    let charts = files(".svg");
    assert!(charts.len() > 100, "{charts:?}");
    for chart in charts {
        let text = fs::read_to_string(&chart).unwrap();
        let shortened = text.lines().find(|line| line.contains('…'));
        assert_eq!(shortened, None, "{}", chart.display());
    }
}
