//! Players with faults: what the program reports of them.

use crate::command::{arena, path, played, results};

#[test]
fn every_fault_of_a_player_is_an_outcome_of_its_round() {
    let played_within = |seconds: &str, faulty: &[&str]| {
        let names: String = faulty.iter().map(|fault| format!("faulty-{fault},")).collect();
        let limits = format!("--time-limit {seconds} --memory-limit 128");
        played(&format!("--players {names}rao --scsa ab-color --sizes 2x2 --rounds 12 {limits} --jobs 2")).0
    };
    // How much time it takes to fill the memory is no matter.
    let rounds = played_within("60", &["length", "color", "panic", "overflow", "memory"])
        + &played_within("0.2", &["hang", "sleep"]);
    let rows = |player: &str, what: &str| {
        let own = |row: &&str| row.starts_with(&format!("{player},")) && row.contains(what);
        rounds.lines().filter(own).count()
    };
    for (player, what) in [
        ("faulty-length", "failure,illegal guess: A,"),
        ("faulty-color", "failure,illegal guess: C"),
        ("faulty-panic", "failure,panic: no guess after "),
        ("faulty-overflow", "failure,crash: signal 6,"),
        ("faulty-hang", "loss,time,"),
        ("faulty-sleep", "failure,silence: no answer in time"),
        ("faulty-memory", "failure,memory: more than 128 MB,"),
    ] {
        let (wins, faults) = (rows(player, ",win,"), rows(player, what));
        assert!(faults > 0, "{player}");
        assert!(wins > 0, "{player}");
        assert_eq!(wins + faults, 12, "{player}: {rounds}");
    }
    assert_eq!(rows("rao", ",win,"), 2 * 12);
}

/// A player that learns plays its match in order, one copy of it until a fault; then a fresh one goes on.
#[test]
fn a_learner_keeps_what_it_learned_until_it_fails() {
    let mut rounds = Vec::new();
    for jobs in ["1", "3"] {
        rounds.push(
            played(&format!(
                "--players faulty-learner,rao --scsa insert-colors --sizes 1x8,1x7 --rounds 200 --jobs {jobs}"
            ))
            .0,
        );
    }
    assert!(rounds[0] == rounds[1]);
    for colors in [8, 7] {
        // It guesses the colors in turn, beginning with that of the number of rounds it remembers.
        let mut remembered = 0;
        let mut faults = [0; 2];
        for row in rounds[0].lines().filter(|row| row.starts_with(&format!("faulty-learner,insert-colors,1,{colors},")))
        {
            let fields: Vec<&str> = row.split(',').collect();
            let secret = usize::from(fields[5].as_bytes()[0] - b'A');
            match fields[6] {
                "win" => {
                    let guesses = (secret + colors - remembered % colors) % colors + 1;
                    assert_eq!(fields[8], guesses.to_string(), "{row} after {remembered} rounds");
                    remembered += 1;
                }
                _ => {
                    faults[usize::from(fields[7].starts_with("crash"))] += 1;
                    if fields[7].starts_with("panic") {
                        assert!(fields[7].contains(&format!("forgot all after round {remembered} ")), "{row}");
                    }
                    remembered = 0;
                }
            }
        }
        assert!(faults[0] > 0 && faults[1] > 0, "{faults:?}");
    }
}

/// The preparation is tried once, not once a round.
#[test]
fn a_player_that_cannot_be_prepared_fails_every_round_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let run = ["run", "--players", "faulty-prepare,rao", "--scsa", "insert-colors", "--sizes", "4x6,3x6"];
    let limits = ["--rounds", "500", "--time-limit", "0.05", "--no-charts", "--quiet", "--out", &out];
    let output = arena(&[&run[..], &limits].concat()).assert().success();
    let [rounds, _] = results(&out);
    let count = |what: &str| rounds.lines().filter(|row| row.contains(what)).count();
    assert_eq!(count("failure,crash: signal 6,0,-2.000000"), 500);
    assert_eq!(count("loss,time,0,0.000000"), 500);
    assert_eq!(count(",win,"), 1000);
    // Every process that overflows its stack says so: in the tournament, and in what is checked before it.
    let said = String::from_utf8_lossy(&output.get_output().stderr);
    assert!((1..=5).contains(&said.matches("has overflowed its stack").count()), "{said}");
}

/// The CPU time of all threads of a player counts.
#[test]
fn threads_do_not_extend_the_time_limit() {
    let (rounds, _) = played("--players faulty-thread --scsa insert-colors --sizes 4x6 --rounds 4 --time-limit 0.1");
    assert_eq!(rounds.matches(",loss,time,").count(), 4, "{rounds}");
}

/// A thread or a static variable of a player does not exist in the next match.
#[test]
fn every_match_has_processes_of_its_own() {
    for jobs in ["1", "3"] {
        let (_, summary) =
            played(&format!("--players faulty-static,rao --scsa all --sizes 3x6,4x6 --rounds 50 --jobs {jobs}"));
        let matches = |status: &str| summary.matches(&format!(",{status},")).count();
        assert_eq!((matches("played"), matches("unsupported")), (2 * 2 * 13, 0), "{summary}");
    }
}
