//! Codes: the secrets and the guesses.

use crate::{Color, Feedback, Size};
use std::{cmp::Ordering, fmt, hash, str::FromStr};

/// Both halves of a code are as long, so that a feedback is two passes over whole registers.
const LANES: usize = Size::MAX_PEGS;
/// The lane of the counts that holds how many pegs are unused, behind the 26 of the colors.
const UNUSED: usize = LANES - 1;
/// What stands in a peg that is not used. It is no color.
const BLANK: u8 = u8::MAX;

/// A code of 1 to 32 pegs, which is a secret or a guess by its role.
///
/// It keeps its color counts beside its pegs: 64 bytes, `Copy`, no heap. Codes are ordered lexicographically,
/// as words are.
///
/// ```
/// use scsa::{Code, Color};
/// let code: Code = "BABA".parse().unwrap();
/// assert_eq!((code.len(), code.count(Color::A), code.distinct()), (4, 2, 2));
/// assert!(code < "BABB".parse().unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Code {
    pegs: [u8; LANES],
    counts: [u8; LANES],
}

impl Code {
    /// A code of these pegs, the first one leftmost.
    ///
    /// # Errors
    /// [`CodeError::Length`] when there are none or more than 32.
    pub fn new(pegs: &[Color]) -> Result<Code, CodeError> {
        if pegs.is_empty() || pegs.len() > Size::MAX_PEGS {
            return Err(CodeError::Length(pegs.len()));
        }
        Ok(Code::build(pegs.len(), |peg| pegs[peg]))
    }

    /// The code of that size whose peg `i` has the color `color(i)`.
    ///
    /// Nothing holds the colors to those of the size: [`Size::is_legal`] tells whether they are.
    pub fn from_fn(size: Size, color: impl FnMut(usize) -> Color) -> Code {
        Code::build(size.pegs(), color)
    }

    /// The code of that size with every peg of one color.
    #[must_use]
    pub fn uniform(size: Size, color: Color) -> Code {
        let mut code = Code { pegs: [BLANK; LANES], counts: [0; LANES] };
        code.pegs[..size.pegs()].fill(color.raw());
        code.counts[color.index()] = size.pegs() as u8;
        code.counts[UNUSED] = (LANES - size.pegs()) as u8;
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
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // A code is never empty.
    pub const fn len(&self) -> usize {
        LANES - self.counts[UNUSED] as usize
    }

    /// The color of that peg.
    ///
    /// # Panics
    /// When the code has no such peg.
    #[must_use]
    pub fn peg(&self, peg: usize) -> Color {
        Color::from_raw(self.pegs[..self.len()][peg])
    }

    /// The colors of the pegs, the leftmost first.
    pub fn pegs(&self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + '_ {
        self.pegs[..self.len()].iter().map(|&raw| Color::from_raw(raw))
    }

    /// How many pegs have that color.
    #[must_use]
    pub const fn count(&self, color: Color) -> usize {
        self.counts[color.index()] as usize
    }

    /// How many different colors the pegs have.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.counts[..Color::MAX].iter().filter(|&&n| n > 0).count()
    }

    /// Gives one peg another color.
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

    /// Gives a set of pegs, peg `i` as bit `i`, another color. All of them must have the color `from`.
    ///
    /// It takes about 10 ns, however many they are.
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
            let chosen = pegs >> peg & 1 == 1;
            others += u8::from(chosen & (*lane != from.raw()));
            *lane = if chosen { to.raw() } else { *lane };
        }
        assert!(others == 0, "a peg to be recolored has another color");
        // Over all lanes, so that the code can stay in registers: a byte written alone would hold up a copy after it.
        let moved = pegs.count_ones() as u8;
        for (color, lane) in self.counts.iter_mut().enumerate() {
            let lost = if color as u8 == from.raw() { moved } else { 0 };
            let won = if color as u8 == to.raw() { moved } else { 0 };
            *lane = *lane - lost + won;
        }
    }

    /// The next code of that size in lexicographic order, or `None` after the last one.
    ///
    /// ```
    /// use scsa::{Code, Size};
    /// let size = Size::new(3, 2).unwrap();
    /// let code: Code = "ABB".parse().unwrap();
    /// assert_eq!(code.successor(size).unwrap().to_string(), "BAA");
    /// assert_eq!("BBB".parse::<Code>().unwrap().successor(size), None);
    /// ```
    #[must_use]
    pub fn successor(&self, size: Size) -> Option<Code> {
        let rising = self.pegs().rposition(|color| color < size.last_color())?;
        let mut next = *self;
        next.set(rising, Color::from_raw(self.pegs[rising] + 1));
        for peg in rising + 1..self.len() {
            next.set(peg, Color::A);
        }
        Some(next)
    }

    /// The answer to this guess when the other code is the secret, or the other way round: it is symmetric.
    ///
    /// black + white is the sum over the colors of the smaller of the two counts. It takes less than 3 ns at every size.
    ///
    /// # Panics
    /// When the codes have different lengths.
    ///
    /// ```
    /// use scsa::{Code, Feedback};
    /// let code: Code = "AABB".parse().unwrap();
    /// assert_eq!(code.feedback(&"ABBC".parse().unwrap()), Feedback::new(2, 1));
    /// ```
    #[must_use]
    #[inline]
    pub fn feedback(&self, other: &Code) -> Feedback {
        let unused = self.counts[UNUSED];
        assert!(unused == other.counts[UNUSED], "the feedback of codes of different lengths");
        // Unused pegs are equal in both codes, and so is the lane that counts them: both sums are too large by
        // `unused`. No sum passes 64.
        let mut equal = 0u8;
        let mut shared = 0u8;
        for lane in 0..LANES {
            equal += u8::from(self.pegs[lane] == other.pegs[lane]);
            shared += self.counts[lane].min(other.counts[lane]);
        }
        Feedback::new(equal - unused, shared - equal)
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
        // What fills both up is the same. As two numbers each they are compared in a fraction of the time.
        let number = |lanes: &[u8]| lanes.iter().fold(0, |number, &raw| number << 8 | u128::from(raw));
        let key = |code: &Code| (number(&code.pegs[..LANES / 2]), number(&code.pegs[LANES / 2..]));
        key(self).cmp(&key(other))
    }
}

impl hash::Hash for Code {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        // The counts follow from the pegs.
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

    /// Reads letters, upper or lower case, one a peg.
    fn from_str(text: &str) -> Result<Code, CodeError> {
        let mut pegs = [Color::A; Size::MAX_PEGS];
        let mut len = 0;
        for letter in text.chars() {
            let color = Color::from_letter(letter).ok_or(CodeError::Letter { letter, peg: len + 1 })?;
            if let Some(peg) = pegs.get_mut(len) {
                *peg = color;
            }
            len += 1;
        }
        Code::new(pegs.get(..len).ok_or(CodeError::Length(len))?)
    }
}

/// Why something is no [`Code`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeError {
    /// It has that many pegs, not 1 to 32.
    Length(usize),
    /// It has something else than a letter from A to Z.
    Letter {
        /// What stands there.
        letter: char,
        /// At which peg, the first one being 1.
        peg: usize,
    },
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CodeError::Length(pegs) => {
                write!(f, "a code has 1 to {} pegs, this one has {pegs}", Size::MAX_PEGS)
            }
            CodeError::Letter { letter, peg } => {
                write!(f, "a code is letters from A to Z, such as ABCA, but peg {peg} is {letter:?}")
            }
        }
    }
}

impl std::error::Error for CodeError {}
