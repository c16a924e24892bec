//! The differences between all pairs of players.

use crate::{
    commands::report::page_data::{DifferenceCell, DifferenceTable, Grid},
    present::words::counted,
};
use tournament::compare::CONFIDENCE;
use tournament::compare::{CommonRounds, Leaderboard, LeaderboardOptions, Measure, Order, PairComparison, RoundTable};

/// The differences in guesses and in points, in the order of the grid's players.
pub fn differences(grid: &Grid, table: &RoundTable) -> Vec<DifferenceTable> {
    let common = CommonRounds::ranked(table);
    let limit = grid.guess_limit;
    [("guesses", Order::Guesses, Measure::Guesses { limit }), ("points", Order::Score, Measure::Score)]
        .into_iter()
        .map(|(name, order, measure)| of_measure(grid, &common, name, order, measure))
        .collect()
}

fn of_measure(
    grid: &Grid,
    common: &CommonRounds,
    name: &'static str,
    order: Order,
    measure: Measure,
) -> DifferenceTable {
    let options = LeaderboardOptions { order, guess_limit: grid.guess_limit, confidence: CONFIDENCE };
    let board = Leaderboard::new(common, &options);
    // The players of the grid, with their positions among the common rounds and their places on the board.
    let mut players: Vec<(usize, usize, usize)> = (0..common.players().len())
        .filter_map(|position| {
            let name = common.name(position);
            let place = board.entries.iter().position(|entry| entry.player == name)?;
            Some((grid.player(name)?, position, place))
        })
        .collect();
    players.sort_unstable();
    let half_table: Vec<Vec<PairComparison>> = players
        .iter()
        .enumerate()
        .map(|(row, (_, first, _))| {
            let others = players.iter().skip(row + 1);
            others.map(|(_, second, _)| PairComparison::new(common, *first, *second, measure)).collect()
        })
        .collect();
    let cell = |row: usize, column: usize| {
        if row == column {
            return None;
        }
        let (first, second, sign) = if row < column { (row, column, 1.0) } else { (column, row, -1.0) };
        let estimate = half_table[first][second - first - 1].all.estimate;
        Some(DifferenceCell {
            // Not -0.
            mean: sign * estimate.mean + 0.0,
            half_width: estimate.interval(CONFIDENCE).map(|interval| interval.half_width()),
            p_value: board.p_value(players[row].2, players[column].2),
        })
    };
    let pairs = players.len() * players.len().saturating_sub(1) / 2;
    DifferenceTable {
        name,
        is_gain: measure.is_gain(),
        rows: (0..players.len()).map(|row| (0..players.len()).map(|column| cell(row, column)).collect()).collect(),
        players: players.into_iter().map(|(player, ..)| player).collect(),
        note: format!(
            "Mean difference of a round on the same secrets, row less column, over {} and {} each. ~: cannot be told apart at {:.0} % by \
             {name} (paired t tests, Holm's correction for {}); the letters of the leaderboard test the SCORE.",
            counted(board.matches.len(), "match"),
            counted(board.rounds, "round"),
            CONFIDENCE * 100.0,
            counted(pairs, "pair"),
        ),
    }
}
