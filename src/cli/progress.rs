//! The progress of a tournament: a bar on a terminal, plain lines elsewhere.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{
    fmt,
    io::{self, IsTerminal, Write},
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tournament::{Observer, Progress};

/// How often a plain line is printed.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// What the user sees while a tournament is played, on the standard error.
#[derive(Debug)]
pub struct ProgressReporter {
    total: u64,
    /// The rounds of tournaments that are finished.
    before: u64,
    style: Style,
    stopped: Arc<AtomicBool>,
}

#[derive(Debug)]
enum Style {
    Quiet,
    Bar(ProgressBar),
    Lines { since: Instant, last: Instant },
}

impl ProgressReporter {
    /// A progress over that many rounds.
    pub fn new(total: u64, quiet: bool, stopped: Arc<AtomicBool>) -> ProgressReporter {
        let style = if quiet {
            Style::Quiet
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
            let shape = "{bar:24} {percent:>3} %  {human_pos}/{human_len} rounds  {rate}/s  {eta} left  {wide_msg}";
            if let Ok(style) = ProgressStyle::with_template(shape) {
                let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
                    // A bar that cannot be drawn is no reason to stop.
                    let _ = write!(to, "{}", HumanCount(state.per_sec().round() as u64));
                };
                bar.set_style(style.with_key("rate", rate).progress_chars("█▉▊▋▌▍▎▏ "));
            }
            Style::Bar(bar)
        } else {
            Style::Lines { since: Instant::now(), last: Instant::now() }
        };
        ProgressReporter { total, before: 0, style, stopped }
    }

    /// A tournament of so many rounds is over, and another one may begin.
    pub fn add_tournament(&mut self, rounds: u64) {
        self.before += rounds;
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Style::Bar(bar) = &self.style {
            bar.finish_and_clear();
        }
    }
}

impl Observer for ProgressReporter {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let (done, game) = (self.before + progress.rounds, progress.latest);
        let at = || format!("{} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
        match &mut self.style {
            Style::Quiet => {}
            Style::Bar(bar) => {
                bar.set_position(done);
                bar.set_message(at());
            }
            Style::Lines { since, last } if last.elapsed() >= LINE_EVERY => {
                let seconds = since.elapsed().as_secs_f64();
                let rate = done as f64 / seconds;
                let left = (done > 0).then(|| self.total.saturating_sub(done) as f64 / rate);
                let left = left.map_or("unknown time".to_owned(), |left| {
                    humantime::format_duration(Duration::from_secs(left.min(1e9) as u64)).to_string()
                });
                // A closed standard error is no reason to stop.
                let _ = writeln!(
                    io::stderr(),
                    "{done} of {} rounds ({:.0} %), {rate:.0}/s, {left} left, {}",
                    self.total,
                    100.0 * done as f64 / self.total.max(1) as f64,
                    at()
                );
                *last = Instant::now();
            }
            Style::Lines { .. } => {}
        }
        if self.stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
