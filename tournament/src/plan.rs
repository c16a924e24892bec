//! What a tournament consists of.

use crate::{Codemaker, Limits, Rules, Seed, Telling};
use players::{Entry, Knowledge};
use scsa::Size;

/// Who plays whom, at which sizes and by which rules.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, in the order of the records.
    pub players: Vec<Entry>,
    /// The codemakers, in the order of the records.
    pub codemakers: Vec<Codemaker>,
    /// The sizes, in the order of the records.
    pub sizes: Vec<Size>,
    /// The rounds of every match; unless told otherwise 100, and all codes of a file.
    pub rounds: Option<u64>,
    /// What every random stream follows from.
    pub seed: Seed,
    /// The limits of every round.
    pub limits: Limits,
    /// How it is scored.
    pub rules: Rules,
    /// What players are told of the codemakers.
    pub telling: Telling,
}

/// One player against one codemaker at one size, for many rounds.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its place in the plan, from 0.
    pub number: usize,
    /// Who plays.
    pub player: Entry,
    /// Against whom.
    pub codemaker: Codemaker,
    /// What the player is told of it.
    pub knowledge: Knowledge,
    /// At which size.
    pub size: Size,
    /// How many rounds: none when the codemaker objects to the size.
    pub rounds: u64,
    /// Why the codemaker does not play at this size.
    pub objection: Option<String>,
}

impl Plan {
    /// The rounds of a match unless told otherwise.
    pub const ROUNDS: u64 = 100;

    /// The matches in the order of the records: size by size, at each size codemaker by codemaker, against each player
    /// by player.
    #[must_use]
    pub fn matches(&self) -> Vec<Match> {
        let mut matches = Vec::new();
        for &size in &self.sizes {
            for codemaker in &self.codemakers {
                let knowledge = self.telling.knowledge(codemaker);
                let objection = codemaker.objection(size);
                let rounds = if objection.is_some() { 0 } else { self.rounds_against(codemaker) };
                for player in &self.players {
                    matches.push(Match {
                        number: matches.len(),
                        player: player.clone(),
                        codemaker: codemaker.clone(),
                        knowledge: knowledge.clone(),
                        size,
                        rounds,
                        objection: objection.clone(),
                    });
                }
            }
        }
        matches
    }

    /// The rounds of all matches.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.matches().iter().fold(0, |sum, game| game.rounds.saturating_add(sum))
    }

    fn rounds_against(&self, codemaker: &Codemaker) -> u64 {
        let most = codemaker.secrets();
        let wanted = self.rounds.or(most).unwrap_or(Plan::ROUNDS);
        most.map_or(wanted, |most| wanted.min(most))
    }
}
