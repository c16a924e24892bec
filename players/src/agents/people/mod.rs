//! Methods for people: consistent codes in the order in which a person finds them, color after color.
//!
//! The source is "Dave Computes Mastermind Strategy", a blog post of 2016-08-08, which describes the methods by examples.

mod preference;

use crate::{Briefing, Entrant, Player, Refusal};
use preference::preferred;
use scsa::{Code, Color, Feedback, Rng, Size, Turn};

/// The largest number of codes. A guess visits all consistent codes; with more codes it would take seconds.
const MAX_CODES: u64 = 10_000_000;

/// Determines one color after the other, and begins with a code of a single color.
///
/// It assumes that the lowest colors of its guesses got the black pegs, the next ones the white pegs, and the first pegs
/// of a color before its later ones. It gives up as little of that as the feedback demands, and fills the remaining pegs with
/// the next color. [`Preference`](preference::Preference) defines this exactly. It plays sizes of up to 10^7 codes. A round takes
/// 0.05 ms at 4x6, 30 ms at 6x10, 0.3 s at 7x10, and 0.6 s at the hardest sizes; memory is bounded.
///
/// This definition plays all games of the source. It takes 7470 guesses for all secrets of 4x6, where the source says 7471.
#[derive(Clone, Debug)]
pub struct Easy {
    size: Size,
}

impl Player for Easy {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        if turns.is_empty() { Code::uniform(self.size, Color::A) } else { preferred(self.size, turns) }
    }
}

impl Entrant for Easy {
    const NAME: &'static str = "easy";
    const SUMMARY: &'static str = "guesses consistent codes as people can, color after color; AAAA first";

    fn prepare(briefing: &Briefing) -> Result<Easy, Refusal> {
        briefing.codes_up_to(MAX_CODES)?;
        Ok(Easy { size: briefing.size })
    }
}

/// Determines one color after the other as [`Easy`] does, and begins with a code of two colors.
///
/// Its first guess is half A and half B (A on the middle peg of an odd number). If that got no pegs its second is half C and half
/// D. Without these colors, and with one peg, it guesses as [`Easy`] does. Sizes and cost are those of [`Easy`], or less.
///
/// It takes 6210 guesses for all secrets of 4x6, at most 8 for one, as in the source.
#[derive(Clone, Debug)]
pub struct Advanced {
    size: Size,
}

impl Advanced {
    /// The lower color on the first half of the pegs, the higher one on the rest.
    fn halves(&self, lower: Color, higher: Color) -> Code {
        let first = self.size.pegs().div_ceil(2);
        Code::from_fn(self.size, |peg| if peg < first { lower } else { higher })
    }
}

impl Player for Advanced {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let colors: Vec<Color> = self.size.palette().collect();
        match (turns, &colors[..]) {
            ([], [a, b, ..]) => self.halves(*a, *b),
            ([], _) => Code::uniform(self.size, Color::A),
            ([Turn { guess, feedback }], [a, b, c, d, ..])
                if self.size.pegs() > 1 && *guess == self.halves(*a, *b) && *feedback == Feedback::new(0, 0) =>
            {
                self.halves(*c, *d)
            }
            _ => preferred(self.size, turns),
        }
    }
}

impl Entrant for Advanced {
    const NAME: &'static str = "advanced";
    const SUMMARY: &'static str = "guesses as easy does, but AABB first, and CCDD if that got no pegs";

    fn prepare(briefing: &Briefing) -> Result<Advanced, Refusal> {
        briefing.codes_up_to(MAX_CODES)?;
        Ok(Advanced { size: briefing.size })
    }
}
