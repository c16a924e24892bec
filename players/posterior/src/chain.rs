//! A Markov chain over codes, whose consistent states are distributed as the posterior.

mod crossover;
mod recolor;
mod uneven;

use crate::{
    board::Board,
    code_prior::CodePrior,
    response_tables::{Lanes, ResponseTables, minus, plus},
    simd::{Exchange, Portable, Registers, distance, exchange},
    temperature::{Chances, IMPOSSIBLE, TemperatureTable},
};
use scsa::{Code, Rng, Size};

const MAX: usize = Size::MAX_PEGS;
/// The number of steps in sixteen that give a group any color. The others exchange its color with those of all other groups.
const RECOLORS: u64 = 5;

/// A threshold with which no exchange is taken.
const NEVER: i32 = -1_000_000;

/// The state of a chain: a code, with its responses to all guesses.
#[derive(Clone, Debug)]
pub struct Chain<const N: usize> {
    black: Lanes<N>,
    total: Lanes<N>,
    /// What each group adds to the black pegs.
    own: [Lanes<N>; MAX],
    /// The color of each group.
    colors: [u8; MAX],
    counts: [u8; MAX],
    wrong_black: u32,
    wrong_total: u32,
    distinct: usize,
    /// The prior probability. 0 for a code that the rule cannot make: chains pass through such codes.
    prior: f64,
    /// Whether it was free to move since it was last consistent.
    pub hot: bool,
}

/// The colors of all groups, a byte each.
pub type CodeKey = [u128; 2];

/// The target distribution of a chain, and what is needed to evaluate it.
#[derive(Debug)]
pub struct TargetContext<'a, const N: usize> {
    pub board: &'a Board,
    pub tables: &'a ResponseTables<N>,
    pub prior: &'a CodePrior,
}

impl<const N: usize> Chain<N> {
    pub fn new(target: &TargetContext<'_, N>, code: &Code) -> Chain<N> {
        let mut colors = [0; MAX];
        for (group, peg) in target.board.leaders().enumerate() {
            colors[group] = code.peg(peg).index() as u8;
        }
        Chain::of(target, colors)
    }

    /// Whose groups have these colors.
    pub fn of(target: &TargetContext<'_, N>, colors: [u8; MAX]) -> Chain<N> {
        let TargetContext { board, tables, prior } = target;
        let mut black = [0; N];
        let mut own = [[0; N]; MAX];
        let counts = board.counts(&colors);
        for (group, &color) in colors[..board.groups].iter().enumerate() {
            own[group] = *tables.at(group, color);
            black = plus(black, tables.at(group, color));
        }
        let mut total = [0; N];
        for color in 0..board.size.colors() as u8 {
            total = plus(total, tables.shared(color, counts[usize::from(color)]));
        }
        let (wrong_black, wrong_total) =
            (distance(&black, &tables.black, Portable), distance(&total, &tables.total, Portable));
        let distinct = counts.iter().filter(|&&count| count > 0).count();
        let prior = prior.of(board, &colors, distinct);
        Chain { black, total, own, colors, counts, wrong_black, wrong_total, distinct, prior, hot: false }
    }

    /// The color of each group, ordered as the codes are.
    pub fn key(&self) -> CodeKey {
        let half = |at: usize| u128::from_be_bytes(std::array::from_fn(|byte| self.colors[at + byte]));
        [half(0), half(MAX / 2)]
    }

    /// The code with this key.
    pub fn code_of(board: &Board, key: CodeKey) -> Code {
        let mut colors = [0; MAX];
        colors[..MAX / 2].copy_from_slice(&key[0].to_be_bytes());
        colors[MAX / 2..].copy_from_slice(&key[1].to_be_bytes());
        board.code(&colors)
    }

    /// The sum, over the turns, of how much the black pegs and the total differ from the response; more for a code that the rule
    /// cannot make.
    #[inline(always)]
    pub fn violations(&self) -> u32 {
        self.wrong_black + self.wrong_total + if self.prior > 0.0 { 0 } else { IMPOSSIBLE }
    }

    /// The violations of the turn in this lane alone.
    pub fn violations_of(&self, target: &TargetContext<'_, N>, lane: usize) -> u32 {
        let of = |own: &Lanes<N>, aim: &Lanes<N>| u32::from(own[lane].abs_diff(aim[lane]));
        of(&self.black, &target.tables.black) + of(&self.total, &target.tables.total)
    }

    /// Whether all responses are those of the turns.
    #[inline(always)]
    pub fn is_consistent(&self) -> bool {
        self.violations() == 0
    }

    /// Updates groups of pegs of every chain, `updates` times: each time one group of each chain exchanges its color with all others in
    /// turn, or gets any color. All chains make the same kind of step, so that their exchanges are computed side by side.
    #[inline(always)]
    pub fn walk<const K: usize, R: Registers>(
        chains: &mut [Chain<N>; K],
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        updates: usize,
        rng: &mut Rng,
        registers: R,
    ) {
        let groups = target.board.groups;
        for _ in 0..updates {
            let kind = rng.bits();
            if kind >> 58 == 0 {
                for chain in &mut *chains {
                    chain.rename(target, temperature, rng);
                }
            }
            if kind >> 59 == 1
                && let Some(of) = target.prior.rule()
            {
                for chain in &mut *chains {
                    chain.cross(target, temperature, &*of.rule, rng);
                }
            }
            if (kind >> 40 & 15) < RECOLORS {
                for chain in &mut *chains {
                    let u = below(rng.bits(), groups);
                    chain.recolor(target, temperature, u, rng, registers);
                }
            } else {
                Chain::exchange(chains, target, temperature, rng, registers);
            }
        }
    }

    /// A group of each chain exchanges its color with each other in turn.
    #[inline(always)]
    fn exchange<const K: usize, R: Registers>(
        chains: &mut [Chain<N>; K],
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        rng: &mut Rng,
        registers: R,
    ) {
        let TargetContext { board, tables, prior } = target;
        let groups = board.groups.min(MAX);
        // The chains share the random numbers, but not the group: each is a Markov chain, and they do not become equal.
        let mut drawn = [NEVER; MAX];
        let mut chances = Chances::new(rng);
        let mut v = 0;
        while v < groups {
            drawn[v] = temperature.threshold(chances.next()) as i32;
            v += 1;
        }
        let mut of_chain = [(0, drawn); K];
        for (chain, (u, threshold)) in chains.iter_mut().zip(&mut of_chain) {
            *u = below(rng.bits(), groups) & (MAX - 1);
            threshold[*u] = NEVER;
            if !board.even {
                if rng.bits() & 7 == 0 {
                    chain.exchange_uneven(target, temperature, *u, rng);
                }
                let others = threshold.iter_mut().zip(&board.lens).filter(|(_, len)| **len != board.lens[*u]);
                others.for_each(|(threshold, _)| *threshold = NEVER);
            }
            if let CodePrior::Rule(_) = prior {
                chain.exchange_by_rule(target, temperature, *u, threshold, rng);
            }
        }
        if let CodePrior::Rule(_) = prior {
            return;
        }
        let mut of_chain = of_chain.iter();
        let moves = chains.each_mut().map(|chain| {
            let (u, threshold) = of_chain.next().unwrap_or(&(0, [NEVER; MAX]));
            let base = minus(chain.black, &chain.own[*u]);
            let Chain { colors, own, black, wrong_black, .. } = chain;
            Exchange { u: *u, threshold, colors, own, base, black, wrong: wrong_black }
        });
        exchange(moves, tables, groups, registers);
    }

    /// The same for one chain, where the prior may refuse an exchange.
    fn exchange_by_rule(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        u: usize,
        threshold: &[i32; MAX],
        rng: &mut Rng,
    ) {
        let TargetContext { board, tables, .. } = target;
        for (v, threshold) in threshold.iter().enumerate().take(board.groups) {
            let (x, y) = (self.colors[u], self.colors[v]);
            if x == y {
                continue;
            }
            let black = plus(plus(self.black, tables.at(u, y)), tables.at(v, x));
            let black = minus(minus(black, &self.own[u]), &self.own[v]);
            let wrong_black = distance(&black, &tables.black, Portable);
            if wrong_black as i32 > self.wrong_black as i32 + threshold {
                continue;
            }
            let mut colors = self.colors;
            colors.swap(u, v);
            if self.accepts(target, temperature, &colors, self.distinct, rng) {
                self.colors = colors;
                (self.own[u], self.own[v]) = (*tables.at(u, y), *tables.at(v, x));
                (self.black, self.wrong_black) = (black, wrong_black);
            }
        }
    }

    /// One color becomes another everywhere, and that one it.
    fn rename(&mut self, target: &TargetContext<'_, N>, temperature: &TemperatureTable, rng: &mut Rng) {
        let TargetContext { board, tables, .. } = target;
        let random = rng.bits();
        let among = board.colors;
        let (x, y) = (board.palette[below(random >> 16, among)], board.palette[below(random >> 32, among)]);
        if x == y {
            return;
        }
        let (mut colors, mut counts, mut black) = (self.colors, self.counts, self.black);
        counts.swap(usize::from(x), usize::from(y));
        for (group, color) in colors[..board.groups].iter_mut().enumerate() {
            if *color == x || *color == y {
                let to = if *color == x { y } else { x };
                black = plus(minus(black, tables.at(group, *color)), tables.at(group, to));
                *color = to;
            }
        }
        self.consider(target, temperature, &colors, &counts, black, rng);
    }

    /// A step that changes the counts of two colors or more.
    #[allow(clippy::too_many_arguments)]
    fn consider(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        colors: &[u8; MAX],
        counts: &[u8; MAX],
        black: Lanes<N>,
        rng: &mut Rng,
    ) {
        let TargetContext { board, tables, .. } = target;
        let mut total = self.total;
        for &color in board.colors() {
            let (from, to) = (self.counts[usize::from(color)], counts[usize::from(color)]);
            if from != to {
                total = plus(minus(total, tables.shared(color, from)), tables.shared(color, to));
            }
        }
        let (wrong_black, wrong_total) =
            (distance(&black, &tables.black, Portable), distance(&total, &tables.total, Portable));
        let distinct = counts.iter().filter(|&&n| n > 0).count();
        let before = self.wrong_black + self.wrong_total;
        let gain = (f64::from(wrong_black + wrong_total) - f64::from(before)) / temperature.temperature;
        if (gain <= 0.0 || rng.unit() < libm::exp(-gain)) && self.accepts(target, temperature, colors, distinct, rng) {
            (self.colors, self.counts, self.distinct) = (*colors, *counts, distinct);
            (self.black, self.wrong_black) = (black, wrong_black);
            (self.total, self.wrong_total) = (total, wrong_total);
            for (group, own) in self.own[..board.groups].iter_mut().enumerate() {
                *own = *tables.at(group, colors[group]);
            }
        }
    }

    /// Whether the prior accepts a step (Metropolis). If so, the state has the prior probability of the new code.
    #[inline(always)]
    fn accepts(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        colors: &[u8; MAX],
        distinct: usize,
        rng: &mut Rng,
    ) -> bool {
        if matches!(target.prior, CodePrior::Flat) {
            return true;
        }
        let next = target.prior.of(target.board, colors, distinct);
        let impossible = target.prior.rule().map_or(0.0, |of| of.typical * temperature.of_impossible);
        let [before, after] = [self.prior, next].map(|prior| if prior > 0.0 { prior } else { impossible });
        if after >= before || after > before * rng.unit() {
            self.prior = next;
            return true;
        }
        false
    }
}

/// A number below n, of the lowest 16 bits.
#[inline(always)]
fn below(bits: u64, n: usize) -> usize {
    ((bits & 0xffff) as usize * n) >> 16
}
