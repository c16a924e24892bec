//! Rao's method: one color is being considered (how many pegs does it have?) while another is being fixed (where are its
//! pegs?), both by the same guess.

use super::inferences::Inferences;
use crate::{
    asking::AskingMethod,
    bit_set::{PegSet, lowest},
};
use scsa::{Code, Color, Size, Turn};

/// The result of applying an assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deduction {
    /// It implies nothing at this point.
    None,
    /// It implied something, which the method now takes for true.
    Applied,
    /// It is false.
    Refuted,
}

/// The variants of the method, where the paper leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// The method of the report's program, whose two mistakes cost 0.2 guesses at 4x6 and 0.4 at 8x10.
    ///
    /// First, when all pegs are known but some colors have not been considered, what the feedback implies for the filler color
    /// is applied to the color that would have been considered, which is not in the guess. So nothing is learned of the filler
    /// color, and after two white pegs the same guess repeats. Second, the color to be fixed next is chosen before the
    /// clean-up, which may tie it; then the next guess tests nothing.
    Published,
    /// What the feedback implies for the filler color is applied to it, and the color to be fixed is chosen after the clean-up.
    Corrected,
}

/// The state of a round played by Rao's method.
#[derive(Clone, Debug)]
pub struct Method {
    size: Size,
    variant: Variant,
    inferences: Inferences,
    /// The inference being fixed, unless a clean-up tied it.
    fixing: Option<usize>,
    /// The color being fixed.
    fixing_color: Option<Color>,
    /// The index of the color being considered; the length of the palette once none is left.
    considering: usize,
    /// The number of colors to consider, A first; the others are assumed not to be in the secret.
    palette: usize,
    /// The number of pegs of each color considered so far.
    counts: [u8; Color::MAX],
    /// The peg where the last guess tested the color being fixed; empty if it tested none.
    tested: PegSet,
    /// The color of the other free pegs in the last guess.
    filler: Color,
}

impl Method {
    pub fn new(size: Size, variant: Variant) -> Method {
        Method {
            size,
            variant,
            inferences: Inferences::new(size),
            fixing: None,
            fixing_color: None,
            considering: 0,
            palette: size.colors(),
            counts: [0; Color::MAX],
            tested: 0,
            filler: Color::A,
        }
    }

    /// The method that considers only the first colors. If they do not account for all pegs, it goes on with the others.
    pub fn with_palette(size: Size, variant: Variant, colors: usize) -> Method {
        Method { palette: colors.min(size.colors()), ..Method::new(size, variant) }
    }

    /// The method when the counts of the first colors are known, and nothing else.
    pub fn with_counts(size: Size, variant: Variant, counts: &[usize]) -> Method {
        let mut method = Method::new(size, variant);
        for &count in counts {
            method.record_count(count);
        }
        method.conclude();
        method
    }

    /// Records the number of pegs of the color being considered, at most the pegs not accounted for, and moves on to the next
    /// color.
    fn record_count(&mut self, count: usize) {
        if let Some(color) = Color::new(self.considering) {
            let count = count.min(self.size.pegs() - self.inferences.known());
            self.inferences.add(color, count, self.inferences.free());
            self.counts[color.index()] = count as u8;
        }
        self.considering += 1;
        if self.considering >= self.palette && !self.all_known() {
            self.palette = self.size.colors();
        }
    }

    /// Draws the conclusions from what was learned, and chooses the color to be fixed next.
    fn conclude(&mut self) {
        let chosen_before = match self.variant {
            Variant::Published => self.inferences.untied().next(),
            Variant::Corrected => None,
        };
        self.fixing_color = chosen_before.map(|inference| self.inferences.color(inference));
        self.fixing = self.inferences.clean_up(chosen_before);
        if self.variant == Variant::Corrected {
            self.fixing = self.inferences.untied().next();
            self.fixing_color = self.fixing.map(|inference| self.inferences.color(inference));
        }
    }

    /// The color being considered; once all pegs are known, an untied color other than the one being fixed.
    fn filler_color(&self) -> Color {
        if !self.all_known() {
            let last = self.size.last_color();
            return Color::new(self.considering).map_or(last, |considered| considered.min(last));
        }
        let mut untied = self.inferences.untied().map(|inference| self.inferences.color(inference));
        let first = untied.next();
        let other = first.into_iter().chain(untied).find(|color| Some(*color) != self.fixing_color);
        other.or(first).or(self.fixing_color).unwrap_or(Color::A)
    }

    fn all_known(&self) -> bool {
        self.inferences.known() == self.size.pegs()
    }

    /// The number of pegs of the last guess that are tied or tested.
    fn covered(&self) -> usize {
        (self.inferences.tied() | self.tested).count_ones() as usize
    }
}

/// A guess, with what is learned from its answer, takes about 50 ns at 8x10 and 70 ns at 20x26.
impl AskingMethod for Method {
    fn learn(&mut self, turn: &Turn) {
        let feedback = turn.feedback;
        let considered = Color::new(self.considering).filter(|_| self.considering < self.palette);
        let other_color = match considered {
            Some(color) if !self.all_known() || self.variant == Variant::Published => color,
            _ => self.filler,
        };
        if considered.is_some() {
            self.record_count(feedback.total().saturating_sub(self.covered()));
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
        self.conclude();
    }

    fn next_guess(&mut self) -> Code {
        self.filler = self.filler_color();
        let mut guess = self.inferences.filled(self.filler);
        self.tested = 0;
        if let Some(fixing) = self.fixing {
            self.tested = lowest(self.inferences.positions(fixing));
            guess.recolor(self.tested, self.filler, self.inferences.color(fixing));
        }
        guess
    }

    /// The published one makes a guess again after two white pegs.
    fn repeats(&self) -> bool {
        self.variant == Variant::Published
    }
}

/// Operations for [assumptions](super::assumption).
impl Method {
    /// Applies the assumption that the first and the last peg have the same color.
    pub fn assume_equal_ends(&mut self) -> Deduction {
        let (first, last) = (1, 1 << (self.size.pegs() - 1));
        let tied = self.inferences.tied();
        let (known, other) = match (tied & first != 0, tied & last != 0) {
            (true, false) => (0, last),
            (false, true) => (self.size.pegs() - 1, first),
            (true, true) if self.inferences.tied_color(0) != self.inferences.tied_color(self.size.pegs() - 1) => {
                return Deduction::Refuted;
            }
            _ => return Deduction::None,
        };
        let color = self.inferences.tied_color(known);
        let may_be_there = |&inference: &usize| {
            self.inferences.color(inference) == color && self.inferences.positions(inference) & other != 0
        };
        let Some(inference) = self.inferences.untied().find(may_be_there) else {
            return Deduction::Refuted;
        };
        self.inferences.tie(inference, other);
        self.conclude();
        Deduction::Applied
    }

    /// Applies the assumption that no color is used twice: once there are only as many colors left to consider as pegs not
    /// accounted for, all of them are in the secret.
    pub fn assume_distinct_colors(&mut self) -> Deduction {
        if self.counts.iter().any(|&count| count > 1) {
            return Deduction::Refuted;
        }
        let left = self.palette.saturating_sub(self.considering);
        if left == 0 || left != self.size.pegs() - self.inferences.known() {
            return Deduction::None;
        }
        for color in (self.considering..self.palette).filter_map(Color::new) {
            self.inferences.add(color, 1, self.inferences.free());
            self.counts[color.index()] = 1;
        }
        self.palette = self.considering;
        self.conclude();
        Deduction::Applied
    }

    /// Whether the feedback to the last guess contradicts the inferences. It finds enough contradictions for every round to
    /// end, but not all.
    pub fn is_contradicted_by(&self, turn: &Turn) -> bool {
        let Turn { guess, feedback } = turn;
        let counted = self.all_known() && {
            let in_both = |color: Color| guess.count(color).min(self.counts[color.index()].into());
            feedback.total() != self.size.palette().map(in_both).sum::<usize>()
        };
        let most_white = if self.tested == 0 { 0 } else { 2 };
        counted || feedback.white() > most_white || feedback.black() < self.inferences.tied().count_ones() as usize
    }

    /// Whether every inference has a possible position, and the inferences agree with the color counts.
    pub fn is_sound(&self) -> bool {
        let counted: usize = self.counts.iter().map(|&count| usize::from(count)).sum();
        self.inferences.are_possible() && counted == self.inferences.known()
    }

    /// Takes over the color counts of a method that went on from this state with a false assumption, and continues with the
    /// corrected method.
    pub fn with_counts_of(mut self, other: &Method) -> Method {
        self.variant = Variant::Corrected;
        for color in self.considering..other.considering {
            self.record_count(other.counts.get(color).copied().unwrap_or_default().into());
        }
        self.conclude();
        self
    }
}
