//! A confidence interval.

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// The interval with this center and half width.
    #[must_use]
    pub fn around(center: f64, half_width: f64) -> Interval {
        Interval { low: center - half_width, high: center + half_width }
    }

    /// Whether a number lies in it, the bounds included.
    #[must_use]
    pub fn contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Half of its width.
    ///
    /// ```
    /// assert_eq!(intervals::Interval::around(12.0, 0.5).half_width(), 0.5);
    /// ```
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
