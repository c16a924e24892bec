//! The report's local search: color counts first, then swaps of two pegs.

mod possible_colors;
mod width;

use crate::{Briefing, ParameterizedEntrant, Player, Refusal, asking::lowest_unguessed, color_counter::ColorCounter};
use possible_colors::PegColorSets;
use scsa::{Code, Rng, Size, Turn};
use width::BeamWidth;

/// Counts the colors by guesses of one color each, guesses the pegs in the order of their colors, and from then on swaps two
/// pegs of different colors, at random, such that the guess is new.
///
/// The change in the number of black pegs shows whether the two pegs were or are right ([`PegColorSets`]). A swap that
/// contradicts this knowledge is 50 times less likely than another, but not impossible, so that the search cannot get stuck.
/// (The report says that such a swap is made one time in 50. Its analysis, in which a swap is drawn until it fits or one draw
/// in 50 is accepted anyway, supports this interpretation; with one coin a guess, insert-colors at 8x10 takes 30 guesses, and 36
/// with this one.) Of the last guesses, as many as the beam is wide, the one with the most black pegs is changed; with a
/// width of 1 that is always the last guess. Guesses of others count where they are such a probe or have the counted colors. A guess
/// takes about a microsecond at 20x26. Dino, "Project Report", 2019 (dino-local-search).
#[derive(Clone, Debug)]
pub struct LocalSearch {
    size: Size,
    width: usize,
    counter: ColorCounter,
    possible: PegColorSets,
    /// The number of turns that were searched for arrangements.
    searched: usize,
    /// The turns whose guess has the counted colors, in some order.
    arrangements: Vec<usize>,
    /// The swap that made the last guess.
    last: Option<Swap>,
}

/// The guess of a turn with two pegs exchanged.
#[derive(Clone, Copy, Debug)]
struct Swap {
    turn: usize,
    pegs: [usize; 2],
}

/// How much more likely a swap is that agrees with the possible colors than one that does not, as in the report.
const PREFERENCE: u8 = 50;
/// The number of pairs of pegs at the largest size.
const MOST_SWAPS: usize = Size::MAX_PEGS * (Size::MAX_PEGS - 1) / 2;

impl LocalSearch {
    /// A guess not made before that differs by a swap from the guess of that turn; none if all of them were made.
    fn successor(&self, turns: &[Turn], turn: usize, rng: &mut Rng) -> Option<(Swap, Code)> {
        let guess = turns[turn].guess;
        let mut weights = [0; MOST_SWAPS];
        let mut total = 0;
        for (weight, [i, j]) in weights.iter_mut().zip(pairs(self.size.pegs())) {
            let (a, b) = (guess.peg(i), guess.peg(j));
            if a != b {
                let fits = self.possible.contains(i, b) && self.possible.contains(j, a);
                *weight = if fits { PREFERENCE } else { 1 };
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
        while let Some(probe) = self.counter.next_probe() {
            let Some(turn) = turns.iter().find(|turn| turn.guess == probe) else { return probe };
            self.counter.record(turn.feedback.black());
        }
        let first = Code::from_fn(self.size, |peg| self.counter.pegs()[peg]);
        let is_arrangement = |turn: &Turn| self.size.palette().all(|c| turn.guess.count(c) == first.count(c));
        self.arrangements.extend((self.searched..turns.len()).filter(|&turn| is_arrangement(&turns[turn])));
        self.searched = turns.len();
        if self.arrangements.is_empty() {
            return first;
        }
        if let (Some(swap), Some(turn)) = (self.last.take(), turns.last())
            && turn.guess == swapped(&turns[swap.turn].guess, swap.pegs)
        {
            self.possible.learn(&turns[swap.turn], turn, swap.pegs);
        }
        let beam = self.arrangements.iter().copied().rev().take(self.width);
        // Of equals the last.
        let best = beam.rev().max_by_key(|&turn| turns[turn].feedback.black());
        // If every swap of the best guess was made, some swap of an older guess was not.
        let older = self.arrangements.iter().copied().rev().filter(|&turn| Some(turn) != best);
        let next = best.into_iter().chain(older).find_map(|turn| self.successor(turns, turn, rng));
        self.last = next.map(|(swap, _)| swap);
        next.map_or_else(|| lowest_unguessed(self.size, turns), |(_, guess)| guess)
    }
}

impl ParameterizedEntrant for LocalSearch {
    const NAME: &'static str = "local-search";
    const SUMMARY: &'static str =
        "counts the colors, then swaps pegs at random (Dino's local search); WIDTH is that of the beam, 1 by default";
    const PARAMETER: &'static str = "WIDTH";
    type Parameter = BeamWidth;

    fn prepare(briefing: &Briefing, width: &BeamWidth) -> Result<LocalSearch, Refusal> {
        Ok(LocalSearch {
            size: briefing.size,
            width: width.guesses(),
            counter: ColorCounter::new(briefing.size),
            possible: PegColorSets::new(),
            searched: 0,
            arrangements: Vec::new(),
            last: None,
        })
    }
}
