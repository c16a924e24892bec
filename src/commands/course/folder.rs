//! The folder of a course: what is to be played, who takes part, and the seeds.

use crate::failure::Failure;
use crate::playing::play_folder;
use crate::present::program_name;
use crate::settings::{Contest, CourseFile, SeedArgument, random_bits};
use course::{MOST_BYTES, Roster, Row, Sealed, Status};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tournament::Seed;
use tournament::files::{self, FolderLock};

pub const COURSE: &str = "course.toml";
pub const ROSTER: &str = "roster.csv";
const SEEDS: &str = "seeds.csv";
const COMMITMENTS: &str = "commitments.csv";
pub const SUBMISSIONS: &str = "submissions";
const RESULTS: &str = "results";
/// The folder of the players of a contest that nobody handed in.
const REFERENCES: &str = "references";
/// The folder of the codes that programs of codemakers made.
const CODEMAKERS: &str = "codemakers";
const SEEDS_HEADER: &str = "contest,seed,salt";
const PSEUDONYMS: &str = "pseudonyms.csv";
const PSEUDONYMS_HEADER: &str = "player,number";

const FIRST: &str = r#"# A course: what is played, until when, and by what rules. Times are in UTC.
title = "Artificial intelligence"

# A contest. Its settings are those of a tournament file (docs/tournaments.md), but for seeds and folders, which the course keeps.
[contest.first]
deadline = "2030-01-31 23:59:00"
players = ["rc", "rao"]                     # beside whom the teams stand
scsa = ["insert-colors", "prefer-fewer"]
sizes = ["4x6", "5x8"]
rounds = 100

# Points: those of a SCORE as that of rao are 0, those of a SCORE as that of rc are all; a day late costs 10 percent.
[contest.first.grade]
points = 20
from = "rao"
to = "rc"
late = 10

# Another contest, for which a team can hand in another version:
# [contest.final]
# deadline = "2030-02-28 23:59:00"
# players = ["rao", "bayes:1"]
# scsa = ["insert-colors", "mystery-1"]
# sizes = ["4x6", "8x10"]
# rounds = 200
"#;

pub fn new_course(folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    let has_some = folder_files::names(folder).is_ok_and(|names| !names.is_empty());
    ensure!(!has_some, "{shown} is there and not empty; give the name of a new folder");
    folder_files::make_folder(folder).map_err(|e| Failure::system(format!("cannot make {shown}: {e}")))?;
    files::write_whole(&folder.join(COURSE), FIRST.as_bytes())?;
    let columns = course::COLUMNS.replace(", ", ",") + "\n";
    Ok(files::write_whole(&folder.join(ROSTER), columns.as_bytes())?)
}

pub struct CourseFolder {
    pub path: PathBuf,
    pub file: CourseFile,
    pub roster: Roster,
    /// While this value exists, no other command changes the course.
    lock: Option<FolderLock>,
}

fn drawn(contest: &str) -> Result<Sealed, Failure> {
    let salt = format!("{:016x}{:016x}", random_bits()?, random_bits()?);
    Ok(Sealed { contest: contest.to_owned(), seed: random_bits()?, salt })
}

impl CourseFolder {
    pub fn open(path: &Path) -> Result<CourseFolder, Failure> {
        let (shown, make) = (path.display(), format!("make one with `{} course new`", program_name()));
        let give = "give the folder of a course with --course";
        ensure!(path.join(COURSE).exists(), "{shown} has no {COURSE}; {give}, or {make}");
        let file = CourseFile::read(&path.join(COURSE))?;
        let roster = path.join(ROSTER);
        let text = folder_files::named(&roster).and_then(|roster| folder_files::read_text(&roster, MOST_BYTES));
        let text = text.map_err(|e| {
            Failure::unread(&e, format!("cannot read {}: {e}; save it as CSV in UTF-8", roster.display()))
        })?;
        let roster = Roster::read(&text, &file.names()).map_err(|fault| failure!("{}, {fault}", roster.display()))?;
        Ok(CourseFolder { path: path.to_owned(), file, roster, lock: None })
    }

    /// The same, while no other command changes the course.
    pub fn locked(path: &Path) -> Result<CourseFolder, Failure> {
        let lock = Some(CourseFolder::lock(path)?);
        // Another command may have changed the roster until then.
        Ok(CourseFolder { lock, ..CourseFolder::open(path)? })
    }

    /// The lock of a command that changes the course.
    pub fn lock(path: &Path) -> Result<FolderLock, Failure> {
        CourseFolder::open(path)?;
        FolderLock::acquire(path).map_err(|e| failure!("{e}; wait until the other command has ended"))
    }

    pub fn write_roster(&self) -> Result<(), Failure> {
        debug_assert!(self.lock.is_some(), "somebody else may write it");
        Ok(files::write_whole(&self.path.join(ROSTER), &self.roster.text().map_err(Failure::system)?)?)
    }

    pub fn submission(&self, row: &Row) -> PathBuf {
        self.path.join(SUBMISSIONS).join(&row.player).join(format!("v{}", row.version))
    }

    /// The rows of a contest, of every team that handed something in.
    pub fn entered(&self, contest: &Contest) -> Vec<&Row> {
        let (mut contests, players) = (self.file.names(), self.roster.players());
        // Those up to this one.
        contests.truncate(contests.iter().position(|name| *name == contest.name).unwrap_or(0) + 1);
        players.iter().filter_map(|team| self.roster.entered(&team.player, &contests)).collect()
    }

    pub fn results(&self, contest: &Contest, row: Option<&Row>) -> PathBuf {
        let of_contest = self.path.join(RESULTS).join(&contest.name);
        of_contest.join(row.map_or_else(|| REFERENCES.to_owned(), |row| format!("{}-v{}", row.player, row.version)))
    }

    /// Where the codes are that programs of codemakers made for a contest.
    pub fn made_codes(&self, contest: &Contest) -> PathBuf {
        self.path.join(RESULTS).join(&contest.name).join(CODEMAKERS)
    }

    /// The results folders of a contest that are played: of the references, and of what counts.
    pub fn played(&self, contest: &Contest) -> Vec<PathBuf> {
        let counted = self.entered(contest).into_iter().filter(|row| row.status == Status::Counts);
        let folders = [None].into_iter().chain(counted.map(Some)).map(|row| self.results(contest, row));
        folders.filter(|folder| play_folder::is_finished(folder)).collect()
    }

    /// The seed of a contest, if it was drawn.
    pub fn sealed(&self, contest: &Contest) -> Result<Option<Sealed>, Failure> {
        Ok(self.seeds()?.into_iter().find(|sealed| sealed.contest == contest.name))
    }

    /// The seed of a contest, drawn unless it was before. What can be published is beside it.
    pub fn seed(&self, contest: &Contest) -> Result<SeedArgument, Failure> {
        let mut seeds = self.seeds()?;
        if let Some(sealed) = seeds.iter().find(|sealed| sealed.contest == contest.name) {
            return Ok(SeedArgument { seed: Seed(sealed.seed), is_random: false });
        }
        let drawn = drawn(&contest.name)?;
        let seed = Seed(drawn.seed);
        seeds.push(drawn);
        self.write_rows(SEEDS, SEEDS_HEADER, seeds.iter().map(Sealed::to_string))?;
        let commitments = seeds.iter().map(|sealed| format!("{},{}", sealed.contest, sealed.commitment()));
        self.write_rows(COMMITMENTS, "contest,sha256", commitments)?;
        Ok(SeedArgument { seed, is_random: false })
    }

    fn write_rows(&self, name: &str, header: &str, rows: impl Iterator<Item = String>) -> Result<(), Failure> {
        let lines: String = [header.to_owned()].into_iter().chain(rows).map(|row| row + "\n").collect();
        Ok(files::write_whole(&self.path.join(name), lines.as_bytes())?)
    }

    fn seeds(&self) -> Result<Vec<Sealed>, Failure> {
        self.rows(SEEDS, SEEDS_HEADER, |line| line.parse().ok())
    }

    /// What teams are called where nobody is to know which is which. New teams get the next numbers in an order that is drawn: it follows
    /// from nothing that is known or becomes known, as the salt of a seed does.
    pub fn pseudonyms(&self) -> Result<HashMap<String, String>, Failure> {
        let mut known = self.rows(PSEUDONYMS, PSEUDONYMS_HEADER, |line| {
            let (player, number) = line.split_once(',')?;
            Some((player.to_owned(), number.parse::<usize>().ok()?))
        })?;
        let teams = self.roster.players();
        let new = teams.into_iter().filter(|team| known.iter().all(|(player, _)| *player != team.player));
        let drawn = new.map(|team| Ok((random_bits()?, team.player.clone())));
        let mut drawn = drawn.collect::<Result<Vec<_>, Failure>>()?;
        drawn.sort();
        if !drawn.is_empty() {
            let first = known.iter().map(|(_, number)| number + 1).max().unwrap_or(1);
            known.extend(drawn.into_iter().map(|(_, player)| player).zip(first..));
            let rows = known.iter().map(|(player, number)| format!("{player},{number}"));
            self.write_rows(PSEUDONYMS, PSEUDONYMS_HEADER, rows)?;
        }
        Ok(known.into_iter().map(|(player, number)| (player, format!("team {number}"))).collect())
    }

    /// The rows of a file that the course itself writes, of which there is none at first.
    fn rows<T>(&self, name: &str, columns: &str, row: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, Failure> {
        let path = self.path.join(name);
        if !folder_files::exists(&path) {
            return Ok(Vec::new());
        }
        let text = folder_files::read_text(&path, MOST_BYTES)
            .map_err(|e| Failure::unread(&e, format!("cannot read {}: {e}", path.display())))?;
        let mut lines = text.lines().enumerate();
        let (has_columns, shown) = (lines.next().is_some_and(|(_, header)| header == columns), path.display());
        ensure!(has_columns, "{shown}, line 1: its columns are not {columns}");
        let of_line = |(index, line): (usize, &str)| {
            let number = index + 1;
            row(line).ok_or_else(|| failure!("{shown}, line {number}: it is not as `arena` wrote it; put it back"))
        };
        lines.map(of_line).collect()
    }
}
