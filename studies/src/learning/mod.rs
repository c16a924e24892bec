//! Codemakers whose rules are no models of the catalog: how well they are learned from samples, and how well `bayes` then plays.

mod draw;
mod rules;

use crate::folder::{Failure, FolderOptions, millionths};
use draw::Rule;
use inference::ModelPosterior;
use players::{Briefing, Ending, Entrant, Entry, Player, PlayerInstance, Refusal};
use rayon::prelude::*;
use rules::{RULES, RuleEntry};
use scsa::{Code, Game, Rng, Scsa, Turn};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tournament::compare::Interval;
use tournament::{Codemaker, Limits, Match, Plan, RecordedCodes, RoundRecord, Seed};

const PLAYER: &str = "bayes";
const PEGS: usize = 10;
const COLORS: usize = 7;
/// The number of codes that are learned from, and of other codes on which predictions are measured.
const SAMPLES: u64 = 100;
const FRESH_CODES: u64 = 300;
/// The most guesses of a round; a round that is not won counts as this many.
const GUESS_LIMIT: usize = 100;
/// The most CPU time of a player in a round. It is generous, so that no round depends on the speed of the machine.
const TIME_LIMIT: Duration = Duration::from_secs(600);
/// The most sequences of choices that are run through to list the codes of a rule. They take two seconds.
const MAX_SEQUENCES: usize = 2_000_000;

/// The first columns of `learning.csv`.
#[derive(Debug, Serialize)]
struct RuleColumns {
    rule: &'static str,
    title: &'static str,
    pegs: usize,
    colors: usize,
}

/// How well the codes of a rule are predicted by the posterior over models, given samples.
#[derive(Debug, Serialize)]
struct Prediction {
    /// The cross-entropy on fresh codes, in bits a code, and that of the rule itself on the same codes.
    bits: f64,
    true_bits: f64,
    /// The largest posterior weight of a model, and that model in words.
    model_weight: f64,
    model: String,
}

/// The last columns of `learning.csv`. A round that is not won counts as 100 guesses.
#[derive(Debug, Serialize)]
struct GameColumns {
    rounds: usize,
    not_won: usize,
    mean_guesses: f64,
    known_not_won: usize,
    known_mean_guesses: f64,
    ratio: f64,
    ratio_ci95_low: Option<f64>,
    ratio_ci95_high: Option<f64>,
}

pub fn names() -> clap::builder::PossibleValuesParser {
    RULES.map(|rule| rule.0).into()
}

/// Learns and plays all rules, or those of these names, and writes `learning.csv`. Cost: eight minutes on two cores with 100 rounds.
pub fn run(rounds: u64, names: &[String], seed: Seed, options: &FolderOptions) -> Result<(), Failure> {
    let folder = options.begin("learning", "learning.csv")?;
    let game = Game::new(PEGS, COLORS)?;
    let own = RULES.into_iter().filter(|rule| names.is_empty() || names.iter().any(|name| name == rule.0));
    let codemakers: Vec<Arc<RuleCodemaker>> =
        own.map(|entry| Arc::new(RuleCodemaker::new(entry, game, seed))).collect();
    folder.say(&format!("learning {} rules", codemakers.len()));
    let predictions: Vec<Prediction> =
        codemakers.par_iter().with_max_len(1).map(|codemaker| Prediction::of(codemaker, seed)).collect();
    // The guesses of each round, by codemaker and player; none where it was not won.
    let mut guesses: BTreeMap<(String, String), Vec<Option<usize>>> = BTreeMap::new();
    let mut record = |match_: &Match, record: &RoundRecord| {
        let key = (match_.codemaker.name().to_owned(), match_.player.name().to_owned());
        let is_won = record.round.ending == Ending::Win;
        guesses.entry(key).or_default().push(is_won.then_some(record.round.guesses));
    };
    let samples = codemakers.iter().map(|codemaker| codemaker.with_samples(seed, rounds));
    let rules = codemakers
        .iter()
        .map(|codemaker| Codemaker::Rule { scsa: Arc::clone(codemaker) as Arc<dyn Scsa>, is_mystery: false });
    let limits = Limits { time: TIME_LIMIT, ..Limits::default() };
    let with_samples = Plan::new([Entry::of::<SamplesOnly>()], samples, [game]);
    let with_rules = Plan::new(players::find(PLAYER), rules, [game]);
    for (name, plan) in [("from-samples", with_samples), ("rule-known", with_rules)] {
        folder.play(name, &plan.rounds(rounds).seed(seed).limits(limits), &mut record)?;
    }
    let rows = codemakers.iter().zip(predictions).map(|(codemaker, prediction)| {
        let of = |player: &str| guesses.get(&(codemaker.entry.0.to_owned(), player.to_owned())).cloned();
        let [own, known] = [SamplesOnly::NAME, PLAYER].map(|player| of(player).unwrap_or_default());
        let (rule, title, _) = codemaker.entry;
        (RuleColumns { rule, title, pegs: PEGS, colors: COLORS }, prediction, GameColumns::new(&own, &known))
    });
    folder.table("learning.csv", rows)
}

impl GameColumns {
    fn new(own: &[Option<usize>], known: &[Option<usize>]) -> GameColumns {
        let numbers = |rounds: &[Option<usize>]| -> Vec<f64> {
            rounds.iter().map(|guesses| guesses.unwrap_or(GUESS_LIMIT) as f64).collect()
        };
        let not_won = |rounds: &[Option<usize>]| rounds.iter().filter(|guesses| guesses.is_none()).count();
        let (own_guesses, known_guesses) = (numbers(own), numbers(known));
        let mean = |guesses: &[f64]| guesses.iter().sum::<f64>() / guesses.len() as f64;
        let (ratio, interval) = ratio(&own_guesses, &known_guesses);
        GameColumns {
            rounds: own.len(),
            not_won: not_won(own),
            mean_guesses: millionths(mean(&own_guesses)),
            known_not_won: not_won(known),
            known_mean_guesses: millionths(mean(&known_guesses)),
            ratio: millionths(ratio),
            ratio_ci95_low: interval.map(|interval| millionths(interval.low)),
            ratio_ci95_high: interval.map(|interval| millionths(interval.high)),
        }
    }
}

/// The ratio of the means of two quantities that were observed together, with its 95 % confidence interval by the delta method
/// (Cochran, *Sampling Techniques*, 3rd edition 1977, section 2.11, without the correction for a finite population).
fn ratio(above: &[f64], below: &[f64]) -> (f64, Option<Interval>) {
    let (n, sum) = (above.len() as f64, below.iter().sum::<f64>());
    let ratio = above.iter().sum::<f64>() / sum;
    let squares: f64 = above.iter().zip(below).map(|(y, x)| (y - ratio * x).powi(2)).sum();
    let error = (n / (n - 1.0) * squares).sqrt() / sum;
    (ratio, Interval::of_mean(ratio, error, above.len() as u64))
}

impl Prediction {
    fn of(codemaker: &RuleCodemaker, seed: Seed) -> Prediction {
        let game = codemaker.game;
        let posterior = ModelPosterior::from_samples(&codemaker.codes(seed, "/samples", SAMPLES), None);
        let fresh = codemaker.codes(seed, "/fresh", FRESH_CODES);
        let mixture = posterior.at(game);
        let heaviest = mixture.model_weights().into_iter().next();
        let (model, model_weight) = heaviest.map_or_else(Default::default, |model| (model.description, model.weight));
        let cross_entropy = |probability: &dyn Fn(&Code) -> f64| {
            -fresh.iter().map(|code| probability(code).log2()).sum::<f64>() / fresh.len() as f64
        };
        Prediction {
            bits: millionths(cross_entropy(&|code| mixture.probability(game, code))),
            true_bits: millionths(cross_entropy(&|code| codemaker.probability(game, code))),
            model_weight: millionths(model_weight),
            model,
        }
    }
}

/// [`PLAYER`] without what it learns from the rounds of a match: it is not told how rounds end. So every round is played with the
/// knowledge of the samples alone, and rounds are independent.
#[derive(Clone)]
struct SamplesOnly(PlayerInstance);

impl Player for SamplesOnly {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        self.0.player().guess(turns, rng)
    }

    fn start_round(&mut self) {
        self.0.player().start_round();
    }
}

impl Entrant for SamplesOnly {
    const NAME: &'static str = "bayes-from-samples";
    const SUMMARY: &'static str = "plays as bayes, and learns nothing from one round to the next";

    fn prepare(briefing: &Briefing) -> Result<SamplesOnly, Refusal> {
        let entry = players::find(PLAYER).map_err(|e| Refusal::new(e.to_string()))?;
        entry.prepare(briefing).map(SamplesOnly)
    }
}

struct RuleCodemaker {
    entry: RuleEntry,
    game: Game,
    needs: String,
    rule: Rule,
    /// All codes with their probabilities, once they were asked for; none where there are too many.
    listed: OnceLock<Option<Vec<(Code, f64)>>>,
}

impl RuleCodemaker {
    fn new(entry: RuleEntry, game: Game, seed: Seed) -> RuleCodemaker {
        let mut rng = seed.secrets(game, &format!("{}/rule", entry.0)).round(1);
        let rule = (entry.2)(game.pegs(), game.colors(), &mut rng);
        RuleCodemaker { entry, game, needs: format!("the size {game}"), rule, listed: OnceLock::new() }
    }

    fn codes(&self, seed: Seed, stream: &str, count: u64) -> Vec<Code> {
        let streams = seed.secrets(self.game, &format!("{}{stream}", self.entry.0));
        (1..=count).map(|number| self.draw(self.game, &mut streams.round(number))).collect()
    }

    fn with_samples(&self, seed: Seed, rounds: u64) -> Codemaker {
        let mut codes = RecordedCodes::default();
        codes.insert(self.game, self.codes(seed, "", rounds), self.codes(seed, "/samples", SAMPLES));
        Codemaker::Recorded { name: self.entry.0.to_owned(), codes }
    }
}

impl fmt::Debug for RuleCodemaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.entry.0, self.game)
    }
}

impl Scsa for RuleCodemaker {
    fn name(&self) -> &str {
        self.entry.0
    }

    fn summary(&self) -> &str {
        self.entry.1
    }

    fn needs(&self) -> &str {
        &self.needs
    }

    fn supports(&self, game: Game) -> bool {
        game == self.game
    }

    fn names_colors(&self) -> bool {
        true
    }

    fn draw(&self, _size: Game, rng: &mut Rng) -> Code {
        draw::code(&self.rule, self.game, rng)
    }

    fn probability(&self, game: Game, code: &Code) -> f64 {
        if game == self.game && game.is_legal(code) { draw::probability(&self.rule, game, code) } else { 0.0 }
    }

    fn listed(&self, game: Game) -> Option<Vec<(Code, f64)>> {
        let list = || draw::list(&self.rule, self.game, MAX_SEQUENCES);
        if self.supports(game) { self.listed.get_or_init(list).clone() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: Seed = Seed(1);

    /// At 6x4, all probabilities sum to 1, the list of all codes has the same ones, and 20000 codes drawn are as frequent as they should
    /// be: the chi-square statistic over codes that are expected 5 times or more, and all others together, lies within 5 standard
    /// deviations.
    #[test]
    fn probabilities_are_those_of_the_draws() {
        const DRAWS: u64 = 20000;
        let game: Game = "6x4".parse().unwrap();
        for entry in RULES {
            let (name, codemaker) = (entry.0, RuleCodemaker::new(entry, game, SEED));
            let mut frequencies: BTreeMap<Code, f64> = BTreeMap::new();
            for code in codemaker.codes(SEED, "/fresh", DRAWS) {
                *frequencies.entry(code).or_default() += 1.0;
            }
            let listed: BTreeMap<Code, f64> = codemaker.listed(game).unwrap().into_iter().collect();
            let (mut sum, mut statistic, mut cells, mut others) = (0.0, 0.0, 0.0, [0.0, 0.0]);
            for code in game.codes() {
                let probability = codemaker.probability(game, &code);
                let of = |map: &BTreeMap<Code, f64>| map.get(&code).copied().unwrap_or_default();
                let (frequency, other) = (of(&frequencies), of(&listed));
                assert!((probability - other).abs() < 1e-12, "{name}: {code} has {probability}, in the list {other}");
                assert!(probability > 0.0 || frequency == 0.0, "{name}: {code} is impossible");
                sum += probability;
                let expected = probability * DRAWS as f64;
                if expected >= 5.0 {
                    statistic += (frequency - expected).powi(2) / expected;
                    cells += 1.0;
                } else {
                    others = [others[0] + frequency, others[1] + expected];
                }
            }
            assert!((sum - 1.0_f64).abs() < 1e-9, "{name}: {sum}");
            if others[1] > 0.0 {
                statistic += (others[0] - others[1]).powi(2) / others[1];
                cells += 1.0;
            }
            let degrees = cells - 1.0;
            assert!((statistic - degrees).abs() < 5.0 * (2.0_f64 * degrees).sqrt(), "{name}: {statistic} of {degrees}");
        }
    }

    /// By hand: the ratio is 12/6, the residuals are 1, −2 and 1, and so the error is √(3/2 · 6)/6. Student's t is 4.3027.
    #[test]
    fn the_error_of_a_ratio_is_that_of_the_residuals() {
        let (ratio, interval) = ratio(&[3.0, 2.0, 7.0], &[1.0, 2.0, 3.0]);
        assert_eq!(ratio, 2.0);
        assert!((interval.unwrap().high - 2.0 - 4.3027 * 0.5).abs() < 1e-4, "{interval:?}");
    }
}
