//! Codes (secrets and guesses), their feedback, and turns.

use crate::{Color, Game};
use std::{cmp::Ordering, fmt, hash, str::FromStr};
use thiserror::Error;

/// The lanes of the pegs and those of the counts. Equal numbers of both let a feedback be two passes over whole SIMD registers.
const LANES: usize = Game::MAX_PEGS;
/// The lane of the counts that holds the number of unused pegs. Lanes 0 to 25 are those of the colors.
const UNUSED: usize = LANES - 1;
/// The value of an unused peg, which is no color.
const BLANK: u8 = u8::MAX;

/// A code of 1 to 32 pegs: a secret or a guess.
///
/// It stores its color counts beside its pegs, in 64 bytes without heap memory. Codes are ordered lexicographically, as their texts are.
///
/// A code is written and parsed in letters, one a peg. [`notation`](crate::notation) reads and writes digits, too.
///
/// ```
/// use scsa::{Code, Color};
/// let code: Code = "BABA".parse().unwrap();
/// assert_eq!((code.len(), code.count(Color::A), code.distinct()), (4, 2, 2));
/// assert!(code < "BABB".parse().unwrap());
/// ```
#[derive(Clone, Copy, Eq)]
#[repr(C, align(16))]
pub struct Code {
    pegs: [u8; LANES],
    counts: [u8; LANES],
}

impl Code {
    /// A code of these pegs, from left to right.
    ///
    /// # Errors
    /// [`CodeError`] when there are no pegs or more than 32.
    pub fn new(pegs: &[Color]) -> Result<Code, CodeError> {
        if pegs.is_empty() || pegs.len() > Game::MAX_PEGS {
            return Err(CodeError::Length(pegs.len()));
        }
        Ok(Code::build(pegs.len(), |peg| pegs[peg]))
    }

    /// The code of this game whose peg `i`, from 0, has the color `color(i)`.
    ///
    /// The colors are not checked against those of the game; [`Game::is_legal`] does that.
    pub fn from_fn(game: Game, color: impl FnMut(usize) -> Color) -> Code {
        Code::build(game.pegs(), color)
    }

    /// The code of this game with all pegs of one color.
    pub fn uniform(game: Game, color: Color) -> Code {
        let mut code = Code { pegs: [BLANK; LANES], counts: [0; LANES] };
        code.pegs[..game.pegs()].fill(color.raw());
        code.counts[color.index()] = game.pegs() as u8;
        code.counts[UNUSED] = (LANES - game.pegs()) as u8;
        code
    }

    fn build(len: usize, mut color: impl FnMut(usize) -> Color) -> Code {
        let mut code = Code { pegs: [BLANK; LANES], counts: [0; LANES] };
        code.counts[UNUSED] = (LANES - len) as u8;
        for (peg, lane) in code.pegs[..len].iter_mut().enumerate() {
            let color = color(peg);
            *lane = color.raw();
            code.counts[color.index()] += 1;
        }
        code
    }

    /// The number of pegs, 1 to 32.
    #[allow(clippy::len_without_is_empty)] // A code is never empty.
    #[inline]
    pub const fn len(&self) -> usize {
        LANES - self.counts[UNUSED] as usize
    }

    /// The color of a peg, the leftmost being peg 0.
    ///
    /// # Panics
    /// When the code has no such peg.
    #[inline]
    pub fn peg(&self, peg: usize) -> Color {
        Color::from_raw(self.pegs[..self.len()][peg])
    }

    /// The colors of the pegs from left to right.
    #[inline]
    pub fn pegs(&self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + '_ {
        self.pegs[..self.len()].iter().map(|&raw| Color::from_raw(raw))
    }

    /// The number of pegs of a color.
    #[inline]
    pub const fn count(&self, color: Color) -> usize {
        self.counts[color.index()] as usize
    }

    /// The number of distinct colors of the pegs.
    pub fn distinct(&self) -> usize {
        self.counts[..Color::MAX].iter().filter(|&&n| n > 0).count()
    }

    /// Sets the color of a peg, the leftmost being peg 0.
    ///
    /// # Panics
    /// When the code has no such peg.
    pub fn set(&mut self, peg: usize, color: Color) {
        let len = self.len();
        let lane = &mut self.pegs[..len][peg];
        self.counts[*lane as usize] -= 1;
        self.counts[color.index()] += 1;
        *lane = color.raw();
    }

    /// Changes a set of pegs of the color `from` to the color `to`. Bit `i` of `pegs` stands for peg `i`.
    ///
    /// It takes about 10 ns for any number of pegs.
    ///
    /// # Panics
    /// When one of the pegs has another color than `from`, or the code has no such peg.
    ///
    /// ```
    /// use scsa::{Code, Color};
    /// let mut code: Code = "AABA".parse().unwrap();
    /// code.recolor(0b1010, Color::A, Color::new(2).unwrap());
    /// assert_eq!(code, "ACBC".parse().unwrap());
    /// ```
    #[inline]
    pub fn recolor(&mut self, pegs: u32, from: Color, to: Color) {
        let mut others = 0u8;
        for (peg, lane) in self.pegs.iter_mut().enumerate() {
            let is_changed = pegs >> peg & 1 == 1;
            others |= u8::from(is_changed & (*lane != from.raw()));
            *lane = if is_changed { to.raw() } else { *lane };
        }
        assert!(others == 0, "a peg to be recolored has another color");
        // All lanes are written, so that the code can stay in registers: a store of one byte would delay a copy after it. No lane
        // wraps: the changed pegs had the color `from`.
        let changed = pegs.count_ones() as u8;
        for (color, lane) in self.counts.iter_mut().enumerate() {
            let removed = if color as u8 == from.raw() { changed } else { 0 };
            let added = if color as u8 == to.raw() { changed } else { 0 };
            *lane = lane.wrapping_sub(removed).wrapping_add(added);
        }
    }

    /// Black is the number of equal pegs. Black + white is the sum over the colors of the smaller of the two counts.
    ///
    /// # Panics
    /// When the codes have different lengths.
    #[inline]
    pub(crate) fn feedback(&self, other: &Code) -> Response {
        let unused = self.counts[UNUSED];
        assert!(unused == other.counts[UNUSED], "the feedback of codes of different lengths");
        // Unused pegs are equal in both codes, and so is the lane that counts them: both sums are too large by `unused`.
        // No sum exceeds 64, so that none wraps: without checks the loop is a few vector instructions in the dev profile, too.
        let mut equal = 0u8;
        let mut shared = 0u8;
        for lane in 0..LANES {
            equal = equal.wrapping_add(u8::from(self.pegs[lane] == other.pegs[lane]));
            shared = shared.wrapping_add(self.counts[lane].min(other.counts[lane]));
        }
        Response::new(equal - unused, shared - equal)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        // The counts follow from the pegs.
        self.pegs == other.pegs
    }
}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Code) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Code) -> Ordering {
        if self.len() != other.len() {
            return self.pegs[..self.len()].cmp(&other.pegs[..other.len()]);
        }
        // Unused pegs are equal in both codes. Comparing two 128-bit numbers takes a fraction of the time of comparing slices.
        let key = |code: &Code| {
            let (halves, _) = code.pegs.as_chunks();
            [0, 1].map(|half| u128::from_be_bytes(halves[half]))
        };
        key(self).cmp(&key(other))
    }
}

impl hash::Hash for Code {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.pegs.hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.pegs.map(|raw| raw.wrapping_add(b'A'));
        f.pad(std::str::from_utf8(&letters[..self.len()]).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Code {
    type Err = CodeError;

    /// Parses letters, upper or lower case, one a peg. Digits are refused: see [`notation::parse_code`](crate::notation::parse_code).
    fn from_str(text: &str) -> Result<Code, CodeError> {
        let error = |letter, peg| format!("a code is letters from A to Z, such as ABCA, but peg {peg} is {letter:?}");
        let color = |(letter, peg)| Color::from_letter(letter).ok_or_else(|| CodeError::Peg(error(letter, peg)));
        Code::new(&text.chars().zip(1..).map(color).collect::<Result<Vec<Color>, CodeError>>()?)
    }
}

/// Why pegs or a text are not a [`Code`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CodeError {
    /// There are this many pegs, not 1 to 32.
    #[error("a code has 1 to {most} pegs, this one has {0}", most = Game::MAX_PEGS)]
    Length(usize),
    /// A character stands for no peg. The sentence names both, the pegs from 1.
    #[error("{0}")]
    Peg(String),
}

/// What a guess is answered, as one small number: how many pegs are black (right color, right place) and how many white (right color,
/// wrong place). [`Game::answer`] gives it.
///
/// It is written `(2 1)`, black first.
///
/// ```
/// use scsa::Response;
/// let response = Response::new(2, 1);
/// assert_eq!((response.black(), response.white(), response.to_string()), (2, 1, "(2 1)".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Response(u16);

impl Response {
    /// The response of these numbers of black and white pegs.
    #[inline]
    pub const fn new(black: u8, white: u8) -> Response {
        Response((black as u16) << 8 | white as u16)
    }

    /// The number of pegs of the right color in the right place.
    #[inline]
    pub const fn black(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// The number of pegs of the right color in the wrong place.
    #[inline]
    pub const fn white(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// Black + white: the number of pegs of the right color.
    #[inline]
    pub const fn total(self) -> usize {
        self.black() + self.white()
    }

    /// Whether all pegs are black: the guess is the secret.
    pub const fn is_win(self, game: Game) -> bool {
        self.black() == game.pegs()
    }

    /// The number of values of [`Response::index`] in games of this many pegs: (pegs + 1)(pegs + 2) / 2, which is 15 at 4 pegs.
    ///
    /// One of them, all pegs but one black and that one white, never occurs.
    pub const fn values(pegs: usize) -> usize {
        (pegs + 1) * (pegs + 2) / 2
    }

    /// A dense index, below [`Response::values`]: ordered by total, then by black.
    #[inline]
    pub const fn index(self) -> usize {
        let total = self.total();
        total * (total + 1) / 2 + self.black()
    }

    /// The response of an [index](Response::index).
    pub fn from_index(index: usize) -> Response {
        // The largest total whose feedbacks begin at or before the index.
        let total = ((8 * index + 1).isqrt() - 1) / 2;
        let black = index - total * (total + 1) / 2;
        Response::new(black as u8, (total - black) as u8)
    }

    /// All [values](Response::values) of feedback in games of this many pegs, in the order of [`Response::index`].
    pub fn all(pegs: usize) -> impl Iterator<Item = Response> {
        (0..=pegs as u8).flat_map(|total| (0..=total).map(move |black| Response::new(black, total - black)))
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("({} {})", self.black(), self.white()))
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A guess and its feedback.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The guess.
    pub guess: Code,
    /// The codemaker's answer.
    pub feedback: Response,
}

impl Turn {
    /// A guess against a secret, with what it is answered in the game.
    ///
    /// # Panics
    /// When the codes have different lengths.
    pub fn new(game: Game, guess: Code, secret: &Code) -> Turn {
        Turn { guess, feedback: game.answer(&guess, secret) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_dense() {
        for pegs in 1..=Game::MAX_PEGS {
            let indices: Vec<usize> = Response::all(pegs).map(Response::index).collect();
            assert_eq!(indices, (0..Response::values(pegs)).collect::<Vec<_>>(), "{pegs} pegs");
            assert!(Response::all(pegs).all(|feedback| Response::from_index(feedback.index()) == feedback));
        }
        assert_eq!(Response::values(20), 231);
    }
}
