//! What a tournament consists of: players, codemakers and games, limits, rules and seeds.

use crate::plan::codemaker::{Codemaker, Codemakers, KnowledgePolicy};
use player_api::registry::{Entry, Players};
use player_api::{Ending, Knowledge};
use scsa::{Game, Rng};
use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::sync::{Mutex, PoisonError};
use std::{collections::BTreeMap, fmt, hash::Hasher, str::FromStr, time::Duration};

pub mod codemaker;
mod limits;

pub use limits::{GuessLimits, Limits};

/// A tournament: players, codemakers and games, and the rules.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, in the order of the records.
    pub players: Vec<Entry>,
    /// The codemakers, in the order of the records.
    pub codemakers: Vec<Codemaker>,
    /// The games, in the order of the records.
    pub games: Vec<Game>,
    /// The rounds of every match. By default [`Plan::ROUNDS`], and all codes of a file.
    pub rounds: Option<u64>,
    /// The seed of all random streams.
    pub seed: Seed,
    /// The guess limits of the games.
    pub guess_limits: GuessLimits,
    /// The limits of time and memory.
    pub limits: Limits,
    /// The rules of the score.
    pub rules: Rules,
    /// What players know of the codemakers.
    pub knowledge: KnowledgePolicy,
    /// Whether players are played one after the other, so that processes of two of them never live at the same time.
    pub separate: bool,
}

/// One player against one codemaker in one game.
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
    /// The game.
    pub game: Game,
    /// The number of rounds; 0 if the codemaker does not support the game.
    pub rounds: u64,
    /// The guess limit of a round.
    pub guess_limit: usize,
    /// Why the codemaker does not support the game, if it does not.
    pub objection: Option<String>,
}

/// What names a match in all files: the player, the codemaker and the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchKey {
    /// The player's name.
    pub player: String,
    /// The codemaker's name.
    pub codemaker: String,
    /// The game.
    pub game: Game,
}

/// `rao against insert-colors at 4x6`.
impl fmt::Display for MatchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {} at {}", self.player, self.codemaker, self.game)
    }
}

/// As its [`key`](Match::key).
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key().fmt(f)
    }
}

impl Match {
    /// What names the match.
    pub fn key(&self) -> MatchKey {
        let (player, codemaker) = (self.player.name().to_owned(), self.codemaker.name().to_owned());
        MatchKey { player, codemaker, game: self.game }
    }

    /// Whether the player learns from round to round in this match.
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
    /// The most codemakers of a tournament, each counted in each game.
    pub const MOST_GAMES: usize = 20_000;
    /// The default seed.
    pub const SEED: Seed = Seed(1);

    /// Why there is no tournament of so many players, and codemakers in a game, if there is none.
    pub fn fault(players: usize, games: usize) -> Option<String> {
        let (matches, most) = (players.saturating_mul(games), Plan::MOST_MATCHES);
        let (most_players, most_games) = (Plan::MOST_PLAYERS, Plan::MOST_GAMES);
        (players > most_players || games > most_games || matches > most).then(|| {
            format!(
                "{players} players, {games} codemakers in a game and {matches} matches are more than a tournament has: {most_players}, \
                 {most_games} and {most}"
            )
        })
    }

    /// A plan with the defaults: 100 rounds, seed 1, the limits and rules of the report's contest.
    pub fn new(
        players: impl IntoIterator<Item = Entry>,
        codemakers: impl IntoIterator<Item = Codemaker>,
        games: impl IntoIterator<Item = Game>,
    ) -> Plan {
        Plan {
            players: players.into_iter().collect(),
            codemakers: codemakers.into_iter().collect(),
            games: games.into_iter().collect(),
            rounds: None,
            seed: Plan::SEED,
            guess_limits: GuessLimits::default(),
            limits: Limits::default(),
            rules: Rules::default(),
            knowledge: KnowledgePolicy::default(),
            separate: false,
        }
    }

    /// The same plan with that many rounds a match.
    pub fn rounds(self, rounds: u64) -> Plan {
        Plan { rounds: Some(rounds), ..self }
    }

    /// The matches in the order of the records: by game, then by codemaker, then by player.
    pub fn matches(&self) -> Vec<Match> {
        let mut matches = Vec::new();
        for &game in &self.games {
            for codemaker in &self.codemakers {
                let knowledge = self.knowledge.knowledge(codemaker, game);
                let objection = codemaker.objection(game);
                let rounds = if objection.is_some() { 0 } else { self.rounds_against(codemaker) };
                for player in &self.players {
                    matches.push(Match {
                        number: matches.len(),
                        player: player.clone(),
                        codemaker: codemaker.clone(),
                        knowledge: knowledge.clone(),
                        game,
                        rounds,
                        guess_limit: self.guess_limits.of(game),
                        objection: objection.clone(),
                    });
                }
            }
        }
        matches
    }

    /// The CPU time of a player for a whole match, if it is limited: by the limits, else by the rules.
    pub fn match_time(&self) -> Option<Duration> {
        self.limits.match_time.or(self.rules.match_time())
    }

    pub(crate) const fn match_count(&self) -> usize {
        self.games.len() * self.codemakers.len() * self.players.len()
    }

    /// The number of rounds of all matches.
    pub fn total_rounds(&self) -> u64 {
        self.matches().iter().fold(0, |sum, match_| match_.rounds.saturating_add(sum))
    }

    fn rounds_against(&self, codemaker: &Codemaker) -> u64 {
        let secrets = codemaker.secrets();
        let wanted = self.rounds.or(secrets).unwrap_or(Plan::ROUNDS);
        secrets.map_or(wanted, |most| wanted.min(most))
    }
}

#[cfg(test)]
impl Plan {
    /// A plan of built-in players and codemakers, by their names.
    pub(crate) fn of_names(names: &[&str], codemakers: &[&str], sizes: &[&str]) -> Plan {
        Plan::new(
            names.iter().map(|name| players::find(name).unwrap()),
            codemakers.iter().map(|name| Codemakers::builtin().find(name).unwrap().unwrap()),
            sizes.iter().map(|game| game.parse().unwrap()),
        )
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

/// The rules by which a tournament is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Rules {
    /// SCORE = 5 · Σ 1/√guesses over the rounds won − 2 · failures.
    #[default]
    #[serde(rename = "report")]
    Report,
    /// The same times pegs · colors. The first failure ends a match, and so does a limit of CPU time; a player that loses
    /// too many rounds by time is disqualified from the codemaker.
    #[serde(rename = "2024")]
    Course2024,
}

/// A SCORE is given for this many rounds: it is this number times the mean points of a round.
pub const SCORE_ROUNDS: f64 = 100.0;
/// The points of a round won in one guess.
const WIN: f64 = 5.0;
/// The points that a failure costs.
const FAILURE: f64 = 2.0;
/// The CPU time of a match by the rules of 2024.
const MATCH_TIME: Duration = Duration::from_secs(300);
/// The rounds lost by time that disqualify a player by the rules of 2024.
const MOST_TIMEOUTS: u64 = 10;

impl Rules {
    /// All rules.
    pub const ALL: [Rules; 2] = [Rules::Report, Rules::Course2024];

    /// The names of all rules, as [`FromStr`] takes them.
    pub const NAMES: [&str; 2] = ["report", "2024"];

    /// The name of these rules, one of [`Rules::NAMES`].
    pub const fn name(self) -> &'static str {
        Rules::NAMES[self as usize]
    }

    /// The points of one round.
    pub fn points(self, game: Game, ending: &Ending, guesses: usize) -> f64 {
        match ending {
            Ending::Win => self.win_points(game, guesses),
            Ending::Loss(_) => 0.0,
            Ending::Failure(_) => self.failure_points(game),
        }
    }

    /// The points of a round won in that many guesses.
    pub fn win_points(self, game: Game, guesses: usize) -> f64 {
        WIN / (guesses as f64).sqrt() * self.factor(game)
    }

    /// The points of a failure, which are negative. A lost round is worth 0.
    pub fn failure_points(self, game: Game) -> f64 {
        -FAILURE * self.factor(game)
    }

    /// The points of all rounds of a match, from Σ 1/√guesses over its rounds won and the number of its failures.
    pub fn match_points(self, game: Game, weighted_wins: f64, failures: u64) -> f64 {
        (WIN * weighted_wins - FAILURE * failures as f64) * self.factor(game)
    }

    /// Whether the first failure of a match ends it.
    pub const fn ends_at_failure(self) -> bool {
        matches!(self, Rules::Course2024)
    }

    /// The CPU time of a player for a whole match, if it is limited.
    pub const fn match_time(self) -> Option<Duration> {
        if matches!(self, Rules::Course2024) { Some(MATCH_TIME) } else { None }
    }

    /// The number of rounds lost by time, against one codemaker, that disqualifies a player from that codemaker.
    pub const fn most_timeouts(self) -> Option<u64> {
        if matches!(self, Rules::Course2024) { Some(MOST_TIMEOUTS) } else { None }
    }

    fn factor(self, game: Game) -> f64 {
        if self == Rules::Course2024 { (game.pegs() * game.colors()) as f64 } else { 1.0 }
    }
}

impl FromStr for Rules {
    type Err = String;

    fn from_str(text: &str) -> Result<Rules, String> {
        let found = Rules::ALL.into_iter().find(|rules| rules.name() == text);
        found.ok_or_else(|| format!("the rules are one of: {}", Rules::NAMES.join(", ")))
    }
}

/// The seed of a tournament, from which every random stream of it follows.
///
/// The stream of a secret depends on the seed, the game, the codemaker and the round; that of a player on its name
/// besides. So all players face the same secrets, and a round plays the same whatever else is played, in which order
/// and on how many threads. The mixing hash is SipHash-2-4 with 128 bits (Aumasson and Bernstein 2012).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// The secrets of a codemaker in a game.
    pub fn secrets(self, game: Game, codemaker: &str) -> Streams {
        Streams::new(&["secret", &self.0.to_string(), &game.to_string(), codemaker])
    }

    /// What a player of this program may draw from against a codemaker in a game.
    pub fn player(self, game: Game, codemaker: &str, player: &str) -> Streams {
        Streams::new(&["player", &self.0.to_string(), &game.to_string(), codemaker, player])
    }

    /// What a program of others may draw from. It is told the seeds of these streams, and could try which seed of a tournament they follow
    /// from: so they follow from a key that takes some 50 ms and 32 MB to compute from a seed (scrypt: C. Percival 2009, "Stronger key
    /// derivation via sequential memory-hard functions"). They do not depend on the name of the player: the same program plays the same
    /// games under two names.
    pub fn foreign_player(self, game: Game, codemaker: &str) -> Streams {
        Streams::new(&["foreign player", &self.key(), &game.to_string(), codemaker])
    }

    /// Whether a program can find the seed by trying, which knows some secrets: a computer tries 2^48 in a year.
    pub const fn is_guessable(self) -> bool {
        self.0 < 1 << 48
    }

    fn key(self) -> String {
        static KEYS: Mutex<BTreeMap<u64, String>> = Mutex::new(BTreeMap::new());
        let mut keys = KEYS.lock().unwrap_or_else(PoisonError::into_inner);
        let key = || {
            let mut key = [0; 16];
            let cost = scrypt::Params::new(15, 8, 1).unwrap_or_else(|e| unreachable!("{e}"));
            scrypt::scrypt(&self.0.to_le_bytes(), b"arena", &cost, &mut key).unwrap_or_else(|e| unreachable!("{e}"));
            format!("{:032x}", u128::from_le_bytes(key))
        };
        keys.entry(self.0).or_insert_with(key).clone()
    }
}

/// One random stream for each round.
#[derive(Clone, Debug)]
pub struct Streams(SipHasher24);

impl Streams {
    /// What the sample codes of a codemaker in a game are drawn from, the first of them in round 1. They depend on no
    /// seed, and no seed's secrets are drawn from them.
    pub fn samples(game: Game, codemaker: &str) -> Streams {
        Streams::new(&["sample", &game.to_string(), codemaker])
    }

    fn new(words: &[&str]) -> Streams {
        let mut hasher = SipHasher24::new();
        for word in words {
            hasher.write_u64(word.len() as u64);
            hasher.write(word.as_bytes());
        }
        Streams(hasher)
    }

    /// The stream of a round.
    pub fn round(&self, round: u64) -> Rng {
        let mut hasher = self.0;
        hasher.write(&round.to_le_bytes());
        Rng::new(hasher.finish128().as_u128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These values are the contract: a change of any of them changes every tournament ever recorded.
    #[test]
    fn streams_are_pinned_and_differ_in_everything_they_depend_on() {
        let game: Game = "4x6".parse().unwrap();
        let other: Game = "6x4".parse().unwrap();
        let mut first = [
            Seed(1).secrets(game, "ab").round(1),
            Seed(2).secrets(game, "ab").round(1),
            Seed(1).secrets(other, "ab").round(1),
            Seed(1).secrets(game, "a").round(1),
            Seed(1).secrets(game, "ab").round(2),
            Seed(1).player(game, "ab", "").round(1),
            Seed(1).player(game, "a", "b").round(1),
            Seed(1).foreign_player(game, "a").round(1),
            Seed(2).foreign_player(game, "a").round(1),
            Streams::samples(game, "ab").round(1),
        ]
        .map(|mut rng| rng.bits());
        assert_eq!([first[0], first[7]], [2_562_409_498_606_092_975, 13_567_293_388_105_052_103]);
        first.sort_unstable();
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
