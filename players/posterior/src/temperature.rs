//! Temperatures of a Markov chain, with tabulated acceptance probabilities.

use scsa::Rng;
use std::{rc::Rc, sync::OnceLock};

/// The tabulated weights e^(-violations / temperature), with one temperature for black pegs and another for totals.
#[derive(Clone, Debug)]
pub struct TemperatureTable {
    pub black: f64,
    pub total: f64,
    /// The Metropolis threshold: by how much the violations of black pegs may grow, by random number.
    threshold: Box<[u8; CHANCES]>,
    /// The cost of a violated black peg, in units.
    of_black: u32,
    /// e^(-units / temperature), of 2^32.
    weights: Rc<[u32; FAR]>,
}

/// The length of the table of weights: differences of more units have the weight of the last entry.
const FAR: usize = 1024;
/// The cost of a violated total, in units.
const OF_TOTAL: u32 = 32;
/// The number of distinct random numbers: 12 bits.
const CHANCES: usize = 1 << 12;

/// The negative logarithms of all random numbers, as fractions of 1.
static LOGS: OnceLock<Vec<f64>> = OnceLock::new();

impl TemperatureTable {
    /// The tables of these temperatures. That of black pegs may be infinite; it is rounded so that a black peg costs a whole number
    /// of units.
    pub fn new(black: f64, total: f64) -> TemperatureTable {
        let unit = total * f64::from(OF_TOTAL);
        let (factor, mut weights) = (libm::exp(-1.0 / unit), Rc::new([0; FAR]));
        let mut weight = f64::from(u32::MAX);
        for place in Rc::make_mut(&mut weights).iter_mut() {
            *place = weight as u32;
            weight *= factor;
        }
        TemperatureTable::with(black, total, weights)
    }

    /// The tables with another temperature of black pegs.
    pub fn with_black(&self, black: f64) -> TemperatureTable {
        TemperatureTable::with(black, self.total, self.weights.clone())
    }

    fn with(black: f64, total: f64, weights: Rc<[u32; FAR]>) -> TemperatureTable {
        let logs = LOGS.get_or_init(|| (0..CHANCES).map(|c| -libm::log((c as f64 + 0.5) / CHANCES as f64)).collect());
        let of_black = libm::round(f64::from(OF_TOTAL) * total / black) as u32;
        let black = total * f64::from(OF_TOTAL) / f64::from(of_black);
        let mut threshold = Box::new([0; CHANCES]);
        for (log, threshold) in logs.iter().zip(threshold.iter_mut()) {
            let most = black * log;
            *threshold = (if most < 255.0 { most } else { 255.0 }) as i32 as u8;
        }
        TemperatureTable { black, total, threshold, of_black, weights }
    }

    /// Whether a step is taken that changes black pegs only.
    #[inline(always)]
    pub fn takes_black(&self, before: u32, after: u32, chance: u64) -> bool {
        after <= before + self.threshold(chance)
    }

    /// By how much the violations of black pegs may grow, for this random number.
    #[inline(always)]
    pub fn threshold(&self, chance: u64) -> u32 {
        u32::from(self.threshold[chance as usize & (CHANCES - 1)])
    }

    /// The cost of these violations, in units.
    #[inline(always)]
    pub fn units(&self, black: u32, total: u32) -> u32 {
        black * self.of_black + total * OF_TOTAL
    }

    /// The Boltzmann weight e^(-units / temperature) of a number of units, times 2^32.
    #[inline(always)]
    pub fn weight(&self, more: u32) -> u64 {
        u64::from(self.weights[(more as usize).min(FAR - 1)])
    }

    /// The energy of these violations: the negative logarithm of the weight.
    pub fn energy(&self, (black, total): (u32, u32)) -> f64 {
        f64::from(black) / self.black + f64::from(total) / self.total
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
        let (mut rng, temperature) = (Rng::new(1), TemperatureTable::new(0.7, 1.0));
        let mut chances = Chances::new(&mut rng);
        const TIMES: usize = 40_000;
        let (mut sums, mut taken) = ([0.0; 5], [[0.0; 3]; 5]);
        for _ in 0..TIMES {
            for (sum, taken) in sums.iter_mut().zip(&mut taken) {
                let chance = chances.next();
                *sum += (chance as usize % CHANCES) as f64 / TIMES as f64;
                for (more, taken) in taken.iter_mut().enumerate() {
                    *taken += f64::from(u8::from(temperature.takes_black(3, 3 + more as u32, chance))) / TIMES as f64;
                }
            }
        }
        for (sum, taken) in sums.into_iter().zip(taken) {
            // Six standard errors.
            let error = 6.0 * (CHANCES as f64) / 12.0_f64.sqrt() / (TIMES as f64).sqrt();
            assert!((sum - (CHANCES as f64 - 1.0) / 2.0).abs() < error, "{sum}");
            for (more, taken) in taken.into_iter().enumerate() {
                let wanted = libm::exp(-(more as f64) / temperature.black);
                assert!((taken - wanted).abs() < 6.0 * (wanted / TIMES as f64).sqrt(), "{more}: {taken}, not {wanted}");
            }
        }
    }
}
