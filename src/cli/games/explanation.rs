//! What is known at every turn of a game, and what its guesses are worth.

use super::reference::Reference;
use crate::cli::candidate_codes::CandidateCodes;
use player_api::registry::Entry;
use posterior::{Candidates, TurnFigures, analyze};
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
    codes: CandidateCodes,
}

impl Explainer {
    pub const fn new(reference: Entry, has_times: bool) -> Explainer {
        Explainer { reference, has_times, codes: CandidateCodes::listing(Candidates::MAX_LISTED) }
    }

    /// Explains a game of a match.
    pub fn explain(
        &mut self,
        plan: &Plan,
        game: &Match,
        reference: &mut Reference,
        played: &Transcript,
    ) -> Explanation {
        let (candidates, counted) = self.codes.of(game, &played.record.secret);
        let of_reference = reference.guesses(plan, game, played.record.number, &played.turns);
        Explanation {
            counted,
            codes: candidates.number(),
            reference: reference.name.clone(),
            problem: of_reference.problem,
            turns: analyze(&candidates, &played.turns, &of_reference.guesses, candidates.states()),
            has_times: self.has_times,
        }
    }
}
