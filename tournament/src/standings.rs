//! The standings of a tournament: who is ahead, and where.

use crate::{Summary, TimingSummary};

/// A player's results over all its matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// The sum of the SCORES of its matches.
    pub score: f64,
    /// The rounds it played.
    pub rounds: u64,
    /// The rounds it won.
    pub wins: u64,
    /// The rounds it lost.
    pub losses: u64,
    /// The rounds it failed.
    pub failures: u64,
    /// The mean number of guesses of the rounds it won.
    pub mean_guesses: Option<f64>,
    /// The mean CPU time of a match's guess, in microseconds, where it was measured: every match counts the same.
    pub guess_us: Option<f64>,
}

/// The standings of all players, the best one first; equals stay in the order of the records.
#[must_use]
pub fn standings(summaries: &[Summary], timings: &[TimingSummary]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = in_order(summaries, |row| row.player.clone())
        .into_iter()
        .map(|player| {
            let own = || summaries.iter().filter(|row| row.player == player);
            let wins = own().map(|row| row.wins).sum();
            let guesses: f64 = own().filter_map(|row| Some(row.mean_guesses? * row.wins as f64)).sum();
            let times: Vec<f64> = timings.iter().filter(|row| row.player == player).map(|row| row.guess_us).collect();
            Standing {
                score: own().map(|row| row.score).sum(),
                rounds: own().map(|row| row.rounds).sum(),
                wins,
                losses: own().map(Summary::losses).sum(),
                failures: own().map(Summary::failures).sum(),
                mean_guesses: (wins > 0).then(|| guesses / wins as f64),
                guess_us: (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64),
                player,
            }
        })
        .collect();
    standings.sort_by(|a, b| b.score.total_cmp(&a.score));
    standings
}

/// The different values of the rows in the order in which they first occur.
pub fn in_order<'a>(rows: impl IntoIterator<Item = &'a Summary>, value: impl Fn(&Summary) -> String) -> Vec<String> {
    let mut values = Vec::new();
    for value in rows.into_iter().map(value) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}
