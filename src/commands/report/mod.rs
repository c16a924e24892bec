//! `arena report`

mod notable_rounds;
mod replays;

pub use replays::causes;

use super::games::analyze;
use super::show::html_table;
use crate::failure::Failure;
use crate::playing::results_output;
use crate::present::{
    By, Focus, FolderData, FolderLeaderboard, JoinedFolders, PageData, PlayedRounds, PlayedVersion, ResultsFolder,
    Section, check_file, counted, differences, distributions, known_names, match_of, page, shell_word, stdout,
    trust_option, unwritable, visible_page,
};
use crate::settings::{DEFAULT_FOLDER, PlayerList, Trust};
use maud::html;
use notable_rounds::{REFERENCE, ReplayBudget, ReplayPlans};
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tournament::compare::RoundTable;
use tournament::{Codemaker, Manifest, Registry, Status, files, in_order};

/// How many games are played again, and the CPU time that they may have taken when they were recorded.
const GAMES: usize = 300;
const TIME: Duration = Duration::from_secs(3);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena report                                  results/latest/report.html
  arena report results/contest --out page.html
  arena report results/contest results/later    a player that was added later
  arena report results/contest --players all,-bayes:1 --out page.html
  arena report mine --focus anna                where anna stands, and its worst games beside those of rao
  arena report mine --replays 2000              more rounds guess by guess, whatever they take")]
pub struct ReportCommand {
    /// The results folders; several of the same rounds (seed, rules, limits, knowledge) are shown as one. A folder of results folders stands for
    /// these
    #[arg(value_name = "DIR", default_value = DEFAULT_FOLDER)]
    folders: Vec<PathBuf>,
    /// The file of the page [default: report.html in the first folder]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// The player whose place and worst games come first; `none`: no player [default: the first external player]
    #[arg(long, value_name = "NAME", help_heading = "What is shown")]
    focus: Option<String>,
    #[arg(
        long, value_name = "N", help_heading = "What is shown",
        help = format!(
            "The most games that are played again, to be shown guess by guess [default: {GAMES}, and no more than {} s of CPU time]",
            TIME.as_secs()
        )
    )]
    replays: Option<usize>,
    /// Leave out the replays
    #[arg(long, conflicts_with = "replays", help_heading = "What is shown")]
    no_replays: bool,
    /// Overwrite a file that is not such a page
    #[arg(long, help_heading = "Output")]
    force: bool,
    #[command(flatten, next_help_heading = "What is shown")]
    players: PlayerList,
    #[command(flatten)]
    trust: Trust,
    #[arg(skip)]
    handout: Option<Handout>,
}

/// What a page says that others get: not how the results were made, from which the secrets follow, nor where they are.
#[derive(Clone, Debug)]
pub struct Handout {
    /// What the page begins with.
    pub lines: Vec<String>,
    /// Whether it shows games, which have secrets.
    pub has_games: bool,
    /// What the page calls players.
    pub names: HashMap<String, String>,
    /// Whether these names are not to be found out: what players write, such as why they failed, is left out.
    pub is_anonymous: bool,
    /// What the versions of players did, those of a player one after the other.
    pub versions: Vec<PlayedVersion>,
}

impl Handout {
    pub fn name(&self, player: &str) -> String {
        self.names.get(player).map_or(player, String::as_str).to_owned()
    }
}

impl ReportCommand {
    pub fn handed_out(folders: Vec<PathBuf>, out: &Path, focus: Option<String>, handout: Handout) -> ReportCommand {
        let focus = focus.or(Some("none".to_owned()));
        let no_replays = !handout.has_games;
        ReportCommand { focus, no_replays, handout: Some(handout), ..ReportCommand::of_folders(folders, out) }
    }

    pub fn of_folders(folders: Vec<PathBuf>, out: &Path) -> ReportCommand {
        let (out, trust, players) = (Some(out.to_owned()), Trust::default(), PlayerList::default());
        let (focus, replays, handout) = (None, None, None);
        ReportCommand { folders, out, focus, replays, no_replays: false, force: true, players, trust, handout }
    }

    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let said = self.write(registry)?;
        let mut lines = stdout();
        writeln!(lines, "{said}")?;
        Ok(lines.flush()?)
    }

    pub fn write(&self, registry: &Registry) -> Result<String, Failure> {
        let page = || self.folders.first().map(|folder| folder.join(files::PAGE)).unwrap_or_default();
        let out = self.out.clone().unwrap_or_else(page);
        let mut joined = JoinedFolders::read(&self.folders)?;
        check(&joined)?;
        joined.retain_players(&self.players)?;
        let file = check_file(&out, "--out", self.force)?;
        let mut focus = self.focused(&joined)?;
        if let Some(handout) = &self.handout {
            joined.rename(
                |player| handout.name(player),
                |player| !(handout.is_anonymous && handout.names.contains_key(player)),
            );
            focus = focus.map(|player| handout.name(&player));
        }
        let mut data = gather(&joined, registry, focus.as_deref());
        if let Some(Handout { lines, versions, .. }) = &self.handout {
            data.setup.clone_from(lines);
            data.folders.clear();
            data.versions.clone_from(versions);
        } else {
            let sheet =
                |folder: &ResultsFolder| analyze::kept(&folder.path, |player| data.grid.player(player).is_some());
            let sheets = joined.folders.iter().filter_map(|folder| sheet(folder).transpose());
            let sheets = sheets.collect::<Result<Vec<_>, _>>()?;
            data.analysis = (!sheets.is_empty()).then(|| html! { @for sheet in &sheets { (html_table(sheet)) } });
        }
        let plans = self.plans(&joined, registry);
        let plans = plans.as_ref().map_err(String::clone);
        let budget = ReplayBudget { most: self.replays.unwrap_or(GAMES), time: self.replays.is_none().then_some(TIME) };
        let played = |table| PlayedRounds { grid: &data.grid, table };
        let replays = plans.clone().and_then(|(table, plans)| replays::replays(&played(table), plans, budget));
        if let Some(player) = focus.and_then(|name| data.grid.player(&name)) {
            let (name, beside) = (&data.grid.players[player], beside(&data, &joined, player));
            let reference =
                if name == REFERENCE { beside.map(|one| &*data.grid.players[one]) } else { Some(REFERENCE) };
            let games = plans.and_then(|(table, plans)| {
                let games = replays::worst_games(&played(table), &joined, plans, (player, reference), budget);
                games.map_err(|failure| failure.message)
            });
            let causes = causes(&joined, name)?;
            data.focus = Some(Focus { player, beside, causes, games });
        }
        data.replays = replays;
        let text = page::render(&data);
        files::write_whole(&file, visible_page(&text).as_bytes()).map_err(|e| unwritable(&e, "--out"))?;
        let games = counted(data.replays.as_ref().map_or(0, |replays| replays.games), "game");
        let players = counted(data.grid.players.len(), "player");
        let rounds = counted(data.grid.cells.iter().map(|cell| cell.summary.played).sum::<u64>(), "round");
        let (out, kilobytes) = (out.display(), text.len().div_ceil(1000));
        Ok(format!("{out}: {players}, {rounds}, {games} guess by guess, {kilobytes} kB"))
    }

    fn focused(&self, joined: &JoinedFolders) -> Result<Option<String>, Failure> {
        let players = in_order(&joined.results.summaries, |row| row.player.clone());
        match &self.focus {
            None => Ok(joined.manifests().flat_map(programs).find(|one| players.contains(one)).cloned()),
            Some(name) if name == "none" => Ok(None),
            Some(name) if players.contains(name) => Ok(Some(name.clone())),
            Some(name) => {
                let known: Vec<&str> = players.iter().map(String::as_str).collect();
                Err(failure!("--focus {name}: no such player was played; {}", known_names(name, "players", &known)))
            }
        }
    }

    /// The rounds, and the tournaments in which they are played again; or why they are not.
    fn plans<'a>(&self, joined: &'a JoinedFolders, registry: &Registry) -> Section<(&'a RoundTable, ReplayPlans)> {
        if self.no_replays {
            return Err(match self.handout {
                None => "Not on this page, because it was made with --no-replays.".to_owned(),
                Some(_) => "Games are here after the deadline.".to_owned(),
            });
        }
        let table = joined.rounds.as_ref().map_err(|reason| format!("Not on this page, because {reason}."))?;
        let is_anonymous = self.handout.as_ref().is_some_and(|handout| handout.is_anonymous);
        let mut plans = ReplayPlans::new(joined, registry, self.trust).map_err(|failure| match is_anonymous {
            true => "No round can be played again.".to_owned(),
            false => format!("No round can be played again: {}.", failure.message),
        })?;
        plans.hides_causes = is_anonymous;
        Ok((table, plans))
    }
}

/// The players of a tournament that are programs of their own, in its order.
fn programs(manifest: &Manifest) -> impl Iterator<Item = &String> {
    manifest.players.iter().filter(|player| manifest.external_players.contains_key(*player))
}

/// Beside whose means those of a player are shown: the reference, or the best other player that is no program of its own.
fn beside(data: &PageData, joined: &JoinedFolders, player: usize) -> Option<usize> {
    let is_program =
        |name: &str| joined.manifests().flat_map(programs).any(|program| program == joined.recorded_name(name));
    let ranked = data.leaderboard.rows.iter().map(|row| &*row.player).filter(|name| !is_program(name));
    let mut players = [REFERENCE].into_iter().chain(ranked).filter_map(|name| data.grid.player(name));
    players.find(|other| *other != player)
}

/// What a page shows of results folders, without games.
fn gather(joined: &JoinedFolders, registry: &Registry, focus: Option<&str>) -> PageData {
    let board = FolderLeaderboard::new(joined.leaderboard_input(), By::Score);
    let mut page = PageData::new(results_output::setup_lines(joined), &joined.results, &board, "", focus);
    page.rules = joined.manifests().next().map(|manifest| manifest.rules).unwrap_or_default();
    page.codemakers = page.grid.scsas.iter().map(|scsa| (scsa.clone(), summary_of(registry, scsa))).collect();
    match &joined.rounds {
        Ok(table) => {
            let differences = || match page.leaderboard.rows.len() {
                0 | 1 => Err("There are no two players with common rounds.".to_owned()),
                _ => Ok(differences(&page.grid, table)),
            };
            let distributions = || distributions(&PlayedRounds { grid: &page.grid, table });
            (page.differences, page.distributions) = rayon::join(differences, distributions);
        }
        Err(reason) => {
            let missing = format!("Not on this page, because {reason}.");
            (page.distributions, page.differences) = (Err(missing.clone()), Err(missing));
        }
    }
    let folder = |folder: &ResultsFolder| FolderData {
        path: folder.path.display().to_string(),
        rounds: joined.rounds_played(folder),
        manifest: folder.manifest.as_ref().ok().cloned(),
    };
    page.folders = joined.folders.iter().map(folder).collect();
    page
}

fn summary_of(registry: &Registry, codemaker: &str) -> String {
    let is_file =
        [Codemaker::FILE_PREFIX, Codemaker::WEIGHTED_PREFIX].iter().any(|prefix| codemaker.starts_with(prefix));
    match registry.codemakers.iter().find(|one| one.name() == codemaker).and_then(Codemaker::rule) {
        Some(rule) => rule.summary().to_owned(),
        None if is_file => "codes of a file".to_owned(),
        None => "codes that a program made before the tournament".to_owned(),
    }
}

/// Fails unless the folders have manifests of this version or none, no file of rows is cut, and the rounds are those that the matches count.
pub fn check(joined: &JoinedFolders) -> Result<(), Failure> {
    for folder in &joined.folders {
        // Without a manifest, how results were made is not known, and the page says so.
        if let Some(e) = folder.manifest.as_ref().err().filter(|_| folder.path.join(files::MANIFEST).exists()) {
            bail!(
                "{e}; it is not of this version of the program: make the page with the version that played, or play again"
            );
        }
        for name in [files::SUMMARY, files::TIMING_SUMMARY, files::ROUNDS] {
            let path = folder.path.join(name);
            let (is_cut, shown, advice) = (is_cut(&path).unwrap_or(false), path.display(), what_to_do(folder));
            ensure!(!is_cut, "{shown} is cut: its last row has no end; {advice}");
        }
    }
    let Ok(table) = &joined.rounds else { return Ok(()) };
    // The rest of the rounds of other matches counts as lost, and is in the table.
    for row in joined.results.summaries.iter().filter(|row| row.status == Status::Played) {
        let found = table.find(&row.player, &match_of(row));
        let found = found.map_or(0, |(player, match_)| table.numbers(player, match_).len() as u64);
        ensure!(
            found == row.counted(),
            "{} has {found} of the {} rounds of {} that {} counts: rows are missing; {}",
            files::ROUNDS,
            row.counted(),
            row.key(),
            files::SUMMARY,
            joined.folders.first().map(what_to_do).unwrap_or_default()
        );
    }
    Ok(())
}

fn what_to_do(folder: &ResultsFolder) -> String {
    let trust = folder.manifest.as_ref().map(|manifest| trust_option(manifest, None)).unwrap_or_default();
    format!("`arena verify {}{trust}` shows what is wrong", shell_word(&folder.path.display().to_string()))
}

/// Whether a file does not end with a line break. One that is missing or empty is not cut.
fn is_cut(path: &Path) -> std::io::Result<bool> {
    let mut file = folder_files::open(path)?;
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
