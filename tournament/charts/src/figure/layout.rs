//! The parts that all figures share: sizes, texts, axes.

use super::{
    shape::{Anchor, Rgb, Shape},
    spec::FigureScale,
};
use crate::{
    axis::{AxisScale, ValueAxis},
    colors,
    outline::Font,
};
use plotters::{coord::ranged1d::Ranged, style::RGBColor};

/// Font sizes in points. Journals ask for 6 to 8.
pub(crate) const TEXT: f64 = 7.0;
pub(crate) const TITLE: f64 = 8.0;
/// Lengths in points.
pub(crate) const LINE: f64 = 0.9;
pub(crate) const HAIRLINE: f64 = 0.4;
pub(crate) const MARKER: f64 = 1.7;
pub(crate) const TICK: f64 = 2.5;
/// Between two texts.
pub(crate) const GAP: f64 = 4.0;
/// From the base line of a text to the middle of its small letters, in ems.
const MIDDLE: f64 = 0.36;
/// Positions are computed in these units, so that axes of whole numbers are exact enough.
const UNITS: f64 = 1000.0;
/// The part of an axis of exponents before its smallest number.
const PADDING: f64 = 0.03;
/// A logarithmic axis whose ends have a larger ratio has powers of ten as its labels.
const EXPONENTS: f64 = 1e6;

pub(crate) fn rgb(color: RGBColor) -> Rgb {
    (color.0, color.1, color.2)
}

/// The color of a series.
pub(crate) fn series_color(number: usize) -> Rgb {
    rgb(colors::SERIES[number % colors::SERIES.len()])
}

pub(crate) const fn line(corners: Vec<(f64, f64)>, width: f64, color: Rgb) -> Shape {
    Shape::Line { corners, width, color }
}

/// A text whose small letters are in the middle of that height.
pub(crate) fn text(at: (f64, f64), text: &str, size: f64, anchor: Anchor) -> Shape {
    let at = (at.0, at.1 + size * MIDDLE);
    Shape::Text { at, text: text.to_owned(), size, color: rgb(colors::TEXT), anchor, is_vertical: false }
}

/// Measures texts with the font in the program.
pub(crate) struct TextMeasure(Font);

impl TextMeasure {
    pub(crate) fn new() -> Result<TextMeasure, ttf_parser::FaceParsingError> {
        Font::new().map(TextMeasure)
    }

    /// The width of a text, in points.
    pub(crate) fn width(&self, text: &str, size: f64) -> f64 {
        f64::from(self.0.outline(text).width) * size
    }

    pub(crate) fn widest<'a>(&self, texts: impl IntoIterator<Item = &'a str>, size: f64) -> f64 {
        texts.into_iter().map(|text| self.width(text, size)).fold(0.0, f64::max)
    }
}

/// An axis between two positions.
pub(crate) struct Axis {
    axis: ValueAxis,
    scale: FigureScale,
    /// Whether `axis` has the logarithms of the numbers: where these span several powers of ten, so that only their exponents matter.
    has_exponents: bool,
}

impl Axis {
    /// An axis that holds these numbers, with at most that many ticks.
    pub(crate) fn new(scale: FigureScale, values: impl Iterator<Item = f64>, most_ticks: usize) -> Axis {
        let is_log = scale == FigureScale::Logarithmic;
        let values: Vec<f64> = values.filter(|value| value.is_finite() && (!is_log || *value > 0.0)).collect();
        let (low, high) = values
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(*value), high.max(*value)));
        let has_exponents = is_log && high / low >= EXPONENTS;
        let mut axis = match scale {
            FigureScale::Logarithmic if has_exponents => {
                let (low, high) = (low.log10(), high.log10());
                ValueAxis::linear(low - (high - low) * PADDING, high, most_ticks)
            }
            FigureScale::Logarithmic => ValueAxis::new(AxisScale::Logarithmic, values.into_iter(), most_ticks),
            FigureScale::Linear => ValueAxis::new(AxisScale::Linear, values.into_iter(), most_ticks),
        };
        axis.thin_out(most_ticks);
        Axis { axis, scale, has_exponents }
    }

    /// Whether the axis has a place for a number.
    pub(crate) fn has(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == FigureScale::Linear || value > 0.0)
    }

    /// The place of a number between two positions.
    pub(crate) fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let value = if self.has_exponents { value.log10() } else { value };
        f64::from(self.axis.map(&value, ((from * UNITS) as i32, (to * UNITS) as i32))) / UNITS
    }

    /// The ticks with their labels: a label may be a power, whose exponent comes after a `^`.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let ticks = self.axis.ticks().iter().copied();
        if self.has_exponents {
            let whole = ticks.filter(|exponent| exponent.fract() == 0.0);
            return whole.map(|exponent| (10f64.powf(exponent), format!("10^{exponent}"))).collect();
        }
        ticks.zip(self.axis.tick_labels()).collect()
    }
}

/// The label of a tick on a horizontal axis, centered, with a raised exponent.
pub(crate) fn tick_label(measure: &TextMeasure, at: (f64, f64), label: &str) -> Vec<Shape> {
    let Some((base, exponent)) = label.split_once('^') else { return vec![text(at, label, TEXT, Anchor::Middle)] };
    let small = TEXT * 0.75;
    let (base_width, width) = (measure.width(base, TEXT), measure.width(base, TEXT) + measure.width(exponent, small));
    let left = at.0 - width / 2.0;
    vec![
        text((left, at.1), base, TEXT, Anchor::Start),
        text((left + base_width, at.1 - TEXT * 0.35), exponent, small, Anchor::Start),
    ]
}

/// The width of a tick label.
pub(crate) fn tick_width(measure: &TextMeasure, label: &str) -> f64 {
    match label.split_once('^') {
        Some((base, exponent)) => measure.width(base, TEXT) + measure.width(exponent, TEXT * 0.75),
        None => measure.width(label, TEXT),
    }
}
