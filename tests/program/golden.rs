//! Golden games: how every player of the roster plays a few games, to the letter, in `tests/golden/PLAYER.txt`.
//!
//! `GOLDEN=PLAYER cargo test --test program golden::` writes the file of a player, `GOLDEN=all` those of all players.

use players::{Briefing, Entry, Knowledge, ROSTER};
use rayon::prelude::*;
use scsa::{Scsa, algorithms};
use std::{collections::BTreeMap, env, fs, path::Path, process::Command};

/// The players that play the same games under several names, the first of which is the original.
const ALIASES: [&[&str]; 3] =
    [&["knuth", "minimax"], &["consistent-knuth", "consistent-minimax"], &["baseline-2", "lc"]];

/// The larger games, the first of which a player plays that it supports.
const LARGER: [&str; 3] = ["8x10", "6x10", "5x4"];

/// The commands whose output is the golden games of a player.
///
/// Most are games at 4x6, against codemakers with very different rules, the one that the player is named after or those that
/// make it choose another method, and a game in a larger game. The result must not depend on the speed of the machine.
fn commands(player: &Entry) -> Vec<String> {
    let name = player.name();
    let mut codemakers = "insert-colors,two-color-alternating,first-and-last,only-once".to_owned();
    if name == "dino" {
        // It knows samples of the mystery.
        codemakers += ",ab-color,mystery-5";
    }
    let own = algorithms::all().map(Scsa::name).find(|scsa| name.ends_with(&format!("-{scsa}")));
    if let Some(own) = own.filter(|own| !codemakers.contains(own)) {
        codemakers = format!("{codemakers},{own}");
    }
    match name {
        // They take a hundred guesses and more at 4x6.
        "random" | "one-color" | "baseline-1" | "baseline-2-zero" => {
            vec![format!("games {name} --scsa {codemakers} --sizes 3x4 --seeds 1,2,3 --guess-limit 20")]
        }
        // A game at which it proves no strategy, with codemakers whose codes it lists and others.
        "bayes" => vec![
            format!("games {name} --scsa {codemakers} --seeds 1,2,3 --time-limit 600"),
            format!("games {name} --scsa insert-colors,ab-color,two-color --sizes 8x10 --time-limit 600"),
        ],
        _ => {
            let small = first_supported(player, &["4x6", "3x4", "5x5", "2x2"]).unwrap_or("4x6");
            let mut commands = vec![format!(
                "games {name} --scsa {codemakers}{} --seeds 1,2,3 --time-limit 600",
                if small == "4x6" { String::new() } else { format!(" --sizes {small}") }
            )];
            let one_step = ["knuth", "minimax", "expected-size", "entropy", "most-parts"];
            // 6x10 would take them seconds.
            let larger: &[_] = if one_step.iter().any(|own| name.ends_with(own)) { &["6x6"] } else { &LARGER };
            if let Some(large) = first_supported(player, larger) {
                commands.push(format!("games {name} --sizes {large} --guess-limit 50 --time-limit 600"));
            }
            commands
        }
    }
}

/// What a command that succeeds prints, named as without cargo where no terminal sets the width.
fn told(command: &str) -> String {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    let output = arena.args(command.split(' ')).env_remove("COLUMNS").env_remove("CARGO").output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn first_supported(player: &Entry, sizes: &[&'static str]) -> Option<&'static str> {
    let supports = |game: &&&str| {
        let briefing = Briefing::new(game.parse().unwrap(), "insert-colors", Knowledge::Nothing);
        player.prepare(&briefing).is_ok()
    };
    sizes.iter().find(supports).copied()
}

fn file(player: &str) -> String {
    format!("tests/golden/{player}.txt")
}

#[test]
fn every_player_plays_its_golden_games() {
    let written = env::var("GOLDEN").unwrap_or_default();
    let complaint = |player: &Entry| -> Option<String> {
        let games: Vec<String> = commands(player).iter().map(|command| told(command)).collect();
        let (name, played) = (player.name(), games.join("\n"));
        if written == name || written == "all" {
            fs::write(file(name), &played).unwrap();
        }
        let difference = match fs::read_to_string(file(name)) {
            Ok(golden) if golden == played => return None,
            Ok(golden) => difference(&golden, &played),
            Err(e) => format!("cannot be read: {e}"),
        };
        Some(format!("{} {difference}\n    GOLDEN={name} cargo test --test program golden::", file(name)))
    };
    let complaints: Vec<String> = ROSTER.par_iter().with_max_len(1).filter_map(complaint).collect();
    assert!(
        complaints.is_empty(),
        "a player has no golden games or plays others. If the new games are right, write them with the command given here, \
         and look at them:\n{}",
        complaints.join("\n")
    );
}

fn difference(golden: &str, played: &str) -> String {
    match (1..).zip(golden.lines().zip(played.lines())).find(|(_, (old, new))| old != new) {
        Some((number, (old, new))) => format!("differs at line {number}: golden is `{old}`, played is `{new}`"),
        None => "differs in its length, or in its line ends".to_owned(),
    }
}

#[test]
fn every_file_belongs_to_a_player() {
    let files = fs::read_dir(Path::new("tests/golden")).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let is_stale = |file: &String| ROSTER.iter().all(|player| format!("{}.txt", player.name()) != *file);
    let stale: Vec<String> = files.filter(is_stale).collect();
    assert!(stale.is_empty(), "remove from tests/golden, because no player has these names: {stale:?}");
}

/// Two players with the same golden games are the same player, unless they are listed as [`ALIASES`].
#[test]
fn no_two_players_play_the_same_games() {
    let mut players_of: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for player in ROSTER.iter().map(Entry::name) {
        // A missing file fails the test above.
        if let Ok(games) = fs::read_to_string(file(player)) {
            players_of.entry(games.replace(&format!("{player} against"), "")).or_default().push(player);
        }
    }
    let duplicates: Vec<Vec<&str>> =
        players_of.into_values().filter(|players| players.len() > 1 && !ALIASES.contains(&&players[..])).collect();
    assert!(duplicates.is_empty(), "these players play the same games: {duplicates:?}");
}
