//! Draws the vertical axis of a plot and its grid.

use crate::page::TEXT_EM;
use crate::picture::{Anchor, Area, Ink, Label, Picture, Point};
use crate::scale::{Scale, Tick};
use crate::typeface;

/// The width of the lines of an error bar.
const ERROR_BAR: f64 = 1.25;
/// Between a label and the plot.
const GAP: f64 = 8.0;

/// A vertical axis and the plot at its right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis<'a> {
    pub(crate) scale: &'a Scale,
    pub(crate) plot: Area,
}

/// The room that the labels of a scale take at the left of a plot.
pub(crate) fn label_width(scale: &Scale) -> f64 {
    let labels = scale.ticks().iter().filter_map(|tick| tick.label.as_deref());
    labels.map(|label| typeface::width(label, TEXT_EM)).fold(0.0, f64::max).ceil() + GAP
}

impl Axis<'_> {
    /// The height at which a value is drawn.
    pub(crate) fn height(&self, value: f64) -> f64 {
        self.plot.bottom - self.scale.place(value) * self.plot.height()
    }

    /// Draws the grid with its labels. Labels that would touch the one below are left out.
    pub(crate) fn draw(&self, picture: &mut Picture) {
        let ticks = || self.scale.ticks().iter();
        for tick in ticks().filter(|tick| tick.label.is_none()) {
            self.grid_line(picture, tick, 1.0, Ink::FAINT_GRID);
        }
        let mut lowest = f64::INFINITY;
        for tick in ticks() {
            let Some(text) = &tick.label else { continue };
            self.grid_line(picture, tick, 1.0, Ink::GRID);
            let height = self.height(tick.value);
            if lowest - height >= TEXT_EM * 1.2 {
                lowest = height;
                let at = Point::new(self.plot.left - GAP, height + typeface::CAPITALS * TEXT_EM / 2.0);
                picture.label(Label::new(text, at, TEXT_EM, Ink::TEXT).anchored(Anchor::End));
            }
        }
    }

    /// Draws a level line through the plot.
    pub(crate) fn level(&self, picture: &mut Picture, height: f64, width: f64, ink: Ink) {
        picture.line(&[Point::new(self.plot.left, height), Point::new(self.plot.right, height)], width, ink);
    }

    fn grid_line(&self, picture: &mut Picture, tick: &Tick, width: f64, ink: Ink) {
        self.level(picture, self.height(tick.value), width, ink);
    }
}

/// An upright error bar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErrorBar {
    pub(crate) x: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    /// Half the width of its ends.
    pub(crate) reach: f64,
}

impl ErrorBar {
    pub(crate) fn draw(&self, picture: &mut Picture, ink: Ink) {
        self.stroke(picture, 0.0, ink);
    }

    /// Draws it with a thin white rim, so that it shows on any bar.
    pub(crate) fn draw_rimmed(&self, picture: &mut Picture, ink: Ink) {
        self.stroke(picture, 0.7, Ink::WHITE);
        self.stroke(picture, 0.0, ink);
    }

    fn stroke(&self, picture: &mut Picture, rim: f64, ink: Ink) {
        let width = ERROR_BAR + 2.0 * rim;
        let mut line = |from: Point, to: Point| picture.line(&[from, to], width, ink);
        line(Point::new(self.x, self.top), Point::new(self.x, self.bottom));
        for height in [self.top, self.bottom] {
            let reach = self.reach + rim;
            line(Point::new(self.x - reach, height), Point::new(self.x + reach, height));
        }
    }
}
