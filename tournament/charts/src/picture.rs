//! A picture as a list of shapes, before it is painted into a file.

/// A place in a picture, in pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

/// An opaque paint: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ink(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Which point of a text lies at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) text: String,
    /// On the baseline.
    pub(crate) at: Point,
    pub(crate) em: f64,
    pub(crate) anchor: Anchor,
    pub(crate) ink: Ink,
    /// Whether it runs upwards.
    pub(crate) upward: bool,
}

/// What a picture is made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Line { points: Vec<Point>, width: f64, ink: Ink },
    Polygon { points: Vec<Point>, ink: Ink },
    Label(Label),
}

/// Shapes on white, the later ones above the earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    /// The name of its files, without their ending.
    pub(crate) name: String,
    /// What a reader who cannot see it is told.
    pub(crate) title: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

impl Area {
    pub(crate) const fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) const fn height(&self) -> f64 {
        self.bottom - self.top
    }

    fn corners(&self) -> Vec<Point> {
        let Self { left, top, right, bottom } = *self;
        vec![Point::new(left, top), Point::new(right, top), Point::new(right, bottom), Point::new(left, bottom)]
    }
}

impl Ink {
    pub(crate) const WHITE: Self = Self(255, 255, 255);
    pub(crate) const TEXT: Self = Self(34, 34, 34);
    pub(crate) const QUIET: Self = Self(85, 85, 85);
    pub(crate) const AXIS: Self = Self(120, 120, 120);
    pub(crate) const GRID: Self = Self(222, 222, 222);
    pub(crate) const FAINT_GRID: Self = Self(240, 240, 240);

    /// The ink thinned with white; `share` 1 is white.
    pub(crate) fn thinned(self, share: f64) -> Self {
        let thin = |part: u8| (f64::from(part) + (255.0 - f64::from(part)) * share).round() as u8;
        Self(thin(self.0), thin(self.1), thin(self.2))
    }
}

impl Label {
    /// A level text whose baseline starts at a place.
    pub(crate) fn new(text: &str, at: Point, em: f64, ink: Ink) -> Self {
        let text = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        Self { text, at, em, anchor: Anchor::Start, ink, upward: false }
    }

    pub(crate) fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(crate) fn upward(self) -> Self {
        Self { upward: true, ..self }
    }

    /// Where its baseline starts, if it is so wide.
    pub(crate) fn start(&self, width: f64) -> Point {
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        if self.upward { Point::new(self.at.x, self.at.y + before) } else { Point::new(self.at.x - before, self.at.y) }
    }
}

impl Picture {
    pub(crate) fn line(&mut self, points: &[Point], width: f64, ink: Ink) {
        self.shapes.push(Shape::Line { points: points.to_vec(), width, ink });
    }

    pub(crate) fn polygon(&mut self, points: Vec<Point>, ink: Ink) {
        self.shapes.push(Shape::Polygon { points, ink });
    }

    pub(crate) fn rectangle(&mut self, area: Area, ink: Ink) {
        self.polygon(area.corners(), ink);
    }

    pub(crate) fn label(&mut self, label: Label) {
        self.shapes.push(Shape::Label(label));
    }
}
