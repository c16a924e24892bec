//! Boards whose pegs are taken together where no secret tells them apart.

use scsa::{Code, Color, Feedback, Size};

/// A board whose pegs form blocks: pegs of a block have the same color in every secret.
///
/// A secret is then a color for each block, and of a guess it only matters how often each color is on each block. The first
/// guesses for 650 secrets such as ABAB… are 59521 up to the names of colors, of 26^20 codes.
#[derive(Clone, Debug)]
pub struct Board {
    pub size: Size,
    /// The block of each peg.
    block_of: Vec<usize>,
    /// How many pegs each block has.
    pub lens: Vec<u8>,
}

/// How often each color is on each block: for each color a number for each block.
pub type Counts = Vec<u8>;

/// A response: the black pins, times more than there are pegs, and the pins of both kinds.
pub type Response = usize;

impl Board {
    /// The blocks of these secrets.
    pub fn of(size: Size, secrets: &[(Code, f64)]) -> Board {
        let (mut block_of, mut firsts) = (Vec::new(), Vec::<usize>::new());
        for peg in 0..size.pegs() {
            let same = |first: &usize| secrets.iter().all(|(code, _)| code.peg(*first) == code.peg(peg));
            let block = firsts.iter().position(same).unwrap_or_else(|| {
                firsts.push(peg);
                firsts.len() - 1
            });
            block_of.push(block);
        }
        let len = |block: usize| block_of.iter().filter(|&&of| of == block).count() as u8;
        let lens = (0..firsts.len()).map(len).collect();
        Board { size, block_of, lens }
    }

    pub fn blocks(&self) -> usize {
        self.lens.len()
    }

    /// There are fewer responses than that.
    pub fn responses(&self) -> usize {
        (self.size.pegs() + 1) * (self.size.pegs() + 1)
    }

    /// The response that wins.
    pub fn wins(&self) -> Response {
        self.responses() - 1
    }

    pub fn feedback(&self, response: Response) -> Feedback {
        let radix = self.size.pegs() + 1;
        let (black, all) = (response / radix, response % radix);
        Feedback::new(black as u8, (all - black) as u8)
    }

    /// The color of each block of a secret.
    pub fn row(&self, secret: &Code) -> Vec<u8> {
        let first = |block| self.block_of.iter().position(|&of| of == block).unwrap_or(0);
        (0..self.blocks()).map(|block| secret.peg(first(block)).index() as u8).collect()
    }

    /// The counts of a secret as a guess.
    pub fn counts(&self, row: &[u8]) -> Counts {
        let mut counts = vec![0; self.size.colors() * self.blocks()];
        for (block, &color) in row.iter().enumerate() {
            counts[usize::from(color) * self.blocks() + block] = self.lens[block];
        }
        counts
    }

    /// A code with such counts, which are to be as many as there are pegs.
    pub fn code(&self, counts: &[u8]) -> Code {
        let mut left = counts.to_vec();
        let blocks = self.blocks();
        Code::from_fn(self.size, |peg| {
            let block = self.block_of[peg];
            let color = self.size.palette().find(|color| left[color.index() * blocks + block] > 0);
            if let Some(color) = color {
                left[color.index() * blocks + block] -= 1;
            }
            color.unwrap_or(Color::A)
        })
    }
}
