//! What is played, and in which folders it lies.

use super::{Experiment, OTHERS, OTHERS_OF_SAMPLES, PAGE, PLAYER, TIMES, charts, rows, targets};
use crate::{
    Codemaker, Codemakers, FileError, FolderLock, KnowledgePolicy, Limits, ResultFiles, Results, Rules, Summary,
    TimingSummary,
    chart::{self, ChartOptions},
    files,
    tournament::Plan,
};
use posterior::Ablation;
use scsa::Size;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// So much CPU time a player has for a round: no game is to be decided by the speed of a machine.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// Efforts beside the usual one.
const EFFORTS: [u8; 3] = [1, 3, 30];
const USUAL_EFFORT: u8 = 10;

/// A part of the experiment, with a folder of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All codemakers at all sizes.
    Table,
    /// The player with other efforts, and without one of its pieces.
    Ablation,
    /// Codes of mysteries.
    Samples,
}

impl Part {
    pub(super) const ALL: [Part; 3] = [Part::Table, Part::Ablation, Part::Samples];

    /// The name of its folder.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Part::Table => "table",
            Part::Ablation => "ablation",
            Part::Samples => "samples",
        }
    }

    /// Whether its single rounds are looked at.
    pub(super) const fn keeps_rounds(self) -> bool {
        matches!(self, Part::Ablation)
    }
}

/// Matches of the same number of rounds.
struct Group {
    part: Part,
    name: &'static str,
    scsas: &'static [&'static str],
    sizes: &'static [&'static str],
    rounds: u64,
}

const FEWER: &[&str] = &["usually-fewer", "prefer-fewer"];
const NOT_FEWER: &[&str] =
    &["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];

const GROUPS: [Group; 5] = [
    Group {
        part: Part::Table,
        name: "small",
        scsas: &targets::SCSAS,
        sizes: &["4x6", "6x10", "8x10", "8x12", "10x10"],
        rounds: 1000,
    },
    Group { part: Part::Table, name: "large", scsas: NOT_FEWER, sizes: &["15x20", "20x26"], rounds: 200 },
    Group { part: Part::Table, name: "large-fewer", scsas: FEWER, sizes: &["15x20", "20x26"], rounds: 1000 },
    Group {
        part: Part::Ablation,
        name: "10x10",
        scsas: &["insert-colors", "usually-fewer", "ab-color"],
        sizes: &["10x10"],
        rounds: 400,
    },
    Group { part: Part::Ablation, name: "20x26", scsas: &["insert-colors"], sizes: &["20x26"], rounds: 120 },
];

impl Group {
    fn folder(&self) -> String {
        format!("{}/{}", self.part.folder(), self.name)
    }
}

/// A tournament of the experiment.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What it is a part of.
    pub part: Part,
    /// Its folder in the experiment's.
    pub folder: String,
    /// What is played.
    pub plan: Plan,
}

impl Tournament {
    /// Makes its folder and begins its files.
    ///
    /// # Errors
    /// As [`ResultFiles::create`].
    pub fn begin(&self, folder: &Path) -> Result<ResultFiles, FileError> {
        let begin = |folder: &Path| ResultFiles::begin(FolderLock::acquire(folder)?, self.part.keeps_rounds());
        begin(&folder.join(&self.folder))
    }
}

impl Experiment {
    /// The tournaments to be played, in order.
    #[must_use]
    pub fn tournaments(&self) -> Vec<Tournament> {
        let groups = GROUPS.iter().filter_map(|group| {
            let sizes = self.sizes.iter().copied().filter(|size| group.sizes.contains(&&*size.to_string()));
            let sizes: Vec<Size> = sizes.collect();
            let players = match group.part {
                Part::Ablation => variants(),
                _ => beside(&OTHERS),
            };
            let codemakers =
                group.scsas.iter().filter_map(|name| Codemakers::builtin().find(name).ok().flatten()).collect();
            let plan = self.plan(&players, codemakers, group.rounds);
            let plan = Plan { sizes, ..plan };
            (!plan.sizes.is_empty()).then(|| Tournament { part: group.part, folder: group.folder(), plan })
        });
        let samples = self.samples.iter().map(|file| {
            let secrets = file.secrets.codes().len() as u64;
            let codemaker = Codemaker::Codes { name: file.scsa(), codes: file.secrets.clone() };
            let plan = self.plan(&beside(&OTHERS_OF_SAMPLES), vec![codemaker], secrets);
            Tournament {
                part: Part::Samples,
                folder: format!("{}/{}", Part::Samples.folder(), file.name),
                plan: Plan {
                    sizes: vec![file.size],
                    knowledge: KnowledgePolicy { reveal: false, samples: Some(file.told.clone()) },
                    ..plan
                },
            }
        });
        groups.chain(samples).collect()
    }

    fn plan(&self, players: &[String], codemakers: Vec<Codemaker>, rounds: u64) -> Plan {
        Plan {
            players: players.iter().filter_map(|name| players::find(name).ok()).collect(),
            codemakers,
            sizes: Vec::new(),
            rounds: Some(self.most_rounds.map_or(rounds, |most| most.min(rounds))),
            seed: self.seed,
            limits: Limits { time: TIME_LIMIT, ..Limits::default() },
            rules: Rules::Report,
            knowledge: KnowledgePolicy::default(),
        }
    }

    /// Removes what an earlier experiment left in the folder, but for what was begun anew: no page and no match of it can
    /// stand beside later ones.
    ///
    /// # Errors
    /// [`FileError`] when something cannot be removed.
    pub fn clear(&self, folder: &Path) -> Result<(), FileError> {
        for path in own_files(folder).into_iter().filter(|path| path.exists()) {
            fs::remove_file(&path).map_err(|e| FileError::new(&path, "remove", e))?;
        }
        let kept: Vec<PathBuf> = self.tournaments().iter().map(|one| folder.join(&one.folder)).collect();
        for older in own_folders(folder).iter().filter(|older| !kept.contains(older)) {
            files::remove_results(older)?;
        }
        Ok(())
    }
}

/// The names of the player that it is all about and of these.
fn beside(others: &[&str]) -> Vec<String> {
    [PLAYER].iter().chain(others).map(ToString::to_string).collect()
}

/// The player, with other efforts, and without each of its pieces.
fn variants() -> Vec<String> {
    let efforts = EFFORTS.map(|effort| format!("{PLAYER}:{effort}"));
    let pieces = Ablation::ALL.map(|piece| format!("{PLAYER}:{USUAL_EFFORT}-{}", piece.name()));
    [PLAYER.to_owned()].into_iter().chain(efforts).chain(pieces).collect()
}

/// Whether a folder holds what an experiment writes, or other results.
#[must_use]
pub fn is_written(folder: &Path) -> bool {
    let mut folders = own_folders(folder);
    folders.push(folder.to_owned());
    folders.iter().any(|folder| files::holds_results(folder)) || own_files(folder).iter().any(|path| path.exists())
}

/// The pages, tables and charts that an experiment may write.
fn own_files(folder: &Path) -> Vec<PathBuf> {
    let charts =
        charts::NAMES.iter().flat_map(|name| ["svg", "png"].map(|ending| format!("{}/{name}.{ending}", files::CHARTS)));
    [PAGE, TIMES]
        .iter()
        .chain(&rows::NAMES)
        .map(|name| folder.join(name))
        .chain(charts.map(|name| folder.join(name)))
        .collect()
}

/// The folders that may hold its matches, the inner ones first.
fn own_folders(folder: &Path) -> Vec<PathBuf> {
    let groups = GROUPS.iter().map(|group| folder.join(group.folder()));
    let samples = fs::read_dir(folder.join(Part::Samples.folder())).into_iter().flatten().flatten();
    let samples = samples.map(|entry| entry.path()).filter(|path| path.is_dir() && files::holds_results(path));
    groups.chain(samples).chain(Part::ALL.map(|part| folder.join(part.folder()))).collect()
}

/// Puts the matches of the table in the order of its sizes and codemakers, whatever tournament they come from.
pub fn put_in_order(results: &mut Results) {
    let place = |scsa: &str, size: String| {
        let size = targets::SIZES.iter().position(|name| *name == size);
        (size, targets::SCSAS.iter().position(|name| *name == scsa))
    };
    results.summaries.sort_by_key(|row| place(&row.scsa, row.size_name()));
    results.timings.sort_by_key(|row| place(&row.scsa, format!("{}x{}", row.pegs, row.colors)));
}

/// Writes the matches of a part together into its folder, with charts of all of them. Without a match nothing is written.
pub fn write_together(results: &Results, folder: &Path) -> Result<(), FileError> {
    if results.summaries.is_empty() {
        return Ok(());
    }
    let mut files = ResultFiles::begin(FolderLock::acquire(folder)?, false)?;
    let is_its = |row: &Summary, timing: &&TimingSummary| {
        (&timing.player, &timing.scsa, timing.size()) == (&row.player, &row.scsa, row.size())
    };
    for row in &results.summaries {
        files.summary(row, results.timings.iter().find(|timing| is_its(row, timing)))?;
    }
    chart::draw_all(results, &ChartOptions::default(), folder).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use std::collections::BTreeSet;

    fn experiment(sizes: &[&str]) -> Experiment {
        let sizes = sizes.iter().map(|size| size.parse().unwrap()).collect();
        Experiment { most_rounds: None, sizes, seed: Seed(1), samples: Vec::new() }
    }

    #[test]
    fn every_match_of_the_table_is_played_once_with_its_rounds() {
        let tournaments = experiment(&targets::SIZES).tournaments();
        let mut matches = BTreeSet::new();
        for game in tournaments.iter().filter(|one| one.part == Part::Table).flat_map(|one| one.plan.matches()) {
            let large = game.size.pegs() >= 15;
            let fewer = game.codemaker.name().ends_with("-fewer");
            assert_eq!(game.rounds, if large && !fewer { 200 } else { 1000 });
            assert!(targets::claim(game.codemaker.name(), &game.size.to_string()).is_some());
            matches.insert((game.player.name().to_owned(), game.codemaker.name().to_owned(), game.size.to_string()));
        }
        assert_eq!(matches.len(), 3 * 8 * 7);
        let ablation: Vec<&Plan> =
            tournaments.iter().filter(|one| one.part == Part::Ablation).map(|one| &one.plan).collect();
        assert_eq!(ablation.iter().map(|plan| plan.total_rounds()).collect::<Vec<_>>(), [10 * 3 * 400, 10 * 120]);
        assert!(ablation.iter().all(|plan| plan.players.len() == 4 + Ablation::ALL.len()));
    }

    #[test]
    fn sizes_and_rounds_can_be_fewer() {
        let few = Experiment { most_rounds: Some(3), ..experiment(&["4x6", "20x26"]) }.tournaments();
        let folders: Vec<&str> = few.iter().map(|one| &*one.folder).collect();
        assert_eq!(folders, ["table/small", "table/large", "table/large-fewer", "ablation/20x26"]);
        assert!(few.iter().all(|one| one.plan.rounds == Some(3) && one.plan.sizes.len() == 1));
    }
}
