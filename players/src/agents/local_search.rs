//! The report's local search: color counts first, then swaps of two pegs.

use crate::asking::{ColorCounter, UpTo100, lowest_unguessed};
use crate::{Briefing, ParameterizedEntrant, Player, Refusal};
use scsa::{Code, Color, Game, Rng, Turn};

/// Counts the colors by guesses of one color each, guesses the pegs in the order of their colors, and from then on swaps two
/// pegs of different colors, at random, such that the guess is new.
///
/// The change in the number of black pegs shows whether the two pegs were or are right ([`learn`]). A swap that contradicts this knowledge
/// is 50 times less likely than another, but not impossible, so that the search cannot get stuck. (The report says that such a swap is made
/// one time in 50. Its analysis, in which a swap is drawn until it fits or one draw in 50 is accepted anyway, supports this interpretation;
/// with one coin a guess, insert-colors at 8x10 takes 30 guesses, and 36 with this one.) Of the last guesses, as many as the beam is wide,
/// the one with the most black pegs is changed; with a width of 1 that is always the last guess. Guesses of others count where they are
/// such a probe or have the counted colors. A guess takes about a microsecond at 20x26. Dino, "Project Report", 2019 (dino-local-search).
#[derive(Clone, Debug)]
pub struct LocalSearch {
    game: Game,
    width: usize,
    counter: ColorCounter,
    possible: PegColorSets,
    /// The number of turns that were searched for arrangements.
    searched: usize,
    /// The turns whose guess has the counted colors, in some order.
    arrangements: Vec<usize>,
    /// The index of the turn in whose guess the last one exchanged two pegs, and these.
    last: Option<(usize, [usize; 2])>,
}

/// How much more likely a swap is that agrees with the possible colors than one that does not, as in the report.
const PREFERENCE: u8 = 50;
const MOST_SWAPS: usize = Game::MAX_PEGS * (Game::MAX_PEGS - 1) / 2;

impl LocalSearch {
    /// A guess not made before that differs by a swap from the guess of that turn; none if all of them were made.
    fn successor(&self, turns: &[Turn], turn: usize, rng: &mut Rng) -> Option<([usize; 2], Code)> {
        let guess = turns[turn].guess;
        let mut weights = [0; MOST_SWAPS];
        let mut total = 0;
        for (weight, [i, j]) in weights.iter_mut().zip(pairs(self.game.pegs())) {
            let (a, b) = (guess.peg(i), guess.peg(j));
            if a != b {
                let fits = self.possible[i] & bit(b) != 0 && self.possible[j] & bit(a) != 0;
                *weight = if fits { PREFERENCE } else { 1 };
                total += usize::from(*weight);
            }
        }
        while total > 0 {
            let mut left = rng.below(total);
            let drawn = weights.iter_mut().zip(pairs(self.game.pegs())).find(|(weight, _)| {
                let weight = usize::from(**weight);
                let here = left < weight;
                left = left.saturating_sub(weight);
                here
            });
            let (weight, pegs) = drawn?;
            let next = swapped(&guess, pegs);
            if turns.iter().all(|turn| turn.guess != next) {
                return Some((pegs, next));
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
        let first = Code::from_fn(self.game, |peg| self.counter.pegs()[peg]);
        let is_arrangement = |turn: &Turn| self.game.palette().all(|c| turn.guess.count(c) == first.count(c));
        self.arrangements.extend((self.searched..turns.len()).filter(|&turn| is_arrangement(&turns[turn])));
        self.searched = turns.len();
        if self.arrangements.is_empty() {
            return first;
        }
        if let (Some((before, pegs)), Some(turn)) = (self.last.take(), turns.last())
            && turn.guess == swapped(&turns[before].guess, pegs)
        {
            learn(&mut self.possible, &turns[before], turn, pegs);
        }
        let beam = self.arrangements.iter().copied().rev().take(self.width);
        // Of equals the last.
        let best = beam.rev().max_by_key(|&turn| turns[turn].feedback.black());
        // If every swap of the best guess was made, some swap of an older guess was not.
        let older = self.arrangements.iter().copied().rev().filter(|&turn| Some(turn) != best);
        let mut from = best.into_iter().chain(older);
        let next = from.find_map(|turn| self.successor(turns, turn, rng).map(|(pegs, guess)| ((turn, pegs), guess)));
        self.last = next.map(|(swap, _)| swap);
        next.map_or_else(|| lowest_unguessed(self.game, turns), |(_, guess)| guess)
    }
}

impl ParameterizedEntrant for LocalSearch {
    const NAME: &'static str = "local-search";
    const SUMMARY: &'static str =
        "counts the colors, then swaps pegs at random (Dino's local search); WIDTH is that of the beam, 1 by default";
    const PARAMETER: &'static str = "WIDTH";
    /// How many of the last guesses the beam contains.
    type Parameter = UpTo100<1>;

    fn prepare(briefing: &Briefing, width: &UpTo100<1>) -> Result<LocalSearch, Refusal> {
        briefing.needs_repeats()?;
        Ok(LocalSearch {
            game: briefing.game,
            width: width.0.into(),
            counter: ColorCounter::new(briefing.game),
            possible: [u32::MAX; Game::MAX_PEGS],
            searched: 0,
            arrangements: Vec::new(),
            last: None,
        })
    }
}

/// The colors that each peg may have, color `i` as bit `i`.
type PegColorSets = [u32; Game::MAX_PEGS];

/// Learns from a turn whose guess is that of an earlier turn with two pegs of different colors exchanged.
///
/// With two black pegs more, both are right now; with two fewer, both were right before; with one more, both were wrong before; and with
/// one fewer, both are wrong now ("Project Report", footnote 1).
fn learn(possible: &mut PegColorSets, before: &Turn, now: &Turn, pegs: [usize; 2]) {
    let change = now.feedback.black() as isize - before.feedback.black() as isize;
    let guess = if matches!(change, 2 | -1) { now.guess } else { before.guess };
    for peg in pegs {
        let color = bit(guess.peg(peg));
        match change {
            2 | -2 => possible[peg] = color,
            1 | -1 => possible[peg] &= !color,
            _ => {}
        }
    }
}

const fn bit(color: Color) -> u32 {
    1 << color.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every secret, every guess and every swap: no color of the secret is excluded, and two more or two fewer black
    /// pegs determine both pegs.
    #[test]
    fn swaps_exclude_no_color_of_the_secret() {
        let mut seen = [0; 5];
        for text in ["4x4", "5x3"] {
            let game: Game = text.parse().unwrap();
            for secret in game.codes() {
                for guess in game.codes() {
                    let before = Turn::new(game, guess, &secret);
                    for pegs in pairs(game.pegs()).filter(|[i, j]| guess.peg(*i) != guess.peg(*j)) {
                        let guess = swapped(&guess, pegs);
                        let now = Turn::new(game, guess, &secret);
                        let mut possible = [u32::MAX; Game::MAX_PEGS];
                        learn(&mut possible, &before, &now, pegs);
                        for (peg, color) in secret.pegs().enumerate() {
                            assert!(possible[peg] & bit(color) != 0, "{secret} {before:?} {now:?}");
                        }
                        let change = 2 + now.feedback.black() - before.feedback.black();
                        let left = possible.iter().map(|colors| 32 - colors.count_ones()).sum::<u32>();
                        assert_eq!(left, [62, 2, 0, 2, 62][change]);
                        seen[change] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&number| number > 1000), "{seen:?}");
    }
}
