//! A tree as a table: one row a situation.

use super::{Branch, Tree, notation};
use scsa::{Code, Size};
use std::cmp::Reverse;

/// A situation of a tree: a history, and what is guessed after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The responses so far, as [`history`](notation::history) writes them: `|RW|W`.
    pub history: String,
    /// What is guessed.
    pub guess: Code,
    /// How many games there are from here.
    pub games: Games,
}

/// The games that come through a situation, from the first guess to the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// How many: one for each code that is consistent.
    pub count: u64,
    /// Their guesses together.
    pub total: u64,
    /// The guesses of the longest.
    pub max: usize,
}

impl Games {
    /// The guesses of a game on average; 0 without any.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.total as f64 / self.count.max(1) as f64
    }

    /// The average with two digits behind the point. A half is rounded up, as in published tables: 189 guesses in 40 games
    /// are 4.73.
    #[must_use]
    pub fn rounded(&self) -> String {
        let count = u128::from(self.count.max(1));
        let hundredths = (200 * u128::from(self.total) + count) / (2 * count);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }

    /// Whether these are many enough that the next guess matters: of one or two consistent codes any is as good.
    #[must_use]
    pub const fn matter(&self) -> bool {
        self.count > 2
    }
}

impl Branch {
    /// The games that come through here, after so many guesses before. It takes some 10 ns a game.
    #[must_use]
    pub fn games(&self, guesses: usize) -> Games {
        let here = guesses + 1;
        let won = u64::from(self.wins);
        let start = Games { count: won, total: won * here as u64, max: if self.wins { here } else { 0 } };
        self.next.iter().map(|(_, branch)| branch.games(here)).fold(start, |sum, games| Games {
            count: sum.count + games.count,
            total: sum.total + games.total,
            max: sum.max.max(games.max),
        })
    }
}

impl Tree {
    /// Every situation in which a guess is made, by the number of games, the most first, then by the text of the history
    /// (R before W before the bar).
    ///
    /// ```
    /// # use players::{Briefing, Knowledge, find, tree::Tree};
    /// # let size = "4x6".parse()?;
    /// # let briefing = Briefing { size, guess_limit: 100, codemaker: "insert-colors".into(), knowledge: Knowledge::Nothing };
    /// let lc = Tree::of_player(&find("baseline-2")?.prepare(&briefing)?, size)?;
    /// let rows = lc.table();
    /// assert_eq!(rows.len(), 1296);
    /// assert_eq!((rows[1].history.as_str(), rows[1].games.count, rows[1].games.total), ("|", 625, 3811));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn table(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        list(&self.root, self.size, &mut Vec::new(), &mut rows);
        rows.sort_unstable_by(|a: &Row, b| {
            (Reverse(a.games.count), &a.history).cmp(&(Reverse(b.games.count), &b.history))
        });
        rows
    }
}

fn list(branch: &Branch, size: Size, responses: &mut Vec<scsa::Feedback>, rows: &mut Vec<Row>) {
    let history = notation::history(responses);
    rows.push(Row { history, guess: branch.guess(size), games: branch.games(responses.len()) });
    for (feedback, next) in branch.next() {
        responses.push(feedback);
        list(next, size, responses, rows);
        responses.pop();
    }
}
