//! Figures for papers: small multiples of a given width, with texts of fixed sizes in points, as SVG, PNG or PDF.
//!
//! `panels` and `rows` place what a [`FigureSpec`] shows as `shape`s in points; `svg`, `png` and `pdf` write these.

mod layout;
mod outlined;
mod panels;
mod pdf;
mod png;
mod rows;
mod shape;
mod spec;
mod svg;

pub use spec::{FigurePoint, FigureScale, FigureSeries, FigureSpec, FigureStyle, Panel};

use crate::frame::Drawn;
use std::{error::Error, fmt, str::FromStr};

/// A file format of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FigureFormat {
    /// Scalable Vector Graphics, with the size in points.
    Svg,
    /// Portable Network Graphics of 300 pixels an inch.
    Png,
    /// Portable Document Format: one page of the size of the figure. Letters are outlines, so that no font is needed.
    Pdf,
}

/// The text is not one of [`FigureFormat::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureFormatError;

impl FigureFormat {
    /// The names of the formats, which are the extensions of the files.
    pub const NAMES: [&str; 3] = ["svg", "png", "pdf"];

    /// The bytes of a file with a figure. The same figure gives the same bytes on every machine.
    ///
    /// # Errors
    /// When the figure is too narrow for its texts, or too large.
    ///
    /// ```
    /// use charts::{FigureStyle, FigureFormat, FigurePoint, FigureScale, FigureSeries, FigureSpec, Panel};
    /// let point = |x: f64, y: f64| FigurePoint { x, y, interval: None, is_lower_bound: false };
    /// let series = FigureSeries { label: "rao".to_owned(), color: 0, points: vec![point(24.0, 5.98), point(80.0, 13.83)] };
    /// let panel = Panel { title: "insert-colors".to_owned(), groups: vec![(String::new(), vec![series])] };
    /// let spec = FigureSpec {
    ///     figure: FigureStyle::Lines,
    ///     width: 3.3 * 72.0,
    ///     measures: ["pegs times colors".to_owned(), "mean guesses".to_owned()],
    ///     scales: [FigureScale::Logarithmic, FigureScale::Linear],
    ///     panels: vec![panel],
    /// };
    /// let svg = String::from_utf8(FigureFormat::Svg.draw(&spec)?)?;
    /// assert!(svg.contains(r#"width="237.6pt""#));
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn draw(self, spec: &FigureSpec) -> Drawn<Vec<u8>> {
        let drawing = match spec.figure {
            FigureStyle::Lines => panels::drawing(spec)?,
            FigureStyle::Rows => rows::drawing(spec)?,
        };
        match self {
            FigureFormat::Svg => Ok(svg::document(&drawing).into_bytes()),
            FigureFormat::Png => png::picture(&drawing),
            FigureFormat::Pdf => pdf::document(&drawing),
        }
    }
}

impl fmt::Display for FigureFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(FigureFormat::NAMES[*self as usize])
    }
}

impl FromStr for FigureFormat {
    type Err = FigureFormatError;

    fn from_str(text: &str) -> Result<FigureFormat, FigureFormatError> {
        [FigureFormat::Svg, FigureFormat::Png, FigureFormat::Pdf]
            .into_iter()
            .find(|format| format.to_string() == text)
            .ok_or(FigureFormatError)
    }
}

impl fmt::Display for FigureFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format is one of: {}", FigureFormat::NAMES.join(", "))
    }
}

impl Error for FigureFormatError {}
