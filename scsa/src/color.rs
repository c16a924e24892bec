//! The colors of the pegs.

use std::fmt;

/// One of the colors A to Z, of index 0 to 25.
///
/// ```
/// use scsa::Color;
/// let c = Color::new(2).unwrap();
/// assert_eq!((c.letter(), c.index()), ('C', 2));
/// assert_eq!(Color::new(26), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(u8);

impl Color {
    /// The largest number of colors of a game: one for each letter.
    pub const MAX: usize = 26;

    /// The color A, of index 0. Every game has it.
    pub const A: Color = Color(0);

    /// The color of an index, or `None` from 26 on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Color> {
        if index < Color::MAX { Some(Color(index as u8)) } else { None }
    }

    /// The color of a letter, upper or lower case, or `None` for any other character.
    ///
    /// ```
    /// use scsa::Color;
    /// assert_eq!(Color::from_letter('d'), Color::new(3));
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'A'..='Z' => Some(Color(letter as u8 - b'A')),
            'a'..='z' => Some(Color(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// The index, 0 for A to 25 for Z.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter, A to Z.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The color of an index that is known to be below [`Color::MAX`].
    #[inline]
    pub(crate) const fn from_raw(raw: u8) -> Color {
        debug_assert!((raw as usize) < Color::MAX);
        Color(raw)
    }

    /// The index as a byte.
    #[inline]
    pub(crate) const fn raw(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
