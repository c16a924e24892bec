//! Steps on a board whose groups differ in size.

use super::{Chain, TargetContext};
use crate::{
    response_tables::{minus, plus},
    temperature::TemperatureTable,
};
use scsa::Rng;

impl<const N: usize> Chain<N> {
    /// A group exchanges its color with each other of another size in turn, so that the counts change.
    pub(super) fn exchange_uneven(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        u: usize,
        rng: &mut Rng,
    ) {
        let TargetContext { board, tables, .. } = target;
        for v in (0..board.groups).filter(|&v| board.lens[v] != board.lens[u]) {
            let (x, y) = (self.colors[u], self.colors[v]);
            if x == y {
                continue;
            }
            let black = plus(plus(self.black, tables.at(u, y)), tables.at(v, x));
            let black = minus(minus(black, &self.own[u]), &self.own[v]);
            let (n, m) = (board.lens[u], board.lens[v]);
            let (mut counts, mut colors) = (self.counts, self.colors);
            counts[usize::from(x)] = counts[usize::from(x)] + m - n;
            counts[usize::from(y)] = counts[usize::from(y)] + n - m;
            colors.swap(u, v);
            self.consider(target, temperature, &colors, &counts, black, rng);
        }
    }
}
