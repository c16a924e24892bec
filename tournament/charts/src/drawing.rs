//! A drawing: shapes and texts in groups, which plotters writes as SVG.
//!
//! The group of a series has its name, and what has its color is `currentColor`, so that a page can hide it or give it another color.
//! Classes of groups name the other colors.

use crate::chart::{Chart, Series};
use crate::text::{self, FAMILIES, wrapped};
use plotters::backend::SVGBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoFont, RGBColor, ShapeStyle, TextStyle};
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind, FontTransform};
use std::io;
use thiserror::Error;

/// The colors of series, which differ for color-blind readers, too, and are dark enough for thin lines on white: those of M. Okabe and
/// K. Ito, "Color Universal Design" (2008), the light ones darker and brown in the place of yellow.
pub(crate) const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 140, 105),
    RGBColor(176, 64, 140),
    RGBColor(34, 34, 34),
    RGBColor(184, 134, 0),
    RGBColor(50, 145, 205),
    RGBColor(130, 80, 40),
];
const SHAPES: usize = 4;
const GRAY: RGBColor = RGBColor(187, 187, 187);

/// The least width, the margin at each side, and the sizes of texts and titles, in pixels.
const WIDE: [f64; 4] = [920.0, 20.0, 14.5, 20.0];
const NARROW: [f64; 4] = [510.0, 5.0, 13.5, 17.0];
/// From line to line of a title and of other texts, in their sizes.
const TITLE_PITCH: f64 = 1.3;
const NOTE_PITCH: f64 = 1.4;
/// Font sizes in points of figures for papers: journals ask for 6 to 8.
const PAPER_TEXT: f64 = 7.0;
const PAPER_TITLE: f64 = 8.0;
/// Plotters has whole coordinates. They count tenths of a pixel, or hundredths of a point.
const SCALE: f64 = 10.0;
const PAPER_SCALE: f64 = 100.0;
/// Plotters divides sizes of fonts by this.
const FONT_UNIT: f64 = 1.24;
/// The part of a font's size that plotters moves a text with its position at the top, and from the middle of its letters to their base.
const TOP: f64 = 0.76;
const MIDDLE: f64 = 0.36;

/// A figure for a paper is too narrow for its labels.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a figure with these labels is at least {:.1} inches wide", (least / 7.2).ceil() / 10.0)]
pub struct TooNarrow {
    /// The least width, in points.
    pub least: f64,
}

/// What a line, a shape or a text is for, which gives its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// The color of the series. None is transparent: svg2pdf writes several transparent shapes in an order of chance.
    Series,
    Text,
    Minor,
    Grid,
    Axis,
    Stripe,
    /// What lies inside of a hollow shape is seen through no line.
    Hollow,
}

/// A place, across and down.
pub(crate) type Place = (f64, f64);
/// A rectangle: left, top, right, bottom.
pub(crate) type Area = [f64; 4];
type Drawn = Result<(), DrawingErrorKind<io::Error>>;

/// A drawing that is being made. Texts are measured as they are drawn.
pub(crate) struct Drawing {
    body: String,
    /// The lines above the chart, with their heights and sizes.
    heading: Vec<(f64, String, f64, Ink)>,
    pub(crate) texts: Vec<Area>,
    /// The markers, and the lines between them that have no labels at their ends: no text may lie on them.
    pub(crate) marks: Vec<Area>,
    color: RGBColor,
    /// Whether the unit is the point, and not the pixel.
    is_paper: bool,
    /// Where the chart begins and how wide it may be.
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) em: f64,
    pub(crate) title_size: f64,
}

impl Drawing {
    pub(crate) fn new(chart: &Chart) -> Self {
        let screen = if chart.is_narrow { NARROW } else { WIDE };
        let [width, margin, em, title_size] =
            chart.paper_width.map_or(screen, |width| [width, 0.0, PAPER_TEXT, PAPER_TITLE]);
        let (mut top, mut heading) = (margin, Vec::new());
        if !chart.title.is_empty() {
            for line in wrapped(&chart.title, title_size, width) {
                heading.push((top + 0.4 * title_size, line, title_size, Ink::Text));
                top += TITLE_PITCH * title_size;
            }
            top += 3.0 * em - TITLE_PITCH * title_size;
            for line in wrapped(&chart.caption(), em, width) {
                heading.push((top - 0.4 * em, line, em, Ink::Minor));
                top += NOTE_PITCH * em;
            }
        }
        let (body, texts, marks, is_paper) = (String::new(), Vec::new(), Vec::new(), chart.paper_width.is_some());
        Self { body, heading, texts, marks, color: GRAY, is_paper, left: margin, top, width, em, title_size }
    }

    fn length(&self, length: f64) -> i32 {
        (length * if self.is_paper { PAPER_SCALE } else { SCALE }).round() as i32
    }

    fn place(&self, (x, y): Place) -> BackendCoord {
        (self.length(x), self.length(y))
    }

    fn places(&self, places: &[Place]) -> Vec<BackendCoord> {
        places.iter().map(|place| self.place(*place)).collect()
    }

    fn group(&mut self, start: &str, draw: impl FnOnce(&mut Self)) {
        self.body += &format!("<g{start}\n");
        draw(self);
        self.body += "</g>\n";
    }

    pub(crate) fn group_of(&mut self, series: &Series, draw: impl FnOnce(&mut Self)) {
        let number = series.style % COLORS.len();
        let gray = if series.is_gray { " gray" } else { "" };
        self.color = if series.is_gray { GRAY } else { COLORS[number] };
        let (name, RGBColor(red, green, blue)) = (escaped(&series.name), self.color);
        let color = format!("color=\"#{red:02x}{green:02x}{blue:02x}\"");
        self.group(&format!(" class=\"s c{number}{gray}\" data-s=\"{name}\" {color}>"), draw);
    }

    /// Draws into a group of which a text is said: a page shows it under the pointer.
    fn saying(&mut self, said: &str, draw: impl FnOnce(&mut Self)) {
        self.group(&format!("><title>{}</title>", escaped(said)), draw);
    }

    /// Adds what plotters draws in that color, as lines of that width.
    fn draw(&mut self, ink: Ink, width: f64, draw: impl FnOnce(&mut SVGBackend<'_>, &ShapeStyle) -> Drawn) {
        let (class, color) = match ink {
            Ink::Series => ("", self.color),
            Ink::Text => ("ink", RGBColor(34, 34, 34)),
            Ink::Minor => ("minor", RGBColor(85, 85, 85)),
            Ink::Grid => ("grid", RGBColor(226, 226, 226)),
            Ink::Axis => ("axis", RGBColor(120, 120, 120)),
            Ink::Stripe => ("stripe", RGBColor(246, 246, 246)),
            Ink::Hollow => ("hollow", RGBColor(255, 255, 255)),
        };
        let style = ShapeStyle { color: color.into(), filled: true, stroke_width: self.length(width).unsigned_abs() };
        let mut document = String::new();
        // Writing into memory does not fail.
        let _ = draw(&mut SVGBackend::with_string(&mut document, (0, 0)), &style);
        let inside = document.split_once(">\n").and_then(|(_, rest)| rest.strip_suffix("</svg>\n"));
        // What the document says once is left out, and a text is one line with its tags.
        let mut inside = inside.unwrap_or_default().to_owned();
        if class.is_empty() {
            let RGBColor(red, green, blue) = self.color;
            inside = inside.replace(&format!("\"#{red:02X}{green:02X}{blue:02X}\""), "\"currentColor\"");
        }
        let (family, size) = (format!("font-family=\"{FAMILIES}\""), format!("font-size=\"{}\"", self.length(self.em)));
        let start = "text-anchor=\"start\"";
        for usual in
            ["opacity=\"1\"", "stroke=\"none\"", "stroke-width=\"0\"", "fill=\"#222222\"", start, &family, &size]
        {
            inside = inside.replace(&format!(" {usual}"), "");
        }
        inside = inside.replace("<polyline fill=\"none\"", "<polyline").replace(" \"/>", "\"/>");
        if inside.starts_with("<text") {
            inside = inside.replace('\n', "") + "\n";
        }
        if class.is_empty() || (ink == Ink::Text && inside.starts_with("<text")) {
            self.body += &inside;
        } else if !inside.is_empty() {
            self.body += &format!("<g class=\"{class}\">\n{inside}</g>\n");
        }
    }

    pub(crate) fn line(&mut self, corners: &[Place], ink: Ink, width: f64) {
        self.lines(&[corners.to_vec()], ink, width);
    }

    pub(crate) fn lines(&mut self, lines: &[Vec<Place>], ink: Ink, width: f64) {
        let paths: Vec<_> = lines.iter().filter(|line| line.len() > 1).map(|line| self.places(line)).collect();
        self.draw(ink, width, |svg, style| paths.into_iter().try_for_each(|path| svg.draw_path(path, style)));
    }

    fn polygon(&mut self, corners: &[Place], is_hollow: bool) {
        let mut path = self.places(corners);
        let fill = if is_hollow { Ink::Hollow } else { Ink::Series };
        self.draw(fill, 0.0, |svg, style| svg.fill_polygon(path.clone(), style));
        if is_hollow {
            path.extend(path.first().copied());
            self.draw(Ink::Series, 0.07 * self.em, |svg, style| svg.draw_path(path, style));
        }
    }

    /// The marker of a series, with what is said of it.
    pub(crate) fn marker(&mut self, series: &Series, at: Place, is_hollow: bool, said: &str) {
        let r = self.em * if series.is_gray { 0.17 } else { 0.27 };
        self.marks.push([at.0 - r, at.1 - r, at.0 + r, at.1 + r]);
        let shape = if series.is_gray { 0 } else { (series.style + series.style / COLORS.len()) % SHAPES };
        let corners: &[Place] = match shape {
            0 => &[],
            1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            2 => &[(0.0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
            _ => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        };
        let corners: Vec<Place> = corners.iter().map(|(x, y)| (at.0 + x * r, at.1 + y * r)).collect();
        let (center, radius) = (self.place(at), self.length(r).unsigned_abs());
        self.saying(said, |drawing| {
            if !corners.is_empty() {
                return drawing.polygon(&corners, is_hollow);
            }
            let fill = if is_hollow { Ink::Hollow } else { Ink::Series };
            drawing.draw(fill, 0.0, |svg, style| svg.draw_circle(center, radius, style, true));
            if is_hollow {
                let width = 0.07 * drawing.em;
                drawing.draw(Ink::Series, width, |svg, style| svg.draw_circle(center, radius, style, false));
            }
        });
    }

    /// A bar of a series, with what is said of it.
    pub(crate) fn bar(&mut self, [left, top, right, bottom]: Area, is_hollow: bool, said: &str) {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.saying(said, |drawing| drawing.polygon(&corners, is_hollow));
    }

    pub(crate) fn stripe(&mut self, [left, top, right, bottom]: Area) {
        let corners = [self.place((left, top)), self.place((right, bottom))];
        self.draw(Ink::Stripe, 0.0, |svg, style| svg.draw_rect(corners[0], corners[1], style, true));
    }

    /// Bars side by side on a base line, from left to right, with what is said of all.
    pub(crate) fn steps(&mut self, (left, base): Place, width: f64, heights: &[f64], said: &str) {
        let mut corners = vec![(left, base)];
        for (place, height) in heights.iter().map(|height| (height * 2.0).ceil() / 2.0).enumerate() {
            let start = left + place as f64 * width;
            let top = base - height;
            if corners.last().is_some_and(|(_, before)| *before == top) {
                corners.pop();
            } else {
                corners.push((start, top));
            }
            corners.push((start + width, top));
        }
        corners.push((left + heights.len() as f64 * width, base));
        self.saying(said, |drawing| drawing.polygon(&corners, false));
    }

    pub(crate) fn text(&mut self, at: Place, text: &str, anchor: HPos) {
        self.sized_text(at, text, anchor, self.em, Ink::Text);
    }

    pub(crate) fn sized_text(&mut self, (x, y): Place, text: &str, anchor: HPos, size: f64, ink: Ink) {
        let width = text::width(text, size);
        let left = match anchor {
            HPos::Left => x,
            HPos::Center => x - width / 2.0,
            HPos::Right => x - width,
        };
        self.texts.push([left, y - size * 0.6, left + width, y + size * 0.6]);
        self.write((x, y + size * (MIDDLE - TOP)), text, anchor, size, ink, FontTransform::None);
    }

    pub(crate) fn vertical_text(&mut self, (x, y): Place, text: &str) {
        let half = text::width(text, self.em) / 2.0;
        self.texts.push([x - self.em * 0.6, y - half, x + self.em * 0.6, y + half]);
        let at = (x + self.em * (MIDDLE - TOP), y);
        self.write(at, text, HPos::Center, self.em, Ink::Text, FontTransform::Rotate270);
    }

    fn write(&mut self, at: Place, text: &str, pos: HPos, size: f64, ink: Ink, transform: FontTransform) {
        let (at, size) = (self.place(at), f64::from(self.length(size)) * FONT_UNIT);
        self.draw(ink, 0.0, |svg, style| {
            let font = (FAMILIES, size).into_font().transform(transform);
            svg.draw_text(text, &TextStyle::from(font).color(&style.color).pos(Pos::new(pos, VPos::Top)), at)
        });
    }

    /// The document, with a title and with notes below that right bottom corner, and where its texts and marks are.
    pub(crate) fn finish(mut self, chart: &Chart, (right, mut bottom): Place) -> (String, [Vec<Area>; 2]) {
        let (margin, em) = (self.left, self.em);
        let room = right - margin;
        for (y, line, size, ink) in std::mem::take(&mut self.heading) {
            self.sized_text((margin, y), &line, HPos::Left, size, ink);
        }
        let notes = if self.is_paper { Vec::new() } else { wrapped(&chart.all_notes().join(" "), 0.94 * em, room) };
        bottom += if notes.is_empty() { 0.0 } else { em };
        for note in &notes {
            self.sized_text((margin, bottom + 0.7 * em), note, HPos::Left, 0.94 * em, Ink::Minor);
            bottom += NOTE_PITCH * em;
        }
        let (unit, scale) = if self.is_paper { ("pt", PAPER_SCALE) } else { ("", SCALE) };
        let (width, height) = self.place((right + margin, (bottom + margin).ceil()));
        let parts = [&chart.title, &chart.caption()].map(|text| escaped(text));
        let label = parts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(". ");
        let document = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"{}{unit}\" height=\"{}{unit}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\" font-family=\"{FAMILIES}\" \
             font-size=\"{}\" fill=\"#222\">\n\
             <style>polyline{{fill:none}}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            f64::from(width) / scale,
            f64::from(height) / scale,
            self.length(em),
            self.body
        );
        (document, [self.texts, self.marks])
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
