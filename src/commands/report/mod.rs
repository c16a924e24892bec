//! `arena report`

mod check;
mod notable_rounds;
pub mod page;
pub mod page_data;
mod replays;

use crate::{
    failure::Failure,
    playing::setup_lines,
    present::{
        joined_folders::JoinedFolders,
        leaderboard::{By, FolderLeaderboard},
        output::{stdout, visible_page},
        words::counted,
    },
    settings::output_options::DEFAULT_FOLDER,
};
use notable_rounds::{PlayedRounds, ReplayBudget};
use page_data::{PageData, Section, differences, distributions};
use replays::{ReplayPlans, Replays};
use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};
use tournament::{Registry, files};

/// How many games are played again, and the CPU time that they may have taken when they were recorded.
const GAMES: usize = 300;
const TIME: Duration = Duration::from_secs(3);

/// The arguments of `arena report`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena report                                  results/latest/report.html
  arena report results/contest --out page.html
  arena report results/contest results/later    a player that was added later
  arena report mine --replays 2000              more rounds guess by guess, whatever they take")]
pub struct ReportCommand {
    /// The results folders; several of the same rounds (seed, rules, limits, knowledge) are shown as one
    #[arg(value_name = "DIR", default_value = DEFAULT_FOLDER)]
    folders: Vec<PathBuf>,
    /// The file of the page [default: report.html in the first folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[arg(
        long, value_name = "N",
        help = format!(
            "The most games that are played again, to be shown guess by guess [default: {GAMES}, and no more than {} s of CPU time]",
            TIME.as_secs()
        )
    )]
    replays: Option<usize>,
    /// Play no game again
    #[arg(long, conflicts_with = "replays")]
    no_replays: bool,
    /// Overwrite a file that is no such page
    #[arg(long)]
    force: bool,
}

impl ReportCommand {
    /// The page of one folder.
    pub fn of_folder(folder: &Path, out: &Path) -> ReportCommand {
        let (folders, out) = (vec![folder.to_owned()], Some(out.to_owned()));
        ReportCommand { folders, out, replays: None, no_replays: false, force: true }
    }

    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let said = self.write(registry)?;
        let mut lines = stdout();
        writeln!(lines, "{said}")?;
        Ok(lines.flush()?)
    }

    /// Writes the page, and returns what is on it.
    pub fn write(&self, registry: &Registry) -> Result<String, Failure> {
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| self.folders.first().map(|dir| dir.join(files::PAGE)).unwrap_or_default());
        let joined = JoinedFolders::read(&self.folders)?;
        check::check(&joined)?;
        let file = check_file(&out, "--out", self.force)?;
        let mut data = gather(&joined, "Not on this page, because it was made with --no-replays.");
        if !self.no_replays {
            data.replays = self.replays(&joined, &data, registry);
        }
        let text = page::page(&data);
        write_file(&file, "--out", &text)?;
        let games = data.replays.as_ref().map_or(0, |replays| replays.games);
        Ok(format!(
            "{}: {}, {}, {} guess by guess, {} kB",
            out.display(),
            counted(data.grid.players.len(), "player"),
            counted(data.grid.cells.iter().map(|cell| cell.summary.rounds).sum::<u64>(), "round"),
            counted(games, "game"),
            text.len().div_ceil(1000),
        ))
    }

    fn replays(&self, joined: &JoinedFolders, data: &PageData, registry: &Registry) -> Section<Replays> {
        let table = joined.rounds.as_ref().map_err(|reason| format!("Not on this page, because {reason}."))?;
        let plans = ReplayPlans::new(joined, registry)
            .map_err(|failure| format!("No round can be played again: {}.", failure.message()))?;
        let budget = ReplayBudget { most: self.replays.unwrap_or(GAMES), time: self.replays.is_none().then_some(TIME) };
        replays::replays(&PlayedRounds { grid: &data.grid, table }, &plans, budget)
    }
}

/// What a page shows of results folders, without replays: the sentence stands in their place.
fn gather(joined: &JoinedFolders, why_no_replays: &str) -> PageData {
    let board = FolderLeaderboard::new(joined.leaderboard_input(), By::Score);
    let mut page = PageData::new(setup_lines::lines(joined), &joined.results, &board, why_no_replays);
    match &joined.rounds {
        Ok(table) => {
            page.distributions = distributions(&PlayedRounds { grid: &page.grid, table });
            page.differences = match page.leaderboard.rows.len() {
                0 | 1 => Err("There are no two players with common rounds.".to_owned()),
                _ => Ok(differences(&page.grid, table)),
            };
        }
        Err(reason) => {
            page.distributions = Err(format!("Not on this page, because {reason}."));
            page.differences = page.distributions.clone().map(|_| Vec::new());
        }
    }
    joined.folders.iter().fold(page, |page, folder| {
        page.with_folder(folder.path, joined.rounds_played(folder), folder.manifest.as_ref().ok())
    })
}

/// The file of a page that a person named by that option, after a check that it can be replaced by a page. In a results folder nothing
/// but a page is.
pub fn check_file(out: &Path, option: &str, is_forced: bool) -> Result<PathBuf, Failure> {
    let file = files::target(out).map_err(|e| unwritable(&e, option))?;
    files::check_writable(&file).map_err(|e| unwritable(&e, option))?;
    if file.exists() && !files::is_page(&file) {
        let may_force = option == "--out" && !files::is_in_results(&file);
        if !(may_force && is_forced) {
            let force = if may_force { "--force to overwrite it, or " } else { "" };
            return Err(Failure::input(format!(
                "{} exists and is no page of this program; give {force}another file with {option}",
                out.display()
            )));
        }
    }
    Ok(file)
}

/// Writes a page whole.
fn write_file(out: &Path, option: &str, page: &str) -> Result<(), Failure> {
    files::write_whole(out, visible_page(page).as_bytes()).map_err(|e| unwritable(&e, option))
}

fn unwritable(e: &tournament::FileError, option: &str) -> Failure {
    Failure::input(format!("{e}; give a file that can be written with {option}"))
}
