//! Bar charts: a panel for each category with a horizontal bar for each series, whose names are at the left.

use crate::axis::{CategoryAxis, ValueAxis, number};
use crate::colors;
use crate::data_point::{Caveat, DataPoint};
use crate::frame::{BODY_WIDTH, Body, Canvas, Drawn};
use crate::spec::ChartSpec;
use crate::text::{self, NOTE, TEXT};
use plotters::backend::DrawingBackend;
use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::element::{PathElement, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, WHITE};

/// Sizes are in pixels.
const ROW: i32 = 20;
/// The name of the category above a panel.
const HEADING: i32 = 26;
const PANEL_GAP: i32 = 14;
/// The labels of a value axis and its title.
const TICK_LABELS: i32 = 28;
const AXIS_TITLE: i32 = 26;
/// The greatest height of a chart. It gets more columns of panels until it is met, unless panels would be too narrow.
const HIGHEST: i32 = 620;
const NARROWEST_PLOT: i32 = 70;
const LONGEST_NAME: i32 = 290;
/// Between a name and its bar, and between a bar and its number.
const GAP: i32 = 8;
/// The most ticks of a linear value axis.
const TICKS: usize = 5;
/// The share of a row that a bar takes.
const BAR: f64 = 0.72;

/// A bar chart and the sizes of its parts: panels from left to right, then from top to bottom. Those of the first column have the names.
pub(crate) struct BarChart<'a> {
    spec: &'a ChartSpec,
    colors: Vec<Option<RGBColor>>,
    axis: ValueAxis,
    names: Vec<String>,
    names_width: i32,
    /// The width of the longest number beside a bar.
    numbers_width: i32,
    columns: i32,
    panel_width: i32,
    panel_height: i32,
    width: i32,
    height: i32,
}

impl<'a> BarChart<'a> {
    pub(crate) fn new(spec: &'a ChartSpec) -> Self {
        let axis = spec.value_axis(TICKS);
        let names: Vec<String> =
            spec.series.iter().map(|series| text::shortened(&series.name, TEXT, LONGEST_NAME)).collect();
        let names_width = text::widest(names.iter().map(String::as_str), TEXT) + GAP;
        let numbers: Vec<String> = spec.series.iter().flat_map(|series| &series.points).map(bar_label).collect();
        let numbers_width = text::widest(numbers.iter().map(String::as_str), NOTE) + 2 * GAP;
        // Half of a tick label at the end of the axis is beside the plot, too.
        let ticks_width = text::widest(axis.tick_labels().iter().map(String::as_str), TEXT);
        let numbers_width = numbers_width.max(ticks_width / 2 + GAP);
        // Tick labels do not overlap in a plot as wide as all of them, if they are evenly apart.
        let narrowest = numbers_width + NARROWEST_PLOT.max(ticks_width * axis.tick_labels().len() as i32);
        let panel_height = HEADING + ROW * spec.series.len() as i32 + PANEL_GAP;
        let panels = spec.categories.len().max(1) as i32;
        let most_columns = ((BODY_WIDTH - names_width) / narrowest).clamp(1, panels);
        let rows = |columns: i32| (panels + columns - 1) / columns;
        let is_low = |columns: &i32| rows(*columns) * panel_height <= HIGHEST;
        let columns = (1..=most_columns).find(is_low).unwrap_or(most_columns);
        // The fewest columns that give this number of rows.
        let columns = (1..=columns).find(|fewer| rows(*fewer) == rows(columns)).unwrap_or(columns);
        let panel_width = ((BODY_WIDTH - names_width) / columns).max(narrowest);
        Self {
            spec,
            colors: spec.colors(),
            axis,
            names,
            names_width,
            numbers_width,
            columns,
            panel_width,
            panel_height,
            width: BODY_WIDTH.max(names_width + panel_width * columns),
            height: rows(columns) * panel_height - PANEL_GAP + TICK_LABELS,
        }
    }

    fn draw_panel<DB: DrawingBackend<ErrorType: 'static>>(&self, canvas: &Canvas<DB>, category: usize) -> Drawn<()> {
        let (column, row) = (category as i32 % self.columns, category as i32 / self.columns);
        let is_lowest = category + self.columns as usize >= self.spec.categories.len();
        let names_width = if column == 0 { self.names_width } else { 0 };
        let left = if column == 0 { 0 } else { self.names_width + column * self.panel_width };
        let ticks_height = if is_lowest { TICK_LABELS } else { 0 };
        let top = row * self.panel_height;
        let size = (names_width + self.panel_width, self.panel_height - PANEL_GAP + ticks_height);
        let panel = canvas.clone().shrink((left, top), size);
        let heading = text::shortened(&self.spec.categories[category], TEXT, self.panel_width - GAP);
        panel.draw_text(&heading, &text::style(TEXT, colors::TEXT), (names_width, 5))?;
        let mut chart = ChartBuilder::on(&panel)
            .margin_top(HEADING)
            .margin_right(self.numbers_width)
            .set_label_area_size(LabelAreaPosition::Left, names_width)
            .set_label_area_size(LabelAreaPosition::Bottom, ticks_height)
            .build_cartesian_2d(self.axis.clone(), CategoryAxis::vertical(self.names.clone()))?;
        let (zero, high) = (self.axis.low().max(0.0), f64::MAX);
        let stripes = (0..self.names.len()).step_by(2).map(|row| row as f64);
        chart.draw_series(
            stripes.map(|row| Rectangle::new([(f64::MIN, row - 0.5), (high, row + 0.5)], colors::STRIPE.filled())),
        )?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .bold_line_style(colors::GRID)
            .axis_style(colors::AXIS)
            .set_all_tick_mark_size(GAP / 2)
            .label_style(text::style(TEXT, colors::TEXT))
            .draw()?;
        for (place, series) in self.spec.series.iter().enumerate() {
            let (y, point) = (place as f64, series.points[category]);
            let color = self.colors[place].unwrap_or(colors::OTHER_BAR);
            let mut end = zero;
            if let DataPoint::Value { value, caveat, .. } = point {
                let corners = [(zero, y - BAR / 2.0), (value, y + BAR / 2.0)];
                let inside = if caveat.is_some() { WHITE } else { color };
                chart.draw_series([inside, color].map(|color| {
                    let style = if color == inside { color.filled() } else { color.stroke_width(1) };
                    Rectangle::new(corners, style)
                }))?;
                end = end.max(value);
            }
            if let Some([low, high]) = point.interval() {
                chart.draw_series([PathElement::new(vec![(low, y), (high, y)], colors::TEXT.stroke_width(1))])?;
                end = end.max(high);
            }
            let (x, y) = chart.backend_coord(&(end, y));
            let style = text::style(NOTE, colors::MINOR_TEXT).pos(Pos::new(HPos::Left, VPos::Center));
            let (left, top) = panel.get_base_pixel();
            panel.draw_text(&bar_label(&point), &style, (x - left + GAP, y - top))?;
        }
        // The mesh has drawn the axis at the names.
        if column == 0 && self.axis.low() >= 0.0 {
            return Ok(());
        }
        chart
            .draw_series([PathElement::new(vec![(zero, -0.5), (zero, self.names.len() as f64 - 0.5)], colors::AXIS)])?;
        Ok(())
    }
}

impl Body for BarChart<'_> {
    fn size(&self) -> (i32, i32) {
        (self.width, self.height + AXIS_TITLE)
    }

    fn draw<DB: DrawingBackend<ErrorType: 'static>>(&self, canvas: &Canvas<DB>) -> Drawn<()> {
        for category in 0..self.spec.categories.len() {
            self.draw_panel(canvas, category)?;
        }
        let style = text::style(TEXT, colors::TEXT).pos(Pos::new(HPos::Center, VPos::Top));
        let title = text::shortened(&self.spec.measure, TEXT, self.width);
        canvas.draw_text(&title, &style, (self.width / 2, self.height + GAP))?;
        Ok(())
    }
}

/// What is written beside a bar.
fn bar_label(point: &DataPoint) -> String {
    match point {
        DataPoint::Missing => "–".to_owned(),
        DataPoint::NoWin => "no win".to_owned(),
        DataPoint::Value { value, caveat: Some(Caveat::LowerBound), .. } => format!("≥\u{a0}{}", number(*value)),
        DataPoint::Value { value, .. } => number(*value),
    }
}
