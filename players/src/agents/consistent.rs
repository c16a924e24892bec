//! Players that guess consistent codes by a simple rule: the lowest one, or one at random.
//!
//! The source is "Dave Computes Mastermind Strategy", a blog post of 2016-08-08 on 4x6. The players also play larger sizes, as
//! long as there is time to [enumerate](visit_consistent) the codes.

use crate::{
    Briefing, Entrant, ParameterPosition, ParameterizedEntrant, Player, Refusal,
    agents::baselines::Baseline2,
    asking::lowest_unguessed,
    notation::{self, Notation, NotationError, parse_code},
};
use scsa::{Code, Color, Rng, Size, Turn, is_consistent};
use std::{error::Error, fmt, ops::ControlFlow, str::FromStr, sync::Arc};

/// The largest number of codes at which the first consistent code of an enumeration, or a list of few, is found in time. 8x10
/// has a tenth of it.
pub const MAX_CODES: u64 = 1_000_000_000;

/// Guesses the lowest consistent code in lexicographic order, after an opening if it has one.
///
/// The opening is guessed whatever the feedback. Without one this is [`Baseline2`], at any size. With one it plays sizes of up
/// to 10^9 codes: a round takes 1 µs at 4x6, 0.1 ms at 6x10, 5 ms at 8x10 and 0.1 s at the hardest sizes. If no code is
/// consistent with all turns it guesses the lowest one that was not guessed yet.
///
/// "Dave Computes Mastermind Strategy", 2016 (LC, X+LC, X+Y+LC). At 4x6 it takes 7471 guesses for all secrets, and only 5869
/// after `6564+4233`.
#[derive(Clone, Debug)]
pub struct Lowest {
    size: Size,
    opening: Opening,
    search: LowestSearch,
}

/// How the lowest consistent code is found.
#[derive(Clone, Debug)]
enum LowestSearch {
    /// After guesses of its own, for which [`Baseline2`] is made.
    Own(Baseline2),
    /// After an opening. No code below this one is consistent.
    Any(Code),
}

impl Player for Lowest {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if let Some(guess) = self.opening.guess(turns) {
            return guess;
        }
        match &mut self.search {
            LowestSearch::Own(player) => player.guess(turns, rng),
            LowestSearch::Any(floor) => {
                match visit_consistent(self.size, turns, floor, |code| ControlFlow::Break(*code)) {
                    Some(lowest) => {
                        *floor = lowest;
                        lowest
                    }
                    None => lowest_unguessed(self.size, turns),
                }
            }
        }
    }
}

impl ParameterizedEntrant for Lowest {
    const NAME: &'static str = "lc";
    const SUMMARY: &'static str =
        "guesses the lowest consistent code, after an OPENING of fixed guesses such as 1122 or 5463+4322";
    const PARAMETER: &'static str = "OPENING";
    const POSITION: ParameterPosition = ParameterPosition::BeforePlus;
    type Parameter = Opening;

    fn prepare(briefing: &Briefing, opening: &Opening) -> Result<Lowest, Refusal> {
        opening.check(briefing.size)?;
        let search = if opening.is_empty() {
            LowestSearch::Own(Baseline2::prepare(briefing)?)
        } else {
            briefing.codes_up_to(MAX_CODES)?;
            LowestSearch::Any(Code::uniform(briefing.size, Color::A))
        };
        Ok(Lowest { size: briefing.size, opening: opening.clone(), search })
    }
}

/// Guesses one of the consistent codes uniformly at random, after an opening if it has one.
///
/// It draws from all codes until one is consistent (rejection sampling). If none is after as many draws as the square root
/// of their number, it lists the consistent codes, once a round. Either way each is equally likely. It plays sizes of up to
/// 10^9 codes: a round takes 6 µs at 4x6, 0.4 ms at 6x10, 10 ms at 8x10 and 0.1 s at the hardest sizes. The list takes 64
/// bytes a code. It is longer than 20 times the draws, which is 40 MB, once in 10^8 rounds, because all draws would have to
/// miss that many codes. If no code is consistent with all turns it guesses the
/// lowest one that was not guessed yet.
///
/// "Dave Computes Mastermind Strategy", 2016 (RC, X+RC, X+Y+RC), which gives a mean of 4.64 guesses at 4x6.
#[derive(Clone, Debug)]
pub struct Uniform {
    size: Size,
    opening: Opening,
    /// The number of draws for a guess before the codes are listed.
    draws: u64,
    /// The codes that are consistent with the first turns, and the number of these turns; none before they are listed.
    candidates: Option<(Vec<Code>, usize)>,
}

impl Uniform {
    /// A uniformly random consistent code by rejection sampling; none if all draws were rejected.
    fn drawn(&self, turns: &[Turn], rng: &mut Rng) -> Option<Code> {
        (0..self.draws)
            .map(|_| Code::from_fn(self.size, |_| rng.color(self.size.colors())))
            .find(|code| is_consistent(code, turns))
    }

    /// The consistent codes.
    fn listed(&mut self, turns: &[Turn]) -> &[Code] {
        let (codes, seen_turns) = self.candidates.get_or_insert_with(|| {
            let mut codes = Vec::new();
            visit_consistent(self.size, turns, &Code::uniform(self.size, Color::A), |code| -> ControlFlow<()> {
                codes.push(*code);
                ControlFlow::Continue(())
            });
            (codes, turns.len())
        });
        codes.retain(|code| is_consistent(code, &turns[*seen_turns..]));
        *seen_turns = turns.len();
        codes
    }
}

impl Player for Uniform {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if let Some(guess) = self.opening.guess(turns) {
            return guess;
        }
        if self.candidates.is_none()
            && let Some(code) = self.drawn(turns, rng)
        {
            return code;
        }
        match self.listed(turns) {
            [] => lowest_unguessed(self.size, turns),
            codes => codes[rng.below(codes.len())],
        }
    }
}

impl ParameterizedEntrant for Uniform {
    const NAME: &'static str = "rc";
    const SUMMARY: &'static str =
        "guesses a random consistent code, after an OPENING of fixed guesses such as 1122 or 5463+4322";
    const PARAMETER: &'static str = "OPENING";
    const POSITION: ParameterPosition = ParameterPosition::BeforePlus;
    type Parameter = Opening;

    fn prepare(briefing: &Briefing, opening: &Opening) -> Result<Uniform, Refusal> {
        opening.check(briefing.size)?;
        let codes = briefing.codes_up_to(MAX_CODES)?;
        Ok(Uniform { size: briefing.size, opening: opening.clone(), draws: codes.isqrt(), candidates: None })
    }
}

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

/// The number of turns that prune the enumeration; further turns are checked for complete codes only.
const PRUNING_TURNS: usize = 16;

/// A counter for each pruning turn, a byte each, so that a step is a few operations for all of them.
type PackedCounters = u128;

/// 1 in every byte.
const ONES: PackedCounters = PackedCounters::MAX / 0xff;
/// The zero of the counters: a counter below it has this bit cleared.
const ZERO: PackedCounters = 0x40 * ONES;
/// The highest bit of every byte.
const HIGH: PackedCounters = 0x80 * ONES;

/// Calls `visit` with every code that is not below `floor` and is consistent with all turns, in lexicographic order, until it
/// breaks.
///
/// It goes peg by peg, and no further where a turn has too many black pegs or pegs of the right color, or can no longer get
/// enough of them. That is sound for any guesses. Memory is bounded (2 KB).
///
/// A visited code takes 20 ns where little is pruned. Where few codes are consistent, most of the time goes to beginnings
/// without a completion: after three random guesses 4 ms at 8x10, for some 2000 of the 10^8 codes.
pub fn visit_consistent<B>(
    size: Size,
    turns: &[Turn],
    floor: &Code,
    visit: impl FnMut(&Code) -> ControlFlow<B>,
) -> Option<B> {
    visit_within(size, turns, floor, u64::MAX, visit).unwrap_or_default()
}

/// The lowest code that is not below `floor` and is consistent with all turns, if there is one.
///
/// # Errors
/// [`Exhausted`] when the search takes more than that many steps, of about 5 ns.
pub fn lowest_consistent(size: Size, turns: &[Turn], floor: &Code, steps: u64) -> Result<Option<Code>, Exhausted> {
    visit_within(size, turns, floor, steps, |code| ControlFlow::Break(*code))
}

/// A search has used up its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// What `visit` breaks with, if it does.
fn visit_within<B>(
    size: Size,
    turns: &[Turn],
    floor: &Code,
    steps: u64,
    visit: impl FnMut(&Code) -> ControlFlow<B>,
) -> Result<Option<B>, Exhausted> {
    // A turn that repeats another one would take its place among those that prune.
    let mut distinct: Vec<Turn> = Vec::new();
    let mut turns = turns;
    if turns.len() > PRUNING_TURNS {
        distinct.extend(
            (0..turns.len()).filter(|&index| !turns[..index].contains(&turns[index])).map(|index| turns[index]),
        );
        turns = &distinct;
    }
    let (mut black, mut total) = (ZERO, ZERO);
    let mut same = vec![0; size.pegs() * size.colors()];
    let mut missing = [0; Color::MAX];
    for (index, turn) in turns.iter().take(PRUNING_TURNS).enumerate() {
        let one: PackedCounters = 1 << (8 * index);
        // No code meets a feedback of 63 or more.
        black += turn.feedback.black().min(63) as PackedCounters * one;
        total += turn.feedback.total().min(63) as PackedCounters * one;
        for (peg, color) in turn.guess.pegs().enumerate() {
            same[peg * size.colors() + color.index()] |= one;
            missing[color.index()] += one;
        }
    }
    let code = Code::uniform(size, Color::A);
    let others = turns.get(PRUNING_TURNS..).unwrap_or_default();
    let mut enumeration = ConsistentEnumeration { size, others, floor, same, missing, code, steps, visit };
    enumeration.descend(0, black, total, true).break_value().transpose()
}

struct ConsistentEnumeration<'a, V> {
    size: Size,
    /// The turns that do not prune.
    others: &'a [Turn],
    floor: &'a Code,
    /// For each peg and color, 1 in the counters of the turns whose guess has that color there.
    same: Vec<PackedCounters>,
    /// For each color, by how many pegs of it each guess exceeds the code so far.
    missing: [PackedCounters; Color::MAX],
    /// The pegs decided so far, and arbitrary ones after them.
    code: Code,
    /// The steps that are left.
    steps: u64,
    visit: V,
}

impl<B, V: FnMut(&Code) -> ControlFlow<B>> ConsistentEnumeration<'_, V> {
    /// Decides the pegs from `peg` on. `black` and `total` count from [`ZERO`] the black pegs and the pegs of the right color
    /// that are still required; `on_floor` says that all pegs before are those of the floor.
    fn descend(
        &mut self,
        peg: usize,
        black: PackedCounters,
        total: PackedCounters,
        on_floor: bool,
    ) -> ControlFlow<Result<B, Exhausted>> {
        if peg == self.size.pegs() {
            return if is_consistent(&self.code, self.others) {
                (self.visit)(&self.code).map_break(Ok)
            } else {
                ControlFlow::Continue(())
            };
        }
        // A step is a color of a peg.
        match self.steps.checked_sub(self.size.colors() as u64) {
            Some(steps) => self.steps = steps,
            None => return ControlFlow::Break(Err(Exhausted)),
        }
        let left = (self.size.pegs() - peg - 1) as PackedCounters;
        // Less a counter, this has its highest bit set unless more are required than pegs are left.
        let most = HIGH + ZERO + left * ONES;
        let lowest = if on_floor { self.floor.peg(peg) } else { Color::A };
        for color in self.size.palette().skip(lowest.index()) {
            let missing = self.missing[color.index()];
            // 1 where at least one is missing: added to 0x7f it reaches the highest bit.
            let gained = ((missing + (HIGH - ONES)) & HIGH) >> 7;
            let black = black - self.same[peg * self.size.colors() + color.index()];
            let total = total - gained;
            let enough = black & total & ZERO;
            let possible = (most - black) & (most - total) & HIGH;
            if enough | possible != HIGH | ZERO {
                continue;
            }
            self.code.set(peg, color);
            self.missing[color.index()] = missing - gained;
            let flow = self.descend(peg + 1, black, total, on_floor && color == lowest);
            self.missing[color.index()] = missing;
            flow?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scsa::Rng;

    fn code(size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        /// Against a filter of all codes, also with more turns than prune and with contradictory turns.
        #[test]
        fn visits_the_consistent_codes_in_order(pegs in 1..6_usize, colors in 1..6_usize, turns in 0..25_usize, seed: u64, lie: bool) {
            let size = Size::new(pegs, colors).unwrap();
            let mut rng = Rng::new(seed.into());
            let mut secret = code(size, &mut rng);
            let mut asked = Vec::new();
            for _ in 0..turns {
                let guess = code(size, &mut rng);
                asked.push(Turn::new(guess, &secret));
                if lie && rng.below(20) == 0 {
                    secret = code(size, &mut rng);
                }
            }
            let floor = code(size, &mut rng);
            let mut visited = Vec::new();
            visit_consistent(size, &asked, &floor, |code| -> ControlFlow<()> {
                visited.push(*code);
                ControlFlow::Continue(())
            });
            let plain: Vec<Code> = size.codes().filter(|code| *code >= floor && is_consistent(code, &asked)).collect();
            prop_assert_eq!(&visited, &plain);
            prop_assert_eq!(visit_consistent(size, &asked, &floor, |code| ControlFlow::Break(*code)), plain.first().copied());
        }
    }
}
