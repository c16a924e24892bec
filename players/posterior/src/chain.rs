//! A Markov chain through the codes, which visits each as often as it is probable and consistent.

mod recolor;
mod uneven;

use crate::{
    board::Board,
    clues::{Clues, Lanes, minus, plus},
    heat::{Chances, Heat},
    prior::Prior,
    wide::{Exchange, Plain, Registers, Wide, distance},
};
use scsa::{Code, Rng, Size};

const MAX: usize = Size::MAX_PEGS;
/// So many of sixteen times all colors of a group are tried, otherwise all exchanges with it.
const RECOLORS: u64 = 5;

/// A slack with which no exchange is taken.
const NEVER: i32 = -1_000_000;

/// A code on its way, with its responses to all guesses.
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

/// What a chain goes through.
#[derive(Debug)]
pub struct Land<'a, const N: usize> {
    pub board: &'a Board,
    pub clues: &'a Clues<N>,
    pub prior: &'a Prior,
    /// Whether it is known how often each color occurs, so that only places are changed.
    pub settled: bool,
}

impl<const N: usize> Chain<N> {
    pub fn new(land: &Land<'_, N>, code: &Code) -> Chain<N> {
        let mut colors = [0; MAX];
        for (group, peg) in land.board.leaders().enumerate() {
            colors[group] = code.peg(peg).index() as u8;
        }
        Chain::of(land, colors)
    }

    /// Whose groups have these colors.
    pub fn of(land: &Land<'_, N>, colors: [u8; MAX]) -> Chain<N> {
        let Land { board, clues, prior, .. } = land;
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
        let (wrong_black, wrong_total) = (distance(&black, &clues.black, Plain), distance(&total, &clues.total, Plain));
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
    pub fn walk<R: Registers>(&mut self, land: &Land<'_, N>, heat: &Heat, pegs: usize, rng: &mut Rng, registers: R) {
        let groups = land.board.groups;
        for _ in 0..pegs {
            let random = rng.bits();
            let u = below(random, groups);
            if random >> 58 == 0 && !land.settled {
                self.rename(land, heat, rng);
            }
            if (random >> 40 & 15) < RECOLORS && !land.settled {
                self.recolor::<true, R>(land, heat, u, rng, registers);
            } else {
                self.exchange(land, heat, u, rng, registers);
            }
        }
    }

    /// A group exchanges its color with each other in turn.
    #[inline(always)]
    fn exchange<R: Registers>(&mut self, land: &Land<'_, N>, heat: &Heat, u: usize, rng: &mut Rng, registers: R) {
        let Land { board, clues, .. } = land;
        if !board.even && rng.bits() & 7 == 0 {
            if land.settled { self.trade(land, heat, rng) } else { self.exchange_uneven(land, heat, u, rng) }
        }
        if let Some(wide) = registers.wide()
            && Exchange::<N>::FITS
            && !matches!(land.prior, Prior::Rule(_))
        {
            return self.exchange_widely(land, heat, u, rng, wide);
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
            if !heat.takes_black(self.wrong_black, wrong_black, chances.next()) || x == y {
                continue;
            }
            if let Prior::Rule(_) = land.prior {
                let mut colors = self.colors;
                colors.swap(u, v);
                if !self.accepts(land, &colors, self.distinct, chances.rng) {
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
    fn exchange_widely(&mut self, land: &Land<'_, N>, heat: &Heat, u: usize, rng: &mut Rng, wide: Wide) {
        let Land { board, clues, .. } = land;
        let (u, groups) = (u & (MAX - 1), board.groups);
        let mut slack = [NEVER; MAX];
        let mut chances = Chances::new(rng);
        let mut v = 0;
        while v < groups.min(MAX) {
            if board.lens[v] == board.lens[u] {
                slack[v] = heat.slack(chances.next()) as i32;
            }
            v += 1;
        }
        slack[u] = NEVER;
        let base = minus(self.black, &self.own[u]);
        let (colors, own) = (&mut self.colors, &mut self.own);
        let mut exchange = Exchange { clues, u, groups, slack: &slack, colors, own, base, wrong: self.wrong_black };
        exchange.go(wide);
        (self.black, self.wrong_black) = (plus(exchange.base, clues.at(u, exchange.colors[u])), exchange.wrong);
    }

    /// One color becomes another everywhere, and that one it.
    fn rename(&mut self, land: &Land<'_, N>, heat: &Heat, rng: &mut Rng) {
        let Land { board, clues, .. } = land;
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
        self.consider(land, heat, &colors, &counts, black, rng);
    }

    /// A step that changes the counts of two colors or more.
    #[allow(clippy::too_many_arguments)]
    fn consider(
        &mut self,
        land: &Land<'_, N>,
        heat: &Heat,
        colors: &[u8; MAX],
        counts: &[u8; MAX],
        black: Lanes<N>,
        rng: &mut Rng,
    ) {
        let Land { board, clues, .. } = land;
        let mut total = self.total;
        for &color in board.colors() {
            let (from, to) = (self.counts[usize::from(color)], counts[usize::from(color)]);
            if from != to {
                total = plus(minus(total, clues.shared(color, from)), clues.shared(color, to));
            }
        }
        let (wrong_black, wrong_total) = (distance(&black, &clues.black, Plain), distance(&total, &clues.total, Plain));
        let distinct = counts.iter().filter(|&&n| n > 0).count();
        let gain = heat.energy((wrong_black, wrong_total)) - heat.energy(self.violations());
        if (gain <= 0.0 || rng.unit() < libm::exp(-gain)) && self.accepts(land, colors, distinct, rng) {
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
    fn accepts(&mut self, land: &Land<'_, N>, colors: &[u8; MAX], distinct: usize, rng: &mut Rng) -> bool {
        if matches!(land.prior, Prior::Flat) {
            return true;
        }
        let next = land.prior.of(land.board, colors, distinct);
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

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Turn;

    fn kept_as_if_made_anew(code: impl Fn(&mut Rng) -> Code, settled: bool) {
        let size: Size = "20x26".parse().unwrap();
        let mut rng = Rng::new(1);
        let codes: Vec<Code> = (0..100).map(|_| code(&mut rng)).collect();
        let (board, secret) = (Board::of(size, &codes), codes[50]);
        let turn = |guess: &Code| Turn { guess: *guess, feedback: secret.feedback(guess) };
        let turns: Vec<Turn> = codes[..10].iter().map(turn).collect();
        let clues = Clues::<16>::new(&board, &turns);
        let land = Land { board: &board, clues: &clues, prior: &Prior::Flat, settled };
        let mut chain = Chain::new(&land, &codes[60]);
        let counts = chain.counts;
        for _ in 0..100 {
            crate::wide::walk(&mut chain, &land, &Heat::new(1.0, 1.0), 1, &mut rng);
            let anew = Chain::new(&land, &chain.code(&board));
            assert_eq!(format!("{chain:?}"), format!("{anew:?}"));
        }
        assert_eq!(chain.counts == counts, settled);
        assert_ne!(chain.code(&board), codes[60]);
    }

    #[test]
    fn what_is_kept_of_a_code_is_as_if_made_anew() {
        let size: Size = "20x26".parse().unwrap();
        let even = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(26));
        // Of few colors, so that two pegs have the same often.
        let uneven = |rng: &mut Rng| {
            let mut code = Code::from_fn(size, |_| rng.color(3));
            code.set(19, code.peg(0));
            code
        };
        for settled in [false, true] {
            kept_as_if_made_anew(even, settled);
            kept_as_if_made_anew(uneven, settled);
        }
    }
}
