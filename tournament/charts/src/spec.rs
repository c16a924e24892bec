//! What a chart shows, before anything is placed.

use crate::axis::{AxisScale, ValueAxis};
use crate::colors;
use crate::data_point::{Caveat, DataPoint};
use crate::frame::Texts;
use crate::text;
use plotters::style::RGBColor;

/// How a chart shows its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
    /// A line for each series, through the categories in their order.
    Lines,
    /// A panel for each category, with a bar for each series. Bars start at zero, or at the end of a logarithmic axis.
    Bars,
}

/// What a chart shows: a number for every series in every category.
///
/// Up to seven series are highlighted: they have a color each and, in a line chart, a label. Of more, the first seven are
/// highlighted, so the best should come first, and those that [`highlighting`](ChartSpec::highlighting) names. The others
/// are gray.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSpec {
    pub(crate) kind: ChartKind,
    /// The name of its files, without their extension.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// What the value axis measures.
    pub(crate) measure: String,
    pub(crate) scale: AxisScale,
    /// What the categories are.
    pub(crate) across: String,
    pub(crate) categories: Vec<String>,
    pub(crate) series: Vec<Series>,
    highlighted: Vec<String>,
    notes: Vec<String>,
}

/// The numbers of one name, such as a player: a point for each category.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    /// The number of its color.
    pub(crate) color: usize,
    pub(crate) name: String,
    pub(crate) points: Vec<DataPoint>,
}

/// Series that are highlighted when there are more.
pub(crate) const HIGHLIGHTED: usize = 7;

impl ChartSpec {
    /// A chart with these categories from left to right or from the first panel to the last, without a series. Its files
    /// have its name.
    #[must_use]
    pub fn new(kind: ChartKind, name: &str, categories: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            title: String::new(),
            subtitle: String::new(),
            measure: String::new(),
            scale: AxisScale::FromZero,
            across: String::new(),
            categories: categories.into_iter().map(|category| text::printable(&category.into())).collect(),
            series: Vec::new(),
            highlighted: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// With the lines above the chart.
    #[must_use]
    pub fn titled(self, title: &str, subtitle: &str) -> Self {
        Self { title: text::printable(title), subtitle: text::printable(subtitle), ..self }
    }

    /// With the title of the value axis, such as `mean guesses`, and its scale. On a logarithmic axis numbers that are not
    /// above zero are missing.
    #[must_use]
    pub fn measuring(self, measure: &str, scale: AxisScale) -> Self {
        Self { measure: text::printable(measure), scale, ..self }
    }

    /// With what the categories are, such as `size (pegs x colors)`.
    #[must_use]
    pub fn across(self, across: &str) -> Self {
        Self { across: text::printable(across), ..self }
    }

    /// With one more series, a point for each category; where the points end early they are missing.
    ///
    /// `color` is the number of a color, the same in every chart unless another highlighted series has that color already.
    /// There are eight colors.
    #[must_use]
    pub fn series(mut self, color: usize, name: &str, points: impl IntoIterator<Item = DataPoint>) -> Self {
        let points = points.into_iter().take(self.categories.len()).collect();
        self.series.push(Series { color, name: text::printable(name), points });
        self
    }

    /// With these series highlighted, however many there are.
    #[must_use]
    pub fn highlighting(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.highlighted.extend(names.into_iter().map(|name| text::printable(&name.into())));
        self
    }

    /// With one more sentence below the chart.
    #[must_use]
    pub fn note(mut self, note: &str) -> Self {
        self.notes.push(text::printable(note));
        self
    }

    /// With another name of its files.
    pub(crate) fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    fn points(&self) -> impl Iterator<Item = DataPoint> {
        self.series.iter().flat_map(|series| series.points.iter().copied())
    }

    /// The same chart without what cannot be shown: numbers that its axis does not have, series without a point, and, in
    /// a bar chart, categories without a point.
    pub(crate) fn without_missing(mut self) -> Self {
        if self.scale == AxisScale::Logarithmic {
            for point in self.series.iter_mut().flat_map(|series| &mut series.points) {
                if point.value().is_some_and(|value| value <= 0.0) {
                    *point = DataPoint::Missing;
                }
            }
        }
        let is_there = |point: &DataPoint| *point != DataPoint::Missing;
        self.series.retain(|series| series.points.iter().any(is_there));
        for series in &mut self.series {
            series.points.resize(self.categories.len(), DataPoint::Missing);
        }
        if self.kind == ChartKind::Bars {
            let kept: Vec<bool> = (0..self.categories.len())
                .map(|category| self.series.iter().any(|series| is_there(&series.points[category])))
                .collect();
            retain(&mut self.categories, &kept);
            self.series.iter_mut().for_each(|series| retain(&mut series.points, &kept));
        }
        self
    }

    /// Whether there is nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.points().all(|point| point == DataPoint::Missing)
    }

    /// Whether a series is highlighted.
    pub(crate) fn is_highlighted(&self, series: usize) -> bool {
        self.series.len() <= HIGHLIGHTED
            || series < HIGHLIGHTED
            || self.series.get(series).is_some_and(|series| self.highlighted.contains(&series.name))
    }

    /// The color of each series, none of one that is not highlighted. Up to eight colors differ.
    pub(crate) fn colors(&self) -> Vec<Option<RGBColor>> {
        let mut used = [0; colors::SERIES.len()];
        let color = |(place, series): (usize, &Series)| {
            let order = (0..colors::SERIES.len()).map(|shift| (series.color + shift) % colors::SERIES.len());
            let chosen = order.min_by_key(|&color| used[color]).filter(|_| self.is_highlighted(place))?;
            used[chosen] += 1;
            Some(colors::SERIES[chosen])
        };
        self.series.iter().enumerate().map(color).collect()
    }

    /// The texts around the chart.
    pub(crate) fn texts(&self) -> Texts {
        Texts { title: self.title.clone(), caption: self.caption(), notes: self.all_notes() }
    }

    /// The line below the title: what the panels and the error bars are, where there are any.
    fn caption(&self) -> String {
        let panels = (self.kind == ChartKind::Bars && !self.across.is_empty()).then(|| format!("by {}", self.across));
        let intervals = self.points().any(|point| point.interval().is_some());
        let intervals = intervals.then(|| "error bars: 95 % confidence (±1.96 standard errors)".to_owned());
        let parts = [panels, Some(self.subtitle.clone()).filter(|text| !text.is_empty()), intervals];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// The sentences below the chart.
    fn all_notes(&self) -> Vec<String> {
        let has = |caveat| self.points().any(|point| point.caveat() == Some(caveat));
        let bound = has(Caveat::LowerBound).then(|| "Hollow and ≥: a lower bound.".to_owned());
        let won = has(Caveat::NotAllWon).then(|| "Hollow: not all rounds were won.".to_owned());
        let others = (0..self.series.len()).filter(|&series| !self.is_highlighted(series)).count();
        let others =
            (others > 0 && self.kind == ChartKind::Lines).then(|| format!("Gray, without a label: {others} more."));
        [others, bound, won].into_iter().flatten().chain(self.notes.iter().cloned()).collect()
    }

    /// The axis that holds every value and every error bar, with at most this number of ticks if it is linear.
    pub(crate) fn value_axis(&self, most_ticks: usize) -> ValueAxis {
        // The length of a bar is its number only where it is counted from zero.
        let scale = match (self.kind, self.scale) {
            (ChartKind::Bars, AxisScale::Linear) => AxisScale::FromZero,
            (_, scale) => scale,
        };
        let ends = self.points().filter_map(|point| {
            let value = point.value()?;
            let [low, high] = point.interval().unwrap_or([value; 2]);
            // A logarithmic axis cannot show an error bar that ends at or below zero, and no quantity above zero has a mean
            // below it: the error bar is cut off.
            let low = match scale {
                // The shortest bar has a length, too.
                AxisScale::Logarithmic if self.kind == ChartKind::Bars => value / 2.0,
                AxisScale::Logarithmic => low.max(value / 2.0),
                AxisScale::Linear | AxisScale::FromZero => low.max(value.min(0.0)),
            };
            Some([low, high])
        });
        ValueAxis::new(scale, ends.flatten(), most_ticks)
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
    fn bars_start_at_zero() {
        let low = |kind| {
            let spec = ChartSpec::new(kind, "guesses", ["4x6"]).measuring("guesses", AxisScale::Linear);
            let spec = spec.series(0, "here", [DataPoint::exact(9.5)]).series(1, "report", [DataPoint::exact(10.0)]);
            spec.value_axis(9).low()
        };
        assert!(low(ChartKind::Bars) == 0.0 && low(ChartKind::Lines) > 9.0);
    }

    #[test]
    fn error_bars_end_at_zero() {
        let quantity = ChartSpec::new(ChartKind::Bars, "guesses", ["4x6"])
            .measuring("guesses", AxisScale::FromZero)
            .series(0, "here", [DataPoint::measured(0.5, Some(1.0))]);
        assert_eq!(quantity.value_axis(9).low(), 0.0);
    }

    #[test]
    fn the_first_seven_and_the_named_are_highlighted_in_different_colors() {
        let names: Vec<String> = (0..30).map(|player| format!("player-{player}")).collect();
        let spec = ChartSpec::new(ChartKind::Lines, "score", ["4x6"]).highlighting(["player-20"]);
        let spec = names
            .iter()
            .enumerate()
            .fold(spec, |spec, (place, name)| spec.series(place / 2, name, [DataPoint::exact(place as f64)]));
        let colors = spec.colors();
        let highlighted: Vec<usize> = (0..30).filter(|&series| colors[series].is_some()).collect();
        assert_eq!(highlighted, [0, 1, 2, 3, 4, 5, 6, 20]);
        for (place, one) in highlighted.iter().enumerate() {
            assert!(highlighted[..place].iter().all(|other| colors[*one] != colors[*other]), "{one}");
        }
        assert_eq!(colors[0], Some(colors::SERIES[0]));
    }

    #[test]
    fn what_is_missing_is_left_out() {
        let points = |value| [DataPoint::exact(value), DataPoint::Missing];
        let spec = ChartSpec::new(ChartKind::Bars, "time", ["4x6", "6x10"]).measuring("µs", AxisScale::Logarithmic);
        let spec = spec.series(0, "rao", points(1.0)).series(1, "dino", points(0.0)).without_missing();
        assert_eq!((spec.series.len(), &spec.categories[..]), (1, &["4x6".to_owned()][..]));
        assert!(!spec.is_empty());
    }
}
