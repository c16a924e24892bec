//! `arena course`

mod feedback;
mod folder;
pub mod grades;
mod intake;
mod platforms;
mod play;
mod set;
mod settled;
mod status;

use crate::commands::report::{Handout, ReportCommand};
use crate::failure::Failure;
use crate::present::{counted, program_name, shell_word, stdout};
use folder::{CourseFolder, new_course};
use std::io::Write;
use std::path::PathBuf;
use tournament::Registry;

/// Run a course: take in what was handed in, play it, and see how it stands
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
  arena course page                                 the page of the contest")]
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
    /// Write the page of a contest: leaderboard, charts and causes of all teams
    #[command(after_help = "Examples:\n  arena course page --contest final --out wall.html")]
    Page {
        /// The contest, where there are several
        #[arg(long, value_name = "NAME")]
        contest: Option<String>,
        /// The file of the page [default: CONTEST.html in the folder of the course]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
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
            Action::Page { contest, out } => {
                let course = CourseFolder::open(&self.course)?;
                let contest = course.file.contest(contest.as_deref())?;
                let folders = course.played(contest);
                ensure!(
                    !folders.is_empty(),
                    "nothing of {} is played; play it with `{} course play`",
                    contest.name,
                    program_name()
                );
                let page = out.clone().unwrap_or_else(|| course.path.join(format!("{}.html", contest.name)));
                let teams =
                    counted(folders.len() - usize::from(folders.contains(&course.results(contest, None))), "team");
                let lines = vec![format!("{}, {}: {teams}", course.file.title, contest.name)];
                let handout = Handout { lines, has_games: contest.is_over() };
                writeln!(stdout(), "{}", ReportCommand::handed_out(folders, &page, None, handout).write(registry)?)?;
                Ok(())
            }
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
