//! Candidates that differ in one color only.

use super::{board::Board, looks::Extra, set::Set};

/// What thin sets cost at least: those whose candidates differ in one color only.
///
/// A guess parts them by how often their own color is on each block. As there are few pegs, it parts few of them.
#[derive(Clone, Debug)]
pub struct Thin {
    pegs: usize,
    /// How many columns of counts there are with so many pegs, one at the least.
    columns: Vec<usize>,
    /// What so many candidates cost at least above one each, for the block whose color differs; on boards of two blocks.
    alone: Vec<Vec<u64>>,
    /// The same after a guess with so many pegs of such colors, above one more each.
    parted: Vec<Vec<Vec<u64>>>,
    /// The same where nothing is known of them.
    plain: Vec<Vec<u64>>,
}

impl Thin {
    pub fn new(board: &Board, extra: &Extra) -> Thin {
        let pegs = board.size.pegs();
        let mut columns = vec![1usize; pegs + 1];
        for _ in 1..board.blocks() {
            let before = columns.clone();
            for (number, of) in columns.iter_mut().enumerate() {
                *of = before[..=number].iter().fold(0, |sum, own| sum.saturating_add(*own));
            }
        }
        let alone: Vec<u64> = (0..=board.size.colors()).map(|size| extra.of(size)).collect();
        let mut thin = Thin { pegs, columns, alone: vec![], parted: vec![], plain: vec![] };
        thin.plain = thin.table(&alone);
        if board.blocks() == 2 {
            thin.alone = vec![alone; 2];
            thin.parted = vec![thin.plain.clone(); 2];
        }
        thin
    }

    /// So many candidates that differ in that block cost so much at least above one each.
    pub fn learn(&mut self, block: usize, size: usize, least: u64) {
        let alone = &mut self.alone[block];
        alone[size] = alone[size].max(least);
        // More candidates cost no less, and each of them two guesses.
        for more in size + 1..alone.len() {
            alone[more] = alone[more].max(alone[more - 1] + 1);
        }
        self.parted[block] = self.table(&self.alone[block]);
    }

    /// What a set costs at least above its weight, in parts of the least weight: what the thin sets cost that it is made of.
    pub fn least(&self, set: &Set) -> u64 {
        if self.alone.is_empty() {
            return 0;
        }
        let mut rows: Vec<&[u8]> = set.rows().collect();
        let mut least = 0;
        loop {
            let mut sizes = [[0usize; 32]; 2];
            for row in &rows {
                sizes[0][usize::from(row[1])] += 1;
                sizes[1][usize::from(row[0])] += 1;
            }
            let all = (0..2).flat_map(|block| (0..32).map(move |color| (block, color)));
            let Some((block, color)) = all.max_by_key(|&(block, color)| sizes[block][color]) else { return least };
            let size = sizes[block][color];
            if size < 3 {
                return least + (rows.len() as u64).saturating_sub(1);
            }
            least += self.alone[block][size];
            rows.retain(|row| usize::from(row[1 - block]) != color);
        }
    }

    /// What so many candidates cost at least above two each, after a guess with so many pegs that part them. Those of their
    /// colors that they share are given.
    pub fn parted(&self, shared: &[Option<u8>], size: usize, pegs: usize) -> u64 {
        let block = shared.iter().position(Option::is_none).unwrap_or(0);
        let known = self.parted.get(block).filter(|_| shared.iter().any(Option::is_some));
        known.unwrap_or(&self.plain)[size][pegs]
    }

    /// The least sum over all ways to give columns to the candidates, by how many there are and how many pegs.
    fn table(&self, alone: &[u64]) -> Vec<Vec<u64>> {
        let most = alone.len();
        // Those without pegs are in one cell.
        let mut table: Vec<Vec<u64>> = alone.iter().map(|&least| vec![least; self.pegs + 1]).collect();
        for number in 1..=self.pegs {
            for _ in 0..self.columns[number].min(self.pegs / number) {
                for size in (1..most).rev() {
                    for pegs in (number..=self.pegs).rev() {
                        let of = |own: usize| table[size - own][pegs - own * number] + alone[own];
                        let least = (1..=size.min(pegs / number)).map(of).min().unwrap_or(u64::MAX);
                        table[size][pegs] = table[size][pegs].min(least);
                    }
                }
            }
        }
        table
    }
}
