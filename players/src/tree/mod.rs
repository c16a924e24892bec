//! Strategies as trees: what to guess after every history.
//!
//! Any player that draws no random numbers has a [`Tree`] ([`tree_of`](crate::tree_of)). A tree gives the exact number of guesses
//! of every secret ([`Tree::lengths`]), is shown as a [table](Tree::table), compared with [another](Tree::against), and written
//! as CSV ([`Tree::to_csv`]), from which it can be played (`tree:FILE`, see [`TreeFile`]). It may be for
//! the codes of one codemaker alone ([`Secrets`]), also at sizes whose codes cannot be counted ([`Tree::build`]).

mod build;
mod file;
mod formats;

pub use build::{PlayerTreeError, TreeError, UncheckedTree};
pub use file::TreeFile;
pub use formats::{history, response};
use scsa::{Code, Color, Game, Response, Scsa, algorithms};
use std::{cmp::Reverse, collections::BTreeMap, fmt, sync::Arc};

/// A strategy for a set of secrets of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    codes: CodeTable,
    secrets: Secrets,
    root: Branch,
}

/// The guess after a history, and the branch that follows each response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the guess in the code table of the [`Tree`].
    guess: u32,
    /// Whether the guess is consistent, so that it may be the secret.
    wins: bool,
    /// What follows each response that some secret gives, except the one that wins, in the order of their index.
    next: Vec<(u16, Branch)>,
}

impl Tree {
    /// A tree for all codes, in a game of at most `u32::MAX`. It is not checked; [`Tree::build`] does that, and takes any game.
    pub const fn new(game: Game, root: Branch) -> Tree {
        Tree { codes: CodeTable::all(game), secrets: Secrets::All, root }
    }

    /// The game.
    pub const fn game(&self) -> Game {
        self.codes.game
    }

    /// The secrets that it finds.
    pub const fn secrets(&self) -> Secrets {
        self.secrets
    }

    /// The first guess, and what follows.
    pub const fn root(&self) -> &Branch {
        &self.root
    }

    /// The guess at a branch of this tree.
    pub fn guess(&self, branch: &Branch) -> Code {
        self.codes.code(branch.guess)
    }

    /// The number of secrets for each number of guesses.
    pub fn lengths(&self) -> Lengths {
        self.root.lengths()
    }

    /// The first `most` situations, or all, by descending number of games, then by the text of the history (R before W before the bar).
    pub fn table(&self, most: usize) -> Vec<TableRow> {
        let mut counts = self.counts();
        // No situation with fewer games is among the first `most`.
        let least = match counts.len().checked_sub(most) {
            Some(rest) if rest > 0 && most > 0 => *counts.select_nth_unstable(rest).1,
            _ => 0,
        };
        let mut rows = Vec::new();
        self.list(&self.root, least, &mut Vec::new(), &mut rows);
        rows.sort_unstable_by(|a: &TableRow, b| {
            (Reverse(a.games.count), &a.history).cmp(&(Reverse(b.games.count), &b.history))
        });
        rows.truncate(most);
        rows
    }

    /// The number of games through every situation, in no particular order.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        count(&self.root, &mut counts);
        counts
    }

    fn list(&self, branch: &Branch, least: u64, responses: &mut Vec<Response>, rows: &mut Vec<TableRow>) {
        let games = branch.games(responses.len());
        if games.count < least {
            return;
        }
        rows.push(TableRow { history: history(responses), guess: self.guess(branch), games });
        for (feedback, next) in branch.next() {
            responses.push(feedback);
            self.list(next, least, responses, rows);
            responses.pop();
        }
    }

    /// The number of guesses of every secret, in lexicographic order of the secrets.
    pub fn guesses(&self) -> Vec<u32> {
        self.secrets_with_guesses().into_iter().map(|(_, guesses)| guesses).collect()
    }

    /// The number of every secret in the code table, and its number of guesses, in lexicographic order of the secrets.
    fn secrets_with_guesses(&self) -> Vec<(u32, u32)> {
        let mut secrets = Vec::new();
        self.root.for_each_secret(1, &mut |secret, guesses| secrets.push((secret, guesses as u32)));
        secrets.sort_unstable();
        secrets
    }

    /// The differences between this strategy and another, from fewest guesses to most, each with at most that number of
    /// examples. Empty if they are for different sizes or secrets.
    pub fn against(&self, other: &Tree, examples: usize) -> Vec<LengthDifference> {
        if (self.game(), self.secrets) != (other.game(), other.secrets) {
            return Vec::new();
        }
        let mut differences: BTreeMap<i64, LengthDifference> = BTreeMap::new();
        for ((secret, ours), theirs) in self.secrets_with_guesses().into_iter().zip(other.guesses()) {
            let guesses = i64::from(ours) - i64::from(theirs);
            let none = LengthDifference { guesses, secrets: 0, examples: Vec::new() };
            let difference = differences.entry(guesses).or_insert(none);
            difference.secrets += 1;
            if difference.examples.len() < examples {
                difference.examples.push(self.codes.code(secret));
            }
        }
        differences.into_values().collect()
    }
}

impl Branch {
    /// A branch whose guess has that rank ([`Game::rank`] in the game with repeats; at most `u32::MAX` codes), whether the guess may be the secret, and what
    /// follows each response.
    pub fn new(guess: u32, wins: bool, mut next: Vec<(Response, Branch)>) -> Branch {
        next.sort_by_key(|(feedback, _)| feedback.index());
        let next = next.into_iter().map(|(feedback, branch)| (feedback.index() as u16, branch)).collect();
        Branch { guess, wins, next }
    }

    /// A branch whose guess is the only secret left.
    pub const fn leaf(guess: u32) -> Branch {
        Branch { guess, wins: true, next: Vec::new() }
    }

    /// Whether the guess is consistent, so that it may be the secret.
    pub const fn wins(&self) -> bool {
        self.wins
    }

    /// What follows each response that some secret gives, except the one that wins.
    pub fn next(&self) -> impl ExactSizeIterator<Item = (Response, &Branch)> {
        self.next.iter().map(|(index, branch)| (Response::from_index((*index).into()), branch))
    }

    /// What follows that response.
    pub fn after(&self, feedback: Response) -> Option<&Branch> {
        let index = self.next.binary_search_by_key(&(feedback.index() as u16), |(index, _)| *index).ok()?;
        self.next.get(index).map(|(_, branch)| branch)
    }

    /// The number of secrets for each number of guesses, counted from this branch.
    pub fn lengths(&self) -> Lengths {
        let mut lengths = Lengths::default();
        self.for_each_secret(1, &mut |_, guesses| lengths.add(guesses, 1));
        lengths
    }

    /// Calls `visit` with the number of every secret in the code table, and the number of its guesses, where this is guess `guesses`.
    fn for_each_secret(&self, guesses: usize, visit: &mut impl FnMut(u32, usize)) {
        if self.wins {
            visit(self.guess, guesses);
        }
        self.next.iter().for_each(|(_, branch)| branch.for_each_secret(guesses + 1, visit));
    }

    /// The games through this branch, which `guesses` guesses precede. It takes some 10 ns a game.
    pub fn games(&self, guesses: usize) -> GameTotals {
        let here = guesses + 1;
        let won = u64::from(self.wins);
        let start = GameTotals { count: won, total: won * here as u64, max: if self.wins { here } else { 0 } };
        self.next.iter().map(|(_, branch)| branch.games(here)).fold(start, |sum, games| GameTotals {
            count: sum.count + games.count,
            total: sum.total + games.total,
            max: sum.max.max(games.max),
        })
    }
}

/// The codes that the numbers of guesses stand for, in lexicographic order: all codes of the game with repeats if their ranks fit into a
/// u32, else a table of the guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodeTable {
    pub game: Game,
    table: Option<Arc<[Code]>>,
}

impl CodeTable {
    /// All codes: the number of a code is its rank in the game with repeats.
    pub const fn all(game: Game) -> CodeTable {
        CodeTable { game, table: None }
    }

    /// The codes of these guesses.
    pub fn of(game: Game, guesses: impl Iterator<Item = Code>) -> CodeTable {
        if game.with_repeats().count_at_most(u32::MAX.into()).is_some() {
            return CodeTable::all(game);
        }
        let mut table: Vec<Code> = guesses.collect();
        table.sort_unstable();
        table.dedup();
        CodeTable { game, table: Some(table.into()) }
    }

    /// The code of a number.
    pub fn code(&self, number: u32) -> Code {
        match &self.table {
            None => self.game.with_repeats().unrank(number.into()),
            // Every number of a tree is in its table.
            Some(table) => table.get(number as usize).copied().unwrap_or_else(|| Code::uniform(self.game, Color::A)),
        }
    }

    /// The number of a code, which must be one of the guesses.
    pub fn number(&self, code: &Code) -> u32 {
        match &self.table {
            None => self.game.with_repeats().rank(code) as u32,
            Some(table) => table.binary_search(code).map_or(0, |index| index as u32),
        }
    }
}

/// The secrets that a strategy finds. Each counts once, whatever its probability.
#[derive(Clone, Copy, Debug)]
pub enum Secrets {
    /// All codes of the game.
    All,
    /// The codes that this codemaker can make in the game.
    Of(&'static dyn Scsa),
}

impl Secrets {
    /// The name of the codemaker; none if they are all codes.
    pub fn codemaker(&self) -> Option<&str> {
        match self {
            Secrets::All => None,
            Secrets::Of(scsa) => Some(scsa.name()),
        }
    }

    pub(super) fn read(name: &str) -> Result<Secrets, String> {
        let reason =
            || format!("{name:?} is no SCSA whose secrets a tree is for; a name such as only-once was expected");
        algorithms::find(name).map(Secrets::Of).ok_or_else(reason)
    }

    /// The name of the secrets in a game: `only-once at 4x6`, or the game alone if they are all codes.
    pub(super) fn at(self, game: Game) -> String {
        match self {
            Secrets::All => game.to_string(),
            Secrets::Of(scsa) => format!("{} at {game}", scsa.name()),
        }
    }
}

impl PartialEq for Secrets {
    fn eq(&self, other: &Secrets) -> bool {
        self.codemaker() == other.codemaker()
    }
}

impl Eq for Secrets {}

impl fmt::Display for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Secrets::All => f.write_str("all codes"),
            Secrets::Of(scsa) => write!(f, "the secrets of {}", scsa.name()),
        }
    }
}

/// The number of secrets for each number of guesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    secrets: Vec<u64>,
}

impl Lengths {
    /// Adds secrets that take that number of guesses.
    pub fn add(&mut self, guesses: usize, secrets: u64) {
        self.secrets.resize(self.secrets.len().max(guesses), 0);
        if let Some(index) = guesses.checked_sub(1) {
            self.secrets[index] += secrets;
        }
    }

    /// The number of secrets that take one guess, two guesses, and so on.
    pub fn by_guesses(&self) -> &[u64] {
        &self.secrets
    }

    /// The number of secrets.
    pub fn secrets(&self) -> u64 {
        self.secrets.iter().sum()
    }

    /// The sum of the guesses of all secrets.
    pub fn total(&self) -> u64 {
        (1..).zip(&self.secrets).map(|(guesses, secrets): (u64, _)| guesses * secrets).sum()
    }

    /// The mean number of guesses of a secret; 0 without secrets.
    pub fn average(&self) -> f64 {
        self.total() as f64 / self.secrets().max(1) as f64
    }

    /// The largest number of guesses of a secret; 0 without secrets.
    pub fn worst(&self) -> usize {
        self.secrets.iter().rposition(|secrets| *secrets > 0).map_or(0, |index| index + 1)
    }
}

/// A situation of a tree: a history, and the guess after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The responses so far, as [`history`](history()) writes them: `|RW|W`.
    pub history: String,
    /// The guess.
    pub guess: Code,
    /// The games through this situation.
    pub games: GameTotals,
}

/// The games through a situation, one for each consistent secret. Their guesses count from the first of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameTotals {
    /// The number of games.
    pub count: u64,
    /// The sum of their guesses.
    pub total: u64,
    /// The guesses of the longest game.
    pub max: usize,
}

impl GameTotals {
    /// The mean number of guesses of a game; 0 without games.
    pub fn average(&self) -> f64 {
        self.total as f64 / self.count.max(1) as f64
    }

    /// The average with two decimal places. A half is rounded up, as in published tables: 189 guesses in 40 games are 4.73.
    pub fn rounded(&self) -> String {
        let count = u128::from(self.count.max(1));
        let hundredths = (200 * u128::from(self.total) + count) / (2 * count);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

fn count(branch: &Branch, counts: &mut Vec<u64>) -> u64 {
    let games = u64::from(branch.wins) + branch.next.iter().map(|(_, next)| count(next, counts)).sum::<u64>();
    counts.push(games);
    games
}

/// The secrets for which one strategy takes a certain number of guesses more than another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthDifference {
    /// How many guesses more; negative if it takes fewer.
    pub guesses: i64,
    /// The number of these secrets.
    pub secrets: u64,
    /// The lowest of them.
    pub examples: Vec<Code>,
}
