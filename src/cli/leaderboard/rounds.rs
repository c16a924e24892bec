//! The rounds of results folders, for a leaderboard.

use crate::cli::{Failure, results_folder::ResultsFolder};
use std::{fs, path::Path};
use tournament::compare::{MatchEnd, MatchName, RoundTable};
use tournament::{Status, Summary, files};

/// The largest `rounds.csv` that is read for a leaderboard, in bytes: some five million rounds, which take 100 MB of memory. Of
/// several folders it is the largest sum.
const MOST_BYTES: u64 = 1 << 28;

/// Why the rounds of folders are not read, if they are not.
pub fn why_not_read(folders: &[&Path]) -> Option<String> {
    let mut bytes = 0;
    for folder in folders {
        match fs::metadata(folder.join(files::ROUNDS)) {
            Err(_) if folders.len() == 1 => return Some(format!("there is no {}", files::ROUNDS)),
            Err(_) => return Some(format!("there is no {} in {}", files::ROUNDS, folder.display())),
            Ok(file) => bytes += file.len(),
        }
    }
    let have = if folders.len() == 1 { "has" } else { "of all folders has" };
    (bytes > MOST_BYTES).then(|| format!("{} {have} more than {} MB", files::ROUNDS, MOST_BYTES >> 20))
}

/// The rounds of a folder, with those that a player refused or the rules did not let it play.
pub fn rounds_with_forfeits(folder: &ResultsFolder) -> Result<RoundTable, Failure> {
    let mut table = RoundTable::read([folder.path]).map_err(|e| Failure::input(e.to_string()))?;
    forfeit(&mut table, &folder.results.summaries);
    Ok(table)
}

/// Adds the rounds that a player refused or the rules did not let it play. A match that its codemaker does not support has no rounds.
pub fn forfeit(table: &mut RoundTable, summaries: &[Summary]) {
    for row in summaries {
        let end = match row.status {
            Status::Played => continue,
            Status::Unsupported => MatchEnd::Refused,
            Status::Ended | Status::Disqualified => MatchEnd::Ended,
        };
        if let Some(game) = match_of(row) {
            table.forfeit(&row.player, &game, end);
        }
    }
}

/// The match of a row.
pub fn match_of(row: &Summary) -> Option<MatchName> {
    row.size().map(|size| MatchName { scsa: row.scsa.clone(), size })
}
