//! The number of pairs of codes that a guess does not distinguish, for many guesses at once.

use crate::simd::{SAME as LANES, same_pairs};

/// Of more codes, this many are counted.
const MOST: usize = 64;

/// The responses of codes to guesses, one code after the other.
#[derive(Debug)]
pub struct PairCollisions {
    guesses: usize,
    /// The number of blocks of each code.
    blocks: usize,
    responses: Vec<[u8; LANES]>,
}

impl PairCollisions {
    /// Of these responses: those of all codes to one guess, then those to the next.
    pub fn new(codes: usize, responses: &[u8]) -> PairCollisions {
        let guesses = responses.len() / codes.max(1);
        let blocks = guesses.div_ceil(LANES);
        let mut all = vec![[0; LANES]; codes * blocks];
        for (guess, row) in responses.chunks_exact(codes.max(1)).enumerate() {
            for (code, response) in row.iter().enumerate() {
                all[code * blocks + guess / LANES][guess % LANES] = *response;
            }
        }
        PairCollisions { guesses, blocks, responses: all }
    }

    /// The number of pairs of these codes with equal responses, for each of the first guesses; of more than 64 codes, some of them.
    pub fn pairs(&self, codes: &[u16], guesses: usize) -> Vec<u16> {
        let guesses = guesses.min(self.guesses);
        let codes: Vec<usize> =
            codes.iter().step_by(codes.len().div_ceil(MOST).max(1)).map(|&code| usize::from(code)).collect();
        let mut pairs = Vec::with_capacity(guesses.next_multiple_of(LANES));
        let mut block = Vec::with_capacity(codes.len());
        for number in 0..guesses.div_ceil(LANES) {
            block.clear();
            block.extend(codes.iter().map(|code| self.responses[code * self.blocks + number]));
            pairs.extend(same_pairs(&block));
        }
        pairs.truncate(guesses);
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;

    #[test]
    fn pairs_are_counted_as_one_by_one() {
        let mut rng = Rng::new(1);
        for (codes, guesses) in [(1, 1), (7, 40), (64, 32), (65, 33), (300, 100)] {
            let responses: Vec<u8> = (0..codes * guesses).map(|_| rng.below(5) as u8).collect();
            let some: Vec<u16> = (0..codes as u16).filter(|code| codes < 64 || code % 5 == 0).collect();
            let counted = |guess: usize| {
                let row: Vec<u8> = some.iter().map(|&code| responses[guess * codes + usize::from(code)]).collect();
                let equal = |place: usize| row[..place].iter().filter(|other| **other == row[place]).count();
                (0..row.len()).map(equal).sum::<usize>() as u16
            };
            let counted: Vec<u16> = (0..guesses).map(counted).collect();
            assert_eq!(PairCollisions::new(codes, &responses).pairs(&some, guesses), counted);
            assert_eq!(PairCollisions::new(codes, &responses).pairs(&some, guesses / 2), counted[..guesses / 2]);
        }
    }
}
