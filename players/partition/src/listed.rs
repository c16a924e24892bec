//! Listed guesses.

use super::{
    criterion::Cells,
    guesses::Guesses,
    lanes::{Engine, add, is},
    planes::{FEW_WORDS, LANES, MOST_BITS, MOST_SUMS, Planes, Rows},
    scan::{Best, Found, Search},
};
use scsa::{Feedback, Size};
use std::ops::Range;

/// The cells of the most pegs.
const MOST_CELLS: usize = Feedback::values(Size::MAX_PEGS);

/// Looks at these guesses.
#[inline(always)]
pub fn look<E: Engine>(engine: E, search: &Search<'_>, guesses: &Guesses, range: Range<usize>, found: &mut Found) {
    match search.size.pegs() {
        4 if E::IS_WIDE => of::<E, 4, 3, 5, 15>(engine, search, guesses, range, found),
        5 if E::IS_WIDE => of::<E, 5, 3, 6, 21>(engine, search, guesses, range, found),
        6 if E::IS_WIDE => of::<E, 6, 3, 7, 28>(engine, search, guesses, range, found),
        ..8 => of::<E, 0, 3, 8, 36>(engine, search, guesses, range, found),
        8..16 => of::<E, 0, 4, 16, 136>(engine, search, guesses, range, found),
        _ => of::<E, 0, MOST_BITS, MOST_SUMS, MOST_CELLS>(engine, search, guesses, range, found),
    }
}

#[inline(always)]
fn of<E: Engine, const PEGS: usize, const BITS: usize, const SUMS: usize, const CELLS: usize>(
    engine: E,
    search: &Search<'_>,
    guesses: &Guesses,
    range: Range<usize>,
    found: &mut Found,
) {
    let pegs = if PEGS == 0 { search.size.pegs() } else { PEGS };
    let mut counts = Counts::<E, BITS, SUMS, CELLS> { engine, pegs, cells: [engine.splat::<64>(0); CELLS] };
    if search.planes.are_few() {
        counts.look_at_few(search, guesses, range, found);
    } else {
        counts.look_at_many(search, guesses, range, found);
    }
}

/// How many candidates there are in each cell, by lane.
struct Counts<E: Engine, const BITS: usize, const SUMS: usize, const CELLS: usize> {
    engine: E,
    pegs: usize,
    cells: [E::Line; CELLS],
}

impl<E: Engine, const BITS: usize, const SUMS: usize, const CELLS: usize> Counts<E, BITS, SUMS, CELLS> {
    /// A lane is a guess.
    #[inline(always)]
    fn look_at_few(&mut self, search: &Search<'_>, guesses: &Guesses, range: Range<usize>, found: &mut Found) {
        let (engine, planes) = (self.engine, search.planes);
        let there = planes.there::<FEW_WORDS>();
        let last = range.end.saturating_sub(1);
        for first in range.step_by(LANES) {
            let number = |lane: usize| (first + lane).min(last);
            let rows: [&Rows; LANES] = std::array::from_fn(|lane| guesses.get(number(lane)));
            self.clear();
            for (block, there) in planes.blocks().zip(there) {
                let row = |place: usize| engine.load(&rows.map(|rows| block[usize::from(rows[place])]));
                self.count(row, engine.splat::<64>(there));
            }
            let (scores, wins) = search.judge.scores_of::<E, 64>(engine, self.pegs, planes.candidates(), &*self);
            // The last lanes may repeat the last guess.
            let lanes = u32::MAX >> (32 - LANES.min(last + 1 - first));
            found.keep::<E, 64>(engine, scores, wins, lanes, |lane| guesses.place(number(lane)));
            if found.has(search.enough) {
                break;
            }
        }
    }

    /// A lane is a word of candidates.
    #[inline(always)]
    fn look_at_many(&mut self, search: &Search<'_>, guesses: &Guesses, range: Range<usize>, found: &mut Found) {
        let (engine, planes) = (self.engine, search.planes);
        let values = Feedback::values(self.pegs);
        let mut cells = [0; CELLS];
        let everywhere = engine.splat::<64>(u64::MAX);
        for number in range {
            let rows = guesses.get(number);
            self.clear();
            for block in planes.blocks() {
                let row = |place: usize| engine.load(Planes::line(block, rows[place]));
                self.count(row, everywhere);
            }
            for (size, line) in cells[..values].iter_mut().zip(self.cells) {
                *size = engine.store(line).iter().sum::<u64>() as u32;
            }
            cells[0] -= planes.padding();
            let inconsistent = cells[values - 1] == 0;
            found.take(Best {
                score: search.judge.score(&cells[..values]),
                inconsistent,
                place: guesses.place(number),
            });
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.cells[..Feedback::values(self.pegs)].fill(self.engine.splat::<64>(0));
    }

    /// Counts the candidates that are there, a word of them a lane. The rows are those that the guess asks for.
    #[inline(always)]
    fn count(&mut self, row: impl Fn(usize) -> E::Line, there: E::Line) {
        let engine = self.engine;
        let none = [engine.splat::<64>(0); BITS];
        let (mut black, mut total) = (none, none);
        for peg in 0..self.pegs {
            black = add(engine, black, row(peg));
            total = add(engine, total, row(self.pegs + peg));
        }
        let mut blacks = [there; SUMS];
        for (number, mask) in blacks[..=self.pegs].iter_mut().enumerate() {
            *mask = engine.and(there, is(engine, &black, number));
        }
        let mut cell = 0;
        for number in 0..=self.pegs {
            let of_total = is(engine, &total, number);
            for of_black in &blacks[..=number] {
                let count = engine.count::<64>(engine.and(of_total, *of_black));
                self.cells[cell] = engine.add::<64>(self.cells[cell], count);
                cell += 1;
            }
        }
    }
}

impl<E: Engine, const BITS: usize, const SUMS: usize, const CELLS: usize> Cells<E> for Counts<E, BITS, SUMS, CELLS> {
    #[inline(always)]
    fn size(&self, total: usize, black: usize) -> E::Line {
        self.cells[total * (total + 1) / 2 + black]
    }
}
