//! What the script reads.

use crate::commands::report::page_data::{Cell, Distribution, PageData};
use serde::Serialize;

/// What the script reads.
#[derive(Serialize)]
struct ScriptData<'a> {
    players: &'a [String],
    scsas: &'a [String],
    sizes: &'a [String],
    guess_limit: usize,
    /// How many of the players are ranked. They come first.
    ranked: usize,
    /// The matches over which guesses are compared.
    guess_matches: &'a [(usize, usize)],
    matches: &'a [Cell],
    distributions: Option<&'a [Distribution]>,
    replays: Option<&'a [crate::commands::report::replay_data::ReplayRound]>,
    reload_seconds: Option<u32>,
}

/// The data as JSON that cannot end the script element.
pub fn json(data: &PageData) -> String {
    let script = ScriptData {
        players: &data.grid.players,
        scsas: &data.grid.scsas,
        sizes: &data.grid.sizes,
        guess_limit: data.grid.guess_limit,
        ranked: data.leaderboard.rows.len(),
        guess_matches: &data.leaderboard.matches,
        matches: &data.grid.cells,
        distributions: data.distributions.as_deref().ok(),
        replays: data.replays.as_ref().ok().map(|replays| &*replays.rounds),
        reload_seconds: data.reload_seconds,
    };
    // Numbers and texts can be written.
    serde_json::to_string(&script).unwrap_or_default().replace('<', "\\u003c")
}
