//! The colors that each peg may still have, and what follows when some are struck.

use super::lines::{Lines, MAX_LINES, Pegs, Set, members, pegs};
use scsa::{Code, Color, Size};

/// What is left of all arrangements: for each peg its colors, for each line its places.
///
/// Copying it undoes what was tried on the copy: 1.2 KB is less than a list of the changes takes.
#[derive(Clone, Debug)]
pub struct Domains {
    /// The colors of each peg, color `i` as bit `i`.
    colors: [u32; Size::MAX_PEGS],
    /// The pegs that have more than one color left.
    open: Pegs,
    /// Where the place of the line is not struck.
    possible: [Pegs; MAX_LINES],
    /// Where the place of the line holds for certain.
    certain: [Pegs; MAX_LINES],
    /// The lines to look at again.
    dirty: Set,
}

/// Who found that nothing is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Culprit {
    /// A peg without a color.
    Peg(usize),
    /// A line with too many or too few places.
    Line(usize),
}

impl Domains {
    /// Every color of the palette on every peg, and nothing concluded yet.
    pub fn new(lines: &Lines) -> Domains {
        let mut new = Domains {
            colors: [lines.palette; Size::MAX_PEGS],
            open: lines.board,
            possible: [0; MAX_LINES],
            certain: [0; MAX_LINES],
            dirty: 0,
        };
        for (number, line) in lines.iter().enumerate() {
            let possible = pegs(lines.board).filter(|&peg| lines.palette >> line.color(peg) & 1 == 1);
            new.possible[number] = possible.fold(0, |set, peg| set | 1 << peg);
            new.dirty |= 1 << number;
        }
        if lines.palette.is_power_of_two() {
            pegs(lines.board).for_each(|peg| new.close(lines, peg));
        }
        new
    }

    /// The pegs that have more than one color left.
    pub const fn open(&self) -> Pegs {
        self.open
    }

    /// The colors that a peg may have.
    pub const fn colors(&self, peg: usize) -> u32 {
        self.colors[peg]
    }

    /// The lowest color that a peg may have.
    pub const fn lowest_color(&self, peg: usize) -> usize {
        self.colors[peg].trailing_zeros() as usize
    }

    /// Where the place of the line is neither struck nor certain.
    pub const fn free(&self, line: usize) -> Pegs {
        self.possible[line] & !self.certain[line]
    }

    /// The lowest color of each peg. Once no peg is open this is the code; before, no code that is left lies below.
    pub fn lowest(&self, size: Size) -> Code {
        Code::from_fn(size, |peg| Color::new(self.lowest_color(peg)).unwrap_or(Color::A))
    }

    /// Strikes a color from a peg, with all that follows from it.
    pub fn strike(&mut self, lines: &Lines, peg: usize, color: usize) -> Result<(), Culprit> {
        self.remove(lines, peg, color)?;
        self.settle(lines)
    }

    /// Gives a peg a color, with all that follows from it.
    pub fn assign(&mut self, lines: &Lines, peg: usize, color: usize) -> Result<(), Culprit> {
        self.keep(lines, peg, color)?;
        self.settle(lines)
    }

    fn remove(&mut self, lines: &Lines, peg: usize, color: usize) -> Result<(), Culprit> {
        if self.colors[peg] >> color & 1 == 0 {
            return Ok(());
        }
        self.colors[peg] &= !(1 << color);
        let holders = lines.holders(peg, color);
        members(holders).for_each(|line| self.possible[line] &= !(1 << peg));
        self.dirty |= holders | lines.watchers(color);
        match self.colors[peg].count_ones() {
            0 => return Err(Culprit::Peg(peg)),
            1 => self.close(lines, peg),
            _ => {}
        }
        Ok(())
    }

    fn keep(&mut self, lines: &Lines, peg: usize, color: usize) -> Result<(), Culprit> {
        if self.colors[peg] >> color & 1 == 0 {
            return Err(Culprit::Peg(peg));
        }
        let others = self.colors[peg] & !(1 << color);
        pegs(others).try_for_each(|other| self.remove(lines, peg, other))
    }

    /// The peg has one color left.
    fn close(&mut self, lines: &Lines, peg: usize) {
        self.open &= !(1 << peg);
        let color = self.lowest_color(peg);
        let holders = lines.holders(peg, color);
        members(holders).for_each(|line| self.certain[line] |= 1 << peg);
        self.dirty |= holders | lines.watchers(color);
    }

    /// Draws the conclusions until there are none left.
    ///
    /// A line's places that hold in any code that is left lie between two bounds. When they are the wanted number apart
    /// there is no such code; when a bound *is* the wanted number, each place and group must be at its own bound.
    pub fn settle(&mut self, lines: &Lines) -> Result<(), Culprit> {
        while self.dirty != 0 {
            let number = self.dirty.trailing_zeros() as usize;
            self.dirty &= self.dirty - 1;
            let wanted = lines.line(number).wanted;
            let (least, most) = self.bounds(lines, number);
            if wanted < least || most < wanted {
                return Err(Culprit::Line(number));
            }
            if wanted == least {
                self.hold_least(lines, number)?;
            } else if wanted == most {
                self.hold_most(lines, number)?;
            }
        }
        Ok(())
    }

    /// How many places of the line hold at least and at most.
    ///
    /// A single place holds or not. Of a group at most as many as there are places or pegs left of the color, and
    /// at least as many as the color's pegs exceed its places elsewhere.
    fn bounds(&self, lines: &Lines, number: usize) -> (u32, u32) {
        let line = lines.line(number);
        let mut least = self.certain[number].count_ones();
        let mut most = least + (self.free(number) & line.singles).count_ones();
        for group in &line.groups {
            let (left, here, elsewhere) = self.places(lines, group.color, group.pegs);
            least += left.saturating_sub(elsewhere.count_ones());
            most += left.min(here.count_ones());
        }
        (least, most)
    }

    /// How many pegs of that color have no certain place, and their possible places within a group and elsewhere.
    fn places(&self, lines: &Lines, color: usize, group: Pegs) -> (u32, Pegs, Pegs) {
        let certain = self.certain[color].count_ones();
        let free = self.free(color);
        let left = lines.line(color).wanted.saturating_sub(certain);
        (left, free & group, free & !group)
    }

    /// As few places of the line hold as can.
    fn hold_least(&mut self, lines: &Lines, number: usize) -> Result<(), Culprit> {
        let line = lines.line(number);
        for peg in pegs(self.free(number) & line.singles) {
            self.remove(lines, peg, line.color(peg))?;
        }
        for group in &line.groups {
            let (left, here, elsewhere) = self.places(lines, group.color, group.pegs);
            if left <= elsewhere.count_ones() {
                pegs(here).try_for_each(|peg| self.remove(lines, peg, group.color))?;
            } else {
                pegs(elsewhere).try_for_each(|peg| self.keep(lines, peg, group.color))?;
            }
        }
        Ok(())
    }

    /// As many places of the line hold as can.
    fn hold_most(&mut self, lines: &Lines, number: usize) -> Result<(), Culprit> {
        let line = lines.line(number);
        for peg in pegs(self.free(number) & line.singles) {
            self.keep(lines, peg, line.color(peg))?;
        }
        for group in &line.groups {
            let (left, here, elsewhere) = self.places(lines, group.color, group.pegs);
            if here.count_ones() <= left {
                pegs(here).try_for_each(|peg| self.keep(lines, peg, group.color))?;
            }
            if left <= here.count_ones() {
                pegs(elsewhere).try_for_each(|peg| self.remove(lines, peg, group.color))?;
            }
        }
        Ok(())
    }
}
