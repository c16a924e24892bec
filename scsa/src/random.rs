//! Random streams, and permutations in order.

use crate::Color;
use rand::Rng as _;
use rand_pcg::Pcg64Dxsm;

/// A random stream: it gives the same values on every machine and in every version.
///
/// The raw output is that of PCG64 DXSM (O'Neill 2014, "PCG: A family of simple fast space-efficient statistically
/// good algorithms for random number generation"), with its DXSM output function. Ranges and shuffles are derived
/// from it here, because those of general libraries change between versions. Tests pin them.
///
/// ```
/// use scsa::Rng;
/// let mut rng = Rng::new(1);
/// let mut again = Rng::new(1);
/// assert!((0..100).all(|_| rng.below(6) == again.below(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    generator: Pcg64Dxsm,
    seed: u128,
}

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u128) -> Rng {
        // All streams have this increment and differ in the seed only.
        Rng { generator: Pcg64Dxsm::new(seed, 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96), seed }
    }

    /// The seed of the stream, with which [`Rng::new`] gives the stream from its beginning.
    pub const fn seed(&self) -> u128 {
        self.seed
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `n`, uniformly distributed.
    ///
    /// Lemire's method without bias (2019, "Fast random integer generation in an interval", section 4): one call of
    /// [`bits`](Rng::bits), rarely more.
    ///
    /// # Panics
    /// When `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        let n = n as u64;
        let mut wide = u128::from(self.bits()) * u128::from(n);
        if (wide as u64) < n {
            let rejected = n.wrapping_neg() % n;
            while (wide as u64) < rejected {
                wide = u128::from(self.bits()) * u128::from(n);
            }
        }
        (wide >> 64) as usize
    }

    /// A number in [0, 1), uniformly distributed over the 2^53 multiples of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the first `colors` colors, uniformly distributed.
    ///
    /// # Panics
    /// When `colors` is 0 or above 26.
    pub fn color(&mut self, colors: usize) -> Color {
        assert!(colors <= Color::MAX, "there are 26 colors at most");
        Color::from_raw(self.below(colors) as u8)
    }

    /// Permutes the items uniformly (Fisher and Yates 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let last = items.len();
        self.shuffle_front(items, last);
    }

    /// Moves a uniform ordered choice of `front` items to the front, and returns them. The order of the others is unspecified.
    ///
    /// # Panics
    /// When there are fewer items than `front`.
    pub fn shuffle_front<'a, T>(&mut self, items: &'a mut [T], front: usize) -> &'a mut [T] {
        for index in 0..front {
            let from = index + self.below(items.len() - index);
            items.swap(index, from);
        }
        &mut items[..front]
    }
}

/// Rearranges the items into the lexicographically next permutation, and returns true. The last permutation is followed by the
/// first; then it returns false.
///
/// Knuth, "The Art of Computer Programming", section 7.2.1.2, algorithm L. Equal items are interchangeable: 1, 1, 2 has three
/// permutations. O(n) in the worst case.
///
/// ```
/// let mut items = [1, 1, 2];
/// assert!(scsa::next_permutation(&mut items));
/// assert_eq!(items, [1, 2, 1]);
/// ```
pub fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let pivot = items.windows(2).rposition(|pair| pair[0] < pair[1]);
    match pivot {
        Some(pivot) => {
            if let Some(larger) = items.iter().rposition(|item| *item > items[pivot]) {
                items.swap(pivot, larger);
            }
            items[pivot + 1..].reverse();
        }
        None => items.reverse(),
    }
    pivot.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of any of these values changes every tournament.
    #[test]
    fn streams_are_pinned() {
        let mut rng = Rng::new(42);
        let bits: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        let small: Vec<usize> = (0..12).map(|_| rng.below(26)).collect();
        let large = rng.below(usize::MAX / 3 * 2);
        let mut items: Vec<usize> = (0..10).collect();
        rng.shuffle(&mut items);
        assert_eq!(
            format!("{bits:x?} {small:?} {large} {items:?} {}", rng.unit()),
            "[2e53f4e1fa9ad0c8, 7ce192006961904d, 6a563162ab597ef9] \
             [24, 18, 2, 2, 17, 24, 11, 11, 11, 23, 7, 11] 11372920441148385261 \
             [4, 0, 6, 3, 9, 1, 7, 8, 5, 2] 0.48392547865573077"
        );
    }

    #[test]
    fn ranges_and_shuffles_are_uniform() {
        let mut rng = Rng::new(7);
        let mut numbers = [0u32; 7];
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..60_000 {
            numbers[rng.below(7)] += 1;
            let mut order = [0, 1, 2];
            rng.shuffle(&mut order);
            *orders.entry(order).or_insert(0u32) += 1;
        }
        // 5 standard deviations around 60000/7 and 10000.
        assert!(numbers.iter().all(|n| n.abs_diff(8571) < 430), "{numbers:?}");
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|n| n.abs_diff(10_000) < 460), "{orders:?}");
    }

    #[test]
    fn each_permutation_of_a_multiset_occurs_once_in_order() {
        let mut items = [0, 0, 1, 2, 2];
        let mut seen = vec![items];
        while next_permutation(&mut items) {
            assert!(items > *seen.last().unwrap());
            seen.push(items);
        }
        assert_eq!(seen.len(), 30); // 5! / 2! 2!
        assert_eq!(items, seen[0]);
    }
}
