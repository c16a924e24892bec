//! What a check finds, in words.

use super::subject::Subject;
use crate::cli::{counted, outcome, tables::fitted};
use player_api::{CrashCause, Fault, Limit, Outcome};
use scsa::Size;
use std::{collections::HashMap, mem};
use tournament::{Limits, Match, RoundRecord};

/// What a check found.
#[derive(Clone, Debug)]
pub enum CheckResult {
    /// Nothing is wrong. The text says what was played.
    Passed(String),
    /// Nothing is wrong, but the author may want to know this.
    Hint(Problem),
    /// The check does not apply, for this reason.
    Skipped(String),
    /// These things are wrong.
    Wrong(Vec<Problem>),
}

/// Something that is wrong, and the command that shows it.
#[derive(Clone, Debug)]
pub struct Problem {
    pub what: String,
    pub command: String,
}

impl CheckResult {
    /// That nothing or something is wrong. `passed` says what was played.
    pub fn of(problems: Vec<Problem>, passed: String) -> CheckResult {
        if problems.is_empty() { CheckResult::Passed(passed) } else { CheckResult::Wrong(problems) }
    }

    /// One thing that is wrong.
    pub fn wrong(what: impl Into<String>, command: String) -> CheckResult {
        CheckResult::Wrong(vec![Problem { what: what.into(), command }])
    }

    pub const fn is_wrong(&self) -> bool {
        matches!(self, CheckResult::Wrong(_))
    }

    /// The line of a check of that name, and the commands below it.
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

/// What is wrong with the outcome of a round: nothing if the player won, or ran out of guesses.
pub fn fault(outcome: &Outcome, size: Size, limits: &Limits) -> Option<String> {
    let seconds = limits.time.as_secs_f64();
    Some(match outcome {
        Outcome::Win | Outcome::Loss(Limit::Guesses) => return None,
        Outcome::Loss(Limit::Time) => format!("loss by time: more than {seconds} s of CPU time in a round"),
        Outcome::Failure(Fault::Silence) => {
            format!("silence: no answer within {seconds} s, and no computing; it waits for something")
        }
        Outcome::Failure(Fault::Crash(cause @ CrashCause::Signal(6 | 11))) => {
            format!("crash: its process ended by {cause}, as after an overflow of the stack")
        }
        Outcome::Failure(Fault::Crash(cause)) => format!("crash: its process ended: {cause}"),
        Outcome::Failure(_) => outcome::cause(outcome, size),
    })
}

/// The problems of rounds, one of each kind: how often it occurred, and the command that shows the first.
pub fn problems<'a>(
    subject: &Subject<'_>,
    rounds: impl IntoIterator<Item = (&'a Match, &'a RoundRecord)>,
    command: impl Fn(&Match, u64) -> String,
) -> Vec<Problem> {
    struct Kind<'a> {
        first: (&'a Match, &'a RoundRecord, String),
        times: usize,
    }
    let (mut kinds, mut order, mut total) = (HashMap::new(), Vec::new(), 0);
    for (game, record) in rounds {
        total += 1;
        let outcome = &record.round.outcome;
        let Some(fault) = fault(outcome, game.size, &subject.limits) else { continue };
        let key = match outcome {
            Outcome::Failure(fault) => Some(mem::discriminant(fault)),
            _ => None,
        };
        let kind = kinds.entry(key).or_insert_with(|| {
            order.push(key);
            Kind { first: (game, record, fault), times: 0 }
        });
        kind.times += 1;
    }
    let describe = |key| {
        let Kind { first: (game, record, fault), times } = &kinds[key];
        let (codemaker, number) = (game.codemaker.name(), record.number);
        let of = counted(total, "round");
        let outcome = &record.round.outcome;
        let message = match outcome {
            Outcome::Failure(Fault::Crash(_) | Fault::Protocol(_) | Fault::Silence) => {
                subject.last_message(game, number)
            }
            _ => None,
        };
        let message = message.map(|line| format!("; it wrote: {line}")).unwrap_or_default();
        let at = match outcome {
            _ if record.round.guesses > 0 || number > 1 => "",
            Outcome::Failure(Fault::Illegal(_) | Fault::NoCode(_)) => ", its first guess",
            // The number of guesses before a crash is not known.
            _ if subject.fails_preparation(game) => ", while it is prepared",
            _ => "",
        };
        let what = format!("{times} of {of}: {fault} (round {number} against {codemaker}{at}{message})");
        Problem { what, command: command(game, number) }
    };
    order.iter().map(describe).collect()
}
