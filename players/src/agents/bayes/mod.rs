//! One player for every codemaker and every size.

mod first_turns;
mod level;
mod proved;

use crate::{Briefing, Knowledge, Outcome, ParameterizedEntrant, Player, Refusal, asking::lowest_unguessed};
use first_turns::FirstTurns;
use inference::ModelPosterior;
use level::EffortLevel;
use posterior::{Effort, Posterior, PriorModel, choose_guess};
use scsa::{Code, Color, Rng, Scsa, Size, Turn};
use std::sync::Arc;

/// Maintains a posterior over the secret, given what it knows of the codemaker and all feedback, and chooses the guess with the
/// best objective: expected information gain or expected remaining guesses, see the crate [`posterior`].
///
/// The prior is the rule if it is known, and otherwise a mixture of generative models (the crate [`inference`]), fitted to
/// the sample codes if there are any. In the latter cases the secrets that it finds improve the mixture from round to round. If
/// an optimal strategy for the known rule can be proved quickly it plays that one.
///
/// Where no code is known to agree with all feedback it guesses what tells the most of codes that nearly do, and nothing twice.
///
/// Its guesses depend on the briefing, the turns and, if it learns, earlier rounds. It does not use the random numbers of the
/// round.
#[derive(Clone, Debug)]
pub struct Bayes {
    size: Size,
    effort: Effort,
    method: GuessMethod,
    /// The posterior over generative models of the codemaker, if its rule is not known.
    models: Option<ModelPosterior>,
    /// The number of won rounds at which the prior is made again from the models.
    next_update: u64,
    /// The number of won rounds.
    won: u64,
    /// The turns of this round that the posterior includes.
    turns: Vec<Turn>,
    posterior: Option<Posterior>,
}

/// How guesses are found.
#[derive(Clone, Debug)]
enum GuessMethod {
    /// By a strategy that is proved to be optimal for the rule.
    Proved { strategy: Arc<solver::CodeStrategy>, rule: Arc<dyn Scsa> },
    /// By the posterior. What follows from the first turns of a round is found once.
    Search { prior: Arc<PriorModel>, first_turns: Arc<FirstTurns> },
}

impl Bayes {
    /// The method against a codemaker with that known or inferred rule.
    fn search(rule: Arc<dyn Scsa>, size: Size, effort: Effort) -> GuessMethod {
        GuessMethod::Search { prior: Arc::new(PriorModel::new(rule, size, effort)), first_turns: Arc::default() }
    }
}

/// Random numbers that depend on the turns alone.
fn seeded(turns: &[Turn]) -> Rng {
    let mix = |seed: u128, number: usize| {
        (seed ^ number as u128).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).rotate_left(61)
    };
    let of_turn = |seed: u128, turn: &Turn| {
        let colors = turn.guess.pegs().fold(seed, |seed, color| mix(seed, color.index()));
        mix(mix(colors, turn.feedback.black()), turn.feedback.white())
    };
    Rng::new(turns.iter().fold(turns.len() as u128, of_turn))
}

impl Player for Bayes {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        if let GuessMethod::Proved { strategy, rule } = &self.method {
            if let Some(guess) = proved::guess(strategy, turns) {
                return guess;
            }
            // The rule cannot make the secret.
            self.method = Bayes::search(Arc::clone(rule), self.size, self.effort);
        }
        let GuessMethod::Search { prior, first_turns } = &self.method else {
            return Code::uniform(self.size, Color::A);
        };
        if let Some(guess) = first_turns.guess(turns) {
            return guess;
        }
        if !turns.starts_with(&self.turns) {
            (self.turns, self.posterior) = (Vec::new(), None);
        }
        let start = || match turns.first().and_then(|first| first_turns.posterior(first)) {
            Some(posterior) => (1, posterior),
            None => (0, prior.initial_posterior()),
        };
        let (included, mut posterior) =
            self.posterior.take().map_or_else(start, |posterior| (self.turns.len(), posterior));
        for known in included + 1..=turns.len() {
            posterior.update(prior, &turns[..known], &mut seeded(&turns[..known]));
            if let [first] = &turns[..known] {
                first_turns.keep_posterior(first, &posterior);
            }
        }
        let mut guess = choose_guess(prior, &posterior, turns.is_empty(), &mut seeded(turns));
        if posterior.is_empty() && turns.iter().any(|turn| turn.guess == guess) {
            guess = lowest_unguessed(self.size, turns);
        }
        first_turns.keep_guess(turns, guess);
        (self.turns, self.posterior) = (turns.to_vec(), Some(posterior));
        guess
    }

    fn start_round(&mut self) {
        (self.turns, self.posterior) = (Vec::new(), None);
        if let Some(models) = &self.models
            && self.won >= self.next_update
        {
            self.method = Bayes::search(models.at(self.size), self.size, self.effort);
            // After 1, 2, 3, 5, 8, 12, 18, … wins.
            self.next_update = self.won + 1 + self.won / 2;
        }
    }

    fn end_round(&mut self, turns: &[Turn], outcome: &Outcome) {
        if let (Some(models), Outcome::Win, Some(turn)) = (&mut self.models, outcome, turns.last()) {
            models.update(self.size, &turn.guess);
            self.won += 1;
        }
    }
}

impl ParameterizedEntrant for Bayes {
    const NAME: &'static str = "bayes";
    const SUMMARY: &'static str =
        "maintains a posterior over the secret and guesses what is most informative; EFFORT is 1 to 100, 10 by default";
    const PARAMETER: &'static str = "EFFORT";
    const LEARNS: fn(&Knowledge) -> bool = |knowledge| !matches!(knowledge, Knowledge::Rule(_));
    type Parameter = EffortLevel;

    fn prepare(briefing: &Briefing, level: &EffortLevel) -> Result<Bayes, Refusal> {
        let (size, mut effort) = (briefing.size, level.effort().for_size(briefing.size));
        let (method, models) = match &briefing.knowledge {
            Knowledge::Rule(rule) if rule.supports(size) => {
                let method = match proved::strategy(&**rule, size) {
                    Some(strategy) => GuessMethod::Proved { strategy: Arc::new(strategy), rule: Arc::clone(rule) },
                    None => Bayes::search(Arc::clone(rule), size, effort),
                };
                (method, None)
            }
            knowledge => {
                let models = match knowledge {
                    Knowledge::Samples(codes) => ModelPosterior::from_samples(codes),
                    _ => ModelPosterior::from_prior(),
                };
                effort.long_opening_search = false;
                (Bayes::search(models.at(size), size, effort), Some(models))
            }
        };
        let mut player =
            Bayes { size, effort, method, models, next_update: 1, won: 0, turns: Vec::new(), posterior: None };
        // The first guess is found before the first round.
        player.guess(&[], &mut seeded(&[]));
        player.start_round();
        Ok(player)
    }
}
