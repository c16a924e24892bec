//! `arena course grades`

use super::folder::CourseFolder;
use super::grade::grades;
use super::platforms::{self, Platform};
use crate::failure::Failure;
use crate::present::{counted, csv_bytes, notice, stdout};
use course::{Row, Status};
use std::io::Write;
use std::path::PathBuf;
use tournament::{Registry, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course grades                    grades.csv, by the table `grade` of the contest
  arena course grades final --out -      on the standard output
  arena course grades --for moodle       grades-moodle.csv, a grading worksheet
  arena course grades --for canvas --assignment 'Players (4711)'
  arena course grades --for gradescope   results.json, of one submission")]
pub struct Grades {
    /// The contest, where there are several
    contest: Option<String>,
    /// The file; `-` for the standard output [default: grades.csv in the folder of the course, with the names of the contest, where there are several, and of the platform]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The platform that reads the file: moodle, canvas or gradescope
    #[arg(long = "for", value_enum, value_name = "PLATFORM", hide_possible_values = true)]
    platform: Option<Platform>,
    /// With --for canvas, the assignment, as Canvas exports it [default: the name of the contest, for which Canvas asks what it is]
    #[arg(long, value_name = "NAME (ID)", requires = "platform")]
    assignment: Option<String>,
}

impl Grades {
    pub fn run(&self, registry: &Registry, course: &CourseFolder) -> Result<(), Failure> {
        let contest = course.file.contest(self.contest.as_deref())?;
        let Some(rule) = &contest.grade else {
            bail!(
                "{}: the contest {} has no grades; write a table such as [contest.{}.grade] with points, from and to",
                contest.place,
                contest.name,
                contest.name
            )
        };
        let is_canvas = self.platform == Some(Platform::Canvas);
        ensure!(self.assignment.is_none() || is_canvas, "--assignment goes with --for canvas");
        let grades = grades(course, contest, rule)?;
        let text = match self.platform {
            None => csv_bytes(&grades.iter().map(|grade| &grade.row).collect::<Vec<_>>())?,
            Some(Platform::Moodle) => csv_bytes(&platforms::moodle(course, contest, &grades, rule.most()))?,
            Some(Platform::Canvas) => {
                let assignment = self.assignment.as_deref().unwrap_or(&contest.name);
                csv_bytes(&platforms::canvas(assignment, &grades, rule.most()))?
            }
            Some(Platform::Gradescope) => platforms::gradescope(registry, course, contest, rule, &grades)?,
        };
        let is_unplayed = |row: &&Row| {
            row.status == Status::Counts
                && grades.iter().any(|one| one.row.player == row.player && one.row.score.is_none())
        };
        let unplayed = course.entered(contest).into_iter().filter(is_unplayed).count();
        let contest = (course.file.contests.len() > 1).then_some(&*contest.name);
        let parts = [Some("grades"), contest, self.platform.map(Platform::name)];
        let name = match self.platform {
            Some(Platform::Gradescope) => "results.json".to_owned(),
            _ => parts.into_iter().flatten().collect::<Vec<_>>().join("-") + ".csv",
        };
        let out = self.out.clone().unwrap_or_else(|| course.path.join(name));
        if out.as_os_str() == "-" {
            return Ok(stdout().write_all(&text)?);
        }
        files::write_whole(&out, &text)?;
        if unplayed > 0 {
            notice(format_args!("note: {} not played, and 0 points", counted(unplayed, "submission")));
        }
        writeln!(stdout(), "{}: {}", out.display(), counted(grades.len(), "team"))?;
        Ok(())
    }
}
