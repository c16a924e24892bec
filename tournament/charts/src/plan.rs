//! What a chart shows, before anyone decides where.

use crate::scale::{LARGEST, Scale, Spread};

/// How a chart shows its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line a series, through the categories in their order.
    Lines,
    /// A group of bars a category, with a bar a series. Bars stand on zero, or on the end of a logarithmic axis.
    Bars,
}

/// What a chart shows: a number for every series in every category.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub(crate) kind: Kind,
    /// The name of its files, without their ending.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// What the vertical axis measures.
    pub(crate) measure: String,
    pub(crate) spread: Spread,
    /// What the categories are.
    pub(crate) across: String,
    pub(crate) categories: Vec<String>,
    pub(crate) series: Vec<Series>,
    /// Sentences below the chart.
    pub(crate) notes: Vec<String>,
}

/// What belongs to one name of the legend, such as a player's results: a reading a category.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    /// The number of the pen that draws it.
    pub(crate) pen: usize,
    pub(crate) name: String,
    pub(crate) readings: Vec<Reading>,
}

/// What a chart shows of a series in a category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// There is nothing to show.
    Nothing,
    /// Rounds were played, but none was won, and what is measured is measured in won rounds.
    NoWin,
    /// A number, from [`Reading::exact`] or [`Reading::measured`].
    #[non_exhaustive]
    Value {
        /// The number.
        value: f64,
        /// Half the length of its error bar.
        margin: Option<f64>,
        /// Whether all its rounds were won, or none was to be won. Else its marker is hollow or its bar is pale, and the
        /// legend says why.
        all_won: bool,
    },
}

impl Reading {
    /// A number without an error bar; nothing if it is not one that can be drawn.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self::measured(value, None)
    }

    /// A number with the standard error that it may have, whose error bar is the 95 % confidence interval; nothing if it
    /// is not a number that can be drawn.
    #[must_use]
    pub fn measured(value: f64, standard_error: Option<f64>) -> Self {
        if value.is_nan() || value.abs() > LARGEST {
            return Self::Nothing;
        }
        let margin = standard_error.map(|error| error * 1.96).filter(|margin| *margin >= 0.0 && *margin <= LARGEST);
        Self::Value { value, margin, all_won: true }
    }

    /// The same number, of rounds of which some were not won.
    #[must_use]
    pub fn not_all_won(self) -> Self {
        match self {
            Self::Value { value, margin, .. } => Self::Value { value, margin, all_won: false },
            Self::Nothing | Self::NoWin => self,
        }
    }
}

impl Plan {
    /// A chart with these categories from left to right, and nothing in it. Its files are called by its name.
    #[must_use]
    pub fn new(kind: Kind, name: &str, categories: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            title: String::new(),
            subtitle: String::new(),
            measure: String::new(),
            spread: Spread::FromZero,
            across: String::new(),
            categories: categories.into_iter().map(Into::into).collect(),
            series: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// With the lines above the chart. That error bars are 95 % confidence intervals is said behind the second one
    /// wherever there are any.
    #[must_use]
    pub fn titled(self, title: &str, subtitle: &str) -> Self {
        Self { title: title.to_owned(), subtitle: subtitle.to_owned(), ..self }
    }

    /// With what the vertical axis measures, such as `mean guesses`, and how it spreads the numbers. On a logarithmic one
    /// there is nothing to show of numbers that are not above zero.
    #[must_use]
    pub fn measuring(self, measure: &str, spread: Spread) -> Self {
        Self { measure: measure.to_owned(), spread, ..self }
    }

    /// With what the categories are, such as `size (pegs x colors)`.
    #[must_use]
    pub fn across(self, across: &str) -> Self {
        Self { across: across.to_owned(), ..self }
    }

    /// With one more series, a reading a category; where the readings end early there is nothing to show.
    ///
    /// A number stands for the same color, marker and dashes in every chart; the numbers from 0 to 7 differ in color, those
    /// up to 63 in color or marker.
    #[must_use]
    pub fn series(mut self, pen: usize, name: &str, readings: impl IntoIterator<Item = Reading>) -> Self {
        let readings = readings.into_iter().take(self.categories.len()).collect();
        self.series.push(Series { pen, name: name.to_owned(), readings });
        self
    }

    /// With one more sentence below the chart.
    #[must_use]
    pub fn note(mut self, note: &str) -> Self {
        self.notes.push(note.to_owned());
        self
    }
}

impl Plan {
    fn readings(&self) -> impl Iterator<Item = Reading> {
        self.series.iter().flat_map(|series| series.readings.iter().copied())
    }

    /// The same chart without the numbers that have no place on its axis.
    pub(crate) fn without_misplaced(mut self) -> Self {
        if self.spread == Spread::Logarithmic {
            for reading in self.series.iter_mut().flat_map(|series| &mut series.readings) {
                if matches!(reading, Reading::Value { value, .. } if *value <= 0.0) {
                    *reading = Reading::Nothing;
                }
            }
        }
        self
    }

    /// The same chart without the series of which there is nothing to see.
    pub(crate) fn without_empty_series(mut self) -> Self {
        self.series.retain(|series| series.readings.iter().any(|reading| *reading != Reading::Nothing));
        self
    }

    /// The same chart without the categories in which there is nothing to see.
    pub(crate) fn without_empty_categories(mut self) -> Self {
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
    pub(crate) fn is_empty(&self) -> bool {
        self.readings().all(|reading| reading == Reading::Nothing)
    }

    pub(crate) fn has_no_win(&self) -> bool {
        self.readings().any(|reading| reading == Reading::NoWin)
    }

    pub(crate) fn has_unwon(&self) -> bool {
        self.readings().any(|reading| matches!(reading, Reading::Value { all_won: false, .. }))
    }

    /// The line below the title, which says what the error bars are if there are any.
    pub(crate) fn caption(&self) -> String {
        let bars = if self.has_margins() { "error bars: 95 % confidence (±1.96 standard errors)" } else { "" };
        let between = if bars.is_empty() || self.subtitle.is_empty() { "" } else { " · " };
        format!("{}{between}{bars}", self.subtitle)
    }

    fn has_margins(&self) -> bool {
        self.readings().any(|reading| matches!(reading, Reading::Value { margin: Some(margin), .. } if margin > 0.0))
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = f64> {
        self.readings().filter_map(|reading| match reading {
            Reading::Value { value, .. } => Some(value),
            Reading::Nothing | Reading::NoWin => None,
        })
    }

    /// The axis that holds every value and every error bar.
    pub(crate) fn scale(&self) -> Scale {
        // The height of a bar is its number only where it is counted from zero.
        let spread = match (self.kind, self.spread) {
            (Kind::Bars, Spread::Even) => Spread::FromZero,
            (_, spread) => spread,
        };
        let ends = self.readings().flat_map(|reading| match reading {
            Reading::Value { value, margin, .. } => {
                let margin = margin.unwrap_or(0.0);
                // A logarithmic axis has no room for an error bar that ends at or below zero, and another one makes none
                // for what can hardly be: it is cut off at zero.
                let low = match spread {
                    // The lowest bar has some height, too.
                    Spread::Logarithmic if self.kind == Kind::Bars => value / 2.0,
                    Spread::Logarithmic => (value - margin).max(value / 2.0),
                    Spread::Even | Spread::FromZero => (value - margin).max(value.min(0.0)),
                };
                [low, value + margin]
            }
            Reading::Nothing | Reading::NoWin => [f64::NAN; 2],
        });
        Scale::new(spread, ends)
    }
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next().copied().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_on_zero() {
        let plan = |kind| {
            let plan = Plan::new(kind, "guesses", ["4x6"]).measuring("guesses", Spread::Even);
            plan.series(0, "here", [Reading::exact(9.5)]).series(1, "report", [Reading::exact(10.0)])
        };
        assert_eq!(plan(Kind::Bars).scale().place(0.0), 0.0);
        assert_eq!(plan(Kind::Bars).scale().place(5.0), 0.5);
        assert_eq!(plan(Kind::Lines).scale().place(9.0), 0.0, "lines need not show zero");
        let times = Plan { spread: Spread::Logarithmic, ..plan(Kind::Bars) };
        assert!(times.scale().place(9.5) > 0.2);
    }

    #[test]
    fn a_number_has_a_place_or_is_left_out() {
        let readings = [f64::NAN, 0.0, -1.0, 3.0, 4.0].map(Reading::exact);
        let plan = Plan::new(Kind::Lines, "times", ["4x6", "6x10", "8x10", "15x20"]).series(0, "here", readings);
        let seen = |plan: Plan| plan.without_misplaced().values().collect::<Vec<_>>();
        assert_eq!(seen(plan.clone()), [0.0, -1.0, 3.0], "one of five has no category, one is no number");
        assert_eq!(seen(plan.measuring("ns", Spread::Logarithmic)), [3.0]);
    }

    #[test]
    fn error_bars_are_explained_where_they_are() {
        let plan = Plan::new(Kind::Bars, "guesses", ["4x6"]).titled("Guesses", "100 rounds");
        let caption = |reading| plan.clone().series(0, "here", [reading]).caption();
        assert_eq!(caption(Reading::exact(4.0)), "100 rounds");
        assert_eq!(caption(Reading::measured(4.0, Some(0.0))), "100 rounds");
        let told = caption(Reading::measured(4.0, Some(0.1)));
        assert_eq!(told, "100 rounds · error bars: 95 % confidence (±1.96 standard errors)");
    }
}
