//! What a figure shows, before anything is placed.

/// How a figure shows its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureStyle {
    /// In every panel a line for each series, from left to right, with its label beside its end.
    Lines,
    /// In every panel a row for each series, with its label at the left and a marker for each number on the horizontal axis, which
    /// measures `y`. Groups are blocks of rows.
    Rows,
}

/// How an axis places its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureScale {
    /// Evenly; zero is on the axis unless the smallest number is above 60 % of the largest.
    Linear,
    /// By the logarithm. Numbers that are not above zero are left out.
    Logarithmic,
}

/// A figure of small multiples: panels with the same axes.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureSpec {
    /// How the numbers are shown.
    pub figure: FigureStyle,
    /// The width in points, 1/72 inch. The height follows.
    pub width: f64,
    /// What the axes measure: x and y.
    pub measures: [String; 2],
    /// How the axes of x and y place their numbers.
    pub scales: [FigureScale; 2],
    /// The panels from left to right and from top to bottom.
    pub panels: Vec<Panel>,
}

/// A panel of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The text above it.
    pub title: String,
    /// The series by group. Lines have one group, without a name.
    pub groups: Vec<(String, Vec<FigureSeries>)>,
}

/// The numbers of one name, such as a player.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureSeries {
    /// The label beside the line or the row.
    pub label: String,
    /// The number of its color. There are eight colors.
    pub color: usize,
    /// Its numbers from left to right.
    pub points: Vec<FigurePoint>,
}

/// A number of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigurePoint {
    /// Where it is.
    pub x: f64,
    /// What is measured there.
    pub y: f64,
    /// The ends of its error bar.
    pub interval: Option<[f64; 2]>,
    /// Whether it is only a lower bound: its marker is hollow.
    pub is_lower_bound: bool,
}

impl FigureSpec {
    /// All numbers.
    pub(crate) fn points(&self) -> impl Iterator<Item = &FigurePoint> {
        self.panels
            .iter()
            .flat_map(|panel| &panel.groups)
            .flat_map(|(_, series)| series)
            .flat_map(|series| &series.points)
    }
}
