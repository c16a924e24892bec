//! The recorded rounds of a page, by the indices of its players, codemakers and sizes.

use crate::commands::report::page_data::{Cell, Grid};
use tournament::compare::{MatchName, RoundResult, RoundTable};

/// The recorded rounds of a page.
#[derive(Clone, Copy, Debug)]
pub struct PlayedRounds<'a> {
    pub grid: &'a Grid,
    pub table: &'a RoundTable,
}

/// A round of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedRound {
    /// The player, the codemaker and the size, as indices.
    pub player: usize,
    pub scsa: usize,
    pub size: usize,
    /// The number of the round, from 1.
    pub number: u64,
    /// Its result.
    pub round: RoundResult,
}

impl<'a> PlayedRounds<'a> {
    /// The rounds of a match that were played.
    pub fn of_cell(self, cell: &'a Cell) -> impl Iterator<Item = PlayedRound> + Clone + 'a {
        let table = self.table;
        let player = table.players().iter().position(|player| *player == cell.summary.player);
        let name = cell.summary.size().map(|size| MatchName { scsa: cell.summary.scsa.clone(), size });
        let game = table.matches().iter().position(|game| Some(game) == name.as_ref());
        let (numbers, rounds) = match player.zip(game) {
            Some((player, game)) => (table.numbers(player, game), table.rounds(player, game)),
            None => (&[][..], &[][..]),
        };
        numbers.iter().zip(rounds).filter(|(_, round)| round.is_played()).map(|(number, round)| PlayedRound {
            player: cell.player,
            scsa: cell.scsa,
            size: cell.size,
            number: u64::from(*number),
            round: *round,
        })
    }

    /// A round of a player, if it was played.
    pub fn find(self, player: usize, scsa: usize, size: usize, number: u64) -> Option<PlayedRound> {
        self.of_cell(self.grid.cell(player, scsa, size)?).find(|round| round.number == number)
    }
}
