//! Depth-first search for the color counts that give the totals of all turns.

use crate::{
    code_prior::CodePrior,
    placement_search::is_reachable,
    prior_component::PriorComponent,
    response_tables::{Lanes, ResponseTables, plus},
};
use scsa::Size;

const MAX: usize = Size::MAX_PEGS;

/// The counts of all colors that give the totals of the turns.
pub struct CountSearch<'a, const N: usize> {
    tables: &'a ResponseTables<N>,
    /// The colors, those that the guesses have most often first.
    colors: Vec<u8>,
    /// The most that the colors from this one on contribute to the totals.
    remaining: Vec<Lanes<N>>,
    pegs: u8,
    /// The greatest common divisor of the numbers of pegs of the groups.
    unit: u8,
    /// The numbers of distinct colors that the prior allows.
    distinct: (usize, usize),
}

impl<'a, const N: usize> CountSearch<'a, N> {
    pub fn new(component: &PriorComponent, tables: &'a ResponseTables<N>) -> CountSearch<'a, N> {
        let board = &component.board;
        let pegs = board.size.pegs() as u8;
        let guessed = |color: &u8| tables.shared(*color, pegs).iter().map(|&count| u32::from(count)).sum::<u32>();
        let mut colors = board.colors().to_vec();
        colors.sort_by_key(|color| std::cmp::Reverse(guessed(color)));
        let mut remaining = vec![[0; N]; colors.len() + 1];
        for (place, &color) in colors.iter().enumerate().rev() {
            // No sum exceeds 32 pegs.
            remaining[place] = plus(remaining[place + 1], tables.shared(color, pegs));
        }
        let allowed = |&distinct: &usize| match &component.prior {
            CodePrior::ByDistinct(of) => of[distinct] > 0.0,
            _ => true,
        };
        let most = board.groups.min(board.colors);
        let distinct = ((1..=most).find(allowed).unwrap_or(0), (1..=most).rev().find(allowed).unwrap_or(0));
        let lens = &board.lens[..board.groups];
        let unit = (1..=pegs).rev().find(|unit| lens.iter().all(|len| len.is_multiple_of(*unit))).unwrap_or(1);
        CountSearch { tables, colors, remaining, pegs, unit, distinct }
    }

    /// The most colors that a code has.
    pub const fn most_colors(&self) -> usize {
        self.distinct.1
    }

    /// The counts, by color. `None` beyond that number of nodes, which is lowered by those of the search.
    pub fn run(&self, nodes: &mut usize) -> Option<Vec<[u8; MAX]>> {
        let mut found = Vec::new();
        self.extend(0, self.pegs, 0, &mut [0; MAX], [0; N], nodes, &mut found)?;
        Some(found)
    }

    /// Tries all counts of the colors from `place` on, with `left` pegs left and these totals of the colors before.
    #[allow(clippy::too_many_arguments)]
    fn extend(
        &self,
        place: usize,
        left: u8,
        distinct: usize,
        counts: &mut [u8; MAX],
        total: Lanes<N>,
        nodes: &mut usize,
        found: &mut Vec<[u8; MAX]>,
    ) -> Option<()> {
        *nodes = nodes.checked_sub(1)?;
        let more = (self.colors.len() - place).min(usize::from(left / self.unit));
        let most = self.remaining[place].map(|count| count.min(left));
        if distinct + more < self.distinct.0 || !is_reachable(&total, &most, &self.tables.total) {
            return Some(());
        }
        if left == 0 {
            found.push(*counts);
            return Some(());
        }
        let Some(&color) = self.colors.get(place) else { return Some(()) };
        // The last color that may be added has all pegs that are left.
        let is_last = distinct + 1 == self.distinct.1;
        let allowed = |count: &u8| distinct < self.distinct.1 && (!is_last || *count == left) || *count == 0;
        for count in (0..=left).step_by(usize::from(self.unit)).filter(allowed) {
            counts[usize::from(color)] = count;
            let total = plus(total, self.tables.shared(color, count));
            self.extend(place + 1, left - count, distinct + usize::from(count > 0), counts, total, nodes, found)?;
        }
        counts[usize::from(color)] = 0;
        Some(())
    }
}
