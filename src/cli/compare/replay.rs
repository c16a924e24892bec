//! The command that plays a round again.

use crate::cli::{program_name::program_name, shell_word};
use comparison::MatchName;

/// The command that shows the games of players in a round of the tournament in a folder. All else is in its manifest.
pub fn command(folder: &str, players: [&str; 2], game: &MatchName, round: u32) -> String {
    let (players, scsa) = (players.map(shell_word).join(","), shell_word(&game.scsa));
    let (program, folder) = (program_name(), shell_word(folder));
    format!("{program} games {players} --from {folder} --scsa {scsa} --sizes {} --round {round}", game.size)
}
