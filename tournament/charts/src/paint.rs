//! Paints pictures: as SVG text and as PNG bytes.

use crate::picture::{Anchor, Ink, Label, Picture, Point, Shape};
use crate::typeface;
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontTransform, IntoFont, RGBColor, TextStyle};
use std::error::Error;

/// What an encoder may answer.
pub(crate) type Painted<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// plotters' places are whole numbers; an SVG is drawn this much larger and shown at its true size.
const SVG_SCALE: u32 = 4;
/// The pixels of a PNG for one of the picture, along a side: sharp where a screen or a README shrinks it.
const PNG_SCALE: u32 = 1;
/// A picture larger than this is smoothed less, so that memory stays bounded.
const SMOOTH_AREA: f64 = 4e6;
/// plotters writes `font-size` as the size over this.
const PLOTTERS_EM: f64 = 1.24;
/// Where plotters puts the baseline of a text that hangs from its place, in em.
const HANGING_BASELINE: f64 = 0.76;

/// The picture as an SVG document.
pub(crate) fn svg(picture: &Picture) -> Painted<String> {
    let (width, height) = pixels(picture, 1);
    let mut document = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut document, pixels(picture, SVG_SCALE));
        paint(picture, &mut backend, SVG_SCALE)?;
        for shape in &picture.shapes {
            if let Shape::Label(label) = shape {
                write_label(label, &mut backend)?;
            }
        }
        backend.present()?;
    }
    let body = document.split_once('>').map_or("", |(_, body)| body);
    let (wide, high) = pixels(picture, SVG_SCALE);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\">\n<title>{}</title>{body}",
        escaped(&picture.title)
    ))
}

/// The picture as the bytes of a PNG file.
pub(crate) fn png(picture: &Picture) -> Painted<Vec<u8>> {
    let smoothing = if picture.width * picture.height < SMOOTH_AREA { 4 } else { 2 };
    let (wide, high) = pixels(picture, PNG_SCALE * smoothing);
    let mut fine = vec![255; wide as usize * high as usize * 3];
    {
        let mut backend = BitMapBackend::with_buffer(&mut fine, (wide, high));
        paint(picture, &mut backend, PNG_SCALE * smoothing)?;
        backend.present()?;
    }
    let (width, height) = pixels(picture, PNG_SCALE);
    let mut bitmap = Bitmap {
        width: width as usize,
        height: height as usize,
        bytes: shrunk(&fine, wide as usize, smoothing as usize),
    };
    for shape in &picture.shapes {
        if let Shape::Label(label) = shape {
            bitmap.draw(label);
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bitmap.bytes)?;
    writer.finish()?;
    Ok(file)
}

fn pixels(picture: &Picture, scale: u32) -> (u32, u32) {
    (picture.width.ceil() as u32 * scale, picture.height.ceil() as u32 * scale)
}

/// Paints white and all but the labels.
fn paint<B: DrawingBackend<ErrorType: 'static>>(picture: &Picture, backend: &mut B, scale: u32) -> Painted<()> {
    let scale = f64::from(scale);
    let place = |point: &Point| ((point.x * scale).round() as i32, (point.y * scale).round() as i32);
    let (right, bottom) = backend.get_size();
    backend.draw_rect((0, 0), (right as i32, bottom as i32), &color(Ink::WHITE).filled(), true)?;
    for shape in &picture.shapes {
        match shape {
            Shape::Line { points, width, ink } => {
                let style = color(*ink).stroke_width((width * scale).round().max(1.0) as u32);
                backend.draw_path(points.iter().map(place), &style)?;
            }
            Shape::Polygon { points, ink } => backend.fill_polygon(points.iter().map(place), &color(*ink).filled())?,
            Shape::Label(_) => {}
        }
    }
    Ok(())
}

fn color(ink: Ink) -> RGBColor {
    RGBColor(ink.0, ink.1, ink.2)
}

fn write_label(label: &Label, backend: &mut SVGBackend<'_>) -> Painted<()> {
    let scale = f64::from(SVG_SCALE);
    let em = label.em * scale;
    let anchor = match label.anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    let font = (typeface::FAMILIES, em * PLOTTERS_EM).into_font();
    let (font, at) = if label.upward {
        (
            font.transform(FontTransform::Rotate270),
            Point::new(label.at.x * scale - HANGING_BASELINE * em, label.at.y * scale),
        )
    } else {
        (font, Point::new(label.at.x * scale, label.at.y * scale - HANGING_BASELINE * em))
    };
    let color = color(label.ink);
    let style = TextStyle::from(font).color(&color).pos(Pos::new(anchor, VPos::Top));
    backend.draw_text(&label.text, &style, (at.x.round() as i32, at.y.round() as i32))?;
    Ok(())
}

/// Means of squares of `side` pixels.
fn shrunk(fine: &[u8], wide: usize, side: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(fine.len() / (side * side));
    let mut sums = vec![0u32; wide / side * 3];
    let pixels = (side * side) as u32;
    for rows in fine.chunks_exact(wide * 3 * side) {
        sums.fill(0);
        for row in rows.chunks_exact(wide * 3) {
            for (sum, run) in sums.chunks_exact_mut(3).zip(row.chunks_exact(side * 3)) {
                for pixel in run.chunks_exact(3) {
                    sum[0] += u32::from(pixel[0]);
                    sum[1] += u32::from(pixel[1]);
                    sum[2] += u32::from(pixel[2]);
                }
            }
        }
        bytes.extend(sums.iter().map(|sum| ((sum + pixels / 2) / pixels) as u8));
    }
    bytes
}

struct Bitmap {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Bitmap {
    /// plotters cuts the places of glyphs to whole pixels and drops their side bearings; here they keep their fractions.
    fn draw(&mut self, label: &Label) {
        let scale = f64::from(PNG_SCALE);
        let em = label.em * scale;
        let start = label.start(typeface::width(&label.text, label.em));
        let (x, y) = ((start.x * scale).round() as i64, (start.y * scale).round() as i64);
        for glyph in typeface::outlines(&label.text, em) {
            let corner = glyph.px_bounds().min;
            glyph.draw(|right, down, cover| {
                let right = corner.x as i64 + i64::from(right);
                let down = corner.y as i64 + i64::from(down);
                let (column, row) = if label.upward { (x + down, y - right) } else { (x + right, y + down) };
                self.blend(column, row, label.ink, f64::from(cover));
            });
        }
    }

    fn blend(&mut self, column: i64, row: i64, ink: Ink, cover: f64) {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
            return;
        };
        if column >= self.width || row >= self.height {
            return;
        }
        let pixel = (row * self.width + column) * 3;
        for (byte, part) in self.bytes[pixel..pixel + 3].iter_mut().zip([ink.0, ink.1, ink.2]) {
            let mixed = f64::from(*byte) + (f64::from(part) - f64::from(*byte)) * cover.clamp(0.0, 1.0);
            *byte = mixed.round() as u8;
        }
    }
}

fn escaped(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            letter if letter.is_control() => " ".to_owned(),
            letter => letter.to_string(),
        })
        .collect()
}
