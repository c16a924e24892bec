//! A mean estimated from a sample, and its confidence interval.

use tournament::compare::{CONFIDENCE, Interval, critical_value};

/// The mean of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanEstimate {
    /// The sample mean.
    pub mean: f64,
    /// Its standard error; none with fewer than two observations.
    pub se: Option<f64>,
    /// The number of observations.
    pub count: u64,
}

/// Where an interval lies in relation to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IntervalRelation {
    /// All of it is below the number.
    Below,
    /// It contains the number: with these observations the mean is not distinguishable from it.
    Indistinguishable,
    /// All of it is above the number.
    Above,
}

impl MeanEstimate {
    /// The mean of these numbers, with the standard error from their sample standard deviation. None of no numbers.
    pub fn of(numbers: &[f64]) -> Option<MeanEstimate> {
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
        let se = (numbers.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        (!numbers.is_empty()).then_some(MeanEstimate { mean, se, count: numbers.len() as u64 })
    }

    /// The estimate rounded to six decimals, as tables have it. What is computed from it follows from the tables, too.
    pub fn rounded(self) -> MeanEstimate {
        let millionths = |number: f64| (number * 1e6).round() / 1e6;
        MeanEstimate { mean: millionths(self.mean), se: self.se.map(millionths), ..self }
    }

    /// The mean less a number, in standard errors. None where there is no spread.
    pub fn z_score(&self, number: f64) -> Option<f64> {
        self.se.filter(|se| *se > 0.0).map(|se| (self.mean - number) / se)
    }

    /// The 95 % confidence interval of the mean, by Student's t distribution with one degree of freedom less than there are
    /// observations. None with fewer than two.
    pub fn interval(&self) -> Option<Interval> {
        let freedom = self.count.checked_sub(1).filter(|freedom| *freedom > 0)?;
        let half_width = critical_value(CONFIDENCE, freedom as f64)? * self.se?;
        Some(Interval::around(self.mean, half_width))
    }
}

impl IntervalRelation {
    /// Where an interval lies in relation to a number.
    pub fn of(interval: &Interval, number: f64) -> IntervalRelation {
        if interval.high < number {
            IntervalRelation::Below
        } else if interval.low > number {
            IntervalRelation::Above
        } else {
            IntervalRelation::Indistinguishable
        }
    }

    /// All of them.
    pub const ALL: [IntervalRelation; 3] =
        [IntervalRelation::Below, IntervalRelation::Indistinguishable, IntervalRelation::Above];

    /// The relation in words.
    pub const fn words(self) -> &'static str {
        match self {
            IntervalRelation::Below => "below",
            IntervalRelation::Indistinguishable => "not distinguishable",
            IntervalRelation::Above => "above",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_students_t() {
        let estimate = MeanEstimate::of(&[4.0, 5.0, 5.0, 6.0, 10.0]).unwrap();
        // R: t.test(c(4, 5, 5, 6, 10)).
        let interval = estimate.interval().unwrap();
        let Interval { low, high } = interval;
        assert!((low - 3.088_039_9).abs() < 1e-7 && (high - 8.911_960_1).abs() < 1e-7, "{low} {high}");
        assert_eq!(IntervalRelation::of(&interval, 9.0), IntervalRelation::Below);
        assert_eq!(IntervalRelation::of(&interval, 8.0), IntervalRelation::Indistinguishable);
        assert_eq!(IntervalRelation::of(&interval, 3.0), IntervalRelation::Above);
        assert_eq!(MeanEstimate::of(&[1.0]).unwrap().interval(), None);
        assert_eq!(MeanEstimate::of(&[]), None);
    }
}
