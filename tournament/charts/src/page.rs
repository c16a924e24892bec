//! The page around a chart: title above, legend at the right, notes below.

use crate::pen::{self, Marker, Pen};
use crate::picture::{Area, Ink, Label, Picture, Point};
use crate::plan::Plan;
use crate::typeface;

/// A picture is at least this large.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 600.0;
const MARGIN: f64 = 16.0;
/// Where the body starts.
const TOP: f64 = 78.0;

pub(crate) const TITLE_EM: f64 = 20.0;
pub(crate) const TEXT_EM: f64 = 14.0;
const NOTE_EM: f64 = 13.0;
const NOTE_PITCH: f64 = 18.0;

const LEGEND_PITCH: f64 = 22.0;
/// The part of a legend's entry before its text.
const SWATCH: f64 = 40.0;
const LONGEST_NAME: f64 = 300.0;
const LEGEND_GAP: f64 = 24.0;

/// How the legend shows a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Swatch {
    /// A piece of line with the marker.
    Line,
    /// A bar with the marker below it.
    Bar,
}

/// A page with everything but its chart.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) picture: Picture,
    /// The room for the chart.
    pub(crate) body: Area,
}

impl Page {
    /// A page whose body is at least so wide and so high.
    pub(crate) fn new(plan: &Plan, swatch: Swatch, width: f64, height: f64) -> Self {
        let legend = Legend::new(plan, swatch);
        let page_width = WIDTH.max((MARGIN + width + LEGEND_GAP + legend.width() + MARGIN).ceil());
        let notes: Vec<String> = plan
            .notes
            .iter()
            .flat_map(|note| typeface::wrapped(note, NOTE_EM, page_width - 2.0 * MARGIN, &['-', '/']))
            .collect();
        let notes_height = notes.len() as f64 * NOTE_PITCH + if notes.is_empty() { MARGIN } else { 2.0 * MARGIN };
        let page_height = HEIGHT.max((TOP + height.max(legend.height()) + notes_height).ceil());

        let mut picture = Picture {
            name: plan.name.clone(),
            title: plan.title.clone(),
            width: page_width,
            height: page_height,
            shapes: Vec::new(),
        };
        let room = page_width - 2.0 * MARGIN;
        let mut write = |text: &str, baseline: f64, em: f64, ink: Ink| {
            let text = typeface::shortened(text, em, room);
            picture.label(Label::new(&text, Point::new(MARGIN, baseline), em, ink));
        };
        write(&plan.title, 34.0, TITLE_EM, Ink::TEXT);
        write(&plan.caption(), 57.0, TEXT_EM, Ink::QUIET);
        let first = page_height - MARGIN - (notes.len() as f64 - 1.0) * NOTE_PITCH;
        for (line, note) in notes.iter().enumerate() {
            write(note, first + line as f64 * NOTE_PITCH, NOTE_EM, Ink::QUIET);
        }
        let legend_left = page_width - MARGIN - legend.width();
        legend.draw(&mut picture, Point::new(legend_left, TOP));
        let body = Area { left: MARGIN, top: TOP, right: legend_left - LEGEND_GAP, bottom: page_height - notes_height };
        Self { picture, body }
    }

    /// What the vertical axis measures, along the left edge between two heights.
    pub(crate) fn measure(&mut self, text: &str, top: f64, bottom: f64) {
        let text = typeface::shortened(text, TEXT_EM, bottom - top);
        let at = Point::new(self.body.left + TEXT_EM, f64::midpoint(top, bottom));
        self.picture.label(Label::new(&text, at, TEXT_EM, Ink::TEXT).anchored(crate::picture::Anchor::Middle).upward());
    }
}

/// The names beside a chart and the signs that need a word.
struct Legend {
    swatch: Swatch,
    series: Vec<(Pen, String)>,
    unwon: bool,
    no_win: bool,
}

impl Legend {
    const UNWON: &'static str = "not all rounds won";
    const NO_WIN: &'static str = "no round won";

    fn new(plan: &Plan, swatch: Swatch) -> Self {
        let series = plan
            .series
            .iter()
            .map(|series| (Pen::of(series.pen), typeface::shortened(&series.name, TEXT_EM, LONGEST_NAME)))
            .collect();
        Self { swatch, series, unwon: plan.has_unwon(), no_win: plan.has_no_win() }
    }

    /// The words for the signs in the chart.
    fn signs(&self) -> impl Iterator<Item = &'static str> + use<> {
        let unwon = self.unwon.then_some(Self::UNWON);
        let no_win = self.no_win.then_some(Self::NO_WIN);
        unwon.into_iter().chain(no_win)
    }

    fn width(&self) -> f64 {
        let names = self.series.iter().map(|(_, name)| typeface::width(name, TEXT_EM));
        let signs = self.signs().map(|sign| typeface::width(sign, TEXT_EM));
        let widest = names.chain(signs).fold(0.0, f64::max);
        SWATCH + widest.ceil()
    }

    fn height(&self) -> f64 {
        (self.series.len() + self.signs().count()) as f64 * LEGEND_PITCH + LEGEND_PITCH
    }

    fn draw(&self, picture: &mut Picture, corner: Point) {
        let mut middle = corner.y + LEGEND_PITCH / 2.0;
        let write = |picture: &mut Picture, text: &str, middle: f64, ink: Ink| {
            let at = Point::new(corner.x + SWATCH, middle + typeface::CAPITALS * TEXT_EM / 2.0);
            picture.label(Label::new(text, at, TEXT_EM, ink));
        };
        for (pen, name) in &self.series {
            match self.swatch {
                Swatch::Line => {
                    let ends = [Point::new(corner.x, middle), Point::new(corner.x + 32.0, middle)];
                    pen.trace(picture, &ends, 1.6);
                    pen.mark(picture, Point::new(corner.x + 16.0, middle), 4.6, false);
                }
                Swatch::Bar => {
                    picture.rectangle(bar(corner.x, middle), pen.ink);
                    pen.mark(picture, Point::new(corner.x + 26.0, middle), 4.0, false);
                }
            }
            write(picture, name, middle, Ink::TEXT);
            middle += LEGEND_PITCH;
        }
        middle += LEGEND_PITCH / 2.0;
        for sign in self.signs() {
            let at = Point::new(corner.x + 16.0, middle);
            match (sign, self.swatch) {
                (Self::NO_WIN, _) => pen::cross(picture, at, 4.5, Ink::QUIET),
                (_, Swatch::Line) => pen::mark(picture, Marker::Circle, at, 4.6, Ink::QUIET, true),
                (_, Swatch::Bar) => pale_bar(picture, bar(corner.x, middle), Ink::QUIET),
            }
            write(picture, sign, middle, Ink::QUIET);
            middle += LEGEND_PITCH;
        }
    }
}

fn bar(left: f64, middle: f64) -> Area {
    Area { left: left + 2.0, top: middle - 7.0, right: left + 16.0, bottom: middle + 7.0 }
}

/// A bar of a match whose rounds were not all won: pale with a rim.
pub(crate) fn pale_bar(picture: &mut Picture, area: Area, ink: Ink) {
    picture.rectangle(area, ink);
    let rim = 1.2;
    let Area { left, top, right, bottom } = area;
    if right - left > 2.0 * rim && bottom - top > 2.0 * rim {
        let inside = Area { left: left + rim, top: top + rim, right: right - rim, bottom: bottom - rim };
        picture.rectangle(inside, ink.thinned(0.7));
    }
}
