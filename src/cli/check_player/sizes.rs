//! Games against all codemakers, size by size.

use super::{
    finding::{CheckResult, problems},
    subject::{CHECK_TIME, Subject, is_by_time},
};
use crate::cli::{Failure, counted};
use player_api::Outcome;
use scsa::Size;
use std::thread;
use tournament::Status;

/// The sizes that are played, and the rounds of each match: those at the limits, those of contests, and some between.
const SIZES: [(&str, u64); 10] = [
    ("4x6", 6),
    ("1x1", 2),
    ("1x26", 4),
    ("2x2", 6),
    ("3x9", 4),
    ("7x5", 3),
    ("8x10", 3),
    ("12x9", 2),
    ("20x1", 2),
    ("20x26", 1),
];

/// What a size shows.
pub struct SizeReport {
    pub size: Size,
    pub finding: CheckResult,
    /// The rounds that were played.
    pub rounds: usize,
    /// Whether rounds ended by time or silence.
    pub is_slow: bool,
}

/// The sizes, with the rounds of each match. The only size of a player comes first.
pub fn sizes(subject: &Subject<'_>) -> Vec<(Size, u64)> {
    let only = subject.entry.only_size().map(|size| (size, SIZES[0].1));
    let listed = SIZES.iter().filter_map(|(size, rounds)| Some((size.parse().ok()?, *rounds)));
    let listed = listed.filter(|(size, _)| only.is_none_or(|(only, _)| only != *size));
    only.into_iter().chain(listed).collect()
}

/// Plays against all codemakers at a size. The first size may take as long as the player may take for its preparation.
pub fn check(subject: &Subject<'_>, size: Size, rounds: u64, is_first: bool) -> Result<SizeReport, Failure> {
    let codemakers =
        subject.registry.codemakers.contest().iter().filter(|codemaker| codemaker.objection(size).is_none());
    let plan = subject.plan(codemakers.cloned(), [size], rounds);
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let played = subject.play(&plan, jobs, is_first)?;
    let is_slow = played.records.iter().any(|(_, record)| is_by_time(&record.round.outcome));
    let problems = problems(subject, played.rounds(), |game, round| subject.games(game.codemaker.name(), size, round));
    let wins = || played.records.iter().filter(|(_, record)| record.round.outcome == Outcome::Win);
    let (won, guesses) = (wins().count(), wins().map(|(_, record)| record.round.guesses).sum::<usize>());
    let mut text = format!("{}, {won} won", counted(played.records.len(), "round"));
    if won > 0 {
        text += &format!(", {:.1} guesses on average", guesses as f64 / won as f64);
    }
    match &played.results {
        Some(results) => {
            let refused: Vec<_> =
                results.summaries.iter().filter(|summary| summary.status == Status::Unsupported).collect();
            let reason = refused.first().map(|summary| summary.note.clone()).unwrap_or_default();
            if refused.len() == plan.codemakers.len() {
                text = format!("not played: it refuses this size ({reason})");
            } else if !refused.is_empty() {
                text += &format!("; it refuses {} of {} codemakers ({reason})", refused.len(), plan.codemakers.len());
            }
        }
        None if played.records.is_empty() => {
            let (seconds, command) = (CHECK_TIME.as_secs(), subject.games("insert-colors", size, 1));
            let finding = CheckResult::Skipped(format!("no round ended within {seconds} s; see `{command}`"));
            return Ok(SizeReport { size, finding, rounds: 0, is_slow });
        }
        None => text += &format!("; not all: this took {} s", CHECK_TIME.as_secs()),
    }
    Ok(SizeReport { size, finding: CheckResult::of(problems, text), rounds: played.records.len(), is_slow })
}
