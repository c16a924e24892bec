//! The codes that can be the secret of a match, as far as its players know.

use player_api::Knowledge;
use posterior::Candidates;
use scsa::{Code, Size};
use tournament::Match;

#[derive(Debug)]
pub struct CandidateCodes {
    most: usize,
    listed: Option<((String, Size), Option<Candidates>)>,
}

impl CandidateCodes {
    pub const fn listing(most: usize) -> CandidateCodes {
        CandidateCodes { most, listed: None }
    }

    pub fn of(&mut self, game: &Match, secret: &Code) -> (Candidates, String) {
        let name = game.codemaker.name();
        let all = |reason: String| (Candidates::all(game.size), format!("all codes of the size, {reason}"));
        if !matches!(game.knowledge, Knowledge::Rule(_)) {
            return all(format!("because players do not know the rule of {name}"));
        }
        match self.listed(game) {
            None => all(format!("because {name} makes too many to list")),
            Some(codes) if !codes.contains(secret) => all(format!("because {name} cannot make the secret")),
            Some(codes) if codes.is_all() => all("each as likely as any other".to_owned()),
            Some(codes) => (codes, format!("the codes that {name} makes, with their probabilities")),
        }
    }

    fn listed(&mut self, game: &Match) -> Option<Candidates> {
        let Knowledge::Rule(rule) = &game.knowledge else { return None };
        let key = (rule.name().to_owned(), game.size);
        match &self.listed {
            Some((known, codes)) if *known == key => codes.clone(),
            _ => {
                let codes = Candidates::of_rule(&**rule, game.size, self.most);
                self.listed = Some((key, codes.clone()));
                codes
            }
        }
    }
}
