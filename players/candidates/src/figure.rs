//! A number, exact or estimated.

/// A number that is exact, or an estimate with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number. An exact count of more than 2^53 codes is rounded to a double.
    pub value: f64,
    /// The standard error of an estimate; `None` if the number is exact.
    pub standard_error: Option<f64>,
}

impl Figure {
    /// An exact number.
    #[must_use]
    pub const fn exact(value: f64) -> Figure {
        Figure { value, standard_error: None }
    }

    /// An estimate.
    #[must_use]
    pub const fn estimate(value: f64, standard_error: f64) -> Figure {
        Figure { value, standard_error: Some(standard_error) }
    }

    /// Whether the number is exact.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.standard_error.is_none()
    }

    /// The standard error as a part of the number; 0 if the number is exact.
    ///
    /// ```
    /// use candidates::Figure;
    /// assert_eq!(Figure::estimate(200.0, 10.0).relative_error(), 0.05);
    /// ```
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        self.standard_error.map_or(0.0, |error| error / self.value)
    }
}
