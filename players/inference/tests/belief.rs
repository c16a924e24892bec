//! What beliefs promise, whatever was seen.

#![allow(clippy::unwrap_used)]

use inference::Belief;
use scsa::{Code, Color, Rng, Scsa, Size, algorithms};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn codes(text: &str) -> Vec<Code> {
    text.split_whitespace().map(|code| code.parse().unwrap()).collect()
}

/// Told nothing, samples of several kinds, samples of one length with codes of another, and a mess.
fn beliefs() -> Vec<Belief> {
    let cycles = Belief::from_samples(&codes("ABCABCA BCABCAB DEBDEBD ACDACDA EABEABE"));
    let counts = Belief::from_samples(&codes("AABC ABAC CAAB BAAC CABA AACB"));
    let mut learned = counts.clone();
    for code in codes("FAAAAB AAABFA AAAABF FBAAAA AABAAF") {
        learned.learn(size("6x6"), &code);
    }
    let mut single = Belief::start();
    single.learn(size("4x6"), &"FFFF".parse().unwrap());
    vec![
        Belief::start(),
        Belief::from_samples(&[]),
        cycles,
        counts,
        learned,
        single,
        Belief::from_samples(&codes("A AB ABC ZZZZ A")),
    ]
}

#[test]
fn probabilities_sum_to_1_and_no_code_is_impossible() {
    for belief in beliefs() {
        for size in ["1x1", "1x26", "3x2", "4x6", "5x3", "2x26", "6x4", "7x1", "9x2", "6x6"].map(size) {
            let mut sum = 0.0;
            for code in size.codes() {
                let p = belief.probability(size, &code);
                let least = 0.9e-3 / (size.colors() as f64).powi(size.pegs() as i32);
                assert!(p >= least, "{size} {code}: {p}");
                sum += p;
            }
            assert!((sum - 1.0).abs() < 1e-9, "{size}: {sum}");
            assert_eq!(belief.probability(size, &Code::uniform(Size::new(32, 26).unwrap(), Color::A)), 0.0);
        }
    }
}

#[test]
fn beliefs_are_their_parts_at_every_size() {
    let mut rng = Rng::new(1);
    for belief in beliefs() {
        for pegs in 1..=Size::MAX_PEGS {
            for colors in [1, 2, 3, 5, 7, 26] {
                let size = Size::new(pegs, colors).unwrap();
                let (parts, rules) = (belief.components(size), belief.rules(size));
                assert!((1..=parts.len()).contains(&rules.len()), "{size}");
                assert!((rules.iter().map(|rule| rule.weight).sum::<f64>() - 1.0).abs() < 1e-9, "{size}");
                assert!(parts.is_sorted_by(|a, b| a.weight >= b.weight));
                assert!((parts.iter().map(|part| part.weight).sum::<f64>() - 1.0).abs() < 1e-9, "{size}");
                let code = belief.draw(size, &mut rng);
                assert!(size.is_legal(&code), "{size} {code}");
                let sum: f64 = parts.iter().map(|part| part.weight * part.rule.probability(size, &code)).sum();
                let p = belief.probability(size, &code);
                assert!((sum / p - 1.0).abs() < 1e-9, "{size} {code}: {sum}, not {p}");
                assert!(rules.iter().all(|rule| !rule.name.is_empty() && !rule.sentence.is_empty()));
            }
        }
    }
}

/// Rules of the contest that are there under other names are among what is known from the start.
#[test]
fn the_rules_of_the_contest_are_known() {
    for size in ["5x5", "7x8", "20x26"].map(size) {
        let start = Belief::start().at(size);
        let mut rng = Rng::new(4);
        for scsa in algorithms::with_variants().filter(|scsa| scsa.supports(size)) {
            for _ in 0..50 {
                let code = scsa.draw(size, &mut rng);
                let share = start.probability(size, &code) / scsa.probability(size, &code);
                assert!(share > 0.01, "{} {size} {code}: {share}", scsa.name());
            }
        }
    }
}

#[test]
fn equal_codes_make_equal_beliefs() {
    let size = size("8x10");
    let make = || {
        let mut rng = Rng::new(9);
        let mut belief =
            Belief::from_samples(&(0..50).map(|_| algorithms::Mystery1.draw(size, &mut rng)).collect::<Vec<_>>());
        for _ in 0..50 {
            belief.learn("6x8".parse().unwrap(), &algorithms::TwoColor.draw("6x8".parse().unwrap(), &mut rng));
        }
        belief
    };
    let (one, other) = (make(), make());
    for size in [size, "6x8".parse().unwrap(), "20x26".parse().unwrap()] {
        assert_eq!(one.rules(size), other.rules(size));
        assert_eq!(one.rules(size), one.clone().rules(size));
    }
    assert_eq!((one.codes(), one.bits()), (100, other.bits()));
}

/// Of many codes some are weighed, and these are not the first ones.
#[test]
fn sorted_samples_are_weighed_as_they_are() {
    let mut rng = Rng::new(5);
    let size = size("6x5");
    let mut samples: Vec<Code> = (0..3000).map(|_| Code::uniform(size, rng.color(5))).collect();
    samples.extend((0..1000).map(|_| Code::from_fn(size, |_| rng.color(5))));
    let belief = Belief::from_samples(&samples);
    assert_eq!((belief.codes(), belief.weighed()), (4000, 1500));
    let of_one_color: f64 = size.palette().map(|color| belief.probability(size, &Code::uniform(size, color))).sum();
    assert!((of_one_color - 0.75).abs() < 0.02, "{of_one_color}");
    assert_eq!(Belief::from_samples(&samples[..1500]).weighed(), 1500);
}

#[test]
fn what_is_illegal_teaches_nothing() {
    let mut belief = Belief::start();
    for code in codes("ABCDEF ABZ ABCDEFGH") {
        belief.learn(size("7x5"), &code);
    }
    assert_eq!((belief.codes(), belief.bits(), belief.home()), (0, None, None));
    assert_eq!(belief.rules(size("7x5")), Belief::start().rules(size("7x5")));
}

#[test]
fn rules_are_read_by_people() {
    let size = size("7x5");
    let heaviest = |text: &str| {
        let rules = Belief::from_samples(&codes(text)).rules(size);
        format!("{}: {}", rules[0].name, rules[0].sentence)
    };
    let told = [
        "ABCABCA BCABCAB DEBDEBD ACDACDA EABEABE CBACBAC",
        "AABBCCC CBCACBA CCCBBAA ABCABCC BACCABC CCABABC",
        "BBBDDDD DDDBDDB BDBBBBB DDBBDDB BBDDDBD DBBBDDB DBDBDDB BDBDDDB",
        "ACDEDCA BBEAEBB CDAEADC DDCBCDD EABBBAE CBEAEBC",
    ];
    assert_eq!(
        told.map(heaviest).join("\n"),
        "\
cycle: 3 pegs, over and over: no color twice
fixed-counts: the counts A2 B2 C3, shuffled
certain-colors: every peg is drawn from B and D
palindrome: a palindrome: every peg is drawn from all colors"
    );
}
