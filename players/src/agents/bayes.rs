//! One player for every codemaker and every game.

use crate::asking::{UpTo100, lowest_unguessed};
use crate::{Briefing, Knowledge, Outcome, ParameterizedEntrant, Player, Refusal};
use inference::ModelPosterior;
use posterior::{Effort, Posterior, PriorModel, choose_guess};
use scsa::{Code, Game, Rng, Scsa, Turn, support};
use solver::{AllowedGuesses, ListedProblem, Objective, Resources, SearchMonitor, Strategy, solve};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maintains a posterior over the secret, given what it knows of the codemaker and all feedback, and chooses the guess with the
/// best objective: expected information gain or expected remaining guesses, see the crate [`posterior`].
///
/// The prior is the rule if it is known, and otherwise a mixture of generative models (the crate [`inference`]), fitted to
/// the sample codes if there are any. In the latter cases the secrets that it finds improve the mixture from round to round. If
/// an optimal strategy for the known rule can be proved quickly it plays that one.
///
/// Where no code is known to agree with all feedback it guesses what tells the most of codes that nearly do, and nothing twice.
///
/// Its guesses depend on the briefing, the turns and, if it learns, earlier rounds. It does not use the random numbers of the round.
#[derive(Clone, Debug)]
pub struct Bayes {
    game: Game,
    effort: Effort,
    method: GuessMethod,
    /// The posterior over generative models of the codemaker, if its rule is not known.
    models: Option<ModelPosterior>,
    /// The number of won rounds at which the prior is made again from the models.
    next_update: u64,
    won: u64,
    /// The turns of this round that the posterior includes.
    turns: Vec<Turn>,
    posterior: Option<Posterior>,
}

#[derive(Clone, Debug)]
enum GuessMethod {
    Proved {
        strategy: Arc<Strategy>,
        rule: Arc<dyn Scsa>,
    },
    /// By the posterior. What follows from the first turns of a round is found once.
    Search {
        prior: Arc<PriorModel>,
        first_turns: Arc<Mutex<FirstTurns>>,
    },
}

impl Bayes {
    /// The method against a codemaker with that known or inferred rule.
    fn search(rule: Arc<dyn Scsa>, game: Game, effort: Effort) -> GuessMethod {
        GuessMethod::Search { prior: Arc::new(PriorModel::new(rule, game, effort)), first_turns: Arc::default() }
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
        let (prior, first_turns) = match &self.method {
            GuessMethod::Search { prior, first_turns } => (prior, first_turns),
            GuessMethod::Proved { strategy, rule } => {
                let Some(guess) = proved_guess(strategy, turns) else {
                    // The rule cannot make the secret.
                    self.method = Bayes::search(Arc::clone(rule), self.game, self.effort);
                    return self.guess(turns, &mut Rng::new(0));
                };
                return guess;
            }
        };
        if let Some(guess) = kept(first_turns).guesses.get(turns) {
            return *guess;
        }
        if !turns.starts_with(&self.turns) {
            (self.turns, self.posterior) = (Vec::new(), None);
        }
        let start = || match turns.first().and_then(|first| kept(first_turns).posteriors.get(first).cloned()) {
            Some(posterior) => (1, posterior),
            None => (0, prior.initial_posterior()),
        };
        let (included, mut posterior) =
            self.posterior.take().map_or_else(start, |posterior| (self.turns.len(), posterior));
        for known in included + 1..=turns.len() {
            posterior.update(prior, &turns[..known], &mut seeded(&turns[..known]));
            if known == 1 {
                kept(first_turns).keep(turns[0], &posterior);
            }
        }
        let mut guess = choose_guess(prior, &posterior, turns.is_empty(), &mut seeded(turns));
        if posterior.is_empty() && turns.iter().any(|turn| turn.guess == guess) {
            guess = lowest_unguessed(self.game, turns);
        }
        let guesses = &mut kept(first_turns).guesses;
        if turns.len() <= MAX_TURNS && guesses.len() < MAX_ENTRIES {
            guesses.insert(turns.to_vec(), guess);
        }
        (self.turns, self.posterior) = (turns.to_vec(), Some(posterior));
        guess
    }

    fn start_round(&mut self) {
        (self.turns, self.posterior) = (Vec::new(), None);
        if let Some(models) = &self.models
            && self.won >= self.next_update
        {
            self.method = Bayes::search(models.at(self.game), self.game, self.effort);
            // After 1, 2, 4, 7, 11, 17, 26, … wins.
            self.next_update = self.won + 1 + self.won / 2;
        }
    }

    fn end_round(&mut self, turns: &[Turn], outcome: &Outcome) {
        if let (Some(models), Outcome::Win, Some(turn)) = (&mut self.models, outcome, turns.last()) {
            models.update(self.game, &turn.guess);
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
    /// How much work a guess may take, in tenths of the usual.
    type Parameter = UpTo100<10>;

    fn prepare(briefing: &Briefing, level: &UpTo100<10>) -> Result<Bayes, Refusal> {
        let (game, mut effort) = (briefing.game, Effort::level(level.0.into()).for_size(briefing.game));
        let (method, models) = match &briefing.knowledge {
            Knowledge::Rule(rule) if rule.supports(game) => {
                let method = match proved_strategy(&**rule, game) {
                    Some(strategy) => GuessMethod::Proved { strategy: Arc::new(strategy), rule: Arc::clone(rule) },
                    None => Bayes::search(Arc::clone(rule), game, effort),
                };
                (method, None)
            }
            knowledge => {
                let models = match knowledge {
                    Knowledge::Samples(codes) => ModelPosterior::from_samples(codes, None),
                    _ => ModelPosterior::from_prior(),
                };
                effort.long_opening_search = false;
                (Bayes::search(models.at(game), game, effort), Some(models))
            }
        };
        let mut player =
            Bayes { game, effort, method, models, next_update: 1, won: 0, turns: Vec::new(), posterior: None };
        // The first guess is found before the first round.
        player.guess(&[], &mut seeded(&[]));
        player.start_round();
        Ok(player)
    }
}

/// Guesses after more turns are not kept: few rounds have equal turns for longer.
const MAX_TURNS: usize = 3;
/// The most entries. The turns of one take at most 240 bytes.
const MAX_ENTRIES: usize = 50_000;
/// The most candidates of all posteriors that are kept. One takes 80 bytes.
const MAX_CANDIDATES: usize = 1_000_000;

/// The guesses after the first turns, and posteriors after the first one, for one prior.
///
/// Both follow from the turns alone, so that games are the same whether something was kept or not. All rounds of a match share them.
#[derive(Debug, Default)]
struct FirstTurns {
    guesses: HashMap<Vec<Turn>, Code>,
    posteriors: HashMap<Turn, Posterior>,
    /// The candidates of all these.
    candidates: usize,
}

impl FirstTurns {
    fn keep(&mut self, turn: Turn, posterior: &Posterior) {
        let candidates = self.candidates + posterior.candidate_count();
        if candidates <= MAX_CANDIDATES && self.posteriors.insert(turn, posterior.clone()).is_none() {
            self.candidates = candidates;
        }
    }
}

/// Locks what was kept. Entries are whole even if a thread panicked while it had the lock.
fn kept(first_turns: &Mutex<FirstTurns>) -> MutexGuard<'_, FirstTurns> {
    first_turns.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most codes of a board on which a strategy is searched for.
const MAX_CODES: u64 = 3200;
/// The most secrets on such a board.
const MAX_SECRETS: usize = 1300;
/// The node budget of the search, some seconds.
const NODE_BUDGET: u64 = 20_000;

/// The strategy with which the secrets of a rule take the fewest guesses on average; none where the search takes too long.
fn proved_strategy(rule: &dyn Scsa, game: Game) -> Option<Strategy> {
    game.count_at_most(MAX_CODES)?;
    let problem = ListedProblem::with_secrets(game, AllowedGuesses::Any, &support(rule, game, MAX_SECRETS)?)?;
    let resources = Resources::for_problem(&problem);
    let solution = solve(&problem, Objective::default(), resources, &SearchMonitor::new(NODE_BUDGET)).ok()?;
    (solution.lower_bound == solution.cost).then_some(solution.strategy)
}

/// The guess of a strategy after these turns; none where no secret leads to them.
fn proved_guess(strategy: &Strategy, turns: &[Turn]) -> Option<Code> {
    let mut node = strategy;
    for turn in turns {
        let next = node.next.iter().find(|(feedback, _)| *feedback == turn.feedback);
        node = &next.filter(|_| node.guess == turn.guess)?.1;
    }
    Some(node.guess)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms::{InsertColors, OnlyOnce, TwoColorAlternating};

    fn player(game: Game) -> Bayes {
        let briefing = Briefing::new(game, "insert-colors", Knowledge::Rule(Arc::new(InsertColors)));
        Bayes::prepare(&briefing, &UpTo100(1)).unwrap()
    }

    fn guesses(player: &mut Bayes, secret: &Code) -> Vec<Code> {
        let mut turns: Vec<Turn> = Vec::new();
        player.start_round();
        while turns.last().is_none_or(|turn| turn.guess != *secret) {
            let guess = player.guess(&turns, &mut Rng::new(0));
            turns.push(Turn::new(player.game, guess, secret));
        }
        turns.iter().map(|turn| turn.guess).collect()
    }

    /// The first player finds the guesses and posteriors, the second one has them from it, the third one finds them again.
    #[test]
    fn games_do_not_depend_on_what_was_kept() {
        let (game, mut rng) = ("10x10".parse().unwrap(), Rng::new(1));
        let mut first = player(game);
        let mut second = first.clone();
        for _ in 0..2 {
            let secret = Code::from_fn(game, |_| rng.color(game.colors()));
            let games = [guesses(&mut first, &secret), guesses(&mut second, &secret)];
            assert_eq!(games[0], games[1]);
            assert_eq!(games[0], guesses(&mut player(game), &secret));
        }
    }

    /// Plays the strategy against all its secrets. `arena solve` proves that none takes fewer guesses.
    #[test]
    fn few_secrets_take_the_fewest_guesses() {
        let game: Game = "4x6".parse().unwrap();
        let strategy = proved_strategy(&TwoColorAlternating, game).unwrap();
        let length = |secret: &Code| {
            let mut turns: Vec<Turn> = Vec::new();
            while turns.last().is_none_or(|turn| turn.guess != *secret) {
                let guess = proved_guess(&strategy, &turns).unwrap();
                turns.push(Turn::new(game, guess, secret));
            }
            turns.len()
        };
        let lengths = support(&TwoColorAlternating, game, MAX_SECRETS).unwrap();
        let lengths: Vec<usize> = lengths.iter().map(|(code, _)| length(code)).collect();
        assert_eq!((lengths.len(), lengths.iter().sum()), (30, 86));
    }

    #[test]
    fn large_sizes_are_not_searched() {
        assert!(proved_strategy(&OnlyOnce, "8x10".parse().unwrap()).is_none());
        assert!(proved_strategy(&TwoColorAlternating, "20x26".parse().unwrap()).is_none());
    }
}
