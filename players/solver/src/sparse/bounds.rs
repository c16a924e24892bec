use crate::evaluator::fewest_guesses;
use crate::sparse::board::{BlockBoard, BlockCandidates};

/// Lower bounds on the cost of sets that need no search: by the number of candidates, and for one-block sets, whose candidates differ in
/// the color of one block only.
///
/// A guess partitions a one-block set by the number of pegs of each candidate's own color on each block. As a guess has few pegs, it
/// separates few of the candidates.
#[derive(Clone, Debug)]
pub struct BlockBounds {
    /// For each number of candidates the guesses that they take beyond one each, each of weight 1.
    pub by_size: Vec<u64>,
    pegs: usize,
    /// The number of ways to place a number of pegs of one color on the blocks, at least 1.
    columns: Vec<usize>,
    /// For the block whose color differs and a number of candidates: a lower bound on the guesses that they take beyond one
    /// each. Only for boards of two blocks; else empty.
    by_block: Vec<Vec<u64>>,
    /// The same after a guess, by the number of candidates and the number of pegs of their own colors that the guess has,
    /// beyond two each.
    after_guess: Vec<Vec<Vec<u64>>>,
    /// The same by the number of candidates only, for any block.
    after_guess_by_size: Vec<Vec<u64>>,
}

impl BlockBounds {
    /// The bounds before any one-block set was searched.
    pub fn new(board: &BlockBoard, by_size: Vec<u64>) -> BlockBounds {
        let pegs = board.game.pegs();
        let mut columns = vec![1usize; pegs + 1];
        for _ in 1..board.block_count() {
            let before = columns.clone();
            for (number, of) in columns.iter_mut().enumerate() {
                *of = before[..=number].iter().fold(0, |sum, own| sum.saturating_add(*own));
            }
        }
        let bounds = by_size[..=board.game.colors()].to_vec();
        let (by_block, after_guess, after_guess_by_size) = (vec![], vec![], vec![]);
        let mut new = BlockBounds { by_size, pegs, columns, by_block, after_guess, after_guess_by_size };
        new.after_guess_by_size = new.table(&bounds);
        if board.block_count() == 2 {
            new.by_block = vec![bounds; 2];
            new.after_guess = vec![new.after_guess_by_size.clone(); 2];
        }
        new
    }

    /// Raises the bound for `size` candidates that differ in this block: they take at least `lower` guesses beyond one each.
    pub fn raise(&mut self, block: usize, size: usize, lower: u64) {
        let bounds = &mut self.by_block[block];
        bounds[size] = bounds[size].max(lower);
        // More candidates cost no less, and each additional one takes at least two guesses.
        for more in size + 1..bounds.len() {
            bounds[more] = bounds[more].max(bounds[more - 1] + 1);
        }
        self.after_guess[block] = self.table(&self.by_block[block]);
    }

    /// A lower bound on the cost of a set beyond its weight, in units of the least weight: the sum over disjoint one-block
    /// subsets, the largest first.
    pub fn lower_bound(&self, set: &BlockCandidates) -> u64 {
        if self.by_block.is_empty() {
            return 0;
        }
        let mut rows: Vec<&[u8]> = set.rows().collect();
        let mut lower = 0;
        loop {
            let mut sizes = [[0usize; 32]; 2];
            for row in &rows {
                sizes[0][usize::from(row[1])] += 1;
                sizes[1][usize::from(row[0])] += 1;
            }
            let all = (0..2).flat_map(|block| (0..32).map(move |color| (block, color)));
            let Some((block, color)) = all.max_by_key(|&(block, color)| sizes[block][color]) else { return lower };
            let size = sizes[block][color];
            if size < 3 {
                return lower + (rows.len() as u64).saturating_sub(1);
            }
            lower += self.by_block[block][size];
            rows.retain(|row| usize::from(row[1 - block]) != color);
        }
    }

    /// A lower bound on the guesses beyond two each that `size` candidates take, after a guess with `pegs` pegs of the colors in
    /// which they differ. `shared` has the color of each block that they share, none for the block that differs.
    pub fn after_guess(&self, shared: &[Option<u8>], size: usize, pegs: usize) -> u64 {
        let block = shared.iter().position(Option::is_none).unwrap_or(0);
        let searched = self.after_guess.get(block).filter(|_| shared.iter().any(Option::is_some));
        searched.unwrap_or(&self.after_guess_by_size)[size][pegs]
    }

    /// The least sum of `bounds` over the parts, for all ways to give the candidates pegs of their own colors: by the number of
    /// candidates and the number of pegs.
    fn table(&self, bounds: &[u64]) -> Vec<Vec<u64>> {
        let most = bounds.len();
        // Candidates whose color has no peg are in one part.
        let mut table: Vec<Vec<u64>> = bounds.iter().map(|&lower| vec![lower; self.pegs + 1]).collect();
        for number in 1..=self.pegs {
            for _ in 0..self.columns[number].min(self.pegs / number) {
                for size in (1..most).rev() {
                    for pegs in (number..=self.pegs).rev() {
                        let of = |own: usize| table[size - own][pegs - own * number] + bounds[own];
                        let least = (1..=size.min(pegs / number)).map(of).min().unwrap_or(u64::MAX);
                        table[size][pegs] = table[size][pegs].min(least);
                    }
                }
            }
        }
        table
    }
}

/// [`BlockBounds::by_size`] for up to `candidates` candidates, where no guess has more than `responses` responses.
pub fn by_size(responses: usize, candidates: usize) -> Vec<u64> {
    let others = responses.saturating_sub(1).max(1);
    fewest_guesses(others, candidates).zip(0..).map(|(guesses, number)| guesses - number).collect()
}
