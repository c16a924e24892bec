//! Verifying the rows of a match.

use super::{
    columns::difference,
    finding::{Finding, Verification},
};
use crate::{
    FileError, FinishedRounds, Match, Objection, Plan, Status, Summary, Suspicions, Tally, TimingSummary, TimingTally,
    batch::RoundRecord,
    files::{ROUNDS, SUMMARY, TIMING_SUMMARY},
    known::KnownRounds,
    referee::Round,
    rows::Rows,
};
use player_api::{Fault, Limit, Outcome};
use std::collections::{HashMap, VecDeque};

/// The columns of times that do not follow from `timings.csv`: those of preparations, and those of guesses in a match with rounds that
/// were not won, whose last guess may not have been answered.
const UNKNOWN: [&str; 7] = [
    "prepare_us",
    "first_guess_us",
    "first_guess_us_se",
    "later_guess_us",
    "later_guess_us_se",
    "guess_us",
    "guess_us_se",
];

/// Checks the matches of a plan, in their order.
pub struct MatchCheck<'a> {
    plan: &'a Plan,
    replayed: Option<&'a mut dyn KnownRounds>,
    /// The rounds that each player lost by time against each codemaker.
    timeouts: HashMap<(String, String), u64>,
    pub suspicions: Suspicions,
}

impl<'a> MatchCheck<'a> {
    pub fn new(plan: &'a Plan, replayed: Option<&'a mut dyn KnownRounds>) -> MatchCheck<'a> {
        MatchCheck { plan, replayed, timeouts: HashMap::new(), suspicions: Suspicions::default() }
    }

    /// Checks a match that has that many rows.
    pub fn check(
        &mut self,
        game: &Match,
        count: u64,
        rounds: &mut FinishedRounds,
        summary: &Summary,
        timing: Option<&TimingSummary>,
        verification: &mut Verification,
    ) -> Result<(), FileError> {
        let rules = self.plan.rules;
        let (player, scsa) = (game.player.name(), game.codemaker.name());
        let name = format!("{player} against {scsa} at {}", game.size);
        let timed_out = (player.to_owned(), scsa.to_owned());
        let timeouts_before = self.timeouts.get(&timed_out).copied().unwrap_or(0);
        let mut replay = Replay::new(game, &mut self.replayed);
        let mut tally = Tally::default();
        // Files of earlier versions count the times of failures, too.
        let (mut times, mut earlier) = (TimingTally::default(), TimingTally::default());
        let (mut next, mut last) = (1, None);
        while next <= count.min(game.rounds) {
            let batch = match rounds.read(game, next) {
                Ok(batch) => batch,
                Err(e) => {
                    verification.findings.push(Finding::wrong(ROUNDS, e.source.to_string()));
                    return Ok(());
                }
            };
            next = batch.next();
            for record in batch.records() {
                tally.count(&record.round.outcome, record.round.guesses);
                self.suspicions.count(game, &record);
                if let Some(time) = &record.round.time {
                    times.count(&record.round.outcome, time);
                    earlier.count_any(time);
                }
                replay.compare(&record, rules, &name, verification)?;
                last = Some(record.round.outcome);
            }
        }
        verification.rows += count;
        *self.timeouts.entry(timed_out).or_default() += tally.losses_time();
        let wrong = &mut verification.findings;
        let most = rules.most_timeouts().unwrap_or(u64::MAX);
        let fault = match summary.status {
            Status::Played if count != game.rounds => Some(format!("it has {count} of {} rounds", game.rounds)),
            Status::Played if game.objection.is_some() => Some("the codemaker does not support the size".to_owned()),
            Status::Played => None,
            Status::Unsupported if count > 0 => Some(format!("it is unsupported and has {count} rounds")),
            Status::Unsupported => replay.objection(summary),
            Status::Disqualified => {
                (count > 0 || timeouts_before < most).then(|| "the rules do not disqualify the player".to_owned())
            }
            Status::Ended => {
                let is_failure = matches!(last, Some(Outcome::Failure(_))) && rules.ends_at_failure();
                let is_late = timeouts_before + tally.losses_time() >= most;
                // CPU time is measured, so that it cannot be checked.
                let ends = is_failure || is_late || rules.match_time().is_some();
                (!ends || count == 0 || count >= game.rounds)
                    .then(|| format!("the rules do not end it after {count} rounds"))
            }
        };
        wrong.extend(fault.map(|fault| Finding::wrong(SUMMARY, format!("{name}: {fault}"))));
        let computed = tally.summary(player, scsa, game.size, rules);
        let computed_wins = computed.wins;
        let expected = Summary { status: summary.status, note: summary.note.clone(), ..computed };
        let found = difference(Summary::COLUMNS, summary, &expected, &[], false);
        wrong.extend(found.map(|found| Finding::wrong(SUMMARY, format!("{name}: {found}"))));
        let difference_from = |times: &TimingTally| match (timing, times.summary(player, scsa, game.size)) {
            (None, None) => None,
            (Some(_), None) => Some("it has no row of a time".to_owned()),
            (None, Some(_)) => Some("it is missing".to_owned()),
            (Some(row), Some(expected)) => {
                let is_known = computed_wins == count;
                let skipped = if is_known { &UNKNOWN[..1] } else { &UNKNOWN };
                difference(TimingSummary::COLUMNS, row, &expected, skipped, true)
            }
        };
        let found = difference_from(&times).filter(|_| difference_from(&earlier).is_some());
        wrong.extend(found.map(|found| Finding::wrong(TIMING_SUMMARY, format!("{name}: {found}"))));
        Ok(())
    }
}

/// The rounds of a match that were played again.
struct Replay<'a, 'b> {
    game: &'a Match,
    rounds: &'a mut Option<&'b mut dyn KnownRounds>,
    pending: VecDeque<RoundRecord>,
    /// The last round that was played again.
    last: u64,
    refusal: Option<String>,
}

impl<'a, 'b> Replay<'a, 'b> {
    fn new(game: &'a Match, rounds: &'a mut Option<&'b mut dyn KnownRounds>) -> Replay<'a, 'b> {
        let known = rounds.as_ref().map(|rounds| rounds.of_match(game)).unwrap_or_default();
        Replay { game, rounds, pending: VecDeque::new(), last: known.rounds, refusal: known.refusal }
    }

    /// Compares a row with its round, if that was played again.
    fn compare(
        &mut self,
        record: &RoundRecord,
        rules: crate::Rules,
        name: &str,
        verification: &mut Verification,
    ) -> Result<(), FileError> {
        if let Some(reason) = self.refusal.take() {
            verification
                .findings
                .push(Finding::wrong(ROUNDS, format!("{name}: the player does not play it: {reason}")));
        }
        let Some(rounds) = self.rounds.as_mut().filter(|_| record.number <= self.last) else { return Ok(()) };
        if self.pending.is_empty() {
            self.pending.extend(rounds.read(self.game, record.number)?.records());
        }
        if self.pending.front().is_none_or(|again| again.number != record.number) {
            return Ok(());
        }
        let Some(again) = self.pending.pop_front() else { return Ok(()) };
        verification.replayed += 1;
        let row = |record: &RoundRecord| {
            let mut rows = Rows::new("", "", self.game.size, rules);
            rows.push(&RoundRecord { round: Round { time: None, ..record.round.clone() }, ..record.clone() });
            rows.take().0
        };
        if row(record) != row(&again) {
            let what = format!(
                "round {} of {name} is {}, and played again {}",
                record.number,
                text(&record.round),
                text(&again.round)
            );
            let is_note = depends_on_machine(&record.round.outcome) || depends_on_machine(&again.round.outcome);
            let finding = if is_note { Finding::note } else { Finding::wrong };
            verification.findings.push(finding(ROUNDS, what));
        }
        Ok(())
    }

    /// What is wrong with a match that is said to be unsupported.
    fn objection(&self, summary: &Summary) -> Option<String> {
        if let Some(objection) = &self.game.objection {
            return (summary.objection() != Some(Objection::Codemaker(objection.clone())))
                .then(|| format!("note is not the reason of the codemaker: {objection}"));
        }
        if self.rounds.is_none() {
            return None;
        }
        let player = self.game.player.name();
        match &self.refusal {
            None if self.last > 0 => Some(format!("it is unsupported, and {player} plays it")),
            Some(reason) if summary.objection() != Some(Objection::Player(reason.clone())) => {
                Some(format!("note is not the reason of the player: {reason}"))
            }
            _ => None,
        }
    }
}

/// Whether an outcome depends on how fast a machine is, or how full.
const fn depends_on_machine(outcome: &Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Loss(Limit::Time) | Outcome::Failure(Fault::Silence | Fault::Memory(_) | Fault::Crash(_))
    )
}

fn text(round: &Round) -> String {
    let outcome = match &round.outcome {
        Outcome::Win => "a win".to_owned(),
        Outcome::Loss(limit) => format!("a loss by {limit}"),
        Outcome::Failure(fault) => format!("a failure ({fault})"),
    };
    format!("{outcome} in {} guesses", round.guesses)
}
