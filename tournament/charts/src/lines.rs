//! Line charts: one line a series over categories in their order.

use crate::axis::{self, Axis, ErrorBar};
use crate::page::{Page, Swatch, TEXT_EM};
use crate::pen::{self, Pen};
use crate::picture::{Anchor, Area, Ink, Label, Picture, Point};
use crate::plan::{Plan, Reading, Series};
use crate::typeface;

const MARKER: f64 = 4.6;
/// The plot with its axes is at least this large.
const NARROWEST: f64 = 480.0;
const LOWEST: f64 = 420.0;
/// The measure's name at the left.
const MEASURE: f64 = 26.0;
/// The categories and their name below the plot.
const BELOW: f64 = 54.0;
/// Markers of one category stand so far apart, if there is room; those of a lone category, which has no lines, farther.
const DODGE: f64 = 11.0;
const LONE_DODGE: f64 = 28.0;
/// The share of a category's width that its markers may take.
const SPREAD: f64 = 0.66;
/// Crosses of neighbors that would touch stand in as many rows as it takes, at most this many.
const CROSS: f64 = 12.0;
const CROSS_ROWS: usize = 4;

/// Draws a line chart.
pub(crate) fn draw(plan: &Plan) -> Picture {
    let scale = plan.scale();
    let left = MEASURE + axis::label_width(&scale);
    let labels = plan.categories.iter().map(|category| typeface::width(category, TEXT_EM));
    let widest = labels.fold(0.0, f64::max);
    let columns = plan.categories.len().max(1) as f64;
    let width = left + (columns * (widest + 16.0)).max(NARROWEST);
    // Many lines need more height to lie apart.
    let height = LOWEST + plan.series.len().saturating_sub(10) as f64 * 10.0;
    let mut page = Page::new(plan, Swatch::Line, width, height);
    page.measure(&plan.measure, page.body.top, page.body.bottom - BELOW);
    let Page { mut picture, body } = page;

    let column = (body.right - body.left - left) / columns;
    let dodge = Dodge::new(column, plan.categories.len(), plan.series.len());
    let crosses = if plan.has_no_win() { dodge.cross_rows as f64 * CROSS + 4.0 } else { 0.0 };
    let plot = Area { left: body.left + left, top: body.top + crosses, right: body.right, bottom: body.bottom - BELOW };
    let axis = Axis { scale: &scale, plot };
    axis.draw(&mut picture);
    axis.level(&mut picture, plot.bottom, 1.25, Ink::AXIS);
    for (place, category) in plan.categories.iter().enumerate() {
        let x = plot.left + (place as f64 + 0.5) * column;
        picture.line(&[Point::new(x, plot.bottom), Point::new(x, plot.bottom + 5.0)], 1.25, Ink::AXIS);
        let at = Point::new(x, plot.bottom + 21.0);
        picture.label(Label::new(category, at, TEXT_EM, Ink::TEXT).anchored(Anchor::Middle));
    }
    let across = Point::new(f64::midpoint(plot.left, plot.right), plot.bottom + 45.0);
    picture.label(Label::new(&plan.across, across, TEXT_EM, Ink::TEXT).anchored(Anchor::Middle));

    let lines: Vec<Line> = plan
        .series
        .iter()
        .enumerate()
        .map(|(place, series)| Line { series, pen: Pen::of(series.pen), axis, column, dodge, place })
        .collect();
    for line in &lines {
        line.draw_error_bars(&mut picture);
    }
    for line in &lines {
        line.trace(&mut picture);
    }
    for line in &lines {
        line.draw_markers(&mut picture, body.top);
    }
    picture
}

/// How the markers of one category stand beside each other, so that equal values do not hide one another.
#[derive(Clone, Copy)]
struct Dodge {
    step: f64,
    first: f64,
    cross_rows: usize,
}

impl Dodge {
    fn new(column: f64, categories: usize, series: usize) -> Self {
        let widest = if categories == 1 { LONE_DODGE } else { DODGE };
        let gaps = series.saturating_sub(1) as f64;
        let step = if gaps > 0.0 { widest.min(column * SPREAD / gaps) } else { 0.0 };
        let cross_rows = if step > 0.0 { ((CROSS / step).ceil() as usize).clamp(1, CROSS_ROWS) } else { 1 };
        Self { step, first: -step * gaps / 2.0, cross_rows }
    }
}

struct Line<'a> {
    series: &'a Series,
    pen: Pen,
    axis: Axis<'a>,
    column: f64,
    dodge: Dodge,
    /// Among the lines of the chart.
    place: usize,
}

impl Line<'_> {
    fn x(&self, category: usize) -> f64 {
        self.axis.plot.left
            + (category as f64 + 0.5) * self.column
            + self.dodge.first
            + self.dodge.step * self.place as f64
    }

    fn draw_error_bars(&self, picture: &mut Picture) {
        for (category, reading) in self.series.readings.iter().enumerate() {
            if let Reading::Value { value, margin: Some(margin), .. } = *reading {
                let (top, bottom) = (self.axis.height(value + margin), self.axis.height(value - margin));
                ErrorBar { x: self.x(category), top, bottom, reach: 3.5 }.draw(picture, self.pen.ink);
            }
        }
    }

    /// A line is broken where there is nothing to show.
    fn trace(&self, picture: &mut Picture) {
        let points: Vec<Option<Point>> = self
            .series
            .readings
            .iter()
            .enumerate()
            .map(|(category, reading)| match *reading {
                Reading::Value { value, .. } => Some(Point::new(self.x(category), self.axis.height(value))),
                Reading::Nothing | Reading::NoWin => None,
            })
            .collect();
        for run in points.split(Option::is_none) {
            let run: Vec<Point> = run.iter().flatten().copied().collect();
            if run.len() > 1 {
                self.pen.trace(picture, &run, 1.5);
            }
        }
    }

    fn draw_markers(&self, picture: &mut Picture, top: f64) {
        for (category, reading) in self.series.readings.iter().enumerate() {
            let x = self.x(category);
            match *reading {
                Reading::Value { value, all_won, .. } => {
                    self.pen.mark(picture, Point::new(x, self.axis.height(value)), MARKER, !all_won);
                }
                Reading::NoWin => {
                    let row = self.place % self.dodge.cross_rows;
                    let at = Point::new(x, top + (row as f64 + 0.5) * CROSS);
                    pen::cross(picture, at, 4.5, self.pen.ink);
                }
                Reading::Nothing => {}
            }
        }
    }
}
