//! Confidence intervals and tests by Student's t distribution.
//!
//! ```
//! use intervals::{Interval, critical_value, p_value};
//! // A mean of 12 with the standard error 2 and 9 degrees of freedom.
//! let half = 2.0 * critical_value(0.95, 9.0).unwrap();
//! let interval = Interval::around(12.0, half);
//! assert!((interval.low - 7.476).abs() < 1e-3 && interval.contains(16.5));
//! assert!((p_value(12.0 / 2.0, 9.0).unwrap() - 0.0002).abs() < 1e-5);
//! ```

mod interval;
mod student;

pub use interval::Interval;
pub use student::{critical_value, p_value, sign_test};

/// The probability with which the intervals of this program contain the true value, unless another one is given: 95 %.
pub const CONFIDENCE: f64 = 0.95;

/// Whether a p value rejects its hypothesis at the level that belongs to [`CONFIDENCE`]: up to 0.05.
///
/// ```
/// assert!(intervals::is_significant(0.0499) && !intervals::is_significant(0.051));
/// ```
#[must_use]
pub fn is_significant(p_value: f64) -> bool {
    p_value <= 1.0 - CONFIDENCE
}
