//! How the versions of teams did in a contest.

use super::folder::CourseFolder;
use crate::commands::compare::difference::side_by_side;
use crate::failure::Failure;
use crate::playing::play_folder;
use crate::present::{JoinedFolders, PlayedVersion};
use crate::settings::Contest;
use course::{Row, Status};
use rayon::prelude::*;
use tournament::compare::{CommonRounds, Difference, Estimate, Measure, RoundTable};

/// The versions that were played in a contest, by team, for the teams that count in it.
pub fn versions(
    course: &CourseFolder,
    contest: &Contest,
    name: impl Fn(&Row) -> String + Sync,
) -> Result<Vec<Vec<PlayedVersion>>, Failure> {
    let teams: Vec<&Row> = course.entered(contest);
    let counts = teams.into_par_iter().filter(|row| row.status == Status::Counts);
    counts.map(|row| of_team(course, contest, row, &name(row))).collect()
}

/// The versions of a team that were played, the first one first. The player is called by that name.
pub fn of_team(
    course: &CourseFolder,
    contest: &Contest,
    team: &Row,
    player: &str,
) -> Result<Vec<PlayedVersion>, Failure> {
    let is_shown = |row: &&Row| {
        row.player == team.player
            && (row.version == team.version || matches!(row.status, Status::Counts | Status::Replaced))
            && play_folder::is_finished(&course.results(contest, Some(row)))
    };
    let mut rows: Vec<&Row> = course.roster.rows.iter().filter(is_shown).collect();
    rows.sort_by_key(|row| row.version);
    rows.dedup_by_key(|row| row.version);
    let mut versions = Vec::new();
    let mut before: Option<RoundTable> = None;
    for row in rows {
        let table = JoinedFolders::without_rounds(&[course.results(contest, Some(row))])?.all_rounds()?;
        let score = CommonRounds::of(&table, &[0]).estimate(0, Measure::Score);
        let change = before.map(|before| change(before, table.clone())).transpose()?.flatten();
        let submitted = row.submitted.split('T').next().unwrap_or_default().to_owned();
        versions.push(PlayedVersion { player: player.to_owned(), version: row.version, submitted, score, change });
        before = Some(table);
    }
    Ok(versions)
}

/// The SCORE of a version less that of the one before, over the rounds of both.
fn change(before: RoundTable, after: RoundTable) -> Result<Option<Estimate>, Failure> {
    let table = side_by_side([before, after], &[" before".to_owned(), String::new()])?;
    let common = CommonRounds::of(&table, &[1, 0]);
    let has_some = common.players().len() == 2 && common.round_count() > 0;
    Ok(has_some.then(|| Difference::of(&common, 0, 1, Measure::Score).estimate))
}
