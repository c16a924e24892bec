//! The codes that can be the secret of a match, as far as its players know.

use candidates::CandidatePrior;
use player_api::Knowledge;
use scsa::{Code, Scsa, Size, algorithms::InsertColors};
use std::sync::Arc;
use tournament::Match;

/// The codes that can be the secrets of matches.
#[derive(Debug)]
pub struct CandidateCodes {
    /// The most codes of a rule that are listed.
    most: usize,
    /// The codes of the codemaker that was asked for last, by its name and the size.
    priors: Option<((String, Size), Option<CandidatePrior>)>,
}

impl CandidateCodes {
    /// Lists at most that many codes of a rule.
    pub const fn listing(most: usize) -> CandidateCodes {
        CandidateCodes { most, priors: None }
    }

    /// The codes that are counted as candidates in a game for that secret, and which these are in words.
    pub fn of(&mut self, game: &Match, secret: &Code) -> (CandidatePrior, String) {
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

    /// The rule whose codes are counted: that of the codemaker, if players know it and it can make the secret, otherwise the one that
    /// makes all codes.
    pub fn rule(game: &Match, secret: &Code) -> Arc<dyn Scsa> {
        match &game.knowledge {
            Knowledge::Rule(rule) if rule.probability(game.size, secret) > 0.0 => Arc::clone(rule),
            _ => Arc::new(InsertColors),
        }
    }

    /// The codes of the rule that players know, if there is one and they can be listed.
    fn prior(&mut self, game: &Match) -> Option<CandidatePrior> {
        let Knowledge::Rule(rule) = &game.knowledge else { return None };
        let key = (rule.name().to_owned(), game.size);
        match &self.priors {
            Some((known, prior)) if *known == key => prior.clone(),
            _ => {
                let prior = CandidatePrior::of_rule_up_to(&**rule, game.size, self.most);
                self.priors = Some((key, prior.clone()));
                prior
            }
        }
    }
}
