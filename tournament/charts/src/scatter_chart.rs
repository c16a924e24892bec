//! Scatter charts: markers and lines on two logarithmic axes, with labels beside the lines.

use crate::axis::{AxisScale, ValueAxis};
use crate::colors;
use crate::frame::{BODY_WIDTH, Body, Canvas, Drawn};
use crate::plot::{ABOVE, AXIS_TITLE, BELOW, LEADER, LineEnd, MARKER, PLOT_HEIGHT, TICK, TICKS, label_ends};
use crate::scatter_spec::{ScatterSeries, ScatterSpec};
use crate::spec::HIGHLIGHTED;
use crate::text::{self, TEXT};
use plotters::backend::DrawingBackend;
use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::element::Circle;
use plotters::series::LineSeries;
use plotters::style::{Color, RGBColor};

type ScatterContext<'a, DB> = ChartContext<'a, DB, Cartesian2d<ValueAxis, ValueAxis>>;

/// Sizes are in pixels.
const LONGEST_LABEL: i32 = 420;
/// The least width of the plot.
const NARROWEST: i32 = 480;

/// A scatter chart and the sizes of its parts.
pub(crate) struct ScatterChart<'a> {
    spec: &'a ScatterSpec,
    axes: [ValueAxis; 2],
    labels: Vec<String>,
    left: i32,
    right: i32,
    plot_width: i32,
}

impl<'a> ScatterChart<'a> {
    pub(crate) fn new(spec: &'a ScatterSpec) -> Self {
        let all = || spec.series.iter().flat_map(|series| series.points.iter().chain(&series.line).copied());
        let axes = [
            ValueAxis::new(AxisScale::Logarithmic, all().map(|(x, _)| x), TICKS),
            ValueAxis::new(AxisScale::Logarithmic, all().map(|(_, y)| y), TICKS),
        ];
        let labels: Vec<String> = (spec.series.iter().take(HIGHLIGHTED))
            .map(|series| text::shortened(&series.label, TEXT, LONGEST_LABEL))
            .collect();
        let left = AXIS_TITLE + text::widest(axes[1].tick_labels().iter().map(String::as_str), TEXT);
        let right = LEADER + text::widest(labels.iter().map(String::as_str), TEXT);
        let plot_width = (BODY_WIDTH - left - right).max(NARROWEST);
        Self { spec, axes, labels, left, right, plot_width }
    }
}

impl Body for ScatterChart<'_> {
    fn size(&self) -> (i32, i32) {
        (self.left + self.plot_width + self.right, ABOVE + PLOT_HEIGHT + BELOW)
    }

    fn draw<DB: DrawingBackend<ErrorType: 'static>>(&self, canvas: &Canvas<DB>) -> Drawn<()> {
        let [x, y] = &self.axes;
        let mut chart = ChartBuilder::on(canvas)
            .margin_top(ABOVE)
            .margin_right(self.right)
            .set_label_area_size(LabelAreaPosition::Left, self.left)
            .set_label_area_size(LabelAreaPosition::Bottom, BELOW)
            .build_cartesian_2d(x.clone(), y.clone())?;
        let [across, measure] = &self.spec.measures;
        chart
            .configure_mesh()
            .bold_line_style(colors::GRID)
            .axis_style(colors::AXIS)
            .set_all_tick_mark_size(TICK)
            .label_style(text::style(TEXT, colors::TEXT))
            .axis_desc_style(text::style(TEXT, colors::TEXT))
            .x_desc(text::shortened(across, TEXT, self.plot_width))
            .y_desc(text::shortened(measure, TEXT, PLOT_HEIGHT))
            .draw()?;
        // Gray below.
        for series in self.spec.series.iter().skip(HIGHLIGHTED) {
            draw_series(&mut chart, series, colors::OTHER_LINE, MARKER / 2)?;
        }
        let mut ends = Vec::new();
        for ((series, label), color) in self.spec.series.iter().zip(&self.labels).zip(colors::SERIES) {
            draw_series(&mut chart, series, color, MARKER)?;
            if let Some(end) = series.line.last().or(series.points.last()) {
                ends.push(LineEnd { at: chart.backend_coord(end), value: end.1, label, color });
            }
        }
        label_ends(canvas, ends, self.left + self.plot_width, (ABOVE, ABOVE + PLOT_HEIGHT))
    }
}

fn draw_series<DB: DrawingBackend<ErrorType: 'static>>(
    chart: &mut ScatterContext<'_, DB>,
    series: &ScatterSeries,
    color: RGBColor,
    radius: i32,
) -> Drawn<()> {
    chart.draw_series(LineSeries::new(series.line.iter().copied(), color.stroke_width(2)))?;
    chart.draw_series(series.points.iter().map(|point| Circle::new(*point, radius, color.filled())))?;
    Ok(())
}
