//! The files of charts.

use crate::chart::{Chart, ChartKind};
use crate::drawing::{Area, Drawing, TooNarrow};
use crate::{plots, rows};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::{fmt, str::FromStr};
use thiserror::Error;
use tournament::{FileError, files};

/// A file format of charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics: two pixels for one of the SVG, and 300 an inch of a figure for a paper.
    Png,
    /// Portable Document Format: one page of the size of the chart. Text is text.
    Pdf,
}

/// A format that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The text is not one of [`Format::NAMES`].
    #[error("give one of {}", Format::NAMES.join(", "))]
    Unknown,
    /// The program was built without the feature `figures`.
    #[error(
        "this program was built without PNG and PDF; give svg, or build it with `cargo build --release --features figures`"
    )]
    NotBuilt,
}

/// Why a chart cannot be drawn: a figure for a paper is too narrow, or the picture is too large.
pub type DrawError = Box<dyn std::error::Error + Send + Sync>;

impl Chart {
    /// The chart as a document of SVG. The same chart gives the same bytes on every machine.
    ///
    /// # Errors
    /// If a figure for a paper is too narrow for its labels.
    pub fn svg(&self) -> Result<String, TooNarrow> {
        Ok(self.drawn()?.0)
    }

    pub(crate) fn drawn(&self) -> Result<(String, [Vec<Area>; 2]), TooNarrow> {
        let chart = self.clone().prepared();
        let mut drawing = Drawing::new(&chart);
        let end = match chart.kind {
            ChartKind::Lines | ChartKind::Scatter => plots::draw(&chart, &mut drawing)?,
            ChartKind::Bars | ChartKind::Dots | ChartKind::Histogram => rows::draw(&chart, &mut drawing)?,
        };
        Ok(drawing.finish(&chart, end))
    }
}

impl Format {
    /// The names of the formats, which are the extensions of the files.
    pub const NAMES: [&str; 3] = ["svg", "png", "pdf"];

    /// The bytes of a file with a chart.
    ///
    /// # Errors
    /// If a figure for a paper is too narrow for its texts, the picture is too large, or the format was not built.
    pub fn draw(self, chart: &Chart) -> Result<Vec<u8>, DrawError> {
        let svg = chart.svg()?;
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            #[cfg(feature = "figures")]
            Self::Png => from_svg::png(&svg, if chart.paper_width.is_some() { 300.0 / 72.0 } else { 2.0 }),
            #[cfg(feature = "figures")]
            Self::Pdf => from_svg::pdf(&svg),
            #[cfg(not(feature = "figures"))]
            Self::Png | Self::Pdf => Err(FormatError::NotBuilt.into()),
        }
    }
}

#[cfg(feature = "figures")]
mod from_svg {
    use super::DrawError;
    use crate::text::FONT;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    fn tree(svg: &str) -> Result<Tree, DrawError> {
        // A point is a pixel.
        let mut options = Options { dpi: 72.0, font_family: "DejaVu Sans".to_owned(), ..Options::default() };
        options.fontdb_mut().load_font_data(FONT.to_vec());
        Ok(Tree::from_str(svg, &options)?)
    }

    pub(super) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, DrawError> {
        let tree = tree(svg)?;
        let [width, height] = [tree.size().width(), tree.size().height()].map(|length| (length * scale).round() as u32);
        let mut pixels = Pixmap::new(width, height).ok_or("the chart is too large")?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        Ok(pixels.encode_png()?)
    }

    pub(super) fn pdf(svg: &str) -> Result<Vec<u8>, DrawError> {
        let page = svg2pdf::PageOptions { dpi: 72.0 };
        svg2pdf::to_pdf(&tree(svg)?, svg2pdf::ConversionOptions::default(), page).map_err(|e| e.to_string().into())
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
        let all = [Self::Svg, Self::Png, Self::Pdf];
        let found = all.into_iter().find(|format| format.to_string() == text).ok_or(FormatError::Unknown)?;
        if found == Self::Svg || cfg!(feature = "figures") { Ok(found) } else { Err(FormatError::NotBuilt) }
    }
}

/// Draws charts into a folder and returns the files in order. A chart without a number is left out. Characters of a name that not every
/// file system takes become hyphens, and a name that is used again gets a number. Each file is replaced as a whole.
///
/// # Errors
/// If the folder or a file cannot be written; the charts before it may be there.
pub fn draw(charts: &[Chart], formats: &BTreeSet<Format>, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    folder_files::make_folder(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
    let names = safe_names(charts.iter().map(|chart| chart.name.as_str()));
    let shown = charts.iter().zip(names).filter(|(chart, _)| !Chart::clone(chart).prepared().is_empty());
    let drawings: Vec<_> =
        shown.flat_map(|(chart, name)| formats.iter().map(move |format| (chart, name.clone(), *format))).collect();
    let write = |(chart, name, format): &(&Chart, String, Format)| {
        let path = folder.join(format!("{name}.{format}"));
        let bytes = format.draw(chart).map_err(|e| FileError::new(&path, "draw", e))?;
        files::write_whole(&path, &bytes)?;
        Ok(path)
    };
    drawings.par_iter().map(write).collect()
}

/// File systems take 255 bytes; this leaves room for what is put before and after a name.
const LONGEST: usize = 100;

/// Names that every file system takes, one for each text, all different.
pub(crate) fn safe_names<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let different = |text: &str| {
        let name = safe_name(text);
        let copies = (2..).map(|copy| format!("{name}-{copy}"));
        // Some file systems do not tell capitals from small letters.
        let mut candidates = std::iter::once(name.clone()).chain(copies);
        candidates.find(|candidate| taken.insert(candidate.to_ascii_lowercase())).unwrap_or_default()
    };
    texts.into_iter().map(different).collect()
}

fn safe_name(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_') {
            name.push(letter);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(LONGEST);
    let trimmed = name.trim_matches(|letter| matches!(letter, '-' | '.'));
    if trimmed.is_empty() { "unnamed".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_different() {
        let texts = ["two-color", "codes:a/b.txt", "codes:a:b.txt", "../..", "", "CODES/a/b.txt", "größe"];
        let wanted =
            ["two-color", "codes-a-b.txt", "codes-a-b.txt-2", "unnamed", "unnamed-2", "CODES-a-b.txt-3", "gr-e"];
        assert_eq!(safe_names(texts), wanted);
    }
}
