//! `arena course page`: the pages that all teams may see.

use super::folder::CourseFolder;
use super::settled::KnownOrder;
use super::status::{Standing, state_of};
use super::trend::versions;
use crate::commands::report::{Handout, ReportCommand};
use crate::commands::show::{STYLE, html_table};
use crate::failure::Failure;
use crate::playing::Pace;
use crate::present::page::head;
use crate::present::tables::with_sign;
use crate::present::{Column, Sheet, check_file, counted, program_name, stdout, unwritable, visible_page};
use crate::settings::Contest;
use course::Row;
use maud::{DOCTYPE, PreEscaped, html};
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tournament::{Registry, files};

/// The page over all contests.
const INDEX: &str = "page.html";
const SCRIPT: &str = include_str!("live.js");

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course page                          page.html, and CONTEST.html for each contest
  arena course page --anonymous              team 1, team 2, … in the place of names
  arena course page --contest final --out wall.html")]
pub struct PageCommand {
    /// The contest [default: all, with a page of the places in each]
    #[arg(long, value_name = "NAME")]
    contest: Option<String>,
    /// The file of the page; the pages of all contests are beside it [default: page.html, or CONTEST.html of one contest, in the folder of
    /// the course]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Call teams by pseudonyms, which are drawn once and kept in pseudonyms.csv
    #[arg(long)]
    anonymous: bool,
}

impl PageCommand {
    pub fn run(&self, registry: &Registry, course: &Path) -> Result<(), Failure> {
        // Pseudonyms may be drawn.
        let course = if self.anonymous { CourseFolder::locked(course) } else { CourseFolder::open(course) }?;
        let pages = Pages::new(&course, self.anonymous)?;
        let out = |name: &str| self.out.clone().unwrap_or_else(|| course.path.join(name));
        if let Some(name) = &self.contest {
            let contest = course.file.contest(Some(name))?;
            writeln!(stdout(), "{}", pages.contest(registry, contest, &out(&format!("{name}.html")))?)?;
            return Ok(());
        }
        let lines = pages.all(registry, self.out.as_deref())?;
        Ok(lines.iter().try_for_each(|line| writeln!(stdout(), "{line}"))?)
    }
}

pub struct Pages<'a> {
    course: &'a CourseFolder,
    /// Of teams. References have their own names.
    names: HashMap<String, String>,
    is_anonymous: bool,
}

impl<'a> Pages<'a> {
    pub fn new(course: &'a CourseFolder, is_anonymous: bool) -> Result<Pages<'a>, Failure> {
        let names = if is_anonymous { course.pseudonyms()? } else { display_names(course) };
        Ok(Pages { course, names, is_anonymous })
    }

    fn name(&self, player: &str) -> String {
        self.names.get(player).map_or(player, String::as_str).to_owned()
    }

    /// Writes the page of a contest, and says what is on it.
    fn contest(&self, registry: &Registry, contest: &Contest, out: &Path) -> Result<String, Failure> {
        let mut folders = self.course.played(contest);
        let (name, program) = (&contest.name, program_name());
        ensure!(!folders.is_empty(), "nothing of {name} is played; play it with `{program} course play`");
        if self.is_anonymous {
            // Players that do as well stand in the order of the folders, which would be that of the roster.
            let rows = self.course.entered(contest);
            let names: HashMap<PathBuf, String> =
                rows.iter().map(|row| (self.course.results(contest, Some(row)), self.name(&row.player))).collect();
            folders.sort_by_cached_key(|folder| names.get(folder).map(|name| (name.len(), name)));
        }
        let references = usize::from(folders.contains(&self.course.results(contest, None)));
        let teams = counted(folders.len() - references, "team");
        let mut trend = versions(self.course, contest, |row| self.name(&row.player))?;
        // A version alone has no trend.
        trend.retain(|versions| versions.len() > 1);
        let handout = Handout {
            lines: vec![format!("{}, {}: {teams}", self.course.file.title, contest.name)],
            has_games: contest.is_over(),
            names: self.names.clone(),
            is_anonymous: self.is_anonymous,
            versions: trend.concat(),
        };
        ReportCommand::handed_out(folders, out, None, handout).write(registry)
    }

    /// Writes the page over all contests, the pages of the contests beside it, and says what is on them.
    pub fn all(&self, registry: &Registry, out: Option<&Path>) -> Result<Vec<String>, Failure> {
        let out = out.map_or_else(|| self.course.path.join(INDEX), Path::to_owned);
        let played: Vec<&Contest> =
            self.course.file.contests.iter().filter(|contest| !self.course.played(contest).is_empty()).collect();
        ensure!(!played.is_empty(), "nothing is played; play it with `{} course play`", program_name());
        let page = |contest: &Contest| folder_files::parent(&out).join(format!("{}.html", contest.name));
        let lines = played.into_iter().map(|contest| self.contest(registry, contest, &page(contest)));
        let mut lines = lines.collect::<Result<Vec<_>, _>>()?;
        self.index(&out, None)?;
        let teams = counted(self.course.roster.players().len(), "team");
        lines.push(format!("{}: {teams}, {}", out.display(), counted(self.course.file.contests.len(), "contest")));
        Ok(lines)
    }

    /// Writes the page over all contests while they are played, if it is time. One that cannot be written is no reason to stop playing.
    pub fn tell(&self, pace: &mut Pace, state: &str) {
        if pace.is_due() {
            let begun = Instant::now();
            let _ = self.index(&self.course.path.join(INDEX), Some((state, pace.oldest_seconds())));
            pace.written(begun);
        }
    }

    /// Writes the last page over all contests where playing was interrupted.
    pub fn end(&self) -> Result<(), Failure> {
        self.index(&self.course.path.join(INDEX), None)
    }

    /// Writes the page over all contests. `live` says, while they are played, how far, and from what age on the page is not written any more.
    fn index(&self, out: &Path, live: Option<(&str, u64)>) -> Result<(), Failure> {
        let file = check_file(out, "--out", true)?;
        let written = tournament::now();
        let (sheet, lines) = self.places()?;
        let is_there = |contest: &Contest| {
            let page = format!("{}.html", contest.name);
            folder_files::exists(&folder_files::parent(out).join(&page)).then_some(page)
        };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (head(&self.course.file.title, STYLE, live.map(|_| Pace::RELOAD_SECONDS)))
                body { main {
                    h1 { (self.course.file.title) }
                    @if let Some((state, oldest)) = live {
                        p id="live" data-written=(written) data-oldest=(oldest) data-every=(Pace::RELOAD_SECONDS) {
                            "Being played: " (state) ". " span { "This page is of " (written) "." }
                        }
                    } @else { p.note { "This page is of " (written) "." } }
                    ul { @for (contest, line) in self.course.file.contests.iter().zip(&lines) { li {
                        @match is_there(contest) { Some(page) => a href=(page) { (contest.name) }, None => strong { (contest.name) } }
                        (line)
                    } } }
                    (html_table(&sheet))
                    @if live.is_some() { script { (PreEscaped(SCRIPT)) } }
                } }
            }
        };
        files::write_whole(&file, visible_page(&page.into_string()).as_bytes()).map_err(|e| unwritable(&e, "--out"))
    }

    /// The place of each player in each contest, the best of the last contest first; and what there is to say of each contest.
    fn places(&self) -> Result<(Sheet, Vec<String>), Failure> {
        let (contests, teams) = (&self.course.file.contests, self.course.roster.players());
        let mut players: BTreeMap<&str, String> =
            self.names.keys().map(|player| (&**player, self.name(player))).collect();
        let (mut standings, mut lines) = (Vec::new(), Vec::new());
        for contest in contests {
            let Standing { rows, order } = Standing::read(self.course, contest, None)?;
            let time = |time: &String| format!(", until {} UTC", time.replace('T', " ").trim_end_matches('Z'));
            let until = contest.deadline.as_ref().map_or(String::new(), time);
            let played = rows.iter().filter(|row| self.names.contains_key(&row.player)).count();
            let settled = order.filter(KnownOrder::is_settled).map_or("", |_| ", settled");
            lines.push(format!("{until}: {played} of {} played{settled}", counted(teams.len(), "team")));
            let entered: HashMap<&str, &Row> =
                self.course.entered(contest).into_iter().map(|row| (&*row.player, row)).collect();
            standings.push((contest, rows, entered, versions(self.course, contest, |row| row.player.clone())?));
        }
        let played = standings.iter().flat_map(|(_, rows, ..)| rows);
        players.extend(played.map(|row| (&*row.player, self.name(&row.player))));
        let mut rows = Vec::new();
        for (player, name) in players {
            let (mut order, mut places, mut scores, mut changes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            for (contest, standing, entered, trend) in &standings {
                let found = standing.iter().find(|one| one.player == player && one.place.is_some());
                order.insert(0, found.and_then(|one| one.place).unwrap_or(usize::MAX));
                places.push(match found.and_then(|one| one.place) {
                    Some(place) => place.to_string(),
                    None if self.names.contains_key(player) => {
                        state_of(self.course, contest, entered.get(player).copied())?
                    }
                    None => String::new(),
                });
                let scored = found.filter(|one| one.score.is_some());
                scores.push(scored.map_or(String::new(), |one| one.text(Column::Score)));
                let own = trend.iter().filter_map(|versions| versions.last()).find(|last| last.player == player);
                let change =
                    own.and_then(|last| Some(format!("v{}: {}", last.version, with_sign(last.change.as_ref()?))));
                changes.push(change.unwrap_or_default());
            }
            rows.push((order, name.clone(), [vec![name], places, scores, changes].concat()));
        }
        rows.sort();
        let headings = |what| contests.iter().map(move |contest| format!("{}{what}", contest.name));
        let mut sheet = Sheet::new("Places in the contests", ["player"]);
        sheet.header.extend(headings("").chain(headings(": SCORE")).chain(headings(": last change")));
        sheet.rows = rows.into_iter().map(|(.., cells)| cells).collect();
        sheet.notes.push(
            "SCORE per 100 rounds. Last change: the SCORE of the last version less that of the version before, on the same secrets. \
             ±: 95 % intervals."
                .to_owned(),
        );
        Ok((sheet, lines))
    }
}

/// The names that people read. A name that is not of one team alone has the player's name after it.
pub fn display_names(course: &CourseFolder) -> HashMap<String, String> {
    let teams = course.roster.players();
    let references = course.file.contests.iter().flat_map(|contest| contest.settings.players.iter().flatten());
    let references: Vec<&str> = references.map(|item| item.value.name()).collect();
    let is_taken = |team: &Row| {
        let is_same = |other: &&Row| other.player != team.player && [&other.name, &other.player].contains(&&team.name);
        let is_player = team.name != team.player && course::slug(&team.name) == team.name;
        is_player || references.contains(&&*team.name) || teams.iter().any(is_same)
    };
    let shown = |team: &Row| match team.name.as_str() {
        "" => team.player.clone(),
        name if is_taken(team) => format!("{name} ({})", team.player),
        name => name.to_owned(),
    };
    teams.iter().map(|team| (team.player.clone(), shown(team))).collect()
}
