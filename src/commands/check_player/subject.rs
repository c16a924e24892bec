//! The player that is checked, how it plays, and what is found.

use crate::failure::Failure;
use crate::playing::play_games;
use crate::present::{counted, fitted, program_name, shell_word, words};
use crate::settings::{LimitOptions, external_players, player_files, selection};
use crate::this_program::this_program;
use folder_files::TemporaryFolder;
use player_api::{Ending, FailureKind, Knowledge, registry::Entry};
use scsa::Game;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tournament::{
    Codemaker, GuessLimits, Limits, Match, Observer, Plan, PlayError, Progress, Registry, ResultFiles, Results,
    RoundRecord, Transcript, Workers, play,
};

/// The CPU time of the rounds of a check after which it ends with what was played. A busy machine finds the same.
pub const CHECK_TIME: Duration = Duration::from_millis(600);
/// The same by the clock, for players that wait.
pub const CHECK_CLOCK: Duration = Duration::from_secs(6);
/// The rounds that end by time or silence after which a check ends.
const MOST_SLOW: usize = 1;
/// The rounds that fail after which a check ends: a fresh process after each takes time.
const MOST_FAILED: usize = 5;

pub struct Subject<'a> {
    pub registry: &'a Registry,
    pub entry: Entry,
    /// The player as it is written in a command.
    pub word: String,
    pub guess_limits: GuessLimits,
    pub limits: Limits,
    /// The options of the limits in a command, each with a blank before it.
    pub options: String,
    pub is_stopped: Arc<AtomicBool>,
    folder: TemporaryFolder,
}

pub struct PlayedMatches {
    pub matches: Vec<Match>,
    pub records: Vec<(usize, RoundRecord)>,
    /// Everything, if the time sufficed.
    pub results: Option<Results>,
}

impl PlayedMatches {
    pub fn rounds(&self) -> impl Iterator<Item = (&Match, &RoundRecord)> {
        self.records.iter().map(|(match_, record)| (&self.matches[*match_], record))
    }
}

impl<'a> Subject<'a> {
    pub fn new(
        registry: &'a Registry,
        player: &str,
        limits: &LimitOptions,
        is_stopped: Arc<AtomicBool>,
    ) -> Result<Subject<'a>, Failure> {
        let (guess_limits, options, limits) = (limits.guess_limits(), limits.changed(), limits.limits()?);
        let folder =
            TemporaryFolder::new().map_err(|e| Failure::system(format!("no folder for temporary files: {e}")))?;
        let player = player_files::resolved(registry, player)?;
        let is_external = player.contains('=');
        let entry = match is_external {
            true => external_players::entry(registry, &player, limits, Some(folder.path()))?.0,
            false => selection::one_player(registry, &player)?,
        };
        let word = shell_word(&player);
        Ok(Subject { registry, entry, word, guess_limits, limits, options, is_stopped, folder })
    }

    pub fn is_external(&self) -> bool {
        self.entry.definition().is_some()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn codemaker(&self, name: &str) -> Result<Codemaker, Failure> {
        selection::codemaker(self.registry, name)
    }

    pub fn plan(
        &self,
        codemakers: impl IntoIterator<Item = Codemaker>,
        sizes: impl IntoIterator<Item = Game>,
        rounds: u64,
    ) -> Plan {
        let plan = Plan::new([self.entry.clone()], codemakers, sizes).rounds(rounds);
        Plan { guess_limits: self.guess_limits.clone(), limits: self.limits, ..plan }
    }

    pub fn games(&self, codemaker: &str, game: Game, rounds: u64) -> String {
        let Subject { word, options, .. } = self;
        format!("{} games {word} --scsa {codemaker} --sizes {game} --rounds {rounds}{options}", program_name())
    }

    /// Plays a plan for as long as a check may take. The first round may take as long as its limits permit, also on a busy machine.
    pub fn play(&self, plan: &Plan, jobs: usize) -> Result<PlayedMatches, Failure> {
        self.check_interrupt()?;
        let folder = tempfile::tempdir_in(self.folder.path()).map_err(Failure::system)?;
        let files = ResultFiles::create(&folder.path().join("results")).map_err(Failure::system)?;
        let deadline = Instant::now() + CHECK_CLOCK;
        let mut recorder = CheckRecorder {
            records: Vec::new(),
            spent: Duration::ZERO,
            deadline,
            first_deadline: deadline + self.limits.preparation() + 2 * self.limits.time,
            slow: 0,
            failed: 0,
            is_stopped: &self.is_stopped,
        };
        let workers = Workers::Processes(this_program()?, jobs);
        let results = match play(plan, &workers, files, &mut recorder) {
            Ok(results) => Some(results),
            Err(PlayError::Stopped) => None,
            Err(e) => return Err(Failure::system(e.to_string())),
        };
        let records = recorder.records;
        self.check_interrupt()?;
        Ok(PlayedMatches { matches: plan.matches(), records, results })
    }

    /// Plays the only match of a plan turn by turn from a round on: at least to another one, and for as long as a check may take. No games
    /// if it is refused.
    pub fn transcripts(&self, plan: &Plan, from: u64, least: u64) -> Result<Vec<Transcript>, Failure> {
        let (deadline, matches) = (Instant::now() + CHECK_CLOCK / 2, plan.matches());
        let (Some(match_), mut played, mut spent) = (matches.first(), Vec::new(), Duration::ZERO) else {
            return Ok(Vec::new());
        };
        play_games(plan, match_, from, None, |transcript, _| {
            self.check_interrupt()?;
            spent += transcript.times.iter().sum::<Duration>();
            let is_over = spent > CHECK_TIME / 2 || Instant::now() >= deadline;
            let is_enough = transcript.record.number >= least && is_over;
            played.push(transcript);
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(played)
    }

    pub fn fails_preparation(&self, match_: &Match) -> bool {
        let plan = self.plan([match_.codemaker.clone()], [match_.game], 1);
        let (matches, mut fails) = (plan.matches(), false);
        let played = matches.first().map(|match_| {
            play_games(&plan, match_, 1, None, |_, is_unprepared| {
                fails = is_unprepared;
                Ok(ControlFlow::Break(()))
            })
        });
        fails && played.is_some_and(|played| played.is_ok())
    }

    pub fn is_independent(&self, codemaker: &Codemaker) -> bool {
        let Codemaker::Rule { scsa, .. } = codemaker else { return false };
        !self.entry.learns(&Knowledge::Rule(Arc::clone(scsa)))
    }

    fn check_interrupt(&self) -> Result<(), Failure> {
        let is_stopped = self.is_stopped.load(Ordering::Relaxed);
        if is_stopped { Err(Failure::interrupt("interrupted")) } else { Ok(()) }
    }
}

struct CheckRecorder<'a> {
    records: Vec<(usize, RoundRecord)>,
    spent: Duration,
    deadline: Instant,
    /// The deadline as long as there is no round.
    first_deadline: Instant,
    /// The rounds that ended by time or silence.
    slow: usize,
    failed: usize,
    is_stopped: &'a AtomicBool,
}

impl Observer for CheckRecorder<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let deadline = if progress.rounds == 0 { self.first_deadline } else { self.deadline };
        let is_enough = self.spent > CHECK_TIME || self.slow >= MOST_SLOW || self.failed >= MOST_FAILED;
        match Instant::now() > deadline || is_enough || self.is_stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn record(&mut self, match_: &Match, record: &RoundRecord) {
        self.spent += record.round.time.map_or(Duration::ZERO, |time| time.whole);
        self.slow += usize::from(is_by_time(&record.round.ending));
        self.failed += usize::from(record.round.ending.is_failure());
        self.records.push((match_.number, record.clone()));
    }
}

/// Whether a round ended by a limit of time. Such rounds take long, and need not end so again.
pub const fn is_by_time(ending: &Ending) -> bool {
    matches!(ending.kind(), Some(FailureKind::Time | FailureKind::Silence))
}

pub enum CheckResult {
    Passed(String),
    /// Nothing is wrong, but the author may want to know this.
    Hint(Problem),
    /// The check does not apply, for this reason.
    Skipped(String),
    Wrong(Vec<Problem>),
}

pub struct Problem {
    pub what: String,
    pub command: String,
}

impl CheckResult {
    /// That nothing or something is wrong. `passed` says what was played.
    pub fn of(problems: Vec<Problem>, passed: String) -> CheckResult {
        if problems.is_empty() { CheckResult::Passed(passed) } else { CheckResult::Wrong(problems) }
    }

    pub fn wrong(what: impl Into<String>, command: String) -> CheckResult {
        CheckResult::Wrong(vec![Problem { what: what.into(), command }])
    }

    pub const fn is_wrong(&self) -> bool {
        matches!(self, CheckResult::Wrong(_))
    }

    pub fn lines(&self, name: &str) -> String {
        let line = |status: &str, text: &str| {
            let start = format!("{status:<5} {name:<24} ");
            fitted(&format!("{start}{text}"), start.chars().count()) + "\n"
        };
        let with_command =
            |status: &str, problem: &Problem| format!("{}      {}\n", line(status, &problem.what), problem.command);
        match self {
            CheckResult::Passed(text) => line("ok", text),
            CheckResult::Skipped(reason) => line("-", reason),
            CheckResult::Hint(problem) => with_command("hint", problem),
            CheckResult::Wrong(problems) => problems.iter().map(|problem| with_command("WRONG", problem)).collect(),
        }
    }
}

/// What is wrong with the end of a round: nothing if the player won, or ran out of guesses.
pub fn fault(ending: &Ending, limits: &Limits) -> Option<String> {
    match ending.kind()? {
        FailureKind::Guesses => None,
        FailureKind::Crash => Some(format!("crash: its process ended: {}", ending.cause())),
        _ => Some(words::cause_with_limit(ending, limits.time)),
    }
}

/// A kind of fault, the first round of it with what is wrong, and how often it occurred.
type ProblemKind<'a> = (Option<FailureKind>, (&'a Match, &'a RoundRecord, String), usize);

/// The problems of rounds, one of each kind: how often it occurred, and the command that shows the first.
pub fn problems<'a>(
    subject: &Subject<'_>,
    rounds: impl IntoIterator<Item = (&'a Match, &'a RoundRecord)>,
    command: impl Fn(&Match, u64) -> String,
) -> Vec<Problem> {
    let (mut kinds, mut total) = (Vec::<ProblemKind>::new(), 0);
    for (match_, record) in rounds {
        total += 1;
        let Some(fault) = fault(&record.round.ending, &subject.limits) else { continue };
        let kind = record.round.ending.kind();
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, _, times)) => *times += 1,
            None => kinds.push((kind, (match_, record, fault), 1)),
        }
    }
    let describe = |(kind, (match_, record, fault), times): ProblemKind| {
        let (codemaker, number) = (match_.codemaker.name(), record.number);
        let of = counted(total, "round");
        let printed = match kind {
            Some(FailureKind::Crash | FailureKind::Protocol | FailureKind::Silence | FailureKind::NotLoaded) => {
                external_players::printed(match_, number)
            }
            _ => Vec::new(),
        };
        let message = printed.iter().map(|(_, line)| line.trim()).rfind(|line| !line.is_empty());
        let message = message.filter(|line| !fault.contains(line));
        let message = message.map(|line| format!("; it wrote: {line}")).unwrap_or_default();
        let at = match kind {
            _ if record.round.guesses > 0 || number > 1 => "",
            Some(FailureKind::Illegal) => ", its first guess",
            Some(FailureKind::NotLoaded) => ", while it is prepared",
            // A loss by time may be one of its preparation.
            Some(FailureKind::Time) if subject.fails_preparation(match_) => ", while it is prepared",
            _ => "",
        };
        let what = format!("{times} of {of}: {fault} (round {number} against {codemaker}{at}{message})");
        Problem { what, command: command(match_, number) }
    };
    kinds.into_iter().map(describe).collect()
}
