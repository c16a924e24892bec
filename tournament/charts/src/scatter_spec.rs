//! What a scatter chart shows, before anything is placed.

use crate::frame::Texts;
use crate::text;

/// Numbers against numbers, both on logarithmic axes: for every series markers, a line such as a fitted curve, and a label.
///
/// The first seven series have a color each and a label beside the chart. The others are gray.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterSpec {
    pub(crate) name: String,
    texts: Texts,
    /// What the axes measure: horizontal, vertical.
    pub(crate) measures: [String; 2],
    pub(crate) series: Vec<ScatterSeries>,
}

/// The numbers of one name, such as a player.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterSeries {
    /// The label beside the chart.
    pub label: String,
    /// The markers. Numbers that are not above zero are left out, here and in the line.
    pub points: Vec<(f64, f64)>,
    /// The corners of the line, from left to right.
    pub line: Vec<(f64, f64)>,
}

impl ScatterSpec {
    /// A chart without a series. Its files have its name. The measures are those of the horizontal and the vertical axis.
    #[must_use]
    pub fn new(name: &str, measures: [&str; 2]) -> Self {
        let measures = measures.map(text::printable);
        Self { name: name.to_owned(), texts: Texts::default(), measures, series: Vec::new() }
    }

    /// With the lines above the chart.
    #[must_use]
    pub fn titled(mut self, title: &str, subtitle: &str) -> Self {
        (self.texts.title, self.texts.caption) = (text::printable(title), text::printable(subtitle));
        self
    }

    /// With one more series.
    #[must_use]
    pub fn series(mut self, series: ScatterSeries) -> Self {
        let is_drawn = |(x, y): &(f64, f64)| *x > 0.0 && *y > 0.0 && x.is_finite() && y.is_finite();
        let drawn = |points: Vec<(f64, f64)>| points.into_iter().filter(is_drawn).collect();
        let ScatterSeries { label, points, line } = series;
        self.series.push(ScatterSeries { label: text::printable(&label), points: drawn(points), line: drawn(line) });
        self
    }

    /// With one more sentence below the chart.
    #[must_use]
    pub fn note(mut self, note: &str) -> Self {
        self.texts.notes.push(text::printable(note));
        self
    }

    pub(crate) fn texts(&self) -> Texts {
        self.texts.clone()
    }

    pub(crate) fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Whether there is nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }
}
