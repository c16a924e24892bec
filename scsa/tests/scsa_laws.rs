//! Laws that every secret-code-selection algorithm obeys.

#![allow(clippy::unwrap_used)]

use scsa::{Code, Color, Rng, Scsa, Size, algorithms};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::HashMap;

/// Boards whose codes are few enough to list, those at the edge of what a rule allows among them.
fn small_boards() -> impl Iterator<Item = Size> {
    (1..=8)
        .flat_map(|pegs| (1..=8).map(move |colors| (pegs, colors)))
        .filter(|&(pegs, colors)| (colors as u64).pow(pegs as u32) <= 20_000)
        .map(|(pegs, colors)| Size::new(pegs, colors).unwrap())
}

fn supported() -> impl Iterator<Item = (&'static dyn Scsa, Size)> {
    small_boards()
        .flat_map(|size| algorithms::with_variants().map(move |scsa| (scsa, size)))
        .filter(|(scsa, size)| scsa.supports(*size))
}

/// Whether the rule can make the code, said in the plainest way.
fn can_make(name: &str, code: &Code) -> bool {
    let pegs: Vec<usize> = code.pegs().map(Color::index).collect();
    let mut counts: Vec<usize> = (0..Color::MAX).map(|c| pegs.iter().filter(|&&p| p == c).count()).collect();
    counts.retain(|&n| n > 0);
    let cycles = |k: usize| {
        let all_distinct = (0..k.min(pegs.len())).all(|i| (0..i).all(|j| pegs[i] != pegs[j]));
        all_distinct && (0..pegs.len()).all(|i| pegs[i] == pegs[i % k])
    };
    match name {
        "insert-colors" | "usually-fewer" | "prefer-fewer" | "mystery-1" => true,
        "usually-fewer-2024" => true,
        "two-color-2024" => counts.len() == 2,
        "ab-color-2024" => counts.len() == 2 && pegs.iter().all(|&p| p < 2),
        "two-color" => counts.len() <= 2,
        "ab-color" => pegs.iter().all(|&p| p < 2),
        "two-color-alternating" | "mystery-5" => cycles(2),
        "only-once" => counts.iter().all(|&n| n == 1),
        "first-and-last" => pegs.first() == pegs.last(),
        "mystery-2" => cycles(3),
        "mystery-3" => {
            counts.resize(counts.len().max(3), 0);
            counts.len() == 3 && counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1
        }
        "mystery-4" => counts.len() <= 4,
        _ => panic!("no plain rule for {name}"),
    }
}

#[test]
fn names_are_unique_and_found() {
    let names: Vec<&str> = algorithms::with_variants().map(Scsa::name).collect();
    assert_eq!((names.len(), algorithms::all().count()), (16, 13));
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name), "{name} twice");
        assert_eq!(algorithms::find(name).unwrap().name(), *name);
    }
}

#[test]
fn probabilities_sum_to_1_and_are_0_for_what_the_rule_cannot_make() {
    for (scsa, size) in supported() {
        let name = scsa.name();
        let mut sum = 0.0;
        for code in size.codes() {
            let p = scsa.probability(size, &code);
            assert_eq!(p > 0.0, can_make(name, &code), "{name} {size} {code}: {p}");
            sum += p;
        }
        assert!((sum - 1.0).abs() < 1e-9, "{name} {size}: the sum is {sum}");
    }
}

#[test]
fn mixtures_are_their_components() {
    let mut mixtures = 0;
    for (scsa, size) in supported() {
        let components = scsa.components(size);
        if components.is_empty() {
            continue;
        }
        mixtures += 1;
        assert!(
            (components.iter().map(|component| component.weight).sum::<f64>() - 1.0).abs() < 1e-9,
            "{} {size}",
            scsa.name()
        );
        for code in size.codes() {
            let p: f64 =
                components.iter().map(|component| component.weight * component.rule.probability(size, &code)).sum();
            assert!((p - scsa.probability(size, &code)).abs() < 1e-12, "{} {size} {code}", scsa.name());
        }
    }
    assert!(mixtures > 100, "{mixtures}");
}

#[test]
fn illegal_codes_have_probability_0() {
    let size = Size::new(4, 6).unwrap();
    for code in ["GGGG", "AAA", "AAAAA", "ABCG", "GAGA", "AGBA"] {
        for scsa in algorithms::with_variants() {
            assert_eq!(scsa.probability(size, &code.parse().unwrap()), 0.0, "{} {code}", scsa.name());
        }
    }
}

/// Pearson's chi-square test, cells of less than five expected draws taken together.
#[test]
fn draws_agree_with_probabilities() {
    const DRAWS: usize = 40_000;
    for (seed, (scsa, size)) in supported().enumerate() {
        if size.codes().count() > 1300 {
            continue;
        }
        let mut rng = Rng::new(seed as u128);
        let mut drawn: HashMap<Code, usize> = HashMap::new();
        for _ in 0..DRAWS {
            *drawn.entry(scsa.draw(size, &mut rng)).or_default() += 1;
        }
        let (mut statistic, mut cells) = (0.0, 0u32);
        let (mut rare_expected, mut rare_drawn) = (0.0, 0);
        for code in size.codes() {
            let expected = scsa.probability(size, &code) * DRAWS as f64;
            let drawn = drawn.remove(&code).unwrap_or(0);
            if expected < 5.0 {
                rare_expected += expected;
                rare_drawn += drawn;
            } else {
                statistic += (drawn as f64 - expected).powi(2) / expected;
                cells += 1;
            }
        }
        assert!(drawn.is_empty(), "{} {size} drew illegal codes: {drawn:?}", scsa.name());
        if rare_expected > 0.0 {
            statistic += (rare_drawn as f64 - rare_expected).powi(2) / rare_expected;
            cells += 1;
        }
        if cells > 1 {
            let tail = ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic);
            // About 400 boards and rules: one in a million is beyond chance.
            assert!(tail > 1e-6, "{} {size}: chi-square {statistic} over {cells} cells", scsa.name());
        } else {
            assert!(statistic < 1e-9, "{} {size}: {statistic}", scsa.name());
        }
    }
}

#[test]
fn large_boards_are_drawn_and_probable() {
    for (pegs, colors) in [(4, 6), (6, 10), (8, 10), (15, 20), (20, 26), (32, 26), (26, 26), (32, 1)] {
        let size = Size::new(pegs, colors).unwrap();
        for scsa in algorithms::with_variants().filter(|scsa| scsa.supports(size)) {
            let mut rng = Rng::new(3);
            for _ in 0..200 {
                let code = scsa.draw(size, &mut rng);
                assert!(size.is_legal(&code), "{} {size} {code}", scsa.name());
                assert!(can_make(scsa.name(), &code), "{} {size} {code}", scsa.name());
                let p = scsa.probability(size, &code);
                assert!(p > 0.0 && p <= 1.0, "{} {size} {code}: {p}", scsa.name());
            }
        }
    }
    let size = Size::new(20, 26).unwrap();
    let two = |rule: &dyn Scsa| rule.probability(size, &Code::from_fn(size, |peg| Color::new(peg % 2).unwrap()));
    // 26 x 25 ordered pairs; 26 x 25 / 2 palettes and 2 ^ 20 codes of each.
    assert_eq!(two(&algorithms::TwoColorAlternating), 1.0 / 650.0);
    assert_eq!(two(&algorithms::TwoColor), 1.0 / 325.0 / 1_048_576.0);
}

#[test]
fn the_sizes_a_rule_allows() {
    for (name, no, yes) in [
        ("two-color", "4x1", "4x2"),
        ("ab-color", "4x1", "4x2"),
        ("two-color-2024", "1x2", "2x2"),
        ("ab-color-2024", "1x2", "2x2"),
        ("usually-fewer-2024", "4x2", "4x3"),
        ("two-color-alternating", "1x1", "1x2"),
        ("only-once", "7x6", "6x6"),
        ("usually-fewer", "4x2", "4x3"),
        ("mystery-1", "4x1", "4x2"),
        ("mystery-2", "4x2", "4x3"),
        ("mystery-3", "4x2", "1x3"),
        ("mystery-4", "4x3", "4x4"),
        ("mystery-5", "4x1", "4x2"),
    ] {
        let scsa = algorithms::find(name).unwrap();
        assert!(!scsa.supports(no.parse().unwrap()), "{name} {no}");
        assert!(scsa.supports(yes.parse().unwrap()), "{name} {yes}");
    }
}

/// The first codes of each rule at 5x7. A change here changes every tournament.
#[test]
fn draws_are_pinned() {
    let size = Size::new(5, 7).unwrap();
    let lines: Vec<String> = algorithms::with_variants()
        .map(|scsa| {
            let mut rng = Rng::new(2026);
            let codes: Vec<String> = (0..4).map(|_| scsa.draw(size, &mut rng).to_string()).collect();
            format!("{} {}", scsa.name(), codes.join(" "))
        })
        .collect();
    assert_eq!(
        lines.join("\n"),
        "\
insert-colors BDEDA EEDAA DCAFE BAGDA
two-color DDBDD DBDDB ECCEE DDDDB
ab-color AABBA BBAAA BAABB AABBA
two-color-alternating BDBDB EAEAE AEAEA EDEDE
only-once BDEFC EABDC DCBFA BAGFE
first-and-last BDEDB EEDAE DCAFD BAGDB
usually-fewer EAAEE BCCFB DDDDB DDEEE
prefer-fewer DDDDD AAAAA AABBB AAAAA
mystery-1 DDDDD BAABB AAAAA AAAAA
mystery-2 BDEBD DBFDB EDCED AEDAE
mystery-3 EDBDB BABEA AGAEG ADCCA
mystery-4 BEEDB DDEAC DDDDB BDEFF
mystery-5 BDBDB EAEAE AEAEA EDEDE
two-color-2024 DDBDD DBDDB ECCEE DDDDB
ab-color-2024 AABBA BBAAA BAABB AABBA
usually-fewer-2024 EAAEE BCCFB DDDDB DDEEE"
    );
}
