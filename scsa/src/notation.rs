//! Codes in digits, as in the literature on 4x6, or in letters: `1122` is `AABB`.

use crate::{Code, CodeError, Color, Game};

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
    /// Digits for games of at most nine colors, else letters.
    pub const fn of(game: Game) -> Notation {
        if game.colors() <= DIGITS.len() { Notation::Digits } else { Notation::Letters }
    }

    /// Digits if all colors of these codes are among the first nine, else letters.
    pub fn of_codes(codes: &[Code]) -> Notation {
        let have_digits = codes.iter().flat_map(Code::pegs).all(|color| color.index() < DIGITS.len());
        if have_digits { Notation::Digits } else { Notation::Letters }
    }

    /// The text of a code. In digits, a color after the ninth is written as its letter.
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
/// [`CodeError`] for a text that has no pegs or more than 32, another character, or both digits and letters.
///
/// ```
/// use scsa::notation::parse_code;
/// assert_eq!(parse_code("1126"), Ok("AABF".parse()?));
/// assert_eq!(parse_code("aabf"), Ok("AABF".parse()?));
/// let reason = parse_code("11B6").unwrap_err().to_string();
/// assert_eq!(reason, "a code is all digits or all letters, but peg 3 is 'B' after digits");
/// # Ok::<(), scsa::CodeError>(())
/// ```
pub fn parse_code(text: &str) -> Result<Code, CodeError> {
    let in_digits = text.starts_with(DIGITS);
    let color = |(character, peg)| {
        let digit = DIGITS.iter().position(|known| *known == character).and_then(Color::new);
        match digit.or(Color::from_letter(character)) {
            Some(color) if digit.is_some() == in_digits => Ok(color),
            Some(_) => {
                let before = if in_digits { "digits" } else { "letters" };
                Err(format!("a code is all digits or all letters, but peg {peg} is {character:?} after {before}"))
            }
            None => Err(format!(
                "a code is digits from 1 to 9 or letters, such as 1122 or AABB, but peg {peg} is {character:?}"
            )),
        }
    };
    let pegs = text.chars().zip(1..).map(color).collect::<Result<Vec<Color>, String>>();
    Code::new(&pegs.map_err(CodeError::Peg)?)
}

/// The form of the codes of a game, for messages: "4 pegs in digits 1 to 6 or letters A to F".
///
/// ```
/// use scsa::notation::code_form;
/// assert_eq!(code_form("10x12".parse()?), "10 pegs in digits 1 to 9 or letters A to L");
/// assert_eq!(code_form("1x1".parse()?), "1 peg in the digit 1 or the letter A");
/// # Ok::<(), scsa::GameError>(())
/// ```
pub fn code_form(game: Game) -> String {
    let pegs = if game.pegs() == 1 { "1 peg".to_owned() } else { format!("{} pegs", game.pegs()) };
    if game.colors() == 1 {
        return format!("{pegs} in the digit 1 or the letter A");
    }
    let digit = game.colors().min(DIGITS.len());
    let once = if game.allows_repeats() { "" } else { ", none twice" };
    format!("{pegs} in digits 1 to {digit} or letters A to {}{once}", game.last_color())
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
        for (text, end) in [
            ("0", "such as 1122 or AABB, but peg 1 is '0'"),
            ("102", "but peg 2 is '0'"),
            ("+1", "but peg 1 is '+'"),
            ("1 2", "but peg 2 is ' '"),
            ("ÄA", "but peg 1 is 'Ä'"),
            ("٣", "but peg 1 is '٣'"),
            ("AB1-", "but peg 3 is '1' after letters"),
            ("1A", "but peg 2 is 'A' after digits"),
        ] {
            let reason = parse_code(text).unwrap_err().to_string();
            assert!(reason.ends_with(end), "{text}: {reason}");
        }
        for text in ["", &"1".repeat(33), &"A".repeat(33)] {
            assert_eq!(parse_code(text), Err(CodeError::Length(text.len())), "{text}");
        }
    }
}
