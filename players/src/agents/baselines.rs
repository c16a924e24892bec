//! Players to compare others with: two that hardly play, and the baselines 1 to 3 of the course that the tournament belongs to. The
//! fourth is Rao's method ([`rao`](super::rao)).

use crate::asking::{AskingMethod, ColorCounter, asking_players, lowest_unguessed};
use crate::enumeration::{MAX_CODES, visit_within};
use crate::lexicographic::{Exhausted, next_consistent};
use crate::{Briefing, Entrant, Player, Refusal};
use posterior::{Effort, Posterior, PriorModel};
use scsa::{Code, Color, Game, Response, Rng, Turn, algorithms, next_permutation};
use std::{ops::ControlFlow, sync::Arc};

/// Draws every guess uniformly from all codes and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Random {
    game: Game,
}

impl Player for Random {
    fn guess(&mut self, _turns: &[Turn], rng: &mut Rng) -> Code {
        self.game.draw(rng)
    }
}

impl Entrant for Random {
    const NAME: &'static str = "random";
    const SUMMARY: &'static str = "draws every guess uniformly from all codes and ignores the feedback";

    fn prepare(briefing: &Briefing) -> Result<Random, Refusal> {
        Ok(Random { game: briefing.game })
    }
}

/// Guesses AAAA, BBBB, CCCC, … and begins again after the last color: of the colors that were guessed the fewest times, the first.
/// It finds only secrets of a single color.
#[derive(Clone, Debug)]
pub struct OneColor {
    game: Game,
    /// How many of the turns that were read guess each color alone.
    times: [usize; Color::MAX],
    read: usize,
}

impl Player for OneColor {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        for turn in turns.iter().skip(self.read) {
            if let Some(color) = turn.guess.pegs().next().filter(|_| turn.guess.distinct() == 1) {
                self.times[color.index()] += 1;
            }
        }
        self.read = turns.len();
        let color = self.game.palette().min_by_key(|color| self.times[color.index()]);
        Code::uniform(self.game, color.unwrap_or(Color::A))
    }
}

impl Entrant for OneColor {
    const NAME: &'static str = "one-color";
    const SUMMARY: &'static str = "guesses AAAA, BBBB, CCCC, …, which finds only secrets of a single color";

    fn prepare(briefing: &Briefing) -> Result<OneColor, Refusal> {
        briefing.needs_repeats()?;
        Ok(OneColor { game: briefing.game, times: [0; Color::MAX], read: 0 })
    }
}

/// Guesses every code in lexicographic order, except for those that were guessed, and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Baseline1 {
    game: Game,
    /// All codes below this one were guessed.
    next: Code,
}

impl Player for Baseline1 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        while turns.iter().rev().any(|turn| turn.guess == self.next) {
            let Some(next) = self.game.successor(&self.next) else { return self.game.unrank(0) };
            self.next = next;
        }
        self.next
    }
}

impl Entrant for Baseline1 {
    const NAME: &'static str = "baseline-1";
    const SUMMARY: &'static str = "guesses every code in lexicographic order and ignores the feedback";

    fn prepare(briefing: &Briefing) -> Result<Baseline1, Refusal> {
        Ok(Baseline1 { game: briefing.game, next: briefing.game.unrank(0) })
    }
}

asking_players! {
    /// Counts the colors by guesses of one color each ([`ColorCounter`]), then guesses every permutation of those pegs in
    /// lexicographic order and ignores the feedback.
    Baseline3: "baseline-3", "counts the colors by one-color guesses, then guesses every permutation of them",
        PermutingMethod = |briefing| PermutingMethod::new(briefing.game);
}

/// The search steps of a round, which take 2 to 3 s.
const ROUND_STEPS: u64 = 60_000_000;

/// The least search steps of a guess, even when those of the round are used up.
const LEAST_STEPS: u64 = 50_000;

/// The search steps of a guess after guesses of others, about 0.1 s.
const OTHER_STEPS: u64 = 20_000_000;

/// The same where there are too many codes for a list: they rarely suffice for more.
const OTHER_STEPS_OF_MANY_CODES: u64 = 4_000_000;

/// Guesses the lexicographically next code that is consistent with every turn so far.
///
/// Its work is counted in search steps. A guess may take half of what is left of the 60 million steps of a round, and at
/// least 50000. The median round at 20x26 takes less than 0.1 million steps; the hardest known round in a game of the contest
/// took 30 million. If the steps run out, which happens from 24 pegs on, it guesses a consistent code that need not be the next
/// one, or if none is known the next permutation of the colors it knows.
///
/// After guesses of others it lists codes until one is consistent. If that takes too many steps, as it may beyond 10^9 codes, it
/// guesses the lowest of some consistent codes that Markov chains find. If no code is known to be consistent with all turns it
/// guesses the lowest one that was not guessed yet.
#[derive(Clone, Debug)]
pub struct Baseline2 {
    game: Game,
    /// No code below this one is consistent.
    floor: Code,
    steps: u64,
    /// Consistent codes after guesses of others, where they are not listed.
    sampled: Option<SampledCodes>,
}

/// Consistent codes that Markov chains find.
#[derive(Clone, Debug)]
struct SampledCodes {
    prior: Arc<PriorModel>,
    /// The codes after that number of turns.
    posterior: Posterior,
    turns: usize,
    rng: Rng,
}

impl SampledCodes {
    fn new(game: Game) -> SampledCodes {
        let prior =
            Arc::new(PriorModel::new(Arc::new(algorithms::uniform(game)), game, Effort::level(1).for_size(game)));
        SampledCodes { posterior: prior.initial_posterior(), prior, turns: 0, rng: Rng::new(0) }
    }

    /// The lowest of them after these turns; none if none is found.
    fn lowest(&mut self, turns: &[Turn]) -> Option<Code> {
        for known in self.turns + 1..=turns.len() {
            self.posterior.update(&self.prior, &turns[..known], &mut self.rng);
        }
        self.turns = turns.len();
        self.posterior.candidates().first().map(|(code, _)| *code)
    }
}

impl Player for Baseline2 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        if turns.is_empty() {
            return self.floor;
        }
        // Where no color comes twice, the counts of the colors do not follow from the totals.
        if self.game.allows_repeats() {
            let granted = (self.steps / 2).max(LEAST_STEPS);
            let mut left = granted;
            let next = next_consistent(self.game, turns, &self.floor, &mut left);
            self.steps = self.steps.saturating_sub(granted - left);
            if let Some(next) = next.filter(|next| !next.exact || self.game.is_consistent(&next.guess, turns)) {
                self.floor = next.floor;
                return next.guess;
            }
        }
        self.after_others(turns).unwrap_or_else(|| lowest_unguessed(self.game, turns))
    }
}

impl Baseline2 {
    fn after_others(&mut self, turns: &[Turn]) -> Option<Code> {
        let is_listed = self.game.count_at_most(MAX_CODES).is_some();
        let steps = if is_listed { OTHER_STEPS } else { OTHER_STEPS_OF_MANY_CODES };
        match visit_within(self.game, turns, &self.floor, steps, |code| ControlFlow::Break(*code)) {
            Ok(lowest) => {
                self.floor = lowest.unwrap_or(self.floor);
                lowest
            }
            Err(Exhausted) => self.sampled.get_or_insert_with(|| SampledCodes::new(self.game)).lowest(turns),
        }
    }
}

impl Entrant for Baseline2 {
    const NAME: &'static str = "baseline-2";
    const SUMMARY: &'static str = "guesses the next consistent code in lexicographic order";

    fn prepare(briefing: &Briefing) -> Result<Baseline2, Refusal> {
        Ok(Baseline2 { game: briefing.game, floor: briefing.game.unrank(0), steps: ROUND_STEPS, sampled: None })
    }
}

/// Guesses codes in lexicographic order and skips those with a color of a guess that got no pegs, and those that were guessed. If
/// feedback that contradicts itself leaves no code, it guesses the lowest one that was not guessed yet.
#[derive(Clone, Debug)]
pub struct Baseline2Zero {
    game: Game,
    /// The colors that may be in the secret, by index.
    possible: [bool; Color::MAX],
    /// All codes below this one were guessed, or have another color.
    floor: Code,
    read: usize,
    /// Whether their guesses were its own, in order.
    is_own: bool,
}

impl Baseline2Zero {
    fn lowest_from(&self, color: usize) -> Option<Color> {
        (color..self.game.colors()).find(|&c| self.possible[c]).and_then(Color::new)
    }

    /// The lowest code of possible colors above `code`. It is raised at the first impossible color, or at the last peg if
    /// there is none, or further left if no higher color is possible there.
    fn above(&self, code: &Code) -> Option<Code> {
        let lowest = self.lowest_from(0)?;
        let impossible = code.pegs().position(|color| !self.possible[color.index()]);
        let last = impossible.unwrap_or(self.game.pegs() - 1);
        (0..=last).rev().find_map(|peg| {
            let raised = self.lowest_from(code.peg(peg).index() + 1)?;
            let mut next = *code;
            next.set(peg, raised);
            (peg + 1..self.game.pegs()).for_each(|right| next.set(right, lowest));
            Some(next)
        })
    }
}

impl Player for Baseline2Zero {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        for turn in turns.iter().skip(self.read) {
            self.is_own &= turn.guess == self.floor;
            if turn.feedback == Response::new(0, 0) {
                turn.guess.pegs().for_each(|color| self.possible[color.index()] = false);
            }
        }
        self.read = turns.len();
        // Its own guesses are below the code that waits for an answer.
        let guesses = if self.is_own { &turns[turns.len().saturating_sub(1)..] } else { turns };
        let is_skipped = |code: &Code| {
            guesses.iter().any(|turn| turn.guess == *code) || code.pegs().any(|color| !self.possible[color.index()])
        };
        let mut next = Some(self.floor);
        while next.as_ref().is_some_and(is_skipped) {
            next = next.and_then(|code| self.above(&code));
        }
        let guess = next.unwrap_or_else(|| lowest_unguessed(self.game, turns));
        self.floor = next.unwrap_or(self.floor);
        guess
    }
}

impl Entrant for Baseline2Zero {
    const NAME: &'static str = "baseline-2-zero";
    const SUMMARY: &'static str = "guesses in lexicographic order and skips the colors of guesses that got no pegs";

    fn prepare(briefing: &Briefing) -> Result<Baseline2Zero, Refusal> {
        briefing.needs_repeats()?;
        Ok(Baseline2Zero {
            game: briefing.game,
            possible: [true; Color::MAX],
            floor: Code::uniform(briefing.game, Color::A),
            read: 0,
            is_own: true,
        })
    }
}

#[derive(Clone, Debug)]
pub struct PermutingMethod {
    game: Game,
    counter: ColorCounter,
    /// The last permutation guessed; none until the counts are known.
    permutation: Option<[Color; Game::MAX_PEGS]>,
}

impl PermutingMethod {
    pub fn new(game: Game) -> PermutingMethod {
        PermutingMethod { game, counter: ColorCounter::new(game), permutation: None }
    }
}

impl AskingMethod for PermutingMethod {
    fn learn(&mut self, turn: &Turn) {
        if self.permutation.is_none() {
            self.counter.record(turn.feedback.black());
        }
    }

    fn next_guess(&mut self) -> Code {
        let pegs = self.game.pegs();
        if let Some(permutation) = &mut self.permutation {
            next_permutation(&mut permutation[..pegs]);
            return Code::from_fn(self.game, |peg| permutation[peg]);
        }
        self.counter.next_probe().unwrap_or_else(|| {
            let mut first = [Color::A; Game::MAX_PEGS];
            first[..pegs].copy_from_slice(self.counter.pegs());
            self.permutation = Some(first);
            Code::from_fn(self.game, |peg| first[peg])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Knowledge;

    /// Against a walk through all codes of a small game in order.
    #[test]
    fn skips_exactly_the_codes_with_excluded_colors() {
        let game = Game::new(4, 4).unwrap();
        let briefing = Briefing { guess_limit: 1000, ..Briefing::new(game, "any", Knowledge::Nothing) };
        for secret in game.codes() {
            let mut player = Baseline2Zero::prepare(&briefing).unwrap();
            let mut turns: Vec<Turn> = Vec::new();
            for code in game.codes() {
                let zero = |turn: &&Turn| turn.feedback == Response::new(0, 0);
                if turns.iter().filter(zero).any(|turn| game.answer(&turn.guess, &code).total() > 0) {
                    continue;
                }
                let guess = player.guess(&turns, &mut Rng::new(0));
                assert_eq!(guess, code, "secret {secret} after {turns:?}");
                turns.push(Turn::new(game, guess, &secret));
                if guess == secret {
                    break;
                }
            }
        }
    }
}
