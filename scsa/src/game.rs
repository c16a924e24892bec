//! The game (pegs x colors), its colors and its codes.

use crate::Code;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, str::FromStr};

/// The game, written pegs x colors: `8x10` has 8 pegs and 10 colors.
///
/// ```
/// use scsa::Game;
/// let game: Game = "8x10".parse().unwrap();
/// assert_eq!((game.pegs(), game.colors()), (8, 10));
/// assert_eq!(game.to_string(), "8x10");
/// assert!("4x99".parse::<Game>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game {
    pegs: u8,
    colors: u8,
}

impl Game {
    /// The largest number of pegs of a game.
    pub const MAX_PEGS: usize = 32;

    /// A game of 1 to 32 pegs and 1 to 26 colors.
    ///
    /// # Errors
    /// [`GameError`] when either number is out of its range.
    pub const fn new(pegs: usize, colors: usize) -> Result<Game, GameError> {
        if pegs < 1 || pegs > Game::MAX_PEGS {
            Err(PEGS)
        } else if colors < 1 || colors > Color::MAX {
            Err(COLORS)
        } else {
            Ok(Game { pegs: pegs as u8, colors: colors as u8 })
        }
    }

    /// The number of pegs, 1 to 32.
    #[inline]
    pub const fn pegs(self) -> usize {
        self.pegs as usize
    }

    /// The number of colors, 1 to 26.
    #[inline]
    pub const fn colors(self) -> usize {
        self.colors as usize
    }

    /// The colors of the game in order, beginning with A.
    pub fn palette(self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
        (0..self.colors).map(Color::from_raw)
    }

    /// The last color of the game.
    pub const fn last_color(self) -> Color {
        Color::from_raw(self.colors - 1)
    }

    /// The number of legal codes: colors ^ pegs. `None` when it exceeds `u64::MAX`.
    pub const fn count(self) -> Option<u64> {
        (self.colors as u64).checked_pow(self.pegs as u32)
    }

    /// The number of legal codes if it is at most `limit`, else `None`.
    ///
    /// For callers that enumerate the codes and refuse larger games.
    ///
    /// ```
    /// use scsa::Game;
    /// assert_eq!(Game::new(4, 6).unwrap().count_at_most(1296), Some(1296));
    /// assert_eq!(Game::new(4, 6).unwrap().count_at_most(1295), None);
    /// assert_eq!(Game::new(32, 26).unwrap().count_at_most(u64::MAX), None);
    /// ```
    pub const fn count_at_most(self, limit: u64) -> Option<u64> {
        match self.count() {
            Some(count) if count <= limit => Some(count),
            _ => None,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.pegs, self.colors))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Game, GameError> {
        let (pegs, colors) = text.split_once(['x', 'X']).ok_or(FORM)?;
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            // A number too large for usize is out of every range.
            is_number.then(|| digits.parse::<usize>().unwrap_or(usize::MAX))
        };
        match (number(pegs), number(colors)) {
            (Some(pegs), Some(colors)) => Game::new(pegs, colors),
            _ => Err(FORM),
        }
    }
}

/// Why numbers or a text are not a [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameError(&'static str);

const FORM: GameError = GameError("a size is pegs x colors, such as 4x6 or 20x26");
const PEGS: GameError = GameError("the pegs must be 1 to 32, as in 8x10");
const COLORS: GameError = GameError("the colors must be 1 to 26, as in 8x10");

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for GameError {}

/// One of the colors A to Z, of index 0 to 25.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(u8);

impl Color {
    /// The largest number of colors of a game: one for each letter.
    pub const MAX: usize = 26;

    /// The color A, of index 0. Every game has it.
    pub const A: Color = Color(0);

    /// The color of an index, or `None` from 26 on.
    pub const fn new(index: usize) -> Option<Color> {
        if index < Color::MAX { Some(Color(index as u8)) } else { None }
    }

    /// The color of a letter, upper or lower case, or `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'A'..='Z' => Some(Color(letter as u8 - b'A')),
            'a'..='z' => Some(Color(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// The index, 0 for A to 25 for Z.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter, A to Z.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The color of an index that is known to be below [`Color::MAX`].
    #[inline]
    pub(crate) const fn from_raw(raw: u8) -> Color {
        debug_assert!((raw as usize) < Color::MAX);
        Color(raw)
    }

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

impl Game {
    /// Whether the code is legal in this game: it has the game's number of pegs, and only colors of the game.
    pub fn is_legal(self, code: &Code) -> bool {
        code.len() == self.pegs() && code.pegs().all(|c| c.index() < self.colors())
    }

    /// The code of a rank in lexicographic order, from 0: the inverse of [`rank`](Size::rank).
    ///
    /// The rank is taken modulo [`count`](Size::count).
    pub fn unrank(self, rank: u64) -> Code {
        let mut pegs = [Color::A; Game::MAX_PEGS];
        let colors = self.colors() as u32;
        let mut rest = rank;
        for peg in pegs[..self.pegs()].iter_mut().rev() {
            let color;
            // Most ranks fit in 32 bits, and a 32-bit division is faster.
            (rest, color) = match u32::try_from(rest) {
                Ok(rest) => ((rest / colors).into(), rest % colors),
                Err(_) => (rest / u64::from(colors), (rest % u64::from(colors)) as u32),
            };
            *peg = Color::from_raw(color as u8);
        }
        Code::from_fn(self, |peg| pegs[peg])
    }

    /// The rank of a legal code in lexicographic order, from 0: the number of codes before it, modulo 2^64.
    ///
    /// The rank of an illegal code has no meaning.
    ///
    /// ```
    /// use scsa::Game;
    /// assert_eq!(Game::new(4, 6).unwrap().rank(&"AABB".parse().unwrap()), 7);
    /// ```
    pub fn rank(self, code: &Code) -> u64 {
        let colors = self.colors() as u64;
        code.pegs().fold(0u64, |rank, color| rank.wrapping_mul(colors).wrapping_add(color.index() as u64))
    }

    /// All legal codes in lexicographic order: colors ^ pegs of them, at some nanoseconds each.
    pub fn codes(self) -> impl Iterator<Item = Code> {
        let first = Code::uniform(self, Color::A);
        std::iter::successors(Some(first), move |code| code.successor(self))
    }
}

/// Writes a type as its text, and reads it from that.
macro_rules! serde_as_text {
    ($($Type:ty),+) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )+};
}
serde_as_text!(Code, Game);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_its_own_text_and_nothing_else() {
        for (texts, wanted) in [
            (&["4", "", "x", "4x", "+4x6", "4x6x2", "-1x6"][..], FORM),
            (&["0x6", "33x6", "99999999999999999999999x6"], PEGS),
            (&["4x0", "21x27", "4x99"], COLORS),
        ] {
            texts.iter().for_each(|text| assert_eq!(text.parse::<Game>(), Err(wanted), "{text}"));
        }
        for pegs in 1..=Game::MAX_PEGS {
            for colors in 1..=Color::MAX {
                let game = Game::new(pegs, colors).unwrap();
                assert_eq!(game.to_string().parse(), Ok(game));
            }
        }
    }

    #[test]
    fn rank_and_unrank_are_inverse() {
        for text in ["1x1", "3x4", "7x2", "2x26"] {
            let game: Game = text.parse().unwrap();
            for (rank, code) in (0..).zip(game.codes()) {
                assert_eq!((game.unrank(rank), game.rank(&code)), (code, rank));
            }
            assert_eq!(game.count(), Some(game.codes().count() as u64));
        }
        assert_eq!(Game::new(32, 26).unwrap().count(), None);
    }
}
