//! Codes in digits, as in the literature on 4x6, or in letters: `1122` is `AABB`.

use crate::{Code, Color, Size};
use std::{error::Error, fmt};

/// How the colors of a code are written.
///
/// ```
/// use scsa::notation::Notation;
/// let code = "AABF".parse()?;
/// assert_eq!(Notation::Digits.code(&code), "1126");
/// assert_eq!(Notation::Letters.code(&code), "AABF");
/// # Ok::<(), scsa::CodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// 1 for A to 9 for I: for games of at most nine colors.
    Digits,
    /// A to Z.
    Letters,
}

/// The digits in the order of the colors: 1 is A.
const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

impl Notation {
    /// Digits for sizes of at most nine colors, else letters.
    #[must_use]
    pub const fn of(size: Size) -> Notation {
        if size.colors() <= DIGITS.len() { Notation::Digits } else { Notation::Letters }
    }

    /// Digits if all colors of these codes are among the first nine, else letters.
    #[must_use]
    pub fn of_codes(codes: &[Code]) -> Notation {
        let have_digits = codes.iter().flat_map(Code::pegs).all(|color| color.index() < DIGITS.len());
        if have_digits { Notation::Digits } else { Notation::Letters }
    }

    /// The text of a code. In digits, a color after the ninth is written as its letter.
    #[must_use]
    pub fn code(self, code: &Code) -> String {
        match self {
            Notation::Digits => {
                code.pegs().map(|color| DIGITS.get(color.index()).copied().unwrap_or(color.letter())).collect()
            }
            Notation::Letters => code.to_string(),
        }
    }
}

/// Parses a code of 1 to 32 pegs that is written in digits from 1 to 9 only, or in letters only, upper or lower case.
///
/// A `Code` itself parses from letters only: use this function for texts that people write.
///
/// # Errors
/// [`NotationError`] for a text that has no pegs or more than 32, another character, or both digits and letters.
///
/// ```
/// use scsa::notation::{NotationError, parse_code};
/// assert_eq!(parse_code("1126"), Ok("AABF".parse()?));
/// assert_eq!(parse_code("aabf"), Ok("AABF".parse()?));
/// assert_eq!(parse_code("11B6"), Err(NotationError::Mixed { character: 'B', peg: 3 }));
/// assert_eq!(parse_code("1106"), Err(NotationError::Character { character: '0', peg: 3 }));
/// # Ok::<(), scsa::CodeError>(())
/// ```
pub fn parse_code(text: &str) -> Result<Code, NotationError> {
    let in_digits = text.starts_with(DIGITS);
    let color = |(character, peg)| {
        let digit = DIGITS.iter().position(|known| *known == character).and_then(Color::new);
        let color = digit.or(Color::from_letter(character)).ok_or(NotationError::Character { character, peg })?;
        if digit.is_some() == in_digits { Ok(color) } else { Err(NotationError::Mixed { character, peg }) }
    };
    let pegs = text.chars().zip(1..).map(color).collect::<Result<Vec<Color>, NotationError>>()?;
    Code::new(&pegs).map_err(|_| NotationError::Length(pegs.len()))
}

/// Why a text is not a code in digits or in letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotationError {
    /// It has this number of pegs, not 1 to 32.
    Length(usize),
    /// A peg is neither a digit from 1 to 9 nor a letter from A to Z.
    Character {
        /// What it is.
        character: char,
        /// The number of the peg, from 1.
        peg: usize,
    },
    /// A peg is a letter after digits, or a digit after letters.
    Mixed {
        /// What it is.
        character: char,
        /// The number of the peg, from 1.
        peg: usize,
    },
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NotationError::Length(pegs) => write!(f, "a code has 1 to {} pegs, this one has {pegs}", Size::MAX_PEGS),
            NotationError::Character { character, peg } => {
                write!(
                    f,
                    "a code is digits from 1 to 9 or letters, such as 1122 or AABB, but peg {peg} is {character:?}"
                )
            }
            NotationError::Mixed { character, peg } => {
                let before = if character.is_ascii_digit() { "letters" } else { "digits" };
                write!(f, "a code is all digits or all letters, but peg {peg} is {character:?} after {before}")
            }
        }
    }
}

impl Error for NotationError {}

/// The form of the codes of a size, for messages: "4 pegs in digits 1 to 6 or letters A to F".
///
/// ```
/// use scsa::notation::code_form;
/// assert_eq!(code_form("10x12".parse()?), "10 pegs in digits 1 to 9 or letters A to L");
/// assert_eq!(code_form("1x1".parse()?), "1 peg in the digit 1 or the letter A");
/// # Ok::<(), scsa::SizeError>(())
/// ```
#[must_use]
pub fn code_form(size: Size) -> String {
    let pegs = if size.pegs() == 1 { "1 peg".to_owned() } else { format!("{} pegs", size.pegs()) };
    if size.colors() == 1 {
        return format!("{pegs} in the digit 1 or the letter A");
    }
    let digit = size.colors().min(DIGITS.len());
    format!("{pegs} in digits 1 to {digit} or letters A to {}", size.last_color())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_either_notation_are_parsed() {
        for text in ["1", "1269", "987654321"] {
            let code = parse_code(text).unwrap();
            let written = (Notation::Digits.code(&code), Notation::of_codes(&[code]));
            assert_eq!(written, (text.to_owned(), Notation::Digits));
            assert_eq!(parse_code(&Notation::Letters.code(&code)), Ok(code));
            assert_eq!(parse_code(&Notation::Letters.code(&code).to_lowercase()), Ok(code));
        }
        let tenth = parse_code("AJ").unwrap();
        assert_eq!((Notation::of_codes(&[tenth]), Notation::Digits.code(&tenth)), (Notation::Letters, "1J".to_owned()));
        assert_eq!(parse_code(&"9".repeat(32)).unwrap().len(), 32);
    }

    #[test]
    fn errors_name_the_first_wrong_peg() {
        for (text, character, peg) in
            [("0", '0', 1), ("102", '0', 2), ("+1", '+', 1), ("1 2", ' ', 2), ("ÄA", 'Ä', 1), ("٣", '٣', 1)]
        {
            assert_eq!(parse_code(text), Err(NotationError::Character { character, peg }), "{text}");
        }
        assert_eq!(parse_code("AB1-"), Err(NotationError::Mixed { character: '1', peg: 3 }));
        assert_eq!(parse_code("1A"), Err(NotationError::Mixed { character: 'A', peg: 2 }));
        assert_eq!(parse_code("A1"), Err(NotationError::Mixed { character: '1', peg: 2 }));
        for text in ["", &"1".repeat(33), &"A".repeat(33)] {
            assert_eq!(parse_code(text), Err(NotationError::Length(text.len())), "{text}");
        }
    }
}
