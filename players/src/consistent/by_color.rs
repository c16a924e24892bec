//! Consistent codes as a person finds them: color after color, the lowest colors and the best marks first.

use super::walk;
use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Feedback, Rng, Size, Turn};
use std::{cmp::Ordering, ops::ControlFlow};

/// With more codes a guess would take seconds: it looks at all that are left.
const MOST_CODES: u64 = 10_000_000;

/// Settles one color after the other, and begins with a code of one color.
///
/// It assumes that the lowest colors of its guesses got the black pegs, the next ones the white pegs, and the first pegs
/// of a color before its later ones; it gives up as little of that as the answers demand, and fills what is left with
/// the next color. [`Order`] makes that exact. It plays boards of up to 10^7 codes. A round takes 0.05 ms at 4x6, 30 ms at
/// 6x10, 0.3 s at 7x10, and at the hardest sizes 0.6 s; memory is flat.
///
/// "Dave Computes Mastermind Strategy", 2016, which tells the method by examples. This order plays all its games. It takes
/// 7470 guesses for all secrets of 4x6, where the source says 7471.
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
    const SUMMARY: &'static str = "guesses as people can: codes that all answers admit, color after color; AAAA first";

    fn prepare(briefing: &Briefing) -> Result<Easy, Refusal> {
        briefing.codes_up_to(MOST_CODES)?;
        Ok(Easy { size: briefing.size })
    }
}

/// Settles one color after the other as [`Easy`] does, and begins with a code of two colors.
///
/// Its first guess is half A and half B (A on the middle peg of an odd number), and when that got nothing its second is
/// half C and half D. Where the game has no such colors, and on boards of one peg, it plays on as [`Easy`] does. Sizes
/// and cost are those of [`Easy`], or less.
///
/// "Dave Computes Mastermind Strategy", 2016: 6210 guesses for all secrets of 4x6, 8 at the most.
#[derive(Clone, Debug)]
pub struct Advanced {
    size: Size,
}

impl Advanced {
    /// The lower color on the first half of the pegs, the other one on the rest.
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
            ([first], [_, _, c, d, ..]) if self.size.pegs() > 1 && first.feedback == Feedback::new(0, 0) => {
                self.halves(*c, *d)
            }
            _ => preferred(self.size, turns),
        }
    }
}

impl Entrant for Advanced {
    const NAME: &'static str = "advanced";
    const SUMMARY: &'static str = "guesses as easy does, but AABB first, and CCDD when that got nothing";

    fn prepare(briefing: &Briefing) -> Result<Advanced, Refusal> {
        briefing.codes_up_to(MOST_CODES)?;
        Ok(Advanced { size: briefing.size })
    }
}

/// The code that comes first of those that the turns admit; the last guess again when there is none.
fn preferred(size: Size, turns: &[Turn]) -> Code {
    let order = Order::new(size, turns);
    let mut first: Option<(Code, Vec<Marks>)> = None;
    walk(size, turns, &Code::uniform(size, Color::A), |code| -> ControlFlow<()> {
        // Of equals the lowest is first, which is shown first.
        if first.as_ref().is_none_or(|(_, marks)| order.compare(code, marks) == Ordering::Less) {
            first = Some((*code, order.marks(code).collect()));
        }
        ControlFlow::Continue(())
    });
    let last = || turns.last().map_or(Code::uniform(size, Color::A), |turn| turn.guess);
    first.map_or_else(last, |(code, _)| code)
}

/// In which order a person comes upon codes.
///
/// For each color, and for each guess with that color, a code is judged by the marks that this color's pegs of the guess
/// would get were the code the secret: more black pegs are first, then more white ones, then those further left. Of
/// codes that are equal in all that, more pegs of the lowest color that was not guessed yet are first.
struct Order {
    /// The colors and the pegs that have them in a guess, in the order in which they count.
    shares: Vec<(Color, u32)>,
    /// The lowest color that was not guessed.
    fresh: Option<Color>,
}

/// How the pegs of one color in a guess are marked; the best marks are the least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Marks {
    /// The pegs that are not black, and the pegs that are not white.
    not_black: u32,
    not_white: u32,
    /// The pegs from left to right: 0 is black, 1 is white, 2 is neither.
    places: u64,
}

impl Order {
    fn new(size: Size, turns: &[Turn]) -> Order {
        let mut shares = Vec::new();
        // Where a guess got nothing, all codes that are left are marked alike.
        let telling = || turns.iter().filter(|turn| turn.feedback.total() > 0);
        for color in size.palette() {
            let pegs = telling().map(|turn| pegs_of(&turn.guess, color)).filter(|pegs| *pegs != 0);
            shares.extend(pegs.map(|pegs| (color, pegs)));
        }
        let fresh = size.palette().find(|color| turns.iter().all(|turn| turn.guess.count(*color) == 0));
        Order { shares, fresh }
    }

    /// The marks of a code in the order in which they count.
    fn marks<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = Marks> + 'a {
        let mut last = (Color::A, pegs_of(code, Color::A));
        let guessed = self.shares.iter().map(move |&(color, pegs)| {
            if last.0 != color {
                last = (color, pegs_of(code, color));
            }
            Marks::of(pegs, last.1)
        });
        // As if a guess had it on every peg, wherever they are.
        let fresh = self.fresh.map(|color| Marks::counts(code.count(color) as u32, 0));
        guessed.chain(fresh)
    }

    fn compare(&self, code: &Code, marks: &[Marks]) -> Ordering {
        self.marks(code).cmp(marks.iter().copied())
    }
}

impl Marks {
    /// How these pegs of a guess are marked, which have the color that the secret has on those pegs.
    fn of(guess: u32, secret: u32) -> Marks {
        let black = guess & secret;
        let shared = guess.count_ones().min(secret.count_ones());
        let mut white = shared - black.count_ones();
        let mut places = 0;
        let mut pegs = guess;
        while pegs != 0 {
            let peg = pegs & pegs.wrapping_neg();
            pegs ^= peg;
            let mark = if black & peg != 0 {
                0
            } else if white > 0 {
                white -= 1;
                1
            } else {
                2
            };
            places = places << 2 | mark;
        }
        Marks { places, ..Marks::counts(black.count_ones(), shared - black.count_ones()) }
    }

    /// So many black and white pegs, wherever they are.
    const fn counts(black: u32, white: u32) -> Marks {
        Marks { not_black: u32::BITS - black, not_white: u32::BITS - white, places: 0 }
    }
}

/// The pegs of a code that have that color, peg `i` as bit `i`.
fn pegs_of(code: &Code, color: Color) -> u32 {
    code.pegs().enumerate().fold(0, |pegs, (peg, other)| pegs | u32::from(other == color) << peg)
}
