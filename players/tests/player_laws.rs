//! Laws that every player of the roster obeys.

#![allow(clippy::unwrap_used)]

use players::{Briefing, Entry, FAULTY, Knowledge, ROSTER};
use rayon::prelude::*;
use scsa::{Code, Rng, Scsa, Size, Turn, algorithms};
use std::sync::Arc;

const GUESS_LIMIT: usize = 100;

/// Sizes at the edges of what is supported, those of the contest, and some between.
fn sizes() -> Vec<Size> {
    ["1x1", "1x26", "2x1", "2x2", "3x2", "4x6", "6x5", "7x4", "8x10", "10x7", "26x1", "32x2", "20x26", "32x26"]
        .map(|text| text.parse().unwrap())
        .to_vec()
}

fn briefing(size: Size, scsa: &'static dyn Scsa, knowledge: Knowledge) -> Briefing {
    Briefing { size, guess_limit: GUESS_LIMIT, codemaker: scsa.name().to_owned(), knowledge }
}

/// The one that takes long, with the least work that it can be told to do.
const SLOW: &str = "bayes:1";

/// The players of the roster and these.
fn everybody(besides: [&str; 2]) -> Vec<Entry> {
    let quick = |entry: &Entry| if entry.name() == "bayes" { players::find(SLOW).unwrap() } else { entry.clone() };
    ROSTER.iter().map(quick).chain(besides.map(|name| players::find(name).unwrap())).collect()
}

/// A few codes of an SCSA at the size at which tournaments show them, whatever the size of the match; none when it does
/// not support that.
fn samples(scsa: &dyn Scsa) -> Option<Arc<[Code]>> {
    let size: Size = "7x5".parse().unwrap();
    let mut rng = Rng::new(3);
    scsa.supports(size).then(|| (0..20).map(|_| scsa.draw(size, &mut rng)).collect())
}

/// Plays a round and returns the guesses; every one of them must be legal.
fn play(player: &mut dyn players::Player, size: Size, secret: &Code, seed: u128, about: &str) -> Vec<Turn> {
    let mut rng = Rng::new(seed);
    let mut turns: Vec<Turn> = Vec::new();
    player.start_round();
    // Beyond the contest's sizes the beginning of a round must do.
    let most = if size.pegs() > 20 { 12 } else { GUESS_LIMIT };
    while turns.len() < most {
        let guess = player.guess(&turns, &mut rng);
        assert!(size.is_legal(&guess), "{about}: {guess} against {secret} after {turns:?}");
        turns.push(Turn { guess, feedback: secret.feedback(&guess) });
        if guess == *secret {
            break;
        }
    }
    turns
}

#[test]
fn names_are_unique_and_kebab_case_and_everybody_is_found() {
    let names: Vec<&str> = ROSTER.iter().chain(FAULTY).map(Entry::name).collect();
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name), "{name} twice");
        assert!(
            name.split('-')
                .all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
        );
        assert_eq!(players::find(name).unwrap().name(), *name);
        assert_ne!(*name, "all");
    }
    assert!(ROSTER.iter().chain(FAULTY).all(|entry| entry.summary().len() > 10));
}

/// Legal guesses at every size, against every codemaker, whatever is known of it; the same game from the same seed; and
/// a round that does not depend on those before it.
#[test]
fn guesses_are_legal_and_rounds_depend_on_nothing_but_turns_and_seed() {
    let entries = everybody(["AABB+lc", "AABB+CDEF+rc"]);
    let games: Vec<(&Entry, Size)> =
        entries.iter().flat_map(|entry| sizes().into_iter().map(move |size| (entry, size))).collect();
    games.into_par_iter().with_max_len(1).for_each(|(entry, size)| {
        // Not against everybody where a game takes long.
        let every = match size.pegs() {
            pegs if entry.name() == SLOW => {
                if pegs > 8 {
                    12
                } else {
                    6
                }
            }
            pegs if pegs > 20 => 6,
            _ => 1,
        };
        for (number, scsa) in algorithms::all().filter(|scsa| scsa.supports(size)).enumerate() {
            if (number + size.colors()) % every == 0 {
                legal_and_the_same_again(entry, size, scsa);
            }
        }
    });
}

fn legal_and_the_same_again(entry: &Entry, size: Size, scsa: &'static dyn Scsa) {
    let samples = samples(scsa).map(Knowledge::Samples);
    for knowledge in [Knowledge::Nothing, Knowledge::rule(scsa)].into_iter().chain(samples) {
        let about = format!("{} {size} {}", entry.name(), scsa.name());
        // Most players do not use what they are told.
        let games = if matches!(knowledge, Knowledge::Nothing) { 3 } else { 1 };
        let learns = entry.learns(&knowledge);
        let Ok(mut prepared) = entry.prepare(&briefing(size, scsa, knowledge)) else { continue };
        let mut fresh = prepared.clone();
        let mut secrets = Rng::new(5);
        for seed in 0..games {
            let secret = scsa.draw(size, &mut secrets);
            if !learns {
                prepared.reset();
            }
            let game = play(prepared.player(), size, &secret, seed, &about);
            if !learns {
                fresh.reset();
                let again = play(fresh.clone().player(), size, &secret, seed, &about);
                assert_eq!(game, again, "{about}");
            }
        }
    }
}

/// The players that find every secret of a board this small within the limit.
#[test]
fn whoever_reasons_wins_on_small_boards() {
    let size: Size = "3x3".parse().unwrap();
    let scsa = algorithms::find("insert-colors").unwrap();
    for name in [
        "baseline-1",
        "baseline-2",
        "baseline-2-zero",
        "baseline-3",
        "baseline-4",
        "rao",
        "lc",
        "rc",
        "easy",
        "advanced",
    ] {
        let mut prepared = players::find(name).unwrap().prepare(&briefing(size, scsa, Knowledge::Nothing)).unwrap();
        for secret in size.codes() {
            prepared.reset();
            let game = play(prepared.player(), size, &secret, 1, name);
            assert_eq!(game.last().unwrap().guess, secret, "{name}");
        }
    }
}

/// The players that no secret of the contest's largest board escapes.
#[test]
fn rao_wins_at_20x26() {
    let size: Size = "20x26".parse().unwrap();
    for scsa in algorithms::all() {
        for name in ["baseline-4", "rao"] {
            let mut prepared = players::find(name).unwrap().prepare(&briefing(size, scsa, Knowledge::Nothing)).unwrap();
            let mut rng = Rng::new(11);
            for _ in 0..50 {
                let secret = scsa.draw(size, &mut rng);
                prepared.reset();
                let game = play(prepared.player(), size, &secret, 1, name);
                assert_eq!(game.last().unwrap().guess, secret, "{name} {}", scsa.name());
            }
        }
    }
}

/// What inconsistent answers must not do: stop a player from guessing legally. No referee gives such answers, but a
/// player that met them would fail in a way that hides the referee's fault.
#[test]
fn answers_that_contradict_each_other_break_nobody() {
    let size: Size = "5x4".parse().unwrap();
    let scsa = algorithms::find("insert-colors").unwrap();
    for entry in everybody(["AABBC+lc", "AABBC+BCDDA+rc"]) {
        let mut prepared = entry.prepare(&briefing(size, scsa, Knowledge::Nothing)).unwrap();
        // What is consistent with nothing is looked for in vain, at length.
        let games = if entry.name() == SLOW { 10 } else { 200 };
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            prepared.reset();
            let mut turns: Vec<Turn> = Vec::new();
            for _ in 0..15 {
                let guess = prepared.player().guess(&turns, &mut rng);
                assert!(size.is_legal(&guess), "{}: {guess} after {turns:?}", entry.name());
                // As if the secret were another one at each turn, and never the guess.
                let lie = scsa.draw(size, &mut Rng::new(seed * 100 + turns.len() as u128));
                let feedback = lie.feedback(&guess);
                if feedback.is_win(size) {
                    break;
                }
                turns.push(Turn { guess, feedback });
            }
        }
    }
}
