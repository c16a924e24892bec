//! Texts as outlines of the embedded font.

use crate::text::FONT;
use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, FaceParsingError, GlyphId, OutlineBuilder};

/// The height of a small letter of `DejaVu Sans`, in ems.
pub(crate) const X_HEIGHT: f32 = 0.547;

/// The embedded font.
pub(crate) struct Font {
    face: Face<'static>,
    /// The font units of an em.
    em: f32,
}

/// A line of text, in ems. It starts at the origin; y points down.
pub(crate) struct Outline {
    /// None without a visible glyph.
    pub(crate) path: Option<Path>,
    pub(crate) width: f32,
}

impl Font {
    pub(crate) fn new() -> Result<Self, FaceParsingError> {
        let face = Face::parse(FONT, 0)?;
        let em = f32::from(face.units_per_em());
        Ok(Self { face, em })
    }

    /// The glyphs of a text side by side. Kerning is ignored.
    pub(crate) fn outline(&self, text: &str) -> Outline {
        let mut pen = Pen { path: PathBuilder::new(), x: 0.0, em: self.em };
        for letter in text.chars() {
            // The first glyph of a font stands for letters that it lacks.
            let glyph = self.face.glyph_index(letter).unwrap_or(GlyphId(0));
            self.face.outline_glyph(glyph, &mut pen);
            pen.x += self.face.glyph_hor_advance(glyph).map_or(0.0, f32::from);
        }
        Outline { path: pen.path.finish(), width: pen.x / self.em }
    }
}

/// Draws glyphs in font units into a path in ems.
struct Pen {
    path: PathBuilder,
    /// Where the glyph starts, in font units.
    x: f32,
    em: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        ((self.x + x) / self.em, -y / self.em)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
