//! The report's local search: color counts first, then swaps of two pegs.

mod findings;
mod width;

use crate::{Briefing, ParameterizedEntrant, Player, Refusal, census::Census};
use findings::Findings;
use scsa::{Code, Color, Rng, Size, Turn};
use width::Width;

/// Counts the colors by guesses of one color each, guesses the colors in order, and from then on swaps two pegs of
/// different colors, at random, such that the guess is a new one.
///
/// What the swap did to the black pegs tells of both pegs where they belong or do not belong. A swap that goes against
/// what is known is 50 times less likely than another, but not impossible, so that it cannot get stuck. (The report has it
/// that such a swap is made one time in 50. Its analysis, in which a swap is drawn until it fits or one draw in 50 is let
/// through, speaks for this reading; one coin a guess needs 30 guesses on insert-colors at 8x10 where this needs 36.) Of the last
/// guesses, as many as the beam is wide, the one with the most black pegs is changed; with a width of 1 that is always
/// the last guess. A guess takes about a microsecond at 20x26. Dino, "Project Report", 2019 (dino-local-search).
#[derive(Clone, Debug)]
pub struct LocalSearch {
    size: Size,
    width: usize,
    census: Census,
    findings: Findings,
    /// How many guesses asked for a color; none as long as there are more to come.
    questions: Option<usize>,
    /// The swap that made the last guess.
    last: Option<Swap>,
}

/// A turn's guess with two pegs exchanged.
#[derive(Clone, Copy, Debug)]
struct Swap {
    turn: usize,
    pegs: [usize; 2],
}

/// How often a swap that fits what is known is drawn for one that does not.
const RELUCTANCE: u8 = 50;
/// The pairs of pegs on the largest board.
const MOST_SWAPS: usize = Size::MAX_PEGS * (Size::MAX_PEGS - 1) / 2;

impl LocalSearch {
    /// A new guess that a swap makes of the guess of some turn; none when all of them were tried.
    fn successor(&self, turns: &[Turn], turn: usize, rng: &mut Rng) -> Option<(Swap, Code)> {
        let guess = turns[turn].guess;
        let mut weights = [0; MOST_SWAPS];
        let mut total = 0;
        for (weight, [i, j]) in weights.iter_mut().zip(pairs(self.size.pegs())) {
            let (a, b) = (guess.peg(i), guess.peg(j));
            if a != b {
                let fits = self.findings.allow(i, b) && self.findings.allow(j, a);
                *weight = if fits { RELUCTANCE } else { 1 };
                total += usize::from(*weight);
            }
        }
        while total > 0 {
            let mut left = rng.below(total);
            let drawn = weights.iter_mut().zip(pairs(self.size.pegs())).find(|(weight, _)| {
                let weight = usize::from(**weight);
                let here = left < weight;
                left = left.saturating_sub(weight);
                here
            });
            let (weight, pegs) = drawn?;
            let next = swapped(&guess, pegs);
            if turns.iter().all(|turn| turn.guess != next) {
                return Some((Swap { turn, pegs }, next));
            }
            total -= usize::from(*weight);
            *weight = 0;
        }
        None
    }
}

fn pairs(pegs: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..pegs).flat_map(move |i| (i + 1..pegs).map(move |j| [i, j]))
}

fn swapped(guess: &Code, [i, j]: [usize; 2]) -> Code {
    let mut swapped = *guess;
    swapped.set(i, guess.peg(j));
    swapped.set(j, guess.peg(i));
    swapped
}

impl Player for LocalSearch {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        let Some(questions) = self.questions else {
            if let Some(turn) = turns.last() {
                self.census.learn(turn.feedback.black());
            }
            return self.census.question().unwrap_or_else(|| {
                self.questions = Some(turns.len());
                Code::from_fn(self.size, |peg| self.census.pegs()[peg])
            });
        };
        if let (Some(swap), Some(turn)) = (self.last, turns.last()) {
            self.findings.learn(&turns[swap.turn], turn, swap.pegs);
        }
        let beam = turns.len().saturating_sub(self.width).max(questions)..turns.len();
        let best = beam.max_by_key(|&turn| turns[turn].feedback.black());
        // Where every swap of the best guess was tried, one of an older guess was not.
        let older = (questions..turns.len()).rev().filter(|&turn| Some(turn) != best);
        let next = best.into_iter().chain(older).find_map(|turn| self.successor(turns, turn, rng));
        self.last = next.map(|(swap, _)| swap);
        next.map_or_else(|| Code::uniform(self.size, Color::A), |(_, guess)| guess)
    }
}

impl ParameterizedEntrant for LocalSearch {
    const NAME: &'static str = "local-search";
    const SUMMARY: &'static str =
        "Dino's local search: counts the colors, then swaps pegs; WIDTH is its beam's, 1 if not given";
    const PARAMETER: &'static str = "WIDTH";
    type Parameter = Width;

    fn prepare(briefing: &Briefing, width: &Width) -> Result<LocalSearch, Refusal> {
        Ok(LocalSearch {
            size: briefing.size,
            width: width.guesses(),
            census: Census::new(briefing.size),
            findings: Findings::new(),
            questions: None,
            last: None,
        })
    }
}
