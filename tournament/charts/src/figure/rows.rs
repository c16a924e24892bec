//! Figures of rows: a marker for each number beside its label, one panel below the other.

use super::{
    layout::{
        Axis, GAP, HAIRLINE, LINE, MARKER, TEXT, TICK, TITLE, TextMeasure, line, rgb, series_color, text, tick_label,
    },
    shape::{Anchor, Drawing, Shape},
    spec::{FigureScale, FigureSpec, Panel},
};
use crate::{colors, frame::Drawn};

/// From row to row.
const PITCH: f64 = TEXT * 1.35;
/// The narrowest plot, and the narrowest beside another.
const NARROWEST: f64 = 72.0;
const COMFORTABLE: f64 = 100.0;
/// At the right of a plot.
const MARGIN: f64 = GAP + 6.0;
const TICKS: usize = 6;
/// Rows of a group are indented.
const INDENT: f64 = 5.0;

pub(crate) fn drawing(spec: &FigureSpec) -> Drawn<Drawing> {
    let measure = TextMeasure::new()?;
    let is_log = spec.scales[1] == FigureScale::Logarithmic;
    let ends = spec.points().flat_map(|point| std::iter::once(point.y).chain(point.interval.into_iter().flatten()));
    let axis = Axis::new(spec.scales[1], ends.filter(|value| *value > 0.0 || !is_log), TICKS);
    let groups = || spec.panels.iter().flat_map(|panel| &panel.groups);
    let names = measure.widest(groups().map(|(name, _)| name.as_str()), TEXT);
    let labels = measure.widest(groups().flat_map(|(_, series)| series).map(|series| series.label.as_str()), TEXT);
    let left = names.max(labels + INDENT) + GAP;
    // As many panels side by side as have room.
    let fitting = (spec.width / (left + COMFORTABLE + MARGIN)) as usize;
    let columns = fitting.clamp(1, spec.panels.len().max(1));
    let pitch = spec.width / columns as f64;
    let right = pitch - MARGIN;
    if right - left < NARROWEST {
        let least = left + NARROWEST + MARGIN;
        return Err(
            format!("a figure with these labels is at least {:.1} inches wide", (least / 7.2).ceil() / 10.0).into()
        );
    }
    let (mut shapes, mut top) = (Vec::new(), 0.0);
    for row in spec.panels.chunks(columns) {
        let mut bottom: f64 = top;
        for (column, panel) in row.iter().enumerate() {
            let start = column as f64 * pitch;
            let end = draw_panel(panel, &measure, &axis, [start, start + left, start + right], top, &mut shapes);
            bottom = bottom.max(end);
        }
        top = bottom;
    }
    let height = top + TEXT + GAP;
    let middle = if columns == 1 { (left + right) / 2.0 } else { spec.width / 2.0 };
    shapes.push(text((middle, top + TEXT / 2.0), &spec.measures[1], TEXT, Anchor::Middle));
    Ok(Drawing { width: spec.width, height, shapes })
}

/// Draws a panel from that height on, and returns where it ends. The names of its rows begin at the first position; its plot is between
/// the others.
fn draw_panel(
    panel: &Panel,
    measure: &TextMeasure,
    axis: &Axis,
    [start, left, right]: [f64; 3],
    top: f64,
    shapes: &mut Vec<Shape>,
) -> f64 {
    shapes.push(text((start, top + GAP / 2.0 + TITLE / 2.0), &panel.title, TITLE, Anchor::Start));
    let first = top + TITLE + GAP;
    let rows: usize = panel.groups.iter().map(|(name, series)| series.len() + usize::from(!name.is_empty())).sum();
    let bottom = first + rows as f64 * PITCH;
    for (value, label) in axis.ticks() {
        let x = axis.place(value, left, right);
        shapes.push(line(vec![(x, first), (x, bottom)], HAIRLINE, rgb(colors::GRID)));
        shapes.push(line(vec![(x, bottom), (x, bottom + TICK)], HAIRLINE, rgb(colors::AXIS)));
        shapes.extend(tick_label(measure, (x, bottom + TICK + GAP / 2.0 + TEXT / 2.0), &label));
    }
    shapes.push(line(vec![(left, bottom), (right, bottom)], HAIRLINE, rgb(colors::AXIS)));
    let mut y = first + PITCH / 2.0;
    for (name, series) in &panel.groups {
        let indent = if name.is_empty() { 0.0 } else { INDENT };
        if !name.is_empty() {
            shapes.push(text((start, y), name, TEXT, Anchor::Start));
            y += PITCH;
        }
        for series in series {
            let color = series_color(series.color);
            shapes.push(text((start + indent, y), &series.label, TEXT, Anchor::Start));
            for point in series.points.iter().filter(|point| axis.has(point.y)) {
                let x = axis.place(point.y, left, right);
                if let Some([low, high]) = point.interval {
                    let low = if axis.has(low) { low } else { point.y };
                    let corners = vec![(axis.place(low, left, right), y), (axis.place(high, left, right), y)];
                    shapes.push(line(corners, LINE, color));
                }
                shapes.push(Shape::Marker { center: (x, y), radius: MARKER, color, is_hollow: point.is_lower_bound });
            }
            y += PITCH;
        }
    }
    bottom + TICK + GAP + TEXT + 2.0 * GAP
}
