//! The ledger: takes reports as they come, in whatever order, and writes them down in the order of the plan.

use crate::{
    FileError, ResultFiles, Results, Rules, Status,
    tally::{Tally, TimingTally},
};
use crate::{
    job::{Batch, Report},
    plan::{Match, Plan},
};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

/// What is known of a match so far.
#[derive(Debug, Default)]
struct Page {
    tally: Tally,
    timing: TimingTally,
    /// The CPU time of the match.
    spent: Duration,
    /// Why the match is over before its last round, and as what it counts then.
    over: Option<(Status, String)>,
}

/// The reports of a job that cannot be written down yet.
#[derive(Debug)]
struct Pending {
    of: usize,
    reports: Vec<Report>,
    done: bool,
}

/// Why a player does not go on against a codemaker.
const BARRED: &str = "10 rounds lost by time bar the player from the codemaker";

/// Writes the records of a tournament in the order of the plan.
#[derive(Debug)]
pub struct Ledger<'a> {
    matches: &'a [Match],
    rules: Rules,
    files: ResultFiles,
    /// The match that is being written.
    page: Page,
    /// How many matches are finished: the number of the match that is being written.
    finished: usize,
    /// The jobs whose turn has not come, by their number; the first one is written as it comes.
    pending: BTreeMap<u64, Pending>,
    buffered: usize,
    /// How many rounds each player lost by time against each codemaker.
    late: HashMap<(String, String), u64>,
    results: Results,
}

impl<'a> Ledger<'a> {
    pub fn new(plan: &Plan, matches: &'a [Match], files: ResultFiles) -> Ledger<'a> {
        Ledger {
            matches,
            rules: plan.rules,
            files,
            page: Page::default(),
            finished: 0,
            pending: BTreeMap::new(),
            buffered: 0,
            late: HashMap::new(),
            results: Results::default(),
        }
    }

    /// A job was handed out: jobs are written in the order in which they are opened.
    pub fn open(&mut self, job: u64, of: usize) {
        self.pending.insert(job, Pending { of, reports: Vec::new(), done: false });
    }

    /// The job that is written as its reports come.
    pub fn first_job(&self) -> Option<u64> {
        self.pending.first_key_value().map(|(job, _)| *job)
    }

    /// How many bytes of rows wait for their turn.
    pub const fn buffered(&self) -> usize {
        self.buffered
    }

    /// Whether no more rounds of a match are wanted.
    pub fn is_over(&self, of: usize) -> bool {
        of < self.finished || of == self.finished && self.page.over.is_some()
    }

    /// Takes a report.
    pub fn report(&mut self, job: u64, report: Report) -> Result<(), FileError> {
        if let Some(pending) = self.pending.get_mut(&job) {
            pending.done |= matches!(report, Report::Done | Report::Refused(_));
            if let Report::Played(batch) = &report {
                self.buffered += batch.bytes();
            }
            pending.reports.push(report);
        }
        while let Some(mut first) = self.pending.first_entry() {
            let (of, done) = (first.get().of, first.get().done);
            let reports = std::mem::take(&mut first.get_mut().reports);
            if done {
                first.remove();
            }
            // The matches before this one got all their reports.
            self.finish_up_to(of)?;
            for report in reports {
                self.write(report)?;
            }
            if !done {
                break;
            }
        }
        Ok(())
    }

    /// Everything was reported: finishes the last matches.
    pub fn close(mut self) -> Result<Results, FileError> {
        self.finish_up_to(self.matches.len())?;
        Ok(self.results)
    }

    fn write(&mut self, report: Report) -> Result<(), FileError> {
        match report {
            Report::Played(batch) => {
                self.buffered -= batch.bytes();
                if self.page.over.is_some() {
                    return Ok(());
                }
                self.files.rounds(&batch.rows, &batch.timing_rows)?;
                self.page.tally.add(&batch.tally);
                self.page.timing.add(&batch.timing);
                self.page.spent += batch.spent;
                self.apply_rules(&batch.tally);
            }
            Report::Refused(refusal) => {
                let player = self.matches[self.finished].player.name();
                self.page.over = Some((Status::Unsupported, format!("{player}: {refusal}")));
            }
            Report::Ready
            | Report::Preparing
            | Report::Prepared
            | Report::Answered(_)
            | Report::Done
            | Report::Stuck(_) => {}
        }
        Ok(())
    }

    /// Ends the match where the rules say so.
    fn apply_rules(&mut self, new: &Tally) {
        let game = &self.matches[self.finished];
        let played = self.page.tally.rounds();
        let late = self.late.entry((game.player.name().to_owned(), game.codemaker.name().to_owned())).or_default();
        *late += new.losses_time();
        let barred = self.rules.barred_after().is_some_and(|most| *late >= most);
        let out_of_time = self.rules.match_time().is_some_and(|most| self.page.spent > most);
        let reason = if self.rules.ends_at_failure() && self.page.tally.failures() > 0 {
            "the first failure ends the match"
        } else if barred {
            BARRED
        } else if out_of_time {
            "300 s of CPU time end the match"
        } else {
            return;
        };
        if played < game.rounds {
            self.page.over = Some((Status::Ended, reason.to_owned()));
        }
    }

    /// Writes the summaries of the matches before that one.
    fn finish_up_to(&mut self, of: usize) -> Result<(), FileError> {
        while self.finished < of {
            let game = &self.matches[self.finished];
            let page = std::mem::take(&mut self.page);
            let (player, scsa) = (game.player.name(), game.codemaker.name());
            let mut summary = page.tally.summary(player, scsa, game.size, self.rules);
            if let Some((status, note)) = page.over {
                (summary.status, summary.note) = (status, note);
            } else if let Some(objection) = &game.objection {
                (summary.status, summary.note) = (Status::Unsupported, objection.clone());
            }
            let timing = page.timing.summary(player, scsa, game.size);
            self.files.summary(&summary, timing.as_ref())?;
            self.results.summaries.push(summary);
            self.results.timings.extend(timing);
            self.finished += 1;
            self.page = self.blank_page(self.finished);
        }
        Ok(())
    }

    /// The page of a match before its first round: over already where the player is barred from the codemaker.
    fn blank_page(&self, of: usize) -> Page {
        let barred = self.matches.get(of).zip(self.rules.barred_after()).is_some_and(|(game, most)| {
            let key = (game.player.name().to_owned(), game.codemaker.name().to_owned());
            game.rounds > 0 && self.late.get(&key).is_some_and(|late| *late >= most)
        });
        let reason = || (Status::Disqualified, BARRED.to_owned());
        Page { over: barred.then(reason), ..Page::default() }
    }
}

impl Batch {
    fn bytes(&self) -> usize {
        self.rows.len() + self.timing_rows.len()
    }
}
