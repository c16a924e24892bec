//! How many rounds of every match took how many guesses.

use crate::commands::report::{
    page_data::{Distribution, Section},
    played_rounds::PlayedRounds,
};

/// Rounds with more guesses have no bar: nobody could see it among as many.
const MOST_BARS: usize = 10_000;

/// The distributions of all matches that were played.
pub fn distributions(played: &PlayedRounds) -> Section<Vec<Distribution>> {
    let mut all = Vec::new();
    for cell in played.grid.cells.iter().filter(|cell| cell.summary.rounds > 0) {
        let (mut counts, mut not_won) = (Vec::<u64>::new(), 0);
        for round in played.of_cell(cell).map(|played| played.round) {
            if !round.is_won() {
                not_won += 1;
                continue;
            }
            let guesses = round.guesses as usize;
            if guesses > MOST_BARS {
                return Err(format!(
                    "A round of {guesses} guesses is among these, more than the {MOST_BARS} that are shown."
                ));
            }
            if counts.len() <= guesses {
                counts.resize(guesses + 1, 0);
            }
            counts[guesses] += 1;
        }
        let first = counts.iter().position(|count| *count > 0).unwrap_or(0);
        all.push(Distribution(cell.player, cell.scsa, cell.size, first as u32, counts.split_off(first), not_won));
    }
    Ok(all)
}
