//! The colors that each peg may have, and constraint propagation.

use super::constraints::{ConstraintSet, Constraints, MAX_CONSTRAINTS, indices_in};
use crate::bit_set::{PegSet, members};
use scsa::{Code, Color, Size};

/// What propagation has left: the colors of each peg, and the literals of each constraint.
///
/// A search copies it before a trial. Copying 1.2 KB takes less than keeping a list of the changes.
#[derive(Clone, Debug)]
pub struct Domains {
    /// The colors of each peg, color `i` as bit `i`.
    colors: [u32; Size::MAX_PEGS],
    /// The pegs that have more than one color left.
    open: PegSet,
    /// For each constraint, the pegs whose literal is not false.
    possible: [PegSet; MAX_CONSTRAINTS],
    /// For each constraint, the pegs whose literal is true.
    certain: [PegSet; MAX_CONSTRAINTS],
    /// The constraints to propagate again.
    queue: ConstraintSet,
}

/// What propagation found to be unsatisfiable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsatisfiable {
    /// No color is left for this peg.
    Peg(usize),
    /// The constraint with this index has too many or too few literals left.
    Constraint(usize),
}

impl Domains {
    /// Every color of the palette on every peg, before any propagation.
    pub fn new(constraints: &Constraints) -> Domains {
        let mut new = Domains {
            colors: [constraints.palette; Size::MAX_PEGS],
            open: constraints.board,
            possible: [0; MAX_CONSTRAINTS],
            certain: [0; MAX_CONSTRAINTS],
            queue: 0,
        };
        for (index, constraint) in constraints.iter().enumerate() {
            let possible =
                members(constraints.board).filter(|&peg| constraints.palette >> constraint.color(peg) & 1 == 1);
            new.possible[index] = possible.fold(0, |set, peg| set | 1 << peg);
            new.queue |= 1 << index;
        }
        if constraints.palette.is_power_of_two() {
            members(constraints.board).for_each(|peg| new.close(constraints, peg));
        }
        new
    }

    /// The pegs that have more than one color left.
    pub const fn open(&self) -> PegSet {
        self.open
    }

    /// The colors that a peg may have, color `i` as bit `i`.
    pub const fn colors(&self, peg: usize) -> u32 {
        self.colors[peg]
    }

    /// The lowest color that a peg may have.
    pub const fn lowest_color(&self, peg: usize) -> usize {
        self.colors[peg].trailing_zeros() as usize
    }

    /// The pegs whose literal in the constraint is neither true nor false yet.
    pub const fn free(&self, constraint: usize) -> PegSet {
        self.possible[constraint] & !self.certain[constraint]
    }

    /// The lowest color of each peg. Once no peg is open this is the only code left; before, no code that is left is lower.
    pub fn lowest(&self, size: Size) -> Code {
        Code::from_fn(size, |peg| Color::new(self.lowest_color(peg)).unwrap_or(Color::A))
    }

    /// Removes a color from a peg, and propagates.
    pub fn remove(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Unsatisfiable> {
        self.make_false(constraints, peg, color)?;
        self.propagate(constraints)
    }

    /// Assigns a color to a peg, and propagates.
    pub fn assign(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Unsatisfiable> {
        self.make_true(constraints, peg, color)?;
        self.propagate(constraints)
    }

    fn make_false(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Unsatisfiable> {
        if self.colors[peg] >> color & 1 == 0 {
            return Ok(());
        }
        self.colors[peg] &= !(1 << color);
        let with_literal = constraints.with_literal(peg, color);
        indices_in(with_literal).for_each(|index| self.possible[index] &= !(1 << peg));
        self.queue |= with_literal | constraints.with_group(color);
        match self.colors[peg].count_ones() {
            0 => return Err(Unsatisfiable::Peg(peg)),
            1 => self.close(constraints, peg),
            _ => {}
        }
        Ok(())
    }

    fn make_true(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Unsatisfiable> {
        if self.colors[peg] >> color & 1 == 0 {
            return Err(Unsatisfiable::Peg(peg));
        }
        let others = self.colors[peg] & !(1 << color);
        members(others).try_for_each(|other| self.make_false(constraints, peg, other))
    }

    /// Records that the peg has one color left.
    fn close(&mut self, constraints: &Constraints, peg: usize) {
        self.open &= !(1 << peg);
        let color = self.lowest_color(peg);
        let with_literal = constraints.with_literal(peg, color);
        indices_in(with_literal).for_each(|index| self.certain[index] |= 1 << peg);
        self.queue |= with_literal | constraints.with_group(color);
    }

    /// Propagates the constraints of the queue until it is empty.
    ///
    /// The number of true literals of a constraint, in any code that is left, lies between two bounds. If the required number is
    /// outside of them there is no such code. If it *is* a bound, each single literal and each group must be at its own bound.
    pub fn propagate(&mut self, constraints: &Constraints) -> Result<(), Unsatisfiable> {
        while self.queue != 0 {
            let index = self.queue.trailing_zeros() as usize;
            self.queue &= self.queue - 1;
            let required = constraints.get(index).required;
            let (least, most) = self.bounds(constraints, index);
            if required < least || most < required {
                return Err(Unsatisfiable::Constraint(index));
            }
            if required == least {
                self.make_least_true(constraints, index)?;
            } else if required == most {
                self.make_most_true(constraints, index)?;
            }
        }
        Ok(())
    }

    /// The least and the largest number of true literals of the constraint.
    ///
    /// A single literal is true or false. Of a group at most as many are true as there are free literals in it or pegs left of
    /// its color, and at least as many as the color's pegs exceed its free literals elsewhere.
    fn bounds(&self, constraints: &Constraints, index: usize) -> (u32, u32) {
        let constraint = constraints.get(index);
        let mut least = self.certain[index].count_ones();
        let mut most = least + (self.free(index) & constraint.singles).count_ones();
        for group in &constraint.groups {
            let (left, inside, outside) = self.free_literals(constraints, group.color, group.pegs);
            least += left.saturating_sub(outside.count_ones());
            most += left.min(inside.count_ones());
        }
        (least, most)
    }

    /// How many pegs of that color are not placed yet, and the pegs that may have it within a group and outside of it.
    fn free_literals(&self, constraints: &Constraints, color: usize, group: PegSet) -> (u32, PegSet, PegSet) {
        let placed = self.certain[color].count_ones();
        let free = self.free(color);
        let left = constraints.get(color).required.saturating_sub(placed);
        (left, free & group, free & !group)
    }

    /// Makes as few literals of the constraint true as possible.
    fn make_least_true(&mut self, constraints: &Constraints, index: usize) -> Result<(), Unsatisfiable> {
        let constraint = constraints.get(index);
        for peg in members(self.free(index) & constraint.singles) {
            self.make_false(constraints, peg, constraint.color(peg))?;
        }
        for group in &constraint.groups {
            let (left, inside, outside) = self.free_literals(constraints, group.color, group.pegs);
            if left <= outside.count_ones() {
                members(inside).try_for_each(|peg| self.make_false(constraints, peg, group.color))?;
            } else {
                members(outside).try_for_each(|peg| self.make_true(constraints, peg, group.color))?;
            }
        }
        Ok(())
    }

    /// Makes as many literals of the constraint true as possible.
    fn make_most_true(&mut self, constraints: &Constraints, index: usize) -> Result<(), Unsatisfiable> {
        let constraint = constraints.get(index);
        for peg in members(self.free(index) & constraint.singles) {
            self.make_true(constraints, peg, constraint.color(peg))?;
        }
        for group in &constraint.groups {
            let (left, inside, outside) = self.free_literals(constraints, group.color, group.pegs);
            if inside.count_ones() <= left {
                members(inside).try_for_each(|peg| self.make_true(constraints, peg, group.color))?;
            }
            if left <= inside.count_ones() {
                members(outside).try_for_each(|peg| self.make_false(constraints, peg, group.color))?;
            }
        }
        Ok(())
    }
}
