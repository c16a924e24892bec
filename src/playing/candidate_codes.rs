//! The codes that can be the secret of a match, as far as its players know.

use player_api::Knowledge;
use posterior::Candidates;
use scsa::{Code, Game};
use tournament::Match;

pub struct CandidateCodes {
    most: usize,
    listed: Option<((String, Game), Option<Candidates>)>,
}

impl CandidateCodes {
    pub const fn listing(most: usize) -> CandidateCodes {
        CandidateCodes { most, listed: None }
    }

    pub fn of(&mut self, match_: &Match, secret: &Code) -> (Candidates, String) {
        let name = match_.codemaker.name();
        let all = |reason: String| (Candidates::all(match_.game), format!("all codes of the game, {reason}"));
        let Knowledge::Rule(rule) = &match_.knowledge else {
            return all(format!("because players do not know the rule of {name}"));
        };
        let key = (rule.name().to_owned(), match_.game);
        if self.listed.as_ref().is_none_or(|(known, _)| *known != key) {
            self.listed = Some((key, Candidates::of_rule(&**rule, match_.game, self.most)));
        }
        match self.listed.as_ref().and_then(|(_, codes)| codes.clone()) {
            None => all(format!("because {name} makes too many to list")),
            Some(codes) if !codes.contains(secret) => all(format!("because {name} cannot make the secret")),
            Some(codes) if codes.is_all() => all("each as likely as any other".to_owned()),
            Some(codes) => (codes, format!("the codes that {name} makes, with their probabilities")),
        }
    }
}
