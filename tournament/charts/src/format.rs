//! The file formats of charts.

use crate::bar_chart::BarChart;
use crate::frame::{Body, Drawn, Picture};
use crate::line_chart::LineChart;
use crate::pixel_backend::{self, PixelBackend};
use crate::scatter_chart::ScatterChart;
use crate::scatter_spec::ScatterSpec;
use crate::spec::{ChartKind, ChartSpec};
use plotters::backend::SVGBackend;
use std::fmt;
use std::str::FromStr;

/// A file format of charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics: the picture of the SVG at twice its size.
    Png,
}

/// The text is not one of [`Format::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatError;

impl Format {
    /// The names of the formats, which are the extensions of the files.
    pub const NAMES: [&str; 2] = ["svg", "png"];

    /// Draws a chart as the bytes of a file.
    pub(crate) fn draw(self, spec: &ChartSpec) -> Drawn<Vec<u8>> {
        match spec.kind {
            ChartKind::Lines => self.encode(&Picture::new(spec.texts(), LineChart::new(spec))),
            ChartKind::Bars => self.encode(&Picture::new(spec.texts(), BarChart::new(spec))),
        }
    }

    /// Draws a scatter chart as the bytes of a file.
    pub(crate) fn draw_scatter(self, spec: &ScatterSpec) -> Drawn<Vec<u8>> {
        self.encode(&Picture::new(spec.texts(), ScatterChart::new(spec)))
    }

    fn encode(self, picture: &Picture<impl Body>) -> Drawn<Vec<u8>> {
        match self {
            Self::Svg => {
                let mut document = String::new();
                picture.draw(SVGBackend::with_string(&mut document, picture.size()))?;
                Ok(document.into_bytes())
            }
            Self::Png => {
                let mut pixels = pixel_backend::pixmap(picture.size()).ok_or("the chart is too large")?;
                picture.draw(PixelBackend::new(&mut pixels)?)?;
                Ok(pixels.encode_png()?)
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        [Self::Svg, Self::Png].into_iter().find(|format| format.to_string() == text).ok_or(FormatError)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format is one of: {}", Format::NAMES.join(", "))
    }
}

impl std::error::Error for FormatError {}
