//! What several agents share: guesses in games whose guesses need not be their own, counting the colors of a secret, sets of pegs.

use scsa::{Code, Color, Game, Turn};
use std::{fmt, str::FromStr};

/// A method whose next guess follows from the answers to its guesses so far, such as Rao's. It learns nothing from other guesses.
pub trait AskingMethod {
    /// The next guess. It is called at the beginning, and once after every [`learn`](AskingMethod::learn).
    fn next_guess(&mut self) -> Code;

    /// Learns from the answer to the last guess.
    fn learn(&mut self, turn: &Turn);

    /// Whether the guess after a correct answer may be one that it made before.
    fn repeats(&self) -> bool {
        false
    }
}

/// The most answers that a method needs for each peg and color; Rao's needs about one. A method that reads more of those that were
/// given before is stuck.
const ANSWERS_FOR_PEG_AND_COLOR: usize = 4;

/// Asks for the guesses of a method, after any turns.
///
/// A game of its own guesses is the method's. From the first guess of another on, an answer that was given in the game is not asked
/// for again, and the answers to guesses that the method does not make are not used. Where answers contradict each other, so that
/// the method makes the same guesses without end, the guess is the [`lowest_unguessed`] code.
#[derive(Clone, Debug)]
pub struct Asker<M> {
    game: Game,
    pub method: M,
    /// The guess of the method that waits for its answer.
    asked: Code,
    /// The number of turns that are its own guesses, in order.
    own: usize,
    /// Whether all turns so far were.
    is_own: bool,
}

impl<M: AskingMethod> Asker<M> {
    pub fn new(game: Game, mut method: M) -> Asker<M> {
        let asked = method.next_guess();
        Asker { game, method, asked, own: 0, is_own: true }
    }

    /// The guess after these turns, which continue those of the call before.
    pub fn guess(&mut self, turns: &[Turn]) -> Code {
        while self.is_own
            && let Some(turn) = turns.get(self.own)
        {
            self.is_own = turn.guess == self.asked;
            if self.is_own {
                self.learn(turn);
                self.own += 1;
                // Only wrong answers lead other methods to the same guess. To look at all turns would take as long as the method.
                self.is_own = turn.guess != self.asked || self.method.repeats();
            }
        }
        if self.is_own { self.asked } else { self.unanswered_guess(turns) }
    }

    fn unanswered_guess(&mut self, turns: &[Turn]) -> Code {
        let most = ANSWERS_FOR_PEG_AND_COLOR * self.game.pegs() * self.game.colors() + turns.len();
        let answer = |guess: &Code| turns.iter().find(|turn| turn.guess == *guess);
        for _ in 0..most {
            let Some(turn) = answer(&self.asked) else { return self.asked };
            self.learn(turn);
        }
        if answer(&self.asked).is_none() { self.asked } else { lowest_unguessed(self.game, turns) }
    }

    /// Learns from the answer to the guess that waits for it, and makes the next.
    fn learn(&mut self, turn: &Turn) {
        self.method.learn(turn);
        self.asked = self.method.next_guess();
    }
}

/// Declares players that ask for the guesses of a method, some of which have a color twice: for each a type, its name, its summary, and
/// the method for a match.
macro_rules! asking_players {
    ($($(#[$doc:meta])* $Kind:ident: $name:literal, $summary:literal, $Method:ty = |$briefing:ident| $method:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $Kind($crate::asking::Asker<$Method>);

        impl $crate::Player for $Kind {
            fn guess(&mut self, turns: &[scsa::Turn], _rng: &mut scsa::Rng) -> scsa::Code {
                self.0.guess(turns)
            }
        }

        impl $crate::Entrant for $Kind {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = $summary;

            fn prepare($briefing: &$crate::Briefing) -> Result<$Kind, $crate::Refusal> {
                $briefing.needs_repeats()?;
                Ok($Kind($crate::asking::Asker::new($briefing.game, $method)))
            }
        }
    )+};
}
pub(crate) use asking_players;

/// A parameter of a player: a whole number from 1 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpTo100<const DEFAULT: u8>(pub u8);

impl<const DEFAULT: u8> Default for UpTo100<DEFAULT> {
    fn default() -> Self {
        UpTo100(DEFAULT)
    }
}

impl<const DEFAULT: u8> fmt::Display for UpTo100<DEFAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const DEFAULT: u8> FromStr for UpTo100<DEFAULT> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().filter(|number| (1..=100).contains(number));
        number.map(UpTo100).ok_or_else(|| format!("give a whole number from 1 to 100 (the default is {DEFAULT})"))
    }
}

/// The lowest code that was not guessed yet; the lowest of all if all were.
pub fn lowest_unguessed(game: Game, turns: &[Turn]) -> Code {
    game.codes().find(|code| turns.iter().all(|turn| turn.guess != *code)).unwrap_or_else(|| game.unrank(0))
}

/// Counts the colors of a secret by guesses of one color each, A first. It guesses no further once all pegs are accounted for;
/// the count of the last color follows from the others.
#[derive(Clone, Debug)]
pub struct ColorCounter {
    game: Game,
    pegs: [Color; Game::MAX_PEGS],
    known: usize,
    counted: usize,
}

impl ColorCounter {
    pub fn new(game: Game) -> ColorCounter {
        let mut counter = ColorCounter { game, pegs: [Color::A; Game::MAX_PEGS], known: 0, counted: 0 };
        counter.deduce_last();
        counter
    }

    /// The guess that counts the next color; none when all counts are known.
    pub fn next_probe(&self) -> Option<Code> {
        let color = Color::new(self.counted).filter(|_| self.known < self.game.pegs());
        color.map(|color| Code::uniform(self.game, color))
    }

    /// Records the count of the color of the last probe, which is its number of black pegs.
    pub fn record(&mut self, count: usize) {
        self.add(count);
        self.deduce_last();
    }

    pub fn pegs(&self) -> &[Color] {
        &self.pegs[..self.known]
    }

    fn add(&mut self, count: usize) {
        let known = (self.known + count).min(self.game.pegs());
        if let Some(color) = Color::new(self.counted) {
            self.pegs[self.known..known].fill(color);
            self.known = known;
        }
        self.counted += 1;
    }

    /// If only the last color is not counted, it has all other pegs.
    fn deduce_last(&mut self) {
        if self.counted + 1 == self.game.colors() {
            self.add(self.game.pegs());
        }
    }
}

/// A set of pegs of a code, peg `i` as bit `i`.
pub type PegSet = u32;

/// The members of a set, lowest first: pegs of a [`PegSet`], or indices of colors.
pub fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
