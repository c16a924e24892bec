//! The search for the lowest consistent code.

use super::{
    constraints::{Constraints, MAX_CONSTRAINTS},
    domains::{Domains, Unsatisfiable},
};
use crate::bit_set::members;
use scsa::{Code, Size};
use std::cmp::Reverse;

/// The search has used up its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// A search for the lowest consistent code.
#[derive(Clone, Debug)]
pub struct LowestCodeSearch<'a> {
    constraints: &'a Constraints,
    /// The number of steps left.
    steps: u64,
    /// The number of conflicts at each peg and each constraint, plus 1.
    peg_conflicts: [u64; Size::MAX_PEGS],
    constraint_conflicts: [u64; MAX_CONSTRAINTS],
    /// The last consistent code found.
    witness: Option<Domains>,
}

impl<'a> LowestCodeSearch<'a> {
    pub const fn new(constraints: &'a Constraints, steps: u64) -> LowestCodeSearch<'a> {
        LowestCodeSearch {
            constraints,
            steps,
            peg_conflicts: [1; Size::MAX_PEGS],
            constraint_conflicts: [1; MAX_CONSTRAINTS],
            witness: None,
        }
    }

    /// The number of steps left.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// The last consistent code found.
    pub const fn witness(&self) -> Option<&Domains> {
        self.witness.as_ref()
    }

    /// Narrows the domains to the lowest consistent code that is not below `floor`. Returns whether there is one.
    ///
    /// When the steps run out, no consistent code is below the code of the lowest colors of the domains: pegs are decided from
    /// the left, and a color is removed only if no consistent code begins with the pegs before it and this color.
    pub fn lowest(&mut self, domains: &mut Domains, floor: &Code) -> Result<bool, Exhausted> {
        if domains.propagate(self.constraints).is_err() {
            return Ok(false);
        }
        let mut on_floor = true;
        for (peg, lowest) in floor.pegs().enumerate() {
            if on_floor {
                let below = domains.colors(peg) & ((1 << lowest.index()) - 1);
                for color in members(below) {
                    if domains.remove(self.constraints, peg, color).is_err() {
                        return Ok(false);
                    }
                }
            }
            while domains.open() >> peg & 1 == 1 {
                let color = domains.lowest_color(peg);
                if self.begins(domains, peg, color)? {
                    if domains.assign(self.constraints, peg, color).is_err() {
                        return Ok(false);
                    }
                } else if domains.remove(self.constraints, peg, color).is_err() {
                    return Ok(false);
                }
            }
            on_floor = on_floor && domains.lowest_color(peg) == lowest.index();
        }
        Ok(true)
    }

    /// Whether some consistent code in these domains has that color on that peg.
    fn begins(&mut self, domains: &Domains, peg: usize, color: usize) -> Result<bool, Exhausted> {
        if self.witness.as_ref().is_some_and(|code| code.lowest_color(peg) == color) {
            return Ok(true);
        }
        let mut trial = domains.clone();
        if trial.assign(self.constraints, peg, color).is_err() || !self.complete(&mut trial)? {
            return Ok(false);
        }
        self.witness = Some(trial);
        Ok(true)
    }

    /// Narrows the domains to some consistent code. Returns whether there is one. A node costs a step for each constraint.
    fn complete(&mut self, domains: &mut Domains) -> Result<bool, Exhausted> {
        let node = self.constraints.iter().len() as u64;
        while let Some((peg, color)) = self.branch(domains) {
            self.steps = self.steps.checked_sub(node).ok_or(Exhausted)?;
            let mut with = domains.clone();
            match with.assign(self.constraints, peg, color) {
                Ok(()) if self.complete(&mut with)? => {
                    *domains = with;
                    return Ok(true);
                }
                Ok(()) => {}
                Err(conflict) => self.count(conflict),
            }
            if let Err(conflict) = domains.remove(self.constraints, peg, color) {
                self.count(conflict);
                return Ok(false);
            }
        }
        Ok(true)
    }

    const fn count(&mut self, conflict: Unsatisfiable) {
        match conflict {
            Unsatisfiable::Peg(peg) => self.peg_conflicts[peg] += 1,
            Unsatisfiable::Constraint(index) => self.constraint_conflicts[index] += 1,
        }
    }

    /// The literal to try next, as peg and color, or `None` when every peg has its color.
    ///
    /// It chooses the open peg or the constraint with the fewest free literals per conflict (the heuristic *dom/wdeg*:
    /// Boussemart, Hemery, Lecoutre, Sais 2004, "Boosting systematic search by weighting constraints"). Of a peg it tries the
    /// lowest color, of a constraint the free literal that is in the most constraints.
    fn branch(&self, domains: &Domains) -> Option<(usize, usize)> {
        let mut chosen = None;
        let (mut best_literals, mut best_conflicts) = (1, 0);
        let mut offer = |literals: u32, conflicts: u64, branching: Branching| {
            let literals = u64::from(literals);
            if literals * best_conflicts < best_literals * conflicts {
                (best_literals, best_conflicts) = (literals, conflicts);
                chosen = Some(branching);
            }
        };
        for peg in members(domains.open()) {
            let colors = domains.colors(peg).count_ones();
            offer(colors, self.peg_conflicts[peg], Branching::Peg(peg));
        }
        for index in 0..self.constraints.iter().len() {
            let free = domains.free(index).count_ones();
            if free > 0 {
                offer(free, self.constraint_conflicts[index], Branching::Constraint(index));
            }
        }
        match chosen? {
            Branching::Peg(peg) => Some((peg, domains.lowest_color(peg))),
            Branching::Constraint(index) => {
                let constraint = self.constraints.get(index);
                let constraints =
                    |peg: &usize| self.constraints.with_literal(*peg, constraint.color(*peg)).count_ones();
                // Of equals this is the first; `max_by_key` would choose the last.
                let peg = members(domains.free(index)).min_by_key(|peg| Reverse(constraints(peg)))?;
                Some((peg, constraint.color(peg)))
            }
        }
    }
}

/// Where to branch.
enum Branching {
    Peg(usize),
    Constraint(usize),
}
