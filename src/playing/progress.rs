//! The progress of tournaments: a bar and a leaderboard on a terminal, plain lines elsewhere.

use super::estimate::{EstimatedTime, TimeEstimate};
use super::live::{LivePage, LiveResults};
use crate::present::{FailureExamples, counted, draws_progress, notice};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tournament::{Match, Observer, Plan, Progress, RoundCounts, RoundRecord, Suspicions};

const LINE_EVERY: Duration = Duration::from_secs(10);
/// The time between two leaderboards on a terminal.
const BOARD_EVERY: Duration = Duration::from_secs(1);
const MOST_BOARD_LINES: usize = 14;
const OTHER_LINES: usize = 4;
/// The time between two estimates of the remaining time.
const ESTIMATE_EVERY: Duration = Duration::from_millis(500);

/// Reports the progress of a tournament on the standard error, and stops it at an interrupt.
pub struct ProgressReporter {
    workers: usize,
    display: Display,
    is_stopped: Arc<AtomicBool>,
    estimate: TimeEstimate,
    remaining: EstimatedTime,
    estimated: Option<Instant>,
    pub failures: FailureExamples,
    suspicions: Suspicions,
    /// How often something was played again because a process was killed.
    played_again: u64,
    pub live: Option<LiveResults>,
    pub page: Option<LivePage>,
}

enum Display {
    Quiet,
    /// A bar, with the leaderboard below it, and when that was shown.
    Terminal {
        bar: ProgressBar,
        board: ProgressBar,
        both: MultiProgress,
        shown: Option<Instant>,
    },
    Lines(Instant),
}

impl Display {
    fn terminal(total: u64) -> Display {
        let both = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        let (bar, board) = (both.add(ProgressBar::new(total)), both.add(ProgressBar::new(0)));
        let template = "{bar:24} {percent:>3} %  {human_pos}/{human_len} rounds  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        }
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            board.set_style(style);
        }
        Display::Terminal { bar, board, both, shown: None }
    }
}

impl ProgressReporter {
    pub fn new(plan: &Plan, workers: usize, is_quiet: bool, is_stopped: Arc<AtomicBool>) -> ProgressReporter {
        ProgressReporter::of_matches(&plan.matches(), plan.limits.time, workers, is_quiet, is_stopped)
    }

    pub fn of_matches(
        matches: &[Match],
        limit: Duration,
        workers: usize,
        is_quiet: bool,
        is_stopped: Arc<AtomicBool>,
    ) -> ProgressReporter {
        let total = matches.iter().fold(0, |sum: u64, match_| sum.saturating_add(match_.rounds));
        let display = if is_quiet {
            Display::Quiet
        } else if draws_progress() {
            Display::terminal(total)
        } else {
            Display::Lines(Instant::now())
        };
        ProgressReporter {
            workers,
            display,
            is_stopped,
            estimate: TimeEstimate::new(matches, limit),
            remaining: EstimatedTime::default(),
            estimated: None,
            failures: FailureExamples::default(),
            suspicions: Suspicions::default(),
            played_again: 0,
            live: None,
            page: None,
        }
    }

    pub fn end_page(&self) {
        if let (Some(page), Some(live)) = (&self.page, &self.live) {
            page.end(live, "This tournament ended early.");
        }
    }

    pub fn clear(&self) {
        if let Display::Terminal { bar, board, both, .. } = &self.display {
            board.finish_and_clear();
            bar.finish_and_clear();
            // An error means that the terminal is gone.
            let _ = both.clear();
        }
    }

    /// What a person should know about these tournaments who reads their results.
    pub fn remarks(&self) -> Vec<String> {
        let suspicions = self.suspicions.all().into_iter().map(|suspicion| format!("suspicion: {suspicion}"));
        let times = counted(usize::try_from(self.played_again).unwrap_or(usize::MAX), "time");
        let again = format!(
            "note: {times} somebody killed a worker process from outside (the system does so when memory is short); what it played was \
             played again"
        );
        suspicions.chain((self.played_again > 0).then_some(again)).collect()
    }

    fn estimate(&mut self, progress: &Progress<'_>) {
        if self.estimated.is_none_or(|time| time.elapsed() >= ESTIMATE_EVERY) {
            self.estimated = Some(Instant::now());
            self.remaining = self.estimate.remaining(progress, self.workers);
        }
    }

    fn left(&self) -> String {
        match self.remaining.most {
            None => format!("{} left", self.remaining),
            Some(_) => format!("time left {}", self.remaining),
        }
    }
}

impl Observer for ProgressReporter {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.estimate.begin(progress);
        let (done, total) = (progress.rounds, progress.total);
        let is_due = match &self.display {
            Display::Quiet => false,
            Display::Terminal { .. } => true,
            Display::Lines(last) => last.elapsed() >= LINE_EVERY,
        };
        if is_due {
            self.estimate(progress);
            let (match_, left) = (progress.latest, self.left());
            let state = format!("{left}  {match_}");
            match &mut self.display {
                Display::Quiet => {}
                Display::Terminal { bar, board, shown, .. } => {
                    bar.set_length(total);
                    bar.set_position(done);
                    bar.set_message(state);
                    if let Some(live) = &self.live
                        && shown.is_none_or(|shown| shown.elapsed() >= BOARD_EVERY)
                    {
                        let (lines, columns) = console::Term::stderr().size();
                        let lines = usize::from(lines).saturating_sub(OTHER_LINES).min(MOST_BOARD_LINES);
                        board.set_message(live.board(columns.into(), lines));
                        *shown = Some(Instant::now());
                    }
                }
                Display::Lines(last) => {
                    let percent = 100.0 * done as f64 / total.max(1) as f64;
                    notice(format_args!("{done} of {total} rounds ({percent:.0} %), {state}"));
                    if let Some(leaders) = self.live.as_ref().map(LiveResults::leaders).filter(|line| !line.is_empty())
                    {
                        notice(format_args!("  {leaders}"));
                    }
                    *last = Instant::now();
                }
            }
        }
        if self.page.as_ref().is_some_and(|page| page.pace.is_due()) {
            self.estimate(progress);
            let state = format!("{done} of {total} rounds are played; {}.", self.left());
            if let (Some(page), Some(live)) = (&mut self.page, &self.live) {
                page.write(live, &state);
            }
        }
        if self.is_stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn reported(&mut self, match_: &Match, rounds: &RoundCounts) {
        if let Some(live) = &mut self.live {
            live.add(match_, rounds);
        }
    }

    fn refused(&mut self, match_: &Match, reason: &str) {
        if let Some(live) = &mut self.live {
            live.refuse(match_, reason);
        }
    }

    fn played_again(&mut self, _game: &Match) {
        self.played_again += 1;
    }

    fn record(&mut self, match_: &Match, record: &RoundRecord) {
        self.failures.count(match_, record);
        self.suspicions.count(match_, record);
    }
}
