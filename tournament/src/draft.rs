//! Records of rounds that are not reported yet.

use crate::{Round, Rules, record::Rows};
use crate::{
    job::Batch,
    plan::{Match, Plan},
};
use players::{Limit, Outcome};
use scsa::{Code, Size};
use std::time::Duration;

/// Rounds that were played and not reported yet.
#[derive(Debug)]
pub struct Draft {
    rows: Rows,
    batch: Batch,
}

impl Draft {
    /// Nothing played yet, of such a match.
    pub fn new(player: &str, scsa: &str, size: Size, rules: Rules) -> Draft {
        Draft { rows: Rows::new(player, scsa, size, rules), batch: Batch::default() }
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> u64 {
        self.batch.rounds
    }

    /// Adds a round.
    pub fn add(&mut self, number: u64, secret: &Code, round: &Round) {
        self.batch.rounds += 1;
        self.batch.tally.count(&round.outcome, round.guesses);
        if let Some(time) = &round.time {
            self.batch.timing.count(time);
        }
        self.rows.push(number, secret, round);
    }

    /// Takes what there is to report, if anything; it took so much CPU time.
    pub fn take(&mut self, spent: Duration) -> Option<Box<Batch>> {
        if self.batch.rounds == 0 {
            return None;
        }
        self.batch.spent = spent;
        let mut batch = Box::new(std::mem::take(&mut self.batch));
        (batch.rows, batch.timing_rows) = self.rows.take();
        Some(batch)
    }
}

/// The record of a round that no worker could report.
pub fn unreported(plan: &Plan, game: &Match, number: u64, round: &Round) -> Option<Box<Batch>> {
    let (player, codemaker, size) = (game.player.name(), &game.codemaker, game.size);
    let mut rng = plan.seed.secrets(size, codemaker.stream_name()).round(number);
    let secret = codemaker.secret(size, number, &mut rng)?;
    let mut draft = Draft::new(player, codemaker.name(), size, plan.rules);
    draft.add(number, &secret, round);
    let late = round.outcome == Outcome::Loss(Limit::Time);
    draft.take(if late { plan.limits.time } else { Duration::ZERO })
}
