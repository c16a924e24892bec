//! Charts of rows: names at the left, and for each a bar, a marker or a histogram.

use crate::axis::{Axis, AxisScale};
use crate::chart::{Chart, ChartKind, DataPoint, Series};
use crate::drawing::{Drawing, Ink, TooNarrow};
use crate::plots::{fitting_axis, label_rows, tick_labels};
use crate::text::{shortened, widest};
use plotters::style::text_anchor::HPos;

/// Lengths in ems.
const ROW: f64 = 1.38;
const HISTOGRAM_ROW: f64 = 2.2;
const BAR: f64 = 0.72;
const HEADING: f64 = 1.8;
const PANEL_GAP: f64 = 1.0;
const TICK_LABELS: f64 = 1.9;
const LONGEST_NAME: f64 = 20.0;
const LONGEST_NARROW: f64 = 12.0;
/// Rows below a heading are indented.
const INDENT: f64 = 0.7;
const GAP: f64 = 0.55;
const NARROWEST: f64 = 5.0;
/// The part of the axis of a histogram that the name of a place takes from the numbers before it.
const NAME_SHARE: f64 = 0.06;
/// The greatest height of a chart. It gets more columns of panels until it is met, unless panels would be too narrow.
const HIGHEST: f64 = 43.0;
const HAIRLINE: f64 = 0.06;
const LINE: f64 = 0.1;
const TICKS: usize = 6;

/// The rows of a panel: a series, and what it has there.
type Rows<'a> = Vec<(&'a Series, DataPoint)>;

/// What all panels share, in the unit of the drawing.
struct Layout<'a> {
    chart: &'a Chart,
    axis: Axis,
    em: f64,
    row: f64,
    names: f64,
    plot: f64,
}

/// Draws the panels, and returns their right bottom corner.
pub(crate) fn draw(chart: &Chart, drawing: &mut Drawing) -> Result<(f64, f64), TooNarrow> {
    let em = drawing.em;
    let panels = panels(chart);
    // Panels with the same rows have the names once.
    let names_of = |rows: &Rows| rows.iter().map(|(series, _)| series.name.clone()).collect::<Vec<_>>();
    let is_shared = panels.windows(2).all(|pair| names_of(&pair[0].1) == names_of(&pair[1].1));
    let name = |(series, _): &(&Series, DataPoint)| shortened(&series.name, em, longest_name(chart) * em);
    let names: Vec<String> = panels.iter().flat_map(|(_, rows)| rows).map(name).collect();
    let names = widest(names.iter().map(String::as_str), em) + (GAP + INDENT) * em;

    let axis = |most: usize| match chart.kind {
        ChartKind::Histogram => {
            let places = chart.all_series().flat_map(|series| series.points.iter().map(|(x, _)| *x));
            let (low, high) = places.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
            let mut axis = Axis::linear(low - 0.5, high + 0.5, most);
            if let Some((first, _)) = chart.named_places.first() {
                let end = first - NAME_SHARE * (high - low);
                axis.ticks = Axis::linear(low - 0.5, end, most).ticks;
                axis.ticks.retain(|(x, _)| *x < end);
                axis.ticks.extend(chart.named_places.iter().cloned());
            }
            axis
        }
        _ => chart.y_axis(most),
    };
    let texts: Vec<String> = panels.iter().flat_map(|(_, rows)| rows).map(|row| beside(chart, row.1)).collect();
    let ticks = axis(TICKS);
    let tick = widest(ticks.ticks.iter().map(|(_, label)| &**label), em);
    let beside = (widest(texts.iter().map(String::as_str), 0.94 * em) + 2.0 * GAP * em).max(tick / 2.0 + GAP * em);
    let narrowest = beside + (NARROWEST * em).max((tick + 0.3 * em) * ticks.ticks.len().min(4) as f64);

    let rows = panels.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0) as f64;
    let row = em * if chart.kind == ChartKind::Histogram { HISTOGRAM_ROW } else { ROW };
    let has_titles = panels.iter().any(|(title, _)| !title.is_empty());
    let heading = if has_titles { HEADING * em } else { 0.3 * em };
    let (once, each) = if is_shared { (names, 0.0) } else { (0.0, names) };
    let count = panels.len().max(1);
    let most = (((drawing.width - once) / (narrowest + each)) as usize).clamp(1, count);
    let lines = |columns: usize| count.div_ceil(columns);
    let is_low = |columns: &usize| lines(*columns) as f64 * (heading + rows * row + PANEL_GAP * em) <= HIGHEST * em;
    let columns = (1..=most).find(is_low).unwrap_or(most);
    // The fewest columns that give this number of lines.
    let columns = (1..=columns).find(|fewer| lines(*fewer) == lines(columns)).unwrap_or(columns);
    let mut pitch = (drawing.width - once) / columns as f64;
    if pitch < narrowest + each {
        if chart.paper_width.is_some() {
            return Err(TooNarrow { least: once + narrowest + each });
        }
        pitch = narrowest + each;
    }
    let plot = pitch - each - beside;
    let layout = Layout { chart, axis: fitting_axis(axis, plot, em), em, row, names, plot };

    let mut top = drawing.top;
    for (line, of_line) in panels.chunks(columns).enumerate() {
        let mut bottom = top;
        for (column, (title, rows)) in of_line.iter().enumerate() {
            let start = drawing.left + once + column as f64 * pitch;
            let left = start + each;
            let is_lowest = !is_shared || (line + 1) * columns + column >= panels.len();
            let title = shortened(title, em, pitch);
            if !title.is_empty() {
                let at = (if is_shared { left } else { start }, top + 0.6 * em);
                let size = if is_shared { em } else { drawing.title_size };
                drawing.sized_text(at, &title, HPos::Left, size, Ink::Text);
            }
            let end = layout.draw_panel(drawing, rows, (left, top + heading), is_lowest, !is_shared || column == 0);
            bottom = bottom.max(end + PANEL_GAP * em);
        }
        top = bottom;
    }
    let right = drawing.left + once + columns as f64 * pitch;
    let measure = usize::from(chart.kind != ChartKind::Histogram);
    let middle = if columns == 1 { drawing.left + names + plot / 2.0 } else { (drawing.left + right) / 2.0 };
    let title = shortened(&chart.measures[measure], em, right - drawing.left);
    drawing.text((middle, top - PANEL_GAP * em + 0.6 * em), &title, HPos::Center);
    Ok((right.max(drawing.left + drawing.width), top + 0.4 * em))
}

/// The panels with their titles and rows: of bars one a category.
fn panels(chart: &Chart) -> Vec<(&str, Rows<'_>)> {
    fn row(series: &Series, place: usize) -> (&Series, DataPoint) {
        (series, series.points.get(place).map_or(DataPoint::Missing, |(_, point)| *point))
    }
    if chart.kind == ChartKind::Bars {
        let rows = |place: usize| chart.all_series().map(move |series| row(series, place)).collect();
        return chart.categories.iter().enumerate().map(|(place, name)| (&**name, rows(place))).collect();
    }
    let of_panel = chart.panels.iter().map(|panel| panel.series.iter().map(|series| row(series, 0)).collect());
    chart.panels.iter().map(|panel| &*panel.title).zip(of_panel).collect()
}

fn longest_name(chart: &Chart) -> f64 {
    if chart.is_narrow { LONGEST_NARROW } else { LONGEST_NAME }
}

/// The number beside a bar.
fn beside(chart: &Chart, point: DataPoint) -> String {
    if chart.kind == ChartKind::Bars { point.text() } else { String::new() }
}

impl Layout<'_> {
    /// Draws the rows of a panel whose plot has that left top corner, and returns where it ends.
    fn draw_panel(
        &self,
        drawing: &mut Drawing,
        rows: &Rows,
        corner: (f64, f64),
        has_ticks: bool,
        has_names: bool,
    ) -> f64 {
        let em = self.em;
        let (left, top) = corner;
        let (right, bottom) = (left + self.plot, top + rows.len() as f64 * self.row);
        for place in (0..rows.len()).step_by(2).filter(|_| self.chart.kind == ChartKind::Bars) {
            let y = top + place as f64 * self.row;
            drawing.stripe([left, y, right, y + self.row]);
        }
        let places: Vec<f64> = self.axis.ticks.iter().map(|(value, _)| self.axis.place(*value, left, right)).collect();
        let grid: Vec<_> = places.iter().map(|x| vec![(*x, top), (*x, bottom)]).collect();
        drawing.lines(&grid, Ink::Grid, HAIRLINE * em);
        let mut axes = vec![vec![(left, bottom), (right, bottom)]];
        if has_ticks {
            axes.extend(places.iter().map(|x| vec![(*x, bottom), (*x, bottom + 0.27 * em)]));
        }
        if self.chart.kind == ChartKind::Bars && self.chart.scales[1] != AxisScale::Logarithmic {
            let zero = self.axis.place(0.0, left, right);
            axes.push(vec![(zero, top), (zero, bottom)]);
        }
        drawing.lines(&axes, Ink::Axis, HAIRLINE * em);
        let is_grouped = rows.iter().any(|(series, _)| series.points.is_empty());
        for (place, row) in rows.iter().enumerate() {
            let middle = top + (place as f64 + 0.5) * self.row;
            let name = shortened(&row.0.name, em, longest_name(self.chart) * em);
            let start = left - self.names;
            if row.0.points.is_empty() {
                if has_names {
                    drawing.text((start, middle), &name, HPos::Left);
                }
                continue;
            }
            drawing.group_of(row.0, |drawing| {
                if has_names && is_grouped {
                    drawing.text((start + INDENT * em, middle), &name, HPos::Left);
                } else if has_names {
                    drawing.text((left - GAP * em, middle), &name, HPos::Right);
                }
                let end = self.draw_row(drawing, row, (left, right), middle);
                let text = beside(self.chart, row.1);
                drawing.sized_text((end + GAP * em, middle), &text, HPos::Left, 0.94 * em, Ink::Minor);
            });
        }
        if !has_ticks {
            return bottom;
        }
        let (rows, more) = label_rows(&self.axis, (left, right), em);
        tick_labels(drawing, &self.axis, &places, &rows, bottom);
        bottom + (TICK_LABELS + more) * em
    }

    /// Draws the numbers of a row, and returns where they end.
    fn draw_row(&self, drawing: &mut Drawing, (series, point): &(&Series, DataPoint), plot: (f64, f64), y: f64) -> f64 {
        let at = |value: f64| self.axis.place(value, plot.0, plot.1);
        if self.chart.kind == ChartKind::Histogram {
            let highest = self.chart.points().filter_map(DataPoint::value).fold(f64::MIN_POSITIVE, f64::max);
            let height = |point: &DataPoint| point.value().unwrap_or(0.0) / highest * (self.row - 0.35 * self.em);
            let heights: Vec<f64> = series.points.iter().map(|(_, point)| height(point)).collect();
            let (first, last) = (series.points[0].0, series.points[series.points.len() - 1].0);
            let pitch = if series.points.len() > 1 {
                (at(last) - at(first)) / (series.points.len() - 1) as f64
            } else {
                0.5 * self.em
            };
            let said =
                series.points.iter().filter_map(|(x, point)| Some((x, point.value().filter(|share| *share > 0.0)?)));
            let step = series.points.get(1).map_or(1.0, |(second, _)| second - first);
            let bin = |x: f64| match self.chart.named_places.iter().find(|(place, _)| *place == x) {
                Some((_, name)) => name.clone(),
                None if step > 1.0 => format!("{}–{}", x - (step - 1.0) / 2.0, x + (step - 1.0) / 2.0),
                None => x.to_string(),
            };
            let said: Vec<String> = said.map(|(x, share)| format!("{}: {share:.1} %", bin(*x))).collect();
            let base = y + self.row / 2.0 - 0.1 * self.em;
            drawing.steps(
                (at(first) - pitch / 2.0, base),
                pitch,
                &heights,
                &format!("{}: {}", series.name, said.join(", ")),
            );
            return plot.1;
        }
        let Some(value) = point.value() else { return at(0.0) };
        let (zero, mut end) = (at(0.0), at(value).max(at(0.0)));
        let said = format!("{}: {}", series.name, point.said());
        let is_hollow = point.is_bound();
        // The length of a bar is its number, so that none is on a logarithmic axis.
        let is_bar = self.chart.kind == ChartKind::Bars && self.chart.scales[1] != AxisScale::Logarithmic;
        if is_bar {
            let half = BAR / 2.0 * self.row;
            drawing.bar([zero, y - half, at(value), y + half], is_hollow, &said);
        }
        if let Some(ends) = point.interval().map(|ends| ends.map(at)) {
            let ink = if is_bar { Ink::Text } else { Ink::Series };
            drawing.line(&ends.map(|x| (x, y)), ink, LINE * self.em);
            end = end.max(ends[1]);
        }
        if !is_bar {
            drawing.marker(series, (at(value), y), is_hollow, &said);
        }
        end
    }
}
