//! Texts of figures as outlines, and markers as paths.

use super::shape::{Anchor, Shape};
use crate::outline::Font;
use tiny_skia::{Path, PathBuilder, Transform};

/// The outline of a text in points. None without a visible letter, and for other shapes.
pub(crate) fn outline(font: &Font, shape: &Shape) -> Option<Path> {
    let Shape::Text { at, text, size, anchor, is_vertical, .. } = shape else { return None };
    let outline = font.outline(text);
    let before = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => outline.width / 2.0,
        Anchor::End => outline.width,
    };
    let turned = if *is_vertical { Transform::from_rotate(-90.0) } else { Transform::identity() };
    let transform = Transform::from_translate(-before, 0.0)
        .post_scale(*size as f32, *size as f32)
        .post_concat(turned)
        .post_translate(at.0 as f32, at.1 as f32);
    outline.path?.transform(transform)
}

/// A circle.
pub(crate) fn circle((x, y): (f64, f64), radius: f64) -> Option<Path> {
    PathBuilder::from_circle(x as f32, y as f32, radius as f32)
}

/// A line through corners. None with fewer than two.
pub(crate) fn line(corners: &[(f64, f64)]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let [(x, y), rest @ ..] = corners else { return None };
    builder.move_to(*x as f32, *y as f32);
    rest.iter().for_each(|(x, y)| builder.line_to(*x as f32, *y as f32));
    if rest.is_empty() { None } else { builder.finish() }
}
