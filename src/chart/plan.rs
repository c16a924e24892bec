//! What a chart shows, before anyone decides where.

use super::scale::{LARGEST, Scale, Spread};

/// A chart: for every category and every player what became of their match.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// The name of its files, without their ending.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) subtitle: String,
    /// What the vertical axis measures.
    pub(super) measure: String,
    /// What the categories are.
    pub(super) across: String,
    pub(super) categories: Vec<String>,
    pub(super) series: Vec<Series>,
    pub(super) spread: Spread,
    /// Sentences below the chart.
    pub(super) notes: Vec<String>,
}

/// A player's results, one a category.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Series {
    /// Which of the folder's players it is.
    pub(super) player: usize,
    pub(super) name: String,
    pub(super) readings: Vec<Reading>,
}

/// What a chart shows of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Reading {
    /// There is nothing to show.
    Nothing,
    /// It was played, but no round was won, and what is measured is measured in won rounds.
    NoWin,
    /// A number.
    Value {
        value: f64,
        /// Half the length of its error bar.
        margin: Option<f64>,
        /// Whether all its rounds were won.
        flawless: bool,
    },
}

impl Reading {
    /// A number with the standard error that it may have; nothing if it is not one that can be drawn.
    pub(super) fn measured(value: f64, standard_error: Option<f64>, flawless: bool) -> Self {
        if value.is_nan() || value.abs() > LARGEST {
            return Self::Nothing;
        }
        let margin = standard_error.map(|error| error * 1.96).filter(|margin| *margin >= 0.0 && *margin <= LARGEST);
        Self::Value { value, margin, flawless }
    }
}

impl Plan {
    fn readings(&self) -> impl Iterator<Item = Reading> {
        self.series.iter().flat_map(|series| series.readings.iter().copied())
    }

    /// The same chart without the players of whom there is nothing to see.
    pub(super) fn without_empty_series(mut self) -> Self {
        self.series.retain(|series| series.readings.iter().any(|reading| *reading != Reading::Nothing));
        self
    }

    /// The same chart without the categories in which there is nothing to see.
    pub(super) fn without_empty_categories(mut self) -> Self {
        let seen = |place: usize| {
            self.series
                .iter()
                .any(|series| series.readings.get(place).is_some_and(|reading| *reading != Reading::Nothing))
        };
        let kept: Vec<bool> = (0..self.categories.len()).map(seen).collect();
        retain(&mut self.categories, &kept);
        for series in &mut self.series {
            retain(&mut series.readings, &kept);
        }
        self
    }

    /// Whether there is nothing to see.
    pub(super) fn is_empty(&self) -> bool {
        self.readings().all(|reading| reading == Reading::Nothing)
    }

    pub(super) fn has_no_win(&self) -> bool {
        self.readings().any(|reading| reading == Reading::NoWin)
    }

    pub(super) fn has_flaws(&self) -> bool {
        self.readings().any(|reading| matches!(reading, Reading::Value { flawless: false, .. }))
    }

    pub(super) fn has_margins(&self) -> bool {
        self.readings().any(|reading| matches!(reading, Reading::Value { margin: Some(margin), .. } if margin > 0.0))
    }

    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        self.readings().filter_map(|reading| match reading {
            Reading::Value { value, .. } => Some(value),
            Reading::Nothing | Reading::NoWin => None,
        })
    }

    /// The axis that holds every value and every error bar.
    pub(super) fn scale(&self) -> Scale {
        let ends = self.readings().flat_map(|reading| match reading {
            Reading::Value { value, margin, .. } => {
                let margin = margin.unwrap_or(0.0);
                // A logarithmic axis has no room for an error bar that ends at or below zero, and another one makes none
                // for what can hardly be: it is cut off at zero.
                let low = match self.spread {
                    Spread::Logarithmic => (value - margin).max(value / 2.0),
                    Spread::Even | Spread::FromZero => (value - margin).max(value.min(0.0)),
                };
                [low, value + margin]
            }
            Reading::Nothing | Reading::NoWin => [f64::NAN; 2],
        });
        Scale::new(self.spread, ends)
    }
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next().copied().unwrap_or(false));
}
