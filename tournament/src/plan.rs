//! What a tournament consists of.

use crate::{Codemaker, KnowledgePolicy, Limits, Rules, Seed};
use player_api::{Knowledge, registry::Entry};
use scsa::Size;

/// A tournament: players, codemakers and sizes, and the rules.
///
/// ```
/// use tournament::{Codemakers, Plan};
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let plan = Plan::new([players::find("rao")?], [codemaker], ["4x6".parse()?, "8x10".parse()?]).rounds(1000);
/// assert_eq!((plan.matches().len(), plan.total_rounds()), (2, 2000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, in the order of the records.
    pub players: Vec<Entry>,
    /// The codemakers, in the order of the records.
    pub codemakers: Vec<Codemaker>,
    /// The sizes, in the order of the records.
    pub sizes: Vec<Size>,
    /// The rounds of every match. By default [`Plan::ROUNDS`], and all codes of a file.
    pub rounds: Option<u64>,
    /// The seed of all random streams.
    pub seed: Seed,
    /// The limits of every round.
    pub limits: Limits,
    /// The rules of the score.
    pub rules: Rules,
    /// What players know of the codemakers.
    pub knowledge: KnowledgePolicy,
    /// Whether players are played one after the other, so that processes of two of them never live at the same time.
    pub separate: bool,
}

/// One player against one codemaker at one size.
#[derive(Clone, Debug)]
pub struct Match {
    /// The index in [`Plan::matches`], from 0.
    pub number: usize,
    /// The player.
    pub player: Entry,
    /// The codemaker.
    pub codemaker: Codemaker,
    /// What the player knows of the codemaker.
    pub knowledge: Knowledge,
    /// The size of the game.
    pub size: Size,
    /// The number of rounds; 0 if the codemaker does not support the size.
    pub rounds: u64,
    /// The guess limit of a round.
    pub guess_limit: usize,
    /// Why the codemaker does not support the size, if it does not.
    pub objection: Option<String>,
}

impl Match {
    /// Whether the player learns from round to round in this match.
    #[must_use]
    pub fn learns(&self) -> bool {
        self.player.learns(&self.knowledge)
    }
}

impl Plan {
    /// The default number of rounds of a match.
    pub const ROUNDS: u64 = 100;
    /// The most matches of a tournament: in memory a match takes some 300 bytes.
    pub const MOST_MATCHES: usize = 1_000_000;
    /// The most players of a tournament: all pairs of them are compared.
    pub const MOST_PLAYERS: usize = 1000;
    /// The most codemakers of a tournament, each counted at each size.
    pub const MOST_GAMES: usize = 20_000;
    /// The default seed.
    pub const SEED: Seed = Seed(1);

    /// Why there is no tournament of so many players, and codemakers at a size, if there is none.
    #[must_use]
    pub fn fault(players: usize, games: usize) -> Option<String> {
        let (matches, most) = (players.saturating_mul(games), Plan::MOST_MATCHES);
        let (most_players, most_games) = (Plan::MOST_PLAYERS, Plan::MOST_GAMES);
        (players > most_players || games > most_games || matches > most).then(|| {
            format!(
                "{players} players, {games} codemakers at a size and {matches} matches are more than a tournament has: {most_players}, \
                 {most_games} and {most}"
            )
        })
    }

    /// A plan with the defaults: 100 rounds, seed 1, the limits and rules of the report's contest.
    pub fn new(
        players: impl IntoIterator<Item = Entry>,
        codemakers: impl IntoIterator<Item = Codemaker>,
        sizes: impl IntoIterator<Item = Size>,
    ) -> Plan {
        Plan {
            players: players.into_iter().collect(),
            codemakers: codemakers.into_iter().collect(),
            sizes: sizes.into_iter().collect(),
            rounds: None,
            seed: Plan::SEED,
            limits: Limits::default(),
            rules: Rules::default(),
            knowledge: KnowledgePolicy::default(),
            separate: false,
        }
    }

    /// The same plan with that many rounds a match.
    #[must_use]
    pub fn rounds(self, rounds: u64) -> Plan {
        Plan { rounds: Some(rounds), ..self }
    }

    /// The same plan with another seed.
    #[must_use]
    pub fn seed(self, seed: Seed) -> Plan {
        Plan { seed, ..self }
    }

    /// The same plan with other limits of a round.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Plan {
        Plan { limits, ..self }
    }

    /// The same plan with other rules of the score.
    #[must_use]
    pub fn rules(self, rules: Rules) -> Plan {
        Plan { rules, ..self }
    }

    /// The same plan in which players know something else of the codemakers.
    #[must_use]
    pub fn knowledge(self, knowledge: KnowledgePolicy) -> Plan {
        Plan { knowledge, ..self }
    }

    /// The matches in the order of the records: by size, then by codemaker, then by player.
    #[must_use]
    pub fn matches(&self) -> Vec<Match> {
        let mut matches = Vec::new();
        for &size in &self.sizes {
            for codemaker in &self.codemakers {
                let knowledge = self.knowledge.knowledge(codemaker, size);
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
                        guess_limit: self.limits.guesses,
                        objection: objection.clone(),
                    });
                }
            }
        }
        matches
    }

    /// The number of rounds of all matches.
    #[must_use]
    pub fn total_rounds(&self) -> u64 {
        self.matches().iter().fold(0, |sum, game| game.rounds.saturating_add(sum))
    }

    fn rounds_against(&self, codemaker: &Codemaker) -> u64 {
        let secrets = codemaker.secrets();
        let wanted = self.rounds.or(secrets).unwrap_or(Plan::ROUNDS);
        secrets.map_or(wanted, |most| wanted.min(most))
    }
}
