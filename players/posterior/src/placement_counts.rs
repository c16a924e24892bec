//! The number of codes with given color counts that have the black pegs of all turns, and codes drawn from them.
//!
//! The groups of pegs get their colors one after another, as in [`PlacementSearch`], but level by level: what the groups so far leave
//! open is a state, the pegs left of each color and the black pegs of each turn, and equal states are one. From the last level to the
//! first, the number of codes of a state is the sum of those of its successors. A code that is drawn goes from state to state with
//! probabilities in proportion to these numbers, so that all codes are equally probable.

use crate::{
    placement_search::{PlacementSearch, is_reachable, least},
    response_tables::{Lanes, minus, plus},
};
use scsa::{Code, Rng, Size};

/// The turns of a state, a byte each.
pub const MOST_TURNS: usize = 16;
/// The colors of a state, a byte each.
const MOST_COLORS: usize = 8;
/// No successor.
const NONE: u32 = u32::MAX;

/// What some groups leave open. If the same color is assigned to the next group, states keep their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// The pegs left of each color.
    left: u64,
    /// The black pegs of each turn.
    black: u128,
}

/// The states before a group gets its color.
#[derive(Debug)]
struct Level {
    /// For each state and color the place of the state in the next level.
    successors: Vec<u32>,
    /// The number of codes of each state.
    codes: Vec<f64>,
}

/// All codes with given color counts that give the black pegs.
#[derive(Debug)]
pub struct PlacementCounts<'a> {
    search: PlacementSearch<'a, MOST_TURNS>,
    levels: Vec<Level>,
}

impl<'a> PlacementCounts<'a> {
    /// The codes of a search. `None` for more colors than a state has bytes, or beyond that number of nodes, each a state with a color,
    /// which is lowered by those that are needed.
    pub fn new(search: PlacementSearch<'a, MOST_TURNS>, nodes: &mut usize) -> Option<PlacementCounts<'a>> {
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

    /// The number of codes.
    pub fn number(&self) -> f64 {
        self.levels.first().map_or(0.0, |level| level.codes[0])
    }

    /// All of the codes.
    pub fn codes(&self) -> Vec<Code> {
        let mut codes = Vec::with_capacity(self.number() as usize);
        if self.number() > 0.0 {
            self.extend(0, 0, &mut [0; Size::MAX_PEGS], &mut codes);
        }
        codes
    }

    /// Appends the codes of a state, whose groups before this depth have these colors.
    fn extend(&self, depth: usize, state: usize, code: &mut [u8; Size::MAX_PEGS], codes: &mut Vec<Code>) {
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

    /// The number of codes of a state of the level at this depth, if it is one.
    fn codes_of(&self, depth: usize, state: u32) -> f64 {
        if state == NONE { 0.0 } else { self.levels.get(depth).map_or(1.0, |level| level.codes[state as usize]) }
    }

    /// One of the codes, all with equal probability. There must be one.
    pub fn draw(&self, rng: &mut Rng) -> Code {
        let PlacementSearch { board, groups, colors, .. } = &self.search;
        let (mut code, mut state) = ([0; Size::MAX_PEGS], 0);
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
    search: &PlacementSearch<'_, MOST_TURNS>,
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
            let sums: Lanes<MOST_TURNS> = plus(black, &own[color]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Board, placement_search::PlacementLimits, response_tables::ResponseTables};
    use scsa::{Turn, is_consistent};

    /// The codes are those of the depth-first search, and all of them are drawn.
    #[test]
    fn the_codes_are_those_of_the_search() {
        let size: Size = "8x5".parse().unwrap();
        let mut rng = Rng::new(4);
        for round in 0..60 {
            let code = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(5));
            let secret = code(&mut rng);
            let turns: Vec<Turn> =
                (0..1 + round % 4).map(|_| code(&mut rng)).map(|guess| Turn::new(guess, &secret)).collect();
            // In half of the rounds the first two pegs are one group.
            let drawn: Vec<Code> = (0..200).map(|_| code(&mut rng)).collect();
            let tied = |code: &Code| Code::from_fn(size, |peg| code.peg(if peg == 1 { 0 } else { peg }));
            let drawn = if round % 2 == 0 { drawn } else { drawn.iter().map(tied).collect() };
            let board = Board::of(size, &drawn);
            let tables = ResponseTables::<MOST_TURNS>::new(&board, &turns);
            let secret = if round % 2 == 0 { secret } else { tied(&secret) };
            let mut counts = [0; Size::MAX_PEGS];
            secret.pegs().for_each(|color| counts[color.index()] += 1);
            let search = || PlacementSearch::new(&board, &tables, &counts);
            let mut expected = Vec::new();
            search().run(&mut PlacementLimits { nodes: usize::MAX, codes: usize::MAX }, &mut expected).unwrap();
            expected.sort_unstable();
            let mut nodes = 1_000_000;
            let placements = PlacementCounts::new(search(), &mut nodes).unwrap();
            assert_eq!(placements.number(), expected.len() as f64);
            assert!(PlacementCounts::new(search(), &mut (999_999 - nodes)).is_none());
            let mut codes = placements.codes();
            codes.sort_unstable();
            assert_eq!(codes, expected);
            if (1..50).contains(&codes.len()) {
                let mut drawn: Vec<Code> = (0..20 * codes.len()).map(|_| placements.draw(&mut rng)).collect();
                drawn.sort_unstable();
                drawn.dedup();
                assert_eq!(drawn, codes);
                // The totals follow from the counts only where the secret is one of the codes of the board.
                assert!(round % 2 == 1 || codes.iter().all(|code| is_consistent(code, &turns)));
            }
        }
    }
}
