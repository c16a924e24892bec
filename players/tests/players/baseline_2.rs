//! Baseline 2: its games against a walk through all codes, and large sizes.

use players::{Briefing, Knowledge, PlayerInstance, find};
use scsa::{Code, Rng, Size, Turn, algorithms, is_consistent};

fn prepare(size: Size) -> PlayerInstance {
    let briefing = Briefing::new(size, "insert-colors", Knowledge::Nothing);
    find("baseline-2").unwrap().prepare(&briefing).unwrap()
}

fn play(player: &mut PlayerInstance, secret: &Code) -> Vec<Turn> {
    player.reset();
    let mut turns: Vec<Turn> = Vec::new();
    while turns.last().is_none_or(|turn| turn.guess != *secret) && turns.len() < 100 {
        let guess = player.player().guess(&turns, &mut Rng::new(0));
        let feedback = secret.feedback(&guess);
        turns.push(Turn { guess, feedback });
    }
    turns
}

/// The obvious version: a walk through all codes of the size in order.
fn walk(size: Size, secret: &Code) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for guess in size.codes().take_while(|code| code <= secret) {
        if is_consistent(&guess, &turns) {
            let feedback = secret.feedback(&guess);
            turns.push(Turn { guess, feedback });
        }
    }
    turns
}

#[test]
fn agrees_with_the_walk_for_every_secret_of_4x6() {
    let size: Size = "4x6".parse().unwrap();
    let mut player = prepare(size);
    let mut total = 0;
    for secret in size.codes() {
        let turns = play(&mut player, &secret);
        assert_eq!(turns, walk(size, &secret));
        total += turns.len();
    }
    // Published for the strategy "lowest consistent code" ("Dave Computes Mastermind Strategy", 2016).
    assert_eq!(total, 7471);
}

#[test]
fn guesses_ascend_and_are_consistent_at_large_sizes() {
    for size in ["15x20", "20x26"] {
        let size: Size = size.parse().unwrap();
        let mut player = prepare(size);
        for scsa in algorithms::all().filter(|scsa| scsa.supports(size)) {
            let secret = scsa.draw(size, &mut Rng::new(11));
            let turns = play(&mut player, &secret);
            assert_eq!(turns.last().unwrap().guess, secret, "{} at {size}", scsa.name());
            for (played, turn) in turns.iter().enumerate().skip(1) {
                assert!(turn.guess > turns[played - 1].guess);
                assert!(is_consistent(&turn.guess, &turns[..played]));
            }
        }
    }
}

/// It need not win there: its work is bounded by steps.
#[test]
#[ignore = "takes some seconds: cargo test --release -p mastermind-arena-players --test players baseline_2:: -- --ignored"]
fn guesses_are_legal_at_the_largest_size() {
    let size: Size = "32x26".parse().unwrap();
    let mut player = prepare(size);
    // Every third codemaker, because a round takes a second.
    for scsa in algorithms::all().filter(|scsa| scsa.supports(size)).step_by(3) {
        let secret = scsa.draw(size, &mut Rng::new(5));
        let turns = play(&mut player, &secret);
        assert!(turns.iter().all(|turn| size.is_legal(&turn.guess)));
    }
}
