//! Golden transcripts: how every player of the roster plays a few games, to the letter, in `tests/golden/PLAYER.txt`.

#![allow(clippy::unwrap_used)]

mod program;

use program::told;
use scsa::{Scsa, algorithms};
use std::{collections::BTreeSet, fs, path::Path};

/// The commands whose output is a player's transcript.
///
/// Most show games at 4x6, against codemakers whose rules differ much and the one that the player is named after, or those
/// that make it choose another method, and a game at a larger size. How fast this machine is must not count.
fn commands(player: &str) -> Vec<String> {
    let mut codemakers = "insert-colors,two-color-alternating,first-and-last,only-once".to_owned();
    if player == "dino" {
        // Of the mystery it is told samples.
        codemakers += ",ab-color,mystery-5";
    }
    let own = algorithms::all().map(Scsa::name).find(|name| player.ends_with(&format!("-{name}")));
    if let Some(own) = own.filter(|own| !codemakers.contains(own)) {
        codemakers = format!("{codemakers},{own}");
    }
    let of_one_step = ["knuth", "minimax", "expected-size", "entropy", "most-parts"];
    let larger = match player {
        // These do not play 8x10.
        "easy" | "advanced" => "6x10",
        "optimal" | "consistent-optimal" => "5x4",
        _ if of_one_step.iter().any(|name| player.ends_with(name)) => "6x6",
        _ => "8x10",
    };
    match player {
        // These hardly use what they are told, and need a hundred guesses and more at 4x6.
        "random" | "one-color" | "baseline-1" | "baseline-2-zero" => {
            vec![format!("games {player} --scsa {codemakers} --sizes 3x4 --seeds 1,2,3 --guess-limit 20")]
        }
        // Where it proves no strategy: codes that are listed, and such that are not.
        "bayes" => vec![
            format!("games {player} --scsa {codemakers} --seeds 1,2,3 --time-limit 600"),
            format!("games {player} --scsa insert-colors,ab-color,two-color --sizes {larger} --time-limit 600"),
        ],
        _ => vec![
            format!("games {player} --scsa {codemakers} --seeds 1,2,3 --time-limit 600"),
            format!("games {player} --sizes {larger} --guess-limit 50 --time-limit 600"),
        ],
    }
}

/// What to type at the root of the repository to make a player's file anew.
fn remedy(player: &str, file: &str) -> String {
    let typed: Vec<String> = commands(player).iter().map(|command| format!("cargo run -q -- {command}")).collect();
    match &typed[..] {
        [one] => format!("{one} > {file}"),
        several => format!("{{ {}; }} > {file}", several.join("; echo; ")),
    }
}

#[test]
fn every_player_plays_as_its_transcript_says() {
    let mut complaints = Vec::new();
    for player in players::ROSTER.iter().map(players::Entry::name) {
        let transcripts: Vec<String> =
            commands(player).iter().map(|command| told(&command.split(' ').collect::<Vec<_>>())).collect();
        let now = transcripts.join("\n");
        let file = format!("tests/golden/{player}.txt");
        let what = match fs::read_to_string(&file) {
            Ok(golden) if golden == now => continue,
            Ok(golden) => difference(&golden, &now),
            Err(e) => format!("cannot be read: {e}"),
        };
        complaints.push(format!("{file} {what}\n    {}", remedy(player, &file)));
    }
    assert!(
        complaints.is_empty(),
        "a player plays other games than its transcript shows. If it is meant to, make the file anew, at the root of \
         the repository:\n{}",
        complaints.join("\n")
    );
}

fn difference(golden: &str, now: &str) -> String {
    let (mut old, mut new) = (golden.lines(), now.lines());
    for number in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                let [old, new] = [old, new].map(|line| line.unwrap_or("the end"));
                return format!("differs at line {number}: it has `{old}`, played is `{new}`");
            }
        }
    }
    "differs in how its lines end".to_owned()
}

#[test]
fn no_transcript_is_without_a_player() {
    let names = players::ROSTER.iter().map(|entry| format!("{}.txt", entry.name()));
    let there = fs::read_dir(Path::new("tests/golden")).unwrap();
    let mut left: BTreeSet<String> = there.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    for name in names {
        left.remove(&name);
    }
    assert!(left.is_empty(), "remove from tests/golden what no player of the roster is named after: {left:?}");
}
