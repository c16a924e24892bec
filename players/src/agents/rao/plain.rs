//! Rao's method in the obvious version: the oracle of the fast one.

use crate::{
    agents::rao::Variant,
    asking::{PegSet, is_single, lowest},
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
                let covered = (self.inferences.tied | self.tested).count_ones() as usize;
                let unknown = self.size.pegs() - self.inferences.len;
                let gain = feedback.total().saturating_sub(covered).min(unknown);
                self.inferences.add(color, gain, self.untied_pegs());
            }
            self.considering += 1;
        }
        if let Some(fixing) = self.fixing {
            match feedback.white() {
                0 => self.inferences.tie(fixing, self.tested),
                1 => {
                    self.inferences.exclude(self.inferences.colors[fixing], self.tested);
                    self.inferences.exclude(other_color, self.tested);
                }
                _ => {
                    let inference =
                        self.inferences.untied().find(|&inference| self.inferences.colors[inference] == other_color);
                    if let Some(inference) = inference {
                        self.inferences.tie(inference, self.tested);
                    }
                }
            }
        }
        match self.variant {
            Variant::Published => {
                self.fixing = self.inferences.untied().next();
                self.inferences.clean_up();
            }
            Variant::Corrected => {
                self.inferences.clean_up();
                self.fixing = self.inferences.untied().next();
            }
        }
    }

    fn next_guess(&mut self) -> Code {
        self.tested = self.fixing.map_or(0, |inference| lowest(self.inferences.positions[inference]));
        self.filler = self.filler_color();
        let mut guess = Code::uniform(self.size, self.filler);
        for (color, peg) in self.inferences.ties() {
            guess.set(peg, color);
        }
        if let Some(fixing) = self.fixing {
            guess.set(self.tested.trailing_zeros() as usize, self.inferences.colors[fixing]);
        }
        guess
    }

    /// The color being considered; once all pegs are known, an untied color other than the one being fixed.
    fn filler_color(&self) -> Color {
        if !self.all_known() {
            let last = self.size.last_color();
            return Color::new(self.considering).map_or(last, |considered| considered.min(last));
        }
        let fixing = self.fixing.map(|inference| self.inferences.colors[inference]);
        let mut untied = self.inferences.untied().map(|inference| self.inferences.colors[inference]);
        let first = untied.next();
        let other = first.into_iter().chain(untied).find(|color| Some(*color) != fixing);
        other.or(first).or(fixing).unwrap_or(Color::A)
    }

    fn all_known(&self) -> bool {
        self.inferences.len == self.size.pegs()
    }

    fn untied_pegs(&self) -> PegSet {
        (PegSet::MAX >> (Size::MAX_PEGS - self.size.pegs())) & !self.inferences.tied
    }
}

/// An inference for each peg known to be in the secret, in the order in which they were found.
#[derive(Clone, Debug)]
pub struct PlainInferences {
    colors: [Color; Size::MAX_PEGS],
    /// The possible positions; an inference with one position is *tied* to it.
    positions: [PegSet; Size::MAX_PEGS],
    len: usize,
    /// The pegs that some inference is tied to, as of the last [`clean_up`](PlainInferences::clean_up).
    tied: PegSet,
}

impl PlainInferences {
    pub const fn new() -> PlainInferences {
        PlainInferences { colors: [Color::A; Size::MAX_PEGS], positions: [0; Size::MAX_PEGS], len: 0, tied: 0 }
    }

    /// The colors of the tied inferences with the pegs that they are tied to.
    pub fn ties(&self) -> impl Iterator<Item = (Color, usize)> + '_ {
        let inferences = self.colors[..self.len].iter().zip(&self.positions[..self.len]);
        inferences
            .filter(|(_, positions)| is_single(**positions))
            .map(|(color, positions)| (*color, positions.trailing_zeros() as usize))
    }

    /// The inferences that are not tied.
    pub fn untied(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|&inference| !is_single(self.positions[inference]))
    }

    /// Adds inferences of a color with those possible positions.
    pub fn add(&mut self, color: Color, inferences: usize, positions: PegSet) {
        for _ in 0..inferences {
            self.colors[self.len] = color;
            self.positions[self.len] = positions;
            self.len += 1;
        }
    }

    /// Ties an inference to a peg.
    pub fn tie(&mut self, inference: usize, peg: PegSet) {
        self.positions[inference] = peg;
    }

    /// Removes a peg from the positions of every inference of a color that is not tied.
    pub fn exclude(&mut self, color: Color, peg: PegSet) {
        for inference in 0..self.len {
            if self.colors[inference] == color && !is_single(self.positions[inference]) {
                self.positions[inference] &= !peg;
            }
        }
    }

    /// Removes the pegs of tied inferences from the positions of all others, until no further inference gets tied.
    pub fn clean_up(&mut self) {
        loop {
            let positions = &mut self.positions[..self.len];
            let tied = positions.iter().filter(|p| is_single(**p)).fold(0, |tied, p| tied | p);
            if tied == self.tied {
                return;
            }
            self.tied = tied;
            for p in positions {
                // Consistent feedback leaves every inference a position.
                if !is_single(*p) && *p & !tied != 0 {
                    *p &= !tied;
                }
            }
        }
    }
}
