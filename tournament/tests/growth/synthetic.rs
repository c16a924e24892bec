//! Data sets that follow a law up to noise.

use scsa::{Rng, Size};
use tournament::compare::growth::{Law, Point};

/// The sizes of the report of 2019. Pegs and colors grow together.
pub const REPORT: [&str; 5] = ["4x6", "6x10", "8x10", "15x20", "20x26"];

/// A grid, which tells pegs and colors apart.
pub const GRID: [&str; 12] =
    ["4x4", "4x8", "4x16", "6x4", "6x8", "6x16", "10x4", "10x8", "10x16", "16x4", "16x8", "16x16"];

/// A normal deviate, by the method of Box and Muller (1958).
pub fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// The logarithm of the law with a = 2.
pub fn ln_law(law: Law, exponents: [f64; 2], size: Size) -> f64 {
    let [x, z] = law.regressors(size).unwrap();
    2f64.ln() + exponents[0] * x + exponents[1] * z
}

/// A point a size, with normal noise of a standard deviation of ln y.
pub fn points(law: Law, exponents: [f64; 2], sizes: &[&str], noise: f64, rng: &mut Rng) -> Vec<Point> {
    let sizes = sizes.iter().map(|text| text.parse::<Size>().unwrap());
    let value = |size| (ln_law(law, exponents, size) + noise * normal(rng)).exp();
    let values: Vec<(Size, f64)> = sizes.clone().zip(sizes.map(value)).collect();
    values.into_iter().map(|(size, value)| Point { size, value, standard_error: Some(noise * value) }).collect()
}
