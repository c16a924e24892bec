//! The size of a game: pegs x colors.

use crate::Color;
use std::{fmt, str::FromStr};

/// The size of a game, written pegs x colors: `8x10` has 8 pegs and 10 colors.
///
/// ```
/// use scsa::Size;
/// let size: Size = "8x10".parse().unwrap();
/// assert_eq!((size.pegs(), size.colors()), (8, 10));
/// assert_eq!(size.to_string(), "8x10");
/// assert!("4x99".parse::<Size>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    pegs: u8,
    colors: u8,
}

impl Size {
    /// The largest number of pegs of a game.
    pub const MAX_PEGS: usize = 32;

    /// A size of 1 to 32 pegs and 1 to 26 colors.
    ///
    /// # Errors
    /// [`SizeError`] when either number is out of its range.
    pub const fn new(pegs: usize, colors: usize) -> Result<Size, SizeError> {
        if pegs < 1 || pegs > Size::MAX_PEGS {
            Err(SizeError::Pegs)
        } else if colors < 1 || colors > Color::MAX {
            Err(SizeError::Colors)
        } else {
            Ok(Size { pegs: pegs as u8, colors: colors as u8 })
        }
    }

    /// The number of pegs, 1 to 32.
    #[must_use]
    #[inline]
    pub const fn pegs(self) -> usize {
        self.pegs as usize
    }

    /// The number of colors, 1 to 26.
    #[must_use]
    #[inline]
    pub const fn colors(self) -> usize {
        self.colors as usize
    }

    /// The colors of the game in order, beginning with A.
    pub fn palette(self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
        (0..self.colors).map(Color::from_raw)
    }

    /// The last color of the game.
    ///
    /// ```
    /// use scsa::Size;
    /// assert_eq!(Size::new(4, 6).unwrap().last_color().letter(), 'F');
    /// ```
    #[must_use]
    pub const fn last_color(self) -> Color {
        Color::from_raw(self.colors - 1)
    }

    /// The number of legal codes: colors ^ pegs. `None` when it exceeds `u64::MAX`.
    ///
    /// ```
    /// use scsa::Size;
    /// assert_eq!(Size::new(4, 6).unwrap().count(), Some(1296));
    /// ```
    #[must_use]
    pub const fn count(self) -> Option<u64> {
        (self.colors as u64).checked_pow(self.pegs as u32)
    }

    /// The number of legal codes if it is at most `limit`, else `None`.
    ///
    /// For callers that enumerate the codes and refuse larger sizes.
    ///
    /// ```
    /// use scsa::Size;
    /// assert_eq!(Size::new(4, 6).unwrap().count_at_most(1296), Some(1296));
    /// assert_eq!(Size::new(4, 6).unwrap().count_at_most(1295), None);
    /// assert_eq!(Size::new(32, 26).unwrap().count_at_most(u64::MAX), None);
    /// ```
    #[must_use]
    pub const fn count_at_most(self, limit: u64) -> Option<u64> {
        match self.count() {
            Some(count) if count <= limit => Some(count),
            _ => None,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.pegs, self.colors))
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let (pegs, colors) = text.split_once(['x', 'X']).ok_or(SizeError::Form)?;
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            // A number too large for usize is out of every range.
            is_number.then(|| digits.parse::<usize>().unwrap_or(usize::MAX))
        };
        match (number(pegs), number(colors)) {
            (Some(pegs), Some(colors)) => Size::new(pegs, colors),
            _ => Err(SizeError::Form),
        }
    }
}

/// Why numbers or a text are not a [`Size`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeError {
    /// The text is not two numbers with an `x` between them.
    Form,
    /// The number of pegs is not 1 to 32.
    Pegs,
    /// The number of colors is not 1 to 26.
    Colors,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::Form => write!(f, "a size is pegs x colors, such as 4x6 or 20x26"),
            SizeError::Pegs => write!(f, "the pegs must be 1 to {}, as in 8x10", Size::MAX_PEGS),
            SizeError::Colors => write!(f, "the colors must be 1 to {}, as in 8x10", Color::MAX),
        }
    }
}

impl std::error::Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_its_own_text_and_nothing_else() {
        for (text, wanted) in [
            ("4", SizeError::Form),
            ("", SizeError::Form),
            ("x", SizeError::Form),
            ("4x", SizeError::Form),
            ("+4x6", SizeError::Form),
            ("4x6x2", SizeError::Form),
            ("-1x6", SizeError::Form),
            ("0x6", SizeError::Pegs),
            ("33x6", SizeError::Pegs),
            ("99999999999999999999999x6", SizeError::Pegs),
            ("4x0", SizeError::Colors),
            ("21x27", SizeError::Colors),
            ("4x99", SizeError::Colors),
        ] {
            assert_eq!(text.parse::<Size>(), Err(wanted), "{text}");
        }
        for pegs in 1..=Size::MAX_PEGS {
            for colors in 1..=Color::MAX {
                let size = Size::new(pegs, colors).unwrap();
                assert_eq!(size.to_string().parse(), Ok(size));
            }
        }
    }
}
