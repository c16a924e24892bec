//! `arena course grades`

use super::folder::CourseFolder;
use super::status::Standing;
use crate::failure::Failure;
use crate::present::leaderboard::LeaderboardRow;
use crate::present::{counted, notice, stdout, write_csv};
use crate::settings::{Contest, GradeRule};
use course::{Row, Status};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use tournament::files;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course grades                    grades.csv, by the table `grade` of the contest
  arena course grades final --out -      on the standard output")]
pub struct Grades {
    /// The contest, where there are several
    contest: Option<String>,
    /// The file; `-` for the standard output [default: grades.csv in the folder of the course, grades-CONTEST.csv where there are several]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

tournament::documented! {
/// The grade of a team in a contest: a row of `grades.csv`.
#[derive(Clone, Debug, Serialize)]
pub struct GradeRow {
    /// What the learning platform calls the team.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// The player's name in the tables of the contest.
    pub player: String,
    /// The version that counts; empty for a team that handed in nothing.
    pub version: Option<u32>,
    /// The days late.
    pub late: u32,
    /// The place among the teams; teams with the same SCORE share one. Empty without a SCORE, as are the next two.
    pub place: Option<usize>,
    /// The letters of its groups: teams with a letter in common cannot be told apart at 95 %.
    pub group: String,
    /// The SCORE.
    pub score: Option<f64>,
    /// The points by the rule of the contest, with two decimals; empty for a team that is excused.
    pub points: Option<f64>,
    /// Why the points are not those of the SCORE alone.
    pub reason: String,
}
}

impl Grades {
    pub fn run(&self, course: &CourseFolder) -> Result<(), Failure> {
        let contest = course.file.contest(self.contest.as_deref())?;
        let Some(rule) = &contest.grade else {
            bail!(
                "{}: the contest {} has no grades; write a table such as [contest.{}.grade] with points, from and to",
                contest.place,
                contest.name,
                contest.name
            )
        };
        let rows = rows(course, contest, rule)?;
        let several = course.file.contests.len() > 1;
        let name = if several { format!("grades-{}.csv", contest.name) } else { "grades.csv".to_owned() };
        let out = self.out.clone().unwrap_or_else(|| course.path.join(name));
        if out.as_os_str() == "-" {
            return write_csv(&mut stdout(), &rows);
        }
        let mut text = Vec::new();
        write_csv(&mut text, &rows)?;
        files::write_whole(&out, &text)?;
        let counts = course.entered(contest).into_iter().filter(|row| row.status == Status::Counts);
        let is_unplayed = |row: &&Row| rows.iter().any(|one| one.player == row.player && one.score.is_none());
        let unplayed = counts.filter(is_unplayed).count();
        if unplayed > 0 {
            notice(format_args!("note: {} not played, and 0 points", counted(unplayed, "submission")));
        }
        writeln!(stdout(), "{}: {}", out.display(), counted(rows.len(), "team"))?;
        Ok(())
    }
}

fn rows(course: &CourseFolder, contest: &Contest, rule: &GradeRule) -> Result<Vec<GradeRow>, Failure> {
    let all = Standing::read(course, contest, None)?.rows;
    let entered = course.entered(contest);
    let score_of = |standing: &[LeaderboardRow], player: &str| {
        standing.iter().find(|one| one.player == player).and_then(|one| one.score)
    };
    // What references have, over all games or at one.
    let reference = |standing: &[LeaderboardRow], player: &str| {
        score_of(standing, player).ok_or_else(|| {
            failure!(
                "{}: grade: '{player}' has no SCORE in {}; it is one of its players once it is played",
                contest.place,
                contest.name
            )
        })
    };
    let ends = match &rule.linear {
        Some([from, to]) => Some([reference(&all, from)?, reference(&all, to)?]),
        None => None,
    };
    if let (Some([from, to]), Some([worst, best])) = (ends, &rule.linear)
        && from >= to
    {
        bail!("{}: grade: the SCORE of {worst}, {from:.1}, is not below that of {best}, {to:.1}", contest.place);
    }
    let mut thresholds = Vec::new();
    for (player, game, points) in &rule.beats {
        let standing = match game {
            Some(_) => Standing::read(course, contest, *game)?.rows,
            None => all.clone(),
        };
        thresholds.push((reference(&standing, player)?, standing, *points));
    }
    let mut scores: Vec<f64> = entered.iter().filter_map(|row| score_of(&all, &row.player)).collect();
    scores.sort_by(|one, other| other.total_cmp(one));
    let grade = |team: &Row, row: Option<&Row>| {
        let found = row.and_then(|row| all.iter().find(|one| one.player == row.player));
        let score = found.and_then(|one| one.score);
        let place = score.and_then(|score| scores.iter().position(|one| *one <= score)).map(|place| place + 1);
        let mut reasons = Vec::new();
        let full = match (row.map(|row| row.status), score) {
            (None, _) => {
                reasons.push("handed in nothing".to_owned());
                Some(0.0)
            }
            (Some(Status::Excused), _) => None,
            (Some(Status::Counts), Some(score)) => {
                let linear =
                    ends.map_or(0.0, |[from, to]| rule.points * ((score - from) / (to - from)).clamp(0.0, 1.0));
                let beaten =
                    thresholds.iter().filter(|(least, standing, _)| score_of(standing, &team.player) > Some(*least));
                let by_place = place.and_then(|place| rule.places.get(place - 1).or(rule.places.last()));
                Some(linear + beaten.map(|(.., points)| points).sum::<f64>() + by_place.copied().unwrap_or(0.0))
            }
            (Some(Status::Counts), None) => {
                reasons.push("not played".to_owned());
                Some(0.0)
            }
            (Some(status), _) => {
                reasons.push(status.to_string());
                Some(0.0)
            }
        };
        let late = row.map_or(0, |row| row.late_in(&contest.name));
        let points = full.map(|points| {
            let cost = f64::from(late) * rule.late / 100.0;
            if cost > 0.0 && points > 0.0 {
                reasons.push(format!("{} late: {:.0} % less", counted(late as usize, "day"), 100.0 * cost.min(1.0)));
            }
            (points * (1.0 - cost).max(0.0) * 100.0).round() / 100.0
        });
        reasons.extend(row.map(|row| row.reason.clone()).filter(|reason| !reason.is_empty()));
        GradeRow {
            id: row.unwrap_or(team).id.clone(),
            name: team.name.clone(),
            player: team.player.clone(),
            version: row.map(|row| row.version),
            late,
            place,
            group: found.map_or(String::new(), |one| one.group.clone()),
            score,
            points,
            reason: reasons.join("; "),
        }
    };
    let row_of = |team: &Row| entered.iter().find(|row| row.player == team.player).copied();
    Ok(course.roster.players().into_iter().map(|team| grade(team, row_of(team))).collect())
}
