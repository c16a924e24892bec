//! The reference output in `results/` is what the program makes today.

use std::{fs, path::Path, time::Duration};
use tournament::{
    CodeFile, Codemakers, KnowledgePolicy, Limits, Manifest, Plan, ResultFiles, Results, Seed, Workers, files,
};

/// The CPU time of a player in all its matches, in seconds, beyond which it is not played again.
const MOST_TIME: f64 = 1.0;

/// The CPU time of a player in the recorded matches, in seconds.
fn time_of(player: &str, results: &Results) -> f64 {
    let own = results.timings.iter().filter(|row| row.player == player);
    own.map(|row| (row.rounds_timed as f64 * row.round_us + row.prepare_us.unwrap_or(0.0)) / 1e6).sum()
}

/// Plays what the manifest of a folder says, without the players that take long, and compares the summaries to the byte. Returns
/// the number of players.
fn check(folder: &str, rounds: u64) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(folder);
    let manifest = Manifest::read(&folder).unwrap();
    let samples = manifest.samples.map(|file| CodeFile::read(Path::new(&file)).unwrap());
    let results = files::read_results(&folder).unwrap();
    let quick: Vec<&String> = manifest.players.iter().filter(|player| time_of(player, &results) < MOST_TIME).collect();
    let plan = Plan {
        players: quick.iter().map(|name| players::find(name).unwrap()).collect(),
        codemakers: manifest.codemakers.iter().map(|name| Codemakers::builtin().find(name).unwrap().unwrap()).collect(),
        sizes: manifest.sizes.iter().map(|text| text.parse().unwrap()).collect(),
        rounds: Some(rounds),
        seed: Seed(manifest.seed),
        limits: Limits { guesses: manifest.guess_limit, time: Duration::from_secs(60), ..Limits::default() },
        rules: manifest.rules,
        knowledge: KnowledgePolicy { reveal: manifest.reveal, samples },
        separate: false,
    };
    let again = tempfile::tempdir().unwrap();
    let result_files = ResultFiles::create(again.path()).unwrap();
    tournament::play(&plan, &Workers::Threads(2), result_files, &mut ()).unwrap();
    let summary = |folder: &Path| fs::read_to_string(folder.join(files::SUMMARY)).unwrap();
    let (kept, made) = (summary(&folder), summary(again.path()));
    let is_quick =
        |row: &&str| row.starts_with("player,") || quick.iter().any(|name| row.starts_with(&format!("{name},")));
    let kept: Vec<&str> = kept.lines().filter(is_quick).collect();
    for (kept, made) in kept.iter().zip(made.lines()) {
        assert_eq!(*kept, made);
    }
    assert_eq!(kept.len(), made.lines().count());
    quick.len()
}

#[test]
fn the_contest() {
    assert!(check("contest", 100) >= 15);
}

#[test]
fn rao() {
    assert_eq!(check("rao", 10_000), 2);
}
