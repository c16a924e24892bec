//! `arena course set`

use super::folder::{CourseFolder, ROSTER, SUBMISSIONS};
use crate::failure::Failure;
use crate::present::stdout;
use course::{Roster, Row, Status};
use std::io::Write;
use std::path::PathBuf;

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
        let contest = course.file.contest(self.contest.as_deref())?.clone();
        let folder = course.path.join(SUBMISSIONS);
        let all: Vec<PathBuf> = course.file.contests.iter().map(|contest| course.results(contest, None)).collect();
        let is_played = |row: &Row| {
            let own = format!("{}-v{}", row.player, row.version);
            all.iter().any(|references| references.with_file_name(&own).exists())
        };
        let rows = &mut course.roster.rows;
        let own = |row: &&mut Row| row.player == self.player;
        ensure!(rows.iter_mut().any(|row| own(&row)), "there is no player '{}' in {ROSTER}", self.player);
        let of_contest: Vec<usize> = (rows.iter().enumerate())
            .filter(|(_, row)| row.player == self.player && row.contest == contest.name)
            .map(|(place, _)| place)
            .collect();
        let place = of_contest.iter().copied().find(|place| rows[*place].status != Status::Replaced);
        let Some(mut place) = place else { bail!("{} handed in nothing for {}", self.player, contest.name) };
        let number = |text: &str| text.parse::<u32>().map_err(|_| failure!("'{text}' is no whole number from 0"));
        match self.what.split_once('=') {
            Some(("version", version)) => {
                let version = number(version)?;
                let wanted = of_contest.iter().copied().find(|place| rows[*place].version == version);
                let Some(wanted) = wanted else {
                    let there = of_contest.iter().map(|place| rows[*place].version.to_string());
                    bail!(
                        "{} has no version {version} for {}; there is {}",
                        self.player,
                        contest.name,
                        there.collect::<Vec<_>>().join(", ")
                    )
                };
                rows[place].status = Status::Replaced;
                place = wanted;
                rows[place].status = Status::Counts;
            }
            Some(("late", days)) => rows[place].late = number(days)?,
            Some(("file", file)) => {
                let path = folder.join(&rows[place].player).join(format!("v{}", rows[place].version)).join(file);
                ensure!(file.is_empty() || path.is_file(), "there is no file {}", path.display());
                ensure!(
                    !is_played(&rows[place]),
                    "version {} is played already with another file; take it in again as another version",
                    rows[place].version
                );
                file.clone_into(&mut rows[place].file);
            }
            _ => {
                let status: Status =
                    self.what.parse().map_err(|fault| failure!("{fault}, version=N, file=FILE or late=DAYS"))?;
                ensure!(
                    !matches!(status, Status::Replaced | Status::Missing),
                    "a version is replaced by setting another one: give version=N"
                );
                rows[place].status = status;
            }
        }
        if let Some(reason) = &self.reason {
            rows[place].reason.clone_from(reason);
        }
        let row = rows[place].clone();
        // What is written can be read.
        let text = String::from_utf8(course.roster.text().map_err(Failure::system)?).map_err(Failure::system)?;
        Roster::read(&text, &course.file.names()).map_err(|fault| failure!("{fault}"))?;
        course.write_roster()?;
        let late = if row.late > 0 { format!(", {} days late", row.late) } else { String::new() };
        writeln!(stdout(), "{} in {}: version {} {}{late}", row.player, contest.name, row.version, row.status)?;
        Ok(())
    }
}
