//! Hill climbing over guesses.

use crate::candidate_matrix::{CandidateMatrix, ClassWeights, FeedbackColumn, GuessScore};
use scsa::{Code, Color, Rng};
use std::ops::Range;

/// A change is rejected if it is worse by this on the sketch, in nats.
const MARGIN: f64 = 0.003;

/// The objective of a guess, in nats: a weighted sum of entropies and the probability of winning.
#[derive(Clone, Copy, Debug)]
pub struct ScoreWeights {
    /// The weight of the entropy of the totals given the black pegs.
    pub totals: f64,
    /// The weight of the probability that the guess is the secret, in nats.
    pub win: f64,
}

impl ScoreWeights {
    pub fn of(&self, score: &GuessScore) -> f64 {
        match *score {
            GuessScore::Nats { black, joint, win } => black + self.totals * (joint - black) + self.win * win,
            GuessScore::Guesses(guesses) => -guesses,
        }
    }
}

/// Hill climbing from several guesses.
#[derive(Debug)]
pub struct HillClimb<'a> {
    pub matrix: &'a CandidateMatrix,
    pub objective: ScoreWeights,
    /// The number of guesses to start from.
    pub climbs: usize,
    /// The number of guesses scored, over all climbs.
    pub evaluations: usize,
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
        let size = self.matrix.size;
        let mut classes = ClassWeights::default();
        let all = &self.matrix.all;
        let mut scored: Vec<(f64, FeedbackColumn)> = starts
            .iter()
            .map(|start| {
                let column = self.matrix.column_of(start);
                (self.objective.of(&self.matrix.score(&column, all, &mut classes)), column)
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
        for (score, column) in scored.into_iter().take(self.climbs) {
            rng.shuffle(&mut changes);
            tops.push(self.top(score, column, &changes, &mut classes));
        }
        tops.sort_by(|a: &(f64, Code), b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        tops.dedup_by(|a, b| a.1 == b.1);
        tops
    }

    /// Takes every change that improves the guess, until none does or the budget is used up.
    ///
    /// A change that is worse by a margin on the first candidates, the sketch, is not scored on the others.
    fn top(
        &self,
        mut score: f64,
        mut column: FeedbackColumn,
        changes: &[Change],
        classes: &mut ClassWeights,
    ) -> (f64, Code) {
        let HillClimb { matrix, objective, .. } = self;
        let whole = matrix.part(&matrix.all);
        let mut sketched = matrix.sketch.map(|sketch| {
            let part = matrix.part(&sketch);
            (sketch, part, objective.of(&matrix.score(&column, &sketch, classes)))
        });
        let mut next = column.clone();
        let mut in_vain = 0;
        for change in changes.iter().cycle().take(self.evaluations / self.climbs) {
            if in_vain == changes.len() {
                break;
            }
            in_vain += 1;
            if !change.alters(&column.guess) {
                continue;
            }
            let mut rest = whole.clone();
            let mut of_sketch = 0.0;
            if let Some((sketch, part, bound)) = &sketched {
                change.apply(matrix, &column, &mut next, part.clone());
                of_sketch = objective.of(&matrix.score(&next, sketch, classes));
                if of_sketch < bound - MARGIN {
                    continue;
                }
                rest.start = part.end;
            }
            change.apply(matrix, &column, &mut next, rest);
            let found = objective.of(&matrix.score(&next, &matrix.all, classes));
            if found > score {
                score = found;
                std::mem::swap(&mut column, &mut next);
                in_vain = 0;
                if let Some((_, _, bound)) = &mut sketched {
                    *bound = of_sketch;
                }
            }
        }
        (score, column.guess)
    }
}

impl Change {
    /// Whether the guess becomes another one.
    fn alters(&self, guess: &Code) -> bool {
        match *self {
            Change::Color(peg, color) => guess.peg(usize::from(peg)) != color,
            Change::Exchange(a, b) => guess.peg(usize::from(a)) != guess.peg(usize::from(b)),
        }
    }

    /// Computes some of the changed column.
    fn apply(&self, matrix: &CandidateMatrix, column: &FeedbackColumn, into: &mut FeedbackColumn, part: Range<usize>) {
        match *self {
            Change::Color(peg, color) => matrix.recolor(column, (usize::from(peg), color), into, part),
            Change::Exchange(a, b) => matrix.exchange(column, (usize::from(a), usize::from(b)), into, part),
        }
    }
}
