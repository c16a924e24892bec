//! The results in the repository say how they were made, on any machine.

use std::{
    fs,
    path::{Path, PathBuf},
};
use tournament::Manifest;

/// The folders below that folder, and itself, that have a manifest.
fn with_manifest(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("manifest.json").exists() {
        found.push(folder.to_owned());
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // A tournament without --out plays into results/latest, which is not in the repository.
        if path.is_dir() && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("latest")) {
            with_manifest(&path, found);
        }
    }
}

#[test]
fn manifests_name_the_program_and_no_folder_of_a_machine() {
    let mut folders = Vec::new();
    with_manifest(&Path::new(env!("CARGO_MANIFEST_DIR")).join("results"), &mut folders);
    assert!(folders.len() > 10, "{folders:?}");
    for folder in folders {
        let text = fs::read_to_string(folder.join("manifest.json")).unwrap();
        assert!(!text.contains("\"/"), "{} names a folder of a machine: {text}", folder.display());
        let manifest = Manifest::read(&folder).unwrap();
        let revision = manifest.revision.unwrap_or_default();
        assert!(
            revision.len() == 12,
            "{}: the program was not built from a commit, but from '{revision}'",
            folder.display()
        );
        assert!(manifest.program_sha256.is_some_and(|hash| hash.len() == 64), "{}", folder.display());
        assert!(manifest.finished.is_some(), "{}", folder.display());
    }
}
