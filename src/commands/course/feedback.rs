//! `arena course feedback`

use super::folder::CourseFolder;
use super::page::display_names;
use super::status::Standing;
use super::trend::of_team;
use crate::commands::report::{Handout, ReportCommand};
use crate::failure::Failure;
use crate::playing::play_folder;
use crate::present::leaderboard::LeaderboardRow;
use crate::present::{counted, known_names, notice, stdout};
use crate::settings::Contest;
use course::{Row, Status};
use rayon::prelude::*;
use std::io::Write;
use tournament::{Registry, Summary, files};

const FEEDBACK: &str = "feedback";
/// With fewer teams, what the class has would say what single teams have.
const LEAST_TEAMS: usize = 5;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course feedback                      a page for each team, in feedback/CONTEST
  arena course feedback muller-anna
  arena course feedback --contest final")]
pub struct Feedback {
    /// The players [default: all that are played]
    players: Vec<String>,
    /// The contest, where there are several
    #[arg(long, value_name = "NAME")]
    contest: Option<String>,
}

impl Feedback {
    pub fn run(&self, registry: &Registry, course: &CourseFolder) -> Result<(), Failure> {
        let contest = course.file.contest(self.contest.as_deref())?;
        let is_played = |row: &Row| play_folder::is_finished(&course.results(contest, Some(row)));
        let (all, others): (Vec<&Row>, Vec<&Row>) = course.entered(contest).into_iter().partition(|row| is_played(row));
        let names: Vec<&str> = all.iter().map(|row| &*row.player).collect();
        if let Some(other) = self.players.iter().find(|player| !names.contains(&&***player)) {
            bail!("{other}: no such player is played in {}; {}", contest.name, known_names(other, "players", &names));
        }
        let standing = Standing::read(course, contest, None)?.rows;
        let all_names = display_names(course);
        let folder = course.path.join(FEEDBACK).join(&contest.name);
        folder_files::make_folder(&folder)
            .map_err(|e| Failure::system(format!("cannot make {}: {e}", folder.display())))?;
        let is_wanted = |row: &&Row| self.players.is_empty() || self.players.contains(&row.player);
        let wanted: Vec<&Row> = all.into_iter().filter(is_wanted).collect();
        wanted.par_iter().try_for_each(|&row| {
            let own = course.results(contest, Some(row));
            let references =
                Some(course.results(contest, None)).filter(|references| play_folder::is_finished(references));
            let rows = files::read_results(&own)?.summaries;
            let class = class(course, contest, row, &standing);
            let lines = [introduction(course, contest, row)].into_iter().chain(class);
            let lines = lines.chain(advice(row, &rows, &standing)).collect();
            let name = all_names.get(&row.player).unwrap_or(&row.player).clone();
            let mut versions = of_team(course, contest, row, &name)?;
            // A version alone has no trend.
            versions.retain(|one| one.version != row.version || one.change.is_some());
            let names = [(row.player.clone(), name)].into();
            let handout = Handout { lines, has_games: contest.is_over(), names, is_anonymous: false, versions };
            let page = folder.join(format!("{}.html", row.player));
            let folders = [own].into_iter().chain(references).collect();
            ReportCommand::handed_out(folders, &page, Some(row.player.clone()), handout).write(registry).map(drop)
        })?;
        writeln!(stdout(), "{} in {}", counted(wanted.len(), "page"), folder.display())?;
        if self.players.is_empty() && !others.is_empty() {
            let names: Vec<&str> = others.iter().map(|row| &*row.player).collect();
            notice(format_args!("note: no page of {}: not played, and `course play` says why", names.join(", ")));
        }
        Ok(())
    }
}

pub fn introduction(course: &CourseFolder, contest: &Contest, row: &Row) -> String {
    let late = row.late_in(&contest.name) as usize;
    let late = if late > 0 { format!(", {} late", counted(late, "day")) } else { String::new() };
    let status = if row.status == Status::Counts { String::new() } else { format!(", {}", row.status) };
    let reason = if row.reason.is_empty() { String::new() } else { format!(": {}", row.reason) };
    let title = &course.file.title;
    format!("{title}, {}: {}, version {}{late}{status}{reason}", contest.name, row.name, row.version)
}

/// Where the team stands among all, without names.
fn class(course: &CourseFolder, contest: &Contest, row: &Row, standing: &[LeaderboardRow]) -> Option<String> {
    let entered = course.entered(contest);
    let is_team = |one: &&LeaderboardRow| entered.iter().any(|row| row.player == one.player);
    let mut scores: Vec<f64> = standing.iter().filter(is_team).filter_map(|one| one.score).collect();
    scores.sort_by(f64::total_cmp);
    let own = standing.iter().find(|one| one.player == row.player).and_then(|one| one.score);
    let own = own.filter(|_| scores.len() >= LEAST_TEAMS)?;
    let place = scores.iter().filter(|score| **score > own).count() + 1;
    let part = |part: usize| scores[(scores.len() - 1) * part / 4];
    let [low, quarter, half, three, high] = [0, 1, 2, 3, 4].map(part);
    Some(format!(
        "Place {place} of {}. The SCOREs of the class: lowest {low:.1}, a quarter is at most {quarter:.1}, half {half:.1}, three quarters \
         {three:.1}, highest {high:.1}",
        counted(scores.len(), "team"),
    ))
}

/// What is worth trying next: what fails, then the steps of the tutorial.
pub fn advice(row: &Row, rows: &[Summary], standing: &[LeaderboardRow]) -> Option<String> {
    let count = |of: fn(&Summary) -> u64| rows.iter().map(of).sum::<u64>();
    let rounds = |number: u64| counted(number, "round");
    let row_of = |player: &str| standing.iter().find(|one| one.player == player);
    // Whether it is below a player, and not by chance.
    let is_below = |player: &str| {
        let is_apart = |own: &LeaderboardRow, other: &LeaderboardRow| {
            own.score < other.score && !own.group.chars().any(|letter| other.group.contains(letter))
        };
        row_of(&row.player).zip(row_of(player)).is_some_and(|(own, other)| is_apart(own, other))
    };
    let (failed, late) = (count(Summary::failures) + count(|row| row.given_up), count(|row| row.losses_time));
    let advice = if failed > 0 {
        format!("{} failed: play a few games with `arena try`, and mend what it names", rounds(failed))
    } else if late > 0 {
        format!("{} ran out of time: look at fewer codes for a guess", rounds(late))
    } else if count(|row| row.losses_guesses) > 0 || is_below("rc") {
        "Guess only codes that agree with all feedback, as the first player of the tutorial does".to_owned()
    } else if !["bayes:1", "bayes"].iter().any(|best| row_of(best).is_some() && !is_below(best)) {
        "Choose among the codes the one whose responses leave the fewest, and learn the codemaker's habits from earlier rounds".to_owned()
    } else {
        return None;
    };
    Some(format!("Try next: {advice}"))
}
