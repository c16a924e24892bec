//! Depth-first search for the codes with given color counts that have the black pegs of all turns.

use crate::{
    board::Board,
    response_tables::{Lanes, ResponseTables, minus, plus},
};
use scsa::{Code, Size};

const MAX: usize = Size::MAX_PEGS;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct PlacementLimits {
    /// The number of nodes, each an assignment of a color to a group of pegs or of a count to a color.
    pub nodes: usize,
    /// The number of codes.
    pub codes: usize,
}

/// Whether each sum can reach its target: it is not above it, and not further below it than it can grow.
#[inline(always)]
pub fn is_reachable<const N: usize>(sums: &Lanes<N>, most: &Lanes<N>, aims: &Lanes<N>) -> bool {
    let mut missed = 0;
    for lane in 0..N {
        missed |= sums[lane].saturating_sub(aims[lane]) | aims[lane].saturating_sub(sums[lane] + most[lane]);
    }
    missed == 0
}

/// The codes with given color counts that give the black pegs.
#[derive(Debug)]
pub struct PlacementSearch<'a, const N: usize> {
    pub board: &'a Board,
    pub black: Lanes<N>,
    /// The groups in the order in which they get their colors: those first whose colors in the guesses are in the counts most often.
    pub groups: Vec<usize>,
    /// The colors in the counts.
    pub colors: Vec<u8>,
    /// The black pegs that a group has with each of these colors.
    pub own: Vec<Vec<Lanes<N>>>,
    /// The black pegs that all later groups would have with each of these colors.
    pub later: Vec<Vec<Lanes<N>>>,
    pub counts: [u8; MAX],
}

/// What is assigned up to a group.
#[derive(Clone, Copy)]
struct Assigned<const N: usize> {
    black: Lanes<N>,
    /// The black pegs that later groups can have, before this group takes one of its colors.
    most: Lanes<N>,
    /// The place of the next color to try.
    next: usize,
}

impl<'a, const N: usize> PlacementSearch<'a, N> {
    pub fn new(board: &'a Board, tables: &ResponseTables<N>, counts: &[u8; MAX]) -> PlacementSearch<'a, N> {
        let colors: Vec<u8> = board.colors().iter().copied().filter(|&c| counts[usize::from(c)] > 0).collect();
        let possible = |group: &usize| {
            let of = |&color: &u8| tables.at(*group, color).iter().map(|&pegs| u32::from(pegs)).sum::<u32>();
            colors.iter().map(of).sum::<u32>()
        };
        let mut groups: Vec<usize> = (0..board.groups).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(possible(group)));
        let of = |&group: &usize| colors.iter().map(|&color| *tables.at(group, color)).collect();
        let own: Vec<Vec<Lanes<N>>> = groups.iter().map(of).collect();
        let mut later = vec![vec![[0; N]; colors.len()]; groups.len()];
        for place in (1..groups.len()).rev() {
            let sums = later[place].iter().zip(&own[place]);
            later[place - 1] = sums.map(|(later, own)| plus(*later, own)).collect();
        }
        PlacementSearch { board, black: tables.black, groups, colors, own, later, counts: *counts }
    }

    /// Appends all codes. `None` beyond the limits.
    #[inline(always)]
    pub fn run(&self, limits: &mut PlacementLimits, codes: &mut Vec<Code>) -> Option<()> {
        let board = self.board;
        let mut left = [0; MAX];
        for (left, &color) in left.iter_mut().zip(&self.colors) {
            *left = self.counts[usize::from(color)];
        }
        let mut stack = [Assigned { black: [0; N], most: self.most(0, &left), next: 0 }; MAX];
        let mut code = [0; MAX];
        let mut depth = 0;
        loop {
            let len = board.lens[self.groups[depth]];
            let (own, later) = (&self.own[depth], &self.later[depth]);
            let Assigned { black, most, next } = stack[depth];
            let mut place = next;
            let mut sums = black;
            // The next color with which all black pegs can still be reached.
            while place < self.colors.len() {
                let count = left[place];
                if count >= len {
                    let with_less = plus(minus(most, &least(&later[place], count)), &least(&later[place], count - len));
                    sums = plus(black, &own[place]);
                    if is_reachable(&sums, &with_less, &self.black) {
                        break;
                    }
                }
                place += 1;
            }
            if place == self.colors.len() {
                let Some(above) = depth.checked_sub(1) else { return Some(()) };
                depth = above;
                // The color that the group had is free again.
                left[stack[depth].next - 1] += board.lens[self.groups[depth]];
                continue;
            }
            limits.nodes = limits.nodes.checked_sub(1)?;
            stack[depth].next = place + 1;
            code[self.groups[depth]] = self.colors[place];
            if depth + 1 == self.groups.len() {
                limits.codes = limits.codes.checked_sub(1)?;
                codes.push(board.code(&code));
                continue;
            }
            left[place] -= len;
            depth += 1;
            stack[depth] = Assigned { black: sums, most: self.most(depth, &left), next: 0 };
        }
    }

    /// The most black pegs that the groups after this one can have, given the number of pegs left of each color.
    #[inline(always)]
    pub fn most(&self, depth: usize, left: &[u8]) -> Lanes<N> {
        let mut sum = [0; N];
        for (later, &left) in self.later[depth].iter().zip(left) {
            sum = plus(sum, &least(later, left));
        }
        sum
    }
}

#[inline(always)]
pub fn least<const N: usize>(lanes: &Lanes<N>, limit: u8) -> Lanes<N> {
    let mut least = [0; N];
    for lane in 0..N {
        least[lane] = lanes[lane].min(limit);
    }
    least
}
