//! What Rao's method knows: a list of pegs of the secret, each with its color and where it may stand.

use scsa::{Code, Color, Size};

/// A set of pegs of the board, peg `i` as bit `i`.
pub type Pegs = u32;

/// One entry for each peg known to be in the secret, in the order in which they were found. An entry that may stand on
/// one peg only is *tied* to it; then it is taken off the list, and the peg keeps its color in every guess.
#[derive(Clone, Debug)]
pub struct Inferences {
    /// The entries that are not tied (but for those that get tied by the next clean-up).
    colors: [Color; Size::MAX_PEGS],
    places: [Pegs; Size::MAX_PEGS],
    len: usize,
    tied: Pegs,
    /// A guess with the tied pegs in their colors and all others in the filling color.
    frame: Code,
    filling: Color,
    free: Pegs,
}

impl Inferences {
    pub fn new(size: Size) -> Inferences {
        Inferences {
            colors: [Color::A; Size::MAX_PEGS],
            places: [0; Size::MAX_PEGS],
            len: 0,
            tied: 0,
            frame: Code::uniform(size, Color::A),
            filling: Color::A,
            free: Pegs::MAX >> (Size::MAX_PEGS - size.pegs()),
        }
    }

    /// How many pegs of the secret are known to be in it.
    pub const fn known(&self) -> usize {
        self.len + self.tied.count_ones() as usize
    }

    /// The pegs that some entry is tied to.
    pub const fn tied(&self) -> Pegs {
        self.tied
    }

    /// The pegs that no entry is tied to.
    pub const fn free(&self) -> Pegs {
        self.free
    }

    /// The color of an entry.
    pub const fn color(&self, entry: usize) -> Color {
        self.colors[entry]
    }

    /// The color of a tied peg.
    pub fn tied_color(&self, peg: usize) -> Color {
        self.frame.peg(peg)
    }

    /// Whether every entry may stand somewhere, and only on free pegs.
    pub fn are_possible(&self) -> bool {
        self.places[..self.len].iter().all(|&places| places != 0 && places & !self.free == 0)
    }

    /// Where an entry may stand.
    pub const fn places(&self, entry: usize) -> Pegs {
        self.places[entry]
    }

    /// The entries that are not tied.
    pub fn untied(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|&entry| !is_single(self.places[entry]))
    }

    /// Adds entries of a color that may stand on those pegs.
    pub fn add(&mut self, color: Color, entries: usize, places: Pegs) {
        for _ in 0..entries {
            self.colors[self.len] = color;
            self.places[self.len] = places;
            self.len += 1;
        }
    }

    /// Ties an entry to a peg; the clean-up takes it off the list.
    pub fn tie(&mut self, entry: usize, peg: Pegs) {
        self.places[entry] = peg;
    }

    /// Strikes a peg from every entry of a color that is not tied.
    pub fn strike(&mut self, color: Color, peg: Pegs) {
        for entry in 0..self.len {
            if self.colors[entry] == color && !is_single(self.places[entry]) {
                self.places[entry] &= !peg;
            }
        }
    }

    /// Strikes the pegs of tied entries from all others, until no further entry gets tied by it. Returns where the
    /// followed entry is then, if it is not tied.
    pub fn clean_up(&mut self, mut followed: Option<usize>) -> Option<usize> {
        loop {
            let before = followed.take();
            let mut kept = 0;
            let mut tied = 0;
            for entry in 0..self.len {
                let (color, places) = (self.colors[entry], self.places[entry]);
                if is_single(places) {
                    // Honest answers tie no two entries to one peg.
                    if places & self.free & !tied != 0 {
                        self.frame.recolor(places, self.filling, color);
                    }
                    tied |= places;
                } else {
                    if before == Some(entry) {
                        followed = Some(kept);
                    }
                    self.colors[kept] = color;
                    self.places[kept] = places;
                    kept += 1;
                }
            }
            self.len = kept;
            if tied == 0 {
                return followed;
            }
            self.tied |= tied;
            self.free &= !tied;
            for places in &mut self.places[..kept] {
                // Honest answers leave every entry a place.
                if *places & !tied != 0 {
                    *places &= !tied;
                }
            }
        }
    }

    /// The guess with the free pegs in one color.
    pub fn filled(&mut self, filling: Color) -> Code {
        self.frame.recolor(self.free, self.filling, filling);
        self.filling = filling;
        self.frame
    }
}

const fn is_single(places: Pegs) -> bool {
    places.is_power_of_two()
}
