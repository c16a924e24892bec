//! What Rao's method knows: a list of pegs of the secret, each with its color and where it may stand.

use scsa::{Color, Size};

/// A set of pegs of the board, peg `i` as bit `i`.
pub type Pegs = u32;

/// One entry for each peg known to be in the secret, in the order in which they were found.
#[derive(Clone, Debug)]
pub struct Inferences {
    colors: [Color; Size::MAX_PEGS],
    /// Where the entry may stand; one that may stand on a single peg is *tied* to it.
    places: [Pegs; Size::MAX_PEGS],
    len: usize,
    /// The pegs that some entry is tied to, as of the last [`clean_up`](Inferences::clean_up).
    tied: Pegs,
}

impl Inferences {
    pub const fn new() -> Inferences {
        Inferences { colors: [Color::A; Size::MAX_PEGS], places: [0; Size::MAX_PEGS], len: 0, tied: 0 }
    }

    /// How many pegs of the secret are known to be in it.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The pegs that some entry is tied to.
    pub const fn tied(&self) -> Pegs {
        self.tied
    }

    /// The color of an entry.
    pub const fn color(&self, entry: usize) -> Color {
        self.colors[entry]
    }

    /// Where an entry may stand.
    pub const fn places(&self, entry: usize) -> Pegs {
        self.places[entry]
    }

    /// The colors of the tied entries with the pegs they are tied to.
    pub fn ties(&self) -> impl Iterator<Item = (Color, usize)> + '_ {
        let entries = self.colors[..self.len].iter().zip(&self.places[..self.len]);
        entries
            .filter(|(_, places)| is_single(**places))
            .map(|(color, places)| (*color, places.trailing_zeros() as usize))
    }

    /// The first entry that is not tied.
    pub fn first_untied(&self) -> Option<usize> {
        self.untied().next()
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

    /// Ties an entry to a peg.
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

    /// Strikes the pegs of tied entries from all others, until no further entry gets tied by it.
    pub fn clean_up(&mut self) {
        loop {
            let places = &mut self.places[..self.len];
            let tied = places.iter().filter(|p| is_single(**p)).fold(0, |tied, p| tied | p);
            if tied == self.tied {
                return;
            }
            self.tied = tied;
            for p in places {
                // Honest answers leave every entry a place.
                if !is_single(*p) && *p & !tied != 0 {
                    *p &= !tied;
                }
            }
        }
    }
}

const fn is_single(places: Pegs) -> bool {
    places.is_power_of_two()
}
