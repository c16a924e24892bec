//! The rounds of a tournament in memory.

use crate::plan::{MatchKey, Plan, Rules};
use crate::record::fields::{OutcomeWord, Points};
use crate::record::files::ROUNDS;
use crate::record::rows::{Next, ReadFault, RoundRow, RoundRows};
use folder_files::BoundedRows;
use player_api::{Briefing, FailureKind};
use scsa::Game;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::Path;
use std::{fmt, mem};
use thiserror::Error;

/// The result of a player in a round. It takes 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundResult {
    /// The points of the round, a finite number.
    pub points: f64,
    /// The number of guesses that were answered.
    pub guesses: u32,
    /// How the round ended.
    pub outcome: RoundOutcome,
    /// Whether the round was not played because the match was given up. It is scored as the one before it.
    pub is_given_up: bool,
}

/// How a round ended: the column `outcome` of `rounds.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundOutcome {
    /// The player found the secret.
    Win,
    /// The guesses or the time ran out.
    Loss,
    /// The player failed: an illegal guess, an exception, a crash, …
    Failure,
    /// The round was not played, because the match was over for the player ([`MatchEnd`]). It is worth 0.
    NotPlayed,
}

/// Why a player did not play the rounds of a match that other players played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// The rules ended the match, or excluded the player. With other secrets it might have gone on: a match that ended early is one
    /// observation, however many rounds it has.
    Ended,
    /// The player refused the match, as it would with other secrets.
    Refused,
}

impl RoundResult {
    /// The round of a row, with all digits of its points, which have six decimals in `rounds.csv`. Points that are not by any rules stay.
    fn of<R: Read>(row: &RoundRows<R>, game: Game) -> Result<RoundResult, ReadFault> {
        let (word, failure): (OutcomeWord, Option<FailureKind>) =
            (row.value(RoundRow::AT.outcome)?, row.value(RoundRow::AT.failure)?);
        let guesses: u32 = row.value(RoundRow::AT.guesses)?;
        row.check_outcome(word, failure, guesses)?;
        let written: Points = row.value(RoundRow::AT.points)?;
        let outcome = match word.0 {
            "win" => RoundOutcome::Win,
            "loss" => RoundOutcome::Loss,
            _ => RoundOutcome::Failure,
        };
        let is_given_up = failure == Some(FailureKind::GivenUp);
        let round = RoundResult { points: written.value(), guesses, outcome, is_given_up };
        let mut exact = Rules::ALL.map(|rules| points(rules, game, &round)).into_iter();
        let points = exact.find(|points| Points::of(*points) == written);
        Ok(RoundResult { points: points.unwrap_or(round.points), ..round })
    }

    /// Whether the player found the secret.
    pub const fn is_won(&self) -> bool {
        matches!(self.outcome, RoundOutcome::Win)
    }

    /// Whether the round was played.
    pub const fn is_played(&self) -> bool {
        !matches!(self.outcome, RoundOutcome::NotPlayed) && !self.is_given_up
    }
}

/// The rounds of a tournament, by player and match. Players and matches are indices into [`players`](RoundTable::players) and
/// [`matches`](RoundTable::matches).
///
/// All players have the same secret in a round: where two have different ones, reading and merging fail.
///
/// Memory: 20 bytes a round, and 12 bytes for each secret.
#[derive(Clone, Debug, Default)]
pub struct RoundTable {
    players: Vec<String>,
    player_indices: HashMap<String, usize>,
    matches: Vec<MatchName>,
    /// By match.
    guess_limits: Vec<usize>,
    /// The hash of the secret of each round, by match and number.
    secrets: Vec<ByNumber<u64>>,
    /// By player, then by match. A player without rounds in the last matches has a shorter list.
    played: Vec<Vec<Played>>,
    indices: HashMap<MatchName, usize>,
}

#[derive(Clone, Debug, Default)]
struct Played {
    rounds: ByNumber<RoundResult>,
    end: Option<MatchEnd>,
}

/// What is known of rounds, by their numbers.
#[derive(Clone, Debug)]
struct ByNumber<T> {
    /// Ascending.
    numbers: Vec<u32>,
    values: Vec<T>,
    /// Those that came after one with a higher number.
    late: BTreeMap<u32, T>,
}

impl RoundTable {
    /// The names of the players, in order of first appearance.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The matches, in order of first appearance.
    pub fn matches(&self) -> &[MatchName] {
        &self.matches
    }

    /// The indices of a player and of a match, if the table has both.
    pub fn find(&self, player: &str, match_: &MatchName) -> Option<(usize, usize)> {
        self.player_indices.get(player).copied().zip(self.indices.get(match_).copied())
    }

    /// The rounds of a player in a match, by number; empty if it has none.
    pub fn rounds(&self, player: usize, match_: usize) -> &[RoundResult] {
        self.played(player, match_).map_or(&[], |played| &played.rounds.values)
    }

    /// The numbers of these rounds, ascending. They may have gaps.
    pub fn numbers(&self, player: usize, match_: usize) -> &[u32] {
        self.played(player, match_).map_or(&[], |played| &played.rounds.numbers)
    }

    /// Why the match was over for a player before it had all rounds that others have, if it was ([`RoundTable::forfeit`]).
    pub fn end(&self, player: usize, match_: usize) -> Option<MatchEnd> {
        self.played(player, match_).and_then(|played| played.end)
    }

    /// The guess limit of a match, which rows of rounds do not have: 100, or what it was set to.
    pub fn guess_limit(&self, match_: usize) -> usize {
        self.guess_limits.get(match_).copied().unwrap_or(Briefing::GUESS_LIMIT)
    }

    /// Sets the guess limits of the matches that are there.
    pub fn set_guess_limits(&mut self, limit: impl Fn(&MatchName) -> usize) {
        self.guess_limits = self.matches.iter().map(limit).collect();
    }

    /// The number of rounds of a player that were played, in all matches.
    pub fn played_rounds(&self, player: usize) -> u64 {
        let rounds = (0..self.matches.len()).flat_map(|match_| self.rounds(player, match_));
        rounds.filter(|round| round.is_played()).count() as u64
    }

    /// The same table with other names of the players, which must differ.
    #[must_use]
    pub fn with_names(mut self, name: impl Fn(&str) -> String) -> RoundTable {
        self.players.iter_mut().for_each(|player| *player = name(player));
        self.player_indices = self.players.iter().cloned().zip(0..).collect();
        self
    }

    /// The rounds of both tables. A player of this name in both is one player. A round that a player has in both, with the same secret
    /// and the same result, is taken once.
    ///
    /// # Errors
    /// [`TableError::Conflict`] when players have different secrets in a round, or a player has different results in a round.
    pub fn union(mut self, other: &RoundTable) -> Result<RoundTable, TableError> {
        let conflict = |conflict| TableError::Conflict { place: None, conflict };
        let matches: Vec<usize> = other.matches.iter().map(|name| self.match_index(name)).collect();
        for (&match_, &limit) in matches.iter().zip(&other.guess_limits) {
            self.guess_limits[match_] = self.guess_limits[match_].max(limit);
        }
        for (name, games) in other.players.iter().zip(&other.played) {
            let player = self.player_index(name);
            for ((played, &match_), secrets) in games.iter().zip(&matches).zip(&other.secrets) {
                for (&number, &round) in played.rounds.numbers.iter().zip(&played.rounds.values) {
                    // Every round has a secret.
                    let secret = secrets.get(number).unwrap_or_default();
                    let is_equal = self.secrets[match_].get(number) == Some(secret)
                        && self.played(player, match_).and_then(|own| own.rounds.get(number)) == Some(round);
                    if !is_equal {
                        self.push(player, match_, number, secret, round).map_err(conflict)?;
                    }
                }
                if let Some(own) = self.played[player].get_mut(match_) {
                    own.end = own.end.or(played.end);
                }
            }
        }
        self.settle();
        Ok(self)
    }

    /// Adds the rounds of a match that other players played, and this one did not, as [`RoundOutcome::NotPlayed`]: the rules of 2024
    /// end a match at a failure, and a player may refuse a match. A player who is not in the table is added. Nothing happens if nobody
    /// played the match.
    pub fn forfeit(&mut self, player: &str, match_: &MatchName, end: MatchEnd) {
        let Some(match_) = self.indices.get(match_).copied() else { return };
        let secrets = self.secrets[match_].clone();
        if secrets.numbers.is_empty() {
            return;
        }
        let player = self.player_index(player);
        for (number, secret) in secrets.numbers.into_iter().zip(secrets.values) {
            // A round that was played is a conflict, and stays as it is.
            let round = RoundResult { points: 0.0, guesses: 0, outcome: RoundOutcome::NotPlayed, is_given_up: false };
            let _ = self.push(player, match_, number, secret, round);
        }
        if let Some(played) = self.played[player].get_mut(match_) {
            played.end = Some(end);
        }
        self.settle();
    }

    /// Removes the rounds of all other matches than these.
    pub fn retain_matches(&mut self, mut is_kept: impl FnMut(&MatchName) -> bool) {
        for (match_, name) in self.matches.iter().enumerate() {
            if !is_kept(name) {
                self.secrets[match_] = ByNumber::default();
                let of_match = self.played.iter_mut().filter_map(|games| games.get_mut(match_));
                of_match.for_each(|played| *played = Played::default());
            }
        }
    }

    /// Removes the rounds of all other players than these, and the players.
    pub fn retain_players(&mut self, is_kept: impl Fn(&str) -> bool) {
        let all = mem::take(&mut self.players).into_iter().zip(mem::take(&mut self.played));
        (self.players, self.played) = all.filter(|(name, _)| is_kept(name)).unzip();
        self.player_indices = self.players.iter().cloned().zip(0..).collect();
    }

    /// The index of a player, who is added unless it is known.
    fn player_index(&mut self, name: &str) -> usize {
        self.player_indices.get(name).copied().unwrap_or_else(|| {
            self.player_indices.insert(name.to_owned(), self.players.len());
            self.players.push(name.to_owned());
            self.played.push(Vec::new());
            self.players.len() - 1
        })
    }

    /// The index of a match, which is added unless it is known.
    fn match_index(&mut self, name: &MatchName) -> usize {
        self.indices.get(name).copied().unwrap_or_else(|| {
            self.indices.insert(name.clone(), self.matches.len());
            self.matches.push(name.clone());
            self.guess_limits.push(Briefing::GUESS_LIMIT);
            self.secrets.push(ByNumber::default());
            self.matches.len() - 1
        })
    }

    /// Adds a round. The secret is a hash.
    fn push(
        &mut self,
        player: usize,
        match_: usize,
        number: u32,
        secret: u64,
        round: RoundResult,
    ) -> Result<(), Conflict> {
        let secrets = &mut self.secrets[match_];
        let is_same_secret = match secrets.get(number) {
            Some(known) => known == secret,
            None => {
                secrets.insert(number, secret);
                true
            }
        };
        let games = &mut self.played[player];
        if games.len() <= match_ {
            games.resize_with(match_ + 1, Played::default);
        }
        let played = &mut games[match_];
        if played.rounds.get(number).is_some() {
            let (match_, player) = (self.matches[match_].clone(), self.players[player].clone());
            return Err(Conflict::Twice { match_, round: number, player });
        }
        if !is_same_secret {
            let has_it = |other: &usize| {
                *other != player
                    && self.played[*other].get(match_).is_some_and(|played| played.rounds.get(number).is_some())
            };
            let other = (0..self.players.len()).find(has_it).unwrap_or(player);
            let players = [other, player].map(|player| self.players[player].clone());
            return Err(Conflict::Secret { match_: self.matches[match_].clone(), round: number, players });
        }
        played.rounds.insert(number, round);
        Ok(())
    }

    fn settle(&mut self) {
        self.played.iter_mut().flatten().for_each(|played| played.rounds.settle());
        self.secrets.iter_mut().for_each(ByNumber::settle);
    }

    /// The rules by which the points of a player in a match are those of the rounds: those of the report unless they are others.
    pub(crate) fn rules(&self, player: usize, match_: usize) -> Rules {
        let Some(game) = self.matches.get(match_).map(|match_| match_.game) else { return Rules::default() };
        let first = self.rounds(player, match_).iter().find(|round| round.points != 0.0);
        let is_by = |rules: &Rules| first.is_some_and(|round| round.points == points(*rules, game, round));
        Rules::ALL.into_iter().find(is_by).unwrap_or_default()
    }

    fn played(&self, player: usize, match_: usize) -> Option<&Played> {
        self.played.get(player)?.get(match_)
    }
}

fn points(rules: Rules, game: Game, round: &RoundResult) -> f64 {
    match round.outcome {
        RoundOutcome::Win => rules.win_points(game, round.guesses as usize),
        RoundOutcome::Failure => rules.failure_points(game),
        RoundOutcome::Loss | RoundOutcome::NotPlayed => 0.0,
    }
}

impl<T> Default for ByNumber<T> {
    fn default() -> Self {
        ByNumber { numbers: Vec::new(), values: Vec::new(), late: BTreeMap::new() }
    }
}

impl<T: Copy> ByNumber<T> {
    fn get(&self, number: u32) -> Option<T> {
        // Mostly all rounds are there, and come in order.
        let place = self.numbers.first().and_then(|first| number.checked_sub(*first)).map(|place| place as usize);
        let is_there = |place: &usize| self.numbers.get(*place) == Some(&number);
        match place.filter(is_there) {
            Some(place) => Some(self.values[place]),
            None if self.numbers.last().is_none_or(|last| number > *last) => None,
            None => {
                let place = self.numbers.binary_search(&number).ok();
                place.map(|place| &self.values[place]).or_else(|| self.late.get(&number)).copied()
            }
        }
    }

    /// Adds what is known of a round that is not there.
    fn insert(&mut self, number: u32, value: T) {
        if self.numbers.last().is_none_or(|last| *last < number) {
            self.numbers.push(number);
            self.values.push(value);
        } else {
            self.late.insert(number, value);
        }
    }

    fn settle(&mut self) {
        if !self.late.is_empty() {
            let mut all = mem::take(&mut self.late);
            all.extend(self.numbers.drain(..).zip(self.values.drain(..)));
            (self.numbers, self.values) = all.into_iter().unzip();
        }
        self.numbers.shrink_to_fit();
        self.values.shrink_to_fit();
    }
}

/// A codemaker in a game. All players of a match face the same secrets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchName {
    /// The codemaker's name.
    pub scsa: String,
    /// The game.
    pub game: Game,
}

impl fmt::Display for MatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.scsa, self.game)
    }
}

impl RoundTable {
    /// Reads the rounds of one or several tournaments. A path is a results folder, or a file like its `rounds.csv`.
    ///
    /// A last line without a line break is left out: the program that wrote it was killed, or still writes. The order of rows and of
    /// columns does not matter, and more columns are no error.
    ///
    /// Cost: about 0.3 s a million rows.
    ///
    /// # Errors
    /// [`TableError`] when a file cannot be read, a line is not a row of `rounds.csv`, players have different secrets in a round, or
    /// a player has a round twice. Its text names the file and the line.
    pub fn read<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<RoundTable, TableError> {
        let mut table = RoundTable::default();
        paths.into_iter().try_for_each(|path| table.add(path.as_ref()))?;
        table.settle();
        Ok(table)
    }

    /// Adds the rows of a folder or file. It is not generic: what is generic is compiled with the crate that calls it, perhaps without
    /// optimization.
    fn add(&mut self, path: &Path) -> Result<(), TableError> {
        let file = if path.is_dir() { path.join(ROUNDS) } else { path.to_owned() };
        let named = if path.is_dir() { Ok(file.clone()) } else { folder_files::named(path) };
        let source = named.and_then(|named| folder_files::open(&named));
        let source = source.map_err(|e| unreadable(&file, &e))?;
        add_rows(self, &file, source)
    }

    /// Reads the rows of one file from a source; `file` is its name in errors.
    ///
    /// # Errors
    /// [`TableError`], as for [`read`](RoundTable::read).
    pub fn from_csv(file: impl AsRef<Path>, source: impl Read) -> Result<RoundTable, TableError> {
        let mut table = RoundTable::default();
        add_rows(&mut table, file.as_ref(), source)?;
        table.settle();
        Ok(table)
    }
}

/// The columns that are needed to compare players.
const NEEDED: [usize; 9] = {
    let at = RoundRow::AT;
    [at.player, at.scsa, at.game, at.round, at.secret, at.outcome, at.failure, at.guesses, at.points]
};

fn unreadable(file: &Path, error: &io::Error) -> TableError {
    TableError::Unreadable(format!("cannot read {}: {error}", file.display()))
}

fn add_rows(table: &mut RoundTable, file: &Path, source: impl Read) -> Result<(), TableError> {
    // The header is line 1.
    let place = |line: u64| format!("{}, line {line}", file.display());
    let wrong = |fault: ReadFault, line| match fault {
        ReadFault::Io(e) => unreadable(file, &e),
        ReadFault::Row(fault) => TableError::Unreadable(format!("{}: {fault}", place(line))),
    };
    let mut rows =
        RoundRows::new(BoundedRows::new(source), RoundRow::COLUMNS, Some(&NEEDED)).map_err(|fault| wrong(fault, 1))?;
    let mut known = None;
    loop {
        let next = rows.read_row();
        let line = rows.line();
        match next.map_err(|fault| wrong(fault, line))? {
            Next::Row => {}
            Next::CutRow | Next::End => return Ok(()),
        }
        // Most rows are of the same player and match as the row before.
        let (player, match_) = match known.filter(|_| rows.is_of_same_match()) {
            Some(indices) => indices,
            None => {
                let MatchKey { player, codemaker, game } = rows.key().map_err(|fault| wrong(fault, line))?;
                let match_ = MatchName { scsa: codemaker, game };
                let indices = (table.player_index(&player), table.match_index(&match_));
                if let Some(fault) = Plan::fault(table.players.len(), table.matches.len()) {
                    return Err(wrong(ReadFault::Row(fault), line));
                }
                indices
            }
        };
        known = Some((player, match_));
        let number: u64 = rows.value(RoundRow::AT.round).map_err(|fault| wrong(fault, line))?;
        let most = || wrong(rows.fault(RoundRow::AT.round, "a number below 2^32"), line);
        let number = u32::try_from(number).map_err(|_| most())?;
        let round = RoundResult::of(&rows, table.matches[match_].game).map_err(|fault| wrong(fault, line))?;
        table
            .push(player, match_, number, hash(rows.field(RoundRow::AT.secret)), round)
            .map_err(|conflict| TableError::Conflict { place: Some(place(line)), conflict })?;
    }
}

/// A hash of 64 bits. Two different secrets have the same one with a probability of 5e-20.
fn hash(secret: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(secret);
    hasher.finish()
}

/// Why a table of rounds cannot be made.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file cannot be read, or a line is not a row of `rounds.csv`: why, in words.
    #[error("{0}")]
    Unreadable(String),
    /// A row contradicts another one.
    #[error("{}{conflict}", place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default())]
    Conflict {
        /// The file and line of the later row; none where whole tables are merged.
        place: Option<String>,
        /// The contradiction.
        conflict: Conflict,
    },
}

/// Two rows that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Conflict {
    /// Two players have different secrets in the same round.
    #[error("in round {round} against {match_}, {} has another secret than {}, so they cannot be compared", players[1], players[0])]
    Secret {
        /// The match.
        match_: MatchName,
        /// The number of the round.
        round: u32,
        /// The player of the earlier row, and that of the later one.
        players: [String; 2],
    },
    /// A player has the same round twice.
    #[error("{player} has round {round} against {match_} twice")]
    Twice {
        /// The match.
        match_: MatchName,
        /// The number of the round.
        round: u32,
        /// The player.
        player: String,
    },
}
