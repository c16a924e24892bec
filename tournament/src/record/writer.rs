//! The result writer: takes batches in any order and writes them in the order of the plan.

use crate::plan::{Limits, Match, Plan, Rules};
use crate::record::batch::{Batch, Round, RoundRecord, Streak, unreported};
use crate::record::files::{FileError, ResultFiles};
use crate::record::known::{KnownMatch, KnownRounds};
use crate::record::summary::{Results, Status};
use crate::record::tally::{Tally, TimingTally};
use crate::record::{Observer, journal::JournalReader, rows::Rows};
use player_api::{Ending, FailureKind, visible};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// The rounds that are not played are added in batches of this many.
pub const UNREPORTED: u64 = 2000;

/// The rules that end matches early, with what they count over all matches.
#[derive(Debug)]
pub struct EndRules {
    rules: Rules,
    limits: Limits,
    match_time: Option<Duration>,
    /// The match of the latest round, and the rounds in a row in which its player did not work.
    streak: (usize, Streak),
    /// The rounds that each player lost by time against each codemaker.
    timeouts: HashMap<(String, String), u64>,
}

impl EndRules {
    pub fn new(plan: &Plan) -> EndRules {
        EndRules {
            rules: plan.rules,
            limits: plan.limits,
            match_time: plan.match_time(),
            streak: (0, Streak::default()),
            timeouts: HashMap::new(),
        }
    }

    /// Takes a round of a match, which are given in order up to the one after which the match is given up, and says whether it is that one.
    pub fn gives_up(&mut self, match_: &Match, round: &Round) -> bool {
        if self.streak.0 != match_.number {
            self.streak = (match_.number, Streak::default());
        }
        self.limits.gives_up_after(self.streak.1.count(&round.ending))
    }

    /// The note of a match that was given up after a round.
    pub fn note(&self, ending: &Ending) -> String {
        visible(&format!("given up after {} rounds in a row: {}", self.limits.give_up, ending.told())).into_owned()
    }

    /// Why the rules exclude the player of a match from its codemaker after the rounds so far, if they do.
    pub fn exclusion(&self, match_: &Match) -> Option<String> {
        let most = self.rules.most_timeouts()?;
        let timeouts = *self.timeouts.get(&key(match_))?;
        (timeouts >= most).then(|| format!("{most} rounds lost by time disqualify the player from the codemaker"))
    }

    /// Takes a round of a match, which are given in order, and says why it is the last one, if it is. The CPU time is that of the match
    /// so far.
    pub fn end(&mut self, match_: &Match, round: &Round, cpu_time: Duration) -> Option<String> {
        if round.ending.kind() == Some(FailureKind::Time) {
            *self.timeouts.entry(key(match_)).or_default() += 1;
        }
        if self.rules.ends_at_failure() && round.ending.is_failure() {
            return Some("the first failure ends the match".to_owned());
        }
        let out_of_time = || {
            let most = self.match_time.filter(|most| cpu_time > *most)?;
            Some(format!("{} s of CPU time end the match", most.as_secs_f64()))
        };
        self.exclusion(match_).or_else(out_of_time)
    }
}

fn key(match_: &Match) -> (String, String) {
    (match_.player.name().to_owned(), match_.codemaker.name().to_owned())
}

/// A batch that waits for earlier ones.
#[derive(Debug)]
enum WaitingBatch {
    Held(Batch),
    /// It is at that place of the journal.
    Kept(u64),
}

#[derive(Debug, Default)]
struct Pending {
    /// The batches that are not recorded yet, by their first round.
    batches: BTreeMap<u64, WaitingBatch>,
    /// What was known of it before, and what was reported since: its preparations and its refusal.
    known: KnownMatch,
}

#[derive(Debug, Default)]
struct Current {
    /// None where no file takes them.
    rows: Option<Rows>,
    tally: Tally,
    timing: TimingTally,
    /// The first round to record, and the next one.
    first: u64,
    next: u64,
    cpu_time: Duration,
    /// Why the match ended before its last round, if it did.
    ended: Option<(Status, String)>,
    /// How the round ended after which the match was given up, if it was.
    given_up: Option<Ending>,
}

/// Follows the matches of a tournament, or of a shard: takes their rounds in any order, and records them in the order of the plan, up to
/// the round with which the rules end a match.
#[derive(Debug)]
pub struct ResultWriter<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) matches: &'a [Match],
    ends: EndRules,
    /// None of a shard, whose rounds are in its journal alone.
    files: Option<ResultFiles>,
    known: Box<dyn KnownRounds>,
    /// The journal of the rounds that are reported, if there is one.
    journal: Option<JournalReader>,
    pending: Vec<Pending>,
    /// The number of finished matches, which is the index of the match that is being recorded.
    pub(crate) finished: usize,
    /// None after the last match.
    current: Option<Current>,
    results: Results,
}

impl<'a> ResultWriter<'a> {
    /// A writer of the matches of a plan, of which these rounds are known. With a journal, rounds that wait take no memory.
    pub fn new(
        plan: &'a Plan,
        matches: &'a [Match],
        files: Option<ResultFiles>,
        known: Box<dyn KnownRounds>,
        journal: Option<JournalReader>,
    ) -> ResultWriter<'a> {
        let pending = matches.iter().map(|match_| Pending { known: known.of_match(match_), ..Pending::default() });
        let mut writer = ResultWriter {
            plan,
            matches,
            ends: EndRules::new(plan),
            files,
            pending: pending.collect(),
            known,
            journal,
            finished: 0,
            current: None,
            results: Results::default(),
        };
        writer.current = writer.begin();
        writer
    }

    /// What is known of each match.
    pub fn known(&self) -> Vec<KnownMatch> {
        self.pending.iter().map(|pending| pending.known.clone()).collect()
    }

    fn begin(&self) -> Option<Current> {
        let (match_, pending) = self.matches.get(self.finished).zip(self.pending.get(self.finished))?;
        let with_rows = self.files.as_ref().is_some_and(ResultFiles::has_rounds);
        let rows = with_rows.then(|| Rows::new(match_.key(), self.plan.rules));
        let first = pending.known.elsewhere + 1;
        Some(Current { rows, first, next: first, ..Current::default() })
    }

    pub fn close(self) -> Result<Results, FileError> {
        debug_assert_eq!(self.finished, self.matches.len(), "every match is finished");
        self.files.map_or(Ok(()), ResultFiles::close)?;
        Ok(self.results)
    }

    pub fn is_over(&self, match_: usize) -> bool {
        let has_ended = || self.current.as_ref().is_some_and(|current| current.ended.is_some());
        match_ < self.finished || match_ == self.finished && has_ended() || self.pending[match_].known.refusal.is_some()
    }

    pub fn prepared(&mut self, match_: usize, time: Duration) {
        if match_ >= self.finished {
            self.pending[match_].known.preparations.push(time);
        }
    }

    pub fn refused(&mut self, match_: usize, reason: String) {
        self.pending[match_].known.refusal = Some(reason);
    }

    /// Takes the batch of a match, and records what can be recorded. `place` is its place in the journal, if there is one.
    pub fn add(
        &mut self,
        match_: usize,
        batch: Batch,
        place: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<(), FileError> {
        if match_ >= self.finished {
            let first = batch.first;
            let is_next = match_ == self.finished && self.current.as_ref().is_some_and(|current| current.next == first);
            let waiting = match place.filter(|_| !is_next && self.journal.is_some()) {
                Some(place) => WaitingBatch::Kept(place),
                None => WaitingBatch::Held(batch),
            };
            self.pending[match_].batches.insert(first, waiting);
        }
        self.write(false, observer)
    }

    /// Records what can be recorded, and finishes the matches that are complete. If no more rounds are played, a match that is not complete
    /// gets the rows of its first rounds, and no row of its own.
    pub fn write(&mut self, is_last: bool, observer: &mut dyn Observer) -> Result<(), FileError> {
        let matches = self.matches;
        while let Some((match_, mut current)) = matches.get(self.finished).zip(self.current.take()) {
            let written = self.write_batches(match_, &mut current, observer);
            let is_complete = current.next > match_.rounds
                || current.ended.is_some()
                || self.pending[self.finished].known.refusal.is_some();
            if written.is_err() || !is_complete && !is_last {
                self.current = Some(current);
                return written;
            }
            let pending = std::mem::take(&mut self.pending[self.finished]);
            self.finished += 1;
            self.current = self.begin();
            if is_complete {
                self.finish(match_, current, pending.known)?;
            }
        }
        Ok(())
    }

    /// Records the batches of a match that follow each other.
    fn write_batches(
        &mut self,
        match_: &Match,
        current: &mut Current,
        observer: &mut dyn Observer,
    ) -> Result<(), FileError> {
        if current.next == current.first && current.ended.is_none() && match_.rounds >= current.first {
            current.ended = self.ends.exclusion(match_).map(|reason| (Status::Disqualified, reason));
        }
        while let Some(batch) = self.next_batch(match_, current)? {
            let was_given_up = current.given_up.is_some();
            // Of the rounds that were not timed it is known together.
            let cpu_time = current.cpu_time + batch.cpu_time;
            for record in batch.records() {
                if current.ended.is_some() || !was_given_up && current.given_up.is_some() {
                    break;
                }
                let RoundRecord { number, round, .. } = &record;
                if let Some(rows) = &mut current.rows {
                    rows.push(&record);
                }
                current.tally.count(&round.ending, round.guesses);
                if let Some(time) = &round.time {
                    current.timing.count(&round.ending, time);
                    current.cpu_time += time.whole;
                }
                current.next = number + 1;
                observer.record(match_, &record);
                let end = self.ends.end(match_, round, current.cpu_time).filter(|_| *number < match_.rounds);
                current.ended = end.map(|reason| (Status::Ended, reason));
                if current.given_up.is_none() && self.ends.gives_up(match_, round) {
                    current.given_up = Some(round.ending.clone());
                }
            }
            current.cpu_time = cpu_time;
            if let (Some(files), Some(rows)) = (&mut self.files, &mut current.rows) {
                let [rounds, timings, guesses] = rows.take();
                files.rounds(&rounds, &timings, &guesses)?;
            }
        }
        Ok(())
    }

    /// The batch that follows what is recorded of a match, if it is there.
    fn next_batch(&mut self, match_: &Match, current: &mut Current) -> Result<Option<Batch>, FileError> {
        let (pending, next) = (&mut self.pending[self.finished], current.next);
        if let Some(ending) = current.given_up.as_ref().filter(|_| current.ended.is_none()) {
            let round = Round::stopped(ending.given_up(), 0);
            let rest = (match_.rounds + 1).saturating_sub(next).min(UNREPORTED);
            return Ok((rest > 0).then(|| unreported(self.plan, match_, next, rest, &round)));
        }
        if next <= pending.known.rounds {
            // Rounds after the end of a match by the rules do not count.
            let is_over = current.ended.is_some();
            return if is_over { Ok(None) } else { self.known.read(match_, next).map(Some) };
        }
        if current.ended.is_none() {
            current.ended = pending.known.ended.take();
        }
        let Some(batch) = pending.batches.remove(&next) else { return Ok(None) };
        match (batch, &mut self.journal) {
            (WaitingBatch::Held(batch), _) => Ok(Some(batch)),
            (WaitingBatch::Kept(place), Some(journal)) => journal.rounds(place, match_, next).map(Some),
            (WaitingBatch::Kept(_), None) => Ok(None),
        }
    }

    fn finish(&mut self, match_: &Match, current: Current, known: KnownMatch) -> Result<(), FileError> {
        let Current { tally, mut timing, ended, given_up, .. } = current;
        known.preparations.iter().for_each(|time| timing.count_preparation(*time));
        let mut summary = tally.summary(match_.key(), (match_.rounds, match_.guess_limit), self.plan.rules);
        let refused = known.refusal.map(|reason| (Status::Refused, reason));
        let unsupported = match_.objection.clone().map(|reason| (Status::Unsupported, reason));
        if let Some((status, note)) = ended.or(refused).or(unsupported) {
            (summary.status, summary.note) = (status, note);
        } else if let Some(ending) = given_up {
            summary.note = self.ends.note(&ending);
        }
        let timing = timing.summary(match_.key());
        if let Some(files) = &mut self.files {
            files.summary(&summary, timing.as_ref())?;
        }
        self.results.summaries.push(summary);
        self.results.timings.extend(timing);
        Ok(())
    }
}
