//! The best strategies of all small games.

mod asked;
mod page;

pub use asked::{ASKED, Asked};

use super::{NoProof, Proof, Question, prove};
use crate::{FileError, files};
use players::{notation::Notation, tree::Secrets};
use scsa::{Size, algorithms::OnlyOnce};
use solver::{AllowedGuesses, Bounds, Objective, SearchMonitor};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// The page.
pub const PAGE: &str = "optimal.md";
/// One row a game.
pub const GAMES: &str = "games.csv";
/// How long each took.
pub const TIMES: &str = "times.csv";

/// The columns of [`GAMES`].
const GAME_COLUMNS: &str = "size,play,codes,proved,least,most,average,worst,secrets_by_guesses";
/// The columns of [`TIMES`].
const TIME_COLUMNS: &str = "size,play,seconds,sets";

/// A game and a kind of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The size of the board.
    pub size: Size,
    /// Which guesses are allowed; without repeated colors there are no secrets with any, either.
    pub guessing: AllowedGuesses,
}

/// What was found of a game.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game.
    pub game: Game,
    /// The answer, or how far the search came.
    pub answer: Result<Proof, Bounds>,
    /// How long it took.
    pub time: Duration,
    /// How many sets of candidates were looked at.
    pub sets: u64,
}

/// What the survey may use for a game.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// So many sets of candidates are looked at, an eighth of that with more than seven pegs, where a look takes eight times
    /// as long; then bounds have to do.
    pub sets: u64,
    /// So many bytes are for remembering sets.
    pub bytes: usize,
}

impl Game {
    /// All games with so many codes at the most, two and a half times as many where no color repeats, from 2x2 on, by the number of codes, then pegs, then the kind of play.
    #[must_use]
    pub fn all(codes: u64) -> Vec<Game> {
        let sizes = (2..=20).flat_map(|pegs| (2..=26).filter_map(move |colors| Size::new(pegs, colors).ok()));
        let mut games: Vec<(u64, Game)> = Vec::new();
        for size in sizes {
            for guessing in [AllowedGuesses::Any, AllowedGuesses::Consistent, AllowedGuesses::Distinct] {
                let game = Game { size, guessing };
                // Without repeated colors there are fewer secrets, and they are found sooner.
                let most = if guessing == AllowedGuesses::Distinct { codes.saturating_mul(5) / 2 } else { codes };
                if let Some(codes) = size.count_at_most(most)
                    && (guessing != AllowedGuesses::Distinct || size.colors() >= size.pegs())
                {
                    games.push((codes, game));
                }
            }
        }
        games.sort_by_key(|(codes, game)| (*codes, game.size.pegs(), game.guessing));
        games.into_iter().map(|(_, game)| game).collect()
    }

    /// The question for its best strategy.
    #[must_use]
    pub const fn question(self) -> Question {
        let secrets =
            if matches!(self.guessing, AllowedGuesses::Distinct) { Secrets::Of(&OnlyOnce) } else { Secrets::All };
        let goal = Objective { minimize_worst_case: false, max_guesses: None, fewest_at_worst_case: false };
        Question { size: self.size, secrets, guessing: self.guessing, goal }
    }

    /// The kind of play in a word.
    #[must_use]
    pub const fn play(self) -> &'static str {
        match self.guessing {
            AllowedGuesses::Any => "any",
            AllowedGuesses::Consistent => "consistent",
            AllowedGuesses::Distinct => "no-repeats",
        }
    }

    /// Its best strategy, or how far one thread comes with that effort.
    ///
    /// # Errors
    /// [`NoProof`] where the strategy cannot be right, or the game is too large.
    pub fn solve(self, effort: Effort) -> Result<Found, NoProof> {
        let watch = SearchMonitor::new(if self.size.pegs() > 7 { effort.sets / 8 } else { effort.sets });
        let since = Instant::now();
        let answer = match prove(&self.question(), effort.bytes, 1, &watch) {
            Ok(proof) => Ok(proof),
            Err(NoProof::Stopped(bounds)) => Err(bounds),
            Err(e) => return Err(e),
        };
        Ok(Found { game: self, answer, time: since.elapsed(), sets: watch.nodes() })
    }
}

impl Found {
    /// The row of [`GAMES`].
    fn row(&self) -> String {
        let Game { size, .. } = self.game;
        let play = self.game.play();
        match &self.answer {
            Ok(proof) => {
                let (total, codes, lengths) = (proof.total, proof.weight, proof.tree.lengths());
                let average = total as f64 / codes as f64;
                let secrets: Vec<String> = lengths.by_guesses().iter().map(u64::to_string).collect();
                let (worst, secrets) = (lengths.worst(), secrets.join(" "));
                format!("{size},{play},{codes},yes,{total},{total},{average:.6},{worst},{secrets}")
            }
            Err(Bounds { lower: least, upper: most, .. }) => {
                let codes = self.game.question().game().map_or(0, |(_, secrets)| secrets.len());
                let most = most.map(|most| most.to_string()).unwrap_or_default();
                format!("{size},{play},{codes},no,{least},{most},,,")
            }
        }
    }

    /// The row of [`TIMES`].
    fn time_row(&self) -> String {
        let Game { size, .. } = self.game;
        format!("{size},{},{:.3},{}", self.game.play(), self.time.as_secs_f64(), self.sets)
    }
}

/// All that a survey found.
#[derive(Debug)]
pub struct Survey {
    /// It looked at all games with so many codes.
    pub codes: u64,
    /// With that effort for each.
    pub effort: Effort,
    /// What it found of each game.
    pub games: Vec<Found>,
    /// The answers for 4x6.
    pub asked: Vec<(Asked, Result<Proof, usize>)>,
}

impl Survey {
    /// Writes the tables, the trees and the page.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        let write = |name: &str, text: &str| files::write_whole(&folder.join(name), text.as_bytes());
        let table = |columns: &str, row: fn(&Found) -> String| {
            let rows: String = self.games.iter().map(|found| row(found) + "\n").collect();
            format!("{columns}\n{rows}")
        };
        for (asked, proof) in &self.asked {
            if let Ok(proof) = proof {
                write(&asked.file(), &proof.tree.to_csv(Notation::Digits))?;
            }
        }
        write(GAMES, &table(GAME_COLUMNS, Found::row))?;
        write(TIMES, &table(TIME_COLUMNS, Found::time_row))?;
        write(PAGE, &page::page(self))
    }
}

/// Makes the folder of a survey, where there is none, and sees whether its page can be written.
///
/// # Errors
/// [`FileError`] when it cannot.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
    files::check_writable(&folder.join(PAGE))
}

/// Whether a folder holds what a survey writes.
#[must_use]
pub fn is_written(folder: &Path) -> bool {
    [PAGE, GAMES, TIMES].iter().any(|name| folder.join(name).exists())
}
