//! What is known at every turn of a game, and what its guesses are worth.

use super::reference::Reference;
use candidates::{CandidatePrior, TurnFigures, analyze};
use player_api::{Knowledge, registry::Entry};
use scsa::{Code, Size};
use tournament::{Match, Plan, Transcript};

/// The explanation of a game.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The codes that are counted, in words.
    pub counted: String,
    /// Their number.
    pub codes: f64,
    /// The name of the reference player.
    pub reference: String,
    /// Why guesses of the reference player are missing.
    pub problem: Option<String>,
    /// The figures of every turn.
    pub turns: Vec<TurnFigures>,
    /// Whether measured times are shown.
    pub has_times: bool,
}

/// Explains the games of matches.
#[derive(Debug)]
pub struct Explainer {
    pub reference: Entry,
    pub has_times: bool,
    /// The codes of the codemaker that was asked for last, by its name and the size.
    priors: Option<((String, Size), Option<CandidatePrior>)>,
}

impl Explainer {
    pub const fn new(reference: Entry, has_times: bool) -> Explainer {
        Explainer { reference, has_times, priors: None }
    }

    /// Explains a game of a match.
    pub fn explain(
        &mut self,
        plan: &Plan,
        game: &Match,
        reference: &mut Reference,
        played: &Transcript,
    ) -> Explanation {
        let (prior, counted) = self.counted(game, &played.record.secret);
        let of_reference = reference.guesses(plan, game, played.record.number, &played.turns);
        Explanation {
            counted,
            codes: prior.count(game.size),
            reference: reference.name.clone(),
            problem: of_reference.problem,
            turns: analyze(&prior, game.size, &played.turns, &of_reference.guesses, plan.seed.0),
            has_times: self.has_times,
        }
    }

    /// The codes that are counted as candidates, and which these are in words.
    fn counted(&mut self, game: &Match, secret: &Code) -> (CandidatePrior, String) {
        let name = game.codemaker.name();
        let all = |reason: String| (CandidatePrior::all_codes(), format!("all codes of the size, {reason}"));
        if !matches!(game.knowledge, Knowledge::Rule(_)) {
            return all(format!("because players do not know the rule of {name}"));
        }
        match self.prior(game) {
            None => all(format!("because {name} makes too many to list")),
            Some(prior) if !prior.contains(game.size, secret) => all(format!("because {name} cannot make the secret")),
            Some(prior) if prior.is_all_codes() => all("each as likely as any other".to_owned()),
            Some(prior) => (prior, format!("the codes that {name} makes, with their probabilities")),
        }
    }

    /// The codes of the rule that players know, if there is one and they can be listed.
    fn prior(&mut self, game: &Match) -> Option<CandidatePrior> {
        let Knowledge::Rule(rule) = &game.knowledge else { return None };
        let key = (rule.name().to_owned(), game.size);
        match &self.priors {
            Some((known, prior)) if *known == key => prior.clone(),
            _ => {
                let prior = CandidatePrior::of_rule(&**rule, game.size);
                self.priors = Some((key, prior.clone()));
                prior
            }
        }
    }
}
