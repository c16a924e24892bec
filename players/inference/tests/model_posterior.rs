//! Properties of posteriors, whatever codes were observed.

#![allow(clippy::unwrap_used)]

use inference::ModelPosterior;
use scsa::{Code, Color, Game, Rng, Scsa, algorithms};

fn game_of(text: &str) -> Game {
    text.parse().unwrap()
}

fn codes(text: &str) -> Vec<Code> {
    text.split_whitespace().map(|code| code.parse().unwrap()).collect()
}

/// The prior, and posteriors of several rules, of one length with codes of another, and of unrelated codes.
fn posteriors() -> Vec<ModelPosterior> {
    let cycles = ModelPosterior::from_samples(&codes("ABCABCA BCABCAB DEBDEBD ACDACDA EABEABE"), None);
    let counts = ModelPosterior::from_samples(&codes("AABC ABAC CAAB BAAC CABA AACB"), None);
    let mut learned = counts.clone();
    for code in codes("FAAAAB AAABFA AAAABF FBAAAA AABAAF") {
        learned.update(game_of("6x6"), &code);
    }
    let mut single = ModelPosterior::from_prior();
    single.update(game_of("4x6"), &"FFFF".parse().unwrap());
    vec![
        ModelPosterior::from_prior(),
        ModelPosterior::from_samples(&[], None),
        cycles,
        counts,
        learned,
        single,
        ModelPosterior::from_samples(&codes("A AB ABC ZZZZ A"), None),
    ]
}

#[test]
fn probabilities_sum_to_1_and_no_code_is_impossible() {
    for posterior in posteriors() {
        for game in
            ["1x1", "1x26", "3x2", "4x6", "5x3", "2x26", "6x4", "7x1", "9x2", "6x5", "2x3n", "4x6n"].map(game_of)
        {
            let mut sum = 0.0;
            for code in game.codes() {
                let p = posterior.probability(game, &code);
                let least = 0.9e-3 / game.approximate_count();
                assert!(p >= least, "{game} {code}: {p}");
                sum += p;
            }
            let missing = if game.allows_repeats() { 1e-9 } else { 1e-6 };
            assert!((sum - 1.0).abs() < missing, "{game}: {sum}");
            assert_eq!(posterior.probability(game, &Code::uniform(Game::new(32, 26).unwrap(), Color::A)), 0.0);
        }
    }
}

#[test]
fn posteriors_are_the_mixture_of_their_components() {
    let mut rng = Rng::new(1);
    for posterior in posteriors() {
        for pegs in 1..=Game::MAX_PEGS {
            for colors in [1, 2, 3, 5, 7, 26] {
                let game = Game::new(pegs, colors).unwrap();
                let game = if rng.below(2) == 0 { game } else { game.without_repeats().unwrap_or(game) };
                let (parts, rules) = (posterior.components(game), posterior.model_weights(game));
                assert!((1..=parts.len()).contains(&rules.len()), "{game}");
                assert!((rules.iter().map(|rule| rule.weight).sum::<f64>() - 1.0).abs() < 1e-9, "{game}");
                assert!(parts.is_sorted_by(|a, b| a.weight >= b.weight));
                assert!((parts.iter().map(|part| part.weight).sum::<f64>() - 1.0).abs() < 1e-9, "{game}");
                let code = posterior.draw(game, &mut rng);
                assert!(game.is_legal(&code), "{game} {code}");
                let sum: f64 = parts.iter().map(|part| part.weight * part.rule.probability(game, &code)).sum();
                let p = posterior.probability(game, &code);
                assert!((sum / p - 1.0).abs() < 1e-9, "{game} {code}: {sum}, not {p}");
                assert!(rules.iter().all(|rule| !rule.name.is_empty() && !rule.description.is_empty()));
            }
        }
    }
}

/// Rules of the contest that are there under other names are among what is known from the start.
#[test]
fn the_rules_of_the_contest_are_in_the_prior() {
    for game in ["5x5", "7x8", "20x26"].map(game_of) {
        let start = ModelPosterior::from_prior().at(game);
        let mut rng = Rng::new(4);
        for scsa in algorithms::with_variants().filter(|scsa| scsa.supports(game)) {
            for _ in 0..50 {
                let code = scsa.draw(game, &mut rng);
                let share = start.probability(game, &code) / scsa.probability(game, &code);
                assert!(share > 0.01, "{} {game} {code}: {share}", scsa.name());
            }
        }
    }
}

#[test]
fn equal_codes_make_equal_posteriors() {
    let game = game_of("8x10");
    let make = || {
        let mut rng = Rng::new(9);
        let mut posterior = ModelPosterior::from_samples(
            &(0..50).map(|_| algorithms::Mystery1.draw(game, &mut rng)).collect::<Vec<_>>(),
            None,
        );
        for _ in 0..50 {
            posterior.update("6x8".parse().unwrap(), &algorithms::TwoColor.draw("6x8".parse().unwrap(), &mut rng));
        }
        posterior
    };
    let (one, other) = (make(), make());
    for game in [game, "6x8".parse().unwrap(), "20x26".parse().unwrap()] {
        assert_eq!(one.model_weights(game), other.model_weights(game));
        assert_eq!(one.model_weights(game), one.clone().model_weights(game));
    }
    assert_eq!(one.cross_entropy(), other.cross_entropy());
}

/// Of many codes some are weighed, and these are not the first ones.
#[test]
fn fitted_samples_are_spread_evenly() {
    let mut rng = Rng::new(5);
    let game = game_of("6x5");
    let mut samples: Vec<Code> = (0..3000).map(|_| Code::uniform(game, rng.color(5))).collect();
    samples.extend((0..1000).map(|_| Code::from_fn(game, |_| rng.color(5))));
    let posterior = ModelPosterior::from_samples(&samples, None);
    assert_eq!(posterior.fitted_codes(), 1500);
    let of_one_color: f64 = game.palette().map(|color| posterior.probability(game, &Code::uniform(game, color))).sum();
    assert!((of_one_color - 0.75).abs() < 0.02, "{of_one_color}");
    assert_eq!(ModelPosterior::from_samples(&samples[..1500], None).fitted_codes(), 1500);
}

#[test]
fn illegal_codes_are_ignored() {
    let mut posterior = ModelPosterior::from_prior();
    for code in codes("ABCDEF ABZ ABCDEFGH") {
        posterior.update(game_of("7x5"), &code);
    }
    assert_eq!((posterior.cross_entropy(), posterior.first_size()), (None, None));
    assert_eq!(posterior.model_weights(game_of("7x5")), ModelPosterior::from_prior().model_weights(game_of("7x5")));
}

#[test]
fn descriptions_name_the_rule() {
    let game = game_of("7x5");
    let heaviest = |text: &str| {
        let rules = ModelPosterior::from_samples(&codes(text), None).model_weights(game);
        format!("{}: {}", rules[0].name, rules[0].description)
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
