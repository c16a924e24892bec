//! The result writer: takes batches in any order and writes them in the order of the plan.

use crate::{
    plan::{Match, Plan, rules::Rules},
    record::{
        Observer, Recorder,
        batch::{Batch, RoundRecord},
        files::{FileError, ResultFiles},
        journal::JournalReader,
        known::{KnownMatch, KnownRounds},
        rows::Rows,
        summary::{Objection, Results, Status},
        tally::{Tally, TimingTally},
    },
};
use player_api::{Limit, Outcome};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

/// The memory of batches that wait, in bytes, beyond which further ones are read back from the journal.
const MOST_HELD: usize = 16 << 20;

/// What is known of a match that is not finished.
#[derive(Debug, Default)]
struct Pending {
    /// The batches that are not written yet, by their first round.
    batches: BTreeMap<u64, WaitingBatch>,
    /// The CPU times of preparing the player, one a process.
    preparations: Vec<Duration>,
    /// Why the player does not play the match.
    refusal: Option<String>,
    /// The number of rounds that are known from before.
    known: u64,
    /// How and why the match ended with the last of them, if it did.
    ended: Option<(Status, String)>,
}

/// A batch that waits for earlier ones.
#[derive(Debug)]
enum WaitingBatch {
    Held(Batch),
    /// It is at that place of the journal.
    Kept(u64),
}

impl WaitingBatch {
    /// The memory of the batch, in bytes.
    fn bytes(&self) -> usize {
        match self {
            WaitingBatch::Held(batch) => batch.bytes(),
            WaitingBatch::Kept(_) => 0,
        }
    }
}

impl Pending {
    fn of(known: KnownMatch) -> Pending {
        let KnownMatch { rounds, preparations, refusal, ended, .. } = known;
        Pending { known: rounds, preparations, refusal, ended, ..Pending::default() }
    }
}

/// The match that is being written.
#[derive(Debug)]
struct Current {
    rows: Rows,
    tally: Tally,
    timing: TimingTally,
    /// The next round to write.
    next: u64,
    /// The CPU time of the match.
    cpu_time: Duration,
    /// Why the match ended before its last round, if it did.
    ended: Option<(Status, String)>,
}

/// Writes the records of a tournament in the order of the plan.
#[derive(Debug)]
pub struct ResultWriter<'a> {
    matches: &'a [Match],
    rules: Rules,
    files: ResultFiles,
    known: Box<dyn KnownRounds>,
    /// The journal of the rounds that are reported, if there is one.
    journal: Option<JournalReader>,
    pending: Vec<Pending>,
    /// The number of finished matches, which is the index of the match that is being written.
    finished: usize,
    current: Current,
    /// The memory of all pending batches, in bytes.
    buffered: usize,
    /// The rounds that each player lost by time against each codemaker.
    timeouts: HashMap<(String, String), u64>,
    results: Results,
}

impl<'a> ResultWriter<'a> {
    /// A writer of the matches of a plan, of which these rounds are known. With a journal, rounds that wait take no memory.
    pub fn new(
        plan: &Plan,
        matches: &'a [Match],
        files: ResultFiles,
        known: Box<dyn KnownRounds>,
        journal: Option<JournalReader>,
    ) -> ResultWriter<'a> {
        let current = matches.first().map_or_else(Current::none, |game| Current::new(game, plan.rules));
        ResultWriter {
            matches,
            rules: plan.rules,
            files,
            pending: matches.iter().map(|game| Pending::of(known.of_match(game))).collect(),
            known,
            journal,
            finished: 0,
            current,
            buffered: 0,
            timeouts: HashMap::new(),
            results: Results::default(),
        }
    }

    /// All rounds were reported: waits until the files are on the disk, and returns the results.
    pub fn close(self) -> Result<Results, FileError> {
        debug_assert_eq!(self.finished, self.matches.len(), "every match is finished");
        self.files.close()?;
        Ok(self.results)
    }

    /// Writes the batches of the current match that follow each other.
    fn write_batches(&mut self, game: &Match, observer: &mut dyn Observer) -> Result<(), FileError> {
        if self.current.next == 1 && self.current.ended.is_none() {
            self.disqualify(game);
        }
        while let Some(batch) = self.next_batch(game)? {
            self.current.cpu_time += batch.cpu_time;
            for record in batch.records() {
                if self.current.ended.is_none() {
                    self.current.add(&record);
                    observer.record(game, &record);
                    self.apply_rules(game, &record);
                }
            }
            let (rounds, timings) = self.current.rows.take();
            self.files.rounds(&rounds, &timings)?;
        }
        Ok(())
    }

    /// The batch that follows what is written of the current match, if it is there.
    fn next_batch(&mut self, game: &Match) -> Result<Option<Batch>, FileError> {
        let (pending, next) = (&mut self.pending[self.finished], self.current.next);
        if next <= pending.known {
            // Rounds after the end of a match by the rules do not count.
            let is_over = self.current.ended.is_some();
            return if is_over { Ok(None) } else { self.known.read(game, next).map(Some) };
        }
        if self.current.ended.is_none() {
            self.current.ended = pending.ended.take();
        }
        let Some(batch) = pending.batches.remove(&next) else { return Ok(None) };
        self.buffered -= batch.bytes();
        match (batch, &mut self.journal) {
            (WaitingBatch::Held(batch), _) => Ok(Some(batch)),
            (WaitingBatch::Kept(place), Some(journal)) => journal.rounds(place, game, next).map(Some),
            (WaitingBatch::Kept(_), None) => Ok(None),
        }
    }

    /// Ends the current match after this round if the rules say so.
    fn apply_rules(&mut self, game: &Match, record: &RoundRecord) {
        if record.round.outcome == Outcome::Loss(Limit::Time) {
            *self.timeouts.entry(key(game)).or_default() += 1;
        }
        let is_failure = matches!(record.round.outcome, Outcome::Failure(_));
        let out_of_time = self.rules.match_time().filter(|most| self.current.cpu_time > *most);
        let reason = if self.rules.ends_at_failure() && is_failure {
            "the first failure ends the match".to_owned()
        } else if let Some(reason) = self.disqualification(game) {
            reason
        } else if let Some(most) = out_of_time {
            format!("{} s of CPU time end the match", most.as_secs())
        } else {
            return;
        };
        if record.number < game.rounds {
            self.current.ended = Some((Status::Ended, reason));
        }
    }

    /// Ends the current match before its first round if the rules exclude the player from the codemaker.
    fn disqualify(&mut self, game: &Match) {
        if game.rounds > 0
            && let Some(reason) = self.disqualification(game)
        {
            self.current.ended = Some((Status::Disqualified, reason));
        }
    }

    fn disqualification(&self, game: &Match) -> Option<String> {
        let most = self.rules.most_timeouts()?;
        let timeouts = *self.timeouts.get(&key(game))?;
        (timeouts >= most).then(|| format!("{most} rounds lost by time disqualify the player from the codemaker"))
    }

    /// Writes the summary of the current match and goes on to the next.
    fn finish(&mut self, game: &Match) -> Result<(), FileError> {
        let (Current { tally, mut timing, ended, .. }, pending) = self.leave();
        pending.preparations.iter().for_each(|time| timing.count_preparation(*time));
        let (player, scsa) = (game.player.name(), game.codemaker.name());
        let mut summary = tally.summary(player, scsa, game.size, self.rules);
        let refused = pending.refusal.map(Objection::Player);
        let objection = refused.or_else(|| game.objection.clone().map(Objection::Codemaker));
        let unsupported = objection.map(|objection| (Status::Unsupported, objection.note(player)));
        if let Some((status, note)) = ended.or(unsupported) {
            (summary.status, summary.note) = (status, note);
        }
        let timing = timing.summary(player, scsa, game.size);
        self.files.summary(&summary, timing.as_ref())?;
        self.results.summaries.push(summary);
        self.results.timings.extend(timing);
        Ok(())
    }

    /// Leaves the current match for the next one.
    fn leave(&mut self) -> (Current, Pending) {
        let next =
            self.matches.get(self.finished + 1).map_or_else(Current::none, |next| Current::new(next, self.rules));
        let pending = std::mem::take(&mut self.pending[self.finished]);
        self.buffered -= pending.batches.values().map(WaitingBatch::bytes).sum::<usize>();
        self.finished += 1;
        (std::mem::replace(&mut self.current, next), pending)
    }

    /// Whether no more rounds of the current match are to be written.
    fn is_complete(&self, game: &Match) -> bool {
        self.current.next > game.rounds || self.is_over(self.finished)
    }
}

impl Recorder for ResultWriter<'_> {
    fn current(&self) -> usize {
        self.finished
    }

    fn buffered(&self) -> usize {
        self.buffered
    }

    fn is_over(&self, game: usize) -> bool {
        game < self.finished
            || game == self.finished && self.current.ended.is_some()
            || self.pending[game].refusal.is_some()
    }

    fn prepared(&mut self, game: usize, time: Duration) {
        if game >= self.finished {
            self.pending[game].preparations.push(time);
        }
    }

    fn refused(&mut self, game: usize, reason: String) {
        self.pending[game].refusal = Some(reason);
    }

    fn add(
        &mut self,
        game: usize,
        batch: Batch,
        place: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<(), FileError> {
        if game >= self.finished {
            let is_next = game == self.finished && batch.first() == self.current.next;
            let first = batch.first();
            let waiting = match place.filter(|_| !is_next && self.journal.is_some() && self.buffered > MOST_HELD) {
                Some(place) => WaitingBatch::Kept(place),
                None => WaitingBatch::Held(batch),
            };
            self.buffered += waiting.bytes();
            self.pending[game].batches.insert(first, waiting);
        }
        self.write(observer)
    }

    fn write(&mut self, observer: &mut dyn Observer) -> Result<(), FileError> {
        while let Some(game) = self.matches.get(self.finished) {
            self.write_batches(game, observer)?;
            if !self.is_complete(game) {
                return Ok(());
            }
            self.finish(game)?;
        }
        Ok(())
    }

    /// A match that is not complete gets the rows of its first rounds, and no row of its own.
    fn stop(&mut self, observer: &mut dyn Observer) -> Result<(), FileError> {
        while let Some(game) = self.matches.get(self.finished) {
            self.write_batches(game, observer)?;
            if self.is_complete(game) {
                self.finish(game)?;
            } else {
                self.leave();
            }
        }
        Ok(())
    }
}

impl Current {
    fn new(game: &Match, rules: Rules) -> Current {
        Current {
            rows: Rows::new(game.player.name(), game.codemaker.name(), game.size, rules),
            tally: Tally::default(),
            timing: TimingTally::default(),
            next: 1,
            cpu_time: Duration::ZERO,
            ended: None,
        }
    }

    /// What stands behind the last match.
    fn none() -> Current {
        let size = crate::Codemaker::SAMPLE_SIZE;
        Current {
            rows: Rows::new("", "", size, Rules::Report),
            tally: Tally::default(),
            timing: TimingTally::default(),
            next: 1,
            cpu_time: Duration::ZERO,
            ended: None,
        }
    }

    fn add(&mut self, record: &RoundRecord) {
        self.rows.push(record);
        self.tally.count(&record.round.outcome, record.round.guesses);
        if let Some(time) = &record.round.time {
            self.timing.count(&record.round.outcome, time);
        }
        self.next = record.number + 1;
    }
}

fn key(game: &Match) -> (String, String) {
    (game.player.name().to_owned(), game.codemaker.name().to_owned())
}
