//! A plotters backend for pixels. It draws what a browser shows of the SVG of plotters' own backend.

use crate::outline::{Font, X_HEIGHT};
use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};
use std::convert::Infallible;
use tiny_skia::{FillRule, NonZeroRect, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::FaceParsingError;

/// The pixels along a side for one of the SVG: sharp on screens of high resolution.
const SCALE: u32 = 2;
/// The font size of plotters for an em, as in its SVG.
const SIZE_OF_EM: f32 = 1.24;
/// From the top of a text to its base line in the SVG, in ems.
const TOP: f32 = 0.76;

/// Draws on a pixmap of [`pixmap`].
pub(crate) struct PixelBackend<'a> {
    pixels: &'a mut Pixmap,
    font: Font,
}

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// Transparent pixels for a picture of this size. None if it is empty or too large.
pub(crate) fn pixmap((width, height): (u32, u32)) -> Option<Pixmap> {
    Pixmap::new(width.checked_mul(SCALE)?, height.checked_mul(SCALE)?)
}

impl<'a> PixelBackend<'a> {
    pub(crate) fn new(pixels: &'a mut Pixmap) -> Result<Self, FaceParsingError> {
        Ok(Self { pixels, font: Font::new()? })
    }

    fn fill(&mut self, path: &Path, color: BackendColor, transform: Transform) {
        self.pixels.fill_path(path, &paint(color), FillRule::Winding, transform.post_concat(scaled()), None);
    }

    fn stroke(&mut self, path: &Path, style: &impl BackendStyle) {
        let stroke = Stroke { width: style.stroke_width() as f32, ..Stroke::default() };
        self.pixels.stroke_path(path, &paint(style.color()), &stroke, scaled(), None);
    }

    /// Draws a shape, if there is one: SVG does not draw a rectangle without width or height.
    fn draw_shape(&mut self, path: Option<Path>, style: &impl BackendStyle, fill: bool) -> Done {
        match path {
            Some(path) if fill => self.fill(&path, style.color(), Transform::identity()),
            Some(path) => self.stroke(&path, style),
            None => {}
        }
        Ok(())
    }
}

impl DrawingBackend for PixelBackend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.pixels.width() / SCALE, self.pixels.height() / SCALE)
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Done {
        self.draw_shape(rectangle((x, y), (x + 1, y + 1)), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        self.draw_shape(lines([from, to], false), style, false)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        self.draw_shape(rectangle(upper_left, bottom_right), style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        self.draw_shape(lines(path, false), style, false)
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Done {
        self.draw_shape(PathBuilder::from_circle(x as f32, y as f32, radius as f32), style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Done {
        self.draw_shape(lines(corners, true), style, true)
    }

    /// Draws a text in the embedded font, whatever family and weight the style names.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Done {
        let outline = self.font.outline(text);
        let Some(path) = outline.path else { return Ok(()) };
        let left = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => -outline.width / 2.0,
            HPos::Right => -outline.width,
        };
        let base_line = match style.anchor().v_pos {
            VPos::Top => TOP,
            VPos::Center => X_HEIGHT / 2.0,
            VPos::Bottom => -X_HEIGHT / 2.0,
        };
        let (cos, sin) = match style.transform() {
            FontTransform::None => (1.0, 0.0),
            FontTransform::Rotate90 => (0.0, 1.0),
            FontTransform::Rotate180 => (-1.0, 0.0),
            FontTransform::Rotate270 => (0.0, -1.0),
        };
        let em = style.size() as f32 / SIZE_OF_EM;
        let transform = Transform::from_row(cos, sin, -sin, cos, x as f32, y as f32)
            .pre_scale(em, em)
            .pre_translate(left, base_line);
        self.fill(&path, style.color(), transform);
        Ok(())
    }
}

fn scaled() -> Transform {
    Transform::from_scale(SCALE as f32, SCALE as f32)
}

fn paint(color: BackendColor) -> Paint<'static> {
    let (red, green, blue) = color.rgb;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (color.alpha * 255.0).round() as u8);
    paint
}

/// None without width or height.
fn rectangle((left, top): BackendCoord, (right, bottom): BackendCoord) -> Option<Path> {
    let rectangle = NonZeroRect::from_ltrb(left as f32, top as f32, right as f32, bottom as f32)?;
    Some(PathBuilder::from_rect(rectangle.to_rect()))
}

/// Lines from point to point. None without any.
fn lines(points: impl IntoIterator<Item = BackendCoord>, closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (x, y) in points {
        // `line_to` starts an empty path at the origin.
        if path.is_empty() {
            path.move_to(x as f32, y as f32);
        } else {
            path.line_to(x as f32, y as f32);
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::style::{BLACK, ShapeStyle};
    use std::ops::Range;

    /// The columns, the rows and the number of the pixels that are not transparent.
    fn covered(draw: impl FnOnce(&mut PixelBackend) -> Done) -> (Range<usize>, Range<usize>, usize) {
        let mut pixels = pixmap((10, 10)).expect("a small picture");
        draw(&mut PixelBackend::new(&mut pixels).expect("the font is whole")).expect("drawing cannot fail");
        let covered = pixels.pixels().iter().enumerate().filter(|(_, pixel)| pixel.alpha() > 0);
        let (columns, rows): (Vec<_>, Vec<_>) = covered.map(|(place, _)| (place % 20, place / 20)).unzip();
        let range = |places: &[usize]| {
            let (first, last) = (places.iter().min(), places.iter().max());
            first.zip(last).map_or(0..0, |(first, last)| *first..last + 1)
        };
        (range(&columns), range(&rows), rows.len())
    }

    #[test]
    fn shapes_cover_the_pixels_that_they_cover_in_svg() {
        let stroked = |stroke_width| ShapeStyle { color: BLACK.into(), filled: false, stroke_width };
        let (thin, thick) = (stroked(1), stroked(2));
        assert_eq!(covered(|backend| backend.draw_line((2, 5), (8, 5), &thick)), (4..16, 8..12, 12 * 4));
        assert_eq!(covered(|backend| backend.draw_path([(2, 5), (8, 5)], &thick)), (4..16, 8..12, 12 * 4));
        assert_eq!(covered(|backend| backend.draw_pixel((3, 4), thin.color())), (6..8, 8..10, 2 * 2));
        assert_eq!(covered(|backend| backend.draw_rect((2, 2), (8, 6), &thin, true)), (4..16, 4..12, 12 * 8));
        let outline = 14 * 10 - 10 * 6;
        assert_eq!(covered(|backend| backend.draw_rect((2, 2), (8, 6), &thin, false)), (3..17, 3..13, outline));
        assert_eq!(covered(|backend| backend.draw_rect((2, 2), (8, 2), &thin, false)), (0..0, 0..0, 0));
        let corners = [(2, 2), (8, 2), (8, 6), (2, 6)];
        assert_eq!(covered(|backend| backend.fill_polygon(corners, &thin)), (4..16, 4..12, 12 * 8));
        let (columns, rows, _) = covered(|backend| backend.draw_circle((5, 5), 3, &thin, true));
        assert_eq!((columns, rows), (4..16, 4..16));
        let (columns, rows, _) = covered(|backend| backend.draw_circle((5, 5), 3, &thick, false));
        assert_eq!((columns, rows), (2..18, 2..18));
    }
}
