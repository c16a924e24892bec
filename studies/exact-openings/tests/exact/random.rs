//! Exact figures of RC: all games of small sizes, and the player that simulates it.

use exact_openings::{
    ExpectedTotal, FeedbackMatrix, FirstGuesses, LengthDistribution, LongestGame, PairTotals, RandomConsistent,
    after_sets, longest_game, sets_of_guesses,
};
use players::{Briefing, Knowledge, find};
use scsa::{Code, Rng, Turn, is_consistent};

fn matrix(size: &str) -> FeedbackMatrix {
    FeedbackMatrix::new(size.parse().unwrap()).unwrap()
}

/// A fraction in lowest terms.
#[derive(Clone, Copy)]
struct Fraction(u128, u128);

impl Fraction {
    fn plus(self, other: Fraction) -> Fraction {
        let divisor = gcd(self.1, other.1);
        let below = self.1 / divisor * other.1;
        let above = self.0 * (below / self.1) + other.0 * (below / other.1);
        let divisor = gcd(above, below);
        Fraction(above / divisor, below / divisor)
    }
}

fn gcd(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// Plays all games of RC with that secret, the weight divided among the consistent codes: adds it by the guesses of a game.
fn all_games(
    codes: &[Code],
    turns: &mut Vec<Turn>,
    first: &[Code],
    secret: &Code,
    weight: u128,
    lengths: &mut Vec<Fraction>,
) {
    let consistent: Vec<Code> = match first.get(turns.len()) {
        Some(guess) => vec![*guess],
        None => codes.iter().filter(|code| is_consistent(code, turns)).copied().collect(),
    };
    let weight = weight * consistent.len() as u128;
    for guess in consistent {
        if guess == *secret {
            let place = turns.len();
            lengths.resize(lengths.len().max(place + 1), Fraction(0, 1));
            lengths[place] = lengths[place].plus(Fraction(1, weight));
        } else {
            turns.push(Turn::new(guess, secret));
            all_games(codes, turns, first, secret, weight, lengths);
            turns.pop();
        }
    }
}

#[test]
fn figures_of_rc_are_those_of_all_its_games() {
    for size in ["2x3", "3x3", "4x2", "2x4"] {
        let matrix = matrix(size);
        let (codes, all): (Vec<Code>, Vec<u16>) = (matrix.size().codes().collect(), matrix.all());
        for first in [&[][..], &[0], &[1], &[1, 5], &[5, 1], &[0, 1, 5]] {
            let mut wanted = Vec::new();
            let fixed: Vec<Code> = first.iter().map(|&code| matrix.code(code)).collect();
            for secret in &codes {
                all_games(&codes, &mut Vec::new(), &fixed, secret, 1, &mut wanted);
            }
            let wanted: Vec<f64> = wanted.iter().map(|part| part.0 as f64 / part.1 as f64).collect();
            let spread: LengthDistribution = RandomConsistent::new(&matrix).with_first(&all, first);
            assert_eq!(spread.by_guesses().len(), wanted.len(), "{size} {first:?}");
            for (one, other) in spread.by_guesses().iter().zip(&wanted) {
                assert!((one - other).abs() < 1e-12, "{size} {first:?} {one} {other}");
            }
            let guesses: f64 =
                (1..).zip(&wanted).map(|(guesses, secrets): (u32, _)| f64::from(guesses) * secrets).sum();
            let total: ExpectedTotal = RandomConsistent::new(&matrix).with_first(&all, first);
            assert!((total.guesses() - guesses).abs() < 1e-12 && (spread.guesses() - guesses).abs() < 1e-12);
            let longest: LongestGame = RandomConsistent::new(&matrix).with_first(&all, first);
            assert_eq!(longest.guesses() as usize, wanted.len());
        }
    }
}

#[test]
fn rc_does_not_depend_on_threads() {
    let matrix = matrix("4x4");
    let all = matrix.all();
    for first in [[0, 5], [1, 30], [27, 200]] {
        let total: ExpectedTotal = RandomConsistent::new(&matrix).with_first(&all, &first);
        let spread: LengthDistribution = RandomConsistent::new(&matrix).with_first(&all, &first);
        assert!((spread.guesses() - total.guesses()).abs() < 1e-9);
        assert!((spread.by_guesses().iter().sum::<f64>() - 256.0).abs() < 1e-9);
    }
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let first: FirstGuesses<LengthDistribution> = FirstGuesses::of(&matrix, || Ok(())).unwrap().unwrap();
            let sets = sets_of_guesses(&matrix, 2);
            let values: Vec<ExpectedTotal> = after_sets(&matrix, &sets, || Ok(())).unwrap().unwrap();
            (first.free, first.fixed, values, PairTotals::of(&matrix, || Ok(())).unwrap())
        })
    };
    assert_eq!(with_threads(1), with_threads(3));
}

#[test]
#[ignore = "takes 3 s: cargo test -p exact-openings -- --ignored"]
fn a_longest_game_is_a_game_and_none_is_longer() {
    fn longest(matrix: &FeedbackMatrix, set: &[u16]) -> u32 {
        let after = |&guess: &u16| matrix.partition(set, guess).iter().map(|(_, part)| longest(matrix, part)).max();
        1 + set.iter().filter_map(after).max().unwrap_or(0)
    }
    for size in ["2x3", "3x3", "3x4", "4x6"] {
        let matrix = matrix(size);
        let first = if size == "3x4" { 1 } else { 0 };
        let game = longest_game(&matrix, first);
        let secret = game.last().unwrap().0;
        assert_eq!(game[0].0, first);
        for (turn, &(guess, feedback)) in game.iter().enumerate() {
            assert_eq!(feedback, matrix.feedback(guess, secret));
            let consistent = |&(earlier, feedback): &(u16, u8)| matrix.feedback(earlier, guess) == feedback;
            assert!(game[..turn].iter().all(consistent), "{size}");
        }
        let parts = matrix.partition(&matrix.all(), first);
        let wanted = match size {
            "4x6" => 10,
            _ => 1 + parts.iter().map(|(_, part)| longest(&matrix, part)).max().unwrap(),
        };
        assert_eq!(game.len() as u32, wanted, "{size}");
    }
}

/// The player `rc`, simulated, against the exact figures of all its games.
#[test]
fn simulated_games_of_rc_agree_with_the_computed_figures() {
    let matrix = matrix("3x4");
    let (all, rounds) = (matrix.all(), 20_000);
    for (name, first) in [("rc", None), ("112+rc", Some("AAB"))] {
        let (size, knowledge) = (matrix.size(), Knowledge::Nothing);
        let briefing = Briefing::new(size, "insert-colors", knowledge);
        let mut player = find(name).unwrap().prepare(&briefing).unwrap();
        let mut rng = Rng::new(1);
        let mut lengths = [0.0; 20];
        for _ in 0..rounds {
            let secret = matrix.code(all[rng.below(all.len())]);
            player.reset();
            let mut turns: Vec<Turn> = Vec::new();
            while turns.last().is_none_or(|turn| turn.guess != secret) {
                let guess = player.player().guess(&turns, &mut rng);
                turns.push(Turn::new(guess, &secret));
            }
            lengths[turns.len() - 1] += 1.0 / f64::from(rounds);
        }
        let first: Vec<u16> = first.iter().map(|code: &&str| matrix.rank(&code.parse().unwrap())).collect();
        let spread: LengthDistribution = RandomConsistent::new(&matrix).with_first(&all, &first);
        let (mut mean, mut wanted, mut squares) = (0.0, 0.0, 0.0);
        for (place, share) in lengths.into_iter().enumerate() {
            let chance = spread.by_guesses().get(place).copied().unwrap_or(0.0) / all.len() as f64;
            let error = (chance * (1.0 - chance) / f64::from(rounds)).sqrt();
            assert!((share - chance).abs() <= 4.0 * error, "{name}: {share}, not {chance} +- {error}");
            let guesses = place as f64 + 1.0;
            (mean, wanted) = (mean + share * guesses, wanted + chance * guesses);
            squares += chance * guesses * guesses;
        }
        let error = ((squares - wanted * wanted) / f64::from(rounds)).sqrt();
        assert!((mean - wanted).abs() < 4.0 * error, "{name}: {mean}, not {wanted} +- {error}");
    }
}
