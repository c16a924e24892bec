//! The order in which a person finds consistent codes.

use crate::{
    agents::consistent::visit_consistent,
    asking::lowest_unguessed,
    bit_set::{PegSet, members},
};
use scsa::{Code, Color, Size, Turn};
use std::{cmp::Ordering, ops::ControlFlow};

/// The most preferred consistent code; the lowest one that was not guessed yet if there is none.
pub fn preferred(size: Size, turns: &[Turn]) -> Code {
    let preference = Preference::new(size, turns);
    let mut best: Option<(Code, Vec<Marks>)> = None;
    visit_consistent(size, turns, &Code::uniform(size, Color::A), |code| -> ControlFlow<()> {
        // Of equals the lowest code wins, which is visited first.
        if best.as_ref().is_none_or(|(_, marks)| preference.compare(code, marks) == Ordering::Less) {
            best = Some((*code, preference.marks(code).collect()));
        }
        ControlFlow::Continue(())
    });
    best.map_or_else(|| lowest_unguessed(size, turns), |(code, _)| code)
}

/// The preference of a person among codes, after some turns.
///
/// A code is compared color by color, and for each color guess by guess, by the marks that the pegs of this color in the guess
/// would get if the code were the secret: more black pegs are preferred, then more white ones, then those further left. Of codes
/// that are equal in all of that, more pegs of the lowest color that was not guessed yet are preferred.
pub struct Preference {
    /// The colors and their pegs in a guess, the most important first.
    criteria: Vec<(Color, PegSet)>,
    /// The lowest color that was not guessed.
    unused: Option<Color>,
}

/// The marks of the pegs of one color in a guess. The lowest marks are preferred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Marks {
    /// 32 less the black pegs.
    not_black: u32,
    /// 32 less the white pegs.
    not_white: u32,
    /// Two bits for each peg, from left to right: 0 is black, 1 is white, 2 is neither.
    sequence: u64,
}

impl Preference {
    fn new(size: Size, turns: &[Turn]) -> Preference {
        let mut criteria = Vec::new();
        // If a guess got no pegs, all consistent codes have the same marks.
        let useful = || turns.iter().filter(|turn| turn.feedback.total() > 0);
        for color in size.palette() {
            let pegs = useful().map(|turn| pegs_of(&turn.guess, color)).filter(|pegs| *pegs != 0);
            criteria.extend(pegs.map(|pegs| (color, pegs)));
        }
        let unused = size.palette().find(|color| turns.iter().all(|turn| turn.guess.count(*color) == 0));
        Preference { criteria, unused }
    }

    /// The marks of a code, the most important first.
    fn marks<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = Marks> + 'a {
        let mut last = (Color::A, pegs_of(code, Color::A));
        let guessed = self.criteria.iter().map(move |&(color, pegs)| {
            if last.0 != color {
                last = (color, pegs_of(code, color));
            }
            Marks::of(pegs, last.1)
        });
        // As if a guess had this color on every peg, whatever their order.
        let unused = self.unused.map(|color| Marks::counts(code.count(color) as u32, 0));
        guessed.chain(unused)
    }

    fn compare(&self, code: &Code, marks: &[Marks]) -> Ordering {
        self.marks(code).cmp(marks.iter().copied())
    }
}

impl Marks {
    /// The marks of the pegs of a color in a guess, when the secret has the color on those pegs.
    fn of(guess: PegSet, secret: PegSet) -> Marks {
        let black = guess & secret;
        let shared = guess.count_ones().min(secret.count_ones());
        let mut white = shared - black.count_ones();
        let mut sequence = 0;
        for peg in members(guess) {
            let mark = if black >> peg & 1 == 1 {
                0
            } else if white > 0 {
                white -= 1;
                1
            } else {
                2
            };
            sequence = sequence << 2 | mark;
        }
        Marks { sequence, ..Marks::counts(black.count_ones(), shared - black.count_ones()) }
    }

    /// The marks of these numbers of black and white pegs in no particular order.
    const fn counts(black: u32, white: u32) -> Marks {
        Marks { not_black: u32::BITS - black, not_white: u32::BITS - white, sequence: 0 }
    }
}

/// The pegs of a code that have that color.
fn pegs_of(code: &Code, color: Color) -> PegSet {
    code.pegs().enumerate().fold(0, |pegs, (peg, other)| pegs | u32::from(other == color) << peg)
}
