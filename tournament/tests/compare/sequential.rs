//! The sequential test against tournaments whose truth is known.

use tournament::compare::{Evidence, Order};

/// Differences of points such as those of two players at 4x6, with that mean: from a linear congruential generator.
fn blocks(mean: f64, seed: u64, rounds: usize) -> Vec<[f64; 2]> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1u32 << 31)
    };
    // Uniform between -60 and 60: a standard deviation of 34.6, of a range of 700.
    (0..rounds).map(|_| [(); 2].map(|()| mean + 120.0 * (next() - 0.5))).collect()
}

/// The order that is known first by somebody who looks every 25 rounds, and the rounds until then.
fn first_known(blocks: &[[f64; 2]]) -> Option<(Order, usize)> {
    let known = |rounds: &usize| {
        let part = blocks[..*rounds].iter().map(<[f64; 2]>::as_slice);
        Evidence::of_blocks(part, 700.0).order(1).map(|order| (order, *rounds))
    };
    // What is known stays known.
    let looks: Vec<usize> = (1..=blocks.len() / 25).map(|look| 25 * look).collect();
    looks.get(looks.partition_point(|rounds| known(rounds).is_none())).and_then(known)
}

#[test]
fn of_many_tournaments_of_equal_players_at_most_one_in_twenty_is_told_apart() {
    let is_wrong =
        |seed: &u64| matches!(first_known(&blocks(0.0, *seed, 400)), Some((Order::Before | Order::After, _)));
    let wrong = (1..=400).filter(is_wrong).count();
    assert!(wrong <= 20, "{wrong}");
}

#[test]
fn a_difference_is_found_and_never_taken_for_the_other_one() {
    let mut rounds: Vec<usize> = (1..=40)
        .map(|seed| {
            let known = first_known(&blocks(-2.0, seed, 4000));
            assert!(known.is_none_or(|(order, _)| order == Order::After));
            known.map_or(4000, |(_, rounds)| rounds)
        })
        .collect();
    rounds.sort_unstable();
    // A t test that finds half of this difference in 95 % of cases needs (1.96 + 1.645)² · 34.6² / 2 / 1² rounds of two matches: 7780.
    assert!(rounds[20] <= 7780 / 2, "{}", rounds[20]);
}
