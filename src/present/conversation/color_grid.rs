//! The grid of pegs and colors: what every peg can still be.

use candidates::{Possibility, PossibleColors};
use scsa::{Code, notation::Notation};

/// What the marks mean.
pub const LEGEND: &str = "o possible  . ruled out  # sure  ? unknown";

/// The mark of a possibility.
const fn mark(possibility: Possibility) -> char {
    match possibility {
        Possibility::Possible => 'o',
        Possibility::RuledOut => '.',
        Possibility::Sure => '#',
        Possibility::Unknown => '?',
    }
}

/// A grid of marks: a row for each peg, a column for each color.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColorGrid {
    colors: Vec<char>,
    /// The name of a row, and its marks.
    rows: Vec<(String, Vec<char>)>,
    /// The colors that are left out, because no peg can have them.
    left_out: Vec<char>,
}

impl ColorGrid {
    /// The grid in digits or letters.
    pub fn new(possible: &PossibleColors, notation: Notation) -> ColorGrid {
        let size = possible.size();
        let name = |color| Code::new(&[color]).map_or('?', |code| notation.code(&code).chars().next().unwrap_or('?'));
        let row =
            |peg: usize| ((peg + 1).to_string(), size.palette().map(|color| mark(possible.of(peg, color))).collect());
        ColorGrid {
            colors: size.palette().map(name).collect(),
            rows: (0..size.pegs()).map(row).collect(),
            left_out: Vec::new(),
        }
    }

    /// The grid in at most that many lines and columns, if that can be: equal rows one after the other become one, and colors that no
    /// peg can have are left out.
    pub fn fitted(&self, height: usize, width: usize) -> ColorGrid {
        let mut grid = self.clone();
        if grid.lines().iter().any(|line| line.len() > width) {
            grid.leave_out();
        }
        if grid.lines().len() > height {
            grid.join_rows();
        }
        grid
    }

    fn leave_out(&mut self) {
        let is_out = |column: usize| self.rows.iter().all(|(_, marks)| marks[column] == mark(Possibility::RuledOut));
        let out: Vec<bool> = (0..self.colors.len()).map(is_out).collect();
        let kept = |marks: &[char]| marks.iter().zip(&out).filter(|(_, out)| !**out).map(|(mark, _)| *mark).collect();
        let left_out = self.colors.iter().zip(&out).filter(|(_, out)| **out).map(|(color, _)| *color).collect();
        *self = ColorGrid {
            colors: kept(&self.colors),
            rows: self.rows.iter().map(|(name, marks)| (name.clone(), kept(marks))).collect(),
            left_out,
        };
    }

    fn join_rows(&mut self) {
        let mut joined: Vec<(String, Vec<char>)> = Vec::new();
        for (name, marks) in self.rows.drain(..) {
            match joined.last_mut() {
                Some((first, known)) if *known == marks => {
                    let start = first.split('-').next().unwrap_or_default();
                    *first = format!("{start}-{name}");
                }
                _ => joined.push((name, marks)),
            }
        }
        self.rows = joined;
    }

    /// The grid as lines, and what the marks mean.
    pub fn with_legend(&self) -> Vec<String> {
        self.lines().into_iter().chain([LEGEND.to_owned()]).collect()
    }

    /// The grid as lines, the first of which has the colors.
    pub fn lines(&self) -> Vec<String> {
        let width = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max("peg".len());
        let line = |name: &str, marks: &[char]| format!("{name:>width$}  {}", marks.iter().collect::<String>());
        let head = line("peg", &self.colors);
        let out = (!self.left_out.is_empty())
            .then(|| format!("{:>width$}  no {}", "", self.left_out.iter().collect::<String>()));
        let rows = self.rows.iter().map(|(name, marks)| line(name, marks));
        std::iter::once(head).chain(rows).chain(out).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use candidates::{CandidatePrior, Tracker};
    use scsa::{Feedback, Turn, algorithms::InsertColors};
    use std::sync::Arc;

    fn grid(size: &str, turns: &[(&str, u8, u8)], notation: Notation) -> ColorGrid {
        let turn = |(guess, black, white): &(&str, u8, u8)| Turn {
            guess: guess.parse().unwrap(),
            feedback: Feedback::new(*black, *white),
        };
        let turns: Vec<Turn> = turns.iter().map(turn).collect();
        let (prior, rule) = (CandidatePrior::all_codes(), Arc::new(InsertColors));
        let mut tracker = Tracker::new(prior, rule, size.parse().unwrap(), 1);
        ColorGrid::new(&tracker.after(&turns).colors, notation)
    }

    #[test]
    fn marks_show_what_is_possible() {
        let grid = grid("4x6", &[("AABB", 0, 0), ("CCDD", 0, 4)], Notation::Letters);
        let lines = ["peg  ABCDEF", "  1  ...#..", "  2  ...#..", "  3  ..#...", "  4  ..#..."];
        assert_eq!(grid.lines(), lines);
        let joined = ["peg  ABCDEF", "1-2  ...#..", "3-4  ..#..."];
        assert_eq!(grid.fitted(4, 80).lines(), joined);
        let narrow = ["peg  CD", "1-2  .#", "3-4  #.", "     no ABEF"];
        assert_eq!(grid.fitted(4, 9).lines(), narrow);
    }

    #[test]
    fn colors_are_digits_where_codes_are() {
        assert_eq!(grid("4x6", &[], Notation::Digits).lines()[0], "peg  123456");
    }
}
