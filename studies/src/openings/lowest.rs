//! LC, always the lowest consistent code, also after fixed guesses.

use super::matrix::{FeedbackMatrix, WIDTH};
use players::tree::Lengths;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A smallest total with one more fixed guess, and the guesses that have it.
pub type BestNext = Option<(u32, Vec<u16>)>;

/// The guesses of LC, the strategy that always guesses the lowest code that is consistent with all responses.
///
/// All parts of the partition are played at the same time, guess by guess. The codes are visited in ascending order; the first code of a
/// part with a response that no earlier code of the part has is the lowest of a new part: it is guessed next, and found. All other
/// codes remain. The inner loop has no branch that could be mispredicted.
pub struct LowestConsistent<'m> {
    matrix: &'m FeedbackMatrix,
    /// The codes that are not found yet, ascending, each with the next guess of its part in the upper 16 bits.
    open: Vec<u32>,
    /// The lowest code of the part of each guess and response, with the mark of the turn that set it in the upper 16 bits.
    lowest: Vec<u32>,
    mark: u32,
}

impl<'m> LowestConsistent<'m> {
    pub fn new(matrix: &'m FeedbackMatrix) -> LowestConsistent<'m> {
        let keys = matrix.codes.max(WIDTH) * WIDTH;
        LowestConsistent { matrix, open: vec![0; matrix.codes], lowest: vec![0; keys], mark: 0 }
    }

    pub fn total(&mut self, set: &[u16], first: &[u16]) -> u32 {
        match first {
            [] => self.total_of_parts(set.iter().map(|&code| (code, 0))),
            [guess] => {
                let row = self.matrix.row(*guess);
                let total = self.total_of_parts(set.iter().map(|&code| (code, row[usize::from(code)].into())));
                set.len() as u32 + total - u32::from(set.binary_search(guess).is_ok())
            }
            [guess, later @ ..] => {
                let parts = self.matrix.partition(set, *guess);
                set.len() as u32 + parts.iter().map(|(_, part)| self.total(part, later)).sum::<u32>()
            }
        }
    }

    #[inline]
    fn total_of_parts(&mut self, codes: impl Iterator<Item = (u16, u16)>) -> u32 {
        let mark = self.next_mark();
        let (open, lowest) = (&mut self.open[..], &mut self.lowest[..]);
        let (mut left, mut found) = (0, 0);
        for (code, part) in codes {
            let (entry, new) = enter(&mut lowest[usize::from(part)], code.into(), mark);
            open[left] = entry;
            left += usize::from(!new);
            found += usize::from(new);
        }
        let mut total = found + left;
        while left > 0 {
            total += left;
            left = self.respond(left);
        }
        total as u32
    }

    /// Partitions every part by its guess. Returns how many codes remain.
    #[inline]
    fn respond(&mut self, left: usize) -> usize {
        let mark = self.next_mark();
        let (codes, feedback) = (self.matrix.codes, &self.matrix.feedback[..]);
        let (open, lowest) = (&mut self.open[..left], &mut self.lowest[..]);
        let mut kept = 0;
        for index in 0..left {
            let (code, guess) = (open[index] & 0xffff, (open[index] >> 16) as usize);
            let response = feedback[guess * codes + code as usize];
            let (entry, new) = enter(&mut lowest[guess * WIDTH + usize::from(response)], code, mark);
            open[kept] = entry;
            kept += usize::from(!new);
        }
        kept
    }

    fn next_mark(&mut self) -> u32 {
        self.mark = (self.mark + 1) & 0xffff;
        if self.mark == 0 {
            self.lowest.fill(0);
            self.mark = 1;
        }
        self.mark
    }
}

/// Adds a code to its part. Returns the code with the guess of that part, and whether the code is that guess.
#[inline]
fn enter(lowest: &mut u32, code: u32, mark: u32) -> (u32, bool) {
    let new = *lowest >> 16 != mark;
    let guess = if new { code } else { *lowest & 0xffff };
    *lowest = mark << 16 | guess;
    (guess << 16 | code, new)
}

/// The secrets by their guesses, when these codes are guessed first: by plain recursion, guess by guess.
pub fn lengths(matrix: &FeedbackMatrix, first: &[u16]) -> Lengths {
    fn count(matrix: &FeedbackMatrix, set: &[u16], first: &[u16], guesses: usize, lengths: &mut Lengths) {
        let (guess, first) = match (first, set) {
            ([], []) => return,
            ([guess, first @ ..], _) => (*guess, first),
            ([], [lowest, ..]) => (*lowest, first),
        };
        if set.contains(&guess) {
            lengths.add(guesses, 1);
        }
        for (_, part) in matrix.partition(set, guess) {
            count(matrix, &part, first, guesses + 1, lengths);
        }
    }
    let mut lengths = Lengths::default();
    count(matrix, &matrix.all(), first, 1, &mut lengths);
    lengths
}

/// The totals of X+Y+LC for all pairs of codes X and Y. They do not depend on the order of X and Y: both are guessed unless the first
/// wins, and consistency with two responses does not depend on their order.
#[derive(Debug, PartialEq)]
pub struct PairTotals {
    /// For every X the totals with Y = X and all higher Y.
    rows: Vec<Vec<u32>>,
}

impl PairTotals {
    /// Plays every X+Y+LC against every secret: 5 µs a pair at 4x6.
    pub fn of(matrix: &FeedbackMatrix) -> PairTotals {
        let row = |lc: &mut LowestConsistent, x: u16| {
            let parts: Vec<(u16, u16)> =
                (0..).zip(matrix.row(x)).map(|(code, &part)| (code, u16::from(part) * WIDTH as u16)).collect();
            let total = |y| {
                let parts =
                    parts.iter().zip(matrix.row(y)).map(|(&(code, of_x), &of_y)| (code, of_x | u16::from(of_y)));
                // Every secret takes the first guess, every secret but X the second; X and Y take no third.
                2 * matrix.codes as u32 - 2 - u32::from(x != y) + lc.total_of_parts(parts)
            };
            (x..matrix.codes as u16).map(total).collect()
        };
        let rows = matrix.all().into_par_iter().with_max_len(1);
        PairTotals { rows: rows.map_init(|| LowestConsistent::new(matrix), row).collect() }
    }

    pub fn total(&self, x: u16, y: u16) -> u32 {
        let (low, high) = (x.min(y), x.max(y));
        self.rows[usize::from(low)][usize::from(high - low)]
    }

    /// All pairs of codes, the lower one first, with their totals.
    fn iter(&self) -> impl Iterator<Item = (u32, [u16; 2])> {
        (0..).zip(&self.rows).flat_map(|(x, row)| (x..).zip(row).map(move |(y, &total)| (total, [x, y])))
    }

    /// The best pairs: at least `count`, with all that are as good as the last of them; by total, then by rank.
    pub fn best(&self, count: usize) -> Vec<(u32, [u16; 2])> {
        let mut all: Vec<_> = self.iter().collect();
        all.sort_unstable();
        let limit = all.get(count.saturating_sub(1)).map_or(u32::MAX, |(total, _)| *total);
        all.into_iter().take_while(|(total, _)| *total <= limit).collect()
    }

    /// The smallest total of X+Y+LC for a code X over all other codes Y, with the codes Y that have it.
    pub fn best_after(&self, x: u16) -> BestNext {
        let others = (0..self.rows.len() as u16).filter(|y| *y != x);
        best_of(others.map(|y| (self.total(x, y), y)).collect())
    }

    /// The number of pairs of each total.
    pub fn histogram(&self) -> BTreeMap<u32, u64> {
        let mut histogram = BTreeMap::new();
        for (total, _) in self.iter() {
            *histogram.entry(total).or_default() += 1;
        }
        histogram
    }
}

/// The smallest total of X+Y+Z+LC and the guesses Z that have it, for each of these pairs X and Y. Cost: some milliseconds a pair.
pub fn best_thirds(matrix: &FeedbackMatrix, pairs: &[[u16; 2]]) -> Vec<BestNext> {
    let all = matrix.all();
    let best = |lc: &mut LowestConsistent, pair: &[u16; 2]| {
        let others = all.iter().copied().filter(|z| !pair.contains(z));
        best_of(others.map(|z| (lc.total(&all, &[pair[0], pair[1], z]), z)).collect())
    };
    pairs.par_iter().with_max_len(1).map_init(|| LowestConsistent::new(matrix), best).collect()
}

fn best_of(totals: Vec<(u32, u16)>) -> BestNext {
    let least = totals.iter().map(|(total, _)| *total).min()?;
    Some((least, totals.into_iter().filter(|(total, _)| *total == least).map(|(_, code)| code).collect()))
}
