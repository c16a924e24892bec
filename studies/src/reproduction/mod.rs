//! The experiments of the report, made again: its Tables 1 to 14 beside what the players do here.
//!
//! [`published`] holds the report's figures, [`comparison`] puts one beside ours, [`page`] and [`times`] write them down
//! for people and [`charts`] draws them; [`remarks`] is what is to be said of them.

mod cell;
mod charts;
mod comparison;
mod page;
mod published;
mod remarks;
mod times;

use crate::{Codemakers, FileError, KnowledgePolicy, Limits, Machine, Results, Rules, Seed, files, tournament::Plan};
use comparison::Comparison;
use scsa::Size;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The page with the scores and guesses.
pub const PAGE: &str = "report.md";
/// The page with the times.
pub const TIMES: &str = "times.md";
/// The folder of the matches against the codemakers that the report knows.
pub const CONTEST: &str = "contest";
/// The folder of the matches against mysteries.
pub const MYSTERIES: &str = "mysteries";

/// The report's experiments, with so many rounds a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The rounds of every match.
    pub rounds: u64,
    /// What every random stream follows from.
    pub seed: Seed,
}

/// The players of the tables that play anything.
const GENERAL_PLAYERS: [&str; 5] = ["baseline-3", "baseline-4", "rao", "local-search", "dino"];
/// The local search with a wider beam, which the report says was worse.
const WIDER: &str = "local-search:4";
/// The players that were made for one codemaker.
const SPECIAL_PLAYERS: [&str; 5] =
    ["dino-two-color-alternating", "dino-first-and-last", "dino-ab-color", "dino-only-once", "dino-mystery-2"];

impl Experiment {
    /// The rounds of every match unless told otherwise: with them the standard error of every mean that all rounds count for
    /// is below 0.5 %.
    pub const ROUNDS: u64 = 20_000;

    /// The tournaments to be played, each into a folder of that name.
    #[must_use]
    pub fn tournaments(&self) -> [(&'static str, Plan); 2] {
        [
            (CONTEST, self.plan(&published::SCSAS, &published::SIZES)),
            (MYSTERIES, self.plan(&["mystery-2", "mystery-5"], &[published::MYSTERY_SIZE])),
        ]
    }

    fn plan(&self, scsas: &[&str], sizes: &[&str]) -> Plan {
        Plan {
            players: GENERAL_PLAYERS
                .iter()
                .chain(&[WIDER])
                .chain(&SPECIAL_PLAYERS)
                .filter_map(|name| players::find(name).ok())
                .collect(),
            codemakers: scsas.iter().filter_map(|name| Codemakers::builtin().find(name).ok().flatten()).collect(),
            sizes: sizes.iter().filter_map(|size| size.parse().ok()).collect(),
            rounds: Some(self.rounds),
            seed: self.seed,
            limits: Limits::default(),
            rules: Rules::Report,
            knowledge: KnowledgePolicy::default(),
        }
    }

    /// Makes the folder ready: the tables, pages and charts of an earlier reproduction are removed, so that none of them
    /// can stand beside later matches.
    ///
    /// # Errors
    /// [`FileError`] when the folder cannot be made or something cannot be removed.
    pub fn clear(folder: &Path) -> Result<(), FileError> {
        let charts = folder.join(files::CHARTS);
        fs::create_dir_all(&charts).map_err(|e| FileError::new(&charts, "make the folder", e))?;
        let pictures = charts::names()
            .into_iter()
            .flat_map(|name| ["svg", "png"].map(|ending| charts.join(format!("{name}.{ending}"))));
        for path in own_files(folder).chain(pictures).filter(|path| path.exists()) {
            fs::remove_file(&path).map_err(|e| FileError::new(&path, "remove", e))?;
        }
        Ok(())
    }

    /// Writes the tables, the pages and the charts of all that was played. It takes half a second.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written; those before it are there.
    pub fn write(&self, results: &Results, machine: &Machine, folder: &Path) -> Result<(), FileError> {
        fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
        let tables = Tables::of_results(results);
        for table in published::TABLES {
            let (times, counts): (Vec<_>, Vec<_>) =
                tables.of(table).iter().partition(|one| one.figure.quantity.is_time());
            write_rows(&folder.join(format!("table-{table}.csv")), &counts)?;
            if !times.is_empty() {
                write_rows(&folder.join(format!("table-{table}-times.csv")), &times)?;
            }
        }
        charts::draw(&tables, folder)?;
        files::write_whole(&folder.join(TIMES), times::page(self, &tables, machine).as_bytes())?;
        files::write_whole(&folder.join(PAGE), page::page(self, &tables, results).as_bytes())
    }
}

/// Whether a folder holds what an experiment writes.
#[must_use]
pub fn is_written(folder: &Path) -> bool {
    let folders = [folder.to_owned(), folder.join(CONTEST), folder.join(MYSTERIES)];
    folders.iter().any(|folder| files::holds_results(folder)) || own_files(folder).any(|path| path.exists())
}

/// The pages and tables that an experiment may write.
fn own_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let tables = published::TABLES.flat_map(|table| [format!("table-{table}.csv"), format!("table-{table}-times.csv")]);
    let names: Vec<String> = [PAGE, TIMES].map(str::to_owned).into_iter().chain(tables).collect();
    let folder = folder.to_owned();
    names.into_iter().map(move |name| folder.join(name))
}

/// The figures of every table beside ours.
struct Tables(BTreeMap<u8, Vec<Comparison>>);

impl Tables {
    fn of_results(results: &Results) -> Tables {
        let compare = |table| {
            let figures = published::figures(table).into_iter();
            figures.map(|figure| Comparison::new(figure, figure.player, results)).collect()
        };
        Tables(published::TABLES.map(|table| (table, compare(table))).collect())
    }

    fn of(&self, table: u8) -> &[Comparison] {
        self.0.get(&table).map_or(&[], Vec::as_slice)
    }
}

/// A row of `table-….csv`.
#[derive(Serialize)]
struct Row {
    table: u8,
    player: &'static str,
    scsa: &'static str,
    pegs: usize,
    colors: usize,
    figure: &'static str,
    report: Option<f64>,
    report_rounds: u64,
    here: Option<f64>,
    here_se: Option<f64>,
    rounds: u64,
    apart: Option<f64>,
    ratio: Option<f64>,
    remark: &'static str,
}

fn write_rows(path: &Path, comparisons: &[&Comparison]) -> Result<(), FileError> {
    let rows = comparisons.iter().map(|one| {
        let figure = one.figure;
        let size = figure.size.parse::<Size>().ok();
        let round = |number: f64| (number * 1e6).round() / 1e6;
        Row {
            table: figure.table,
            player: figure.player,
            scsa: figure.scsa,
            pegs: size.map_or(0, Size::pegs),
            colors: size.map_or(0, Size::colors),
            figure: figure.quantity.name(),
            report: figure.value,
            report_rounds: figure.rounds,
            here: one.here.map(round),
            here_se: one.se.map(round),
            rounds: one.rounds,
            apart: one.apart.map(|apart| (apart * 1e3).round() / 1e3),
            ratio: one.ratio().map(|ratio| (ratio * 1e4).round() / 1e4),
            remark: if one.is_far() { remarks::of_figure(&figure).unwrap_or_default() } else { "" },
        }
    });
    files::write_table(path, rows)
}
