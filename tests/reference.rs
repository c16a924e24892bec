//! The reference output in `results/` is what the program makes today.

#![allow(clippy::unwrap_used)]

use std::{fs, path::Path, time::Duration};
use tournament::{CodeFile, Codemakers, KnowledgePolicy, Limits, Manifest, Plan, ResultFiles, Seed, Workers, files};

/// Plays what the manifest of a folder says and compares the summaries to the byte.
fn check(folder: &str, rounds: u64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(folder);
    let manifest = Manifest::read(&folder).unwrap();
    let samples = manifest.samples.map(|file| CodeFile::read(Path::new(&file)).unwrap());
    let plan = Plan {
        players: manifest.players.iter().map(|name| players::find(name).unwrap()).collect(),
        codemakers: manifest.codemakers.iter().map(|name| Codemakers::builtin().find(name).unwrap().unwrap()).collect(),
        sizes: manifest.sizes.iter().map(|text| text.parse().unwrap()).collect(),
        rounds: Some(rounds),
        seed: Seed(manifest.seed),
        limits: Limits { guesses: manifest.guess_limit, time: Duration::from_secs(60) },
        rules: manifest.rules,
        knowledge: KnowledgePolicy { reveal: manifest.reveal, samples },
    };
    let again = tempfile::tempdir().unwrap();
    let result_files = ResultFiles::create(again.path()).unwrap();
    tournament::play(&plan, &Workers::Threads(2), result_files, &mut ()).unwrap();
    let summary = |folder: &Path| fs::read_to_string(folder.join(files::SUMMARY)).unwrap();
    let (kept, made) = (summary(&folder), summary(again.path()));
    for (kept, made) in kept.lines().zip(made.lines()) {
        assert_eq!(kept, made);
    }
    assert_eq!(kept.lines().count(), made.lines().count());
}

#[test]
fn the_contest() {
    check("contest", 100);
}

#[test]
fn rao() {
    check("rao", 10_000);
}
