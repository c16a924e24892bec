//! SVG documents as plotters writes them: the areas of shapes and texts.

use roxmltree::Node;
use std::fmt::Debug;
use std::str::FromStr;
use ttf_parser::Face;

const FONT: &[u8] = include_bytes!("../../src/font/DejaVuSans-subset.ttf");

/// A rectangle parallel to the axes.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

#[derive(Debug)]
pub struct SvgShape {
    /// With its stroke.
    pub area: Area,
    pub fill: String,
}

#[derive(Debug)]
pub struct SvgText {
    pub content: String,
    /// The area of the line, from the ascent of the font to its descent.
    pub area: Area,
}

/// What a document draws. Texts are measured in the font that they name first.
pub struct SvgDrawing {
    pub width: f32,
    pub height: f32,
    pub shapes: Vec<SvgShape>,
    pub texts: Vec<SvgText>,
}

impl Area {
    pub fn around(points: &[(f32, f32)]) -> Self {
        let empty =
            Self { left: f32::INFINITY, top: f32::INFINITY, right: f32::NEG_INFINITY, bottom: f32::NEG_INFINITY };
        points.iter().fold(empty, |area, &(x, y)| Self {
            left: area.left.min(x),
            top: area.top.min(y),
            right: area.right.max(x),
            bottom: area.bottom.max(y),
        })
    }

    pub fn touches(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub fn contains(&self, other: &Self) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }
}

impl SvgDrawing {
    pub fn new(document: &[u8]) -> Self {
        let document = str::from_utf8(document).expect("a text");
        let document = roxmltree::Document::parse(document).expect("an XML document");
        let face = Face::parse(FONT, 0).expect("a font");
        let root = document.root_element();
        let mut drawing =
            Self { width: value(root, "width"), height: value(root, "height"), shapes: Vec::new(), texts: Vec::new() };
        for node in root.children().filter(Node::is_element) {
            if node.has_tag_name("text") {
                drawing.texts.push(text(node, &face));
            } else {
                drawing.shapes.push(shape(node));
            }
        }
        drawing
    }
}

fn shape(node: Node) -> SvgShape {
    let number = |name| value::<f32>(node, name);
    let points = match node.tag_name().name() {
        "rect" => {
            let (x, y) = (number("x"), number("y"));
            vec![(x, y), (x + number("width"), y + number("height"))]
        }
        "circle" => {
            let (x, y, radius) = (number("cx"), number("cy"), number("r"));
            vec![(x - radius, y - radius), (x + radius, y + radius)]
        }
        "line" => vec![(number("x1"), number("y1")), (number("x2"), number("y2"))],
        "polyline" | "polygon" => value::<String>(node, "points").split_whitespace().map(pair).collect(),
        other => panic!("an element {other}"),
    };
    let is_stroked = node.attribute("stroke").is_some_and(|color| color != "none");
    let stroke = if is_stroked { node.attribute("stroke-width").map_or(1.0, parsed) } else { 0.0 };
    let Area { left, top, right, bottom } = Area::around(&points);
    let half = stroke / 2.0;
    let area = Area { left: left - half, top: top - half, right: right + half, bottom: bottom + half };
    SvgShape { area, fill: node.attribute("fill").unwrap_or("none").to_owned() }
}

fn text(node: Node, face: &Face) -> SvgText {
    // SVG ignores blanks around a text.
    let content = node.text().unwrap_or_default().trim();
    let em = value::<f32>(node, "font-size");
    let scale = em / f32::from(face.units_per_em());
    let advance = |letter| face.glyph_hor_advance(face.glyph_index(letter).unwrap_or_default()).unwrap_or(0);
    let width = content.chars().map(|letter| f32::from(advance(letter)) * scale).sum::<f32>();
    let left = match node.attribute("text-anchor") {
        Some("middle") => -width / 2.0,
        Some("end") => -width,
        _ => 0.0,
    };
    let dy = value::<String>(node, "dy");
    let x = face.glyph_index('x').and_then(|glyph| face.glyph_bounding_box(glyph)).expect("an x");
    let x_height = f32::from(x.y_max) * scale;
    let em_part = dy.strip_suffix("em").map(|ems| parsed::<f32>(ems) * em);
    let base_line = em_part.or_else(|| dy.strip_suffix("ex").map(|exes| parsed::<f32>(exes) * x_height));
    let base_line = base_line.expect("dy in em or ex");
    let top = base_line - f32::from(face.ascender()) * scale;
    let bottom = base_line - f32::from(face.descender()) * scale;

    // plotters rotates around the anchor.
    let rotation =
        node.attribute("transform").and_then(|transform| transform.strip_prefix("rotate(")?.split(',').next());
    let (sin, cos) = rotation.map_or(0.0, parsed::<f32>).to_radians().sin_cos();
    let (x, y) = (value::<f32>(node, "x"), value::<f32>(node, "y"));
    let corners = [(left, top), (left + width, top), (left, bottom), (left + width, bottom)];
    let corners = corners.map(|(across, down)| (x + cos * across - sin * down, y + sin * across + cos * down));
    SvgText { content: content.to_owned(), area: Area::around(&corners) }
}

fn pair(text: &str) -> (f32, f32) {
    let (x, y) = text.split_once(',').expect("two numbers");
    (parsed(x), parsed(y))
}

fn value<T: FromStr<Err: Debug>>(node: Node, name: &str) -> T {
    parsed(node.attribute(name).expect(name))
}

fn parsed<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().expect(text)
}
