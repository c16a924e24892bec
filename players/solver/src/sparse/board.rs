//! Boards of blocks, and sets of candidates on them.

use crate::{problem::exchanged, table::SetKey};
use scsa::{Code, Color, Game, Response};
use std::collections::HashSet;

/// A board whose pegs form blocks: pegs of a block have the same color in every secret.
///
/// A secret is then a color for each block, and only the number of pegs of each color on each block of a guess matters. For
/// 650 secrets such as ABAB… at 20x26, 26^20 first guesses are 59521 up to the names of colors.
#[derive(Clone, Debug)]
pub struct BlockBoard {
    pub game: Game,
    block_of: Vec<usize>,
    pub block_sizes: Vec<u8>,
}

/// A guess: for each color its number of pegs on each block.
pub type BlockCounts = Vec<u8>;

/// A response: the number of black pegs times (pegs + 1), plus the number of black and white pegs.
pub type BlockResponse = usize;

impl BlockBoard {
    /// The blocks of these secrets.
    pub fn of(game: Game, secrets: &[(Code, f64)]) -> BlockBoard {
        let (mut block_of, mut firsts) = (Vec::new(), Vec::<usize>::new());
        for peg in 0..game.pegs() {
            let same = |first: &usize| secrets.iter().all(|(code, _)| code.peg(*first) == code.peg(peg));
            let block = firsts.iter().position(same).unwrap_or_else(|| {
                firsts.push(peg);
                firsts.len() - 1
            });
            block_of.push(block);
        }
        let block_size = |block: usize| block_of.iter().filter(|&&of| of == block).count() as u8;
        let block_sizes = (0..firsts.len()).map(block_size).collect();
        BlockBoard { game, block_of, block_sizes }
    }

    pub fn block_count(&self) -> usize {
        self.block_sizes.len()
    }

    pub fn response_values(&self) -> usize {
        (self.game.pegs() + 1) * (self.game.pegs() + 1)
    }

    pub fn winning_response(&self) -> BlockResponse {
        self.response_values() - 1
    }

    pub fn feedback(&self, response: BlockResponse) -> Response {
        let radix = self.game.pegs() + 1;
        let (black, all) = (response / radix, response % radix);
        Response::new(black as u8, (all - black) as u8)
    }

    /// The color of each block in a secret.
    pub fn colors(&self, secret: &Code) -> Vec<u8> {
        let first = |block| self.block_of.iter().position(|&of| of == block).unwrap_or(0);
        (0..self.block_count()).map(|block| secret.peg(first(block)).index() as u8).collect()
    }

    /// The guess that is the secret with these colors.
    pub fn counts(&self, colors: &[u8]) -> BlockCounts {
        let mut counts = vec![0; self.game.colors() * self.block_count()];
        for (block, &color) in colors.iter().enumerate() {
            counts[usize::from(color) * self.block_count() + block] = self.block_sizes[block];
        }
        counts
    }

    /// The lowest code with these counts, whose sum is the number of pegs.
    pub fn code(&self, counts: &[u8]) -> Code {
        let mut left = counts.to_vec();
        let block_count = self.block_count();
        Code::from_fn(self.game, |peg| {
            let block = self.block_of[peg];
            let color = self.game.palette().find(|color| left[color.index() * block_count + block] > 0);
            if let Some(color) = color {
                left[color.index() * block_count + block] -= 1;
            }
            color.unwrap_or(Color::A)
        })
    }
}

/// A set of candidates, each as a row: the color of each block. Each has a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockCandidates {
    blocks: usize,
    colors: Vec<u8>,
    pub weights: Vec<u32>,
}

impl BlockCandidates {
    pub fn new(blocks: usize) -> BlockCandidates {
        BlockCandidates { blocks, colors: Vec::new(), weights: Vec::new() }
    }

    pub fn push(&mut self, row: &[u8], weight: u32) {
        self.colors.extend_from_slice(row);
        self.weights.push(weight);
    }

    pub fn count(&self) -> usize {
        self.weights.len()
    }

    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.colors.chunks_exact(self.blocks)
    }

    pub fn row(&self, index: usize) -> &[u8] {
        &self.colors[index * self.blocks..][..self.blocks]
    }

    pub fn weight(&self) -> u64 {
        self.weights.iter().copied().map(u64::from).sum()
    }

    /// The colors that some candidate has, a bit each.
    pub fn used(&self) -> u32 {
        self.colors.iter().fold(0, |used, color| used | 1 << color)
    }

    /// The partition of the candidates by their response to a guess, in ascending order of the responses.
    pub fn partition(&self, board: &BlockBoard, guess: &[u8]) -> Vec<(BlockResponse, BlockCandidates)> {
        let mut parts: Vec<(BlockResponse, BlockCandidates)> = Vec::new();
        let mut of = vec![usize::MAX; board.response_values()];
        for (row, &weight) in self.rows().zip(&self.weights) {
            let response = response(board, guess, row);
            if of[response] == usize::MAX {
                of[response] = parts.len();
                parts.push((response, BlockCandidates::new(self.blocks)));
            }
            parts[of[response]].1.push(row, weight);
        }
        parts.sort_unstable_by_key(|(response, _)| *response);
        parts
    }

    pub fn with_blocks_swapped(&self) -> BlockCandidates {
        let colors = self.colors.chunks_exact(self.blocks).flat_map(|row| row.iter().rev().copied()).collect();
        BlockCandidates { colors, ..self.clone() }
    }

    /// The canonical form of the set: colors renamed in descending order of their invariants, those of no candidate last, and
    /// the rows sorted. Also its key, and the new name of each color.
    ///
    /// Sets with the same key are equal up to the names of colors. The converse is not certain, where two colors have the same
    /// invariant but are not exchangeable; then the same search is repeated.
    pub fn canonical(&self, colors: usize) -> (BlockCandidates, SetKey, Vec<u8>) {
        let mut invariants = vec![1u64; colors];
        for _ in 0..3 {
            let mut next = vec![0u64; colors];
            for (row, &weight) in self.rows().zip(&self.weights) {
                let of_row = row.iter().enumerate().fold(u64::from(weight), |of_row, (block, &color)| {
                    of_row.wrapping_add(mix(invariants[usize::from(color)] ^ mix(block as u64 + 7)))
                });
                let of_row = mix(of_row);
                for (block, &color) in row.iter().enumerate() {
                    let next = &mut next[usize::from(color)];
                    *next = next.wrapping_add(mix(of_row ^ mix(block as u64 + 77)));
                }
            }
            for (invariant, next) in invariants.iter_mut().zip(next) {
                *invariant = if next == 0 { 0 } else { mix(next ^ *invariant) | 1 };
            }
        }
        let mut order: Vec<usize> = (0..colors).collect();
        order.sort_by_key(|&color| std::cmp::Reverse(invariants[color]));
        let mut names = vec![0u8; colors];
        order.iter().enumerate().for_each(|(name, &color)| names[color] = name as u8);
        let mut rows: Vec<(Vec<u8>, u32)> = self
            .rows()
            .zip(&self.weights)
            .map(|(row, &weight)| (row.iter().map(|&color| names[usize::from(color)]).collect(), weight))
            .collect();
        rows.sort_unstable();
        let mut set = BlockCandidates::new(self.blocks);
        let (mut low, mut high) = (1u64, 2u64);
        for (row, weight) in &rows {
            set.push(row, *weight);
            for value in row.iter().copied().map(u64::from).chain([u64::from(*weight) << 8]) {
                low = mix(low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ value);
                high = mix(high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f) ^ value.wrapping_add(0x1234_5678_9abc_def1));
            }
        }
        (set, SetKey::from(low) << 64 | SetKey::from(high), names)
    }

    /// The symmetry class of each color, as the first color of the class: the set is unchanged when colors of a class are
    /// exchanged.
    pub fn classes(&self, colors: usize) -> Vec<usize> {
        let all: HashSet<(Vec<u8>, u32)> = self.rows().zip(&self.weights).map(|(row, &w)| (row.to_vec(), w)).collect();
        let exchangeable = |one: u8, two: u8| {
            let of_either = self.rows().zip(&self.weights).filter(|(row, _)| row.contains(&one) || row.contains(&two));
            let mut exchanged =
                of_either.map(|(row, &w)| (row.iter().map(|&color| exchanged(color, one, two)).collect(), w));
            exchanged.all(|candidate| all.contains(&candidate))
        };
        let mut classes: Vec<usize> = Vec::new();
        for color in 0..colors {
            let same = |&first: &usize| classes[first] == first && exchangeable(first as u8, color as u8);
            let class = (0..color).find(same).unwrap_or(color);
            classes.push(class);
        }
        classes
    }

    /// The index of the first candidate with the largest weight.
    pub fn heaviest(&self) -> usize {
        (0..self.count()).max_by_key(|&index| (self.weights[index], std::cmp::Reverse(index))).unwrap_or(0)
    }
}

/// The response to a guess when the candidate with this row is the secret.
pub fn response(board: &BlockBoard, guess: &[u8], row: &[u8]) -> BlockResponse {
    let blocks = row.len();
    let (mut black, mut all) = (0, 0);
    for (block, &color) in row.iter().enumerate() {
        let counts = &guess[usize::from(color) * blocks..][..blocks];
        black += usize::from(counts[block]);
        // Each color is counted once, at the first of its blocks.
        if !row[..block].contains(&color) {
            let on_block = |at: usize| if row[at] == color { u32::from(board.block_sizes[at]) } else { 0 };
            let in_secret: u32 = (block..blocks).map(on_block).sum();
            all += in_secret.min(counts.iter().copied().map(u32::from).sum()) as usize;
        }
    }
    black * (board.game.pegs() + 1) + all
}

/// A guess for the candidates before they were renamed; `names` are the new names of their colors.
pub fn with_original_names(counts: &[u8], names: &[u8]) -> BlockCounts {
    let blocks = counts.len() / names.len();
    names.iter().flat_map(|&name| counts[usize::from(name) * blocks..][..blocks].iter().copied()).collect()
}

pub fn with_blocks_swapped(counts: &[u8]) -> BlockCounts {
    counts.chunks_exact(2).flat_map(|column| [column[1], column[0]]).collect()
}

/// A hash of a number that depends on all its bits.
const fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}
