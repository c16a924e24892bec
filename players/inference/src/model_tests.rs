//! Properties of every rule family, fixed or fitted.

use crate::{
    ModelPosterior, catalog,
    model::{self, Evidence, RuleFamily},
};
use scsa::{Code, Rng, Scsa, Size, algorithms};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Boards whose codes are few enough to list.
fn small_boards(most: u64) -> impl Iterator<Item = Size> {
    let all = (1..=7).flat_map(|pegs| (1..=7).map(move |colors| Size::new(pegs, colors).unwrap()));
    all.chain(["9x2", "1x26", "2x26"].map(|text| text.parse().unwrap()))
        .filter(move |size| size.count_at_most(most).is_some())
}

/// Pegs 1 and 5 and pegs 2 and 4 have the sum 4, with A for 0.
const MIRRORED: [&str; 9] = ["ABCDE", "BACED", "CDABC", "EEDAA", "DCBCB", "AADEE", "BCECD", "CEAAC", "DDEBB"];
/// The last peg is the sum of the others, modulo 6.
const SUMS: [&str; 9] = ["BCAD", "FDDF", "BAAB", "ADEB", "CABD", "EECE", "CBAD", "CBAD", "FCCD"];
/// Peg 5 = peg 1 + 2 × peg 2 + 1 and peg 6 = peg 2 + peg 3 + peg 4, modulo 3.
const RELATED: [&str; 10] =
    ["ACCACB", "BCBCAC", "CACAAC", "BBCABA", "ACBCCC", "CBBCCB", "AACABC", "CBCACA", "CAACAC", "ABABAC"];
/// Two pegs are equal to the one before.
const NEIGHBOURS: [&str; 9] = ["AABBC", "ABBBA", "CCDEE", "BBBDA", "DEEEC", "AACCB", "EDDBB", "CAAAD", "BBCAA"];
/// Two pegs are vowels; one is equal to the first, one to its mirror image, and one to its own in the first half.
const VOWELS: [&str; 9] = ["ACAFCD", "ABACBD", "ECDDED", "FBFEBE", "EBEFBF", "CECFEF", "CACFAB", "CECBEB", "ACAFCB"];

/// Pegs 3 and 4 are pegs 1 and 2 with other letters.
const SUBSTITUTED: [&str; 12] =
    ["AACC", "ABCA", "BBAA", "CABC", "BCAB", "CCBB", "ACCB", "BAAC", "AACC", "CBBA", "BCAB", "ABCA"];
/// BACDA, rotated and shifted.
const ROTATED: [&str; 12] =
    ["BACDA", "ACDAB", "CDABA", "CBDAB", "BDABC", "DABCB", "DCABC", "CABCD", "ADBCD", "DBCDA", "BCDAD", "ABACD"];
/// A and B open, C and D close.
const NESTED: [&str; 12] =
    ["ACAC", "ABDC", "BDAC", "AACC", "BADC", "BBDD", "ACBD", "BACD", "ABDC", "AACC", "BDBD", "BACD"];

/// All fixed rules, and all families fitted to codes of several codemakers.
fn families() -> Vec<Arc<dyn RuleFamily>> {
    let mut families: Vec<Arc<dyn RuleFamily>> =
        catalog::fixed_families().into_iter().map(|(_, family)| family).collect();
    let homes: [(&str, &[&str]); 14] = [
        ("4x3", &["ABCA", "AABA", "BBCA", "ABCA", "AACA", "CBAA", "AABA"]),
        ("5x5", &["ABCBA", "ADEDA", "BBBBB", "CACAC", "ABCBA", "EEDEE"]),
        ("5x6", &["ABABB", "ABBBB", "ABABF", "CBABA"]),
        ("3x2", &["ABB", "ABA"]),
        ("6x4", &["ABCDAB", "BCDABC", "CDABCD", "DABCDA", "ABCDAB"]),
        ("5x5", &MIRRORED),
        ("6x5", &["ABBCDA", "BBCDAD", "CBDECB", "ACCEBA", "EAEEDC", "DECBDE"]),
        ("4x6", &SUMS),
        ("6x3", &RELATED),
        ("5x5", &NEIGHBOURS),
        ("6x6", &VOWELS),
        ("4x3", &SUBSTITUTED),
        ("5x4", &ROTATED),
        ("4x4", &NESTED),
    ];
    for (home, codes) in homes {
        let codes: Vec<(Code, f64)> =
            codes.iter().zip([1.0, 0.7].iter().cycle()).map(|(c, s)| (c.parse().unwrap(), *s)).collect();
        let home = home.parse().unwrap();
        families.extend(
            catalog::estimators()
                .into_iter()
                .filter_map(|(_, estimator)| estimator.fit(home, &codes))
                .map(|fitted| fitted as _),
        );
    }
    for name in ["peg-network", "part-list", "pattern-list", "changed-base", "nested-pairs"] {
        assert!(families.iter().any(|family| family.name() == name), "{name}");
    }
    families
}

#[test]
fn probabilities_sum_to_1() {
    for family in families() {
        for size in small_boards(4000) {
            let models = family.at(size);
            let weights: f64 = models.iter().map(|(weight, _)| weight).sum();
            assert!(models.is_empty() || (weights - 1.0).abs() < 1e-9, "{} {size}: {weights}", family.name());
            for (_, model) in models {
                let sum: f64 = size.codes().map(|code| model.probability(&code)).sum();
                assert!(
                    (sum - 1.0).abs() < 1e-9,
                    "{} {size}, {}: the sum is {sum}",
                    family.name(),
                    model.description()
                );
            }
        }
    }
}

/// Pearson's chi-square test, cells of less than five expected draws taken together.
#[test]
fn draws_agree_with_probabilities() {
    const DRAWS: usize = 2000;
    let check = |number: usize, family: &Arc<dyn RuleFamily>| -> u128 {
        let mut models = 0;
        for (size, (_, model)) in
            small_boards(260).flat_map(|size| family.at(size).into_iter().map(move |model| (size, model)))
        {
            let words = format!("{} {size}, {}", family.name(), model.description());
            models += 1;
            let mut rng = Rng::new(number as u128 * 1_000_000 + models);
            let mut drawn = vec![0; size.codes().count()];
            for _ in 0..DRAWS {
                let code = model.draw(&mut rng);
                assert!(size.is_legal(&code), "{words}: drew {code}, which is illegal");
                drawn[size.rank(&code) as usize] += 1;
            }
            let (mut statistic, mut cells, mut rare) = (0.0, 0, (0.0, 0));
            for (code, times) in size.codes().zip(drawn) {
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
    let (families, next) = (families(), AtomicUsize::new(0));
    let check_rest = || -> u128 {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        numbers.map_while(|number| families.get(number).map(|family| check(number, family))).sum()
    };
    let models: u128 = thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(check_rest));
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(models > 5000, "{models}");
}

#[test]
fn large_boards_are_drawn_and_probable() {
    let sizes = ["20x26", "32x26", "32x1", "26x26", "15x20", "7x26", "32x2", "1x1"];
    for (size, family) in
        sizes.iter().flat_map(|size| families().into_iter().map(move |family| (size.parse::<Size>().unwrap(), family)))
    {
        for (_, model) in family.at(size) {
            let mut rng = Rng::new(3);
            for _ in 0..20 {
                let code = model.draw(&mut rng);
                let words = format!("{} {size}, {}: {code}", family.name(), model.description());
                assert!(size.is_legal(&code), "{words}");
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
    for size in small_boards(1300) {
        let mut models: BTreeMap<String, Arc<dyn model::Model>> = BTreeMap::new();
        for model in
            catalog::fixed_families().into_iter().flat_map(|(_, family)| family.at(size)).map(|(_, model)| model)
        {
            if let Some(other) = models.insert(model.description(), Arc::clone(&model)) {
                equal += 1;
                let differs = |code: &Code| (model.probability(code) - other.probability(code)).abs() > 1e-12;
                assert!(!size.codes().any(|code| differs(&code)), "{size}: {}", model.description());
            }
        }
    }
    assert!(equal > 100, "{equal}");
}

/// The leave-one-out probability of a code is that of the same family fitted to the other codes.
#[test]
fn leave_one_out_is_a_fit_to_the_other_codes() {
    let several: [(&str, &[&str]); 6] = [
        ("4x3", &["ABCA", "AABA", "BBCA", "ABCA", "AACA", "CBAA", "AABA", "AACA"]),
        ("5x5", &MIRRORED),
        ("4x6", &SUMS),
        ("6x3", &RELATED),
        ("5x5", &NEIGHBOURS),
        ("6x6", &VOWELS),
    ];
    let mut compared = 0;
    for (home, codes) in several {
        let codes: Vec<Code> = codes.iter().map(|text| text.parse().unwrap()).collect();
        compared += compare(home.parse().unwrap(), &codes);
    }
    assert!(compared > 200, "{compared}");
}

/// Leaves each of the codes out; tells how often the rules were compared.
fn compare(home: Size, codes: &[Code]) -> usize {
    let with = |codes: &[Code]| codes.iter().map(|code| (*code, 1.0)).collect::<Vec<_>>();
    let mut compared = 0;
    for (_, estimator) in catalog::estimators() {
        for left_out in 0..codes.len() {
            let mut others = codes.to_vec();
            let code = others.remove(left_out);
            let (Some(all), Some(rest)) = (estimator.fit(home, &with(codes)), estimator.fit(home, &with(&others)))
            else {
                continue;
            };
            let (ours, wanted) = (all.leave_one_out(&code, 1.0), model::probability(&rest.at(home), &code));
            // Families whose structure is inferred keep it, and are charged by their evidence. Frequencies of pegs and of neighbours
            // keep the weights of their sources, and numbers of colors those of the palettes.
            let keeps = matches!(all.evidence(), Evidence::Marginal(_)) || all.name() == "changed-base";
            if !keeps
                && !["palettes", "recency", "neighbour-frequencies", "words"].contains(&all.name())
                && !all.name().contains("peg-frequencies")
                && !format!("{estimator:?}").contains("Patterned")
            {
                assert!((ours - wanted).abs() <= 1e-9, "{} {home} {code}: {ours}, not {wanted}", all.name());
                compared += 1;
            }
        }
    }
    compared
}

/// Whether nothing but the number of different colors makes one code more probable than another, code by code: among those that have
/// equal pegs wherever all codes that are possible do, and no color that none of these has.
fn is_by_distinct(size: Size, probability: impl Fn(&Code) -> f64) -> bool {
    let all: Vec<(Code, f64)> = size.codes().map(|code| (code, probability(&code))).collect();
    let support: Vec<&Code> = all.iter().filter(|(_, p)| *p > 0.0).map(|(code, _)| code).collect();
    let always_equal = |a: usize, b: usize| support.iter().all(|code| code.peg(a) == code.peg(b));
    let pairs = (0..size.pegs()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let equal: Vec<(usize, usize)> = pairs.filter(|&(a, b)| always_equal(a, b)).collect();
    let occurring: Vec<_> = size.palette().filter(|&color| support.iter().any(|code| code.count(color) > 0)).collect();
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
        for size in small_boards(1300) {
            for (_, model) in family.at(size).into_iter().filter(|(_, model)| model.by_distinct()) {
                let is = is_by_distinct(size, |code| model.probability(code));
                assert!(is, "{} {size}, {}", family.name(), model.description());
                claimed += 1;
            }
        }
    }
    assert!(claimed > 1000, "{claimed}");
}

/// Components of little weight may be by distinct by chance on a small board without a claim.
#[test]
fn components_of_learned_mixtures_are_by_distinct_as_they_claim() {
    const WEIGHTY: f64 = 0.02;
    let mut weighty_and_claimed = 0;
    let known = algorithms::with_variants().flat_map(|scsa| ["5x5", "4x6"].map(|home| (scsa, home.parse().unwrap())));
    for (scsa, home) in known.filter(|&(scsa, home): &(_, Size)| scsa.supports(home)) {
        let mut rng = Rng::new(1);
        let samples: Vec<Code> = (0..200).map(|_| scsa.draw(home, &mut rng)).collect();
        let posterior = ModelPosterior::from_samples(&samples);
        for size in [home, "6x4".parse().unwrap()] {
            for part in posterior.components(size) {
                let claims = part.rule.by_distinct();
                if !claims && part.weight < WEIGHTY {
                    continue;
                }
                let is = is_by_distinct(size, |code| part.rule.probability(size, code));
                let (name, rule) = (scsa.name(), part.rule.name());
                assert_eq!(claims, is, "{name} from {home} at {size}: {rule} of weight {}", part.weight);
                weighty_and_claimed += usize::from(claims && part.weight >= WEIGHTY);
            }
        }
    }
    assert!(weighty_and_claimed > 60, "{weighty_and_claimed}");
}
