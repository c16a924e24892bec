//! Figures of lines: panels in rows, with labels beside the ends of the lines.

use super::{
    layout::{
        Axis, GAP, HAIRLINE, LINE, MARKER, TEXT, TICK, TITLE, TextMeasure, line, rgb, series_color, text, tick_label,
        tick_width,
    },
    shape::{Anchor, Drawing, Shape},
    spec::{FigurePoint, FigureSeries, FigureSpec, Panel},
};
use crate::{colors, end_labels::separated, frame::Drawn};

/// The narrowest plot, and its height as a part of its width, with bounds in points. It is higher where the labels need that.
const NARROWEST: f64 = 96.0;
const ASPECT: f64 = 0.62;
const HEIGHTS: (f64, f64) = (84.0, 150.0);
/// From the plot to the labels of the lines.
const LEADER: f64 = 11.0;
/// From label to label.
const PITCH: f64 = TEXT * 1.15;
const TICKS: usize = 5;
const UNITS: f64 = 100.0;

/// The width of the labels of the vertical axis, the plot, and the panels in a row.
struct Sizes {
    left: f64,
    plot: (f64, f64),
    columns: usize,
}

pub(crate) fn drawing(spec: &FigureSpec) -> Drawn<Drawing> {
    let measure = TextMeasure::new()?;
    let horizontal = Axis::new(spec.scales[0], spec.points().map(|point| point.x), TICKS);
    let ends = spec.points().flat_map(|point| std::iter::once(point.y).chain(point.interval.into_iter().flatten()));
    let vertical = Axis::new(
        spec.scales[1],
        ends.filter(|value| *value > 0.0 || spec.scales[1] == super::FigureScale::Linear),
        TICKS,
    );
    let sizes = sizes(spec, &measure, &vertical)?;
    // The title of the vertical axis stands at the left of the whole figure, that of the horizontal one below it.
    let margin = TEXT + GAP;
    let pitch =
        ((spec.width - margin) / sizes.columns as f64, TITLE + 2.0 * GAP + sizes.plot.1 + TICK + GAP + TEXT + GAP);
    let rows = spec.panels.len().div_ceil(sizes.columns);
    let height = rows as f64 * pitch.1 + TEXT + GAP;
    let mut shapes = Vec::new();
    for (number, panel) in spec.panels.iter().enumerate() {
        let (column, row) = (number % sizes.columns, number / sizes.columns);
        let corner = (margin + column as f64 * pitch.0, row as f64 * pitch.1);
        shapes.extend(draw_panel(panel, &measure, [&horizontal, &vertical], &sizes, corner));
    }
    let middle = margin + sizes.left + sizes.plot.0 / 2.0;
    let middle = if sizes.columns == 1 { middle } else { (margin + spec.width) / 2.0 };
    shapes.push(text((middle, height - TEXT / 2.0 - 1.0), &spec.measures[0], TEXT, Anchor::Middle));
    let color = rgb(colors::TEXT);
    let at = (TEXT, (height - TEXT - GAP) / 2.0);
    shapes.push(Shape::Text {
        at,
        text: spec.measures[1].clone(),
        size: TEXT,
        color,
        anchor: Anchor::Middle,
        is_vertical: true,
    });
    Ok(Drawing { width: spec.width, height, shapes })
}

fn sizes(spec: &FigureSpec, measure: &TextMeasure, vertical: &Axis) -> Drawn<Sizes> {
    let ticks = vertical.ticks();
    let left = ticks.iter().map(|(_, label)| tick_width(measure, label)).fold(0.0, f64::max) + TICK + 2.0;
    let labels = spec.panels.iter().flat_map(|panel| &panel.groups).flat_map(|(_, series)| series);
    let right = LEADER + measure.widest(labels.map(|series| series.label.as_str()), TEXT) + 1.0;
    let room = spec.width - TEXT - GAP;
    let fitting = (room / (left + NARROWEST + right + GAP)) as usize;
    let columns = fitting.clamp(1, spec.panels.len().max(1));
    let width = room / columns as f64 - left - right - if columns > 1 { GAP } else { 0.0 };
    if width < NARROWEST / 2.0 {
        let least = TEXT + GAP + left + NARROWEST / 2.0 + right;
        return Err(
            format!("a figure with these labels is at least {:.1} inches wide", (least / 7.2).ceil() / 10.0).into()
        );
    }
    let lines = spec.panels.iter().map(|panel| panel.groups.iter().map(|(_, series)| series.len()).sum::<usize>());
    let labels = lines.max().unwrap_or(0) as f64 * PITCH;
    Ok(Sizes { left, plot: (width, (width * ASPECT).clamp(HEIGHTS.0, HEIGHTS.1).max(labels)), columns })
}

/// A panel whose left top corner is there.
fn draw_panel(panel: &Panel, measure: &TextMeasure, axes: [&Axis; 2], sizes: &Sizes, corner: (f64, f64)) -> Vec<Shape> {
    let (left, top) = (corner.0 + sizes.left, corner.1 + TITLE + 2.0 * GAP);
    let (right, bottom) = (left + sizes.plot.0, top + sizes.plot.1);
    let place = |x: f64, y: f64| (axes[0].place(x, left, right), axes[1].place(y, bottom, top));
    let (axis, grid) = (rgb(colors::AXIS), rgb(colors::GRID));
    let mut shapes = vec![text((left, corner.1 + GAP / 2.0 + TITLE / 2.0), &panel.title, TITLE, Anchor::Start)];
    for (value, label) in axes[1].ticks() {
        let y = axes[1].place(value, bottom, top);
        shapes.push(line(vec![(left, y), (right, y)], HAIRLINE, grid));
        match label.split_once('^') {
            None => shapes.push(text((left - TICK, y), &label, TEXT, Anchor::End)),
            Some(_) => shapes.extend(tick_label(measure, (left - TICK - tick_width(measure, &label) / 2.0, y), &label)),
        }
    }
    shapes.push(line(vec![(left, bottom), (right, bottom)], HAIRLINE, axis));
    for (value, label) in axes[0].ticks() {
        let x = axes[0].place(value, left, right);
        shapes.push(line(vec![(x, bottom), (x, bottom + TICK)], HAIRLINE, axis));
        shapes.extend(tick_label(measure, (x, bottom + TICK + GAP / 2.0 + TEXT / 2.0), &label));
    }
    let all: Vec<&FigureSeries> = panel.groups.iter().flat_map(|(_, series)| series).collect();
    let mut ends = Vec::new();
    for series in &all {
        let color = series_color(series.color);
        let has = |point: &&FigurePoint| axes[0].has(point.x) && axes[1].has(point.y);
        let points: Vec<&FigurePoint> = series.points.iter().filter(has).collect();
        shapes.push(line(points.iter().map(|point| place(point.x, point.y)).collect(), LINE, color));
        for point in &points {
            if let Some([low, high]) = point.interval {
                let low = if axes[1].has(low) { low } else { point.y };
                shapes.push(line(vec![place(point.x, low), place(point.x, high)], LINE, color));
            }
        }
        let marker = |point: &&FigurePoint| Shape::Marker {
            center: place(point.x, point.y),
            radius: MARKER,
            color,
            is_hollow: point.is_lower_bound,
        };
        shapes.extend(points.iter().map(marker));
        ends.extend(points.last().map(|point| (place(point.x, point.y), &series.label, color)));
    }
    ends.sort_by(|(a, ..), (b, ..)| a.1.total_cmp(&b.1));
    let desired: Vec<i32> = ends.iter().map(|((_, y), ..)| (y * UNITS) as i32).collect();
    let places = separated(&desired, (PITCH * UNITS) as i32, (top * UNITS) as i32, (bottom * UNITS) as i32);
    for (((x, y), label, color), at) in ends.into_iter().zip(places) {
        let at = f64::from(at) / UNITS;
        let corners = vec![(x + MARKER + 0.8, y), (right + 2.0, y), (right + LEADER - 2.0, at)];
        shapes.push(line(corners, HAIRLINE, color));
        let mut label = text((right + LEADER, at), label, TEXT, Anchor::Start);
        if let Shape::Text { color: own, .. } = &mut label {
            *own = color;
        }
        shapes.push(label);
    }
    shapes
}
