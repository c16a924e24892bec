//! Steps on a board whose groups differ in size.

use super::{Chain, TargetContext};
use crate::{
    response_tables::{minus, plus},
    simd::{Portable, distance},
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
        let TargetContext { board, clues, .. } = target;
        for v in (0..board.groups).filter(|&v| board.lens[v] != board.lens[u]) {
            let (x, y) = (self.colors[u], self.colors[v]);
            if x == y {
                continue;
            }
            let black = plus(plus(self.black, clues.at(u, y)), clues.at(v, x));
            let black = minus(minus(black, &self.own[u]), &self.own[v]);
            let (n, m) = (board.lens[u], board.lens[v]);
            let (mut counts, mut colors) = (self.counts, self.colors);
            counts[usize::from(x)] = counts[usize::from(x)] + m - n;
            counts[usize::from(y)] = counts[usize::from(y)] + n - m;
            colors.swap(u, v);
            self.consider(target, temperature, &colors, &counts, black, rng);
        }
    }

    /// Each group of two pegs exchanges its color with any two groups of one peg that have the same, in turn: the counts stay.
    pub(super) fn trade(&mut self, target: &TargetContext<'_, N>, temperature: &TemperatureTable, rng: &mut Rng) {
        let TargetContext { board, clues, .. } = target;
        for u in (0..board.groups).filter(|&u| board.lens[u] == 2) {
            // One that has its color alone has no other to go with.
            let paired = |chain: &Self, v: usize| chain.counts[usize::from(chain.colors[v])] > 1;
            for v in (0..board.groups).filter(|&v| board.lens[v] == 1) {
                if !paired(self, v) {
                    continue;
                }
                for w in (0..v).filter(|&w| board.lens[w] == 1) {
                    let (x, y) = (self.colors[u], self.colors[v]);
                    if x == y || self.colors[w] != y {
                        continue;
                    }
                    let to = [(u, y), (v, x), (w, x)];
                    let (mut black, mut colors) = (self.black, self.colors);
                    for (group, color) in to {
                        black = plus(minus(black, &self.own[group]), clues.at(group, color));
                        colors[group] = color;
                    }
                    let wrong_black = distance(&black, &clues.black, Portable);
                    if temperature.takes_black(self.wrong_black, wrong_black, rng.bits())
                        && self.accepts(target, &colors, self.distinct, rng)
                    {
                        (self.colors, self.black, self.wrong_black) = (colors, black, wrong_black);
                        to.iter().for_each(|&(group, color)| self.own[group] = *clues.at(group, color));
                    }
                }
            }
        }
    }
}
