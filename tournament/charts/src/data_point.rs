//! What a chart shows of a series in a category.

/// Larger numbers do not come from a tournament, and are not drawn.
pub(crate) const LARGEST: f64 = 1e15;

/// What a chart shows of a series in a category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DataPoint {
    /// There is no number.
    Missing,
    /// Rounds were played but none was won, and the number is one of won rounds. Bar charts say so, line charts show nothing.
    NoWin,
    /// A number, from [`DataPoint::exact`] or [`DataPoint::measured`].
    #[non_exhaustive]
    Value {
        /// The number.
        value: f64,
        /// Half the length of its error bar.
        margin: Option<f64>,
        /// What limits its meaning.
        caveat: Option<Caveat>,
    },
}

/// What limits the meaning of a number. Its marker or bar is hollow, and a note says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caveat {
    /// It is a number of won rounds, and some rounds were not won.
    NotAllWon,
    /// The quantity is as large or larger; the number has a `≥`.
    LowerBound,
}

impl DataPoint {
    /// A number without an error bar; missing if it is not one that can be drawn.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self::measured(value, None)
    }

    /// A number with the standard error that it may have, whose error bar is the 95 % confidence interval; missing if it
    /// is not a number that can be drawn.
    #[must_use]
    pub fn measured(value: f64, standard_error: Option<f64>) -> Self {
        if value.is_nan() || value.abs() > LARGEST {
            return Self::Missing;
        }
        let margin = standard_error.map(|error| error * 1.96).filter(|margin| *margin >= 0.0 && *margin <= LARGEST);
        Self::Value { value, margin, caveat: None }
    }

    /// The same number, of the won rounds of a match with others.
    #[must_use]
    pub fn not_all_won(self) -> Self {
        self.with(Caveat::NotAllWon)
    }

    /// The same number, as a lower bound.
    #[must_use]
    pub fn lower_bound(self) -> Self {
        self.with(Caveat::LowerBound)
    }

    fn with(self, caveat: Caveat) -> Self {
        match self {
            Self::Value { value, margin, .. } => Self::Value { value, margin, caveat: Some(caveat) },
            Self::Missing | Self::NoWin => self,
        }
    }

    /// The number.
    pub(crate) fn value(self) -> Option<f64> {
        match self {
            Self::Value { value, .. } => Some(value),
            Self::Missing | Self::NoWin => None,
        }
    }

    /// What limits the meaning of the number.
    pub(crate) fn caveat(self) -> Option<Caveat> {
        match self {
            Self::Value { caveat, .. } => caveat,
            Self::Missing | Self::NoWin => None,
        }
    }

    /// The ends of the error bar.
    pub(crate) fn interval(self) -> Option<[f64; 2]> {
        match self {
            Self::Value { value, margin: Some(margin), .. } if margin > 0.0 => Some([value - margin, value + margin]),
            _ => None,
        }
    }
}
