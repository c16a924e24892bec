//! Figures as SVG.

use super::shape::{Anchor, Drawing, Rgb, Shape};
use crate::text::FAMILIES;
use std::fmt::Write as _;

/// A document whose unit is the point.
pub(crate) fn document(drawing: &Drawing) -> String {
    let Drawing { width, height, shapes } = drawing;
    let (width, height) = (number(*width), number(*height));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FAMILIES}\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for shape in shapes {
        // Writing into memory does not fail, here and below.
        let _ = match shape {
            Shape::Line { corners, width, color } => {
                let points: Vec<String> =
                    corners.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
                let (points, color, width) = (points.join(" "), hex(*color), number(*width));
                writeln!(
                    text,
                    "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
                )
            }
            Shape::Marker { center: (x, y), radius, color, is_hollow } => {
                let fill = if *is_hollow { "#ffffff".to_owned() } else { hex(*color) };
                let (x, y, radius, color) = (number(*x), number(*y), number(*radius), hex(*color));
                writeln!(
                    text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"0.7\"/>"
                )
            }
            Shape::Text { at: (x, y), text: label, size, color, anchor, is_vertical } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let (x, y, size, color, label) = (number(*x), number(*y), number(*size), hex(*color), escaped(label));
                let turned = if *is_vertical { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
                writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\" text-anchor=\"{anchor}\"{turned}>{label}</text>"
                )
            }
        };
    }
    text + "</svg>\n"
}

/// A number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
