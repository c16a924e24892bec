//! Temperatures of a Markov chain, with tabulated acceptance probabilities.

use scsa::Rng;
use std::sync::OnceLock;

/// The tabulated weights e^(-violations / temperature).
#[derive(Clone, Debug)]
pub struct TemperatureTable {
    pub temperature: f64,
    /// The Boltzmann weight of a code that the rule cannot make.
    pub of_impossible: f64,
    /// The Metropolis threshold: by how much the violations may grow, by random number.
    threshold: Box<[u8; CHANCES]>,
    /// e^(-violations / temperature), of 2^32.
    weights: [u32; FAR],
}

/// A code that the rule cannot make counts as this many violations, so that chains pass through such codes.
pub const IMPOSSIBLE: u32 = 2;
/// The length of the table of weights: more violations have the weight of the last entry.
const FAR: usize = 256;
/// The number of distinct random numbers: 12 bits.
const CHANCES: usize = 1 << 12;

/// The negative logarithms of all random numbers, as fractions of 1.
static LOGS: OnceLock<Vec<f64>> = OnceLock::new();

impl TemperatureTable {
    /// The tables of a temperature.
    pub fn new(temperature: f64) -> TemperatureTable {
        let logs = LOGS.get_or_init(|| (0..CHANCES).map(|c| -libm::log((c as f64 + 0.5) / CHANCES as f64)).collect());
        let (factor, mut weight) = (libm::exp(-1.0 / temperature), f64::from(u32::MAX));
        let weights = std::array::from_fn(|_| {
            let rounded = weight as u32;
            weight *= factor;
            rounded
        });
        let mut threshold = Box::new([0; CHANCES]);
        for (log, threshold) in logs.iter().zip(threshold.iter_mut()) {
            *threshold = (temperature * log).min(255.0) as u8;
        }
        let of_impossible = libm::exp(-f64::from(IMPOSSIBLE) / temperature);
        TemperatureTable { temperature, of_impossible, threshold, weights }
    }

    /// By how much the violations may grow, for this random number.
    #[inline(always)]
    pub fn threshold(&self, chance: u64) -> u32 {
        u32::from(self.threshold[chance as usize & (CHANCES - 1)])
    }

    /// The Boltzmann weight e^(-violations / temperature), times 2^32.
    #[inline(always)]
    pub fn weight(&self, violations: u32) -> u64 {
        u64::from(self.weights[(violations as usize).min(FAR - 1)])
    }
}

/// Random numbers of 12 bits, five from each 64-bit number.
pub struct Chances<'a> {
    pub rng: &'a mut Rng,
    bits: u64,
    left: u32,
}

impl<'a> Chances<'a> {
    #[inline(always)]
    pub fn new(rng: &'a mut Rng) -> Chances<'a> {
        Chances { rng, bits: 0, left: 0 }
    }

    #[inline(always)]
    pub fn next(&mut self) -> u64 {
        if self.left == 0 {
            self.bits = self.rng.bits();
            self.left = 5;
        }
        self.left -= 1;
        let chance = self.bits;
        self.bits >>= 12;
        chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All five parts of a 64-bit number are uniform, so that violations are accepted with the right frequency.
    #[test]
    fn chances_are_even_and_violations_as_frequent_as_the_temperature_says() {
        let (mut rng, temperature) = (Rng::new(1), TemperatureTable::new(0.7));
        let mut chances = Chances::new(&mut rng);
        const TIMES: usize = 40_000;
        let (mut sums, mut taken) = ([0.0; 5], [[0.0; 3]; 5]);
        for _ in 0..TIMES {
            for (sum, taken) in sums.iter_mut().zip(&mut taken) {
                let chance = chances.next();
                *sum += (chance as usize % CHANCES) as f64 / TIMES as f64;
                for (more, taken) in taken.iter_mut().enumerate() {
                    *taken += f64::from(u8::from(more as u32 <= temperature.threshold(chance))) / TIMES as f64;
                }
            }
        }
        for (sum, taken) in sums.into_iter().zip(taken) {
            // Six standard errors.
            let error = 6.0 * (CHANCES as f64) / 12.0_f64.sqrt() / (TIMES as f64).sqrt();
            assert!((sum - (CHANCES as f64 - 1.0) / 2.0).abs() < error, "{sum}");
            for (more, taken) in taken.into_iter().enumerate() {
                let wanted = libm::exp(-(more as f64) / temperature.temperature);
                assert!((taken - wanted).abs() < 6.0 * (wanted / TIMES as f64).sqrt(), "{more}: {taken}, not {wanted}");
            }
        }
    }
}
