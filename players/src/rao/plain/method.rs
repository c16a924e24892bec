//! The method, step by step.

use super::inferences::{Inferences, Pegs};
use crate::rao::Reading;
use scsa::{Code, Color, Feedback, Size, Turn};

/// A game played by Rao's method.
#[derive(Clone, Debug)]
pub struct Method {
    size: Size,
    reading: Reading,
    inferences: Inferences,
    /// The entry being fixed.
    fixing: Option<usize>,
    /// The index of the color being considered; the number of colors once there is none left.
    considering: usize,
    /// Where the last guess tried the color being fixed; no peg when none was.
    tried: Pegs,
    /// What the last guess filled the other untied pegs with.
    filling: Color,
}

impl Method {
    pub const fn new(size: Size, reading: Reading) -> Method {
        Method {
            size,
            reading,
            inferences: Inferences::new(),
            fixing: None,
            considering: 0,
            tried: 0,
            filling: Color::A,
        }
    }

    /// The next guess, after the answer to the last one.
    pub fn guess(&mut self, turns: &[Turn]) -> Code {
        if let Some(turn) = turns.last() {
            self.learn(turn.feedback);
        }
        self.build()
    }

    fn learn(&mut self, answer: Feedback) {
        let considered = Color::new(self.considering).filter(|_| self.considering < self.size.colors());
        let told_of = match considered {
            Some(color) if !self.all_known() || self.reading == Reading::Report => color,
            _ => self.filling,
        };
        if let Some(color) = considered {
            if !self.all_known() {
                let covered = (self.inferences.tied() | self.tried).count_ones() as usize;
                let unknown = self.size.pegs() - self.inferences.len();
                let gain = answer.total().saturating_sub(covered).min(unknown);
                self.inferences.add(color, gain, self.untied_pegs());
            }
            self.considering += 1;
        }
        if let Some(fixing) = self.fixing {
            match answer.white() {
                0 => self.inferences.tie(fixing, self.tried),
                1 => {
                    self.inferences.strike(self.inferences.color(fixing), self.tried);
                    self.inferences.strike(told_of, self.tried);
                }
                _ => {
                    let entry = self.inferences.untied().find(|&entry| self.inferences.color(entry) == told_of);
                    if let Some(entry) = entry {
                        self.inferences.tie(entry, self.tried);
                    }
                }
            }
        }
        match self.reading {
            Reading::Report => {
                self.fixing = self.inferences.first_untied();
                self.inferences.clean_up();
            }
            Reading::Mended => {
                self.inferences.clean_up();
                self.fixing = self.inferences.first_untied();
            }
        }
    }

    fn build(&mut self) -> Code {
        self.tried = self.fixing.map_or(0, |entry| lowest(self.inferences.places(entry)));
        self.filling = self.filling_color();
        let mut guess = Code::uniform(self.size, self.filling);
        for (color, peg) in self.inferences.ties() {
            guess.set(peg, color);
        }
        if let Some(fixing) = self.fixing {
            guess.set(self.tried.trailing_zeros() as usize, self.inferences.color(fixing));
        }
        guess
    }

    /// The color being considered; once all pegs are known, an untied color other than the one being fixed.
    fn filling_color(&self) -> Color {
        if !self.all_known() {
            let last = self.size.last_color();
            return Color::new(self.considering).map_or(last, |considered| considered.min(last));
        }
        let fixing = self.fixing.map(|entry| self.inferences.color(entry));
        let mut untied = self.inferences.untied().map(|entry| self.inferences.color(entry));
        let first = untied.next();
        let other = first.into_iter().chain(untied).find(|color| Some(*color) != fixing);
        other.or(first).or(fixing).unwrap_or(Color::A)
    }

    fn all_known(&self) -> bool {
        self.inferences.len() == self.size.pegs()
    }

    fn untied_pegs(&self) -> Pegs {
        (Pegs::MAX >> (Size::MAX_PEGS - self.size.pegs())) & !self.inferences.tied()
    }
}

/// The lowest peg of a set.
const fn lowest(pegs: Pegs) -> Pegs {
    pegs & pegs.wrapping_neg()
}
