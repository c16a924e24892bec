//! Results folders in memory with their rounds, and several of the same rounds, joined.

use super::leaderboard::{LeaderboardInput, match_of};
use super::words::shell_word;
use crate::failure::Failure;
use crate::settings::PlayerList;
use folder_files::BoundedRows;
use scsa::Game;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::{fs, mem};
use tournament::compare::{Conflict, MatchEnd, RoundTable, TableError};
use tournament::{FileError, Likeness, Manifest, MatchKey, Results, Status, Summary, TimingSummary, files, in_order};

pub struct ResultsFolder {
    pub path: PathBuf,
    /// The finished matches. There is none if the tournament was killed during the first one.
    pub results: Results,
    /// A folder that joins the matches of several tournaments has none.
    pub manifest: Result<Manifest, FileError>,
}

impl ResultsFolder {
    fn read(path: PathBuf) -> Result<ResultsFolder, Failure> {
        files::check_format(&path).map_err(Failure::input)?;
        let results = if has_only_rounds(&path) { Ok(Results::default()) } else { files::read_results(&path) };
        let expected = "a results folder was expected, such as `arena run` makes";
        let results = results.map_err(|e| Failure::unread(&e, format!("{e}; {expected}")))?;
        Ok(ResultsFolder { manifest: Manifest::read(&path), results, path })
    }
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

fn why_not_read(folders: &[&Path]) -> Option<String> {
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

/// Adds what rows of rounds do not have: the guess limits, and the rounds that a player refused or the rules did not let it play. A match
/// that its codemaker does not support has no rounds.
fn complete(table: &mut RoundTable, results: &Results, manifest: Option<&Manifest>) {
    let limits = manifest.map_or_else(|| results.guess_limits(), |manifest| manifest.guess_limit.clone());
    table.set_guess_limits(|match_| limits.of(match_.game));
    for row in &results.summaries {
        let end = match row.status {
            Status::Played => continue,
            Status::Unsupported | Status::Refused => MatchEnd::Refused,
            Status::Ended | Status::Disqualified => MatchEnd::Ended,
        };
        table.forfeit(&row.player, &match_of(row), end);
    }
}

/// The most folders that a sentence names.
const MOST_NAMED: usize = 4;

pub const TRUST_OPTION: &str = "--trust-commands";

/// The option with a blank before it, if a command starts programs of a manifest: those of these players, or all.
pub fn trust_option(manifest: &Manifest, players: Option<&[&str]>) -> String {
    let needs_trust = match players {
        Some(players) => players.iter().any(|player| manifest.external_players.contains_key(*player)),
        None => !manifest.external_players.is_empty() || !manifest.external_codemakers.is_empty(),
    };
    if needs_trust { format!(" {TRUST_OPTION}") } else { String::new() }
}

/// The results folders that are meant: in the place of a folder of results folders, these, by name.
pub fn results_folders(paths: &[PathBuf]) -> Vec<PathBuf> {
    let of_path = |path: &PathBuf| {
        let names = if folder_files::holds_results(path) { Ok(Vec::new()) } else { folder_files::names(path) };
        let inner = names.unwrap_or_default().into_iter().map(|name| path.join(name));
        let inner: Vec<PathBuf> = inner.filter(|inner| folder_files::holds_results(inner)).collect();
        if inner.is_empty() { vec![path.clone()] } else { inner }
    };
    paths.iter().flat_map(of_path).collect()
}

pub struct JoinedFolders {
    pub folders: Vec<ResultsFolder>,
    pub results: Results,
    /// The rounds of all folders, with those that a player refused or the rules did not let it play; or why they were not read.
    pub rounds: Result<RoundTable, String>,
    /// The players that are shown, where some are left out, and the rounds of the others.
    pub shown: Option<(Vec<String>, u64)>,
    /// What the files call players that have another name here.
    pub recorded_names: HashMap<String, String>,
}

impl JoinedFolders {
    pub fn read(paths: &[PathBuf]) -> Result<JoinedFolders, Failure> {
        let mut joined = JoinedFolders::without_rounds(paths)?;
        let names: Vec<&Path> = joined.folders.iter().map(|folder| &*folder.path).collect();
        joined.rounds = match why_not_read(&names) {
            Some(reason) => Err(reason),
            None => Ok(joined.all_rounds()?),
        };
        Ok(joined)
    }

    pub fn all_rounds(&self) -> Result<RoundTable, Failure> {
        let names: Vec<&Path> = self.folders.iter().map(|folder| &*folder.path).collect();
        if let Some(path) = names.iter().find(|path| !path.join(files::ROUNDS).exists()) {
            bail!("{} has no {}; play the tournament again without --no-rounds", path.display(), files::ROUNDS);
        }
        let mut table = join_rounds(&names)?;
        complete(&mut table, &self.results, self.folders.first().and_then(|folder| folder.manifest.as_ref().ok()));
        if let Some((players, _)) = &self.shown {
            table.retain_players(|name| players.iter().any(|player| player == name));
        }
        Ok(table)
    }

    pub fn without_rounds(paths: &[PathBuf]) -> Result<JoinedFolders, Failure> {
        let paths = results_folders(paths);
        for (place, path) in paths.iter().enumerate() {
            ensure!(!paths[..place].contains(path), "{} is given twice; give different folders", path.display());
        }
        let folders = paths.into_iter().map(ResultsFolder::read).collect::<Result<Vec<_>, _>>()?;
        for (place, other) in folders.iter().enumerate().skip(1) {
            check_same_rounds(&folders[0], other)?;
            folders[..place].iter().try_for_each(|earlier| check_same_programs(earlier, other))?;
        }
        let results = join_results(&folders)?;
        let (rounds, recorded_names) = (Err("they are not read".to_owned()), HashMap::new());
        Ok(JoinedFolders { folders, results, rounds, shown: None, recorded_names })
    }

    /// Leaves out the players that a list does not select.
    pub fn retain_players(&mut self, list: &PlayerList) -> Result<(), Failure> {
        let played = self.results.summaries.iter().map(|row| &row.player);
        let played = played.chain(self.rounds.iter().flat_map(RoundTable::players));
        let known =
            in_order(self.manifests().flat_map(|manifest| &manifest.players).chain(played), ToString::to_string);
        let Some(players) = list.selected(&known, &self.name())? else { return Ok(()) };
        let is_shown = |name: &str| players.iter().any(|player| player == name);
        let all = self.rounds.as_ref().map_or(0, round_count);
        self.results.summaries.retain(|row| is_shown(&row.player));
        self.results.timings.retain(|row| is_shown(&row.player));
        if let Ok(table) = &mut self.rounds {
            table.retain_players(is_shown);
        }
        let left_out = all - self.rounds.as_ref().map_or(0, round_count);
        self.shown = Some((players, left_out));
        Ok(())
    }

    /// Calls players by other names. The notes of the players of whom it is said are left out.
    pub fn rename(&mut self, name: impl Fn(&str) -> String, has_notes: impl Fn(&str) -> bool) {
        let played = self.results.summaries.iter().map(|row| &row.player);
        let players =
            in_order(self.manifests().flat_map(|manifest| &manifest.players).chain(played), |name| (*name).clone());
        for row in self.results.summaries.iter_mut().filter(|row| !row.note.is_empty() && !has_notes(&row.player)) {
            "why is not said here".clone_into(&mut row.note);
        }
        self.results.summaries.iter_mut().for_each(|row| row.player = name(&row.player));
        self.results.timings.iter_mut().for_each(|row| row.player = name(&row.player));
        self.rounds = mem::replace(&mut self.rounds, Err(String::new())).map(|table| table.with_names(&name));
        self.shown = Some((players.iter().map(|player| name(player)).collect(), 0));
        self.recorded_names = players.into_iter().map(|player| (name(&player), player)).collect();
    }

    pub fn recorded_name<'a>(&'a self, player: &'a str) -> &'a str {
        self.recorded_names.get(player).map_or(player, String::as_str)
    }

    /// The paths of the folders, as sentences name them.
    fn name(&self) -> String {
        match self.folders.len() {
            many if many > MOST_NAMED => format!("these {many} folders"),
            _ => self.folders.iter().map(|folder| folder.path.display().to_string()).collect::<Vec<_>>().join(" and "),
        }
    }

    pub fn retain_game(&mut self, game: Game) -> Result<(), Failure> {
        self.results.summaries.retain(|row| row.game == game);
        self.results.timings.retain(|row| row.game == game);
        let mut has_rounds = false;
        if let Ok(table) = &mut self.rounds {
            table.retain_matches(|match_| match_.game == game);
            has_rounds = round_count(table) > 0;
        }
        if self.results.summaries.is_empty() && !has_rounds {
            let have = if self.folders.len() == 1 { "has" } else { "have" };
            bail!("{} {have} no match at {game}", self.name());
        }
        Ok(())
    }

    /// The rounds that were played into one of the folders: also those of a match that is not finished, if they are known.
    pub fn rounds_played(&self, folder: &ResultsFolder) -> u64 {
        match &self.rounds {
            Ok(table) if self.folders.len() == 1 => {
                round_count(table) + self.shown.as_ref().map_or(0, |(_, left_out)| *left_out)
            }
            _ => folder.results.summaries.iter().map(|row| row.played).sum(),
        }
    }

    pub fn leaderboard_input(&self) -> LeaderboardInput<'_> {
        LeaderboardInput {
            results: &self.results,
            rounds: self.rounds.as_ref().map_err(String::clone),
            players: match &self.shown {
                Some((players, _)) => players.iter().map(String::as_str).collect(),
                None => self.manifests().flat_map(|manifest| &manifest.players).map(String::as_str).collect(),
            },
            is_finished: self.manifests().all(|manifest| manifest.finished.is_some()),
            is_oversubscribed: self.is_oversubscribed(),
        }
    }

    /// Whether some times were measured while there were more workers than processors.
    pub fn is_oversubscribed(&self) -> bool {
        self.manifests().any(|manifest| manifest.oversubscribed)
    }

    pub fn manifests(&self) -> impl Iterator<Item = &Manifest> {
        self.folders.iter().filter_map(|folder| folder.manifest.as_ref().ok())
    }
}

fn round_count(table: &RoundTable) -> u64 {
    (0..table.players().len()).map(|player| table.played_rounds(player)).sum()
}

/// Fails unless two folders were played with the same seed, rules, limits and knowledge.
fn check_same_rounds(first: &ResultsFolder, other: &ResultsFolder) -> Result<(), Failure> {
    let (one, two) = match (&first.manifest, &other.manifest) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(e), _) | (_, Err(e)) => {
            bail!(
                "{} and {} cannot be shown as one, because it is not known whether they are of the same rounds: {e}",
                first.path.display(),
                other.path.display()
            );
        }
    };
    let differences = one.differences(two, Likeness::Rounds);
    ensure!(
        differences.is_empty(),
        "{} and {} are not of the same rounds: {}; give folders with the same seed, rules, limits and knowledge",
        first.path.display(),
        other.path.display(),
        differences.join(", ")
    );
    Ok(())
}

fn check_same_programs(first: &ResultsFolder, other: &ResultsFolder) -> Result<(), Failure> {
    let (Ok(one), Ok(two)) = (&first.manifest, &other.manifest) else { return Ok(()) };
    for (player, command) in &one.external_players {
        if let Some(other_command) = two.external_players.get(player).filter(|other| *other != command) {
            bail!(
                "{player} is `{command}` in {} and `{other_command}` in {}; give different players different names",
                first.path.display(),
                other.path.display()
            );
        }
    }
    Ok(())
}

fn join_results(folders: &[ResultsFolder]) -> Result<Results, Failure> {
    let mut results = Results::default();
    let mut known: HashMap<MatchKey, (&Summary, &Path)> = HashMap::new();
    for folder in folders {
        let is_known = |row: &&TimingSummary| known.contains_key(&row.key());
        results.timings.extend(folder.results.timings.iter().filter(|row| !is_known(row)).cloned());
        for row in &folder.results.summaries {
            let key = row.key();
            match known.get(&key) {
                None => {
                    known.insert(key, (row, &folder.path));
                    results.summaries.push(row.clone());
                }
                Some((other, _)) if *other == row => {}
                Some((_, other)) => return Err(two_results(&key.to_string(), [other, &folder.path])),
            }
        }
    }
    Ok(results)
}

fn join_rounds(folders: &[&Path]) -> Result<RoundTable, Failure> {
    let mut joined: Option<RoundTable> = None;
    for (place, folder) in folders.iter().enumerate() {
        let table = RoundTable::read([folder]).map_err(|e| Failure::unread(&e, &e))?;
        joined = Some(match joined {
            None => table,
            Some(joined) => joined.union(&table).map_err(|e| conflict(&e, &folders[..place], folder, &table))?,
        });
    }
    Ok(joined.unwrap_or_default())
}

fn conflict(error: &TableError, earlier: &[&Path], folder: &Path, table: &RoundTable) -> Failure {
    let conflict_with = |other: &Path| match RoundTable::read([other]).ok()?.union(table) {
        Err(TableError::Conflict { conflict, .. }) => Some(conflict),
        _ => None,
    };
    let found = earlier.iter().find_map(|other| Some((*other, conflict_with(other)?)));
    match found {
        Some((other, Conflict::Twice { match_, round, player })) => {
            two_results(&format!("round {round} of {player} against {match_}"), [other, folder])
        }
        Some((other, Conflict::Secret { match_, round, .. })) => failure!(
            "{} and {} are not of the same rounds: the secret of round {round} against {match_} is not the same",
            other.display(),
            folder.display()
        ),
        None => Failure::input(error.to_string()),
    }
}

fn two_results(what: &str, folders: [&Path; 2]) -> Failure {
    let [first, second] = folders.map(|folder| folder.display().to_string());
    let [one, other] = [&first, &second].map(|folder| shell_word(folder));
    failure!(
        "{what} is in {first} and in {second}, but not the same; show one of these folders, or compare them: \
         `arena compare {one} {other}`"
    )
}
