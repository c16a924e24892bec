//! The picture around a chart: title above, notes below.

use crate::colors;
use crate::spec::ChartSpec;
use crate::text::{self, NOTE, TEXT, TITLE};
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::style::WHITE;
use std::error::Error;

/// A part of a picture, in pixels.
pub(crate) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
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

/// An SVG document of a chart whose body has this width and height; `paint` draws the body.
///
/// plotters writes no `<title>`: the title is a text of the picture, and a page that shows it has its own `alt`. It embeds no
/// font, as text keeps its anchor in any: see [`text::FAMILIES`].
pub(crate) fn document(
    spec: &ChartSpec,
    (width, height): (i32, i32),
    paint: impl FnOnce(&Canvas) -> Drawn<()>,
) -> Drawn<String> {
    let notes = spec.all_notes().join(" ");
    let notes = if notes.is_empty() { Vec::new() } else { text::wrapped(&notes, NOTE, width) };
    let notes_top = BODY_TOP + height + NOTES_GAP;
    let notes_height = if notes.is_empty() { 0 } else { NOTES_GAP + notes.len() as i32 * NOTE_PITCH };
    let size = (width + 2 * MARGIN, BODY_TOP + height + notes_height + MARGIN);
    let mut document = String::new();
    {
        let size = (size.0.cast_unsigned(), size.1.cast_unsigned());
        let canvas = SVGBackend::with_string(&mut document, size).into_drawing_area();
        canvas.fill(&WHITE)?;
        let title = text::shortened(&spec.title, TITLE, width);
        canvas.draw_text(&title, &text::style(TITLE, colors::TEXT), (MARGIN, TITLE_TOP))?;
        let caption = text::shortened(&spec.caption(), TEXT, width);
        canvas.draw_text(&caption, &text::style(TEXT, colors::MINOR_TEXT), (MARGIN, CAPTION_TOP))?;
        for (line, note) in notes.iter().enumerate() {
            canvas.draw_text(
                note,
                &text::style(NOTE, colors::MINOR_TEXT),
                (MARGIN, notes_top + line as i32 * NOTE_PITCH),
            )?;
        }
        paint(&canvas.clone().shrink((MARGIN, BODY_TOP), (width, height)))?;
        canvas.present()?;
    }
    Ok(document)
}
