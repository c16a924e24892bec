//! Numbers of choices and arrangements, in `f64`.
//!
//! A result below 2^53 is exact. A larger one is a product in a fixed order, so that it is the same on every machine.

/// base ^ exponent.
pub fn power(base: usize, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base as f64)
}

/// n (n-1) … (n-k+1): the number of ordered choices of `k` out of `n`. It is 0 for k > n.
pub fn falling_factorial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * n.saturating_sub(i) as f64)
}

/// n!
pub fn factorial(n: usize) -> f64 {
    falling_factorial(n, n)
}

/// The number of unordered choices of `k` out of `n`. It is 0 for k > n.
pub fn binomial(n: usize, k: usize) -> f64 {
    falling_factorial(n, k) / factorial(k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_exact() {
        assert_eq!([power(2, 10), power(7, 0), power(26, 2)], [1024.0, 1.0, 676.0]);
        assert_eq!([falling_factorial(6, 4), falling_factorial(3, 4), falling_factorial(5, 0)], [360.0, 0.0, 1.0]);
        assert_eq!([factorial(0), factorial(5)], [1.0, 120.0]);
        assert_eq!([binomial(26, 3), binomial(4, 4), binomial(2, 3)], [2600.0, 1.0, 0.0]);
    }
}
