//! `arena course play`

use super::{folder::CourseFolder, page::Pages, status::Standing};
use crate::commands::run::missing::{is_played, play_missing};
use crate::commands::run::more_rounds;
use crate::failure::Failure;
use crate::playing::{Pace, Runner};
use crate::present::{counted, draws_progress, notice, program_name, stdout, tables, time_in_words};
use crate::settings::{
    Choice, Contest, JobSettings, Origin, Recorded, Setting, Settings, external_codemakers, player_files,
};
use course::{Row, Status};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tournament::{Manifest, Observer, Plan, Progress, Registry};

const LINE_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena course play           what is missing of all contests
  arena course play final     of one contest
  arena course play --page    with page.html, which reloads itself meanwhile
  arena course play --until settled     more rounds, until the order is known")]
pub struct Play {
    /// The contest [default: all]
    contest: Option<String>,
    /// Play on until the order of neighbors, or what a grade asks for, is known with an error of 5 % in all
    #[arg(long, value_enum, value_name = "settled", hide_possible_values = true, help_heading = "What is played")]
    until: Option<Goal>,
    /// With --until, play at most this many rounds a match
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "until", help_heading = "What is played")]
    most_rounds: u64,
    /// Write page.html every few seconds while it plays, and at the end the pages of the contests, too; `--page=anonymous` with pseudonyms
    #[arg(
        long, value_enum, value_name = "names|anonymous", num_args = 0..=1, require_equals = true, default_missing_value = "names",
        hide_possible_values = true, help_heading = "Output"
    )]
    page: Option<PageNames>,
    #[command(flatten)]
    jobs: JobSettings,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// What is played into a folder: a submission in a contest, or the players beside whom it stands.
struct Part {
    /// What messages call it.
    name: String,
    settings: Settings,
    rounds: u64,
}

/// What pages call teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PageNames {
    Names,
    Anonymous,
}

/// What `--until` plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Goal {
    Settled,
}

impl Play {
    pub fn run(&self, registry: &Registry, path: &Path) -> Result<(), Failure> {
        let _lock = CourseFolder::lock(path)?;
        let course = &CourseFolder::open(path)?;
        let contests = course.file.chosen(self.contest.as_deref())?;
        let mut rounds = contests.iter().map(|contest| rounds_of(course, contest)).collect::<Result<Vec<u64>, _>>()?;
        contests.iter().try_for_each(|contest| contest.check_sandbox())?;
        let runner = Runner::new(&self.jobs, self.quiet)?;
        let prepare = |rounds: &[u64]| {
            let mut all = contests.iter().zip(rounds);
            all.try_for_each(|(contest, rounds)| prepare(registry, course, contest, *rounds))
        };
        prepare(&rounds)?;
        let pages = self.page.map(|names| Pages::new(course, names == PageNames::Anonymous)).transpose()?;
        let with = (registry, &runner, pages.as_ref());
        let missing = |rounds: &[u64]| self.play_missing(with, course, &contests, rounds);
        let (mut played, mut kept, mut failures) = missing(&rounds)?;
        let mut orders = Vec::new();
        while self.until.is_some() {
            let order = |contest: &&Contest| Ok::<_, Failure>(Standing::read(course, contest, None)?.order);
            orders = contests.iter().map(order).collect::<Result<Vec<_>, _>>()?;
            let before = rounds.clone();
            for (order, rounds) in orders.iter().zip(&mut rounds) {
                // A match whose codes are all played gets no more rounds.
                if order.as_ref().is_some_and(|order| !order.is_settled() && order.rounds == *rounds) {
                    *rounds = more_rounds(*rounds).min(self.most_rounds).max(*rounds);
                }
            }
            if rounds == before {
                break;
            }
            prepare(&rounds)?;
            let (now, as_before, failed) = missing(&rounds)?;
            (played, kept, failures) = (played.max(now), kept.min(as_before), failed);
        }
        if !self.quiet {
            let shown = format!("`{} course status` shows how they stand", program_name());
            writeln!(stdout(), "{} played, {kept} as before; {shown}", counted(played, "folder"))?;
            for (contest, order) in contests.iter().zip(&orders) {
                let Some(order) = order else { continue };
                writeln!(stdout(), "\n{}, {} rounds a match", contest.name, order.rounds)?;
                order.lines().iter().try_for_each(|line| tables::paragraph(&mut stdout(), line, 0))?;
            }
        }
        if let Some(pages) = pages.filter(|_| course.file.contests.iter().any(|one| !course.played(one).is_empty())) {
            let lines = pages.all(registry, None)?;
            lines.iter().filter(|_| !self.quiet).try_for_each(|line| writeln!(stdout(), "{line}"))?;
        }
        for failure in &failures {
            notice(format_args!("not played: {failure}"));
        }
        let open = orders.iter().flatten().filter(|order| !order.is_settled()).count();
        let (open, program) = ((open > 0).then(|| counted(open, "contest")), program_name());
        let open = open.map(|open| format!("{open} not settled; `{program} course status` names the pairs"));
        let failed = (!failures.is_empty()).then(|| counted(failures.len(), "submission"));
        let failed = failed.map(|failed| format!("{failed} cannot be played: see above"));
        failed.or(open).map_or(Ok(()), |found| Err(Failure::finding(found)))
    }

    /// Plays what is missing of contests with these rounds. Returns how many folders were played, how many had everything, and what failed.
    fn play_missing(
        &self,
        (registry, runner, pages): (&Registry, &Runner, Option<&Pages>),
        course: &CourseFolder,
        contests: &[&Contest],
        rounds: &[u64],
    ) -> Result<(usize, usize, Vec<String>), Failure> {
        let (mut missing, mut failures, mut kept) = (Vec::new(), Vec::new(), 0);
        let parts = contests.iter().zip(rounds).map(|(contest, rounds)| parts(registry, course, contest, *rounds));
        for part in parts.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
            match part {
                Ok(part) if is_played(registry, &part.settings)? => kept += 1,
                Ok(part) => missing.push(part),
                Err(failure) => failures.push(failure),
            }
        }
        let mut played = missing.len();
        if played > 0 {
            let failed = self.play((registry, runner, pages), &missing)?;
            played -= failed.len();
            failures.extend(failed);
        }
        Ok((played, kept, failures))
    }

    /// Plays the parts, several at once, and returns what failed.
    fn play(
        &self,
        (registry, runner, pages): (&Registry, &Runner, Option<&Pages>),
        missing: &[Part],
    ) -> Result<Vec<String>, Failure> {
        let threads = runner.jobs.min(missing.len()).max(1);
        let mut of_part = runner.clone();
        of_part.jobs /= threads;
        let progress = CourseProgress::new(missing, of_part, self.quiet, pages);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(Failure::system)?;
        let play = |part: &Part| {
            let played = if runner.is_stopped() { Ok(()) } else { play_part(registry, part, &progress) };
            progress.state().parts += 1;
            played.err().map(|failure| format!("{}: {}", part.name, failure.message))
        };
        let failures = pool.install(|| missing.par_iter().with_max_len(1).filter_map(play).collect());
        progress.bar.iter().for_each(ProgressBar::finish_and_clear);
        if !runner.is_stopped() {
            return Ok(failures);
        }
        pages.map_or(Ok(()), Pages::end)?;
        let go_on = format!("interrupted; what was played is kept, and `{} course play` goes on", program_name());
        Err(Failure::interrupt(go_on))
    }
}

/// The command of a submission, as `NAME=COMMAND`.
pub fn command_of(registry: &Registry, row: &Row, folder: &Path) -> Result<String, Failure> {
    let (player, path) = (&row.player, if row.file.is_empty() { folder.to_owned() } else { folder.join(&row.file) });
    let text = path.to_string_lossy();
    let Some((_, program)) = player_files::named(registry, &text)? else { bail!("no player was found in {text}") };
    Ok(format!("{player}={}", program.split_once('=').map_or(&*program, |(_, command)| command)))
}

/// The settings of a contest, without submissions.
fn settings_of(course: &CourseFolder, contest: &Contest, rounds: u64, out: PathBuf) -> Result<Settings, Failure> {
    let (mut settings, origin) = (contest.settings.clone(), Origin::File(contest.place.clone()));
    let seed = course.seed(contest)?;
    // All teams get the codes that the programs of codemakers made once.
    for choice in settings.scsa.iter_mut().flatten() {
        if let Choice::Program(program) = &mut choice.value {
            program.recorded = Some(Recorded { folder: course.made_codes(contest), seed: seed.seed });
        }
    }
    settings.seed = Some(Setting { value: seed, origin: origin.clone() });
    // Where neither the file nor anything played says the rounds, all codes of a file are played.
    if settings.rounds.is_some() || rounds != Plan::ROUNDS {
        settings.rounds = Some(Setting { value: rounds, origin: origin.clone() });
    }
    settings.output.out = Some(Setting { value: out, origin });
    settings.output.no_charts = Some(Setting::option("--no-charts", true));
    Ok(settings)
}

/// Draws the seed of a contest, and lets the programs of codemakers make the codes that are missing.
fn prepare(registry: &Registry, course: &CourseFolder, contest: &Contest, rounds: u64) -> Result<(), Failure> {
    let folder = course.made_codes(contest);
    let settings = settings_of(course, contest, rounds, folder.clone())?;
    if settings.scsa.iter().flatten().any(|choice| matches!(choice.value, Choice::Program(_))) {
        let plan = settings.plan_without_programs(registry)?;
        let rounds = plan.rounds.unwrap_or(rounds);
        external_codemakers::record(&settings.with_rounds(registry, &plan, rounds)?.codemakers, &folder)?;
    }
    Ok(())
}

/// What is to be played of a contest: the references, and what counts; or why it cannot be.
fn parts(
    registry: &Registry,
    course: &CourseFolder,
    contest: &Contest,
    rounds: u64,
) -> Result<Vec<Result<Part, String>>, Failure> {
    let part = |name: String, row: Option<&Row>, players: Option<Choice>| {
        let mut settings = settings_of(course, contest, rounds, course.results(contest, row))?;
        if let Some(value) = players {
            settings.players = Some(vec![Setting { value, origin: Origin::File("the player".to_owned()) }]);
        }
        let rounds = settings.plan_without_programs(registry)?.total_rounds();
        Ok::<_, Failure>(Ok(Part { name, settings, rounds }))
    };
    let (mut parts, mut failed) = (Vec::new(), Vec::new());
    if contest.settings.players.is_some() {
        parts.push(part(format!("{}: the players of {}", contest.name, contest.place), None, None)?);
    }
    for row in course.entered(contest).into_iter().filter(|row| row.status == Status::Counts) {
        let name = format!("{}: {} version {}", contest.name, row.player, row.version);
        match command_of(registry, row, &course.submission(row)) {
            Ok(text) => parts.push(part(name, Some(row), Some(Choice::program(text)))?),
            Err(failure) => failed.push(Err(format!("{name}: {}", failure.message))),
        }
    }
    failed.extend(parts);
    Ok(failed)
}

/// The rounds of a match of a contest: those of the file, or more that some player has. Otherwise not everybody could be compared over all.
fn rounds_of(course: &CourseFolder, contest: &Contest) -> Result<u64, Failure> {
    let played = course.played(contest);
    let rounds = played.iter().filter_map(|folder| Manifest::read(folder).ok()?.match_rounds);
    let of_file = contest.settings.rounds.as_ref().map_or(Plan::ROUNDS, |rounds| rounds.value);
    Ok(rounds.fold(of_file, u64::max))
}

/// Plays a part: begins its folder, goes on with it, or extends it.
fn play_part(registry: &Registry, part: &Part, progress: &CourseProgress<'_>) -> Result<(), Failure> {
    let observer = |_: &Plan| PartProgress { progress, part: &part.name, counted: None };
    play_missing(registry, &part.settings, &progress.runner, observer).map(|_| ())
}

/// The progress of all parts together, and what plays each.
struct CourseProgress<'a> {
    total: u64,
    parts: usize,
    state: Mutex<State>,
    bar: Option<ProgressBar>,
    is_quiet: bool,
    runner: Runner,
    pages: Option<&'a Pages<'a>>,
    pace: Mutex<Pace>,
}

struct State {
    /// The rounds that are there, and those of them that were played now.
    rounds: [u64; 2],
    parts: usize,
    began: Instant,
    told: Instant,
}

impl<'a> CourseProgress<'a> {
    fn new(parts: &[Part], runner: Runner, is_quiet: bool, pages: Option<&'a Pages<'a>>) -> CourseProgress<'a> {
        let total = parts.iter().map(|part| part.rounds).sum();
        let bar = (!is_quiet && draws_progress()).then(|| {
            let bar = ProgressBar::new(total);
            let template = "{bar:24} {percent:>3} %  {human_pos}/{human_len} rounds  {wide_msg}";
            ProgressStyle::with_template(template)
                .map_or(bar.clone(), |style| bar.with_style(style.progress_chars("█▉▊▋▌▍▎▏ ")))
        });
        let now = Instant::now();
        let state = Mutex::new(State { rounds: [0; 2], parts: 0, began: now, told: now });
        CourseProgress { total, parts: parts.len(), state, bar, is_quiet, runner, pages, pace: Mutex::new(Pace::new()) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts rounds that are there, and those of them that were played now.
    fn add(&self, [rounds, new]: [u64; 2], part: &str) {
        let mut state = self.state();
        state.rounds = [state.rounds[0] + rounds, state.rounds[1] + new];
        let ([done, played], elapsed) = (state.rounds, state.began.elapsed());
        // The rounds of others take other times: what is left is known roughly, and not at the beginning.
        let left = (played > 0 && elapsed > LINE_EVERY / 2)
            .then(|| elapsed.mul_f64(self.total.saturating_sub(done) as f64 / played as f64));
        let left = left.map_or("time left unknown".to_owned(), |left| format!("about {} left", time_in_words(left)));
        let text = format!("{} of {} played, {left}  {part}", state.parts, counted(self.parts, "folder"));
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(text);
        } else if !self.is_quiet && state.told.elapsed() >= LINE_EVERY {
            let percent = 100.0 * done as f64 / self.total.max(1) as f64;
            notice(format_args!("{done} of {} rounds ({percent:.0} %), {text}", self.total));
            state.told = Instant::now();
        }
        let played = state.parts;
        drop(state);
        if let (Some(pages), Ok(mut pace)) = (self.pages, self.pace.try_lock()) {
            pages.tell(&mut pace, &format!("{played} of {} played, {left}", counted(self.parts, "folder")));
        }
    }
}

struct PartProgress<'a, 'p> {
    progress: &'a CourseProgress<'p>,
    part: &'a str,
    /// The rounds that were counted. At first those that were there before are counted.
    counted: Option<u64>,
}

impl Observer for PartProgress<'_, '_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let rounds = progress.rounds.saturating_sub(self.counted.unwrap_or(0));
        self.progress.add([rounds, if self.counted.is_some() { rounds } else { 0 }], self.part);
        self.counted = self.counted.max(Some(progress.rounds));
        if self.progress.runner.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
