//! `arena course set`

use super::folder::{CourseFolder, ROSTER};
use crate::failure::Failure;
use crate::present::{counted, stdout};
use course::{Row, Status};
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course set muller-anna disqualified --reason 'copied from li-b'
  arena course set muller-anna counts                 takes it back
  arena course set muller-anna version=1              the first version counts
  arena course set muller-anna file=player.py         of several files this is the player
  arena course set muller-anna late=0 --contest final --reason 'the platform was down'")]
pub struct Set {
    /// The player, as the roster has it
    player: String,
    /// counts, disqualified, withdrawn or excused; version=N, the version that counts; file=FILE, the file of the player where there are
    /// several; or late=DAYS
    what: String,
    /// The contest, where there are several
    #[arg(long, value_name = "NAME")]
    contest: Option<String>,
    /// Why, for people
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

impl Set {
    pub fn run(&self, mut course: CourseFolder) -> Result<(), Failure> {
        let rows = &course.roster.rows;
        let own = || rows.iter().filter(|row| row.player == self.player);
        let mut entered: Vec<&str> = own().map(|row| &*row.contest).filter(|contest| !contest.is_empty()).collect();
        entered.dedup();
        // The contest of a player that takes part in one goes without saying.
        let only = entered.first().filter(|_| entered.len() == 1 && course.file.contests.len() > 1);
        let contest = course.file.contest(self.contest.as_deref().or(only.copied()))?;
        ensure!(own().next().is_some(), "there is no player '{}' in {ROSTER}", self.player);
        let is_own = |row: &Row| row.player == self.player && row.contest == contest.name;
        let place_of = |is_wanted: &dyn Fn(&Row) -> bool| rows.iter().position(|row| is_own(row) && is_wanted(row));
        let Some(mut place) = place_of(&|row| row.status != Status::Replaced) else {
            bail!("{} handed in nothing for {}", self.player, contest.name)
        };
        let mut row = rows[place].clone();
        let number = |text: &str| text.parse::<u32>().map_err(|_| failure!("'{text}' is no whole number from 0"));
        let mut replaced = None;
        match self.what.split_once('=') {
            Some(("version", version)) => {
                let version = number(version)?;
                let Some(wanted) = place_of(&|row| row.version == version) else {
                    let there = own().filter(|row| is_own(row)).map(|row| row.version.to_string());
                    let there = there.collect::<Vec<_>>().join(", ");
                    bail!("{} has no version {version} for {}; there is {there}", self.player, contest.name)
                };
                // Who is disqualified stays so.
                replaced = Some(place).filter(|place| *place != wanted);
                (place, row) = (wanted, Row { status: row.status, ..rows[wanted].clone() });
            }
            Some(("late", days)) => row.late = number(days)?,
            Some(("file", file)) => {
                let path = course.submission(&row).join(file);
                ensure!(file.is_empty() || path.is_file(), "there is no file {}", path.display());
                let (mut contests, version) = (course.file.contests.iter(), row.version);
                let is_played = contests.any(|contest| course.results(contest, Some(&row)).exists());
                let again = "take it in again as another version";
                ensure!(!is_played, "version {version} is played already with another file; {again}");
                file.clone_into(&mut row.file);
            }
            _ => {
                let status: Status =
                    self.what.parse().map_err(|fault| failure!("{fault}, version=N, file=FILE or late=DAYS"))?;
                ensure!(
                    !matches!(status, Status::Replaced | Status::Missing),
                    "a version is replaced by setting another one: give version=N"
                );
                row.status = status;
            }
        }
        if let Some(reason) = &self.reason {
            row.reason.clone_from(reason);
        }
        if let Some(fault) = row.fault(&course.file.names()) {
            bail!("{fault}");
        }
        let told = format!("{} in {}: version {} {}", row.player, contest.name, row.version, row.status);
        let late = if row.late > 0 { format!(", {} late", counted(row.late as usize, "day")) } else { String::new() };
        if let Some(replaced) = replaced {
            course.roster.rows[replaced].status = Status::Replaced;
        }
        course.roster.rows[place] = row;
        course.write_roster()?;
        writeln!(stdout(), "{told}{late}")?;
        Ok(())
    }
}
