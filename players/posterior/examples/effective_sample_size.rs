//! Measures the effective sample size of the candidates of `bayes`, turn by turn.
//!
//! ```sh
//! cargo run --release -p mastermind-arena-posterior --example effective_sample_size -- insert-colors 20x26 12
//! ```
//!
//! The candidates estimate, for each peg and color, the probability that the peg has the color. The effective sample size is the number of
//! independent draws from the posterior that would have the same mean squared error, summed over all pegs and colors. The posterior is
//! taken to be that of 30 times the usual work. The command above takes about four minutes on one core.

use posterior::{Effort, Posterior, PriorModel, choose_guess};
use scsa::{Code, Rng, Scsa, Size, Turn, algorithms};
use std::{env, error::Error, io::Write, process::ExitCode, sync::Arc};

/// The level of effort that is measured, the usual one.
const LEVEL: u16 = 10;
/// The level of effort whose posterior is taken to be exact.
const REFERENCE: u16 = 300;
/// Independent runs at the measured level in each round.
const RUNS: u128 = 2;

/// What all rounds with a turn add up to.
#[derive(Clone, Copy, Default)]
struct OfTurn {
    rounds: usize,
    /// The variance of one independent draw.
    variance: f64,
    /// The mean squared error of the candidates.
    error: f64,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match measure(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure(words: &[String]) -> Result<(), Box<dyn Error>> {
    let [name, size, rounds] = words else {
        return Err("give a codemaker, a size and a number of rounds, such as `insert-colors 20x26 12`".into());
    };
    let size: Size = size.parse()?;
    let rule = algorithms::find(name).filter(|rule| rule.supports(size));
    let rule =
        rule.ok_or_else(|| format!("no codemaker `{name}` at {size}; `arena list` shows the names and sizes"))?;
    let rule: Arc<dyn Scsa> = Arc::new(rule);
    let rounds: u128 =
        rounds.parse().map_err(|_| format!("`{rounds}` is not a number of rounds; give one such as 12"))?;
    let [usual, reference] =
        [LEVEL, REFERENCE].map(|level| PriorModel::new(rule.clone(), size, Effort::level(level).for_size(size)));
    let mut of_turns: Vec<OfTurn> = Vec::new();
    for round in 0..rounds {
        let turns = play(&usual, &*rule, &mut Rng::new(round));
        let exact = marginals(&reference, &turns, &mut Rng::new(round));
        of_turns.resize(of_turns.len().max(turns.len()), OfTurn::default());
        for run in 1..=RUNS {
            let estimated = marginals(&usual, &turns, &mut Rng::new(round + run * rounds));
            for ((of_turn, exact), estimated) in of_turns.iter_mut().zip(&exact).zip(&estimated) {
                of_turn.rounds += 1;
                of_turn.variance += exact.iter().map(|p| p * (1.0 - p)).sum::<f64>();
                of_turn.error += exact.iter().zip(estimated).map(|(p, q)| (p - q) * (p - q)).sum::<f64>();
            }
        }
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "turns  rounds  effective sample size")?;
    for (turn, OfTurn { rounds, variance, error }) in of_turns.iter().enumerate().filter(|of| of.1.error > 0.0) {
        writeln!(out, "{:5}  {:6}  {:21.0}", turn + 1, rounds / RUNS as usize, variance / error)?;
    }
    Ok(())
}

/// The turns of a round.
fn play(prior: &PriorModel, rule: &dyn Scsa, rng: &mut Rng) -> Vec<Turn> {
    let secret = rule.draw(prior.size(), rng);
    let (mut posterior, mut turns) = (prior.initial_posterior(), Vec::<Turn>::new());
    while turns.last().is_none_or(|turn| turn.guess != secret) {
        let guess = choose_guess(prior, &posterior, turns.is_empty(), rng);
        turns.push(Turn::new(guess, &secret));
        posterior.update(prior, &turns, rng);
    }
    turns
}

/// After each turn but the last, the probability of each color at each peg. It ends where all candidates are known.
fn marginals(prior: &PriorModel, turns: &[Turn], rng: &mut Rng) -> Vec<Vec<f64>> {
    let mut posterior = prior.initial_posterior();
    let mut after = Vec::new();
    for known in 1..turns.len() {
        posterior.update(prior, &turns[..known], rng);
        if posterior.is_complete() {
            break;
        }
        after.push(of_pegs(prior.size(), &posterior));
    }
    after
}

fn of_pegs(size: Size, posterior: &Posterior) -> Vec<f64> {
    let mut sums = vec![0.0; size.pegs() * size.colors()];
    let add = |(code, probability): (Code, f64)| {
        for (peg, color) in code.pegs().enumerate() {
            sums[peg * size.colors() + color.index()] += probability;
        }
    };
    posterior.candidates().into_iter().for_each(add);
    sums
}
