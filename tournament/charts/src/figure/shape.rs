//! What a figure is drawn with: shapes in points, from the left top.

/// A color: red, green, blue.
pub(crate) type Rgb = (u8, u8, u8);

/// Where a text begins, seen from its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A part of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A line through these corners.
    Line { corners: Vec<(f64, f64)>, width: f64, color: Rgb },
    /// A round marker; a hollow one is white with a ring.
    Marker { center: (f64, f64), radius: f64, color: Rgb, is_hollow: bool },
    /// A text on a base line at that position. A vertical one is read from below.
    Text { at: (f64, f64), text: String, size: f64, color: Rgb, anchor: Anchor, is_vertical: bool },
}

/// A figure whose parts have their places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}
