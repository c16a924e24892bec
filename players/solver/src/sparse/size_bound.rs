//! A lower bound on the cost of candidates by their number.

/// For each number of candidates a lower bound on the guesses that they take beyond one each, each of weight 1.
///
/// It assumes that every guess separates as many candidates as it can have responses.
#[derive(Clone, Debug)]
pub struct SizeBound(Vec<u64>);

impl SizeBound {
    /// For up to `candidates` candidates, where no guess has more than `responses` responses.
    pub fn new(responses: usize, candidates: usize) -> SizeBound {
        let others = responses.saturating_sub(1).max(1);
        // One candidate is found with the first guess, then as many as there are other responses, then their square, …
        let (mut depth, mut free, mut width) = (0, 1usize, 1usize);
        let mut above_one = vec![0];
        for _ in 0..candidates {
            if free == 0 {
                depth += 1;
                width = width.saturating_mul(others);
                free = width;
            }
            free -= 1;
            above_one.push(above_one[above_one.len() - 1] + depth);
        }
        SizeBound(above_one)
    }

    /// The largest number of candidates.
    pub fn max_candidates(&self) -> usize {
        self.0.len() - 1
    }

    /// The bound for this number of candidates.
    #[inline]
    pub fn of(&self, candidates: usize) -> u64 {
        self.0[candidates]
    }
}
