//! One player for every codemaker and every size.

mod effort;
mod proved;

use crate::{Briefing, Knowledge, Outcome, ParameterizedEntrant, Player, Refusal};
use effort::Level;
use inference::ModelPosterior;
use posterior::{Effort, Posterior, PriorModel, choose_guess};
use scsa::{Code, Color, Rng, Scsa, Size, Turn};
use std::sync::Arc;

/// Keeps account of how probable every code is, given what it knows of the codemaker and all responses, and guesses what tells
/// most.
///
/// Told the rule it starts from that; told sample codes, from the kinds of rules that they speak for; told nothing, from all
/// kinds of rules there are. In the latter two cases the codes that it finds teach it more of the rule. Where the best strategy
/// there is can be proved quickly it plays that one. See the crates [`posterior`] and [`inference`].
///
/// Its guesses follow from what it was told, the turns, and the rounds before if it learns from them: it does not use
/// the random numbers that it is given.
#[derive(Clone, Debug)]
pub struct Bayes {
    size: Size,
    effort: Effort,
    plan: Plan,
    /// What is believed of the codemaker, when its rule was not told.
    belief: Option<ModelPosterior>,
    /// After so many more rounds the prospects are made again from the belief.
    review: u64,
    /// How many rounds were won.
    won: u64,
    /// The turns of this round that the posterior knows of.
    turns: Vec<Turn>,
    posterior: Option<Posterior>,
}

/// How guesses are found.
#[derive(Clone, Debug)]
enum Plan {
    /// By a plan that is proved to be the best for the rule.
    Proved { plan: Arc<solver::CodeStrategy>, rule: Arc<dyn Scsa> },
    /// By what is believed of the secret. The first guess is always the same, once it was looked for.
    Search { prospects: Arc<PriorModel>, first: Option<Code> },
}

impl Bayes {
    /// The plan against a codemaker whose rule is known or believed.
    fn search(rule: Arc<dyn Scsa>, size: Size, effort: Effort) -> Plan {
        let prospects = PriorModel::new(rule, size, effort);
        let first = first_guess(&prospects);
        Plan::Search { prospects: Arc::new(prospects), first: Some(first) }
    }
}

fn first_guess(prospects: &PriorModel) -> Code {
    choose_guess(prospects, &prospects.initial_posterior(), true, &mut seeded(&[]))
}

/// Random numbers that follow from the turns.
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
        if let Plan::Proved { plan, rule } = &self.plan {
            if let Some(guess) = proved::guess(plan, turns) {
                return guess;
            }
            // The secret is none of the rule.
            let prospects = PriorModel::new(Arc::clone(rule), self.size, self.effort);
            self.plan = Plan::Search { prospects: Arc::new(prospects), first: None };
        }
        let Plan::Search { prospects, first } = &mut self.plan else { return Code::uniform(self.size, Color::A) };
        if turns.is_empty() {
            return *first.get_or_insert_with(|| first_guess(prospects));
        }
        if !turns.starts_with(&self.turns) {
            (self.turns, self.posterior) = (Vec::new(), None);
        }
        let posterior = self.posterior.get_or_insert_with(|| prospects.initial_posterior());
        for known in self.turns.len() + 1..=turns.len() {
            posterior.update(prospects, &turns[..known], &mut seeded(&turns[..known]));
        }
        self.turns = turns.to_vec();
        choose_guess(prospects, posterior, false, &mut seeded(turns))
    }

    fn start_round(&mut self) {
        (self.turns, self.posterior) = (Vec::new(), None);
        if let Some(belief) = &self.belief
            && self.won >= self.review
        {
            self.plan = Bayes::search(belief.at(self.size), self.size, self.effort);
            // After 1, 2, 3, 5, 8, 12, 18, … wins.
            self.review = self.won + 1 + self.won / 2;
        }
    }

    fn end_round(&mut self, turns: &[Turn], outcome: &Outcome) {
        if let (Some(belief), Outcome::Win, Some(turn)) = (&mut self.belief, outcome, turns.last()) {
            belief.update(self.size, &turn.guess);
            self.won += 1;
        }
    }
}

impl ParameterizedEntrant for Bayes {
    const NAME: &'static str = "bayes";
    const SUMMARY: &'static str =
        "keeps account of how probable every code is, and guesses what tells most; EFFORT is 1 to 100, 10 if not given";
    const PARAMETER: &'static str = "EFFORT";
    const LEARNS: fn(&Knowledge) -> bool = |knowledge| !matches!(knowledge, Knowledge::Rule(_));
    type Parameter = Level;

    fn prepare(briefing: &Briefing, level: &Level) -> Result<Bayes, Refusal> {
        let (size, mut effort) = (briefing.size, level.effort().for_size(briefing.size));
        let (plan, belief) = match &briefing.knowledge {
            Knowledge::Rule(rule) if rule.supports(size) => {
                let plan = proved::plan(&**rule, size)
                    .map(|plan| Plan::Proved { plan: Arc::new(plan), rule: Arc::clone(rule) })
                    .unwrap_or_else(|| Bayes::search(Arc::clone(rule), size, effort));
                (plan, None)
            }
            knowledge => {
                let belief = match knowledge {
                    Knowledge::Samples(codes) => ModelPosterior::from_samples(codes),
                    _ => ModelPosterior::from_prior(),
                };
                effort.long_opening_search = false;
                (Bayes::search(belief.at(size), size, effort), Some(belief))
            }
        };
        Ok(Bayes { size, effort, plan, belief, review: 1, won: 0, turns: Vec::new(), posterior: None })
    }
}
