//! What a chart shows, before anything is placed.

use crate::axis::{Axis, AxisScale, LARGEST};
use crate::text::{number, printable, shortened};
use tournament::compare::Interval;

/// The series of a chart that have a color. Of more, these are the first ones, which should be the best.
pub const COLORED: usize = 7;

/// The longest label of a series in a narrow chart, in ems.
const LONGEST_LABEL: f64 = 13.0;

/// How a chart shows its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChartKind {
    /// A line for each series, with its label at the right.
    #[default]
    Lines,
    /// Markers for each series, with its label beside them.
    Scatter,
    /// A panel for each category, with a row for each series: a bar from zero, or a marker on a logarithmic axis.
    Bars,
    /// A row for each series: a marker for its number.
    Dots,
    /// A row for each series: a bar for each number, as high as it, on one scale. The horizontal axis is that of `x`.
    Histogram,
}

/// A chart: titles, axes, and panels of series.
///
/// All panels have the same axes. A chart of categories ([`Chart::of_categories`]) has a number for every series in every category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The name of its files, without their extension.
    pub name: String,
    /// The line above the chart, and the one below that line. A chart without a title has no such lines.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// How the numbers are shown.
    pub kind: ChartKind,
    /// What the axes measure.
    pub measures: [String; 2],
    /// How the axes of `x` and `y` place their numbers.
    pub scales: [AxisScale; 2],
    /// The categories, in a chart that has them: `x` is the place of one.
    pub categories: Vec<String>,
    /// The panels, from left to right and from top to bottom.
    pub panels: Vec<Panel>,
    /// The sentences below the chart.
    pub notes: Vec<String>,
    /// Names of places beyond the numbers of the horizontal axis of a histogram, from left to right.
    pub named_places: Vec<(f64, String)>,
    /// If there is one, series of this style and beyond are gray, in place of those after the first.
    pub first_gray: Option<usize>,
    /// The names of series that are colored, besides the first ones.
    pub highlighted: Vec<String>,
    /// The width of a figure for a paper, in points (1/72 inch), whose texts have 7 and 8 points. All its series have colors.
    pub paper_width: Option<f64>,
    /// Whether it is drawn for a page: half as wide, with shorter names and labels, so that it is legible on a phone, too.
    pub is_narrow: bool,
}

/// Series that are shown together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The text above it.
    pub title: String,
    /// Its series. One without a point is a heading in a chart of rows.
    pub series: Vec<Series>,
}

/// The numbers of one name, such as a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name.
    pub name: String,
    /// The text beside it; the name if it is empty.
    pub label: String,
    /// Its color and marker: 32 differ, of which eight have different colors.
    pub style: usize,
    /// The numbers, from left to right.
    pub points: Vec<(f64, DataPoint)>,
    /// The corners of a line in place of one through the points, such as a fitted curve.
    pub curve: Vec<(f64, f64)>,
    /// Whether it is gray. Drawing decides: see [`COLORED`].
    pub is_gray: bool,
}

/// A number of a series, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DataPoint {
    /// There is no number.
    Missing,
    /// A number, from [`DataPoint::exact`] or [`DataPoint::measured`].
    #[non_exhaustive]
    Value {
        /// The number.
        value: f64,
        /// The ends of its error bar, below and above it.
        interval: Option<[f64; 2]>,
        /// Whether the quantity is as large or larger: the number has a `≥`, its marker or bar is hollow, and a note says why.
        is_bound: bool,
    },
}

impl DataPoint {
    /// A number without an error bar; missing if it is not one that can be drawn.
    pub fn exact(value: f64) -> Self {
        Self::measured(value, None)
    }

    /// A number with the 95 % confidence interval that it may have, its error bar; missing if it is not a number that can be drawn.
    pub fn measured(value: f64, interval: Option<Interval>) -> Self {
        if value.is_nan() || value.abs() > LARGEST {
            return Self::Missing;
        }
        let is_drawn =
            |ends: &[f64; 2]| ends[0] <= value && value <= ends[1] && ends.iter().all(|end| end.abs() <= LARGEST);
        let interval = interval.map(|interval| [interval.low, interval.high]).filter(is_drawn);
        Self::Value { value, interval, is_bound: false }
    }

    /// The same number, as a lower bound.
    #[must_use]
    pub fn lower_bound(self) -> Self {
        match self {
            Self::Value { value, interval, .. } => Self::Value { value, interval, is_bound: true },
            Self::Missing => self,
        }
    }

    /// The mean of numbers; missing if one of them is.
    pub(crate) fn mean(points: &[Self]) -> Self {
        let n = points.len() as f64;
        let values: Option<Vec<f64>> = points.iter().map(|point| point.value()).collect();
        let Some(values) = values.filter(|values| !values.is_empty()) else { return Self::Missing };
        let value = values.iter().sum::<f64>() / n;
        // The parts of the intervals on one side add up as the errors of independent numbers do.
        let part = |end: usize| -> Option<f64> {
            let parts =
                points.iter().map(|point| point.ends().zip(point.value()).map(|(ends, value)| ends[end] - value));
            parts.map(|part| part.map(|part| part * part)).sum::<Option<f64>>().map(|squares| squares.sqrt() / n)
        };
        let is_bound = points.iter().any(|point| point.is_bound());
        let interval = part(0).zip(part(1)).map(|(below, above)| [value - below, value + above]);
        Self::Value { value, interval, is_bound }
    }

    /// The number.
    pub fn value(self) -> Option<f64> {
        if let Self::Value { value, .. } = self { Some(value) } else { None }
    }

    fn ends(self) -> Option<[f64; 2]> {
        if let Self::Value { interval, .. } = self { interval } else { None }
    }

    pub(crate) const fn is_bound(self) -> bool {
        matches!(self, Self::Value { is_bound: true, .. })
    }

    pub(crate) fn interval(self) -> Option<[f64; 2]> {
        self.ends().filter(|[low, high]| low < high)
    }

    /// The number as it is written beside a bar or a line.
    pub(crate) fn text(self) -> String {
        let bound = if self.is_bound() { "≥\u{a0}" } else { "" };
        match self {
            Self::Missing => "–".to_owned(),
            Self::Value { value, .. } => format!("{bound}{}", number(value)),
        }
    }

    /// The number with half of its interval, as it is read under the pointer.
    pub(crate) fn said(self) -> String {
        let half = self.ends().zip(self.value()).map(|([low, high], value)| (high - value).max(value - low));
        let margin = half.map(|half| format!(" ± {}", number(half)));
        self.text() + &margin.unwrap_or_default()
    }
}

impl Series {
    /// A series with that name, color and marker.
    pub fn new(name: &str, style: usize, points: impl IntoIterator<Item = (f64, DataPoint)>) -> Self {
        Self { name: name.to_owned(), style, points: points.into_iter().collect(), ..Self::default() }
    }

    pub(crate) fn last(&self) -> Option<(f64, DataPoint)> {
        self.points.iter().rev().find(|(_, point)| point.value().is_some()).copied()
    }
}

impl Chart {
    /// A chart with these categories from left to right, or from the first panel of bars to the last, and what they are, such as
    /// `game (pegs x colors)`.
    pub fn of_categories(
        kind: ChartKind,
        name: &str,
        across: &str,
        categories: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            measures: [across.to_owned(), String::new()],
            categories: categories.into_iter().map(Into::into).collect(),
            panels: vec![Panel::default()],
            ..Self::default()
        }
    }

    /// With the lines above the chart.
    #[must_use]
    pub fn titled(self, title: &str, subtitle: &str) -> Self {
        Self { title: title.to_owned(), subtitle: subtitle.to_owned(), ..self }
    }

    /// With the title of the axis of `y`, such as `mean guesses`, and its scale.
    #[must_use]
    pub fn measuring(mut self, measure: &str, scale: AxisScale) -> Self {
        measure.clone_into(&mut self.measures[1]);
        self.scales[1] = scale;
        self
    }

    /// With one more series in its last panel, a point for each category; where the points end early they are missing.
    #[must_use]
    pub fn series(mut self, style: usize, name: &str, points: impl IntoIterator<Item = DataPoint>) -> Self {
        let points = points.into_iter().chain(std::iter::repeat(DataPoint::Missing)).take(self.categories.len());
        let series = Series::new(name, style, points.enumerate().map(|(place, point)| (place as f64, point)));
        if let Some(panel) = self.panels.last_mut() {
            panel.series.push(series);
        }
        self
    }

    pub(crate) fn all_series(&self) -> impl Iterator<Item = &Series> {
        self.panels.iter().flat_map(|panel| &panel.series)
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = DataPoint> {
        self.all_series().flat_map(|series| series.points.iter().map(|(_, point)| *point))
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.points().all(|point| point == DataPoint::Missing)
    }

    /// The same chart without what cannot be shown: numbers that its axes do not have, series without a point, and categories of bars
    /// without a point. The series beyond the first are gray, unless they are highlighted. Its texts can be written.
    pub(crate) fn prepared(mut self) -> Self {
        let is_log = self.scales.map(|scale| scale == AxisScale::Logarithmic);
        let is_shown =
            |x: f64, y: f64| (!is_log[0] || x > 0.0) && (!is_log[1] || y > 0.0) && x.is_finite() && y.is_finite();
        for series in self.panels.iter_mut().flat_map(|panel| &mut panel.series) {
            for (x, point) in &mut series.points {
                if point.value().is_some_and(|y| !is_shown(*x, y)) {
                    *point = DataPoint::Missing;
                }
            }
            series.curve.retain(|(x, y)| is_shown(*x, *y));
        }
        let is_there = |(_, point): &(f64, DataPoint)| *point != DataPoint::Missing;
        // A series without any point is a heading, or a curve.
        self.panels.iter_mut().for_each(|panel| {
            panel.series.retain(|series| series.points.is_empty() || series.points.iter().any(is_there));
        });
        if self.kind == ChartKind::Bars {
            let has = |place: usize| self.all_series().any(|series| series.points.get(place).is_some_and(is_there));
            let kept: Vec<bool> = (0..self.categories.len()).map(has).collect();
            retain(&mut self.categories, &kept);
            for series in self.panels.iter_mut().flat_map(|panel| &mut panel.series) {
                retain(&mut series.points, &kept);
            }
        }
        let (all_colored, highlighted) = (self.paper_width.is_some(), self.highlighted.clone());
        for panel in &mut self.panels {
            let is_few = all_colored || (self.first_gray.is_none() && panel.series.len() <= COLORED);
            for (place, series) in panel.series.iter_mut().enumerate() {
                let is_beyond = self.first_gray.map_or(place >= COLORED, |first| series.style >= first);
                series.is_gray = !is_few && is_beyond && !highlighted.contains(&series.name);
                if series.label.is_empty() {
                    series.label.clone_from(&series.name);
                    if self.kind == ChartKind::Lines
                        && !self.categories.is_empty()
                        && let Some((_, point)) = series.last()
                    {
                        series.label = format!("{}: {}", series.name, point.text());
                    }
                }
                if self.is_narrow {
                    series.label = shortened(&series.label, 1.0, LONGEST_LABEL);
                }
            }
        }
        let texts = self.panels.iter_mut().flat_map(|panel| {
            let series = panel.series.iter_mut().flat_map(|series| [&mut series.name, &mut series.label]);
            series.chain([&mut panel.title])
        });
        let texts = texts.chain(&mut self.measures).chain(&mut self.categories).chain(&mut self.notes);
        for text in texts.chain([&mut self.title, &mut self.subtitle]) {
            *text = printable(text);
        }
        self
    }

    /// The line below the title: what the panels and the error bars are, where there are any.
    pub(crate) fn caption(&self) -> String {
        let across = &self.measures[0];
        let panels = (self.kind == ChartKind::Bars && !across.is_empty()).then(|| format!("by {across}"));
        let intervals = self.points().any(|point| point.interval().is_some());
        let intervals = intervals.then(|| "error bars: 95 % confidence".to_owned());
        let parts = [panels, Some(self.subtitle.clone()).filter(|text| !text.is_empty()), intervals];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    pub(crate) fn all_notes(&self) -> Vec<String> {
        let has_bound = self.points().any(DataPoint::is_bound);
        let bound = has_bound.then(|| "Hollow and ≥: a lower bound.".to_owned());
        let others = self.all_series().filter(|series| series.is_gray).count();
        let is_unnamed = matches!(self.kind, ChartKind::Lines | ChartKind::Scatter);
        let others = (others > 0 && is_unnamed).then(|| format!("Gray, without a label: {others} more."));
        [others, bound].into_iter().flatten().chain(self.notes.iter().cloned()).collect()
    }

    pub(crate) fn x_axis(&self, most_ticks: usize) -> Axis {
        let series = self.all_series();
        let values = series.flat_map(|series| {
            let points = series.points.iter().filter(|(_, point)| point.value().is_some()).map(|(x, _)| *x);
            points.chain(series.curve.iter().map(|(x, _)| *x))
        });
        Axis::new(self.scales[0], values, most_ticks)
    }

    pub(crate) fn y_axis(&self, most_ticks: usize) -> Axis {
        let is_bars = self.kind == ChartKind::Bars;
        // The length of a bar is its number only where it is counted from zero.
        let scale = match self.scales[1] {
            AxisScale::Linear if is_bars => AxisScale::FromZero,
            scale => scale,
        };
        let ends = self.points().filter_map(|point| {
            let value = point.value()?;
            let [low, high] = point.interval().unwrap_or([value; 2]);
            // A logarithmic axis cannot show an error bar that ends at or below zero: it is cut off.
            Some([if scale == AxisScale::Logarithmic { low.max(value / 2.0) } else { low }, high])
        });
        let curves = self.all_series().flat_map(|series| series.curve.iter().map(|(_, y)| *y));
        Axis::new(scale, ends.flatten().chain(curves), most_ticks)
    }
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next().copied().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars() -> Chart {
        Chart::of_categories(ChartKind::Bars, "guesses", "size", ["4x6", "6x10"])
    }

    #[test]
    fn bars_start_at_zero() {
        let low = |kind| {
            let chart = Chart { kind, ..bars().measuring("guesses", AxisScale::Linear) };
            let chart = chart.series(0, "here", [DataPoint::exact(9.5)]).series(1, "report", [DataPoint::exact(10.0)]);
            chart.y_axis(9).low
        };
        assert!(low(ChartKind::Bars) == 0.0 && low(ChartKind::Lines) > 9.0);
    }

    #[test]
    fn the_first_seven_and_the_named_have_colors() {
        let chart = Chart { highlighted: vec!["player-20".to_owned()], ..bars() };
        let add = |chart: Chart, place: usize| chart.series(place, &format!("player-{place}"), [DataPoint::exact(1.0)]);
        let chart = (0..30).fold(chart, add).prepared();
        let colored = (0..30).filter(|place| !chart.panels[0].series[*place].is_gray);
        assert_eq!(colored.collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 20]);
    }

    #[test]
    fn what_is_missing_is_left_out() {
        let points = |value| [DataPoint::exact(value), DataPoint::Missing];
        let chart = bars().measuring("µs", AxisScale::Logarithmic);
        let chart = chart.series(0, "rao", points(1.0)).series(1, "dino", points(0.0)).prepared();
        assert_eq!((chart.panels[0].series.len(), &chart.categories[..]), (1, &["4x6".to_owned()][..]));
        assert!(!chart.is_empty());
    }
}
