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

const PLAYERS: [&str; 6] = ["random", "one-color", "baseline-3", "baseline-4", "rao", "faulty-panic"];
const SCSAS: [&str; 3] = ["insert-colors", "only-once", "prefer-fewer"];
const SIZES: [&str; 3] = ["4x6", "8x6", "20x26"];

#[test]
fn files_are_the_same_on_any_number_of_threads_and_processes() {
    let plan = plan(&PLAYERS, &SCSAS, &SIZES, 150);
    let once = files_of(&plan, &Workers::Threads(1));
    // 6 players, 3 SCSAs and sizes; only-once is not played at 8x6.
    assert_eq!(once.0.lines().count(), 1 + 6 * (3 * 3 - 1) * 150);
    assert_eq!(once.1.lines().count(), 1 + 6 * 3 * 3);
    assert!(once.0.contains("failure,panic: no guess after"));
    for workers in [Workers::Threads(1), Workers::Threads(2), Workers::Threads(7), processes(1), processes(3)] {
        assert!(files_of(&plan, &workers) == once, "{workers:?}");
    }
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

/// Rounds that take long, and more workers than processors: waiting for a processor is not the player's fault.
#[test]
fn a_starved_player_loses_no_round() {
    let plan = plan(&["baseline-2"], &["only-once"], &["20x26"], 24);
    assert!(files_of(&plan, &processes(12)) == files_of(&plan, &processes(2)));
}

#[test]
fn a_piece_is_the_same_as_in_the_whole() {
    let whole = files_of(&plan(&PLAYERS, &SCSAS, &SIZES, 40), &Workers::Threads(2));
    let alone = files_of(&plan(&["rao"], &["only-once"], &["20x26"], 25), &Workers::Threads(1));
    let rows = whole.0.lines().filter(|row| row.starts_with("rao,only-once,20,26,")).take(25);
    assert!(alone.0.lines().skip(1).eq(rows));
}

#[test]
fn all_players_face_the_same_secrets() {
    let (rounds, _) = files_of(&plan(&PLAYERS, &["insert-colors"], &["8x6"], 30), &Workers::Threads(1));
    let secrets = |player: &str| -> Vec<String> {
        let own = rounds.lines().filter(|row| row.starts_with(&format!("{player},")));
        own.map(|row| row.split(',').nth(5).unwrap().to_owned()).collect()
    };
    for player in PLAYERS {
        assert_eq!(secrets(player).len(), 30);
        assert_eq!(secrets(player), secrets("rao"), "{player}");
    }
}

/// The first rounds of a tournament, to the byte. A change here changes every tournament ever recorded.
#[test]
fn records_are_pinned() {
    let (rounds, summary) = files_of(&plan(&["baseline-4", "random"], &["insert-colors"], &["4x6"], 3), &processes(1));
    assert_eq!(
        rounds,
        "\
player,scsa,pegs,colors,round,secret,outcome,cause,guesses,points
baseline-4,insert-colors,4,6,1,EFBD,win,,7,1.889822
baseline-4,insert-colors,4,6,2,FDBF,win,,6,2.041241
baseline-4,insert-colors,4,6,3,AFEA,win,,7,1.889822
random,insert-colors,4,6,1,EFBD,loss,guesses,100,0.000000
random,insert-colors,4,6,2,FDBF,loss,guesses,100,0.000000
random,insert-colors,4,6,3,AFEA,loss,guesses,100,0.000000
"
    );
    assert_eq!(
        summary,
        "\
player,scsa,pegs,colors,status,rounds,wins,losses_guesses,losses_time,failures_illegal,failures_panic,failures_crash,\
failures_memory,failures_protocol,failures_silence,weighted_wins,score,score_se,mean_guesses,mean_guesses_se,median_guesses,max_guesses,note
baseline-4,insert-colors,4,6,played,3,3,0,0,0,0,0,0,0,0,1.164177,5.820886,0.151419,6.666667,0.333333,7.0,7,
random,insert-colors,4,6,played,3,0,3,0,0,0,0,0,0,0,0.0,0.0,0.0,,,,,
"
    );
}

#[test]
fn many_rounds_are_written_in_order() {
    let (rounds, summary) = files_of(&plan(&["rao"], &["ab-color"], &["4x2"], 30_000), &processes(2));
    let numbers = rounds.lines().skip(1).map(|row| row.split(',').nth(4).unwrap().parse::<u64>().unwrap());
    assert!(numbers.eq(1..=30_000));
    assert!(summary.lines().nth(1).unwrap().starts_with("rao,ab-color,4,2,played,30000,30000,"));
}
