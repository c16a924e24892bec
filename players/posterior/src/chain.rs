//! A Markov chain over codes, whose consistent states are distributed as the posterior.

mod recolor;
mod uneven;

use crate::{
    board::Board,
    code_prior::CodePrior,
    response_tables::{Lanes, ResponseTables, minus, plus},
    simd::{Avx2, Exchange, Portable, Registers, distance},
    temperature::{Chances, TemperatureTable},
};
use scsa::{Code, Rng, Size};

const MAX: usize = Size::MAX_PEGS;
/// So many of sixteen times all colors of a group are tried, otherwise all exchanges with it.
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
    prior: f64,
    /// Whether it was free to move since it was last consistent.
    pub hot: bool,
}

/// The target distribution of a chain, and what is needed to evaluate it.
#[derive(Debug)]
pub struct TargetContext<'a, const N: usize> {
    pub board: &'a Board,
    pub clues: &'a ResponseTables<N>,
    pub prior: &'a CodePrior,
    /// Whether the count of each color is known, so that steps permute positions only.
    pub counts_fixed: bool,
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
        let TargetContext { board, clues, prior, .. } = target;
        let mut black = [0; N];
        let mut own = [[0; N]; MAX];
        let counts = board.counts(&colors);
        for (group, &color) in colors[..board.groups].iter().enumerate() {
            own[group] = *clues.at(group, color);
            black = plus(black, clues.at(group, color));
        }
        let mut total = [0; N];
        for color in 0..board.size.colors() as u8 {
            total = plus(total, clues.shared(color, counts[usize::from(color)]));
        }
        let (wrong_black, wrong_total) =
            (distance(&black, &clues.black, Portable), distance(&total, &clues.total, Portable));
        let distinct = counts.iter().filter(|&&count| count > 0).count();
        let prior = prior.of(board, &colors, distinct);
        Chain { black, total, own, colors, counts, wrong_black, wrong_total, distinct, prior, hot: false }
    }

    pub fn code(&self, board: &Board) -> Code {
        board.code(&self.colors)
    }

    /// How far from consistent it is: how much all responses differ from those of the turns, in black pegs and in totals.
    #[inline(always)]
    pub fn violations(&self) -> (u32, u32) {
        (self.wrong_black, self.wrong_total)
    }

    /// Whether all responses are those of the turns.
    #[inline(always)]
    pub fn is_consistent(&self) -> bool {
        self.violations() == (0, 0)
    }

    /// The color of each group.
    pub fn colors(&self) -> &[u8; MAX] {
        &self.colors
    }

    /// Goes through so many pegs: all exchanges with other pegs, or all colors.
    #[inline(always)]
    pub fn walk<R: Registers>(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        pegs: usize,
        rng: &mut Rng,
        registers: R,
    ) {
        let groups = target.board.groups;
        for _ in 0..pegs {
            let random = rng.bits();
            let u = below(random, groups);
            if random >> 58 == 0 && !target.counts_fixed {
                self.rename(target, temperature, rng);
            }
            if (random >> 40 & 15) < RECOLORS && !target.counts_fixed {
                self.recolor::<true, R>(target, temperature, u, rng, registers);
            } else {
                self.exchange(target, temperature, u, rng, registers);
            }
        }
    }

    /// A group exchanges its color with each other in turn.
    #[inline(always)]
    fn exchange<R: Registers>(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        u: usize,
        rng: &mut Rng,
        registers: R,
    ) {
        let TargetContext { board, clues, .. } = target;
        if !board.even && rng.bits() & 7 == 0 {
            if target.counts_fixed {
                self.trade(target, temperature, rng);
            } else {
                self.exchange_uneven(target, temperature, u, rng);
            }
        }
        if let Some(wide) = registers.wide()
            && Exchange::<N>::FITS
            && !matches!(target.prior, CodePrior::Rule(_))
        {
            return self.exchange_widely(target, temperature, u, rng, wide);
        }
        let mut x = self.colors[u & (MAX - 1)];
        let mut base = minus(self.black, &self.own[u & (MAX - 1)]);
        let mut chances = Chances::new(rng);
        let groups = board.groups.min(MAX);
        let mut next = 0;
        while next < groups {
            let v = next;
            next += 1;
            if board.lens[v] != board.lens[u & (MAX - 1)] {
                continue;
            }
            let y = self.colors[v];
            let black = plus(minus(plus(base, clues.at(u, y)), &self.own[v]), clues.at(v, x));
            let wrong_black = distance(&black, &clues.black, registers);
            if !temperature.takes_black(self.wrong_black, wrong_black, chances.next()) || x == y {
                continue;
            }
            if let CodePrior::Rule(_) = target.prior {
                let mut colors = self.colors;
                colors.swap(u, v);
                if !self.accepts(target, &colors, self.distinct, chances.rng) {
                    continue;
                }
            }
            (self.colors[u & (MAX - 1)], self.colors[v]) = (y, x);
            (self.own[u & (MAX - 1)], self.own[v]) = (*clues.at(u, y), *clues.at(v, x));
            (self.black, self.wrong_black) = (black, wrong_black);
            x = y;
            base = minus(self.black, &self.own[u & (MAX - 1)]);
        }
    }

    /// The same with wide registers, where the prior allows every exchange.
    #[inline(always)]
    fn exchange_widely(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        u: usize,
        rng: &mut Rng,
        wide: Avx2,
    ) {
        let TargetContext { board, clues, .. } = target;
        let (u, groups) = (u & (MAX - 1), board.groups);
        let mut threshold = [NEVER; MAX];
        let mut chances = Chances::new(rng);
        let mut v = 0;
        while v < groups.min(MAX) {
            if board.lens[v] == board.lens[u] {
                threshold[v] = temperature.threshold(chances.next()) as i32;
            }
            v += 1;
        }
        threshold[u] = NEVER;
        let base = minus(self.black, &self.own[u]);
        let (colors, own) = (&mut self.colors, &mut self.own);
        let mut exchange =
            Exchange { clues, u, groups, threshold: &threshold, colors, own, base, wrong: self.wrong_black };
        exchange.go(wide);
        (self.black, self.wrong_black) = (plus(exchange.base, clues.at(u, exchange.colors[u])), exchange.wrong);
    }

    /// One color becomes another everywhere, and that one it.
    fn rename(&mut self, target: &TargetContext<'_, N>, temperature: &TemperatureTable, rng: &mut Rng) {
        let TargetContext { board, clues, .. } = target;
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
                black = plus(minus(black, clues.at(group, *color)), clues.at(group, to));
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
        let TargetContext { board, clues, .. } = target;
        let mut total = self.total;
        for &color in board.colors() {
            let (from, to) = (self.counts[usize::from(color)], counts[usize::from(color)]);
            if from != to {
                total = plus(minus(total, clues.shared(color, from)), clues.shared(color, to));
            }
        }
        let (wrong_black, wrong_total) =
            (distance(&black, &clues.black, Portable), distance(&total, &clues.total, Portable));
        let distinct = counts.iter().filter(|&&n| n > 0).count();
        let gain = temperature.energy((wrong_black, wrong_total)) - temperature.energy(self.violations());
        if (gain <= 0.0 || rng.unit() < libm::exp(-gain)) && self.accepts(target, colors, distinct, rng) {
            (self.colors, self.counts, self.distinct) = (*colors, *counts, distinct);
            (self.black, self.wrong_black) = (black, wrong_black);
            (self.total, self.wrong_total) = (total, wrong_total);
            for (group, own) in self.own[..board.groups].iter_mut().enumerate() {
                *own = *clues.at(group, colors[group]);
            }
        }
    }

    /// Whether the prior lets a step happen; then it is the chain's.
    #[inline(always)]
    fn accepts(&mut self, target: &TargetContext<'_, N>, colors: &[u8; MAX], distinct: usize, rng: &mut Rng) -> bool {
        if matches!(target.prior, CodePrior::Flat) {
            return true;
        }
        let next = target.prior.of(target.board, colors, distinct);
        if next >= self.prior || next > self.prior * rng.unit() {
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
