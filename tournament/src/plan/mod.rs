//! What a tournament consists of.

pub mod codemaker;
pub mod rules;
pub mod seed;

use crate::{
    plan::{
        codemaker::{Codemaker, Codemakers, KnowledgePolicy},
        rules::Rules,
        seed::Seed,
    },
    play::{
        PlayError,
        control_loop::WAIT,
        protocol::{Job, MatchSetup, Report},
        workers::{Event, Workers},
    },
};
use player_api::{
    Briefing, Knowledge, Refusal,
    registry::{Entry, Players},
};
use scsa::Size;
use serde::{Deserialize, Serialize};
use std::{error::Error, fmt, ops::RangeInclusive, sync::Arc, time::Duration};

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

/// The limits of a round, and of the process that plays it.
///
/// ```
/// use std::time::Duration;
/// use tournament::Limits;
/// assert_eq!(Limits::default(), Limits { guesses: 100, time: Duration::from_secs(5), memory_mb: 2048 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The number of guesses.
    pub guesses: usize,
    /// The CPU time of the player.
    pub time: Duration,
    /// The memory of the player's process, in megabytes (2^20 bytes). Threads of the tournament's own process have no limit.
    pub memory_mb: u64,
}

impl Limits {
    /// What [`Limits::guesses`] may be.
    pub const GUESSES: RangeInclusive<usize> = 1..=1_000_000;
    /// What [`Limits::time`] may be, in seconds.
    pub const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;
    /// What [`Limits::memory_mb`] may be. A process needs some to start.
    pub const MEGABYTES: RangeInclusive<u64> = 64..=1 << 20;
    /// The longest CPU time that is read from a file: more than a round and its preparation can take. The sum of the squares of a million
    /// such times in nanoseconds fits into 128 bits.
    pub const LONGEST: Duration = Duration::from_secs(10_000_000);

    /// The CPU time that preparing a player may take, as a multiple of [`Limits::time`].
    pub const PREPARATION_FACTOR: u32 = Briefing::PREPARATION_FACTOR;

    /// The CPU time that preparing a player may take: one minute with the default limits.
    #[must_use]
    pub fn preparation(&self) -> Duration {
        self.time * Limits::PREPARATION_FACTOR
    }
}

impl Default for Limits {
    /// 100 guesses and 5 seconds, as in the report's contest, and 2 GiB.
    fn default() -> Limits {
        Limits { guesses: Briefing::GUESS_LIMIT, time: Briefing::TIME_LIMIT, memory_mb: 2048 }
    }
}

/// The players and codemakers that a program offers, by name.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// The players.
    pub players: Players,
    /// The codemakers.
    pub codemakers: Codemakers,
}

impl Registry {
    /// A registry of these.
    #[must_use]
    pub const fn new(players: Players, codemakers: Codemakers) -> Registry {
        Registry { players, codemakers }
    }
}

/// A worker process does not offer a player or codemaker of the plan: it is another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(pub String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnknownName {}

/// A match that cannot be played, and why.
#[derive(Clone, Debug)]
pub struct UnsupportedMatch {
    /// The match.
    pub game: Match,
    /// The reason, of the player or of the codemaker.
    pub refusal: Refusal,
}

impl fmt::Display for UnsupportedMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match { player, codemaker, size, .. } = &self.game;
        write!(f, "{} against {} at {size}: {}", player.name(), codemaker.name(), self.refusal)
    }
}

/// Checks a plan before anything is written: returns its first match if none of its matches can be played, and `None` if one
/// can. It prepares players, in one worker, until one of them plays.
///
/// # Errors
/// [`PlayError`] when the workers fail.
///
/// ```
/// use tournament::{Codemakers, Plan, Workers, preflight};
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let plan = Plan::new([players::find("112+lc")?], [codemaker], ["4x6".parse()?, "5x8".parse()?]);
/// let first = preflight(&plan, &Workers::Threads(1))?.unwrap();
/// assert_eq!(first.to_string(), "112+lc against insert-colors at 4x6: its guess 112 has 3 pegs, not 4");
/// let plan = Plan { sizes: vec!["4x6".parse()?, "3x8".parse()?], ..plan };
/// assert!(preflight(&plan, &Workers::Threads(1))?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn preflight(plan: &Plan, workers: &Workers) -> Result<Option<UnsupportedMatch>, PlayError> {
    let mut pool = workers.with_number(1).start()?;
    let mut first = None;
    for game in plan.matches() {
        let refusal = match &game.objection {
            Some(objection) => Some(Refusal::new(objection.clone())),
            None => {
                let only_prepare = Job::new(&game, 1, 0);
                pool.assign(0, &Arc::new(MatchSetup::new(plan, &game)), &only_prepare)?;
                loop {
                    match pool.next_event(WAIT)? {
                        Some(Event::Report(_, Report::Refused(refusal))) => break Some(refusal),
                        Some(Event::Report(_, Report::Unknown(name))) => return Err(PlayError::Unknown(name)),
                        // A player that fails while it is prepared fails its rounds, which are played.
                        Some(Event::Report(_, Report::Done) | Event::Exit(..)) => break None,
                        Some(Event::Report(..)) | None => {}
                    }
                }
            }
        };
        match refusal {
            Some(refusal) => first = first.or(Some(UnsupportedMatch { game, refusal })),
            None => return Ok(None),
        }
    }
    Ok(first)
}
