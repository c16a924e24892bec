//! Laws of codes and feedback, against plain statements of their rules, and laws that every listed secret-code-selection algorithm obeys.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use scsa::{Code, Color, Game, Response, Rng, Scsa, algorithms};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::{HashMap, HashSet};

/// Removes equal pegs in equal places, then equal colors in any places.
fn plain_feedback(secret: &Code, guess: &Code) -> Response {
    let [mut secret, mut guess] = [secret, guess].map(|code| code.pegs().map(Some).collect::<Vec<_>>());
    let (mut black, mut white) = (0, 0);
    for peg in 0..guess.len() {
        if guess[peg] == secret[peg] {
            (guess[peg], secret[peg]) = (None, None);
            black += 1;
        }
    }
    for color in guess.into_iter().flatten() {
        if let Some(found) = secret.iter_mut().find(|peg| **peg == Some(color)) {
            *found = None;
            white += 1;
        }
    }
    Response::new(black, white)
}

fn two_codes() -> impl Strategy<Value = (Game, Code, Code)> {
    (1usize..=32, 1usize..=26).prop_flat_map(|(pegs, colors)| {
        let game = Game::new(pegs, colors).unwrap();
        let code = move || {
            prop::collection::vec(0..colors, pegs)
                .prop_map(move |pegs| Code::from_fn(game, |peg| Color::new(pegs[peg]).unwrap()))
        };
        (Just(game), code(), code())
    })
}

proptest! {
    #[test]
    fn agrees_with_the_plain_rule_in_every_game((game, secret, guess) in two_codes()) {
        prop_assert_eq!(game.answer(&guess, &secret), plain_feedback(&secret, &guess));
        prop_assert_eq!(game.answer(&guess, &secret), game.answer(&secret, &guess));
    }

    #[test]
    fn codes_parse_from_their_text((_, code, _) in two_codes()) {
        prop_assert_eq!(code.to_string().parse::<Code>(), Ok(code));
        prop_assert_eq!(code.to_string().to_lowercase().parse::<Code>(), Ok(code));
    }

    #[test]
    fn recoloring_pegs_equals_building_the_code((game, code, _) in two_codes(), chosen in any::<u32>(), to in 0usize..26) {
        let (from, to) = (code.peg(0), Color::new(to % game.colors()).unwrap());
        let chosen = (0..code.len()).filter(|&peg| code.peg(peg) == from).fold(0, |set, peg| set | 1 << peg) & chosen;
        let mut recolored = code;
        recolored.recolor(chosen, from, to);
        let plain = Code::from_fn(game, |peg| if chosen >> peg & 1 == 1 { to } else { code.peg(peg) });
        prop_assert_eq!(recolored, plain);
    }

    #[test]
    fn codes_are_ordered_as_their_texts((_, one, other) in two_codes()) {
        prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
    }

    #[test]
    fn the_successor_is_the_next_code((game, code, _) in two_codes()) {
        if let Some(next) = game.successor(&code) {
            prop_assert!(game.is_legal(&next) && next > code);
            // No code lies between: at the first difference the color is the next one, and only As follow.
            let first = (0..code.len()).find(|&peg| code.peg(peg) != next.peg(peg)).unwrap();
            prop_assert_eq!(code.peg(first).index() + 1, next.peg(first).index());
            prop_assert!((first + 1..code.len()).all(|peg| next.peg(peg) == Color::A));
            prop_assert!((first + 1..code.len()).all(|peg| code.peg(peg) == game.last_color()));
        } else {
            prop_assert_eq!(code, Code::uniform(game, game.last_color()));
        }
    }
}

#[test]
fn errors_name_the_wrong_peg() {
    let message = |text: &str| text.parse::<Code>().unwrap_err().to_string();
    assert_eq!(message("AB1A"), "a code is letters from A to Z, such as ABCA, but peg 3 is '1'");
    assert_eq!(message(""), "a code has 1 to 32 pegs, this one has 0");
    assert_eq!(message(&"A".repeat(33)), "a code has 1 to 32 pegs, this one has 33");
}

#[test]
#[should_panic(expected = "different lengths")]
fn codes_of_different_lengths_have_no_feedback() {
    let _ = Game::new(2, 3).unwrap().answer(&"ABC".parse().unwrap(), &"AB".parse().unwrap());
}

#[test]
#[should_panic(expected = "another color")]
fn only_pegs_of_the_color_named_are_recolored() {
    let mut code: Code = "AAB".parse().unwrap();
    code.recolor(0b110, Color::A, Color::A);
}

fn games() -> impl Iterator<Item = Game> {
    (1..=Game::MAX_PEGS)
        .flat_map(|pegs| (1..=Color::MAX).map(move |colors| Game::new(pegs, colors).unwrap()))
        .flat_map(|game| [Some(game), game.without_repeats().ok()].into_iter().flatten())
}

/// Every SCSA in every game of up to 8 pegs, 8 colors and `max_codes` codes that it supports.
fn on_small_boards(max_codes: u64) -> impl Iterator<Item = (&'static dyn Scsa, Game)> {
    games()
        .filter(move |game| game.pegs() <= 8 && game.colors() <= 8 && game.count_at_most(max_codes).is_some())
        .flat_map(|game| algorithms::with_variants().map(move |scsa| (scsa, game)))
        .filter(|(scsa, game)| scsa.supports(*game))
}

/// A random stream that depends on the game only: the draws of one SCSA do not depend on which others there are.
fn stream(game: Game) -> Rng {
    Rng::new((game.pegs() * 100 + game.colors()) as u128)
}

/// A rule plays a game without repeats exactly where it makes no other codes.
#[test]
fn rules_support_games_without_repeats_where_no_code_has_one() {
    for (scsa, game) in on_small_boards(5000).filter(|(_, game)| game.allows_repeats()) {
        let Ok(distinct) = game.without_repeats() else { continue };
        let mut possible = game.codes().filter(|code| scsa.probability(game, code) > 0.0);
        let has_no_repeats = possible.all(|code| distinct.is_legal(&code));
        assert_eq!(has_no_repeats, scsa.supports(distinct), "{} at {distinct}", scsa.name());
    }
}

#[test]
fn names_are_unique_and_found_and_summaries_and_needs_given() {
    let mut names = HashSet::new();
    for scsa in algorithms::with_variants() {
        let name = scsa.name();
        assert!(names.insert(name), "{name} twice");
        assert_eq!(algorithms::find(name).unwrap().name(), name);
        let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9'));
        assert!(name.split('-').all(is_word), "{name} is not in kebab-case");
        assert!(!scsa.summary().is_empty() && !scsa.needs().is_empty(), "{name}");
        let supports_all = games().filter(|game| game.allows_repeats()).all(|game| scsa.supports(game));
        assert_eq!(scsa.needs() == "any game", supports_all, "{name} needs {}", scsa.needs());
    }
}

#[test]
fn probabilities_sum_to_1() {
    for (scsa, game) in on_small_boards(20_000) {
        let probabilities: Vec<f64> = game.codes().map(|code| scsa.probability(game, &code)).collect();
        assert!(probabilities.iter().all(|p| (0.0..=1.0).contains(p)), "{} {game}", scsa.name());
        let sum: f64 = probabilities.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{} {game}: the sum is {sum}", scsa.name());
    }
}

#[test]
fn mixtures_are_their_components() {
    let mut mixtures = 0;
    for (scsa, game) in on_small_boards(20_000) {
        let components = scsa.components(game);
        if components.is_empty() {
            continue;
        }
        mixtures += 1;
        let weights: f64 = components.iter().map(|component| component.weight).sum();
        assert!((weights - 1.0).abs() < 1e-9, "{} {game}", scsa.name());
        for code in game.codes() {
            let p: f64 = components.iter().map(|part| part.weight * part.rule.probability(game, &code)).sum();
            assert!((p - scsa.probability(game, &code)).abs() < 1e-12, "{} {game} {code}", scsa.name());
        }
    }
    assert!(mixtures > 100, "{mixtures}");
}

/// The promise of `Scsa::by_distinct`, literally.
#[test]
fn probabilities_by_distinct_colors_are_a_function_of_their_number() {
    for (scsa, game) in on_small_boards(5000).filter(|(scsa, _)| scsa.by_distinct()) {
        let support: Vec<Code> = game.codes().filter(|code| scsa.probability(game, code) > 0.0).collect();
        let pairs = (0..game.pegs()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let tied: Vec<_> = pairs.filter(|&(i, j)| support.iter().all(|code| code.peg(i) == code.peg(j))).collect();
        let occurs = |color: Color| support.iter().any(|code| code.count(color) > 0);
        let colors: Vec<Color> = game.palette().filter(|color| occurs(*color)).collect();
        let mut by_distinct: HashMap<usize, f64> = HashMap::new();
        for code in game.codes() {
            let p = scsa.probability(game, &code);
            let ties = tied.iter().all(|&(i, j)| code.peg(i) == code.peg(j));
            if ties && code.pegs().all(|color| colors.contains(&color)) {
                let expected = *by_distinct.entry(code.distinct()).or_insert(p);
                assert!((p - expected).abs() <= 1e-12 * expected, "{} {game} {code}: {p}, not {expected}", scsa.name());
            } else {
                assert_eq!(p, 0.0, "{} {game} {code}", scsa.name());
            }
        }
    }
}

/// Two colors that come next to each other are exchanged: all exchanges follow from these.
#[test]
fn rules_of_certain_colors_are_those_that_say_so() {
    let exchanged = |code: &Code, pair: &[Color]| {
        let other = |color| pair.iter().rposition(|one| *one == color).map_or(color, |place| pair[1 - place]);
        Code::new(&code.pegs().map(other).collect::<Vec<_>>()).unwrap()
    };
    let mut differ = HashSet::new();
    for (scsa, game) in on_small_boards(2000) {
        let colors: Vec<Color> = game.palette().collect();
        let is_alike = |code: Code| {
            let p = scsa.probability(game, &code);
            colors.windows(2).all(|pair| scsa.probability(game, &exchanged(&code, pair)) == p)
        };
        if !game.codes().all(is_alike) {
            differ.insert(scsa.name());
        }
    }
    for scsa in algorithms::with_variants() {
        assert_eq!(scsa.names_colors(), differ.contains(scsa.name()), "{}", scsa.name());
    }
}

#[test]
fn illegal_codes_have_probability_0() {
    let game = Game::new(4, 6).unwrap();
    for code in ["GGGG", "AAA", "AAAAA", "ABCG", "GAGA", "AGBA"] {
        for scsa in algorithms::with_variants().filter(|scsa| scsa.supports(game)) {
            assert_eq!(scsa.probability(game, &code.parse().unwrap()), 0.0, "{} {code}", scsa.name());
        }
    }
}

/// Pearson's chi-square test. Codes of less than five expected draws are taken together.
#[test]
fn draws_agree_with_probabilities() {
    const DRAWS: usize = 40_000;
    for (scsa, game) in on_small_boards(1300) {
        let mut rng = stream(game);
        let mut drawn: HashMap<Code, usize> = HashMap::new();
        for _ in 0..DRAWS {
            *drawn.entry(scsa.draw(game, &mut rng)).or_default() += 1;
        }
        let (mut statistic, mut cells) = (0.0, 0u32);
        let (mut rare_expected, mut rare_drawn) = (0.0, 0);
        for code in game.codes() {
            let p = scsa.probability(game, &code);
            let (expected, drawn) = (p * DRAWS as f64, drawn.remove(&code).unwrap_or(0));
            assert!(drawn == 0 || p > 0.0, "{} {game} drew {code}, which has probability 0", scsa.name());
            if expected < 5.0 {
                rare_expected += expected;
                rare_drawn += drawn;
            } else {
                statistic += (drawn as f64 - expected).powi(2) / expected;
                cells += 1;
            }
        }
        assert!(drawn.is_empty(), "{} {game} drew illegal codes: {drawn:?}", scsa.name());
        if rare_expected > 0.0 {
            statistic += (rare_drawn as f64 - rare_expected).powi(2) / rare_expected;
            cells += 1;
        }
        if cells > 1 {
            let tail = ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic);
            // Some 500 tests: a tail of one in a million is not due to chance.
            assert!(tail > 1e-6, "{} {game}: chi-square {statistic} over {cells} cells", scsa.name());
        } else {
            assert!(statistic < 1e-9, "{} {game}: {statistic}", scsa.name());
        }
    }
}

#[test]
fn large_boards_are_drawn_with_positive_probability_and_from_the_stream_only() {
    for (pegs, colors) in [(4, 6), (6, 10), (8, 10), (15, 20), (20, 26), (32, 26), (26, 26), (32, 1)] {
        let game = Game::new(pegs, colors).unwrap();
        for scsa in algorithms::with_variants().filter(|scsa| scsa.supports(game)) {
            let mut rng = Rng::new(3);
            for _ in 0..200 {
                let mut same = rng.clone();
                let code = scsa.draw(game, &mut rng);
                assert!(game.is_legal(&code), "{} {game} {code}", scsa.name());
                let p = scsa.probability(game, &code);
                assert!(p > 0.0 && p <= 1.0, "{} {game} {code}: {p}", scsa.name());
                assert_eq!((scsa.draw(game, &mut same), &same), (code, &rng), "{} {game}", scsa.name());
            }
        }
    }
}
