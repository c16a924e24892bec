//! The progress of tournaments: a bar on a terminal, plain lines elsewhere.

use super::{estimate::Estimate, outcome::cause, time_in_words::time_in_words};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use player_api::{Fault, Outcome};
use std::{
    io::{self, IsTerminal, Write},
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tournament::{Match, Observer, Plan, Progress, RoundRecord};

/// The time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// The time between two estimates of the remaining time.
const ESTIMATE_EVERY: Duration = Duration::from_millis(500);

/// Reports the progress of tournaments on the standard error, and stops them at an interrupt.
#[derive(Debug)]
pub struct ProgressReporter {
    total: u64,
    /// The rounds of finished tournaments.
    before: u64,
    workers: usize,
    display: Display,
    is_stopped: Arc<AtomicBool>,
    /// The estimates of the tournaments that are not finished, the present one first.
    estimates: Vec<Estimate>,
    remaining: Duration,
    estimated: Option<Instant>,
    failures: Vec<FailureExample>,
}

/// The first failure of a player with that cause, and how many there were.
#[derive(Clone, Debug)]
pub struct FailureExample {
    pub player: String,
    /// Where it occurred first: the codemaker, the size and the round.
    pub first: String,
    pub cause: String,
    pub rounds: u64,
    kind: std::mem::Discriminant<Fault>,
}

#[derive(Debug)]
enum Display {
    Quiet,
    Bar(ProgressBar),
    Lines(Instant),
}

impl ProgressReporter {
    /// A reporter of these tournaments, played one after the other by that many workers.
    pub fn new(plans: &[&Plan], workers: usize, is_quiet: bool, is_stopped: Arc<AtomicBool>) -> ProgressReporter {
        let matches: Vec<Vec<Match>> = plans.iter().map(|plan| plan.matches()).collect();
        ProgressReporter::of_matches(&matches, workers, is_quiet, is_stopped)
    }

    /// A reporter of tournaments with these matches.
    pub fn of_matches(
        tournaments: &[Vec<Match>],
        workers: usize,
        is_quiet: bool,
        is_stopped: Arc<AtomicBool>,
    ) -> ProgressReporter {
        let total = tournaments.iter().flatten().fold(0, |sum: u64, game| sum.saturating_add(game.rounds));
        let display = if is_quiet {
            Display::Quiet
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
            let template = "{bar:24} {percent:>3} %  {human_pos}/{human_len} rounds  {wide_msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
            }
            Display::Bar(bar)
        } else {
            Display::Lines(Instant::now())
        };
        ProgressReporter {
            total,
            before: 0,
            workers,
            display,
            is_stopped,
            estimates: tournaments.iter().map(|matches| Estimate::new(matches)).collect(),
            remaining: Duration::ZERO,
            estimated: None,
            failures: Vec::new(),
        }
    }

    /// The present tournament, which had that many rounds, is finished.
    pub fn finish_tournament(&mut self, rounds: u64) {
        self.before += rounds;
        if !self.estimates.is_empty() {
            self.estimates.remove(0);
        }
        self.estimated = None;
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let Display::Bar(bar) = &self.display {
            bar.finish_and_clear();
        }
    }

    /// The failures so far, one for each player and kind of cause.
    pub fn failures(&self) -> &[FailureExample] {
        &self.failures
    }

    fn estimate(&mut self, progress: &Progress<'_>) {
        if self.estimated.is_some_and(|time| time.elapsed() < ESTIMATE_EVERY) {
            return;
        }
        self.estimated = Some(Instant::now());
        let present = self.estimates.first_mut().map(|estimate| estimate.remaining(progress, self.workers));
        let later = self.estimates.iter().skip(1).map(|estimate| estimate.total(self.workers));
        self.remaining = present.into_iter().chain(later).sum();
    }
}

impl Observer for ProgressReporter {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let is_due = match &self.display {
            Display::Quiet => false,
            Display::Bar(_) => true,
            Display::Lines(last) => last.elapsed() >= LINE_EVERY,
        };
        if is_due {
            self.estimate(progress);
            let (done, game) = (self.before + progress.rounds, progress.latest);
            let left = time_in_words(self.remaining);
            let state =
                format!("about {left} left  {} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
            match &mut self.display {
                Display::Quiet => {}
                Display::Bar(bar) => {
                    bar.set_position(done);
                    bar.set_message(state);
                }
                Display::Lines(last) => {
                    let percent = 100.0 * done as f64 / self.total.max(1) as f64;
                    // A closed standard error is no reason to stop.
                    let _ = writeln!(io::stderr(), "{done} of {} rounds ({percent:.0} %), {state}", self.total);
                    *last = Instant::now();
                }
            }
        }
        if self.is_stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn record(&mut self, game: &Match, record: &RoundRecord) {
        let Outcome::Failure(fault) = &record.round.outcome else { return };
        let kind = std::mem::discriminant(fault);
        let known = self.failures.iter_mut().find(|known| known.kind == kind && known.player == game.player.name());
        match known {
            Some(known) => known.rounds += 1,
            None => self.failures.push(FailureExample {
                player: game.player.name().to_owned(),
                first: format!("{} at {}, round {}", game.codemaker.name(), game.size, record.number),
                cause: cause(&record.round.outcome, game.size),
                rounds: 1,
                kind,
            }),
        }
    }
}
