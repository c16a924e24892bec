//! How codes and histories are written.

use scsa::{Code, Color, Feedback, Size};

/// How the colors of a code are written.
///
/// ```
/// use players::tree::Notation;
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

impl Notation {
    /// Digits where the colors of the size have enough of them, else letters.
    #[must_use]
    pub const fn of(size: Size) -> Notation {
        if size.colors() <= 9 { Notation::Digits } else { Notation::Letters }
    }

    /// The text of a code. A color behind the ninth has no digit and stays a letter.
    #[must_use]
    pub fn code(self, code: &Code) -> String {
        let digit = |color: Color| (b'1'..=b'9').map(char::from).nth(color.index()).unwrap_or(color.letter());
        match self {
            Notation::Digits => code.pegs().map(digit).collect(),
            Notation::Letters => code.to_string(),
        }
    }
}

/// The code of a text in digits or letters, of whatever size.
pub(super) fn read_code(text: &str) -> Option<Code> {
    let color = |digit: char| Color::new((digit.to_digit(10)?).checked_sub(1)? as usize);
    let pegs: Option<Vec<Color>> = text.chars().map(color).collect();
    pegs.map_or_else(|| text.parse().ok(), |pegs| Code::new(&pegs).ok())
}

/// The text of a response: an R for each black peg, then a W for each white one.
#[must_use]
pub fn response(feedback: Feedback) -> String {
    "R".repeat(feedback.black()) + &"W".repeat(feedback.white())
}

/// The text of a history: a bar before each response.
///
/// ```
/// use scsa::Feedback;
/// let responses = [Feedback::new(0, 0), Feedback::new(1, 2)];
/// assert_eq!(players::tree::history(&responses), "||RWW");
/// ```
#[must_use]
pub fn history(responses: &[Feedback]) -> String {
    responses.iter().map(|feedback| format!("|{}", response(*feedback))).collect()
}

/// The response of a text.
pub(super) fn read_response(text: &str) -> Option<Feedback> {
    let white = text.trim_start_matches('R');
    let black = text.len() - white.len();
    let legal = text.len() <= Size::MAX_PEGS && white.bytes().all(|byte| byte == b'W');
    legal.then(|| Feedback::new(black as u8, white.len() as u8))
}

/// The responses of the text of a history.
pub(super) fn read_history(text: &str) -> Option<Vec<Feedback>> {
    match text.strip_prefix('|') {
        Some(responses) => responses.split('|').map(read_response).collect(),
        None => text.is_empty().then(Vec::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["", "|", "||", "|RW|W", "|RRR|||WWWW|R", &format!("|{}", "R".repeat(32))] {
            assert_eq!(read_history(text).map(|responses| history(&responses)).as_deref(), Some(text));
        }
        for text in ["R", "R|", "|WR", "|r", "| R", "|RB", "|0", &format!("|{}", "W".repeat(33))] {
            assert_eq!(read_history(text), None, "{text}");
        }
        for text in ["1", "1269", "987654321"] {
            assert_eq!(read_code(text).map(|code| Notation::Digits.code(&code)).as_deref(), Some(text));
            let code = read_code(text);
            assert_eq!(code.and_then(|code| read_code(&Notation::Letters.code(&code))), code);
        }
        for text in ["", "0", "102", "1A", "A1", "+1", "1 2", "ÄA", "٣", &"1".repeat(33)] {
            assert_eq!(read_code(text), None, "{text}");
        }
    }
}
