//! `arena course intake`

use super::folder::{CourseFolder, SUBMISSIONS};
use super::play::command_of;
use crate::failure::Failure;
use crate::playing::{play_games, set_on_interrupt};
use crate::present::{Sheet, counted, program_name, stdout, words};
use crate::settings::{Contest, external_players};
use course::{Archive, Files, Row, Status, Submission, submissions};
use player_api::{FailureKind, name_fault, visible};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tournament::{Plan, Registry};

/// From this CPU time of a round on a player is slow: it takes a good part of what a contest takes.
const SLOW: Duration = Duration::from_secs(1);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course intake 'CS 101-Players-12345.zip'          what Moodle, Canvas or Blackboard hands out
  arena course intake teams/*                             a folder or a zip for each team
  arena course intake player.py --name 'Müller Anna'      one team
  arena course intake player.py --name anna --check       what would happen; nothing is kept")]
pub struct Intake {
    /// Archives of a learning platform, folders, zips and files
    #[arg(required = true, value_name = "WHAT")]
    what: Vec<PathBuf>,
    /// The contest, where there are several
    #[arg(long, value_name = "NAME")]
    contest: Option<String>,
    /// The name of the team that handed in this one thing
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// What the learning platform calls that team
    #[arg(long, value_name = "ID", requires = "name")]
    id: Option<String>,
    /// Say what would happen, and keep nothing
    #[arg(long)]
    check: bool,
}

struct Taken {
    /// The player, or the name where none is known.
    player: String,
    version: String,
    what: String,
    row: Option<Row>,
    folder: Option<PathBuf>,
}

impl Intake {
    pub fn run(&self, registry: &Registry, mut course: CourseFolder) -> Result<(), Failure> {
        let contest = course.file.contest(self.contest.as_deref())?.clone();
        if !self.check {
            course.seed(&contest)?;
        }
        ensure!(self.name.is_none() || self.what.len() == 1, "--name is of one team; give one file or folder");
        if let Some(path) = self.what.iter().find(|path| !path.exists()) {
            return Err(Failure::missing_file(format!(
                "there is no {}; give files and folders that are there",
                path.display()
            )));
        }
        let is_stopped = set_on_interrupt(|| ())?;
        let temporary =
            tempfile::tempdir().map_err(|e| Failure::system(format!("no folder for temporary files: {e}")))?;
        let (mut taken, mut notes) = (Vec::new(), Vec::new());
        for path in &self.what {
            let stem = if path.is_dir() { path.file_name() } else { path.file_stem() };
            let name = stem.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let mut archive = match Archive::open(path) {
                Ok(archive) => archive,
                Err(fault) => {
                    taken.push(refused(&name, &fault));
                    continue;
                }
            };
            // What has a name is of one team, also where it has folders.
            let (mut all, others) = submissions(&archive, &name, path.is_dir() && self.name.is_none());
            if let Some(name) = &self.name {
                let (shown, count) = (path.display(), counted(all.len(), "submission"));
                ensure!(all.len() == 1, "{shown} has {count} in it, and --name is of one team");
                all[0].name.clone_from(name);
                all[0].id = self.id.clone().unwrap_or_default();
            }
            if !others.is_empty() {
                let names: Vec<_> = others.iter().take(3).map(|name| visible(name)).collect();
                let (files, names) = (counted(others.len(), "file"), names.join(", "));
                notes.push(format!("{}: {files} of no team: {names}", path.display()));
            }
            for submission in all {
                if is_stopped.load(Ordering::Relaxed) {
                    return Err(Failure::interrupt("interrupted; what was taken in until then is kept"));
                }
                taken.push(match Files::of(&mut archive, &submission.entries) {
                    Err(fault) => refused(&submission.name, &fault),
                    Ok(files) => self.take(registry, &mut course, &contest, &submission, &files, temporary.path())?,
                });
            }
        }
        let state = |one: &Taken| {
            let kept = one.row.as_ref().zip(one.folder.as_ref());
            kept.map_or(String::new(), |(row, folder)| state(registry, &contest, row, folder))
        };
        let states: Vec<String> = taken.par_iter().map(state).collect();
        self.write(&course, &contest, &taken, &states, notes)
    }

    /// Keeps the files of a submission, if they are not there yet, and adds its row.
    fn take(
        &self,
        registry: &Registry,
        course: &mut CourseFolder,
        contest: &Contest,
        submission: &Submission,
        files: &Files,
        temporary: &Path,
    ) -> Result<Taken, Failure> {
        let Submission { name, id, .. } = submission;
        if let Some(fault) = name_fault(name) {
            return Ok(refused(name, &format!("its name {fault}; give another with --name")));
        }
        let sha256 = files.sha256();
        let is_builtin = |slug: &str| registry.players.find(slug).is_ok();
        let (player, shown, own_id) = match course.roster.team(name, id, &contest.name, is_builtin) {
            Ok(row) => (row.player.clone(), row.name.clone(), if id.is_empty() { row.id.clone() } else { id.clone() }),
            Err(slug) => (slug, name.clone(), id.clone()),
        };
        let of_player = |row: &&Row| row.player == player && row.contest == contest.name;
        if let Some(row) = course.roster.rows.iter().filter(of_player).find(|row| row.sha256 == sha256) {
            let is_replaced = row.status == Status::Replaced;
            let advice =
                if is_replaced { format!(", replaced: `set {player} version={}`", row.version) } else { String::new() };
            let (version, folder) = (row.version.to_string(), Some(course.submission(row)));
            return Ok(Taken { player, version, what: format!("unchanged{advice}"), row: Some(row.clone()), folder });
        }
        let submitted = submission.submitted.clone().unwrap_or_else(course::now);
        let late = contest.deadline.as_deref().map_or(0, |deadline| course::days_late(&submitted, deadline));
        let before = course.roster.rows.iter().position(|row| of_player(&row) && row.status != Status::Replaced);
        // Who was disqualified stays so.
        let status = match before.map(|place| course.roster.rows[place].status) {
            Some(Status::Disqualified) => Status::Disqualified,
            _ => Status::Counts,
        };
        let row = Row {
            version: course.roster.next_version(&player),
            player: player.clone(),
            name: shown,
            id: own_id,
            contest: contest.name.clone(),
            file: String::new(),
            submitted,
            late: late.max(u32::from(submission.is_late)),
            sha256,
            status,
            reason: String::new(),
        };
        if let Some(fault) = row.fault(&course.file.names()) {
            return Ok(refused(name, &fault));
        }
        let taken = |folder: PathBuf, row: Row| Taken {
            player: row.player.clone(),
            version: row.version.to_string(),
            what: if row.version > 1 { "new version" } else { "new" }.to_owned(),
            folder: Some(folder),
            row: Some(row),
        };
        if self.check {
            let folder = temporary.join(&row.player).join(format!("v{}", row.version));
            files.write(&folder).map_err(|e| Failure::system(format!("{}: {e}", folder.display())))?;
            return Ok(taken(folder, row));
        }
        let folder = course.submission(&row);
        files.write(&folder).map_err(|e| Failure::system(format!("cannot write {}: {e}", folder.display())))?;
        if let Some(before) = before {
            course.roster.rows[before].status = Status::Replaced;
        }
        let rows = &mut course.roster.rows;
        rows.retain(|one| !(one.player == player && one.status == Status::Missing));
        let after = rows.iter().rposition(|one| one.player == player).map_or(rows.len(), |place| place + 1);
        rows.insert(after, row.clone());
        course.write_roster()?;
        Ok(taken(folder, row))
    }

    fn write(
        &self,
        course: &CourseFolder,
        contest: &Contest,
        taken: &[Taken],
        states: &[String],
        notes: Vec<String>,
    ) -> Result<(), Failure> {
        let read = taken.iter().filter(|one| one.row.is_some()).count();
        let title = format!("{} for {}, {read} read", counted(taken.len(), "submission"), contest.name);
        let mut sheet = Sheet::new(title, ["player", "version", "submission", "late", "state"]);
        (sheet.texts, sheet.may_wrap) = (vec![0, 2, 4], true);
        for (one, state) in taken.iter().zip(states) {
            let late =
                one.row.as_ref().filter(|row| row.late > 0).map_or(String::new(), |row| format!("{} d", row.late));
            sheet.rows.push(vec![one.player.clone(), one.version.clone(), one.what.clone(), late, state.clone()]);
        }
        let mut by_hash = BTreeMap::<&str, Vec<&str>>::new();
        let new = taken.iter().filter_map(|one| one.row.as_ref());
        for row in course.entered(contest).into_iter().chain(new) {
            let players = by_hash.entry(&row.sha256).or_default();
            if !players.contains(&&*row.player) {
                players.push(&row.player);
            }
        }
        sheet.notes = notes;
        for players in by_hash.values().filter(|players| players.len() > 1) {
            sheet.notes.push(format!("The same files: {}.", players.join(", ")));
        }
        if self.check {
            sheet.notes.push("--check: nothing was kept.".to_owned());
        } else if read > 0 {
            let of = if course.file.contests.len() > 1 { format!(" {}", contest.name) } else { String::new() };
            let (folder, program) = (course.path.join(SUBMISSIONS), program_name());
            sheet.notes.push(format!("Files are in {}. `{program} course play{of}` plays them.", folder.display()));
        }
        let mut out = stdout();
        sheet.write(&mut out, false)?;
        out.flush()?;
        match taken.iter().any(|one| one.row.is_none()) {
            true => Err(Failure::finding("some submissions were refused: the table says why")),
            false => Ok(()),
        }
    }
}

fn refused(name: &str, fault: &str) -> Taken {
    let player = visible(name).into_owned();
    Taken { player, version: String::new(), what: format!("refused: {fault}"), row: None, folder: None }
}

/// Whether a submission can be started: by the first game of the contest, with other secrets than it is played with.
pub fn state(registry: &Registry, contest: &Contest, row: &Row, folder: &Path) -> String {
    let first_game = || -> Result<String, Failure> {
        contest.check_sandbox()?;
        let text = command_of(registry, row, folder)
            .map_err(|failure| failure!("{}; `course set {} file=FILE` chooses one", failure.message, row.player))?;
        let plan = contest.settings.plan_without_programs(registry)?;
        let (entry, _) = external_players::entry(registry, &text, plan.limits, None)?;
        let plan = Plan { players: vec![entry], rounds: Some(1), ..plan };
        let matches = plan.matches();
        let Some(match_) = matches.iter().find(|match_| match_.rounds > 0) else { return Ok("ready".to_owned()) };
        let mut said = "ready".to_owned();
        let refusal = play_games(&plan, match_, 1, None, |played, _| {
            let round = &played.record.round;
            let time = round.time.as_ref().map_or(Duration::ZERO, |time| time.whole);
            if round.ending.is_failure() {
                said = format!("fails: {}", words::cause(&round.ending));
            } else if round.ending.kind() == Some(FailureKind::Time) {
                let limit = plan.limits.time.as_secs_f64();
                said = format!("out of time: a game at {} takes more than {limit} s of CPU time", match_.game);
            } else if time >= SLOW {
                said = format!("slow: a round at {} takes {:.1} s of CPU time", match_.game, time.as_secs_f64());
            }
            Ok(ControlFlow::Break(()))
        })?;
        Ok(refusal.map_or(said, |reason| format!("refuses {}: {reason}", match_.game)))
    };
    first_game().unwrap_or_else(|failure| format!("cannot start: {}", failure.message))
}
