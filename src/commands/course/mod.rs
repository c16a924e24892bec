//! `arena course`

mod feedback;
mod folder;
pub mod grade;
mod grades;
mod intake;
mod page;
mod platforms;
mod play;
mod set;
mod settled;
mod status;
mod trend;

use crate::failure::Failure;
use crate::present::{program_name, shell_word, stdout};
use folder::{CourseFolder, new_course};
use std::io::Write;
use std::path::PathBuf;
use tournament::Registry;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course new ai-2026                          a folder with a first course.toml
  arena course intake submissions.zip               what a learning platform hands out
  arena course play                                 what is missing is played
  arena course status                               who is ready, played, failing
  arena course set muller-anna withdrawn            leaves a team out
  arena course grades                               points by the rule of the contest
  arena course feedback                             a page for each team
  arena course page                                 the pages of all contests")]
pub struct Course {
    #[command(subcommand)]
    action: Action,
    /// The folder of the course
    #[arg(long, value_name = "DIR", default_value = ".", global = true, help_heading = "Course")]
    course: PathBuf,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Make a folder with a first course.toml, and a roster without rows
    #[command(after_help = "Examples:\n  arena course new ai-2026")]
    New {
        /// The folder, which is made
        folder: PathBuf,
    },
    /// Take in what was handed in: archives of learning platforms, folders and files
    Intake(intake::Intake),
    /// Play what is missing of the contests
    Play(play::Play),
    /// Say what of a submission counts
    Set(set::Set),
    /// Show who is ready, played, failing or missing, and how they stand
    Status(status::StatusCommand),
    /// Write the grades of a contest as CSV, by its rule in course.toml
    Grades(grades::Grades),
    /// Write a page for each team, with its own results alone
    Feedback(feedback::Feedback),
    /// Write the pages that all teams may see: places over all contests; leaderboard, charts and causes of each
    Page(page::PageCommand),
    /// Show the seed of a contest, after which everybody can compute its secrets and check that they were fixed before
    #[command(after_help = "Examples:\n  arena course reveal final")]
    Reveal {
        /// The contest, where there are several
        contest: Option<String>,
    },
}

impl Course {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        match &self.action {
            Action::New { folder } => {
                new_course(folder)?;
                let (program, folder) = (program_name(), shell_word(&folder.display().to_string()));
                writeln!(
                    stdout(),
                    "{folder}/course.toml says what is played: change it. Then\n\n  \
                     cd {folder}\n  {program} course intake FILE…\n  {program} course play\n  {program} course status"
                )?;
                Ok(())
            }
            Action::Intake(intake) => intake.run(registry, CourseFolder::locked(&self.course)?),
            Action::Play(play) => play.run(registry, &self.course),
            Action::Set(set) => set.run(CourseFolder::locked(&self.course)?),
            Action::Status(status) => status.run(&CourseFolder::open(&self.course)?),
            Action::Grades(grades) => grades.run(registry, &CourseFolder::open(&self.course)?),
            Action::Feedback(feedback) => feedback.run(registry, &CourseFolder::open(&self.course)?),
            Action::Page(page) => page.run(registry, &self.course),
            Action::Reveal { contest } => {
                let course = CourseFolder::open(&self.course)?;
                let contest = course.file.contest(contest.as_deref())?;
                let Some(sealed) = course.sealed(contest)? else {
                    bail!("{} has no seed so far: `{} course play` draws it", contest.name, program_name())
                };
                let (commitment, program) = (sealed.commitment(), program_name());
                let verify = format!("{program} verify DIR --revealed {sealed} --commitment {commitment}");
                writeln!(stdout(), "{verify}\n\nprintf '{sealed}' | sha256sum\n{commitment}  -")?;
                Ok(())
            }
        }
    }
}
