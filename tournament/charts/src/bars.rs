//! Bar charts: a group of bars a category, one bar a series, in as many rows of panels as it takes.

use crate::axis::{self, Axis, ErrorBar};
use crate::page::{self, Page, Swatch, TEXT_EM};
use crate::pen::{self, Pen};
use crate::picture::{Anchor, Area, Ink, Label, Picture, Point};
use crate::plan::{Plan, Reading};
use crate::typeface;
use std::ops::Range;

const LABEL_EM: f64 = 13.0;
const LABEL_PITCH: f64 = 16.0;
/// Names of categories are broken into lines of about this width.
const LABEL_WIDTH: f64 = 118.0;
const LABEL_LINES: usize = 3;
/// The measure's name at the left.
const MEASURE: f64 = 26.0;
/// The name of the categories at the bottom.
const ACROSS: f64 = 26.0;
/// The markers between a panel and its labels.
const MARKERS: f64 = 16.0;
const BAR: f64 = 7.0;
const WIDEST_BAR: f64 = 40.0;
/// What is seen of a bar of no height.
const STUB: f64 = 2.0;
const BETWEEN_GROUPS: f64 = 18.0;
const BETWEEN_PANELS: f64 = 18.0;
/// The heights of a lone panel and of one among several.
const LONE_PANEL: f64 = 360.0;
const PANEL: f64 = 170.0;

/// Draws a bar chart.
pub(crate) fn draw(plan: &Plan) -> Picture {
    let scale = plan.scale();
    let left = MEASURE + axis::label_width(&scale);
    let labels: Vec<Vec<String>> = plan.categories.iter().map(|name| label_lines(name)).collect();
    let widest = labels.iter().flatten().map(|line| typeface::width(line, LABEL_EM)).fold(0.0, f64::max);
    let narrowest = (plan.series.len() as f64 * BAR + BETWEEN_GROUPS).max(widest + 14.0);
    let below = MARKERS + labels.iter().map(Vec::len).max().unwrap_or(0) as f64 * LABEL_PITCH + 4.0;

    let width = Page::new(plan, Swatch::Bar, left + narrowest, 0.0).body.width() - left;
    let groups = labels.len().max(1);
    let rows = groups.div_ceil(((width / narrowest) as usize).max(1));
    let in_row = groups.div_ceil(rows);
    let panel = if rows == 1 { LONE_PANEL } else { PANEL };
    let height = rows as f64 * (panel + below + BETWEEN_PANELS) - BETWEEN_PANELS + ACROSS;

    let mut page = Page::new(plan, Swatch::Bar, left + narrowest, height);
    let body = page.body;
    let (top, bottom) = (body.top, body.bottom - ACROSS);
    page.measure(&plan.measure, top, bottom);
    let mut picture = page.picture;
    let across = Point::new(f64::midpoint(body.left + left, body.right), body.bottom - 4.0);
    picture.label(Label::new(&plan.across, across, TEXT_EM, Ink::TEXT).anchored(Anchor::Middle));

    let pitch = (bottom - top + BETWEEN_PANELS) / rows as f64;
    let group = width / in_row as f64;
    let mut first = 0;
    for row in 0..rows {
        // The first rows take what is left over, so that no row is much shorter than another.
        let last = first + groups / rows + usize::from(row < groups % rows);
        let plot = Area {
            left: body.left + left,
            top: top + row as f64 * pitch,
            right: body.left + left + group * (last - first) as f64,
            bottom: top + (row + 1) as f64 * pitch - BETWEEN_PANELS - below,
        };
        let panel = Panel { plan, axis: Axis { scale: &scale, plot }, group };
        panel.draw(&mut picture, first..last, &labels);
        first = last;
    }
    picture
}

/// A row of groups above one axis.
struct Panel<'a> {
    plan: &'a Plan,
    axis: Axis<'a>,
    /// The width of a group.
    group: f64,
}

impl Panel<'_> {
    fn draw(&self, picture: &mut Picture, categories: Range<usize>, labels: &[Vec<String>]) {
        self.axis.draw(picture);
        for (place, category) in categories.enumerate() {
            let middle = self.axis.plot.left + self.group * (place as f64 + 0.5);
            self.draw_group(picture, category, middle);
            let lines = labels.get(category).map_or(&[][..], Vec::as_slice);
            for (line, text) in lines.iter().enumerate() {
                let baseline = self.axis.plot.bottom + MARKERS + (line as f64 + 0.8) * LABEL_PITCH;
                let label = Label::new(text, Point::new(middle, baseline), LABEL_EM, Ink::TEXT);
                picture.label(label.anchored(Anchor::Middle));
            }
        }
        self.axis.level(picture, self.axis.height(0.0), 1.25, Ink::AXIS);
    }

    fn draw_group(&self, picture: &mut Picture, category: usize, middle: f64) {
        let bars = self.plan.series.len().max(1) as f64;
        let width = ((self.group - BETWEEN_GROUPS) / bars).min(WIDEST_BAR);
        let first = middle - width * bars / 2.0;
        for (place, series) in self.plan.series.iter().enumerate() {
            if let Some(reading) = series.readings.get(category) {
                let middle = first + width * (place as f64 + 0.5);
                self.draw_reading(picture, Pen::of(series.pen), *reading, middle, width);
            }
        }
    }

    /// What is to be seen of a reading, with its series' marker below the panel.
    fn draw_reading(&self, picture: &mut Picture, pen: Pen, reading: Reading, middle: f64, width: f64) {
        let mark = (width * 0.4).min(4.4);
        match reading {
            Reading::Nothing => return,
            Reading::NoWin => {
                let above = Point::new(middle, self.axis.height(0.0) - 2.0 * mark);
                pen::cross(picture, above, mark, pen.ink);
            }
            Reading::Value { .. } => self.draw_bar(picture, pen.ink, reading, middle, width),
        }
        pen.mark(picture, Point::new(middle, self.axis.plot.bottom + MARKERS / 2.0 + 1.0), mark, false);
    }

    fn draw_bar(&self, picture: &mut Picture, ink: Ink, reading: Reading, middle: f64, width: f64) {
        let Reading::Value { value, margin, all_won } = reading else {
            return;
        };
        let (zero, end) = (self.axis.height(0.0), self.axis.height(value));
        let half = width / 2.0 - (width * 0.06).max(0.4);
        let area = Area {
            left: middle - half,
            top: if value < 0.0 { zero } else { end.min(zero - STUB) },
            right: middle + half,
            bottom: end.max(zero),
        };
        if all_won {
            picture.rectangle(area, ink);
        } else {
            page::pale_bar(picture, area, ink);
        }
        if let Some(margin) = margin.filter(|margin| *margin > 0.0) {
            let (top, bottom) = (self.axis.height(value + margin), self.axis.height(value - margin));
            let reach = (width * 0.25).min(3.5);
            ErrorBar { x: middle, top, bottom, reach }.draw_rimmed(picture, Ink::TEXT);
        }
    }
}

/// The lines of a category's name: few, and none too wide.
fn label_lines(name: &str) -> Vec<String> {
    let mut lines = typeface::wrapped(name, LABEL_EM, LABEL_WIDTH, &['-', '/', ':', '_']);
    if lines.len() > LABEL_LINES {
        let rest = lines.split_off(LABEL_LINES - 1).concat();
        lines.push(rest);
    }
    lines.iter().map(|line| typeface::shortened(line, LABEL_EM, LABEL_WIDTH)).collect()
}
