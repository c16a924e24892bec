//! A results folder in memory, and its rounds.

use crate::failure::Failure;
use folder_files::BoundedRows;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use tournament::compare::{MatchEnd, MatchName, RoundTable};
use tournament::{FileError, Limits, Manifest, Results, Status, Summary, files};

#[derive(Debug)]
pub struct ResultsFolder<'a> {
    pub path: &'a Path,
    /// The finished matches. There is none if the tournament was killed during the first one.
    pub results: Results,
    /// A folder that joins the matches of several tournaments has none.
    pub manifest: Result<Manifest, FileError>,
}

impl<'a> ResultsFolder<'a> {
    pub fn read(path: &'a Path) -> Result<ResultsFolder<'a>, Failure> {
        let results = if has_only_rounds(path) { Ok(Results::default()) } else { files::read_results(path) };
        let results = results.map_err(|e| no_results_folder(&e))?;
        Ok(ResultsFolder { manifest: Manifest::read(path), results, path })
    }

    /// Whether some times were measured while there were more workers than processors.
    pub fn is_oversubscribed(&self) -> bool {
        self.manifest.as_ref().is_ok_and(|manifest| manifest.oversubscribed)
    }

    /// What a round that was not won counts in a mean number of guesses.
    pub fn guess_limit(&self) -> usize {
        self.manifest.as_ref().map_or(Limits::default().guesses, |manifest| manifest.guess_limit)
    }
}

pub fn no_results_folder(e: &FileError) -> Failure {
    failure!("{e}; a results folder was expected, such as `arena run` makes")
}

fn has_only_rounds(folder: &Path) -> bool {
    let has_no_match = files::read_rows(&folder.join(files::SUMMARY), Summary::fault).is_ok_and(|rows| rows.is_empty());
    let has_round = || {
        let mut rows = BufReader::new(BoundedRows::new(folder_files::open(&folder.join(files::ROUNDS)).ok()?));
        let mut row = Vec::new();
        // The header, and a row that ends with a line break.
        rows.read_until(b'\n', &mut row).ok()?;
        row.clear();
        rows.read_until(b'\n', &mut row).ok()?;
        Some(row.ends_with(b"\n"))
    };
    has_no_match && has_round().unwrap_or(false)
}

/// The largest `rounds.csv` that is read for a leaderboard, in bytes: some five million rounds, which take 100 MB of memory. Of
/// several folders it is the largest sum.
const MOST_BYTES: u64 = 1 << 28;

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

pub fn match_of(row: &Summary) -> Option<MatchName> {
    row.size().map(|size| MatchName { scsa: row.scsa.clone(), size })
}

pub const TRUST_OPTION: &str = "--trust-commands";

/// Whether a command starts programs of a manifest: those of these players, or all.
pub fn needs_trust(manifest: &Manifest, players: Option<&[&str]>) -> bool {
    match players {
        Some(players) => players.iter().any(|player| manifest.external_players.contains_key(*player)),
        None => !manifest.external_players.is_empty() || !manifest.external_codemakers.is_empty(),
    }
}

/// The option with a blank before it, if a command needs it.
pub fn trust_option(manifest: &Manifest, players: Option<&[&str]>) -> String {
    if needs_trust(manifest, players) { format!(" {TRUST_OPTION}") } else { String::new() }
}
