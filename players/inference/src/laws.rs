//! Laws that every rule obeys, fixed or fitted.

use crate::{
    Belief, dictionary,
    law::{self, Kind},
};
use scsa::{Code, Rng, Scsa, Size, algorithms};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::{collections::BTreeMap, sync::Arc};

/// Boards whose codes are few enough to list.
fn small_boards(most: u64) -> impl Iterator<Item = Size> {
    let all = (1..=7).flat_map(|pegs| (1..=7).map(move |colors| Size::new(pegs, colors).unwrap()));
    all.chain(["9x2", "1x26", "2x26"].map(|text| text.parse().unwrap()))
        .filter(move |size| size.count_up_to(most).is_some())
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

/// All fixed rules, and all families fitted to codes of several codemakers.
fn kinds() -> Vec<Arc<dyn Kind>> {
    let mut kinds: Vec<Arc<dyn Kind>> = dictionary::rules().into_iter().map(|(_, kind)| kind).collect();
    let homes: [(&str, &[&str]); 11] = [
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
    ];
    for (home, codes) in homes {
        let codes: Vec<(Code, f64)> =
            codes.iter().zip([1.0, 0.7].iter().cycle()).map(|(c, s)| (c.parse().unwrap(), *s)).collect();
        let home = home.parse().unwrap();
        kinds.extend(
            dictionary::families()
                .into_iter()
                .filter_map(|(_, family)| family.fit(home, &codes))
                .map(|fitted| fitted as _),
        );
    }
    kinds
}

#[test]
fn probabilities_sum_to_1() {
    for kind in kinds() {
        for size in small_boards(4000) {
            let laws = kind.at(size);
            let weights: f64 = laws.iter().map(|(weight, _)| weight).sum();
            assert!(laws.is_empty() || (weights - 1.0).abs() < 1e-9, "{} {size}: {weights}", kind.name());
            for (_, law) in laws {
                let sum: f64 = size.codes().map(|code| law.probability(&code)).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{} {size}, {}: the sum is {sum}", kind.name(), law.sentence());
            }
        }
    }
}

/// Pearson's chi-square test, cells of less than five expected draws taken together.
#[test]
fn draws_agree_with_probabilities() {
    const DRAWS: usize = 4000;
    let mut seed = 0;
    for kind in kinds() {
        for (size, (_, law)) in small_boards(260).flat_map(|size| kind.at(size).into_iter().map(move |law| (size, law)))
        {
            let words = format!("{} {size}, {}", kind.name(), law.sentence());
            seed += 1;
            let mut rng = Rng::new(seed);
            let mut drawn: BTreeMap<Code, usize> = BTreeMap::new();
            for _ in 0..DRAWS {
                *drawn.entry(law.draw(&mut rng)).or_default() += 1;
            }
            let (mut statistic, mut cells, mut rare) = (0.0, 0, (0.0, 0));
            for code in size.codes() {
                let expected = law.probability(&code) * DRAWS as f64;
                let times = drawn.remove(&code).unwrap_or(0);
                assert!(times == 0 || expected > 0.0, "{words}: drew {code}, which is impossible");
                if expected < 5.0 {
                    rare = (rare.0 + expected, rare.1 + times);
                } else {
                    statistic += (times as f64 - expected).powi(2) / expected;
                    cells += 1;
                }
            }
            assert!(drawn.is_empty(), "{words}: drew {drawn:?}");
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
    }
    assert!(seed > 5000, "{seed}");
}

#[test]
fn large_boards_are_drawn_and_probable() {
    let sizes = ["20x26", "32x26", "32x1", "26x26", "15x20", "7x26", "32x2", "1x1"];
    for (size, kind) in
        sizes.iter().flat_map(|size| kinds().into_iter().map(move |kind| (size.parse::<Size>().unwrap(), kind)))
    {
        for (_, law) in kind.at(size) {
            let mut rng = Rng::new(3);
            for _ in 0..20 {
                let code = law.draw(&mut rng);
                let words = format!("{} {size}, {}: {code}", kind.name(), law.sentence());
                assert!(size.is_legal(&code), "{words}");
                let p = law.probability(&code);
                assert!(p > 0.0 && p < 1.0 + 1e-9, "{words}: {p}");
            }
        }
    }
}

/// Fixed rules that read the same are taken for one.
#[test]
fn equal_sentences_are_equal_laws() {
    let mut equal = 0;
    for size in small_boards(1300) {
        let mut laws: BTreeMap<String, Arc<dyn law::Law>> = BTreeMap::new();
        for law in dictionary::rules().into_iter().flat_map(|(_, kind)| kind.at(size)).map(|(_, law)| law) {
            if let Some(other) = laws.insert(law.sentence(), Arc::clone(&law)) {
                equal += 1;
                let differs = |code: &Code| (law.probability(code) - other.probability(code)).abs() > 1e-12;
                assert!(!size.codes().any(|code| differs(&code)), "{size}: {}", law.sentence());
            }
        }
    }
    assert!(equal > 100, "{equal}");
}

/// A code that a rule was fitted to is judged without it as by the same rule fitted to the other codes.
#[test]
fn what_is_left_out_makes_no_difference() {
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
    for (_, family) in dictionary::families() {
        for left_out in 0..codes.len() {
            let mut others = codes.to_vec();
            let code = others.remove(left_out);
            let (Some(all), Some(rest)) = (family.fit(home, &with(codes)), family.fit(home, &with(&others))) else {
                continue;
            };
            let (ours, wanted) = (all.without(&code, 1.0), law::probability(&rest.at(home), &code));
            // Frequencies of pegs and of neighbours are judged by their sources, which are not judged anew. Nor are the numbers of colors that were
            // drawn, and the weights of distances only once.
            if !["palettes", "recency", "neighbour-frequencies"].contains(&all.name())
                && !all.name().contains("peg-frequencies")
                && !format!("{family:?}").contains("Tied")
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
    for kind in kinds() {
        for size in small_boards(1300) {
            for (_, law) in kind.at(size).into_iter().filter(|(_, law)| law.by_distinct()) {
                let is = is_by_distinct(size, |code| law.probability(code));
                assert!(is, "{} {size}, {}", kind.name(), law.sentence());
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
        let belief = Belief::from_samples(&samples);
        for size in [home, "6x4".parse().unwrap()] {
            for part in belief.components(size) {
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
