//! Counting codes. All results are exact in `f64` up to 2^53 and multiply up in one order, so that they are the same on
//! every machine.

use crate::{Color, Size};

/// The colors of the game in order; what stands behind them is filling.
pub fn palette(size: Size) -> [Color; Color::MAX] {
    let mut colors = [Color::A; Color::MAX];
    for (place, color) in colors.iter_mut().zip(size.palette()) {
        *place = color;
    }
    colors
}

/// base ^ exponent.
pub fn power(base: usize, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base as f64)
}

/// How many ordered choices of `k` out of `n` there are: n (n-1) … (n-k+1).
pub fn arrangements(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * n.saturating_sub(i) as f64)
}

/// n!
pub fn factorial(n: usize) -> f64 {
    arrangements(n, n)
}

/// How many ways there are to choose `k` out of `n`, in no order.
pub fn choices(n: usize, k: usize) -> f64 {
    arrangements(n, k) / factorial(k)
}
