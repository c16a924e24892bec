//! The codes that have the black pegs and the totals of all turns: color counts first, then the places of the colors.
//!
//! Both searches leave a branch as soon as the response to some guess can no longer be reached: a sum is already too large, or too small
//! even with all that the remaining colors or groups can contribute. [`PlacementCounts`] counts instead of listing, level by level: what
//! the groups so far leave open is a state, the pegs left of each color and the black pegs of each turn, and equal states are one. From
//! the last level to the first, the number of codes of a state is the sum of those of its successors.

use crate::board::{Board, Lanes, ResponseTables, minus, plus};
use crate::prior::{CodePrior, PriorComponent};
use scsa::{Code, Game, Rng};

const MAX: usize = Game::MAX_PEGS;

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
    pub distinct: (usize, usize),
}

impl<'a, const N: usize> CountSearch<'a, N> {
    pub fn new(component: &PriorComponent, tables: &'a ResponseTables<N>) -> CountSearch<'a, N> {
        let board = &component.board;
        let pegs = board.game.pegs() as u8;
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

#[derive(Clone, Copy, Debug)]
pub struct PlacementLimits {
    /// The number of nodes, each an assignment of a color to a group of pegs or of a count to a color.
    pub nodes: usize,
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
pub struct PlacementSearch<'a, const N: usize> {
    pub board: &'a Board,
    pub black: Lanes<N>,
    /// The groups in the order in which they get their colors: those first whose colors in the guesses are in the counts most often.
    pub groups: Vec<usize>,
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

/// The turns of a state, a byte each.
pub const COUNTED_TURNS: usize = 16;
/// The colors of a state, a byte each.
const MOST_COLORS: usize = 8;
const NONE: u32 = u32::MAX;

/// What some groups leave open. If the same color is assigned to the next group, states keep their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    left: u64,
    black: u128,
}

/// The states before a group gets its color.
struct Level {
    /// For each state and color the place of the state in the next level.
    successors: Vec<u32>,
    codes: Vec<f64>,
}

/// All codes with given color counts that give the black pegs.
pub struct PlacementCounts<'a> {
    search: PlacementSearch<'a, COUNTED_TURNS>,
    levels: Vec<Level>,
}

impl<'a> PlacementCounts<'a> {
    /// The codes of a search. `None` for more colors than a state has bytes, or beyond that number of nodes, each a state with a color,
    /// which is lowered by those that are needed.
    pub fn new(search: PlacementSearch<'a, COUNTED_TURNS>, nodes: &mut usize) -> Option<PlacementCounts<'a>> {
        if search.colors.len() > MOST_COLORS {
            return None;
        }
        let mut left = [0; MOST_COLORS];
        for (left, &color) in left.iter_mut().zip(&search.colors) {
            *left = search.counts[usize::from(color)];
        }
        let mut states = vec![State { left: u64::from_le_bytes(left), black: 0 }];
        let mut levels = Vec::with_capacity(search.groups.len());
        let mut lists: [Vec<(State, u32)>; MOST_COLORS] = Default::default();
        for depth in 0..search.groups.len() {
            *nodes = nodes.checked_sub(states.len() * search.colors.len())?;
            list_successors(&search, depth, &states, &mut lists);
            let mut successors = vec![NONE; states.len() * search.colors.len()];
            states.clear();
            merge(&lists[..search.colors.len()], &mut states, &mut successors);
            levels.push(Level { successors, codes: Vec::new() });
        }
        // The last level has one successor, the state with all black pegs, if any.
        for depth in (0..levels.len()).rev() {
            let (level, after) = levels[depth..].split_first_mut()?;
            let codes_of = |next: &u32| after.first().map_or(1.0, |level| level.codes[*next as usize]);
            let of = |state: &[u32]| state.iter().filter(|next| **next != NONE).map(codes_of).sum();
            level.codes = level.successors.chunks_exact(search.colors.len()).map(of).collect();
        }
        Some(PlacementCounts { search, levels })
    }

    pub fn number(&self) -> f64 {
        self.levels.first().map_or(0.0, |level| level.codes[0])
    }

    pub fn codes(&self) -> Vec<Code> {
        let mut codes = Vec::with_capacity(self.number() as usize);
        if self.number() > 0.0 {
            self.extend(0, 0, &mut [0; Game::MAX_PEGS], &mut codes);
        }
        codes
    }

    /// Appends the codes of a state, whose groups before this depth have these colors.
    fn extend(&self, depth: usize, state: usize, code: &mut [u8; Game::MAX_PEGS], codes: &mut Vec<Code>) {
        let PlacementSearch { board, groups, colors, .. } = &self.search;
        let Some(level) = self.levels.get(depth) else {
            codes.push(board.code(code));
            return;
        };
        for (&next, &color) in level.successors[state * colors.len()..].iter().zip(colors) {
            if self.codes_of(depth + 1, next) > 0.0 {
                code[groups[depth]] = color;
                self.extend(depth + 1, next as usize, code, codes);
            }
        }
    }

    fn codes_of(&self, depth: usize, state: u32) -> f64 {
        if state == NONE { 0.0 } else { self.levels.get(depth).map_or(1.0, |level| level.codes[state as usize]) }
    }

    /// One of the codes, all with equal probability. There must be one.
    pub fn draw(&self, rng: &mut Rng) -> Code {
        let PlacementSearch { board, groups, colors, .. } = &self.search;
        let (mut code, mut state) = ([0; Game::MAX_PEGS], 0);
        for (depth, level) in self.levels.iter().enumerate() {
            let successors = &level.successors[state * colors.len()..];
            let mut place = rng.unit() * level.codes[state];
            for (&next, &color) in successors.iter().zip(colors) {
                let codes = self.codes_of(depth + 1, next);
                if codes > 0.0 {
                    (code[groups[depth]], state) = (color, next as usize);
                    place -= codes;
                    if place < 0.0 {
                        break;
                    }
                }
            }
        }
        board.code(&code)
    }
}

/// Lists the states that follow those of a level for each color, in order, with the places of the states that they follow.
fn list_successors(
    search: &PlacementSearch<'_, COUNTED_TURNS>,
    depth: usize,
    states: &[State],
    lists: &mut [Vec<(State, u32)>; MOST_COLORS],
) {
    let len = search.board.lens[search.groups[depth]];
    let (own, later) = (&search.own[depth], &search.later[depth]);
    lists.iter_mut().for_each(Vec::clear);
    for (place, state) in states.iter().enumerate() {
        let (left, black) = (state.left.to_le_bytes(), state.black.to_le_bytes());
        let most = search.most(depth, &left);
        for (color, list) in lists.iter_mut().enumerate().take(search.colors.len()) {
            let count = left[color];
            if count < len {
                continue;
            }
            let less = plus(minus(most, &least(&later[color], count)), &least(&later[color], count - len));
            let sums: Lanes<COUNTED_TURNS> = plus(black, &own[color]);
            if is_reachable(&sums, &less, &search.black) {
                let left = state.left - (u64::from(len) << (8 * color));
                list.push((State { left, black: u128::from_le_bytes(sums) }, place as u32));
            }
        }
    }
}

/// Merges the lists of all colors: `states` gets all states in order, each once, and `successors` their places, for each state that they
/// follow and each color.
fn merge(lists: &[Vec<(State, u32)>], states: &mut Vec<State>, successors: &mut [u32]) {
    let mut heads = [0; MOST_COLORS];
    loop {
        let head = |color: usize| lists[color].get(heads[color]).map(|(state, _)| *state);
        let Some(least) = (0..lists.len()).filter_map(head).min() else { return };
        for (color, list) in lists.iter().enumerate() {
            if let Some((state, place)) = list.get(heads[color])
                && *state == least
            {
                successors[*place as usize * lists.len() + color] = states.len() as u32;
                heads[color] += 1;
            }
        }
        states.push(least);
    }
}
