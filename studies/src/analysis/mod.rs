//! What simple strategies take, exactly: always the lowest consistent code, a random one, both after fixed guesses; and the
//! players of the roster that draw no random numbers. At 4x6 published claims stand beside it.
//!
//! [`exact`] computes; [`lowest`], [`random`] and [`roster`] hold what was computed, [`claims`] the published figures,
//! [`tables`] and [`page`] write it down, with the names of [`names`].

mod claims;
pub mod exact;
mod lowest;
mod names;
mod page;
mod random;
mod roster;
mod sections;
mod tables;

use crate::{FileError, files};
use exact::{Class, LookAlikes, Matrix, classes, second_look_alikes};
use lowest::LowestFamily;
use random::RandomFamily;
use roster::Roster;
use scsa::Size;
use std::{fs, path::Path};

/// The page.
pub const PAGE: &str = "strategies.md";
/// One row a strategy of lowest consistent codes.
pub const LOWEST: &str = "lc-prefixes.csv";
/// The best pairs of fixed guesses before lowest consistent codes.
pub const PAIRS: &str = "x-y-lc.csv";
/// How many pairs of fixed guesses have which total.
pub const PAIR_TOTALS: &str = "x-y-lc-totals.csv";
/// One row a strategy of random consistent codes.
pub const RANDOM: &str = "rc.csv";
/// How probable a game of each length is.
pub const RANDOM_LENGTHS: &str = "rc-lengths.csv";
/// One row a player.
pub const PLAYERS: &str = "players.csv";
/// One row a published figure.
pub const CLAIMS: &str = "claims.csv";

const FILES: [&str; 8] = [PAGE, LOWEST, PAIRS, PAIR_TOTALS, RANDOM, RANDOM_LENGTHS, PLAYERS, CLAIMS];

/// The size of the published claims.
const CLAIMED_SIZE: &str = "4x6";
/// With more codes, third guesses and guesses that look alike are left out.
const MOST_CODES_FOR_ALL: usize = 1296;
/// Examples of guesses that look alike have so many candidates at the most.
const MOST_CANDIDATES: usize = 12;

/// Sees how far an analysis is.
pub trait Watcher: Sync {
    /// A part of it begins, of so many steps.
    fn begin(&self, part: &str, steps: u64);
    /// So many steps of it are done.
    fn advance(&self, steps: u64);
}

/// All that is computed of one size.
#[derive(Debug)]
pub struct Analysis {
    matrix: Matrix,
    lowest: LowestFamily,
    /// None where there are too many sets of candidates to go through.
    random: Option<RandomFamily>,
    look_alikes: Vec<LookAlikes>,
    /// First guesses with second guesses that look alike after them.
    second_look_alikes: Vec<(u16, Vec<u16>)>,
    roster: Roster,
}

impl Analysis {
    /// Computes everything: some ten seconds at 4x6, with the cube of the number of codes. It uses the threads of the pool that
    /// it is called in, and gives the same figures with any number of them.
    #[must_use]
    pub fn of(matrix: Matrix, watcher: &dyn Watcher) -> Analysis {
        let published = |rule| if claimed(matrix.size()) { claims::pairs(&matrix, rule) } else { Vec::new() };
        let lowest = LowestFamily::of(&matrix, &published("lc"), watcher);
        let random = RandomFamily::of(&matrix, &published("rc"), watcher);
        let roster = Roster::of(matrix.size(), watcher);
        let mut analysis =
            Analysis { matrix, lowest, random, look_alikes: Vec::new(), second_look_alikes: Vec::new(), roster };
        // RC is part of every example.
        if analysis.random.is_some() && analysis.matrix.codes() <= MOST_CODES_FOR_ALL {
            watcher.begin("guesses that look alike", 1);
            analysis.look_alikes = LookAlikes::after_two(&analysis.matrix, MOST_CANDIDATES);
            for first in classes(&analysis.matrix, &[]).iter().map(Class::lowest) {
                let groups = second_look_alikes(&analysis.matrix, first);
                analysis.second_look_alikes.extend(groups.into_iter().map(|group| (first, group)));
            }
            watcher.advance(1);
        }
        analysis
    }

    /// Writes the tables and the page, each as a whole, into a folder that is there.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written; those before it are there.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        let claims = if claimed(self.size()) { claims::all(self) } else { Vec::new() };
        tables::write(self, &claims, folder)?;
        files::write_whole(&folder.join(PAGE), page::page(self, &claims).as_bytes())
    }

    const fn size(&self) -> Size {
        self.matrix.size()
    }

    /// The expected guesses of a secret.
    fn average(&self, total: f64) -> f64 {
        total / self.matrix.codes() as f64
    }
}

/// Whether published claims are of that size.
fn claimed(size: Size) -> bool {
    size.to_string() == CLAIMED_SIZE
}

/// Makes the folder of an analysis, where there is none, and sees whether its page can be written.
///
/// # Errors
/// [`FileError`] when it cannot.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
    files::check_writable(&folder.join(PAGE))
}

/// Whether a folder holds what an analysis writes.
#[must_use]
pub fn is_written(folder: &Path) -> bool {
    FILES.iter().any(|name| folder.join(name).exists())
}
