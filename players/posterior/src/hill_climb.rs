//! Hill climbing over guesses.

use crate::candidate_matrix::{CandidateMatrix, ClassWeights, FeedbackColumn, GuessScore};
use scsa::{Code, Color, Rng};

/// The objective of a guess, in nats: a weighted sum of entropies and the probability of winning.
#[derive(Clone, Copy, Debug)]
pub struct ScoreWeights {
    /// The weight of the entropy of the totals given the black pegs.
    pub totals: f64,
    /// The weight of the probability that the guess is the secret, in nats.
    pub win: f64,
}

impl ScoreWeights {
    pub fn of(&self, told: &GuessScore) -> f64 {
        match *told {
            GuessScore::Nats { black, joint, win } => black + self.totals * (joint - black) + self.win * win,
            GuessScore::Guesses(guesses) => -guesses,
        }
    }
}

/// Hill climbing from several guesses.
#[derive(Debug)]
pub struct HillClimb<'a> {
    pub field: &'a CandidateMatrix,
    pub worth: ScoreWeights,
    /// The number of guesses to start from.
    pub climbs: usize,
    /// The number of guesses scored, over all climbs.
    pub looks: usize,
}

/// A change of a guess.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A peg gets a color.
    Color(u8, Color),
    /// Two pegs exchange their colors.
    Exchange(u8, u8),
}

impl HillClimb<'_> {
    /// The local optima reached from the best of these guesses, each with its objective, the best one first.
    pub fn from(&self, starts: &[Code], rng: &mut Rng) -> Vec<(f64, Code)> {
        let size = self.field.size;
        let mut cells = ClassWeights::default();
        let mut scored: Vec<(f64, FeedbackColumn)> = starts
            .iter()
            .map(|start| {
                let held = self.field.hold(start);
                (self.worth.of(&self.field.told(&held, &mut cells)), held)
            })
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.guess.cmp(&b.1.guess)));
        scored.dedup_by(|a, b| a.1.guess == b.1.guess);
        let mut changes: Vec<Change> = Vec::new();
        for peg in 0..size.pegs() as u8 {
            changes.extend(size.palette().map(|color| Change::Color(peg, color)));
            changes.extend((0..peg).map(|other| Change::Exchange(peg, other)));
        }
        let mut tops = Vec::new();
        for (worth, held) in scored.into_iter().take(self.climbs) {
            rng.shuffle(&mut changes);
            tops.push(self.top(worth, held, &changes, &mut cells));
        }
        tops.sort_by(|a: &(f64, Code), b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        tops.dedup_by(|a, b| a.1 == b.1);
        tops
    }

    /// Takes every change that improves the guess, until none does or the budget is used up.
    fn top(
        &self,
        mut worth: f64,
        mut held: FeedbackColumn,
        changes: &[Change],
        cells: &mut ClassWeights,
    ) -> (f64, Code) {
        let mut next = held.clone();
        let mut in_vain = 0;
        for change in changes.iter().cycle().take(self.looks / self.climbs) {
            if in_vain == changes.len() {
                break;
            }
            in_vain += 1;
            let peg = |peg: u8| held.guess.peg(usize::from(peg));
            match *change {
                Change::Color(here, color) if peg(here) != color => {
                    self.field.recolor(&held, usize::from(here), color, &mut next);
                }
                Change::Exchange(a, b) if peg(a) != peg(b) => {
                    self.field.exchange(&held, (usize::from(a), usize::from(b)), &mut next);
                }
                _ => continue,
            }
            let found = self.worth.of(&self.field.told(&next, cells));
            if found > worth {
                worth = found;
                std::mem::swap(&mut held, &mut next);
                in_vain = 0;
            }
        }
        (worth, held.guess)
    }
}
