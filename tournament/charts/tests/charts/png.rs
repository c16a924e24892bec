//! A PNG shows what its SVG shows.

use crate::svg::{Area, SvgDrawing};
use charts::{AxisScale, ChartKind, ChartSpec, DataPoint, Format, draw};
use std::error::Error;
use std::fs;
use tiny_skia::{ColorU8, Pixmap};

/// The color of the only series, in SVG.
const COLOR: &str = "#0072B2";
/// The most pixels of the SVG between the end of a text's area and its ink.
const BEARING: f32 = 4.0;

#[test]
fn shapes_and_texts_are_where_the_svg_has_them() -> Result<(), Box<dyn Error>> {
    for kind in [ChartKind::Bars, ChartKind::Lines] {
        let (svg, png) = both(kind)?;
        assert_eq!((png.width() as f32, png.height() as f32), (2.0 * svg.width, 2.0 * svg.height), "{kind:?}");

        let filled: Vec<_> = svg.shapes.iter().filter(|shape| shape.fill == COLOR).collect();
        assert!(filled.len() >= 3, "{kind:?}");
        for shape in filled {
            let Area { left, top, right, bottom } = shape.area;
            // An error bar covers the center.
            let pixel = pixel(&png, left + right, top * 1.5 + bottom * 0.5);
            assert_eq!((pixel.red(), pixel.green(), pixel.blue()), (0x00, 0x72, 0xb2), "{kind:?}: {shape:?}");
        }

        for text in &svg.texts {
            let ink = ink(&png, text.area).ok_or_else(|| format!("no ink in {text:?}"))?;
            let Area { left, top, right, bottom } = text.area;
            let fills_width = ink.left - left < BEARING && right - ink.right < BEARING;
            let fills_height = ink.top - top < BEARING && bottom - ink.bottom < BEARING;
            let is_upright = right - left < bottom - top;
            assert!(if is_upright { fills_height } else { fills_width }, "{kind:?}: {ink:?} in {text:?}");
        }
    }
    Ok(())
}

/// A chart in both formats.
fn both(kind: ChartKind) -> Result<(SvgDrawing, Pixmap), Box<dyn Error>> {
    let spec = ChartSpec::new(kind, "both", ["4x6", "6x10", "8x10"])
        .titled("Mean guesses of rao", "10 000 rounds a size")
        .measuring("mean guesses", AxisScale::FromZero)
        .across("size (pegs x colors)")
        .series(0, "rao", [4.5, 6.1, 7.2].map(|guesses| DataPoint::measured(guesses, Some(0.1))))
        .note("No round was lost.");
    let folder = tempfile::tempdir()?;
    draw(&[spec], &[Format::Svg, Format::Png].into(), folder.path())?;
    let read = |name: &str| fs::read(folder.path().join(name));
    Ok((SvgDrawing::new(&read("both.svg")?), Pixmap::decode_png(&read("both.png")?)?))
}

/// The smallest area of the SVG with all dark pixels of this one.
fn ink(png: &Pixmap, area: Area) -> Option<Area> {
    let (rows, columns) = (2.0 * area.top..2.0 * area.bottom, 2.0 * area.left..2.0 * area.right);
    let mut dark = Vec::new();
    for y in rows.start.ceil() as u32..rows.end as u32 {
        for x in columns.start.ceil() as u32..columns.end as u32 {
            if pixel(png, x as f32, y as f32).green() < 128 {
                dark.push((x as f32 / 2.0, y as f32 / 2.0));
            }
        }
    }
    (!dark.is_empty()).then(|| Area::around(&dark))
}

fn pixel(png: &Pixmap, x: f32, y: f32) -> ColorU8 {
    png.pixel(x as u32, y as u32).expect("inside of the picture").demultiply()
}
