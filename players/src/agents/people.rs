//! Methods for people: consistent codes in the order in which a person finds them, color after color.
//!
//! The source is "Dave Computes Mastermind Strategy", a blog post of 2016-08-08, which describes the methods by examples.

use crate::asking::{PegSet, lowest_unguessed, members};
use crate::enumeration::visit_consistent;
use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Game, Response, Rng, Turn};
use std::{cmp::Reverse, ops::ControlFlow};

/// The largest number of codes. A guess visits all consistent codes; with more codes it would take seconds.
const MAX_CODES: u64 = 10_000_000;

/// Determines one color after the other.
///
/// It assumes that the lowest colors of its guesses got the black pegs, the next ones the white pegs, and the first pegs
/// of a color before its later ones. It gives up as little of that as the feedback demands, and fills the remaining pegs with
/// the next color. [`Preference`] defines this exactly. It plays sizes of up to 10^7 codes. A round takes 0.05 ms at 4x6, 30 ms at 6x10,
/// 0.3 s at 7x10, and 0.6 s in the hardest games; memory is bounded.
///
/// It begins with a code of a single color. This definition plays all games of the source. It takes 7470 guesses for all secrets of 4x6,
/// where the source says 7471.
///
/// If `ADVANCED`, the first guess is half A and half B (A on the middle peg of an odd number), and if that got no pegs the second is
/// half C and half D; without these colors, and with one peg, there is no difference. It takes 6210 guesses for all secrets of 4x6, at
/// most 8 for one, as in the source.
#[derive(Clone, Debug)]
pub struct Person<const ADVANCED: bool> {
    game: Game,
}

pub type Easy = Person<false>;
pub type Advanced = Person<true>;

impl<const ADVANCED: bool> Person<ADVANCED> {
    fn halves(&self, lower: Color, higher: Color) -> Code {
        let first = self.game.pegs().div_ceil(2);
        Code::from_fn(self.game, |peg| if peg < first { lower } else { higher })
    }
}

impl<const ADVANCED: bool> Player for Person<ADVANCED> {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let colors: Vec<Color> = self.game.palette().collect();
        match (turns, &colors[..]) {
            ([], [a, b, ..]) if ADVANCED => self.halves(*a, *b),
            ([], _) => Code::uniform(self.game, Color::A),
            ([Turn { guess, feedback }], [a, b, c, d, ..])
                if ADVANCED
                    && self.game.pegs() > 1
                    && *guess == self.halves(*a, *b)
                    && *feedback == Response::new(0, 0) =>
            {
                self.halves(*c, *d)
            }
            _ => preferred(self.game, turns),
        }
    }
}

impl<const ADVANCED: bool> Entrant for Person<ADVANCED> {
    const NAME: &'static str = if ADVANCED { "advanced" } else { "easy" };
    const SUMMARY: &'static str = if ADVANCED {
        "guesses as easy does, but AABB first, and CCDD if that got no pegs"
    } else {
        "guesses consistent codes as people can, color after color; AAAA first"
    };

    fn prepare(briefing: &Briefing) -> Result<Self, Refusal> {
        briefing.needs_repeats()?;
        briefing.codes_up_to(MAX_CODES)?;
        Ok(Person { game: briefing.game })
    }
}

/// The most preferred consistent code; the lowest one that was not guessed yet if there is none.
pub fn preferred(game: Game, turns: &[Turn]) -> Code {
    let preference = Preference::new(game, turns);
    let mut best: Option<(Code, Vec<Marks>)> = None;
    visit_consistent(game, turns, &Code::uniform(game, Color::A), |code| -> ControlFlow<()> {
        // Of equals the lowest code wins, which is visited first.
        if best.as_ref().is_none_or(|(_, marks)| preference.marks(code).lt(marks.iter().copied())) {
            best = Some((*code, preference.marks(code).collect()));
        }
        ControlFlow::Continue(())
    });
    best.map_or_else(|| lowest_unguessed(game, turns), |(code, _)| code)
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

/// The marks of the pegs of one color in a guess, the lowest of which are preferred: the black pegs, the white pegs, and two bits for
/// each peg, from left to right: 0 is black, 1 is white, 2 is neither.
type Marks = (Reverse<u32>, Reverse<u32>, u64);

impl Preference {
    fn new(game: Game, turns: &[Turn]) -> Preference {
        let mut criteria = Vec::new();
        // If a guess got no pegs, all consistent codes have the same marks.
        let useful = || turns.iter().filter(|turn| turn.feedback.total() > 0);
        for color in game.palette() {
            let pegs = useful().map(|turn| pegs_of(&turn.guess, color)).filter(|pegs| *pegs != 0);
            criteria.extend(pegs.map(|pegs| (color, pegs)));
        }
        let unused = game.palette().find(|color| turns.iter().all(|turn| turn.guess.count(*color) == 0));
        Preference { criteria, unused }
    }

    fn marks<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = Marks> + 'a {
        let mut last = (Color::A, pegs_of(code, Color::A));
        let guessed = self.criteria.iter().map(move |&(color, pegs)| {
            if last.0 != color {
                last = (color, pegs_of(code, color));
            }
            marks(pegs, last.1)
        });
        // As if a guess had this color on every peg, whatever their order.
        let unused = self.unused.map(|color| (Reverse(code.count(color) as u32), Reverse(0), 0));
        guessed.chain(unused)
    }
}

fn marks(guess: PegSet, secret: PegSet) -> Marks {
    let black = guess & secret;
    let shared = guess.count_ones().min(secret.count_ones());
    let whites = shared - black.count_ones();
    let (mut left, mut sequence) = (whites, 0);
    for peg in members(guess) {
        let mark = if black >> peg & 1 == 1 {
            0
        } else if left > 0 {
            left -= 1;
            1
        } else {
            2
        };
        sequence = sequence << 2 | mark;
    }
    (Reverse(black.count_ones()), Reverse(whites), sequence)
}

fn pegs_of(code: &Code, color: Color) -> PegSet {
    code.pegs().enumerate().fold(0, |pegs, (peg, other)| pegs | u32::from(other == color) << peg)
}
