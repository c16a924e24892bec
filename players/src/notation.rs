//! How codes are written: in digits, as the literature on 4x6 has them, or in letters.

use scsa::{Code, CodeError, Color, Size};

/// How the colors of a code are written.
///
/// ```
/// use players::notation::Notation;
/// let code = "AABF".parse()?;
/// assert_eq!(Notation::Digits.code(&code), "1126");
/// assert_eq!(Notation::Letters.code(&code), "AABF");
/// # Ok::<(), scsa::CodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// 1 to 9; for games of at most nine colors.
    Digits,
    /// A to Z.
    Letters,
}

/// The digits in the order of the colors: 1 is A.
const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

impl Notation {
    /// Digits where the colors of the size have enough of them, else letters.
    #[must_use]
    pub const fn of(size: Size) -> Notation {
        if size.colors() <= DIGITS.len() { Notation::Digits } else { Notation::Letters }
    }

    /// Digits where all these codes can be written so, else letters.
    #[must_use]
    pub fn of_codes(codes: &[Code]) -> Notation {
        let have_digits = codes.iter().flat_map(Code::pegs).all(|color| color.index() < DIGITS.len());
        if have_digits { Notation::Digits } else { Notation::Letters }
    }

    /// The text of a code. A color behind the ninth has no digit and stays a letter.
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

/// The code of a text in digits or in letters, upper or lower case, of whatever size.
///
/// # Errors
/// [`CodeError`] when it has too many pegs or none, or is neither; then the error speaks of letters.
///
/// ```
/// use players::notation::read_code;
/// assert_eq!(read_code("1126"), read_code("aabf"));
/// assert!(read_code("11B6").is_err() && read_code("1120").is_err());
/// ```
pub fn read_code(text: &str) -> Result<Code, CodeError> {
    let color = |digit| DIGITS.iter().position(|known| *known == digit).and_then(Color::new);
    let pegs: Option<Vec<Color>> = text.chars().map(color).collect();
    pegs.map_or_else(|| text.parse(), |pegs| Code::new(&pegs))
}

/// What the codes of a size are made of, for who is to give some: "4 pegs in digits 1 to 6 or letters A to F".
///
/// ```
/// use players::notation::shape;
/// assert_eq!(shape("10x12".parse()?), "10 pegs in digits 1 to 9 or letters A to L");
/// assert_eq!(shape("1x1".parse()?), "1 peg in the digit 1 or the letter A");
/// # Ok::<(), scsa::SizeError>(())
/// ```
#[must_use]
pub fn shape(size: Size) -> String {
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
    fn reads_what_it_writes() {
        for text in ["1", "1269", "987654321"] {
            let code = read_code(text).unwrap();
            assert_eq!(
                (Notation::Digits.code(&code), Notation::of_codes(&[code])),
                (text.to_owned(), Notation::Digits)
            );
            assert_eq!(read_code(&Notation::Letters.code(&code)), Ok(code));
        }
        let tenth = read_code("AJ").unwrap();
        assert_eq!((Notation::of_codes(&[tenth]), Notation::Digits.code(&tenth)), (Notation::Letters, "1J".to_owned()));
        for text in ["0", "102", "1A", "A1", "+1", "1 2", "ÄA", "٣"] {
            assert!(matches!(read_code(text), Err(CodeError::Letter { .. })), "{text}");
        }
        for text in ["", &"1".repeat(33), &"A".repeat(33)] {
            assert_eq!(read_code(text), Err(CodeError::Length(text.len())), "{text}");
        }
    }
}
