//! Charts with two axes: lines with labels beside their ends, and scattered markers with labels beside them.

use crate::axis::Axis;
use crate::chart::{Chart, ChartKind, Panel, Series};
use crate::drawing::{Area, Drawing, Ink, TooNarrow};
use crate::text::{number, separated, shortened, widest, width};
use plotters::style::text_anchor::HPos;
use std::f64::consts::PI;

/// Lengths in ems.
const LONGEST_CATEGORY: f64 = 11.0;
const CATEGORY_GAP: f64 = 1.1;
/// The narrowest plot of several side by side, and of one that is no figure for a paper.
const NARROWEST: f64 = 13.5;
const NARROWEST_ALONE: f64 = 33.0;
const HEIGHT: f64 = 29.5;
/// The height of a plot of a paper as a part of its width, and its bounds.
const ASPECT: f64 = 0.62;
const HEIGHTS: (f64, f64) = (12.0, 21.0);
/// The title of the vertical axis, which is vertical, and that of the horizontal one.
const AXIS_TITLE: f64 = 1.7;
const BELOW: f64 = 2.3;
/// From the plot to the labels of the lines, and from label to label.
const LEADER: f64 = 2.4;
const PITCH: f64 = 1.25;
const GAP: f64 = 0.6;
const LINE: f64 = 0.13;
const HAIRLINE: f64 = 0.06;
/// Markers of one category lie this far apart, so that equal values do not hide each other, or take a share of the category's width.
const MARKER_PITCH: f64 = 0.28;
const MARKER_SHARE: f64 = 0.25;

/// The parts of a panel, in the unit of the drawing.
struct Layout<'a> {
    chart: &'a Chart,
    x: Axis,
    y: Axis,
    em: f64,
    plot: (f64, f64),
    /// The rows of the labels of `x`.
    rows: Vec<Option<usize>>,
}

/// Draws the panels, and returns their right bottom corner.
pub(crate) fn draw(chart: &Chart, drawing: &mut Drawing) -> Result<(f64, f64), TooNarrow> {
    let em = drawing.em;
    let is_paper = chart.paper_width.is_some();
    let y = chart.y_axis(if is_paper || chart.is_narrow { 5 } else { 9 });
    let side = widest(y.ticks.iter().map(|(_, label)| &**label), em) + 0.7 * em;
    let labels = || chart.all_series().filter(|series| has_label(chart, series)).map(|series| &*series.label);
    // The last label of the horizontal axis goes on beyond it.
    let beyond = widest(chart.x_axis(9).ticks.iter().map(|(_, label)| &**label), em) / 2.0 - drawing.left;
    let right = if labels().next().is_some() { LEADER * em + widest(labels(), em) } else { em.max(beyond) };
    let categories: Vec<String> =
        chart.categories.iter().map(|name| shortened(name, em, LONGEST_CATEGORY * em)).collect();

    let room = drawing.width - AXIS_TITLE * em;
    let fitting = (room / (side + NARROWEST * em + right + GAP * em)) as usize;
    let columns = fitting.clamp(1, chart.panels.len().max(1));
    let mut plot_width = room / columns as f64 - side - right - if columns > 1 { GAP * em } else { 0.0 };
    if chart.is_narrow {
        plot_width = plot_width.max(NARROWEST * em / 2.0);
    } else if !is_paper {
        let of_category = widest(categories.iter().map(String::as_str), em) + CATEGORY_GAP * em;
        plot_width = plot_width.max(NARROWEST_ALONE * em).max(of_category * categories.len() as f64);
    } else if plot_width < NARROWEST * em / 2.0 {
        return Err(TooNarrow { least: AXIS_TITLE * em + side + NARROWEST * em / 2.0 + right });
    }
    let named = |panel: &Panel| panel.series.iter().filter(|series| has_label(chart, series)).count();
    let most = chart.panels.iter().map(named).max().unwrap_or(0) as f64 * PITCH * em;
    let height = if is_paper { (plot_width * ASPECT).clamp(HEIGHTS.0 * em, HEIGHTS.1 * em) } else { HEIGHT * em };
    let x = if chart.categories.is_empty() {
        fitting_axis(|most| chart.x_axis(most), plot_width, em)
    } else {
        Axis::of_categories(categories)
    };
    let (rows, more) = label_rows(&x, (0.0, plot_width), em);
    let below = (BELOW + more) * em;
    let layout = Layout { chart, x, y, em, plot: (plot_width, height.max(most)), rows };

    let above = if chart.panels.iter().any(|panel| !panel.title.is_empty()) { 2.2 * em } else { 0.7 * em };
    let pitch = (side + plot_width + right + if columns > 1 { GAP * em } else { 0.0 }, above + layout.plot.1 + below);
    let left = drawing.left + AXIS_TITLE * em;
    for (place, panel) in chart.panels.iter().enumerate() {
        let (column, row) = ((place % columns) as f64, (place / columns) as f64);
        let corner = (left + column * pitch.0 + side, drawing.top + row * pitch.1 + above);
        if !panel.title.is_empty() {
            let title = (corner.0, corner.1 - above + 0.9 * em);
            drawing.sized_text(title, &panel.title, HPos::Left, drawing.title_size, Ink::Text);
        }
        layout.frame(drawing, corner);
        layout.draw_panel(drawing, panel, corner);
    }
    let rows = chart.panels.len().div_ceil(columns) as f64;
    let (end, bottom) = (left + columns as f64 * pitch.0, drawing.top + rows * pitch.1);
    let (middle, room) =
        if columns == 1 { (left + side + plot_width / 2.0, plot_width) } else { ((left + end) / 2.0, end - left) };
    drawing.text((middle, bottom + 0.4 * em), &shortened(&chart.measures[0], em, room), HPos::Center);
    let room = bottom - drawing.top - below;
    drawing
        .vertical_text((drawing.left + 0.6 * em, drawing.top + room / 2.0), &shortened(&chart.measures[1], em, room));
    Ok((end, bottom + em))
}

/// The axis with the most ticks whose labels have room side by side.
pub(crate) fn fitting_axis(axis: impl Fn(usize) -> Axis, room: f64, em: f64) -> Axis {
    let needs = |axis: &Axis| axis.ticks.iter().map(|(_, label)| width(label, em) + em).sum::<f64>();
    (2..=9).rev().map(&axis).find(|axis| needs(axis) <= room).unwrap_or_else(|| axis(2))
}

/// The row of each label below an axis between two positions: the first of two in which it touches no label before it, or none. And the
/// height of more than one row, in ems.
pub(crate) fn label_rows(axis: &Axis, (left, right): (f64, f64), em: f64) -> (Vec<Option<usize>>, f64) {
    let mut ends = [f64::NEG_INFINITY; 2];
    let row = |(value, label): &(f64, String)| {
        let (middle, half) = (axis.place(*value, left, right), width(label, em) / 2.0);
        let row = ends.iter().position(|end| *end <= middle - half)?;
        ends[row] = middle + half + 0.3 * em;
        Some(row)
    };
    let rows: Vec<Option<usize>> = axis.ticks.iter().map(row).collect();
    let more = if rows.contains(&Some(1)) { PITCH } else { 0.0 };
    (rows, more)
}

pub(crate) fn tick_labels(drawing: &mut Drawing, axis: &Axis, places: &[f64], rows: &[Option<usize>], bottom: f64) {
    for ((x, (_, label)), row) in places.iter().zip(&axis.ticks).zip(rows) {
        let Some(row) = row else { continue };
        drawing.text((*x, bottom + drawing.em * (1.0 + PITCH * *row as f64)), label, HPos::Center);
    }
}

fn has_label(chart: &Chart, series: &Series) -> bool {
    chart.kind == ChartKind::Lines && !series.is_gray && (series.last().is_some() || !series.curve.is_empty())
}

impl Layout<'_> {
    fn frame(&self, drawing: &mut Drawing, (left, top): (f64, f64)) {
        let (em, right, bottom) = (self.em, left + self.plot.0, top + self.plot.1);
        let heights: Vec<f64> = self.y.ticks.iter().map(|(value, _)| self.y.place(*value, bottom, top)).collect();
        let places: Vec<f64> = self.x.ticks.iter().map(|(value, _)| self.x.place(*value, left, right)).collect();
        let mut grid: Vec<_> = heights.iter().map(|y| vec![(left, *y), (right, *y)]).collect();
        if self.chart.categories.is_empty() {
            grid.extend(places.iter().map(|x| vec![(*x, top), (*x, bottom)]));
        }
        drawing.lines(&grid, Ink::Grid, HAIRLINE * em);
        let tick = 0.27 * em;
        let mut axes = vec![vec![(left, top), (left, bottom), (right, bottom)]];
        axes.extend(heights.iter().map(|y| vec![(left - tick, *y), (left, *y)]));
        axes.extend(places.iter().map(|x| vec![(*x, bottom), (*x, bottom + tick)]));
        drawing.lines(&axes, Ink::Axis, HAIRLINE * em);
        // The first label below the axis may reach below those at its left.
        let first = places.first().zip(self.x.ticks.first());
        let is_below = first.is_some_and(|(x, (_, label))| x - width(label, em) / 2.0 < left - 0.5 * em);
        let lowest = if is_below { bottom - 0.2 * em } else { bottom };
        for (y, (_, label)) in heights.into_iter().zip(&self.y.ticks) {
            drawing.text((left - 0.5 * em, y.min(lowest)), label, HPos::Right);
        }
        tick_labels(drawing, &self.x, &places, &self.rows, bottom);
    }

    fn draw_panel(&self, drawing: &mut Drawing, panel: &Panel, corner: (f64, f64)) {
        let (right, bottom) = (corner.0 + self.plot.0, corner.1 + self.plot.1);
        let colored: Vec<&Series> = panel.series.iter().filter(|series| !series.is_gray).collect();
        let pitch = (MARKER_PITCH * self.em)
            .min(MARKER_SHARE * self.plot.0 / self.x.ticks.len().max(1) as f64 / colored.len().max(1) as f64);
        let shift = |place: usize| match self.chart.categories.is_empty() {
            true => 0.0,
            false => (place as f64 - (colored.len() - 1) as f64 / 2.0) * pitch,
        };
        let at = |(x, y): (f64, f64), shift: f64| {
            (self.x.place(x, corner.0, right) + shift, self.y.place(y, bottom, corner.1))
        };
        // Gray below, the first on top.
        for series in panel.series.iter().filter(|series| series.is_gray) {
            drawing.group_of(series, |drawing| self.draw_series(drawing, series, |point| at(point, 0.0)));
        }
        let ends: Vec<(f64, f64)> = (colored.iter().enumerate())
            .map(|(place, series)| {
                let end =
                    series.curve.last().copied().or(series.last().and_then(|(x, point)| Some((x, point.value()?))));
                at(end.unwrap_or((self.x.low, self.y.low)), shift(place))
            })
            .collect();
        let labels = match self.chart.kind {
            ChartKind::Scatter => Vec::new(),
            _ => self.label_places(&colored, &ends, (corner.1, bottom)),
        };
        for (place, series) in colored.iter().enumerate().rev() {
            drawing.group_of(series, |drawing| {
                self.draw_series(drawing, series, |point| at(point, shift(place)));
                let (Some(label), (x, y)) = (labels.get(place), ends[place]) else { return };
                let start = right + LEADER * self.em;
                let leader = [(x + 0.4 * self.em, y), (right + 0.3 * self.em, y), (start - 0.5 * self.em, *label)];
                drawing.line(&leader, Ink::Series, HAIRLINE * self.em);
                drawing.text((start, *label), &series.label, HPos::Left);
            });
        }
        if self.chart.kind == ChartKind::Scatter {
            self.label_markers(drawing, &colored, &ends, [corner.0, corner.1, right + self.em, bottom]);
        }
    }

    fn label_places(&self, series: &[&Series], ends: &[(f64, f64)], (top, bottom): (f64, f64)) -> Vec<f64> {
        let mut order: Vec<usize> = (0..series.len()).collect();
        order.sort_by(|one, other| ends[*one].1.total_cmp(&ends[*other].1));
        let desired: Vec<f64> = order.iter().map(|place| ends[*place].1).collect();
        let mut places = vec![0.0; series.len()];
        let found = separated(&desired, PITCH * self.em, top, bottom);
        order.into_iter().zip(found).for_each(|(series, place)| places[series] = place);
        places
    }

    /// Writes the names of scattered markers where there is room: beside them, else farther away at the end of a line. The highlighted ones
    /// come first.
    fn label_markers(&self, drawing: &mut Drawing, series: &[&Series], ends: &[(f64, f64)], plot: Area) {
        let em = self.em;
        let near = [(0.5, -0.7), (-0.5, 0.7), (0.5, 0.7), (-0.5, -0.7), (0.6, 0.0), (-0.6, 0.0)];
        // Sixteen directions, those to the right first, on circles of growing radius.
        let turns =
            [1, 15, 7, 9, 2, 14, 6, 10, 3, 13, 5, 11, 0, 8, 4, 12].map(|turn| (f64::from(turn) * PI / 8.0).sin_cos());
        let radii = (3..30).map(|half| 0.5 * f64::from(half));
        let far = radii.flat_map(|radius| turns.map(|(down, across)| (across * radius, -down * radius)));
        let offsets: Vec<(f64, f64)> = near.into_iter().chain(far).collect();
        let mut named: Vec<_> = series.iter().zip(ends).filter(|(series, _)| !series.points.is_empty()).collect();
        named.sort_by_key(|(series, _)| !self.chart.highlighted.contains(&series.name));
        for (series, (x, y)) in named {
            let length = width(&series.label, em);
            let find = |is_strict: bool| {
                offsets.iter().enumerate().find_map(|(place, (across, down))| {
                    let side = if *across < -1e-9 { -1.0 } else { 1.0 };
                    let at = (x + (across + 0.1 * side) * em, y + down * em);
                    let left = if side < 0.0 { at.0 - length } else { at.0 };
                    let area = [left, at.1 - 0.6 * em, left + length, at.1 + 0.6 * em];
                    let is_inside = area[0] > plot[0] && area[1] > plot[1] && area[2] < plot[2] && area[3] < plot[3];
                    let leader = [(*x, *y), (at.0 - 0.2 * side * em, at.1)];
                    let leader = if place < near.len() { Vec::new() } else { leader.to_vec() };
                    let line: Vec<Area> = leader.windows(2).flat_map(|pair| boxes(pair[0], pair[1], em)).collect();
                    let is_free = |area: &Area| !drawing.texts.iter().any(|other| touch(area, other));
                    let are_marks_free = !drawing.marks.iter().any(|mark| touch(&area, mark));
                    let is_clear = !is_strict || are_marks_free && line.iter().all(is_free);
                    (is_inside && is_clear && is_free(&area)).then_some((at, side, leader, line))
                })
            };
            // Where all is full, a highlighted one lies on a mark, and others have no label.
            let found = find(true).or_else(|| find(!self.chart.highlighted.contains(&series.name)));
            let Some((at, side, leader, line)) = found else { continue };
            drawing.group_of(series, |drawing| {
                drawing.line(&leader, Ink::Series, HAIRLINE * em);
                drawing.text(at, &series.label, if side < 0.0 { HPos::Right } else { HPos::Left });
            });
            drawing.marks.extend(line);
        }
    }

    /// The line of a series in pieces that missing points part, its error bars and its markers.
    fn draw_series(&self, drawing: &mut Drawing, series: &Series, at: impl Fn((f64, f64)) -> (f64, f64)) {
        let is_curve = series.points.is_empty();
        let width = if series.is_gray || is_curve { HAIRLINE } else { LINE } * self.em;
        let corners: Vec<_> = series.curve.iter().map(|corner| at(*corner)).collect();
        if !corners.is_empty() {
            // A line without points, such as a frontier, is no player's. Labels keep away from it.
            if self.chart.kind == ChartKind::Scatter {
                drawing.marks.extend(corners.windows(2).flat_map(|pair| boxes(pair[0], pair[1], self.em)));
            }
            drawing.line(&corners, if is_curve { Ink::Axis } else { Ink::Series }, width);
        } else if self.chart.kind == ChartKind::Lines {
            let points: Vec<_> = series.points.iter().map(|(x, point)| point.value().map(|y| at((*x, y)))).collect();
            let pieces = points.split(Option::is_none).map(|piece| piece.iter().copied().flatten().collect());
            drawing.lines(&pieces.collect::<Vec<_>>(), Ink::Series, width);
        }
        if !series.is_gray {
            let bars =
                series.points.iter().filter_map(|(x, point)| Some(point.interval()?.map(|y| at((*x, y))).to_vec()));
            drawing.lines(&bars.collect::<Vec<_>>(), Ink::Series, width);
        }
        for (x, point) in &series.points {
            let Some(y) = point.value() else { continue };
            let said = match self.chart.categories.get(*x as usize) {
                Some(category) => format!("{} at {category}: {}", series.name, point.said()),
                None => format!(
                    "{}: {} {}, {} {}",
                    series.name,
                    self.chart.measures[1],
                    point.said(),
                    self.chart.measures[0],
                    number(*x)
                ),
            };
            drawing.marker(series, at((*x, y)), point.is_bound(), &said);
        }
    }
}

/// Small boxes that cover a line.
fn boxes(from: (f64, f64), to: (f64, f64), em: f64) -> Vec<Area> {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let count = (across.hypot(down) / (0.2 * em)).ceil().max(1.0);
    let middles =
        (0..=count as usize).map(|step| (from.0 + across * step as f64 / count, from.1 + down * step as f64 / count));
    middles.map(|(x, y)| [x - 0.05 * em, y - 0.05 * em, x + 0.05 * em, y + 0.05 * em]).collect()
}

pub(crate) fn touch(one: &Area, other: &Area) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
