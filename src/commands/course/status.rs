//! `arena course status`

use super::{folder::CourseFolder, settled::KnownOrder};
use crate::failure::Failure;
use crate::playing::play_folder;
use crate::present::leaderboard::LeaderboardRow;
use crate::present::{
    By, Column, FolderLeaderboard, JoinedFolders, Layout, Sheet, SheetFormat, counted, program_name, stdout, write_csv,
};
use crate::settings::Contest;
use course::{Row, Status};
use scsa::Game;
use std::collections::BTreeMap;
use std::io::Write;
use tournament::{Results, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course status                     all contests
  arena course status final --format csv")]
pub struct StatusCommand {
    /// The contest [default: all]
    contest: Option<String>,
    /// The format: table, markdown or csv
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    format: SheetFormat,
}

impl StatusCommand {
    pub fn run(&self, course: &CourseFolder) -> Result<(), Failure> {
        ensure!(self.format != SheetFormat::Json, "a status is a table, markdown or csv");
        let mut out = stdout();
        let mut lines = Vec::new();
        for contest in course.file.chosen(self.contest.as_deref())? {
            let sheet = sheet(course, contest)?;
            match self.format {
                SheetFormat::Csv => {
                    let header = lines.is_empty().then(|| [vec!["contest".to_owned()], sheet.header].concat());
                    let rows = sheet.rows.into_iter().map(|row| [vec![contest.name.clone()], row].concat());
                    lines.extend(header.into_iter().chain(rows));
                }
                format => sheet.write(&mut out, format == SheetFormat::Markdown)?,
            }
        }
        if self.format == SheetFormat::Csv {
            write_csv(&mut out, &lines)?;
        }
        Ok(out.flush()?)
    }
}

pub struct Standing {
    /// The rows of what is played, by player.
    pub rows: Vec<LeaderboardRow>,
    /// What is known of the order; none where it cannot be told.
    pub order: Option<KnownOrder>,
}

impl Standing {
    /// Over all games, or in one.
    pub fn read(course: &CourseFolder, contest: &Contest, game: Option<Game>) -> Result<Standing, Failure> {
        let folders = course.played(contest);
        if folders.is_empty() {
            return Ok(Standing { rows: Vec::new(), order: None });
        }
        let mut joined = JoinedFolders::read(&folders)?;
        if let Some(game) = game {
            joined.retain_game(game)?;
        }
        let rows = Layout::default().rows(&FolderLeaderboard::new(joined.leaderboard_input(), By::Score));
        let players: Vec<&str> = rows.iter().map(|row| &*row.player).collect();
        // Without rows of rounds nothing is known.
        let order = joined.rounds.as_ref().ok().map(|table| KnownOrder::new(course, contest, table, &players));
        Ok(Standing { rows, order })
    }
}

fn sheet(course: &CourseFolder, contest: &Contest) -> Result<Sheet, Failure> {
    let Standing { rows: standing, order } = Standing::read(course, contest, None)?;
    let header = ["player", "name", "version", "late", "status", "state", "place", "group", "SCORE", "guesses"];
    let deadline = contest.deadline.as_ref().map_or(String::new(), |deadline| format!(", until {deadline}"));
    let mut sheet = Sheet::new(format!("{}: {}{deadline}", course.file.title, contest.name), header);
    (sheet.texts, sheet.may_wrap) = (vec![0, 1, 4, 5, 7], true);
    let entered = course.entered(contest);
    let row_of = |row: Option<&Row>, player: &str, name: &str, state: String| {
        let found = standing.iter().find(|one| one.player == player);
        let value = |column: Column| found.map_or(String::new(), |one| one.field(column));
        let number = |column: Column, digits: usize| {
            let number = value(column).parse::<f64>();
            number.map_or(String::new(), |number| format!("{number:.digits$}"))
        };
        let late = row.map(|row| row.late_in(&contest.name)).filter(|late| *late > 0);
        vec![
            player.to_owned(),
            name.to_owned(),
            row.map_or(String::new(), |row| row.version.to_string()),
            late.map_or(String::new(), |late| late.to_string()),
            row.map_or(String::new(), |row| row.status.to_string()),
            state,
            value(Column::Place),
            value(Column::Group),
            number(Column::Score, 1),
            number(Column::Guesses, 2),
        ]
    };
    let (mut unplayed, mut missing, mut same_games) = (0, 0, BTreeMap::<u64, Vec<&str>>::new());
    for team in course.roster.players() {
        let row = entered.iter().find(|row| row.player == team.player);
        let state = state_of(course, contest, row.copied())?;
        if let Some(row) = row.filter(|row| row.status == Status::Counts)
            && let Some(hash) = files::hash_of_games(&course.results(contest, Some(row)))?
        {
            same_games.entry(hash).or_default().push(&row.player);
        }
        missing += usize::from(row.is_none());
        unplayed += usize::from(row.is_some_and(|row| row.status == Status::Counts && !is_begun(course, contest, row)));
        sheet.rows.push(row_of(row.copied(), &team.player, &team.name, state));
    }
    let teams: Vec<String> = sheet.rows.iter().map(|row| row[0].clone()).collect();
    for reference in standing.iter().filter(|one| !teams.contains(&one.player)) {
        sheet.rows.push(row_of(None, &reference.player, "", "reference".to_owned()));
    }
    let place = |row: &Vec<String>| row[6].parse::<usize>().unwrap_or(usize::MAX);
    sheet.rows.sort_by_key(place);
    if let Some(order) = order {
        sheet.notes.extend(order.lines());
        if !order.is_settled() {
            sheet.notes.push(format!("`{} course play --until settled` plays on.", program_name()));
        }
    }
    let mut alike: Vec<_> = same_games.into_values().filter(|players| players.len() > 1).collect();
    alike.sort();
    sheet.notes.extend(alike.iter().map(|players| format!("The same games: {}.", players.join(", "))));
    if unplayed > 0 {
        let contest = if course.file.contests.len() > 1 { format!(" {}", contest.name) } else { String::new() };
        let (all, program) = (counted(unplayed, "submission"), program_name());
        sheet.notes.push(format!("{all} not played: `{program} course play{contest}` plays them, or says why not"));
    }
    if missing > 0 {
        sheet.notes.push(format!("{} handed in nothing.", counted(missing, "team")));
    }
    Ok(sheet)
}

fn is_begun(course: &CourseFolder, contest: &Contest, row: &Row) -> bool {
    course.results(contest, Some(row)).join(files::MANIFEST).exists()
}

/// How far what a team handed in for a contest is played, and what fails.
pub fn state_of(course: &CourseFolder, contest: &Contest, row: Option<&Row>) -> Result<String, Failure> {
    let Some(row) = row else { return Ok("missing".to_owned()) };
    if row.status != Status::Counts {
        return Ok("left out".to_owned());
    }
    let folder = course.results(contest, Some(row));
    if !is_begun(course, contest, row) {
        return Ok("not played".to_owned());
    } else if !play_folder::is_finished(&folder) || play_folder::pending_extension(&folder).is_some() {
        return Ok("interrupted".to_owned());
    }
    let Results { summaries, .. } = files::read_results(&folder)?;
    let played: u64 = summaries.iter().map(|row| row.played).sum();
    let failed: u64 = summaries.iter().map(|row| row.failures() + row.given_up).sum();
    let failures = if failed > 0 { format!(", {failed} failed") } else { String::new() };
    Ok(format!("{} played{failures}", counted(played, "round")))
}
