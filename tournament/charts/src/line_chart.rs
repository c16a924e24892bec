//! Line charts: a line for each series over categories in their order, with labels beside the ends of the lines.

use crate::axis::{CategoryAxis, ValueAxis, number};
use crate::colors;
use crate::data_point::{Caveat, DataPoint};
use crate::frame::{BODY_WIDTH, Body, Canvas, Drawn};
use crate::plot::{
    ABOVE, AXIS_TITLE, BELOW, LABEL_PITCH, LEADER, LineEnd, MARKER, PLOT_HEIGHT, TICK, TICKS, label_ends,
};
use crate::spec::{ChartSpec, Series};
use crate::text::{self, TEXT};
use plotters::backend::DrawingBackend;
use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::element::{Circle, PathElement};
use plotters::series::LineSeries;
use plotters::style::{Color, RGBColor, WHITE};

type LineContext<'a, DB> = ChartContext<'a, DB, Cartesian2d<CategoryAxis, ValueAxis>>;

/// Sizes are in pixels.
const LONGEST_NAME: i32 = 290;
/// Between the labels of two categories.
const CATEGORY_GAP: i32 = 16;
const LONGEST_CATEGORY: i32 = 160;
/// Markers of one category lie this far apart, so that equal values do not hide each other, or take a share of the category's
/// width.
const MARKER_PITCH: f64 = 4.0;
const MARKER_SHARE: f64 = 0.25;

/// A line chart and the sizes of its parts.
pub(crate) struct LineChart<'a> {
    spec: &'a ChartSpec,
    axis: ValueAxis,
    categories: Vec<String>,
    lines: Vec<Line<'a>>,
    /// The highlighted series, with and without a number.
    highlighted: i32,
    /// The widths of the axis' labels and of the lines' labels.
    left: i32,
    right: i32,
    plot_width: i32,
    plot_height: i32,
}

impl<'a> LineChart<'a> {
    pub(crate) fn new(spec: &'a ChartSpec) -> Self {
        let axis = spec.value_axis(TICKS);
        let colors = spec.colors();
        let lines: Vec<Line> =
            spec.series.iter().zip(&colors).filter_map(|(series, color)| Line::new(series, *color)).collect();
        let left = AXIS_TITLE + text::widest(axis.tick_labels().iter().map(String::as_str), TEXT);
        let labels = text::widest(lines.iter().filter(|line| line.color.is_some()).map(|line| &*line.label), TEXT);
        let right = LEADER + labels;
        let categories: Vec<String> =
            spec.categories.iter().map(|name| text::shortened(name, TEXT, LONGEST_CATEGORY)).collect();
        let widest = text::widest(categories.iter().map(String::as_str), TEXT) + CATEGORY_GAP;
        let plot_width = (BODY_WIDTH - left - right).max(widest * categories.len() as i32);
        let highlighted = colors.iter().flatten().count() as i32;
        let plot_height = PLOT_HEIGHT.max(highlighted * LABEL_PITCH);
        Self { spec, axis, categories, lines, highlighted, left, right, plot_width, plot_height }
    }

    /// The distance between the markers of one category, in categories.
    fn marker_pitch(&self) -> f64 {
        let pitch = MARKER_PITCH / f64::from(self.plot_width) * self.categories.len() as f64;
        pitch.min(MARKER_SHARE / f64::from(self.highlighted.max(1)))
    }
}

impl Body for LineChart<'_> {
    fn size(&self) -> (i32, i32) {
        (self.left + self.plot_width + self.right, ABOVE + self.plot_height + BELOW)
    }

    fn draw<DB: DrawingBackend<ErrorType: 'static>>(&self, canvas: &Canvas<DB>) -> Drawn<()> {
        let mut chart = ChartBuilder::on(canvas)
            .margin_top(ABOVE)
            .margin_right(self.right)
            .set_label_area_size(LabelAreaPosition::Left, self.left)
            .set_label_area_size(LabelAreaPosition::Bottom, BELOW)
            .build_cartesian_2d(CategoryAxis::horizontal(self.categories.clone()), self.axis.clone())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(colors::GRID)
            .axis_style(colors::AXIS)
            .set_all_tick_mark_size(TICK)
            .label_style(text::style(TEXT, colors::TEXT))
            .axis_desc_style(text::style(TEXT, colors::TEXT))
            .x_desc(text::shortened(&self.spec.across, TEXT, self.plot_width))
            .y_desc(text::shortened(&self.spec.measure, TEXT, self.plot_height))
            .draw()?;
        for line in self.lines.iter().filter(|line| line.color.is_none()) {
            line.draw_gray(&mut chart)?;
        }
        let mut ends = Vec::new();
        for (place, line) in self.lines.iter().filter(|line| line.color.is_some()).enumerate() {
            let shift = (place as f64 - f64::from(self.highlighted - 1) / 2.0) * self.marker_pitch();
            line.draw_highlighted(&mut chart, shift)?;
            let (category, value) = line.end;
            let at = chart.backend_coord(&(category as f64 + shift, value));
            ends.push(LineEnd { at, value, label: &line.label, color: line.color.unwrap_or(colors::OTHER_LINE) });
        }
        label_ends(canvas, ends, self.left + self.plot_width, (ABOVE, ABOVE + self.plot_height))
    }
}

/// A series with a number.
struct Line<'a> {
    series: &'a Series,
    /// None of a gray line.
    color: Option<RGBColor>,
    /// Its last category with a number, and that number.
    end: (usize, f64),
    label: String,
}

impl<'a> Line<'a> {
    fn new(series: &'a Series, color: Option<RGBColor>) -> Option<Self> {
        let mut numbers =
            series.points.iter().enumerate().filter_map(|(category, point)| Some((category, point.value()?)));
        let end = numbers.next_back()?;
        let is_bound = series.points[end.0].caveat() == Some(Caveat::LowerBound);
        let name = text::shortened(&series.name, TEXT, LONGEST_NAME);
        let label = format!("{name}: {}{}", if is_bound { "≥\u{a0}" } else { "" }, number(end.1));
        Some(Self { series, color, end, label })
    }

    /// The points of the line in pieces that missing points part.
    fn pieces(&self, shift: f64) -> Vec<Vec<(f64, f64)>> {
        let points: Vec<Option<(f64, f64)>> = (self.series.points.iter().enumerate())
            .map(|(category, point)| point.value().map(|value| (category as f64 + shift, value)))
            .collect();
        points.split(Option::is_none).map(|piece| piece.iter().copied().flatten().collect()).collect()
    }

    fn draw_gray<DB: DrawingBackend<ErrorType: 'static>>(&self, chart: &mut LineContext<'_, DB>) -> Drawn<()> {
        for piece in self.pieces(0.0) {
            chart.draw_series(LineSeries::new(piece, colors::OTHER_LINE))?;
        }
        self.draw_markers(chart, 0.0, colors::OTHER_LINE, MARKER / 2)
    }

    fn draw_highlighted<DB: DrawingBackend<ErrorType: 'static>>(
        &self,
        chart: &mut LineContext<'_, DB>,
        shift: f64,
    ) -> Drawn<()> {
        let color = self.color.unwrap_or(colors::OTHER_LINE);
        for piece in self.pieces(shift) {
            chart.draw_series(LineSeries::new(piece, color.stroke_width(2)))?;
        }
        let intervals = self.series.points.iter().enumerate().filter_map(|(category, point)| {
            let x = category as f64 + shift;
            point.interval().map(|interval| interval.map(|value| (x, value)).to_vec())
        });
        chart.draw_series(intervals.map(|ends| PathElement::new(ends, color)))?;
        self.draw_markers(chart, shift, color, MARKER)
    }

    fn draw_markers<DB: DrawingBackend<ErrorType: 'static>>(
        &self,
        chart: &mut LineContext<'_, DB>,
        shift: f64,
        color: RGBColor,
        radius: i32,
    ) -> Drawn<()> {
        for (category, point) in self.series.points.iter().enumerate() {
            if let DataPoint::Value { value, caveat, .. } = *point {
                let at = (category as f64 + shift, value);
                let inside = if caveat.is_some() { WHITE } else { color };
                let circle = |style| Circle::new(at, radius, style);
                chart.draw_series([circle(inside.filled()), circle(color.stroke_width(2))])?;
            }
        }
        Ok(())
    }
}
