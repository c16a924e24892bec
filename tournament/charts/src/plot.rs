//! The parts that charts with lines share: their sizes, and the labels at the right of the plot.

use crate::colors;
use crate::end_labels::separated;
use crate::frame::{Canvas, Drawn};
use crate::text::{self, TEXT};
use plotters::backend::DrawingBackend;
use plotters::element::PathElement;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor};

/// Sizes are in pixels.
pub(crate) const PLOT_HEIGHT: i32 = 430;
/// The title of the value axis and the ticks beside its labels.
pub(crate) const AXIS_TITLE: i32 = 38;
/// The labels and the title of the horizontal axis.
pub(crate) const BELOW: i32 = 56;
/// Between an axis and its labels there are two ticks.
pub(crate) const TICK: i32 = 4;
/// Half the highest tick label.
pub(crate) const ABOVE: i32 = 10;
/// From the plot to the labels of the lines.
pub(crate) const LEADER: i32 = 36;
pub(crate) const LABEL_PITCH: i32 = 20;
/// The most ticks of a linear value axis.
pub(crate) const TICKS: usize = 9;
pub(crate) const MARKER: i32 = 4;

/// The end of a line, beside which its label stands.
pub(crate) struct LineEnd<'a> {
    /// Where it is, in pixels of the picture.
    pub(crate) at: (i32, i32),
    /// Labels are placed from the largest value to the smallest.
    pub(crate) value: f64,
    pub(crate) label: &'a str,
    pub(crate) color: RGBColor,
}

/// Writes the labels at the right of the plot, with a leader line from the end of each line. `height` is the top and the
/// bottom of the plot.
pub(crate) fn label_ends<DB: DrawingBackend<ErrorType: 'static>>(
    canvas: &Canvas<DB>,
    mut ends: Vec<LineEnd>,
    right: i32,
    height: (i32, i32),
) -> Drawn<()> {
    let (left, top) = canvas.get_base_pixel();
    ends.sort_by(|one, other| other.value.total_cmp(&one.value));
    let desired: Vec<i32> = ends.iter().map(|end| end.at.1 - top).collect();
    let style = text::style(TEXT, colors::TEXT).pos(Pos::new(HPos::Left, VPos::Center));
    for (end, label) in ends.into_iter().zip(separated(&desired, LABEL_PITCH, height.0, height.1)) {
        let (x, y) = (end.at.0 - left, end.at.1 - top);
        let leader = vec![(x + MARKER + 2, y), (right + MARKER, y), (right + LEADER - 7, label)];
        canvas.draw(&PathElement::new(leader, end.color.mix(0.5)))?;
        canvas.draw_text(end.label, &style, (right + LEADER, label))?;
    }
    Ok(())
}
