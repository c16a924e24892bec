//! What is played.

use super::{
    codemaker::RuleCodemaker,
    independent::{PLAYER, SamplesOnly},
    prediction::SAMPLES,
};
use crate::tournaments::StudyTournament;
use players::{Entrant, Entry};
use scsa::{Scsa, Size};
use std::{sync::Arc, time::Duration};
use tournament::{Codemaker, Limits, Plan, RecordedCodes, Seed};

/// The most guesses of a round; a round that is not won counts as this many.
pub const GUESS_LIMIT: usize = 100;
/// The most CPU time of a player in a round. It is generous, so that no round depends on the speed of the machine.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// What the player knows of the codemaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayerKnowledge {
    /// Samples.
    Samples,
    /// The rule.
    Rule,
}

impl PlayerKnowledge {
    /// All of them.
    pub const ALL: [PlayerKnowledge; 2] = [PlayerKnowledge::Samples, PlayerKnowledge::Rule];

    /// The folder of the matches.
    pub const fn folder(self) -> &'static str {
        match self {
            PlayerKnowledge::Samples => "from-samples",
            PlayerKnowledge::Rule => "rule-known",
        }
    }

    /// The codemaker for players with this knowledge: recorded secrets with samples, or the rule itself.
    fn of(self, codemaker: &Arc<RuleCodemaker>, rounds: u64, seed: Seed) -> Codemaker {
        match self {
            PlayerKnowledge::Samples => {
                let mut codes = RecordedCodes::default();
                let secrets = codemaker.secrets(seed, rounds);
                codes.insert(codemaker.size(), secrets, codemaker.samples(seed, SAMPLES));
                Codemaker::Recorded { name: codemaker.name().to_owned(), codes }
            }
            PlayerKnowledge::Rule => {
                Codemaker::Rule { scsa: Arc::clone(codemaker) as Arc<dyn Scsa>, is_mystery: false }
            }
        }
    }

    /// What the player with that name knows.
    pub fn of_player(name: &str) -> PlayerKnowledge {
        if name == SamplesOnly::NAME { PlayerKnowledge::Samples } else { PlayerKnowledge::Rule }
    }
}

/// The tournaments against these codemakers, one for each size and what the player knows.
pub fn tournaments(codemakers: &[Arc<RuleCodemaker>], rounds: u64, seed: Seed) -> Vec<StudyTournament> {
    let mut sizes: Vec<Size> = Vec::new();
    for size in codemakers.iter().map(|codemaker| codemaker.size()) {
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    let tournament = |size: Size, knowledge: PlayerKnowledge| {
        let player = match knowledge {
            PlayerKnowledge::Samples => Some(Entry::of::<SamplesOnly>()),
            PlayerKnowledge::Rule => players::find(PLAYER).ok(),
        };
        let of_size = codemakers.iter().filter(|codemaker| codemaker.size() == size);
        let plan = Plan::new(player, of_size.map(|codemaker| knowledge.of(codemaker, rounds, seed)), [size])
            .rounds(rounds)
            .seed(seed)
            .limits(Limits { guesses: GUESS_LIMIT, time: TIME_LIMIT, ..Limits::default() });
        StudyTournament { folder: format!("{}/{size}", knowledge.folder()), plan, keeps_rounds: false }
    };
    sizes.into_iter().flat_map(|size| PlayerKnowledge::ALL.map(|knowledge| tournament(size, knowledge))).collect()
}
