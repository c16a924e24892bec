//! Steps that take the colors of several groups from a draw of the rule.

use super::{Chain, MAX, TargetContext, below};
use crate::{
    response_tables::{minus, plus},
    temperature::TemperatureTable,
};
use scsa::{Rng, Scsa};

impl<const N: usize> Chain<N> {
    /// Exchanges the colors of some groups with those of a code drawn from the rule (crossover: Liang and Wong 2000).
    ///
    /// The exchange is its own inverse. So it is accepted by the target density of the pair (code, draw), π(code) p(draw). It leads
    /// from one part of the support of a rule to another where no change of one or two pegs does.
    pub(super) fn cross(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        rule: &dyn Scsa,
        rng: &mut Rng,
    ) {
        let TargetContext { board, tables, .. } = target;
        let draw = rule.draw(board.size, rng);
        let random = rng.bits();
        // Neighboring groups, or any.
        let (start, len) = (below(random, board.groups), 1 + below(random >> 16, board.groups));
        let is_taken = |group: usize| match random >> 63 {
            0 => (group + board.groups - start) % board.groups < len,
            _ => random >> (group % MAX) & 1 == 1,
        };
        let (mut colors, mut others, mut black) = (self.colors, [0; MAX], self.black);
        for (group, peg) in board.leaders().enumerate() {
            others[group] = draw.peg(peg).index() as u8;
            if is_taken(group) {
                std::mem::swap(&mut colors[group], &mut others[group]);
                black = plus(minus(black, &self.own[group]), tables.at(group, colors[group]));
            }
        }
        if colors == self.colors {
            return;
        }
        let (before, after) = (rule.probability(board.size, &draw), rule.probability(board.size, &board.code(&others)));
        if after > before * rng.unit() {
            self.consider(target, temperature, &colors, &board.counts(&colors), black, rng);
        }
    }
}
