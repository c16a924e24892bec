//! The limits of a tournament: guesses, time and memory.

use player_api::Briefing;
use scsa::Game;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::{fmt, time::Duration};

/// The most guesses of a round, by game. As a text: the limit of all games, `100`; those of some, `4x6=10,8x10=20`, where the others have
/// 100; or both, `50,4x6=10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessLimits {
    /// The limit of the games that are not in `games`.
    pub others: usize,
    /// The games with a limit of their own.
    pub games: BTreeMap<Game, usize>,
}

impl GuessLimits {
    /// What a limit may be.
    pub const RANGE: RangeInclusive<usize> = 1..=1_000_000;

    /// The same limit in all games.
    pub const fn all(limit: usize) -> GuessLimits {
        GuessLimits { others: limit, games: BTreeMap::new() }
    }

    /// The limit in a game.
    pub fn of(&self, game: Game) -> usize {
        self.games.get(&game).copied().unwrap_or(self.others)
    }

    /// The limits of these games, each as one of its own.
    #[must_use]
    pub fn among(&self, games: &[Game]) -> GuessLimits {
        GuessLimits { games: games.iter().map(|&game| (game, self.of(game))).collect(), ..*self }
    }

    /// The limits of the games with one of their own, in words: `100 guesses`, or `10 guesses at 4x6; 20 at 8x10`. That of the others where
    /// there are none.
    pub fn in_words(&self) -> String {
        let unit = |limit: usize| if limit == 1 { "guess" } else { "guesses" };
        let mut by_limit = BTreeMap::<usize, Vec<String>>::new();
        self.games.iter().for_each(|(game, limit)| by_limit.entry(*limit).or_default().push(game.to_string()));
        let all: Vec<(usize, Vec<String>)> = by_limit.into_iter().collect();
        match &all[..] {
            [] => format!("{} {}", self.others, unit(self.others)),
            [(limit, _)] => format!("{limit} {}", unit(*limit)),
            [(least, games), more @ ..] => {
                let more = more.iter().map(|(limit, games)| format!("; {limit} at {}", games.join(", ")));
                format!("{least} {} at {}{}", unit(*least), games.join(", "), more.collect::<String>())
            }
        }
    }
}

impl Default for GuessLimits {
    /// 100 guesses, as in the report's contest.
    fn default() -> GuessLimits {
        GuessLimits::all(Briefing::GUESS_LIMIT)
    }
}

impl fmt::Display for GuessLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own: Vec<String> = self.games.iter().map(|(game, limit)| format!("{game}={limit}")).collect();
        match (self.others, own.is_empty()) {
            (others, true) => write!(f, "{others}"),
            (Briefing::GUESS_LIMIT, false) => f.write_str(&own.join(",")),
            (others, false) => write!(f, "{others},{}", own.join(",")),
        }
    }
}

/// A number where all games have the same limit, else the text.
impl Serialize for GuessLimits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.games.is_empty() {
            true => serializer.serialize_u64(self.others as u64),
            false => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for GuessLimits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GuessLimits, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Number(limit) => limit.to_string(),
            Written::Text(text) => text,
        };
        text.parse().map_err(|fault| de::Error::custom(format!("guess_limit: {fault}")))
    }
}

impl FromStr for GuessLimits {
    type Err = String;

    fn from_str(text: &str) -> Result<GuessLimits, String> {
        let limit = |text: &str| {
            let limit = text.parse().ok().filter(|limit| GuessLimits::RANGE.contains(limit));
            let (least, most) = (GuessLimits::RANGE.start(), GuessLimits::RANGE.end());
            limit.ok_or_else(|| format!("a whole number from {least} to {most} was expected, or GAME=N such as 4x6=10"))
        };
        let (mut others, mut games) = (None, BTreeMap::new());
        for part in text.split(',') {
            let is_second = match part.split_once('=') {
                None => others.replace(limit(part)?).is_some(),
                Some((game, own)) => {
                    let game = game.parse().map_err(|e| format!("{game}: {e}"))?;
                    games.insert(game, limit(own)?).is_some()
                }
            };
            if is_second {
                return Err(format!("two limits of the same games; {part} is the second"));
            }
        }
        Ok(GuessLimits { others: others.unwrap_or(Briefing::GUESS_LIMIT), games })
    }
}

/// The limits of time and memory: of a round, of a match, and of the process that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The CPU time of the player in a round.
    pub time: Duration,
    /// The CPU time of the player in all rounds of a match, if it is limited: the round that exceeds it is the last one. None where the
    /// rules say it ([`Rules::match_time`](crate::Rules::match_time)).
    pub match_time: Option<Duration>,
    /// The memory of the player's process, in megabytes (2^20 bytes). Threads of the tournament's own process have no limit.
    pub memory_mb: u64,
    /// After this many rounds in a row in which the player exceeded its time or stopped working, a match is given up: its other rounds are
    /// not played, and are worth as much. 0 is never.
    pub give_up: u64,
}

impl Limits {
    /// What [`Limits::time`] may be, in seconds.
    pub const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;
    /// What [`Limits::match_time`] may be, in seconds.
    pub const MATCH_SECONDS: RangeInclusive<f64> = 0.001..=10_000_000.0;
    /// What [`Limits::memory_mb`] may be. A process needs some to start.
    pub const MEGABYTES: RangeInclusive<u64> = 64..=1 << 20;
    /// The longest CPU time that is read from a file: more than a round and its preparation can take. The sum of the squares of a million
    /// such times in nanoseconds fits into 128 bits.
    pub const LONGEST: Duration = Duration::from_secs(10_000_000);

    /// Whether a match is given up after this many rounds in a row in which the player did not work. Everyone who plays, records, merges or
    /// checks rounds asks this.
    pub const fn gives_up_after(&self, rounds_in_a_row: u64) -> bool {
        self.give_up > 0 && rounds_in_a_row >= self.give_up
    }

    /// The CPU time that preparing a player may take: one minute with the default limits.
    pub fn preparation(&self) -> Duration {
        self.time * Briefing::PREPARATION_FACTOR
    }
}

impl Default for Limits {
    /// 5 seconds, as in the report's contest, no time of a match but that of the rules, 2 GiB, and 10 rounds.
    fn default() -> Limits {
        Limits { time: Briefing::TIME_LIMIT, match_time: None, memory_mb: 2048, give_up: 10 }
    }
}
