//! The same seed gives the same games and the same files, with any workers and any other matches.

use scsa::algorithms;
use std::{fs, path::PathBuf};
use tournament::{
    CodeFile, Codemaker, Codemakers, KnowledgePolicy, Limits, Plan, ResultFiles, Rules, Seed, Workers, files,
};

fn plan(players: &[&str], scsas: &[&str], sizes: &[&str], rounds: u64) -> Plan {
    Plan {
        players: players.iter().map(|name| players::find(name).unwrap()).collect(),
        codemakers: scsas.iter().map(|name| Codemaker::visible(algorithms::find(name).unwrap())).collect(),
        sizes: sizes.iter().map(|text| text.parse().unwrap()).collect(),
        rounds: Some(rounds),
        seed: Seed(7),
        limits: Limits::default(),
        rules: Rules::Report,
        knowledge: KnowledgePolicy::default(),
        separate: false,
    }
}

/// Plays and returns `rounds.csv` and `summary.csv`.
fn files_of(plan: &Plan, workers: &Workers) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let result_files = ResultFiles::create(folder.path()).unwrap();
    tournament::play(plan, workers, result_files, &mut ()).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    (read(files::ROUNDS), read(files::SUMMARY))
}

fn processes(number: usize) -> Workers {
    Workers::Processes(PathBuf::from(env!("CARGO_BIN_EXE_arena")), number)
}

/// Players have the same knowledge in worker processes as in threads.
#[test]
fn files_are_the_same_whatever_players_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("codes.txt");
    fs::write(&path, "ABCA\nBBCA\nAABB\nDABC\n").unwrap();
    let file = Codemakers::builtin().find(&format!("codes:{}", path.display())).unwrap().unwrap();
    let given = Some(CodeFile::read(&path).unwrap());
    let learning = ["bayes:1", "dino", "rao"].map(|name| players::find(name).unwrap());
    for (reveal, samples, players) in [
        (false, None, &learning[..]),
        (true, None, &learning),
        (false, given.clone(), &learning),
        (true, given, players::ROSTER),
    ] {
        let mut plan = plan(&[], &["mystery-1", "mystery-4", "two-color"], &["4x5"], 6);
        plan.players = players.to_vec();
        plan.codemakers.push(file.clone());
        plan.knowledge = KnowledgePolicy { reveal, samples };
        assert!(files_of(&plan, &Workers::Threads(2)) == files_of(&plan, &processes(2)), "{:?}", plan.knowledge);
    }
}
