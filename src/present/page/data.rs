//! What a page shows, as data. A section that is missing has a sentence that says why.

use crate::present::leaderboard::{Column, FolderLeaderboard, Layout, LeaderboardRow, match_of, scope, sheet};
use crate::present::scores;
use charts::{COLORED, Chart, Statistic, TournamentCharts};
use maud::Markup;
use player_api::FailureKind;
use rayon::prelude::*;
use scsa::{Code, Game, Turn};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use tournament::compare::{Estimate, MatchMean, RoundResult, RoundTable};
use tournament::{GuessLimits, Manifest, Results, Rules, Summary, TimingSummary, in_order};

/// A part of a page, or the sentence that stands in its place.
pub type Section<T> = Result<T, String>;

/// When a page of a tournament that is being played was written, and the next ones.
#[derive(Clone, Debug, Serialize)]
pub struct Live {
    pub reload_seconds: u32,
    /// The time at which it was written, in UTC.
    pub written: String,
    /// The age in seconds beyond which nothing writes it any more.
    pub oldest_seconds: u64,
}

pub struct PageData {
    /// What was played, in sentences. The first one is the subtitle.
    pub setup: Vec<String>,
    pub live: Option<Live>,
    pub focus: Option<Focus>,
    pub rules: Rules,
    pub leaderboard: LeaderboardData,
    /// What the versions of players did, those of a player one after the other.
    pub versions: Vec<PlayedVersion>,
    pub grid: Grid,
    /// The codemakers, each with a line that describes it.
    pub codemakers: Vec<(String, String)>,
    /// The color and the marker of each player in all charts.
    pub styles: Vec<usize>,
    /// The charts of growth, by the measure and the codemaker, `guesses|two-color`; without one, the means over all.
    pub growth: Vec<(String, Chart)>,
    /// The numbers of guesses of every player in every game.
    pub distributions: Section<Vec<Vec<Distribution>>>,
    pub differences: Section<Markup>,
    /// What the guesses were worth, where that was kept.
    pub analysis: Option<Markup>,
    pub replays: Section<Replays>,
    pub folders: Vec<FolderData>,
}

#[derive(Clone, Debug)]
pub struct PlayedVersion {
    pub player: String,
    pub version: u32,
    /// The day on which it was handed in; empty if it is not known.
    pub submitted: String,
    pub score: Estimate,
    /// Its SCORE less that of the version before, on the same secrets.
    pub change: Option<Estimate>,
}

pub struct Focus {
    pub player: usize,
    /// The player of the tournament beside whose means its own are shown.
    pub beside: Option<usize>,
    /// Why it failed or was out of time, the most frequent first: the kind, the number of rounds, and the first of them with what happened
    /// there, which is empty where rounds are not recorded.
    pub causes: Vec<(FailureKind, u64, String)>,
    pub games: Section<Vec<ComparedGame>>,
}

/// The games of two players for the same secret.
pub struct ComparedGame {
    pub name: String,
    pub secret: Code,
    /// Which codes are counted as candidates; empty where no game is shown.
    pub counted_among: String,
    pub games: Vec<ShownGame>,
}

pub struct ShownGame {
    pub player: String,
    pub ending: String,
    pub turns: Section<Vec<ShownTurn>>,
}

pub struct ShownTurn {
    pub turn: Turn,
    /// The number of candidates after the turn, and the candidates if they are few.
    pub left: String,
    pub codes: Vec<Code>,
    /// What is wrong with the guess, if anything is.
    pub mark: String,
}

/// The ranked players, the best first, and the others.
pub struct LeaderboardData {
    /// By what players are ranked, and over which rounds.
    pub title: String,
    pub columns: Vec<(Column, String)>,
    pub rows: Vec<LeaderboardRow>,
    pub remarks: Vec<(&'static str, Vec<(String, String)>)>,
    pub notes: Vec<String>,
    /// The matches over which guesses are compared, as indices of the codemaker and the game.
    pub matches: Vec<(usize, usize)>,
    /// Which part of all matches that is, as a heading says it; empty if it is all.
    pub scope: String,
}

/// The matches of all players. Players, codemakers and games are indices into the lists of names.
pub struct Grid {
    pub players: Vec<String>,
    pub scsas: Vec<String>,
    /// The games, that with the fewest codes first.
    pub games: Vec<Game>,
    pub guess_limits: GuessLimits,
    pub cells: Vec<Cell>,
    player_indices: HashMap<String, usize>,
    scsa_indices: HashMap<String, usize>,
    cell_indices: HashMap<(usize, usize, usize), usize>,
    /// By game, the codemakers of its matches that have rounds.
    played: Vec<BTreeSet<usize>>,
}

pub struct Cell {
    pub player: usize,
    pub scsa: usize,
    pub game: usize,
    pub summary: Summary,
    pub timing: Option<TimingSummary>,
    /// Its SCORE as readers see it.
    pub score: String,
}

/// The rounds of a player in a game, over all codemakers: how many were won with 0, 1, 2, … guesses, and how many were not won.
pub type Distribution = (Vec<u64>, u64);

pub struct FolderData {
    pub path: String,
    pub rounds: u64,
    pub manifest: Option<Manifest>,
}

pub struct Replays {
    pub rounds: Vec<Value>,
    pub games: usize,
    /// Which rounds these are, and which are missing, in sentences.
    pub notes: Vec<String>,
}

#[derive(Clone, Copy)]
pub struct PlayedRounds<'a> {
    pub grid: &'a Grid,
    pub table: &'a RoundTable,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedRound {
    /// The player, the codemaker and the game, as indices.
    pub player: usize,
    pub scsa: usize,
    pub game: usize,
    pub number: u64,
    pub round: RoundResult,
}

impl<'a> PlayedRounds<'a> {
    pub fn of_cell(self, cell: &'a Cell) -> impl Iterator<Item = PlayedRound> + Clone + 'a {
        let table = self.table;
        let (numbers, rounds) = match table.find(&cell.summary.player, &match_of(&cell.summary)) {
            Some((player, match_)) => (table.numbers(player, match_), table.rounds(player, match_)),
            None => (&[][..], &[][..]),
        };
        numbers.iter().zip(rounds).filter(|(_, round)| round.is_played()).map(|(number, round)| PlayedRound {
            player: cell.player,
            scsa: cell.scsa,
            game: cell.game,
            number: u64::from(*number),
            round: *round,
        })
    }

    pub fn find(self, player: usize, scsa: usize, game: usize, number: u64) -> Option<PlayedRound> {
        self.of_cell(self.grid.cell(player, scsa, game)?).find(|round| round.number == number)
    }
}

impl PageData {
    /// The data of results. `focus` is the player for whom the page is made: it has a color of its own.
    pub fn new(
        setup: Vec<String>,
        results: &Results,
        board: &FolderLeaderboard,
        why_no_more: &str,
        focus: Option<&str>,
    ) -> PageData {
        let (grid, mut charts) = rayon::join(|| Grid::new(results, board), || TournamentCharts::new(results));
        let missing = why_no_more.to_owned();
        focus.into_iter().for_each(|player| charts.highlight(player));
        let all = (grid.scsas.len() != 1).then_some(None);
        let scsas: Vec<Option<&str>> =
            all.into_iter().chain(grid.drawn_scsas().iter().map(|scsa| Some(&**scsa))).collect();
        let measures = [("guesses", Statistic::Guesses), ("score", Statistic::Score), ("time", Statistic::CpuTime)];
        let growth = measures.par_iter().flat_map_iter(|(measure, statistic)| {
            let of = |scsa: &Option<&str>| {
                (format!("{measure}|{}", scsa.unwrap_or("")), colored(charts.by_size(*statistic, *scsa)))
            };
            scsas.iter().map(of).collect::<Vec<_>>()
        });
        PageData {
            setup,
            live: None,
            focus: None,
            rules: Rules::default(),
            codemakers: Vec::new(),
            leaderboard: LeaderboardData::new(board, &grid),
            versions: Vec::new(),
            styles: grid.players.iter().map(|player| charts.style(player)).collect(),
            growth: growth.filter(|(_, chart)| !chart.is_empty()).collect(),
            distributions: Err(missing.clone()),
            differences: Err(missing.clone()),
            analysis: None,
            replays: Err(missing),
            folders: Vec::new(),
            grid,
        }
    }
}

/// The most matches with which codemakers have charts of their own: a page with more would be too large to read.
pub const MOST_MATCHES: usize = 20_000;

/// A chart of the page: with the same players in color as all of them.
pub fn colored(chart: Chart) -> Chart {
    Chart { first_gray: Some(COLORED), is_narrow: true, ..chart }
}

impl LeaderboardData {
    fn new(board: &FolderLeaderboard, grid: &Grid) -> LeaderboardData {
        let layout = Layout::default();
        let shown = sheet(board, &layout);
        let matches = board.board.guess_matches.iter().filter_map(|match_| {
            Some((grid.scsa(&match_.scsa)?, grid.games.iter().position(|game| *game == match_.game)?))
        });
        // What is needed least comes last, where a narrow screen cuts the table off.
        let mut columns = layout.shown_columns(board);
        let last = [Column::Group, Column::GuessUs, Column::GuessUsMedian, Column::ComparedUs];
        columns.sort_by_key(|column| last.iter().position(|last| column == last));
        LeaderboardData {
            title: shown.title,
            columns: columns.into_iter().map(|column| (column, column.heading(board))).collect(),
            scope: scope(&board.board.guess_matches, &board.played),
            rows: layout.rows(board).into_iter().filter(|row| row.place.is_some()).collect(),
            remarks: board.remarks(),
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
        let players = in_order(ranked.chain(others).chain(unknown), |player| player);
        let mut games: Vec<Game> = results.summaries.iter().map(|row| row.game).collect();
        // Of games with as many codes, that with fewer pegs comes first.
        let codes = Game::approximate_count;
        games.sort_by(|one, other| codes(*one).total_cmp(&codes(*other)).then(one.cmp(other)));
        games.dedup();
        let scsas = in_order(&results.summaries, |row| row.scsa.clone());
        let mut grid = Grid {
            player_indices: players.iter().cloned().zip(0..).collect(),
            scsa_indices: scsas.iter().cloned().zip(0..).collect(),
            cell_indices: HashMap::new(),
            played: vec![BTreeSet::new(); games.len()],
            players,
            scsas,
            games,
            guess_limits: board.guess_limits.clone(),
            cells: Vec::new(),
        };
        let index = results.by_match();
        for row in &results.summaries {
            let place =
                (grid.player(&row.player), grid.scsa(&row.scsa), grid.games.iter().position(|game| *game == row.game));
            if let (Some(player), Some(scsa), Some(game)) = place {
                grid.cell_indices.entry((player, scsa, game)).or_insert(grid.cells.len());
                if row.counted() > 0 {
                    grid.played[game].insert(scsa);
                }
                grid.cells.push(Cell {
                    player,
                    scsa,
                    game,
                    summary: row.clone(),
                    timing: index.timing(&row.player, &row.scsa, row.game).cloned(),
                    score: scores::score(row),
                });
            }
        }
        grid
    }

    /// The codemakers that have charts of their own.
    pub fn drawn_scsas(&self) -> &[String] {
        if self.cells.len() <= MOST_MATCHES { &self.scsas } else { &[] }
    }

    pub fn game_names(&self) -> Vec<String> {
        self.games.iter().map(ToString::to_string).collect()
    }

    pub fn guess_limit(&self, game: usize) -> usize {
        self.guess_limits.of(self.games[game])
    }

    pub fn player(&self, name: &str) -> Option<usize> {
        self.player_indices.get(name).copied()
    }

    pub fn scsa(&self, name: &str) -> Option<usize> {
        self.scsa_indices.get(name).copied()
    }

    pub fn played_at(&self, game: usize) -> &BTreeSet<usize> {
        &self.played[game]
    }

    pub fn cell(&self, player: usize, scsa: usize, game: usize) -> Option<&Cell> {
        self.cell_indices.get(&(player, scsa, game)).map(|place| &self.cells[*place])
    }
}

impl Cell {
    /// The SCORE, if a round was played or given up.
    pub fn score(&self) -> Option<f64> {
        MatchMean::score(&self.summary).filter(|_| self.summary.counted() > 0).map(|score| score.mean)
    }

    pub fn guesses(&self) -> Option<MatchMean> {
        MatchMean::guesses(&self.summary)
    }
}

/// Rounds with more guesses have no bar: nobody could see it among as many.
const MOST_BARS: usize = 10_000;

pub fn distributions(played: &PlayedRounds) -> Section<Vec<Vec<Distribution>>> {
    let mut all = vec![vec![Distribution::default(); played.grid.games.len()]; played.grid.players.len()];
    for cell in &played.grid.cells {
        let (won, not_won) = &mut all[cell.player][cell.game];
        for round in played.of_cell(cell).map(|played| played.round) {
            let guesses = round.guesses as usize;
            if !round.is_won() {
                *not_won += 1;
                continue;
            } else if guesses > MOST_BARS {
                let most = format!("more than the {MOST_BARS} that are shown");
                return Err(format!("A round of {guesses} guesses is among these, {most}."));
            }
            won.resize(won.len().max(guesses + 1), 0);
            won[guesses] += 1;
        }
    }
    Ok(all)
}
