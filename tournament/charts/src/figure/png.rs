//! Figures as PNG.

use super::{
    outlined::{circle, line, outline},
    shape::{Drawing, Rgb, Shape},
};
use crate::{frame::Drawn, outline::Font};
use tiny_skia::{Color, FillRule, Paint, Path, Pixmap, Stroke, Transform};

/// 300 pixels an inch, as journals ask for.
const SCALE: f32 = 300.0 / 72.0;
/// The ring of a marker, in points.
const RING: f32 = 0.7;
const WHITE: Rgb = (255, 255, 255);

pub(crate) fn picture(drawing: &Drawing) -> Drawn<Vec<u8>> {
    let pixels = |points: f64| (points as f32 * SCALE).round() as u32;
    let mut picture = Pixmap::new(pixels(drawing.width), pixels(drawing.height)).ok_or("the figure is too large")?;
    picture.fill(Color::WHITE);
    let font = Font::new()?;
    for shape in &drawing.shapes {
        match shape {
            Shape::Line { corners, width, color } => stroke(&mut picture, line(corners), *width as f32, *color),
            Shape::Marker { center, radius, color, is_hollow } => {
                fill(&mut picture, circle(*center, *radius), if *is_hollow { WHITE } else { *color });
                stroke(&mut picture, circle(*center, *radius), RING, *color);
            }
            Shape::Text { color, .. } => fill(&mut picture, outline(&font, shape), *color),
        }
    }
    Ok(picture.encode_png()?)
}

fn fill(picture: &mut Pixmap, path: Option<Path>, color: Rgb) {
    if let Some(path) = path {
        picture.fill_path(&path, &paint(color), FillRule::Winding, Transform::from_scale(SCALE, SCALE), None);
    }
}

fn stroke(picture: &mut Pixmap, path: Option<Path>, width: f32, color: Rgb) {
    if let Some(path) = path {
        let stroke = Stroke { width, ..Stroke::default() };
        picture.stroke_path(&path, &paint(color), &stroke, Transform::from_scale(SCALE, SCALE), None);
    }
}

fn paint((red, green, blue): Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}
