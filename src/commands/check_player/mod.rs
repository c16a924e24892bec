//! `arena check-player`

mod checks;
mod subject;

use crate::failure::Failure;
use crate::playing::set_on_interrupt;
use crate::present::{counted, draws_progress, stdout};
use crate::settings::{LimitOptions, selection};
use indicatif::{ProgressBar, ProgressStyle};
use scsa::Game;
use std::{io::Write, time::Duration};
use subject::{CheckResult, Subject};
use tournament::Registry;

/// The games that end by time or silence after which no more games are played.
const MOST_SLOW_SIZES: usize = 2;
/// The game of the games that are compared, besides the first one that the player plays.
const SECOND_SIZE: &str = "8x10";

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A check is `ok`, or says what is WRONG and the command that shows it; a hint is nothing wrong. The exit code is 1 if anything is \
wrong. A check ends after 0.6 s of CPU time with what was played until then.

Examples:
  arena check-player rao
  arena check-player 'mine=python3 mine.py'
  arena check-player 'team=lisp:team.lisp' --time-limit 20
  arena check-player team=python:team.py --sizes 4x6,5-7x10    the sizes of a contest only")]
pub struct CheckPlayer {
    /// The player: a name of `arena list`, or NAME=COMMAND, such as NAME=python:FILE.py
    player: String,
    /// The games: pegs x colors, 4x10n where no color comes twice, and ranges such as 4-8x10 [default: eleven games from 1x1 to 20x26]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    sizes: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

impl CheckPlayer {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let is_stopped = set_on_interrupt(|| ())?;
        let subject = Subject::new(registry, &self.player, &self.limits, is_stopped)?;
        let mut report = CheckReport::new();
        let (played, is_over) = check_sizes(&subject, &checks::sizes(&subject, &self.sizes)?, &mut report)?;
        match played.first() {
            _ if is_over => {}
            Some(_) => check_rest(&subject, &played, &mut report)?,
            None => {
                let command = subject.games("insert-colors", selection::default_game([&subject.entry]), 1);
                report.add("rounds", &CheckResult::wrong("it plays no round at any size", command))?;
            }
        }
        report.finish(subject.entry.name(), is_over)
    }
}

/// The games at which rounds were played, and whether what was found ends the checks.
fn check_sizes(
    subject: &Subject<'_>,
    sizes: &[(Game, u64)],
    report: &mut CheckReport,
) -> Result<(Vec<Game>, bool), Failure> {
    let (mut played, mut slow) = (Vec::new(), 0);
    for (number, &(game, rounds)) in sizes.iter().enumerate() {
        let name = format!("games at {game}");
        report.begin(&name);
        if slow >= MOST_SLOW_SIZES {
            let reason = "not played, because rounds of other sizes ended by time";
            report.add(&name, &CheckResult::Skipped(reason.to_owned()))?;
            continue;
        }
        let found = checks::check_size(subject, game, rounds, number == 0)?;
        slow += usize::from(found.is_slow);
        played.extend((found.rounds > 0).then_some(game));
        report.add(&name, &found.finding)?;
        if found.is_fatal {
            return Ok((played, true));
        }
    }
    Ok((played, false))
}

fn check_rest(subject: &Subject<'_>, played: &[Game], report: &mut CheckReport) -> Result<(), Failure> {
    let game = played[0];
    let second = played.iter().skip(1).find(|game| game.to_string() == SECOND_SIZE);
    let sizes: Vec<Game> = [game].into_iter().chain(second.copied()).collect();
    report.begin("the same games again");
    let games = checks::games(subject, &sizes)?;
    report.check("the same games again", || checks::check_again(subject, &games))?;
    report.check("two processes", || checks::check_jobs(subject, game))?;
    report.check("a fresh process", || checks::check_restart(subject, &games))?;
    report.check("samples of another size", || checks::check_samples(subject, game))?;
    report.check("an unknown codemaker", || checks::check_nothing(subject, game))?;
    report.check("consistent guesses", || Ok(checks::check_consistency(subject, &games)))
}

struct CheckReport {
    checks: usize,
    wrong: usize,
    bar: ProgressBar,
}

impl CheckReport {
    fn new() -> CheckReport {
        let bar = if draws_progress() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        CheckReport { checks: 0, wrong: 0, bar }
    }

    fn begin(&self, name: &str) {
        self.bar.set_message(name.to_owned());
        self.bar.reset_elapsed();
    }

    fn check(&mut self, name: &str, check: impl FnOnce() -> Result<CheckResult, Failure>) -> Result<(), Failure> {
        self.begin(name);
        let finding = check()?;
        self.add(name, &finding)
    }

    fn add(&mut self, name: &str, finding: &CheckResult) -> Result<(), Failure> {
        self.checks += 1;
        self.wrong += usize::from(finding.is_wrong());
        let lines = finding.lines(name);
        self.bar.suspend(|| {
            let mut out = stdout();
            out.write_all(lines.as_bytes()).and_then(|()| out.flush())
        })?;
        Ok(())
    }

    fn finish(self, player: &str, is_over: bool) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let (wrong, checks) = (self.wrong, counted(self.checks, "check"));
        if wrong > 0 {
            let rest = if is_over { "; mend it and check again: the other checks were left out" } else { "" };
            return Err(Failure::finding(format!("{wrong} of {checks} of {player} found something wrong{rest}")));
        }
        writeln!(stdout(), "{checks}: nothing is wrong with {player}")?;
        Ok(())
    }
}
