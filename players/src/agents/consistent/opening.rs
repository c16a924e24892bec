//! Fixed first guesses.

use crate::{
    Refusal,
    notation::{self, Notation, NotationError, parse_code},
};
use scsa::{Code, Size, Turn};
use std::{error::Error, fmt, str::FromStr, sync::Arc};

/// The codes that a player guesses first, in this order, whatever the feedback: none, or up to 16 of one length.
///
/// They are written `5463+4322`, in digits (1 is the color A) or in letters; by default there are none. A clone shares the codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening(Arc<[Code]>);

impl Opening {
    /// The largest number of codes. According to the source an opening of three codes costs more guesses than it saves.
    const MAX_GUESSES: usize = 16;

    /// The guess after these turns, if the opening has one. After a guess that is not of the opening it has none.
    pub fn guess(&self, turns: &[Turn]) -> Option<Code> {
        let next = self.0.get(turns.len())?;
        let is_own = turns.iter().zip(&*self.0).all(|(turn, code)| turn.guess == *code);
        is_own.then_some(*next)
    }

    /// Whether there are no fixed guesses.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks that all codes are legal at the size.
    pub fn check(&self, size: Size) -> Result<(), Refusal> {
        let Some(code) = self.0.iter().find(|code| !size.is_legal(code)) else { return Ok(()) };
        let text = Notation::of_codes(&self.0).code(code);
        let reason = if code.len() == size.pegs() {
            format!("its guess {text} has a color beyond the {}", size.colors())
        } else {
            format!("its guess {text} has {} pegs, not {}", code.len(), size.pegs())
        };
        Err(Refusal::new(reason).with_hint(format!("give guesses of {}", notation::code_form(size))))
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(|code| Notation::of_codes(&self.0).code(code)).collect();
        f.write_str(&texts.join("+"))
    }
}

impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Opening, OpeningError> {
        let codes: Vec<Code> = text.split('+').map(code).collect::<Result<_, _>>()?;
        if codes.len() > Opening::MAX_GUESSES {
            return Err(OpeningError::Long(codes.len()));
        }
        match codes.iter().find(|code| code.len() != codes[0].len()) {
            Some(other) => Err(OpeningError::Lengths(codes[0].len(), other.len())),
            None => Ok(Opening(codes.into())),
        }
    }
}

fn code(text: &str) -> Result<Code, OpeningError> {
    parse_code(text).map_err(|e| match e {
        NotationError::Length(pegs @ 1..) => OpeningError::Length(pegs),
        _ => OpeningError::Form,
    })
}

/// Why a text is no [`Opening`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// A code is neither digits nor letters.
    Form,
    /// A code has that many pegs, more than 32.
    Length(usize),
    /// Two codes have these different lengths.
    Lengths(usize, usize),
    /// There are that many codes.
    Long(usize),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Form => f.write_str("a code is digits from 1 to 9 or letters, such as 1122 or AABB"),
            OpeningError::Length(pegs) => NotationError::Length(*pegs).fmt(f),
            OpeningError::Lengths(one, other) => write!(f, "one of its codes has {one} pegs, another {other}"),
            OpeningError::Long(codes) => {
                write!(f, "it has {codes} codes, and at most {} may be given", Opening::MAX_GUESSES)
            }
        }
    }
}

impl Error for OpeningError {}
