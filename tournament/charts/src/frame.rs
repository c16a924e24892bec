//! The picture around a chart: title above, notes below.

use crate::colors;
use crate::text::{self, NOTE, TEXT, TITLE};
use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::style::WHITE;
use std::error::Error;

/// A part of a picture, in pixels.
pub(crate) type Canvas<DB> = DrawingArea<DB, Shift>;
/// What drawing or encoding returns.
pub(crate) type Drawn<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The usual width of a chart without the margins of the picture, in pixels.
pub(crate) const BODY_WIDTH: i32 = 920;
const MARGIN: i32 = 20;
/// Where title, caption and body begin.
const TITLE_TOP: i32 = 18;
const CAPTION_TOP: i32 = 50;
const BODY_TOP: i32 = 84;
const NOTE_PITCH: i32 = 20;
const NOTES_GAP: i32 = 12;

/// What is drawn inside of the frame.
pub(crate) trait Body {
    /// The width and the height, in pixels.
    fn size(&self) -> (i32, i32);

    /// Draws on a canvas of that size.
    fn draw<DB: DrawingBackend<ErrorType: 'static>>(&self, canvas: &Canvas<DB>) -> Drawn<()>;
}

/// The texts around a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Texts {
    pub(crate) title: String,
    /// The line below the title.
    pub(crate) caption: String,
    /// The sentences below the chart.
    pub(crate) notes: Vec<String>,
}

/// A chart with its frame.
pub(crate) struct Picture<B> {
    texts: Texts,
    body: B,
    /// The notes in lines.
    notes: Vec<String>,
}

impl<B: Body> Picture<B> {
    pub(crate) fn new(texts: Texts, body: B) -> Self {
        let notes = texts.notes.join(" ");
        let notes = if notes.is_empty() { Vec::new() } else { text::wrapped(&notes, NOTE, body.size().0) };
        Self { texts, body, notes }
    }

    /// The width and the height, in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        let (width, height) = self.body.size();
        let notes = if self.notes.is_empty() { 0 } else { NOTES_GAP + self.notes.len() as i32 * NOTE_PITCH };
        let (width, height) = (width + 2 * MARGIN, BODY_TOP + height + notes + MARGIN);
        (width.cast_unsigned(), height.cast_unsigned())
    }

    /// Draws with a backend of that size.
    ///
    /// The SVG of plotters has no `<title>`: the title is a text of the picture, and a page that shows it has its own `alt`.
    /// It embeds no font, as text keeps its anchor in any: see [`text::FAMILIES`].
    pub(crate) fn draw<DB: DrawingBackend<ErrorType: 'static>>(&self, backend: DB) -> Drawn<()> {
        let (width, height) = self.body.size();
        let canvas = backend.into_drawing_area();
        canvas.fill(&WHITE)?;
        let title = text::shortened(&self.texts.title, TITLE, width);
        canvas.draw_text(&title, &text::style(TITLE, colors::TEXT), (MARGIN, TITLE_TOP))?;
        let caption = text::shortened(&self.texts.caption, TEXT, width);
        canvas.draw_text(&caption, &text::style(TEXT, colors::MINOR_TEXT), (MARGIN, CAPTION_TOP))?;
        let mut top = BODY_TOP + height + NOTES_GAP;
        for note in &self.notes {
            canvas.draw_text(note, &text::style(NOTE, colors::MINOR_TEXT), (MARGIN, top))?;
            top += NOTE_PITCH;
        }
        self.body.draw(&canvas.clone().shrink((MARGIN, BODY_TOP), (width, height)))?;
        canvas.present()?;
        Ok(())
    }
}
