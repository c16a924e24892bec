//! The figures of whole games against brute force.

#![allow(clippy::unwrap_used)]

use candidates::{CandidatePrior, Figure, TurnFigures, analyze};
use scsa::{Code, Rng, Scsa, Size, Turn, algorithms, is_consistent};
use std::collections::HashMap;

fn random(size: Size, rng: &mut Rng) -> Code {
    Code::from_fn(size, |_| rng.color(size.colors()))
}

/// Turns with random guesses, the last of which is the secret.
fn game(secret: Code, size: Size, guesses: usize, rng: &mut Rng) -> Vec<Turn> {
    let guesses = (1..guesses).map(|_| random(size, rng)).chain([secret]);
    guesses.map(|guess| Turn::new(guess, &secret)).collect()
}

/// The entropy of the response, in bits, from the probabilities of the candidates.
fn entropy(candidates: &[(Code, f64)], guess: &Code) -> f64 {
    let mut weights: HashMap<_, f64> = HashMap::new();
    for (code, probability) in candidates {
        *weights.entry(guess.feedback(code)).or_default() += probability;
    }
    let total: f64 = weights.values().sum();
    weights.values().map(|weight| -(weight / total) * (weight / total).log2()).sum()
}

fn assert_exact(figure: Option<Figure>, wanted: f64) {
    let figure = figure.unwrap();
    assert!(figure.is_exact() && (figure.value - wanted).abs() < 1e-9 * wanted.max(1.0), "{figure:?}, not {wanted}");
}

#[test]
fn figures_of_small_boards_are_those_of_brute_force() {
    let mut rng = Rng::new(11);
    for (rule, text) in [
        (&algorithms::InsertColors as &dyn Scsa, "4x6"),
        (&algorithms::InsertColors, "6x4"),
        (&algorithms::OnlyOnce, "4x6"),
        (&algorithms::PreferFewer, "5x4"),
        (&algorithms::TwoColor, "8x10"),
    ] {
        let size: Size = text.parse().unwrap();
        let prior = CandidatePrior::of_rule(rule, size).unwrap();
        let codes = scsa::support(rule, size, 100_000).unwrap();
        for _ in 0..4 {
            let turns = game(rule.draw(size, &mut rng), size, 5, &mut rng);
            let references: Vec<Option<Code>> =
                turns.iter().map(|_| (rng.below(4) > 0).then(|| random(size, &mut rng))).collect();
            for (number, figures) in analyze(&prior, size, &turns, &references, 1).into_iter().enumerate() {
                let TurnFigures { before, after, information, guess, reference, .. } = figures;
                let (earlier, now) = (consistent(&codes, &turns[..number]), consistent(&codes, &turns[..=number]));
                assert_exact(before, earlier.len() as f64);
                assert_exact(after, now.len() as f64);
                let mass = |codes: &[(Code, f64)]| codes.iter().map(|(_, probability)| probability).sum::<f64>();
                assert_exact(information, (mass(&earlier) / mass(&now)).log2());
                assert_exact(guess.expected, entropy(&earlier, &turns[number].guess));
                let can_be = |guess: &Code| earlier.iter().any(|(code, _)| code == guess);
                assert_eq!(guess.is_candidate, can_be(&turns[number].guess));
                assert_eq!(reference.map(|reference| reference.guess), references[number]);
                if let Some(reference) = reference {
                    assert_exact(reference.expected, entropy(&earlier, &reference.guess));
                    assert_eq!(reference.is_candidate, can_be(&reference.guess));
                }
            }
        }
    }
}

fn consistent(codes: &[(Code, f64)], turns: &[Turn]) -> Vec<(Code, f64)> {
    codes.iter().filter(|(code, _)| is_consistent(code, turns)).copied().collect()
}

#[test]
fn repeated_guesses_are_noted() {
    let (size, secret): (Size, Code) = ("4x6".parse().unwrap(), "BACF".parse().unwrap());
    let turns = ["AABB", "CDEF", "AABB"].map(|guess| {
        let guess: Code = guess.parse().unwrap();
        Turn::new(guess, &secret)
    });
    let figures = analyze(&CandidatePrior::all_codes(), size, &turns, &[], 1);
    assert_eq!(figures.iter().map(|turn| turn.repeats).collect::<Vec<_>>(), [None, None, Some(1)]);
    assert_exact(figures[2].guess.expected, 0.0);
    assert_exact(figures[2].information, 0.0);
}

/// Where figures cannot be exact, all are known, estimates name their errors, and the same seed gives the same ones.
#[test]
fn large_boards_are_estimated() {
    let (size, mut rng): (Size, Rng) = ("20x26".parse().unwrap(), Rng::new(4));
    let turns = game(random(size, &mut rng), size, 5, &mut rng);
    let references = vec![Some(random(size, &mut rng)); 5];
    let figures = analyze(&CandidatePrior::all_codes(), size, &turns, &references, 1);
    assert_eq!(figures, analyze(&CandidatePrior::all_codes(), size, &turns, &references, 1));
    assert_ne!(figures, analyze(&CandidatePrior::all_codes(), size, &turns, &references, 2));
    assert_exact(figures[0].before, 26f64.powi(20));
    assert_exact(figures[4].after, 1.0);
    let estimate = figures[3].before.unwrap();
    assert!(!estimate.is_exact() && (1e-6..0.5).contains(&estimate.relative_error()), "{estimate:?}");
    for turn in &figures[..4] {
        let (before, after) = (turn.before.unwrap().value, turn.after.unwrap().value);
        assert!(1.0 < after && after < before, "{turn:?}");
        let (expected, reference) = (turn.guess.expected.unwrap(), turn.reference.unwrap().expected.unwrap());
        for bits in [expected, reference] {
            assert!(
                (3.0..6.0).contains(&bits.value) && bits.standard_error.is_none_or(|error| error < 0.2),
                "{turn:?}"
            );
        }
    }
}
