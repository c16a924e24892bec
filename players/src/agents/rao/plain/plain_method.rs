//! Rao's method, step by step.

use super::plain_inferences::PlainInferences;
use crate::{
    agents::rao::Variant,
    bit_set::{PegSet, lowest},
};
use scsa::{Code, Color, Feedback, Size, Turn};

/// The state of a round played by Rao's method.
#[derive(Clone, Debug)]
pub struct PlainMethod {
    size: Size,
    variant: Variant,
    inferences: PlainInferences,
    /// The inference being fixed.
    fixing: Option<usize>,
    /// The index of the color being considered; the number of colors once none is left.
    considering: usize,
    /// The peg where the last guess tested the color being fixed; empty if it tested none.
    tested: PegSet,
    /// The color of the other untied pegs in the last guess.
    filler: Color,
}

impl PlainMethod {
    pub const fn new(size: Size, variant: Variant) -> PlainMethod {
        PlainMethod {
            size,
            variant,
            inferences: PlainInferences::new(),
            fixing: None,
            considering: 0,
            tested: 0,
            filler: Color::A,
        }
    }

    /// The next guess, after the feedback to the last one.
    pub fn guess(&mut self, turns: &[Turn]) -> Code {
        if let Some(turn) = turns.last() {
            self.learn(turn.feedback);
        }
        self.next_guess()
    }

    fn learn(&mut self, feedback: Feedback) {
        let considered = Color::new(self.considering).filter(|_| self.considering < self.size.colors());
        let other_color = match considered {
            Some(color) if !self.all_known() || self.variant == Variant::Published => color,
            _ => self.filler,
        };
        if let Some(color) = considered {
            if !self.all_known() {
                let covered = (self.inferences.tied() | self.tested).count_ones() as usize;
                let unknown = self.size.pegs() - self.inferences.len();
                let gain = feedback.total().saturating_sub(covered).min(unknown);
                self.inferences.add(color, gain, self.untied_pegs());
            }
            self.considering += 1;
        }
        if let Some(fixing) = self.fixing {
            match feedback.white() {
                0 => self.inferences.tie(fixing, self.tested),
                1 => {
                    self.inferences.exclude(self.inferences.color(fixing), self.tested);
                    self.inferences.exclude(other_color, self.tested);
                }
                _ => {
                    let inference =
                        self.inferences.untied().find(|&inference| self.inferences.color(inference) == other_color);
                    if let Some(inference) = inference {
                        self.inferences.tie(inference, self.tested);
                    }
                }
            }
        }
        match self.variant {
            Variant::Published => {
                self.fixing = self.inferences.first_untied();
                self.inferences.clean_up();
            }
            Variant::Corrected => {
                self.inferences.clean_up();
                self.fixing = self.inferences.first_untied();
            }
        }
    }

    fn next_guess(&mut self) -> Code {
        self.tested = self.fixing.map_or(0, |inference| lowest(self.inferences.positions(inference)));
        self.filler = self.filler_color();
        let mut guess = Code::uniform(self.size, self.filler);
        for (color, peg) in self.inferences.ties() {
            guess.set(peg, color);
        }
        if let Some(fixing) = self.fixing {
            guess.set(self.tested.trailing_zeros() as usize, self.inferences.color(fixing));
        }
        guess
    }

    /// The color being considered; once all pegs are known, an untied color other than the one being fixed.
    fn filler_color(&self) -> Color {
        if !self.all_known() {
            let last = self.size.last_color();
            return Color::new(self.considering).map_or(last, |considered| considered.min(last));
        }
        let fixing = self.fixing.map(|inference| self.inferences.color(inference));
        let mut untied = self.inferences.untied().map(|inference| self.inferences.color(inference));
        let first = untied.next();
        let other = first.into_iter().chain(untied).find(|color| Some(*color) != fixing);
        other.or(first).or(fixing).unwrap_or(Color::A)
    }

    fn all_known(&self) -> bool {
        self.inferences.len() == self.size.pegs()
    }

    fn untied_pegs(&self) -> PegSet {
        (PegSet::MAX >> (Size::MAX_PEGS - self.size.pegs())) & !self.inferences.tied()
    }
}
