//! The lowest code that is left.

use super::{
    domains::{Culprit, Domains},
    lines::{Lines, MAX_LINES, pegs},
};
use scsa::{Code, Size};

/// The steps ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// A search for the lowest consistent code.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    lines: &'a Lines,
    /// The steps that are left.
    steps: u64,
    /// How often each peg and each line found that nothing is left, plus 1.
    peg_failures: [u64; Size::MAX_PEGS],
    line_failures: [u64; MAX_LINES],
    /// A consistent code, the one found last.
    witness: Option<Domains>,
}

impl<'a> Search<'a> {
    pub const fn new(lines: &'a Lines, steps: u64) -> Search<'a> {
        Search { lines, steps, peg_failures: [1; Size::MAX_PEGS], line_failures: [1; MAX_LINES], witness: None }
    }

    /// The steps that are left.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// The consistent code found last.
    pub const fn witness(&self) -> Option<&Domains> {
        self.witness.as_ref()
    }

    /// Narrows the domains to the lowest consistent code from `floor` on, or tells that there is none.
    ///
    /// When the steps run out, no consistent code lies below the lowest colors of the domains: pegs are decided from the
    /// left, and a color is struck only when no consistent code is left that has it there behind the pegs before.
    pub fn lowest(&mut self, domains: &mut Domains, floor: &Code) -> Result<bool, Exhausted> {
        if domains.settle(self.lines).is_err() {
            return Ok(false);
        }
        let mut on_floor = true;
        for (peg, lowest) in floor.pegs().enumerate() {
            if on_floor {
                let below = domains.colors(peg) & ((1 << lowest.index()) - 1);
                for color in pegs(below) {
                    if domains.strike(self.lines, peg, color).is_err() {
                        return Ok(false);
                    }
                }
            }
            while domains.open() >> peg & 1 == 1 {
                let color = domains.lowest_color(peg);
                if self.begins(domains, peg, color)? {
                    if domains.assign(self.lines, peg, color).is_err() {
                        return Ok(false);
                    }
                } else if domains.strike(self.lines, peg, color).is_err() {
                    return Ok(false);
                }
            }
            on_floor = on_floor && domains.lowest_color(peg) == lowest.index();
        }
        Ok(true)
    }

    /// Whether some consistent code of these domains has that color on that peg.
    fn begins(&mut self, domains: &Domains, peg: usize, color: usize) -> Result<bool, Exhausted> {
        if self.witness.as_ref().is_some_and(|code| code.lowest_color(peg) == color) {
            return Ok(true);
        }
        let mut trial = domains.clone();
        if trial.assign(self.lines, peg, color).is_err() || !self.complete(&mut trial)? {
            return Ok(false);
        }
        self.witness = Some(trial);
        Ok(true)
    }

    /// Narrows the domains to some consistent code, or tells that there is none. A node takes a step for each line.
    fn complete(&mut self, domains: &mut Domains) -> Result<bool, Exhausted> {
        let node = self.lines.iter().len() as u64;
        while let Some((peg, color)) = self.branch(domains) {
            self.steps = self.steps.checked_sub(node).ok_or(Exhausted)?;
            let mut with = domains.clone();
            match with.assign(self.lines, peg, color) {
                Ok(()) if self.complete(&mut with)? => {
                    *domains = with;
                    return Ok(true);
                }
                Ok(()) => {}
                Err(culprit) => self.blame(culprit),
            }
            if let Err(culprit) = domains.strike(self.lines, peg, color) {
                self.blame(culprit);
                return Ok(false);
            }
        }
        Ok(true)
    }

    const fn blame(&mut self, culprit: Culprit) {
        match culprit {
            Culprit::Peg(peg) => self.peg_failures[peg] += 1,
            Culprit::Line(line) => self.line_failures[line] += 1,
        }
    }

    /// A place to try, or `None` when every peg has its color.
    ///
    /// Of the pegs and lines that are undecided it takes the one with the fewest places per failure (the heuristic
    /// *dom/wdeg*: Boussemart, Hemery, Lecoutre, Sais 2004, "Boosting systematic search by weighting constraints"). Of a
    /// peg it tries the lowest color, of a line the place that is on the most lines.
    fn branch(&self, domains: &Domains) -> Option<(usize, usize)> {
        let mut chosen = None;
        let (mut places, mut failures) = (1, 0);
        let mut offer = |its_places: u32, its_failures: u64, choice: Choice| {
            let its_places = u64::from(its_places);
            if its_places * failures < places * its_failures {
                (places, failures) = (its_places, its_failures);
                chosen = Some(choice);
            }
        };
        for peg in pegs(domains.open()) {
            let colors = domains.colors(peg).count_ones();
            offer(colors, self.peg_failures[peg], Choice::Peg(peg));
        }
        for line in 0..self.lines.iter().len() {
            let free = domains.free(line).count_ones();
            if free > 0 {
                offer(free, self.line_failures[line], Choice::Line(line));
            }
        }
        match chosen? {
            Choice::Peg(peg) => Some((peg, domains.lowest_color(peg))),
            Choice::Line(number) => {
                let line = self.lines.line(number);
                let lines = |peg: &usize| self.lines.holders(*peg, line.color(*peg)).count_ones();
                // The first of equals.
                let peg = pegs(domains.free(number)).min_by_key(|peg| std::cmp::Reverse(lines(peg)))?;
                Some((peg, line.color(peg)))
            }
        }
    }
}

/// Where to branch.
enum Choice {
    Peg(usize),
    Line(usize),
}
