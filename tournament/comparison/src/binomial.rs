//! Binomial random numbers.

use scsa::Rng;

/// Up to this mean a draw goes through the probabilities from 0 on.
const SMALL_MEAN: f64 = 10.0;

/// Draws from the binomial distribution with that number of trials and that probability of success, 0 to 1. About 80 ns.
///
/// Small means: inversion (V. Kachitvichyanukul and B. W. Schmeiser, "Binomial random variate generation", Communications of the ACM
/// 31, 1988, algorithm BINV). Others: the transformed rejection BTRS of W. Hörmann, "The generation of binomial random variates",
/// Journal of Statistical Computation and Simulation 46 (1993).
pub fn binomial(rng: &mut Rng, trials: u64, probability: f64) -> u64 {
    if probability > 0.5 {
        return trials - binomial(rng, trials, 1.0 - probability);
    }
    if trials == 0 || probability <= 0.0 {
        0
    } else if trials as f64 * probability < SMALL_MEAN {
        by_inversion(rng, trials, probability)
    } else {
        by_rejection(rng, trials as f64, probability)
    }
}

fn by_inversion(rng: &mut Rng, trials: u64, probability: f64) -> u64 {
    let odds = probability / (1.0 - probability);
    let factor = (trials + 1) as f64 * odds;
    let mut left = rng.unit();
    let mut mass = (trials as f64 * (-probability).ln_1p()).exp();
    let mut number = 0;
    // Rounding may leave something at the end.
    while left >= mass && number < trials {
        left -= mass;
        number += 1;
        mass *= factor / number as f64 - odds;
    }
    number
}

fn by_rejection(rng: &mut Rng, n: f64, p: f64) -> u64 {
    let deviation = (n * p * (1.0 - p)).sqrt();
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = n * p + 0.5;
    let alpha = (2.83 + 5.1 / b) * deviation;
    let squeeze = 0.92 - 4.2 / b;
    let odds = p / (1.0 - p);
    let mode = ((n + 1.0) * p).floor();
    loop {
        let u = rng.unit() - 0.5;
        let v = 1.0 - rng.unit();
        let distance = 0.5 - u.abs();
        let number = ((2.0 * a / distance + b) * u + c).floor();
        if distance >= 0.07 && v <= squeeze {
            return number as u64;
        }
        if !(0.0..=n).contains(&number) {
            continue;
        }
        let v = (v * alpha / (a / (distance * distance) + b)).ln();
        let bound = (mode + 0.5) * ((mode + 1.0) / (odds * (n - mode + 1.0))).ln()
            + (n + 1.0) * ((n - mode + 1.0) / (n - number + 1.0)).ln()
            + (number + 0.5) * (odds * (n - number + 1.0) / (number + 1.0)).ln()
            + (stirling_error(mode) + stirling_error(n - mode))
            - (stirling_error(number) + stirling_error(n - number));
        if v <= bound {
            return number as u64;
        }
    }
}

/// ln k! less Stirling's formula in the form of Hörmann: (k + 1/2)·ln(k + 1) − (k + 1) + ln √(2π).
fn stirling_error(k: f64) -> f64 {
    const FIRST: [f64; 10] = [
        0.081_061_466_795_327_8,
        0.041_340_695_955_409_2,
        0.027_677_925_684_998_3,
        0.020_790_672_103_765_1,
        0.016_644_691_189_821_1,
        0.013_876_128_823_070_7,
        0.011_896_709_945_891_8,
        0.010_411_265_261_972_1,
        0.009_255_462_182_712_73,
        0.008_330_563_433_362_87,
    ];
    FIRST.get(k as usize).copied().unwrap_or_else(|| {
        let square = (k + 1.0) * (k + 1.0);
        (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / (k + 1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::{
        distribution::{Binomial, ChiSquared, ContinuousCDF, Discrete},
        function::factorial::ln_factorial,
    };

    #[test]
    fn draws_have_the_binomial_distribution() {
        const DRAWS: u64 = 100_000;
        let mut rng = Rng::new(1);
        for (trials, p) in
            [(1, 0.5), (12, 0.3), (30, 0.9), (1000, 0.004), (60, 0.2), (100, 0.5), (1000, 0.03), (65_000, 0.7)]
        {
            let distribution = Binomial::new(p, trials).unwrap();
            let mut counts = std::collections::BTreeMap::new();
            for _ in 0..DRAWS {
                *counts.entry(binomial(&mut rng, trials, p)).or_insert(0u64) += 1;
            }
            assert!(counts.keys().all(|number| *number <= trials));
            // Pearson's test; numbers that are expected fewer than 10 times are one class.
            let (mut statistic, mut classes, mut rest) = (0.0, 0.0, [DRAWS as f64; 2]);
            for number in 0..=trials {
                let expected = DRAWS as f64 * distribution.pmf(number);
                if expected >= 10.0 {
                    let count = counts.get(&number).copied().unwrap_or(0) as f64;
                    statistic += (count - expected).powi(2) / expected;
                    classes += 1.0;
                    rest = [rest[0] - count, rest[1] - expected];
                }
            }
            if rest[1] >= 10.0 {
                statistic += (rest[0] - rest[1]).powi(2) / rest[1];
                classes += 1.0;
            }
            let p_value = ChiSquared::new(classes - 1.0f64).unwrap().sf(statistic);
            assert!(p_value > 1e-4, "{trials} {p}: {statistic} in {classes} classes, p = {p_value}");
        }
    }

    #[test]
    fn certain_outcomes() {
        let mut rng = Rng::new(1);
        for trials in [0, 1, 5000] {
            assert_eq!((binomial(&mut rng, trials, 0.0), binomial(&mut rng, trials, 1.0)), (0, trials));
        }
    }

    #[test]
    fn stirling_errors_are_those_of_factorials() {
        for k in [0, 1, 5, 9, 10, 50] {
            let x = k as f64;
            let stirling = (x + 0.5) * (x + 1.0).ln() - (x + 1.0) + 0.5 * std::f64::consts::TAU.ln();
            assert!((stirling_error(x) - (ln_factorial(k) - stirling)).abs() < 1e-9, "{k}");
        }
    }
}
