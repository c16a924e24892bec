//! The information of the guesses, turn by turn: predicted before the feedback, and realized by it.

use super::experiment::GUESS_LIMIT;
use crate::{
    estimate::MeanEstimate,
    monitor::{Interrupted, Monitor},
};
use posterior::{Effort, PriorModel, choose_guess};
use rayon::prelude::*;
use scsa::{Code, Feedback, Rng, Scsa, Size, Turn, algorithms};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use tournament::Seed;

/// The table of the information.
pub const INFORMATION: &str = "information.csv";
/// The sizes, as far as the study plays them: codes of these are not listed but sampled.
const SIZES: [&str; 2] = ["10x10", "20x26"];
/// The codemakers: of all codes, of few secrets that are equally probable, and of secrets that are not.
pub const SCSAS: [&str; 3] = ["insert-colors", "only-once", "usually-fewer"];
/// The rounds of a match, unless fewer are wanted.
const ROUNDS: u64 = 100;
/// The codes that are drawn from the posterior at each turn. A probability of 1/4 has a standard error of 0.003 then.
const DRAWS: usize = 20_000;
/// The default effort of the player of the study.
const EFFORT: u16 = 10;

/// A row of the table: the mean information of the guesses of a turn, or of a whole round, in nats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InformationRow {
    pub scsa: String,
    pub pegs: usize,
    pub colors: usize,
    /// The number of the turn, from 1; none for whole rounds.
    pub turn: Option<usize>,
    /// The rounds that came to the turn.
    pub rounds: u64,
    pub predicted_nats: f64,
    pub realized_nats: f64,
    /// The mean of predicted less realized, and its standard error.
    pub difference: f64,
    pub difference_se: Option<f64>,
}

/// The information of a guess, in nats.
#[derive(Clone, Copy, Debug, Default)]
struct Information {
    /// The entropy of the feedback, by the posterior.
    predicted: f64,
    /// Minus the log probability that the posterior gave the feedback.
    realized: f64,
}

impl InformationRow {
    /// Of one turn of the rounds. None of no rounds.
    fn new(scsa: &str, size: Size, turn: Option<usize>, rounds: &[Information]) -> Option<InformationRow> {
        let mean = |of: fn(&Information) -> f64| {
            MeanEstimate::of(&rounds.iter().map(of).collect::<Vec<_>>()).map(MeanEstimate::rounded)
        };
        let difference = mean(|one| one.predicted - one.realized)?;
        Some(InformationRow {
            scsa: scsa.to_owned(),
            pegs: size.pegs(),
            colors: size.colors(),
            turn,
            rounds: difference.count,
            predicted_nats: mean(|one| one.predicted)?.mean,
            realized_nats: mean(|one| one.realized)?.mean,
            difference: difference.mean,
            difference_se: difference.se,
        })
    }

    /// The difference with its standard error.
    pub const fn estimate(&self) -> MeanEstimate {
        MeanEstimate { mean: self.difference, se: self.difference_se, count: self.rounds }
    }

    /// The name of the size.
    pub fn size_name(&self) -> String {
        format!("{}x{}", self.pegs, self.colors)
    }
}

/// Plays rounds, at the sizes among [`SIZES`], with the posterior and the effort of the player of the study, and measures the
/// information of every guess.
///
/// # Errors
/// [`Interrupted`] when the user asked the study to stop.
pub fn measured(
    sizes: &[Size],
    most_rounds: Option<u64>,
    seed: Seed,
    monitor: &dyn Monitor,
) -> Result<Vec<InformationRow>, Interrupted> {
    let rounds = most_rounds.map_or(ROUNDS, |most| most.min(ROUNDS));
    let sizes = sizes.iter().filter(|size| SIZES.contains(&&*size.to_string()));
    let matches: Vec<(&str, Size)> = sizes.flat_map(|&size| SCSAS.map(|scsa| (scsa, size))).collect();
    monitor.begin("information of the guesses", matches.len() as u64 * rounds);
    let mut rows = Vec::new();
    for (name, size) in matches {
        let Some(scsa) = algorithms::find(name) else { continue };
        let scsa: Arc<dyn Scsa> = Arc::new(scsa);
        let played = match_information(&scsa, size, rounds, seed, monitor)?;
        let longest = played.iter().map(Vec::len).max().unwrap_or_default();
        for turn in 0..longest {
            let of_turn: Vec<Information> = played.iter().filter_map(|round| round.get(turn).copied()).collect();
            rows.extend(InformationRow::new(name, size, Some(turn + 1), &of_turn));
        }
        let sum = |round: &Vec<Information>| {
            round.iter().fold(Information::default(), |sum, one| Information {
                predicted: sum.predicted + one.predicted,
                realized: sum.realized + one.realized,
            })
        };
        rows.extend(InformationRow::new(name, size, None, &played.iter().map(sum).collect::<Vec<_>>()));
    }
    Ok(rows)
}

/// The information of the guesses of each round of a match.
fn match_information(
    scsa: &Arc<dyn Scsa>,
    size: Size,
    rounds: u64,
    seed: Seed,
    monitor: &dyn Monitor,
) -> Result<Vec<Vec<Information>>, Interrupted> {
    let secrets = seed.secrets(size, scsa.name());
    let prior = PriorModel::new(Arc::clone(scsa), size, Effort::level(EFFORT).for_size(size));
    let first = choose_guess(&prior, &prior.initial_posterior(), true, &mut Rng::new(u128::from(seed.0)));
    let round = |number: u64| {
        let secret = scsa.draw(size, &mut secrets.round(number));
        let information = round_information(&prior, first, &secret, &mut Rng::new(u128::from(number)));
        monitor.step(scsa.name()).map(|()| information)
    };
    (1..=rounds).into_par_iter().map(round).collect()
}

/// The information of the guesses of a round.
fn round_information(prior: &PriorModel, first: Code, secret: &Code, rng: &mut Rng) -> Vec<Information> {
    let mut posterior = prior.initial_posterior();
    let (mut turns, mut information): (Vec<Turn>, _) = (Vec::new(), Vec::new());
    while turns.len() < GUESS_LIMIT && turns.last().is_none_or(|turn| turn.guess != *secret) {
        let guess = if turns.is_empty() { first } else { choose_guess(prior, &posterior, false, rng) };
        let feedback = secret.feedback(&guess);
        information.push(of_guess(&posterior.sample(DRAWS, rng), &guess, feedback));
        turns.push(Turn { guess, feedback });
        posterior.update(prior, &turns, rng);
    }
    information
}

/// The information of a guess, from a sample of the posterior with the number of times that each code was drawn.
fn of_guess(sample: &[(Code, u32)], guess: &Code, feedback: Feedback) -> Information {
    let mut drawn: BTreeMap<usize, u64> = BTreeMap::new();
    for (code, times) in sample {
        *drawn.entry(code.feedback(guess).index()).or_default() += u64::from(*times);
    }
    let all = drawn.values().sum::<u64>().max(1) as f64;
    // A sum of negative zeros is one, too.
    let predicted: f64 = drawn.values().map(|&times| times as f64 / all).map(|part| -part * libm::log(part)).sum();
    // Of a feedback that was not drawn, half a draw is assumed.
    let times = drawn.get(&feedback.index()).map_or(0.5, |&times| times as f64);
    Information { predicted: predicted + 0.0, realized: 0.0 - libm::log(times / all) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::Silent;

    #[test]
    fn information_follows_from_the_sample() {
        let sample: Vec<(Code, u32)> =
            [("AA", 3), ("BB", 1)].map(|(code, times)| (code.parse().unwrap(), times)).into();
        let guess: Code = "AA".parse().unwrap();
        let of = |secret: &str| of_guess(&sample, &guess, secret.parse::<Code>().unwrap().feedback(&guess));
        let entropy = 0.75 * (4f64 / 3.0).ln() + 0.25 * 4f64.ln();
        for (secret, realized) in [("AA", 4f64 / 3.0), ("BB", 4.0), ("AB", 8.0)] {
            let information = of(secret);
            assert!(
                (information.predicted - entropy).abs() < 1e-12 && (information.realized - realized.ln()).abs() < 1e-12
            );
        }
    }

    /// The posterior is calibrated: the realized information has the mean of the predicted one.
    #[test]
    fn predictions_come_true() {
        let size: Size = "5x6".parse().unwrap();
        let scsa: Arc<dyn Scsa> = Arc::new(algorithms::InsertColors);
        let played = match_information(&scsa, size, 60, Seed(1), &Silent).unwrap();
        let guesses: Vec<Information> = played.iter().flatten().copied().collect();
        let row = InformationRow::new(scsa.name(), size, None, &guesses).unwrap();
        assert!(row.predicted_nats > 1.0 && row.difference.abs() < 4.0 * row.difference_se.unwrap(), "{row:?}");
        // The feedback of a round that is won has the probability of the secret, 1 / 6^5.
        let whole: Vec<f64> = played.iter().map(|round| round.iter().map(|one| one.realized).sum()).collect();
        assert!(whole.iter().all(|nats| (nats - 7776f64.ln()).abs() < 1.0), "{whole:?}");
    }

    #[test]
    fn only_some_sizes_are_measured() {
        let sizes: Vec<Size> = ["4x6", "10x10"].map(|size| size.parse().unwrap()).into();
        let rows = measured(&sizes, Some(2), Seed(3), &Silent).unwrap();
        assert_eq!(rows, measured(&sizes, Some(2), Seed(3), &Silent).unwrap());
        assert!(rows.iter().all(|row| row.size_name() == "10x10" && row.rounds <= 2));
        assert_eq!(rows.iter().filter(|row| row.turn.is_none()).count(), SCSAS.len());
    }
}
