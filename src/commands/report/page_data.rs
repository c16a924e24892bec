//! What a page shows, as data. A section that is missing has a sentence that says why.

use crate::{
    commands::report::replay_data::Replays,
    present::{
        leaderboard::{FolderLeaderboard, Layout, LeaderboardColumn, LeaderboardRow, sheet},
        scores,
    },
};
use scsa::Size;
use serde::{Serialize, Serializer};
use std::{collections::HashMap, path::Path};
use tournament::{Manifest, MeanGuesses, Results, Status, Summary, TimingSummary, in_order};

/// A part of a page, or the sentence that stands in its place.
pub type Section<T> = Result<T, String>;

/// What a page shows.
#[derive(Clone, Debug)]
pub struct PageData {
    /// What was played, in sentences. The first one is the subtitle.
    pub setup: Vec<String>,
    /// The seconds after which the page is loaded again, if it is a page of a tournament that is being played.
    pub reload_seconds: Option<u32>,
    /// The ranked players.
    pub leaderboard: LeaderboardData,
    /// The matches.
    pub grid: Grid,
    /// The numbers of guesses of the rounds of every match.
    pub distributions: Section<Vec<Distribution>>,
    /// The differences between all pairs of players.
    pub differences: Section<Vec<DifferenceTable>>,
    /// Rounds guess by guess.
    pub replays: Section<Replays>,
    /// How each of the folders was made.
    pub folders: Vec<FolderData>,
}

/// The ranked players, the best first, and the others.
#[derive(Clone, Debug)]
pub struct LeaderboardData {
    /// By what players are ranked, and over which rounds.
    pub title: String,
    /// The columns.
    pub columns: Vec<LeaderboardColumn>,
    /// The ranked players.
    pub rows: Vec<LeaderboardRow>,
    /// The players of which there is more to say: headings, and below each players with a sentence.
    pub remarks: Vec<(&'static str, Vec<(String, String)>)>,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// The matches over which guesses are compared, as indices of the codemaker and the size.
    pub matches: Vec<(usize, usize)>,
}

/// The matches of all players. Players, codemakers and sizes are indices into the lists of names.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The players, the ranked ones first.
    pub players: Vec<String>,
    /// The codemakers, in the order of the results.
    pub scsas: Vec<String>,
    /// The sizes, the one with the fewest codes first.
    pub sizes: Vec<String>,
    /// What a round that was not won counts in a mean number of guesses.
    pub guess_limit: usize,
    /// The matches.
    pub cells: Vec<Cell>,
}

/// A match. As JSON it is an array of the indices, and the numbers that charts show.
#[derive(Clone, Debug)]
pub struct Cell {
    pub player: usize,
    pub scsa: usize,
    pub size: usize,
    pub summary: Summary,
    pub timing: Option<TimingSummary>,
    /// The SCORE as text.
    pub score: String,
    /// The rounds that the SCORE is worth.
    pub rounds_scored: u64,
    guess_limit: usize,
}

/// The numbers of guesses of the rounds of a match. As JSON it is an array of the fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Distribution(
    /// The player.
    pub usize,
    /// The codemaker.
    pub usize,
    /// The size.
    pub usize,
    /// The smallest number of guesses of a round won.
    pub u32,
    /// The rounds won with that many guesses, with one more, and so on.
    pub Vec<u64>,
    /// The rounds that were not won.
    pub u64,
);

/// The differences between all pairs of ranked players, in the mean of a round.
#[derive(Clone, Debug)]
pub struct DifferenceTable {
    /// Of what: `guesses`.
    pub name: &'static str,
    /// Whether a positive difference is better for the player of the row.
    pub is_gain: bool,
    /// The players, as indices, in the order of the leaderboard.
    pub players: Vec<usize>,
    /// The differences, row less column; none where both are the same player.
    pub rows: Vec<Vec<Option<DifferenceCell>>>,
    /// What a reader must know.
    pub note: String,
}

/// The difference between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceCell {
    pub mean: f64,
    /// Half the width of the 95 % interval.
    pub half_width: Option<f64>,
    /// The p value, adjusted for all pairs.
    pub p_value: f64,
}

/// How a folder was made.
#[derive(Clone, Debug)]
pub struct FolderData {
    /// The folder, as it was named.
    pub path: String,
    /// The rounds that were played.
    pub rounds: u64,
    pub manifest: Option<Manifest>,
}

impl PageData {
    /// A page with the leaderboard and the matches. The sentence stands in the place of all other sections.
    pub fn new(setup: Vec<String>, results: &Results, board: &FolderLeaderboard, why_no_more: &str) -> PageData {
        let grid = Grid::new(results, board);
        let missing = why_no_more.to_owned();
        PageData {
            setup,
            reload_seconds: None,
            leaderboard: LeaderboardData::new(board, &grid),
            distributions: Err(missing.clone()),
            differences: Err(missing.clone()),
            replays: Err(missing),
            folders: Vec::new(),
            grid,
        }
    }

    /// The same page, which also says how the results in a folder are made.
    pub fn with_folder(mut self, path: &Path, rounds: u64, manifest: Option<&Manifest>) -> PageData {
        self.folders.push(FolderData { path: path.display().to_string(), rounds, manifest: manifest.cloned() });
        self
    }
}

impl LeaderboardData {
    fn new(board: &FolderLeaderboard, grid: &Grid) -> LeaderboardData {
        let layout = Layout::default();
        let shown = sheet(board, &layout);
        let owned = |(player, text): (&str, &str)| (player.to_owned(), text.to_owned());
        let remarks = board.remarks().into_iter().map(|(heading, all)| (heading, all.into_iter().map(owned).collect()));
        let matches = board.board.guess_matches.iter().filter_map(|game| {
            Some((grid.scsa(&game.scsa)?, grid.sizes.iter().position(|size| *size == game.size.to_string())?))
        });
        LeaderboardData {
            title: shown.title,
            columns: layout.shown_columns(board),
            rows: layout.rows(board).into_iter().filter(LeaderboardRow::is_ranked).collect(),
            remarks: remarks.collect(),
            notes: shown.notes,
            matches: matches.collect(),
        }
    }
}

impl Grid {
    fn new(results: &Results, board: &FolderLeaderboard) -> Grid {
        let ranked = board.board.entries.iter().map(|entry| entry.player.clone());
        let others = board.not_ranked.iter().map(|(other, _)| other.player.clone());
        let unknown = in_order(&results.summaries, |row| row.player.clone());
        let mut players: Vec<String> = Vec::new();
        for player in ranked.chain(others).chain(unknown) {
            if !players.contains(&player) {
                players.push(player);
            }
        }
        let mut sizes: Vec<Size> = results.summaries.iter().filter_map(Summary::size).collect();
        // Of sizes with as many codes, that with fewer pegs comes first.
        let codes = |size: &Size| size.pegs() as f64 * (size.colors() as f64).ln();
        sizes.sort_by(|one, other| codes(one).total_cmp(&codes(other)).then(one.pegs().cmp(&other.pegs())));
        sizes.dedup();
        let mut grid = Grid {
            players,
            scsas: in_order(&results.summaries, |row| row.scsa.clone()),
            sizes: sizes.iter().map(ToString::to_string).collect(),
            guess_limit: board.guess_limit,
            cells: Vec::new(),
        };
        let timings: HashMap<_, &TimingSummary> =
            results.timings.iter().map(|row| ((&*row.player, &*row.scsa, row.pegs, row.colors), row)).collect();
        let timing_of =
            |row: &Summary| timings.get(&(&*row.player, &*row.scsa, row.pegs, row.colors)).copied().cloned();
        for row in &results.summaries {
            let size = row.size_name();
            let place =
                (grid.player(&row.player), grid.scsa(&row.scsa), grid.sizes.iter().position(|one| *one == size));
            if let (Some(player), Some(scsa), Some(size)) = place {
                grid.cells.push(Cell {
                    player,
                    scsa,
                    size,
                    summary: row.clone(),
                    timing: timing_of(row),
                    score: scores::score(row, results),
                    rounds_scored: results.rounds_scored(row),
                    guess_limit: grid.guess_limit,
                });
            }
        }
        grid
    }

    /// The index of a player.
    pub fn player(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player == name)
    }

    /// The index of a codemaker.
    pub fn scsa(&self, name: &str) -> Option<usize> {
        self.scsas.iter().position(|scsa| scsa == name)
    }

    /// The match of a player against a codemaker at a size.
    pub fn cell(&self, player: usize, scsa: usize, size: usize) -> Option<&Cell> {
        self.cells.iter().find(|cell| (cell.player, cell.scsa, cell.size) == (player, scsa, size))
    }
}

impl Cell {
    /// The points of a round, also of rounds that the rules did not let the player play.
    pub fn points(&self) -> Option<f64> {
        (self.summary.rounds > 0).then(|| self.summary.score / self.rounds_scored as f64)
    }

    /// The standard error of the SCORE. A match that the rules ended early has none.
    fn score_error(&self) -> Option<f64> {
        self.summary.score_se.filter(|_| self.summary.status == Status::Played)
    }

    /// The mean guesses of all rounds.
    pub fn guesses(&self) -> Option<MeanGuesses> {
        self.summary.mean_guesses_of_all_rounds(self.guess_limit)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (row, guesses) = (&self.summary, self.guesses());
        let timing = self.timing.as_ref();
        (
            (self.player, self.scsa, self.size),
            (row.rounds, row.wins, row.score, self.score_error(), self.rounds_scored),
            (guesses.map(|guesses| micro(guesses.mean)), guesses.and_then(|guesses| guesses.standard_error).map(micro)),
            (timing.map(|timing| timing.guess_us), timing.and_then(|timing| timing.guess_us_se)),
        )
            .serialize(serializer)
    }
}

/// A number with six decimals, as CSV files have them.
fn micro(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
