//! Figures as PDF.

use super::{
    outlined::{circle, line, outline},
    shape::{Drawing, Rgb, Shape},
};
use crate::{frame::Drawn, outline::Font};
use pdf_writer::{Content, Finish, Pdf, Rect, Ref};
use tiny_skia::{Path, PathSegment};

/// The ring of a marker, in points.
const RING: f32 = 0.7;
const WHITE: Rgb = (255, 255, 255);
/// A page is at most 200 inches long.
const LONGEST: f64 = 14_400.0;

/// A document of one page.
pub(crate) fn document(drawing: &Drawing) -> Drawn<Vec<u8>> {
    let Drawing { width, height, shapes } = drawing;
    if *height > LONGEST || *width > LONGEST {
        return Err("the figure is too large".into());
    }
    let font = Font::new()?;
    let mut content = Content::new();
    // From the left bottom upwards to the left top downwards.
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, *height as f32]);
    for shape in shapes {
        match shape {
            Shape::Line { corners, width, color } => stroke(&mut content, line(corners), *width as f32, *color),
            Shape::Marker { center, radius, color, is_hollow } => {
                fill(&mut content, circle(*center, *radius), if *is_hollow { WHITE } else { *color });
                stroke(&mut content, circle(*center, *radius), RING, *color);
            }
            Shape::Text { color, .. } => fill(&mut content, outline(&font, shape), *color),
        }
    }
    let [catalog, pages, page, contents] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut only = pdf.page(page);
    only.media_box(Rect::new(0.0, 0.0, *width as f32, *height as f32));
    only.parent(pages).contents(contents);
    only.resources();
    only.finish();
    pdf.stream(contents, &content.finish());
    Ok(pdf.finish())
}

fn fill(content: &mut Content, path: Option<Path>, color: Rgb) {
    if let Some(path) = path {
        let [red, green, blue] = parts(color);
        content.set_fill_rgb(red, green, blue);
        add(content, &path);
        content.fill_nonzero();
    }
}

fn stroke(content: &mut Content, path: Option<Path>, width: f32, color: Rgb) {
    if let Some(path) = path {
        let [red, green, blue] = parts(color);
        content.set_stroke_rgb(red, green, blue);
        content.set_line_width(width);
        add(content, &path);
        content.stroke();
    }
}

fn parts((red, green, blue): Rgb) -> [f32; 3] {
    [red, green, blue].map(|part| f32::from(part) / 255.0)
}

fn add(content: &mut Content, path: &Path) {
    let mut last = (0.0, 0.0);
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::QuadTo(by, to) => {
                // The cubic curve with the same points.
                let toward = |end: (f32, f32)| (end.0 + (by.x - end.0) * 2.0 / 3.0, end.1 + (by.y - end.1) * 2.0 / 3.0);
                let (first, second) = (toward(last), toward((to.x, to.y)));
                content.cubic_to(first.0, first.1, second.0, second.1, to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::CubicTo(first, second, to) => {
                content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}
