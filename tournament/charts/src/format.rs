//! The file formats of charts.

use crate::bar_chart::BarChart;
use crate::frame::{Body, Drawn, Picture};
use crate::line_chart::LineChart;
use crate::spec::{ChartKind, ChartSpec};
use crate::text;
use plotters::backend::SVGBackend;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

/// A file format of charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics: the SVG at twice its size.
    Png,
}

/// The text is not one of [`Format::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatError;

/// The pixels of a PNG for one of the SVG, along a side: sharp on screens of high resolution.
const PNG_SCALE: f32 = 2.0;

/// The font of the program and no other.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(text::FONT.to_vec());
    Options { fontdb: Arc::new(fonts), ..Options::default() }
});

impl Format {
    /// The names of the formats, which are the extensions of the files.
    pub const NAMES: [&str; 2] = ["svg", "png"];

    /// Draws a chart as the bytes of a file.
    pub(crate) fn draw(self, spec: &ChartSpec) -> Drawn<Vec<u8>> {
        match spec.kind {
            ChartKind::Lines => self.encode(&Picture::new(spec, LineChart::new(spec))),
            ChartKind::Bars => self.encode(&Picture::new(spec, BarChart::new(spec))),
        }
    }

    fn encode(self, picture: &Picture<impl Body>) -> Drawn<Vec<u8>> {
        let mut document = String::new();
        picture.draw(SVGBackend::with_string(&mut document, picture.size()))?;
        match self {
            Self::Svg => Ok(document.into_bytes()),
            Self::Png => png(&document),
        }
    }
}

fn png(svg: &str) -> Drawn<Vec<u8>> {
    let tree = Tree::from_str(svg, &OPTIONS)?;
    let size = tree.size().to_int_size().scale_by(PNG_SCALE).ok_or("the chart is too large")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("the chart is too large")?;
    resvg::render(&tree, Transform::from_scale(PNG_SCALE, PNG_SCALE), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
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
