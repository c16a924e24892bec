//! How a series is drawn: a number stands for the same color, marker and dashes in every chart.

use crate::picture::{Ink, Picture, Point};
use std::f64::consts::{FRAC_PI_2, TAU};

/// The palette of M. Okabe and K. Ito, "Color Universal Design" (2002, rev. 2008), which readers with any of the common
/// color deficiencies tell apart; with a grey instead of its yellow, which is too pale on white.
const PALETTE: [Ink; 8] = [
    Ink(0, 114, 178),
    Ink(213, 94, 0),
    Ink(0, 158, 115),
    Ink(204, 121, 167),
    Ink(230, 159, 0),
    Ink(86, 180, 233),
    Ink(0, 0, 0),
    Ink(136, 136, 136),
];

/// Lengths of dash and gap in pixels, in turn; a solid line has none.
const DASHES: [&[f64]; 4] = [&[], &[7.0, 4.0], &[2.0, 3.0], &[9.0, 3.0, 2.0, 3.0]];

/// Shorter pieces of a dash are lost to rounding.
const SHORTEST: f64 = 1e-6;

/// A closed shape around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Wedge,
    Star,
    Plus,
    Pennant,
}

const MARKERS: [Marker; 8] = [
    Marker::Circle,
    Marker::Square,
    Marker::Triangle,
    Marker::Diamond,
    Marker::Wedge,
    Marker::Star,
    Marker::Plus,
    Marker::Pennant,
];

/// Color, marker and dashes of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) ink: Ink,
    pub(crate) marker: Marker,
    dashes: &'static [f64],
}

impl Pen {
    /// The pen of that number. Eight colors and eight markers go round, shifted each time, so that 64 pens differ in the
    /// pair.
    pub(crate) fn of(number: usize) -> Self {
        Self {
            ink: PALETTE[number % PALETTE.len()],
            // Another marker for a color each time around, so that all pairs occur.
            marker: MARKERS[(number % MARKERS.len() + number / PALETTE.len()) % MARKERS.len()],
            dashes: DASHES[number / PALETTE.len() % DASHES.len()],
        }
    }

    /// Draws a line through the points, in dashes if the pen has them.
    pub(crate) fn trace(&self, picture: &mut Picture, points: &[Point], width: f64) {
        if self.dashes.is_empty() {
            picture.line(points, width, self.ink);
            return;
        }
        let mut lengths = self.dashes.iter().copied().cycle();
        let mut left = lengths.next().unwrap_or(f64::INFINITY);
        let mut drawn = true;
        for pair in points.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let length = (to.x - from.x).hypot(to.y - from.y);
            let at = |way: f64| {
                let share = if length > 0.0 { way / length } else { 0.0 };
                Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
            };
            let mut way = 0.0;
            while way < length - SHORTEST {
                let end = (way + left).min(length);
                if drawn {
                    picture.line(&[at(way), at(end)], width, self.ink);
                }
                left -= end - way;
                way = end;
                if left <= SHORTEST {
                    left = lengths.next().unwrap_or(f64::INFINITY);
                    drawn = !drawn;
                }
            }
        }
    }

    /// Draws the marker; a hollow one has a white inside.
    pub(crate) fn mark(&self, picture: &mut Picture, at: Point, radius: f64, hollow: bool) {
        mark(picture, self.marker, at, radius, self.ink, hollow);
    }
}

/// Draws a marker with a thin white rim, which parts it from what lies below.
pub(crate) fn mark(picture: &mut Picture, marker: Marker, at: Point, radius: f64, ink: Ink, hollow: bool) {
    let outline = |grown: f64| marker.outline(at, radius + grown);
    picture.polygon(outline(1.0), Ink::WHITE);
    picture.polygon(outline(0.0), ink);
    if hollow {
        picture.polygon(outline(-marker.rim()), Ink::WHITE);
    }
}

/// Draws the cross of a match without a won round.
pub(crate) fn cross(picture: &mut Picture, at: Point, radius: f64, ink: Ink) {
    for slope in [-1.0, 1.0] {
        let from = Point::new(at.x - radius, at.y - slope * radius);
        let to = Point::new(at.x + radius, at.y + slope * radius);
        picture.line(&[from, to], 1.8, ink);
    }
}

impl Marker {
    /// How much smaller the inside of a hollow marker is: about as thick a rim for pointed shapes as for round ones.
    const fn rim(self) -> f64 {
        match self {
            Self::Circle | Self::Square => 1.6,
            Self::Diamond | Self::Plus => 2.1,
            Self::Triangle | Self::Wedge | Self::Pennant => 2.6,
            Self::Star => 2.8,
        }
    }

    /// Its corners. The radii make all shapes look about as large as the circle.
    fn outline(self, at: Point, radius: f64) -> Vec<Point> {
        let ring = |corners: usize, size: f64, first: f64| {
            (0..corners)
                .map(|corner| {
                    let angle = first + TAU * corner as f64 / corners as f64;
                    Point::new(at.x + size * angle.cos(), at.y + size * angle.sin())
                })
                .collect::<Vec<_>>()
        };
        match self {
            Self::Circle => ring(32, radius, 0.0),
            Self::Square => ring(4, radius * 1.25, FRAC_PI_2 / 2.0),
            Self::Diamond => ring(4, radius * 1.25, 0.0),
            Self::Triangle => ring(3, radius * 1.3, -FRAC_PI_2),
            Self::Wedge => ring(3, radius * 1.3, FRAC_PI_2),
            Self::Pennant => ring(3, radius * 1.3, 0.0),
            Self::Star => ring(5, radius * 1.4, -FRAC_PI_2)
                .into_iter()
                .zip(ring(5, radius * 0.6, -FRAC_PI_2 + TAU / 10.0))
                .flat_map(|(tip, notch)| [tip, notch])
                .collect(),
            Self::Plus => {
                let (long, short) = (radius * 1.2, radius * 0.45);
                [
                    (short, long),
                    (short, short),
                    (long, short),
                    (long, -short),
                    (short, -short),
                    (short, -long),
                    (-short, -long),
                    (-short, -short),
                    (-long, -short),
                    (-long, short),
                    (-short, short),
                    (-short, long),
                ]
                .map(|(x, y)| Point::new(at.x + x, at.y + y))
                .to_vec()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_pens_differ_in_color_or_marker() {
        for one in 0..64 {
            for other in 0..one {
                let (one, other) = (Pen::of(one), Pen::of(other));
                assert!(one.ink != other.ink || one.marker != other.marker);
            }
        }
    }

    #[test]
    fn dashes_cover_part_of_a_line() {
        let mut picture =
            Picture { name: String::new(), title: String::new(), width: 100.0, height: 9.0, shapes: vec![] };
        Pen::of(8).trace(&mut picture, &[Point::new(0.0, 0.0), Point::new(50.0, 0.0), Point::new(110.0, 0.0)], 1.0);
        assert_eq!(picture.shapes.len(), 11, "ten dashes, one of them around the corner in two pieces");
    }
}
