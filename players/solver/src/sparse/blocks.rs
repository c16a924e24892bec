//! Boards whose pegs form blocks of equal color.

use scsa::{Code, Color, Feedback, Size};

/// A board whose pegs form blocks: pegs of a block have the same color in every secret.
///
/// A secret is then a color for each block, and only the number of pegs of each color on each block of a guess matters. For
/// 650 secrets such as ABAB… at 20x26, 26^20 first guesses are 59521 up to the names of colors.
#[derive(Clone, Debug)]
pub struct BlockBoard {
    pub size: Size,
    /// The block of each peg.
    block_of: Vec<usize>,
    /// The number of pegs of each block.
    pub block_sizes: Vec<u8>,
}

/// A guess: for each color its number of pegs on each block.
pub type BlockCounts = Vec<u8>;

/// A response: the number of black pegs times (pegs + 1), plus the number of black and white pegs.
pub type BlockResponse = usize;

impl BlockBoard {
    /// The blocks of these secrets.
    pub fn of(size: Size, secrets: &[(Code, f64)]) -> BlockBoard {
        let (mut block_of, mut firsts) = (Vec::new(), Vec::<usize>::new());
        for peg in 0..size.pegs() {
            let same = |first: &usize| secrets.iter().all(|(code, _)| code.peg(*first) == code.peg(peg));
            let block = firsts.iter().position(same).unwrap_or_else(|| {
                firsts.push(peg);
                firsts.len() - 1
            });
            block_of.push(block);
        }
        let block_size = |block: usize| block_of.iter().filter(|&&of| of == block).count() as u8;
        let block_sizes = (0..firsts.len()).map(block_size).collect();
        BlockBoard { size, block_of, block_sizes }
    }

    /// The number of blocks.
    pub fn block_count(&self) -> usize {
        self.block_sizes.len()
    }

    /// The number of values of [`BlockResponse`].
    pub fn response_values(&self) -> usize {
        (self.size.pegs() + 1) * (self.size.pegs() + 1)
    }

    /// The response that wins.
    pub fn winning_response(&self) -> BlockResponse {
        self.response_values() - 1
    }

    /// The feedback of a response.
    pub fn feedback(&self, response: BlockResponse) -> Feedback {
        let radix = self.size.pegs() + 1;
        let (black, all) = (response / radix, response % radix);
        Feedback::new(black as u8, (all - black) as u8)
    }

    /// The color of each block in a secret.
    pub fn colors(&self, secret: &Code) -> Vec<u8> {
        let first = |block| self.block_of.iter().position(|&of| of == block).unwrap_or(0);
        (0..self.block_count()).map(|block| secret.peg(first(block)).index() as u8).collect()
    }

    /// The guess that is the secret with these colors.
    pub fn counts(&self, colors: &[u8]) -> BlockCounts {
        let mut counts = vec![0; self.size.colors() * self.block_count()];
        for (block, &color) in colors.iter().enumerate() {
            counts[usize::from(color) * self.block_count() + block] = self.block_sizes[block];
        }
        counts
    }

    /// The lowest code with these counts, whose sum is the number of pegs.
    pub fn code(&self, counts: &[u8]) -> Code {
        let mut left = counts.to_vec();
        let block_count = self.block_count();
        Code::from_fn(self.size, |peg| {
            let block = self.block_of[peg];
            let color = self.size.palette().find(|color| left[color.index() * block_count + block] > 0);
            if let Some(color) = color {
                left[color.index() * block_count + block] -= 1;
            }
            color.unwrap_or(Color::A)
        })
    }
}
