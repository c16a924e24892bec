//! Sets of candidates under names that do not depend on what their colors are called.

use super::board::{Board, Counts, Response};
use crate::game::exchanged;
use std::collections::HashSet;

/// A set of candidates: the color of each block, and a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    blocks: usize,
    /// The colors of the first candidate, those of the second one, …
    colors: Vec<u8>,
    pub weights: Vec<u32>,
}

/// Two sets have the same key when they are alike: with a probability below 10^-20 for a thousand million others.
pub type Key = u128;

impl Set {
    pub fn new(blocks: usize) -> Set {
        Set { blocks, colors: Vec::new(), weights: Vec::new() }
    }

    pub fn push(&mut self, row: &[u8], weight: u32) {
        self.colors.extend_from_slice(row);
        self.weights.push(weight);
    }

    pub fn len(&self) -> usize {
        self.weights.len()
    }

    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.colors.chunks_exact(self.blocks)
    }

    pub fn row(&self, place: usize) -> &[u8] {
        &self.colors[place * self.blocks..][..self.blocks]
    }

    pub fn weight(&self) -> u64 {
        self.weights.iter().copied().map(u64::from).sum()
    }

    /// Which colors some candidate has.
    pub fn used(&self) -> u32 {
        self.colors.iter().fold(0, |used, color| used | 1 << color)
    }

    /// The candidates by their response to a guess, in the order of the responses.
    pub fn part(&self, board: &Board, guess: &[u8]) -> Vec<(Response, Set)> {
        let mut cells: Vec<(Response, Set)> = Vec::new();
        let mut of = vec![usize::MAX; board.responses()];
        for (row, &weight) in self.rows().zip(&self.weights) {
            let response = response(board, guess, row);
            if of[response] == usize::MAX {
                of[response] = cells.len();
                cells.push((response, Set::new(self.blocks)));
            }
            cells[of[response]].1.push(row, weight);
        }
        cells.sort_unstable_by_key(|(response, _)| *response);
        cells
    }

    /// The set with its two blocks exchanged.
    pub fn turned(&self) -> Set {
        let colors = self.colors.chunks_exact(self.blocks).flat_map(|row| row.iter().rev().copied()).collect();
        Set { colors, ..self.clone() }
    }

    /// The set with its colors renamed by what tells them apart, the candidates in order; its key; and the new name of each
    /// color. Colors of no candidate come last.
    ///
    /// Sets with the same key are alike, as both became that set. That sets which are alike have the same key is not certain,
    /// where colors look the same and are not; then something is looked for twice.
    pub fn renamed(&self, colors: usize) -> (Set, Key, Vec<u8>) {
        let mut looks = vec![1u64; colors];
        for _ in 0..3 {
            let mut next = vec![0u64; colors];
            for (row, &weight) in self.rows().zip(&self.weights) {
                let like = row.iter().enumerate().fold(u64::from(weight), |like, (block, &color)| {
                    like.wrapping_add(mixed(looks[usize::from(color)] ^ mixed(block as u64 + 7)))
                });
                let like = mixed(like);
                for (block, &color) in row.iter().enumerate() {
                    let next = &mut next[usize::from(color)];
                    *next = next.wrapping_add(mixed(like ^ mixed(block as u64 + 77)));
                }
            }
            for (look, next) in looks.iter_mut().zip(next) {
                *look = if next == 0 { 0 } else { mixed(next ^ *look) | 1 };
            }
        }
        let mut order: Vec<usize> = (0..colors).collect();
        order.sort_by_key(|&color| std::cmp::Reverse(looks[color]));
        let mut names = vec![0u8; colors];
        order.iter().enumerate().for_each(|(name, &color)| names[color] = name as u8);
        let mut rows: Vec<(Vec<u8>, u32)> = self
            .rows()
            .zip(&self.weights)
            .map(|(row, &weight)| (row.iter().map(|&color| names[usize::from(color)]).collect(), weight))
            .collect();
        rows.sort_unstable();
        let mut set = Set::new(self.blocks);
        let (mut low, mut high) = (1u64, 2u64);
        for (row, weight) in &rows {
            set.push(row, *weight);
            for part in row.iter().copied().map(u64::from).chain([u64::from(*weight) << 8]) {
                low = mixed(low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ part);
                high = mixed(high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f) ^ part.wrapping_add(0x1234_5678_9abc_def1));
            }
        }
        (set, Key::from(low) << 64 | Key::from(high), names)
    }

    /// The class of each color: colors of a class may be exchanged, and the set stays as it is. A class is called by the first
    /// of its colors.
    pub fn classes(&self, colors: usize) -> Vec<usize> {
        let all: HashSet<(Vec<u8>, u32)> = self.rows().zip(&self.weights).map(|(row, &w)| (row.to_vec(), w)).collect();
        let alike = |one: u8, two: u8| {
            let of_either = self.rows().zip(&self.weights).filter(|(row, _)| row.contains(&one) || row.contains(&two));
            let mut exchanged =
                of_either.map(|(row, &w)| (row.iter().map(|&color| exchanged(color, one, two)).collect(), w));
            exchanged.all(|candidate| all.contains(&candidate))
        };
        let mut classes: Vec<usize> = Vec::new();
        for color in 0..colors {
            let same = |&first: &usize| classes[first] == first && alike(first as u8, color as u8);
            let class = (0..color).find(same).unwrap_or(color);
            classes.push(class);
        }
        classes
    }

    /// The place of a candidate of the largest weight.
    pub fn heaviest(&self) -> usize {
        (0..self.len()).max_by_key(|&place| (self.weights[place], std::cmp::Reverse(place))).unwrap_or(0)
    }
}

/// The response to a guess when a candidate is the secret.
pub fn response(board: &Board, guess: &[u8], row: &[u8]) -> Response {
    let blocks = row.len();
    let (mut black, mut all) = (0, 0);
    for (block, &color) in row.iter().enumerate() {
        let counts = &guess[usize::from(color) * blocks..][..blocks];
        black += usize::from(counts[block]);
        // The color counts once, at the first of its blocks.
        if !row[..block].contains(&color) {
            let own = |at: usize| if row[at] == color { u32::from(board.lens[at]) } else { 0 };
            let own: u32 = (block..blocks).map(own).sum();
            all += own.min(counts.iter().copied().map(u32::from).sum()) as usize;
        }
    }
    black * (board.size.pegs() + 1) + all
}

/// The counts under other names.
pub fn with_names(counts: &[u8], names: &[u8]) -> Counts {
    let blocks = counts.len() / names.len();
    names.iter().flat_map(|&name| counts[usize::from(name) * blocks..][..blocks].iter().copied()).collect()
}

/// The counts with two blocks exchanged.
pub fn turned(counts: &[u8]) -> Counts {
    counts.chunks_exact(2).flat_map(|column| [column[1], column[0]]).collect()
}

/// A number that depends on all bits of another.
const fn mixed(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}
