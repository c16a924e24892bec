//! Properties of every rule family, fixed or fitted.

use crate::catalog;
use crate::family::{self, Family, Model};
use scsa::{Code, Game, Rng, algorithms};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;
use std::{sync::Arc, thread};

/// Boards whose codes are few enough to list.
fn small_boards(most: u64) -> impl Iterator<Item = Game> {
    let all = (1..=7).flat_map(|pegs| (1..=7).map(move |colors| Game::new(pegs, colors).unwrap()));
    all.chain(["9x2", "1x26", "2x26"].map(|text| text.parse().unwrap()))
        .filter(move |game| game.count_at_most(most).is_some())
}

/// Two pegs are equal to the one before.
const NEIGHBORS: [&str; 9] = ["AABBC", "ABBBA", "CCDEE", "BBBDA", "DEEEC", "AACCB", "EDDBB", "CAAAD", "BBCAA"];
/// Two pegs are vowels; one is equal to the first, one to its mirror image, and one to its own in the first half.
const VOWELS: [&str; 9] = ["ACAFCD", "ABACBD", "ECDDED", "FBFEBE", "EBEFBF", "CECFEF", "CACFAB", "CECBEB", "ACAFCB"];
/// Pegs 3 and 4 are pegs 1 and 2 with other letters.
const SUBSTITUTED: [&str; 12] =
    ["AACC", "ABCA", "BBAA", "CABC", "BCAB", "CCBB", "ACCB", "BAAC", "AACC", "CBBA", "BCAB", "ABCA"];

/// BACDA, rotated and shifted.
const ROTATED: [&str; 12] =
    ["BACDA", "ACDAB", "CDABA", "CBDAB", "BDABC", "DABCB", "DCABC", "CABCD", "ADBCD", "DBCDA", "BCDAD", "ABACD"];
/// AB and CCA, joined.
const JOINED: [&str; 12] =
    ["ABCCA", "ABCCA", "CCAAB", "CCAAB", "ABCCA", "ABCCA", "CCAAB", "CCAAB", "ABCCA", "ABCCA", "CCAAB", "CCAAB"];

/// All fixed rules, and all families fitted to codes of several codemakers.
fn families() -> Vec<Family> {
    let mut families: Vec<Family> = catalog::fixed_families().into_iter().map(|(_, family)| family).collect();
    let homes: [(&str, &[&str]); 8] = [
        ("4x3", &["ABCA", "AABA", "BBCA", "ABCA", "AACA", "CBAA", "AABA"]),
        ("5x6", &["ABABB", "ABBBB", "ABABF", "CBABA"]),
        ("3x2", &["ABB", "ABA"]),
        ("5x5", &NEIGHBORS),
        ("6x6", &VOWELS),
        ("4x3", &SUBSTITUTED),
        ("5x4", &ROTATED),
        ("5x5", &JOINED),
    ];
    for (home, codes) in homes {
        let codes: Vec<(Code, f64)> =
            codes.iter().zip([1.0, 0.7].iter().cycle()).map(|(c, s)| (c.parse().unwrap(), *s)).collect();
        let home = home.parse().unwrap();
        families.extend(catalog::estimators().into_iter().filter_map(|(_, estimator)| estimator.fit(home, &codes)));
    }
    let inferred = ["peg-network", "log-linear", "classes", "base-codes", "linear-relations", "words", "two-parts"];
    for name in inferred {
        assert!(families.iter().any(|family| family.name == name), "{name}");
    }
    families
}

#[test]
fn probabilities_sum_to_1() {
    for family in families() {
        for game in small_boards(4000) {
            let models = family.at(game);
            let weights: f64 = models.iter().map(|(weight, _)| weight).sum();
            assert!(models.is_empty() || (weights - 1.0).abs() < 1e-9, "{} {game}: {weights}", family.name);
            for (_, model) in models {
                let sum: f64 = game.codes().map(|code| model.probability(&code)).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{} {game}, {}: the sum is {sum}", family.name, model.description());
            }
        }
    }
}

/// Pearson's chi-square test, cells of less than five expected draws taken together.
#[test]
fn draws_agree_with_probabilities() {
    const DRAWS: usize = 2000;
    let check = |(number, family): &(usize, Family)| -> u128 {
        let mut models = 0;
        for (game, (_, model)) in
            small_boards(260).flat_map(|game| family.at(game).into_iter().map(move |model| (game, model)))
        {
            let words = format!("{} {game}, {}", family.name, model.description());
            models += 1;
            let mut rng = Rng::new(*number as u128 * 1_000_000 + models);
            let mut drawn = vec![0; game.codes().count()];
            for _ in 0..DRAWS {
                let code = model.draw(&mut rng);
                assert!(game.is_legal(&code), "{words}: drew {code}, which is illegal");
                drawn[game.rank(&code) as usize] += 1;
            }
            let (mut statistic, mut cells, mut rare) = (0.0, 0, (0.0, 0));
            for (code, times) in game.codes().zip(drawn) {
                let expected = model.probability(&code) * DRAWS as f64;
                assert!(times == 0 || expected > 0.0, "{words}: drew {code}, which is impossible");
                if expected < 5.0 {
                    rare = (rare.0 + expected, rare.1 + times);
                } else {
                    statistic += (times as f64 - expected).powi(2) / expected;
                    cells += 1;
                }
            }
            if rare.0 >= 5.0 {
                statistic += (rare.1 as f64 - rare.0).powi(2) / rare.0;
                cells += 1;
            }
            if cells > 1 {
                let tail = ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic);
                // Some ten thousand boards and rules.
                assert!(tail > 1e-8, "{words}: chi-square {statistic} over {cells} cells");
            }
        }
        models
    };
    let families: Vec<(usize, Family)> = families().into_iter().enumerate().collect();
    let (one, other) = families.split_at(families.len() / 2);
    let check_all = |families: &[(usize, Family)]| families.iter().map(check).sum::<u128>();
    let models = thread::scope(|scope| {
        let one = scope.spawn(|| check_all(one));
        check_all(other) + one.join().unwrap()
    });
    assert!(models > 3000, "{models}");
}

#[test]
fn large_boards_are_drawn_and_probable() {
    let sizes = ["20x26", "32x26", "32x1", "26x26", "20x20", "15x20", "7x26", "32x2", "1x1"];
    let mut families = families();
    // Permutations of all colors, and codes of few colors.
    for (home, codemaker) in [("20x20", "only-once"), ("26x26", "only-once"), ("20x26", "prefer-fewer")] {
        let (home, codemaker, mut rng) = (home.parse().unwrap(), algorithms::find(codemaker).unwrap(), Rng::new(7));
        let codes: Vec<(Code, f64)> = (0..11).map(|_| (codemaker.draw(home, &mut rng), 1.0)).collect();
        for (_, estimator) in catalog::estimators() {
            let Some(family) = estimator.fit(home, &codes) else { continue };
            let predicted: f64 = codes.iter().map(|(code, share)| family.leave_one_out(home, code, *share)).sum();
            assert!(predicted.is_finite(), "{} {home}: {predicted}", family.name);
            families.push(family);
        }
    }
    let games = sizes.map(|game| game.parse::<Game>().unwrap());
    for (game, family) in games.into_iter().flat_map(|game| families.iter().map(move |family| (game, family))) {
        for (_, model) in family.at(game) {
            let mut rng = Rng::new(3);
            for _ in 0..20 {
                let code = model.draw(&mut rng);
                let words = format!("{} {game}, {}: {code}", family.name, model.description());
                assert!(game.is_legal(&code), "{words}");
                let p = model.probability(&code);
                assert!(p > 0.0 && p < 1.0 + 1e-9, "{words}: {p}");
            }
        }
    }
}

/// Fixed models with equal descriptions are merged.
#[test]
fn equal_descriptions_are_equal_models() {
    let mut equal = 0;
    for game in small_boards(1300) {
        let mut models: BTreeMap<String, Arc<dyn Model>> = BTreeMap::new();
        for model in
            catalog::fixed_families().into_iter().flat_map(|(_, family)| family.at(game)).map(|(_, model)| model)
        {
            if let Some(other) = models.insert(model.description(), Arc::clone(&model)) {
                equal += 1;
                let differs = |code: &Code| (model.probability(code) - other.probability(code)).abs() > 1e-12;
                assert!(!game.codes().any(|code| differs(&code)), "{game}: {}", model.description());
            }
        }
    }
    assert!(equal > 50, "{equal}");
}

/// The leave-one-out probability of a code is that of the same family fitted to the other codes.
#[test]
fn leave_one_out_is_a_fit_to_the_other_codes() {
    let several: [(&str, &[&str]); 4] = [
        // Without CAD, which comes twice, the first peg is always A.
        ("3x5", &["ABE", "ACD", "ADC", "AEB", "AAA", "CAD", "CAD"]),
        ("4x3", &["ABCA", "AABA", "BBCA", "ABCA", "AACA", "CBAA", "AABA", "AACA"]),
        ("5x5", &NEIGHBORS),
        ("6x6", &VOWELS),
    ];
    let mut compared = 0;
    for (home, codes) in several {
        let home = home.parse().unwrap();
        let codes: Vec<(Code, f64)> = codes.iter().map(|text| (text.parse().unwrap(), 1.0)).collect();
        for (_, estimator) in catalog::estimators() {
            for left_out in 0..codes.len() {
                let mut others = codes.clone();
                let (code, _) = others.remove(left_out);
                let (Some(all), Some(rest)) = (estimator.fit(home, &codes), estimator.fit(home, &others)) else {
                    continue;
                };
                // Structures that are inferred are kept, and charged by the evidence; so are weights of sources.
                if all.evidence().is_none() && !["palettes", "peg-frequencies", "count-weights"].contains(&all.name) {
                    let (ours, wanted) =
                        (all.leave_one_out(home, &code, 1.0), family::probability(&rest.at(home), &code));
                    assert!((ours - wanted).abs() <= 1e-9, "{} {home} {code}: {ours}, not {wanted}", all.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

/// A probability distribution over sequences of codes is as probable as the uniform one on average: it makes codes that are drawn
/// uniformly more than twenty times as probable as that at most once in twenty times (Markov's inequality).
#[test]
fn no_family_has_evidence_in_random_codes() {
    const DRAWS: usize = 150;
    const TIMES: f64 = 20.0;
    for (game, number) in [("4x3", 12), ("6x4", 25)] {
        let game: Game = game.parse().unwrap();
        let uniform = -libm::log(game.colors() as f64) * game.pegs() as f64 * number as f64;
        for (place, (_, estimator)) in catalog::estimators().into_iter().enumerate() {
            let mut rng = Rng::new(place as u128);
            let mut draw = || Code::from_fn(game, |_| rng.color(game.colors()));
            let mut more = 0;
            for _ in 0..DRAWS {
                let codes: Vec<(Code, f64)> = (0..number).map(|_| (draw(), 1.0)).collect();
                let Some(family) = estimator.fit(game, &codes) else { continue };
                let discount = family.log_discount(|codes| estimator.fit(game, codes), game, &codes);
                let of_code =
                    |(code, share): &(Code, f64)| discount + libm::log(family.leave_one_out(game, code, *share));
                more += usize::from(codes.iter().map(of_code).sum::<f64>() > uniform + libm::log(TIMES));
            }
            // Four standard deviations above the bound.
            let most = DRAWS as f64 / TIMES + 4.0 * (DRAWS as f64 / TIMES).sqrt();
            assert!(more as f64 <= most, "{game} {estimator:?}: {more} of {DRAWS}");
        }
    }
}

/// Whether nothing but the number of different colors makes one code more probable than another, code by code: among those that have
/// equal pegs wherever all codes that are possible do, and no color that none of these has.
fn is_by_distinct(game: Game, probability: impl Fn(&Code) -> f64) -> bool {
    let all: Vec<(Code, f64)> = game.codes().map(|code| (code, probability(&code))).collect();
    let support: Vec<&Code> = all.iter().filter(|(_, p)| *p > 0.0).map(|(code, _)| code).collect();
    let always_equal = |a: usize, b: usize| support.iter().all(|code| code.peg(a) == code.peg(b));
    let pairs = (0..game.pegs()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let equal: Vec<(usize, usize)> = pairs.filter(|&(a, b)| always_equal(a, b)).collect();
    let occurring: Vec<_> = game.palette().filter(|&color| support.iter().any(|code| code.count(color) > 0)).collect();
    let mut by_distinct: BTreeMap<usize, f64> = BTreeMap::new();
    all.iter().all(|(code, p)| {
        let fits =
            equal.iter().all(|&(a, b)| code.peg(a) == code.peg(b)) && code.pegs().all(|c| occurring.contains(&c));
        if !fits {
            return true;
        }
        let first = *by_distinct.entry(code.distinct()).or_insert(*p);
        (p - first).abs() <= 1e-9 * first
    })
}

/// No model claims to be by distinct that is not.
#[test]
fn models_that_claim_to_be_by_distinct_are() {
    let mut claimed = 0;
    for family in families() {
        for game in small_boards(1300) {
            for (_, model) in family.at(game).into_iter().filter(|(_, model)| model.by_distinct()) {
                let is = is_by_distinct(game, |code| model.probability(code));
                assert!(is, "{} {game}, {}", family.name, model.description());
                claimed += 1;
            }
        }
    }
    assert!(claimed > 500, "{claimed}");
}
