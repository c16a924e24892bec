//! The random streams of the game.

use crate::Color;
use rand::Rng as _;
use rand_pcg::Pcg64Dxsm;

/// A stream of random numbers that gives the same values on every machine, for good.
///
/// The raw output is that of PCG64 DXSM (O'Neill 2014, "PCG: A family of simple fast space-efficient statistically
/// good algorithms for random number generation"), with its DXSM output function. Ranges and shuffles are made
/// from it here, because those of general libraries change between versions; golden tests pin them.
///
/// ```
/// use scsa::Rng;
/// let mut rng = Rng::new(1);
/// let mut again = Rng::new(1);
/// assert!((0..100).all(|_| rng.below(6) == again.below(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Pcg64Dxsm);

impl Rng {
    /// The stream of that seed.
    #[must_use]
    pub fn new(seed: u128) -> Rng {
        // One increment for all: the seed alone tells streams apart.
        Rng(Pcg64Dxsm::new(seed, 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each equally likely.
    ///
    /// Lemire 2019, "Fast random integer generation in an interval", section 4.
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

    /// A number in [0, 1), one of 2^53 equally likely ones.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A color of the first `colors`, each equally likely.
    ///
    /// # Panics
    /// When `colors` is 0 or above 26.
    pub fn color(&mut self, colors: usize) -> Color {
        assert!(colors <= Color::MAX, "there are 26 colors at most");
        Color::from_raw(self.below(colors) as u8)
    }

    /// Puts the items in an order drawn uniformly from all orders (Fisher and Yates 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let last = items.len();
        self.shuffle_front(items, last);
    }

    /// Fills the first `front` places with a uniform ordered choice from all the items, and returns them. The rest
    /// stay behind them in no particular order.
    ///
    /// # Panics
    /// When `front` is more than the items.
    pub fn shuffle_front<'a, T>(&mut self, items: &'a mut [T], front: usize) -> &'a mut [T] {
        for place in 0..front {
            let from = place + self.below(items.len() - place);
            items.swap(place, from);
        }
        &mut items[..front]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These values are the contract: a change of any of them changes every tournament ever recorded.
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
    fn ranges_and_shuffles_reach_everything_evenly() {
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
}
