//! A tree as a table: one row a situation.

use super::{Branch, Tree, history};
use scsa::{Code, Feedback};
use std::cmp::Reverse;

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
    #[must_use]
    pub fn average(&self) -> f64 {
        self.total as f64 / self.count.max(1) as f64
    }

    /// The average with two decimal places. A half is rounded up, as in published tables: 189 guesses in 40 games
    /// are 4.73.
    #[must_use]
    pub fn rounded(&self) -> String {
        let count = u128::from(self.count.max(1));
        let hundredths = (200 * u128::from(self.total) + count) / (2 * count);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

impl Branch {
    /// The games through this branch, which `guesses` guesses precede. It takes some 10 ns a game.
    #[must_use]
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

impl Tree {
    /// The first `most` situations, or all, by descending number of games, then by the text of the history (R before W before the
    /// bar).
    ///
    /// ```
    /// # use players::{Briefing, Knowledge, find, tree::Tree};
    /// # let size = "4x6".parse()?;
    /// # let briefing = Briefing::new(size, "insert-colors", Knowledge::Nothing);
    /// let lc = players::tree_of(&find("baseline-2")?.prepare(&briefing)?, size)?;
    /// let rows = lc.table(2);
    /// assert_eq!(rows.len(), 2);
    /// assert_eq!((rows[1].history.as_str(), rows[1].games.count, rows[1].games.total), ("|", 625, 3811));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
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
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        count(&self.root, &mut counts);
        counts
    }

    fn list(&self, branch: &Branch, least: u64, responses: &mut Vec<Feedback>, rows: &mut Vec<TableRow>) {
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
}

fn count(branch: &Branch, counts: &mut Vec<u64>) -> u64 {
    let games = u64::from(branch.wins) + branch.next.iter().map(|(_, next)| count(next, counts)).sum::<u64>();
    counts.push(games);
    games
}
