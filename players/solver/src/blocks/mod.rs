//! Boards with more codes than can be listed, where there are few secrets.
//!
//! Pegs that have the same color in every secret form a block ([`board`]), and of a guess it only matters how often each color
//! is on each block. Colors that may be exchanged make guesses alike ([`set`]), so that few are left, and those are gone
//! through color by color, as long as they may be the best ([`looks`], [`thin`]).

mod board;
mod climb;
mod looks;
mod search;
mod set;
mod thin;

use crate::{
    game::{Guessing, whole},
    solve::Unsolved,
    watch::{Stopped, Watch},
};
use board::Board;
use looks::{Extra, Look};
use scsa::{Code, Feedback, Size};
use search::Finder;
use set::{Set, turned, with_names};

/// Few secrets on a board of any size, and the guesses that are allowed.
#[derive(Clone, Debug)]
pub struct FewSecrets {
    board: Board,
    guessing: Guessing,
    secrets: Vec<(Code, u32)>,
}

/// What is guessed, and what after each response, on a board of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The guess.
    pub guess: Code,
    /// What follows on each response that some secret gives, but for the one that wins.
    pub next: Vec<(Feedback, Plan)>,
}

/// A strategy, and what is proved of all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The guesses that all secrets take together at the least, each times its weight, with any strategy: that is proved.
    pub least: u64,
    /// Those of this strategy. It is proved to be the best where these are the least.
    pub total: u64,
    /// The guesses of its longest game.
    pub worst: usize,
    /// The strategy.
    pub plan: Plan,
}

/// So many steps are made to go through the guesses for a set of candidates; where there are more, bounds have to do.
const MOST_STEPS: u64 = 1 << 30;
/// What it takes to remember a set, about.
const BYTES_OF_SET: usize = 400;

impl FewSecrets {
    /// More secrets are not searched.
    pub const MOST: usize = 2000;

    /// These are the secrets, each once, with their probabilities. None where there are none, or more than
    /// [`FewSecrets::MOST`], or guesses are to be [`Guessing::Distinct`], of which nothing is known here.
    #[must_use]
    pub fn of(size: Size, guessing: Guessing, secrets: &[(Code, f64)]) -> Option<FewSecrets> {
        if guessing == Guessing::Distinct || secrets.len() > FewSecrets::MOST {
            return None;
        }
        let weights = whole(&secrets.iter().map(|(_, probability)| *probability).collect::<Vec<_>>())?;
        let board = Board::of(size, secrets);
        let secrets = secrets.iter().zip(weights).map(|((code, _), weight)| (*code, weight)).collect();
        Some(FewSecrets { board, guessing, secrets })
    }

    /// The secrets with their weights: in proportion to their probabilities, whole numbers, 1 where they are equally likely.
    #[must_use]
    pub fn secrets(&self) -> &[(Code, u32)] {
        &self.secrets
    }

    /// The weights of all secrets together.
    #[must_use]
    pub fn weight_of_all(&self) -> u64 {
        self.secrets.iter().map(|(_, weight)| u64::from(*weight)).sum()
    }

    /// The strategy that takes the fewest guesses for all secrets together, or as few as could be found, with what is proved.
    ///
    /// It is the same each time. So many bytes are for remembering sets of candidates, about. One thread searches.
    ///
    /// # Errors
    /// [`Unsolved::Stopped`] when the search is stopped.
    ///
    /// ```
    /// use scsa::{algorithms::TwoColorAlternating, support};
    /// use solver::{FewSecrets, Guessing, Watch};
    /// let size = "8x8".parse()?;
    /// let secrets = support(&TwoColorAlternating, size, FewSecrets::MOST).unwrap();
    /// let found = FewSecrets::of(size, Guessing::Any, &secrets).unwrap().solve(1 << 30, &Watch::default()).unwrap();
    /// assert_eq!((secrets.len(), found.least, found.total), (56, 158, 158));
    /// # Ok::<(), scsa::SizeError>(())
    /// ```
    pub fn solve(&self, bytes: usize, watch: &Watch) -> Result<Found, Unsolved> {
        self.found(bytes, watch).map_err(|Stopped| Unsolved::Stopped(watch.bounds(), None))
    }

    fn found(&self, bytes: usize, watch: &Watch) -> Result<Found, Stopped> {
        let board = &self.board;
        let mut all = Set::new(board.blocks());
        self.secrets.iter().for_each(|(code, weight)| all.push(&board.row(code), *weight));
        watch.ask(None);
        let responses = responses(board, self.guessing, &all, watch)?;
        let extra = Extra::new(responses, all.len().max(board.size.colors()));
        let mut finder = Finder::new(board, self.guessing, watch, extra, bytes / BYTES_OF_SET);
        let root = finder.named(&all);
        let quick = finder.known(&root)?;
        watch.at_least(quick.least);
        watch.at_most(quick.most);
        finder.learn()?;
        let known = finder.solve(&root, u64::MAX, 0)?;
        let (plan, total) = plan(&mut finder, &all)?;
        watch.at_least(known.least);
        watch.at_most(total);
        Ok(Found { least: known.least.min(total), total, worst: plan.longest(), plan })
    }
}

impl Plan {
    /// The guesses of the longest game.
    fn longest(&self) -> usize {
        1 + self.next.iter().map(|(_, next)| next.longest()).max().unwrap_or(0)
    }
}

/// The most responses that a guess has. No guess has more for some of the secrets.
fn responses(board: &Board, guessing: Guessing, all: &Set, watch: &Watch) -> Result<usize, Stopped> {
    // Nothing is to be left out, so that what sets cost makes no difference.
    let nothing = Extra::new(board.responses(), all.len().max(board.size.colors())).alone(board);
    let mut look = Look::new(board, &nothing, all);
    let mut guesses: Vec<_> = all.rows().map(|row| board.counts(row)).collect();
    if guessing != Guessing::Consistent {
        let mut steps = MOST_STEPS;
        match look.guesses(&all.classes(board.size.colors()), u64::MAX, &mut steps, watch)? {
            Some(others) => guesses.extend(others.into_iter().map(|guess| guess.counts)),
            None => return Ok(Feedback::values(board.size.pegs()) - 1),
        }
    }
    // The cell of the one that wins is not told.
    let number = |counts: &Vec<u8>| {
        let mut number = 1;
        look.cells(counts, |_| number += 1);
        number
    };
    Ok(guesses.iter().map(number).max().unwrap_or(1))
}

/// The strategy with the guesses that are known to be the best, and what it costs.
fn plan(finder: &mut Finder<'_>, set: &Set) -> Result<(Plan, u64), Stopped> {
    let named = finder.named(set);
    let counts = finder.known(&named)?.guess;
    let counts = with_names(&if named.turned { turned(&counts) } else { counts }, &named.names);
    let board = finder.board;
    let (mut next, mut total) = (Vec::new(), set.weight());
    for (response, cell) in set.part(board, &counts) {
        if response != board.wins() {
            let (plan, cost) = plan(finder, &cell)?;
            total += cost;
            next.push((board.feedback(response), plan));
        }
    }
    Ok((Plan { guess: board.code(&counts), next }, total))
}
