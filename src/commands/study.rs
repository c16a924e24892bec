//! Running a study: the options and the progress of all commands that do.

use crate::{
    failure::Failure,
    playing::runner::set_on_interrupt,
    present::output::{draws_progress, stderr, stdout},
    settings::jobs::JobSettings,
    this_program::{this_manifest_program, this_program},
};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{
    fmt,
    io::Write,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use studies::{Context, FileSet, Monitor, Study, StudyError};
use tournament::Workers;

/// How often a line of progress is printed where the standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The options of every study.
#[derive(Debug, clap::Args)]
pub struct StudyOptions {
    /// The number of rounds that are played, or threads that compute, at once [default: the number of processors]
    #[arg(long, value_name = "N", help_heading = "Execution")]
    jobs: Option<usize>,
    /// Replace the results that are in the folder
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl StudyOptions {
    /// Runs a study, shows its progress, and lists the files that it wrote.
    pub fn run(&self, study: &dyn Study, out: &Path) -> Result<(), Failure> {
        let jobs = JobSettings::option(self.jobs).jobs()?;
        let display = ProgressDisplay::new(self.quiet, set_on_interrupt()?);
        let program = this_program()?;
        let context = Context {
            program: this_manifest_program(),
            workers: Workers::Processes(program, jobs.count),
            force: self.force,
            monitor: &display,
        };
        let result = study.run(&context, out);
        display.clear();
        result.map_err(|e| failure(&e))?;
        if !self.quiet {
            let mut lines = stdout();
            for (path, about) in FileSet::new(study, out).list() {
                writeln!(lines, "{:<50} {about}", path.display().to_string())?;
            }
        }
        Ok(())
    }
}

fn failure(e: &StudyError) -> Failure {
    match e {
        StudyError::Exists { .. } => {
            Failure::input(format!("{e}; give --force to replace them, or another folder with --out"))
        }
        StudyError::Folder(_) => Failure::input(format!("{e}; give a folder that can be written with --out")),
        StudyError::Options(_) => Failure::input(e.to_string()),
        _ if e.is_interrupt() => Failure::interrupt(e.to_string()),
        _ => Failure::run(e.to_string()),
    }
}

/// The progress of a study on the standard error: a bar on a terminal, lines elsewhere.
struct ProgressDisplay {
    bar: ProgressBar,
    lines: Option<Mutex<PhaseLines>>,
    interrupted: Arc<AtomicBool>,
}

/// What lines of progress are made from.
struct PhaseLines {
    phase: String,
    steps: u64,
    done: u64,
    since: Instant,
    last: Instant,
}

impl ProgressDisplay {
    fn new(quiet: bool, interrupted: Arc<AtomicBool>) -> ProgressDisplay {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let bar = ProgressBar::with_draw_target(None, target);
        let shape = "{bar:24} {percent:>3} %  {human_pos}/{human_len} {prefix}  {rate}/s  {eta} left  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(shape) {
            let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
                // A bar that cannot be drawn is no reason to stop.
                let _ = write!(to, "{}", HumanCount(state.per_sec().round() as u64));
            };
            bar.set_style(style.with_key("rate", rate).progress_chars("█▉▊▋▌▍▎▏ "));
        }
        let now = Instant::now();
        let lines = PhaseLines { phase: String::new(), steps: 0, done: 0, since: now, last: now };
        let lines = (!quiet && !draws_progress()).then(|| Mutex::new(lines));
        ProgressDisplay { bar, lines, interrupted }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl PhaseLines {
    fn line(&self, subject: &str) -> String {
        let PhaseLines { phase, steps, done, .. } = self;
        let percent = 100.0 * *done as f64 / (*steps).max(1) as f64;
        let rate = *done as f64 / self.since.elapsed().as_secs_f64();
        let left = (*done > 0).then(|| steps.saturating_sub(*done) as f64 / rate);
        let left = left.map_or("unknown time".to_owned(), |left| {
            humantime::format_duration(Duration::from_secs(left.min(1e9) as u64)).to_string()
        });
        let subject = if subject.is_empty() { String::new() } else { format!(", {subject}") };
        format!("{done} of {steps} {phase} ({percent:.0} %), {rate:.0}/s, {left} left{subject}")
    }
}

impl Monitor for ProgressDisplay {
    fn begin(&self, phase: &str, steps: u64) {
        self.bar.reset();
        self.bar.set_length(steps);
        self.bar.set_prefix(phase.to_owned());
        self.bar.set_message("");
        if let Some(lines) = &self.lines {
            let now = Instant::now();
            *lines.lock().unwrap_or_else(PoisonError::into_inner) =
                PhaseLines { phase: phase.to_owned(), steps, done: 0, since: now, last: now };
            // A closed standard error is no reason to stop, here and below.
            let _ = writeln!(stderr(), "{phase} …");
        }
    }

    fn advance(&self, steps: u64, subject: &str) {
        self.bar.inc(steps);
        self.bar.set_message(subject.to_owned());
        let Some(lines) = &self.lines else { return };
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.done += steps;
        if lines.last.elapsed() >= LINE_EVERY {
            lines.last = Instant::now();
            let _ = writeln!(stderr(), "{}", lines.line(subject));
        }
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
