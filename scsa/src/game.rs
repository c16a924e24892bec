//! The game: how many pegs and colors, which codes are legal, and what a guess is answered.

use crate::{Code, Response, Rng, Turn};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, str::FromStr};

/// A game: which codes are legal, and what a guess is answered.
///
/// It is written pegs x colors: `8x10` has 8 pegs and 10 colors. An `n` says that no color comes twice, neither in secrets nor in
/// guesses: `4x10n` is Bulls and Cows with ten digits.
///
/// ```
/// use scsa::Game;
/// let game: Game = "8x10".parse()?;
/// assert_eq!((game.pegs(), game.colors(), game.allows_repeats()), (8, 10, true));
/// let bulls_and_cows: Game = "4x10n".parse()?;
/// assert_eq!((bulls_and_cows.count(), bulls_and_cows.allows_repeats()), (Some(5040), false));
/// assert_eq!(bulls_and_cows.to_string(), "4x10n");
/// assert!("4x99".parse::<Game>().is_err());
/// # Ok::<(), scsa::GameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game {
    pegs: u8,
    colors: u8,
    repeats: Repeats,
}

/// Whether a color may come twice in a code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Repeats {
    Allowed,
    Forbidden,
}

impl Game {
    /// The largest number of pegs of a game.
    pub const MAX_PEGS: usize = 32;

    /// The letter after a game in which no color comes twice.
    const NO_REPEATS: char = 'n';

    /// A game of 1 to 32 pegs and 1 to 26 colors, in which a color may come twice.
    ///
    /// # Errors
    /// [`GameError`] when either number is out of its range.
    pub const fn new(pegs: usize, colors: usize) -> Result<Game, GameError> {
        if pegs < 1 || pegs > Game::MAX_PEGS {
            Err(PEGS)
        } else if colors < 1 || colors > Color::MAX {
            Err(COLORS)
        } else {
            Ok(Game { pegs: pegs as u8, colors: colors as u8, repeats: Repeats::Allowed })
        }
    }

    /// The game with these pegs and colors in which no color comes twice.
    ///
    /// # Errors
    /// [`GameError`] when it has fewer colors than pegs, and so no code.
    pub const fn without_repeats(self) -> Result<Game, GameError> {
        if self.pegs > self.colors { Err(FEW_COLORS) } else { Ok(Game { repeats: Repeats::Forbidden, ..self }) }
    }

    /// The game with these pegs and colors in which a color may come twice. All codes of this game are codes of that one.
    #[must_use]
    pub const fn with_repeats(self) -> Game {
        Game { repeats: Repeats::Allowed, ..self }
    }

    /// The smallest game in which these codes are legal, if they are all of one length. No color comes twice in it if none comes twice
    /// in any of the codes.
    pub fn of_codes<'a>(codes: impl IntoIterator<Item = &'a Code> + Clone) -> Option<Game> {
        let pegs = codes.clone().into_iter().next()?.len();
        let last = codes.clone().into_iter().flat_map(Code::pegs).max()?;
        let game = Game::new(pegs, last.index() + 1).ok()?;
        if codes.clone().into_iter().any(|code| code.len() != pegs) {
            return None;
        }
        let distinct =
            game.without_repeats().ok().filter(|distinct| codes.into_iter().all(|code| distinct.is_legal(code)));
        Some(distinct.unwrap_or(game))
    }

    /// Whether every code of the other game is one of this game, too.
    pub const fn includes(self, other: Game) -> bool {
        self.pegs == other.pegs && self.colors >= other.colors && (self.allows_repeats() || !other.allows_repeats())
    }

    /// The number of pegs, 1 to 32.
    #[inline]
    pub const fn pegs(self) -> usize {
        self.pegs as usize
    }

    /// The number of colors, 1 to 26.
    #[inline]
    pub const fn colors(self) -> usize {
        self.colors as usize
    }

    /// Whether a color may come twice in a code.
    #[inline]
    pub const fn allows_repeats(self) -> bool {
        matches!(self.repeats, Repeats::Allowed)
    }

    /// The colors of the game in order, beginning with A.
    pub fn palette(self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
        (0..self.colors).map(Color::from_raw)
    }

    /// The last color of the game.
    pub const fn last_color(self) -> Color {
        Color::from_raw(self.colors - 1)
    }

    /// The number of legal codes: colors ^ pegs, or colors · (colors − 1) · … of as many factors as there are pegs where no color comes
    /// twice. `None` when it exceeds `u64::MAX`.
    pub const fn count(self) -> Option<u64> {
        match self.repeats {
            Repeats::Allowed => (self.colors as u64).checked_pow(self.pegs as u32),
            Repeats::Forbidden => {
                let count = self.arrangements(0);
                if count > u64::MAX as u128 { None } else { Some(count as u64) }
            }
        }
    }

    /// The number of legal codes if it is at most `limit`, else `None`.
    ///
    /// For callers that enumerate the codes and refuse larger games.
    ///
    /// ```
    /// use scsa::Game;
    /// assert_eq!(Game::new(4, 6)?.count_at_most(1296), Some(1296));
    /// assert_eq!(Game::new(4, 6)?.count_at_most(1295), None);
    /// assert_eq!(Game::new(32, 26)?.count_at_most(u64::MAX), None);
    /// # Ok::<(), scsa::GameError>(())
    /// ```
    pub const fn count_at_most(self, limit: u64) -> Option<u64> {
        match self.count() {
            Some(count) if count <= limit => Some(count),
            _ => None,
        }
    }

    /// The number of legal codes as a double, also where it is rounded: 1.9e28 at 20x26.
    pub fn approximate_count(self) -> f64 {
        match self.repeats {
            Repeats::Allowed => (self.colors() as f64).powi(self.pegs() as i32),
            Repeats::Forbidden => self.arrangements(0) as f64,
        }
    }

    /// The number of ways to give the pegs from `placed` on colors that do not come twice, nor on the pegs before.
    const fn arrangements(self, placed: usize) -> u128 {
        let (mut ways, mut peg) = (1, placed);
        while peg < self.pegs() {
            // 26! is below 2^128.
            ways *= (self.colors() - peg) as u128;
            peg += 1;
        }
        ways
    }

    /// Whether the code is legal: [`check`](Game::check) finds nothing wrong with it.
    #[inline]
    pub fn is_legal(self, code: &Code) -> bool {
        code.len() == self.pegs()
            && code.pegs().all(|c| c.index() < self.colors())
            && (self.allows_repeats() || code.distinct() == self.pegs())
    }

    /// Checks that the code is legal: it has the game's number of pegs, and only colors of the game, none twice where that is forbidden.
    ///
    /// # Errors
    /// [`Illegality`]: the first of these rules that it breaks.
    ///
    /// ```
    /// use scsa::Game;
    /// let game: Game = "4x10n".parse()?;
    /// let reason = game.check(&"ABAC".parse()?).unwrap_err();
    /// assert_eq!(reason.to_string(), "its pegs 1 and 3 are both A: 4x10n has no color twice");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(self, code: &Code) -> Result<(), Illegality> {
        let broken = |rule| Err(Illegality { game: self, rule });
        if code.len() != self.pegs() {
            return broken(BrokenRule::Length(code.len()));
        }
        if let Some(peg) = (0..code.len()).find(|peg| code.peg(*peg) > self.last_color()) {
            return broken(BrokenRule::Color { peg, color: code.peg(peg) });
        }
        let earlier = |later: &usize| (0..*later).find(|peg| code.peg(*peg) == code.peg(*later));
        match (0..code.len()).find_map(|later| Some((earlier(&later)?, later))) {
            Some(pegs) if !self.allows_repeats() => broken(BrokenRule::Repeat { pegs, color: code.peg(pegs.0) }),
            _ => Ok(()),
        }
    }

    /// What a guess is answered: black pegs (right color, right place) and white pegs (right color, wrong place).
    ///
    /// It is symmetric in its two codes, and takes less than 3 ns.
    ///
    /// # Panics
    /// When the codes have different lengths.
    ///
    /// ```
    /// use scsa::{Game, Response};
    /// let game: Game = "4x6".parse()?;
    /// assert_eq!(game.answer(&"AABB".parse()?, &"ABBC".parse()?), Response::new(2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn answer(self, guess: &Code, secret: &Code) -> Response {
        guess.feedback(secret)
    }

    /// Whether the code is consistent with all turns: as the secret, it would have given the same responses.
    ///
    /// ```
    /// use scsa::{Game, Response, Turn};
    /// let game: Game = "4x6".parse()?;
    /// let turn = |guess: &str, black, white| Turn { guess: guess.parse().unwrap(), feedback: Response::new(black, white) };
    /// let turns = [turn("AABB", 1, 1), turn("ACCC", 3, 0)];
    /// assert!(game.is_consistent(&"ACAC".parse()?, &turns));
    /// assert!(!game.is_consistent(&"ACCB".parse()?, &turns));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn is_consistent(self, code: &Code, turns: &[Turn]) -> bool {
        turns.iter().all(|turn| self.answer(&turn.guess, code) == turn.feedback)
    }

    /// The code of a rank in lexicographic order, from 0: the inverse of [`rank`](Game::rank).
    ///
    /// The rank is taken modulo [`count`](Game::count).
    pub fn unrank(self, rank: u64) -> Code {
        let mut pegs = [Color::A; Game::MAX_PEGS];
        match self.repeats {
            Repeats::Allowed => {
                let (colors, mut rest) = (self.colors() as u32, rank);
                let mut places = pegs[..self.pegs()].iter_mut().rev();
                while rest > u64::from(u32::MAX) {
                    let Some(peg) = places.next() else { break };
                    *peg = Color::from_raw((rest % u64::from(colors)) as u8);
                    rest /= u64::from(colors);
                }
                // Most ranks fit in 32 bits, and a 32-bit division is faster.
                let mut rest = rest as u32;
                for peg in places {
                    *peg = Color::from_raw((rest % colors) as u8);
                    rest /= colors;
                }
            }
            Repeats::Forbidden => {
                let mut rest = u128::from(rank) % self.arrangements(0);
                let mut unused = (1u32 << self.colors()) - 1;
                for (peg, place) in pegs[..self.pegs()].iter_mut().enumerate() {
                    let ways = self.arrangements(peg + 1);
                    let later = (0..rest / ways).fold(unused, |left, _| left & (left - 1));
                    rest %= ways;
                    unused &= !(later & later.wrapping_neg());
                    *place = Color::from_raw(later.trailing_zeros() as u8);
                }
            }
        }
        Code::from_fn(self, |peg| pegs[peg])
    }

    /// The rank of a legal code in lexicographic order, from 0: the number of codes before it, modulo 2^64.
    ///
    /// The rank of an illegal code has no meaning.
    ///
    /// ```
    /// use scsa::Game;
    /// assert_eq!(Game::new(4, 6)?.rank(&"AABB".parse()?), 7);
    /// assert_eq!(Game::new(4, 6)?.without_repeats()?.rank(&"ABDC".parse()?), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rank(self, code: &Code) -> u64 {
        match self.repeats {
            Repeats::Allowed => {
                let colors = self.colors() as u64;
                code.pegs().fold(0u64, |rank, color| rank.wrapping_mul(colors).wrapping_add(color.index() as u64))
            }
            Repeats::Forbidden => {
                let mut used = 0u32;
                let ranked = code.pegs().enumerate().fold(0u128, |rank, (peg, color)| {
                    let before = color.index() as u32 - (used & ((1 << color.index()) - 1)).count_ones();
                    used |= 1 << color.index();
                    rank.wrapping_add(u128::from(before).wrapping_mul(self.arrangements(peg + 1)))
                });
                ranked as u64
            }
        }
    }

    /// All legal codes in lexicographic order: [`count`](Game::count) of them, at some nanoseconds each.
    pub fn codes(self) -> impl Iterator<Item = Code> {
        std::iter::successors(Some(self.unrank(0)), move |code| self.successor(code))
    }

    /// The next legal code in lexicographic order, or `None` after the last one.
    ///
    /// ```
    /// use scsa::{Code, Game};
    /// let code: Code = "ABC".parse()?;
    /// assert_eq!(Game::new(3, 3)?.successor(&code), Some("ACA".parse()?));
    /// assert_eq!(Game::new(3, 3)?.without_repeats()?.successor(&code), Some("ACB".parse()?));
    /// assert_eq!(Game::new(3, 3)?.successor(&"CCC".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn successor(self, code: &Code) -> Option<Code> {
        let mut next = *code;
        match self.repeats {
            Repeats::Allowed => {
                let raised = code.pegs().rposition(|color| color < self.last_color())?;
                next.set(raised, Color::from_raw(code.peg(raised).raw() + 1));
                (raised + 1..code.len()).for_each(|peg| next.set(peg, Color::A));
            }
            Repeats::Forbidden => {
                // The last peg that can have a higher color, which is on no peg before it; the lowest colors that are left follow.
                let mut unused =
                    code.pegs().fold((1u32 << self.colors()) - 1, |unused, color| unused & !(1 << color.index()));
                let raised = (0..code.len()).rev().find(|peg| {
                    let own = code.peg(*peg).index();
                    let can_rise = unused >> own != 0;
                    unused |= 1 << own;
                    can_rise
                })?;
                let mut take = |above: u32| {
                    let lowest = (unused & above) & (unused & above).wrapping_neg();
                    unused &= !lowest;
                    Color::from_raw(lowest.trailing_zeros() as u8)
                };
                next.set(raised, take(!0 << (code.peg(raised).index() + 1)));
                (raised + 1..code.len()).for_each(|peg| next.set(peg, take(!0)));
            }
        }
        Some(next)
    }

    /// A code drawn uniformly from all legal ones.
    pub fn draw(self, rng: &mut Rng) -> Code {
        match self.repeats {
            Repeats::Allowed => Code::from_fn(self, |_| rng.color(self.colors())),
            Repeats::Forbidden => {
                let colors = self.draw_colors(self.pegs(), rng);
                Code::from_fn(self, |peg| colors[peg])
            }
        }
    }

    /// Draws a uniform ordered choice of `count` distinct colors of the game: the first `count` items of the array. The game must have
    /// as many.
    pub(crate) fn draw_colors(self, count: usize, rng: &mut Rng) -> [Color; Color::MAX] {
        let mut colors = [Color::A; Color::MAX];
        for (slot, color) in colors.iter_mut().zip(self.palette()) {
            *slot = color;
        }
        rng.shuffle_front(&mut colors[..self.colors()], count);
        colors
    }
}

/// Why a code is illegal in a game. Its text is a clause that begins with "it" or "its".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegality {
    game: Game,
    rule: BrokenRule,
}

/// Pegs are counted from 0 here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BrokenRule {
    Length(usize),
    Color { peg: usize, color: Color },
    Repeat { pegs: (usize, usize), color: Color },
}

impl fmt::Display for Illegality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.game, self.rule) {
            (game, BrokenRule::Length(1)) => write!(f, "it has 1 peg, not {}", game.pegs()),
            (game, BrokenRule::Length(pegs)) => write!(f, "it has {pegs} pegs, not {}", game.pegs()),
            (game, BrokenRule::Color { peg, color }) => {
                write!(f, "its peg {}, {color}, is not among the colors A to {}", peg + 1, game.last_color())
            }
            (game, BrokenRule::Repeat { pegs: (one, other), color }) => {
                write!(f, "its pegs {} and {} are both {color}: {game} has no color twice", one + 1, other + 1)
            }
        }
    }
}

impl std::error::Error for Illegality {}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{}x{}", self.pegs, self.colors);
        if !self.allows_repeats() {
            text.push(Game::NO_REPEATS);
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Game, GameError> {
        let (pegs, colors) = text.split_once(['x', 'X']).ok_or(FORM)?;
        let (colors, repeats) = match colors.strip_suffix([Game::NO_REPEATS, Game::NO_REPEATS.to_ascii_uppercase()]) {
            Some(colors) => (colors, Repeats::Forbidden),
            None => (colors, Repeats::Allowed),
        };
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            // A number too large for usize is out of every range.
            is_number.then(|| digits.parse::<usize>().unwrap_or(usize::MAX))
        };
        let (Some(pegs), Some(colors)) = (number(pegs), number(colors)) else { return Err(FORM) };
        let game = Game::new(pegs, colors)?;
        if repeats == Repeats::Allowed { Ok(game) } else { game.without_repeats() }
    }
}

/// Why numbers or a text are not a [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameError(&'static str);

const FORM: GameError =
    GameError("a game is pegs x colors, such as 4x6 or 20x26, with an n where no color comes twice, such as 4x10n");
const PEGS: GameError = GameError("the pegs must be 1 to 32, as in 8x10");
const COLORS: GameError = GameError("the colors must be 1 to 26, as in 8x10");
const FEW_COLORS: GameError = GameError("a game without repeats has at least as many colors as pegs, as in 4x10n");

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for GameError {}

/// One of the colors A to Z, of index 0 to 25.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(u8);

impl Color {
    /// The largest number of colors of a game: one for each letter.
    pub const MAX: usize = 26;

    /// The color A, of index 0. Every game has it.
    pub const A: Color = Color(0);

    /// The color of an index, or `None` from 26 on.
    pub const fn new(index: usize) -> Option<Color> {
        if index < Color::MAX { Some(Color(index as u8)) } else { None }
    }

    /// The color of a letter, upper or lower case, or `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'A'..='Z' => Some(Color(letter as u8 - b'A')),
            'a'..='z' => Some(Color(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// The index, 0 for A to 25 for Z.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter, A to Z.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The color of an index that is known to be below [`Color::MAX`].
    #[inline]
    pub(crate) const fn from_raw(raw: u8) -> Color {
        debug_assert!((raw as usize) < Color::MAX);
        Color(raw)
    }

    #[inline]
    pub(crate) const fn raw(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes a type as its text, and reads it from that.
macro_rules! serde_as_text {
    ($($Type:ty),+) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let text = String::deserialize(deserializer)?;
                let value: $Type = text.parse().map_err(de::Error::custom)?;
                // A value has one text in a file.
                let own = value.to_string();
                if text == own { Ok(value) } else { Err(de::Error::custom(format!("{text} is written {own}"))) }
            }
        }
    )+};
}
serde_as_text!(Code, Game);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_its_own_text_and_nothing_else() {
        for (texts, wanted) in [
            (&["4", "", "x", "4x", "+4x6", "4x6x2", "-1x6", "4x6 n", "4x6nn", "4nx6", "4xn", "n"][..], FORM),
            (&["0x6", "33x6", "99999999999999999999999x6", "0x6n"], PEGS),
            (&["4x0", "21x27", "4x99", "4x27n"], COLORS),
            (&["4x3n", "27x26n", "2x1N"], FEW_COLORS),
        ] {
            texts.iter().for_each(|text| assert_eq!(text.parse::<Game>(), Err(wanted), "{text}"));
        }
        assert_eq!("4X10N".parse(), Game::new(4, 10).and_then(Game::without_repeats));
        for pegs in 1..=Game::MAX_PEGS {
            for colors in 1..=Color::MAX {
                let game = Game::new(pegs, colors).unwrap();
                assert_eq!(game.to_string().parse(), Ok(game));
                assert_eq!(format!("{game}n").parse(), game.without_repeats());
            }
        }
    }

    #[test]
    fn rank_and_unrank_are_inverse() {
        for text in ["1x1", "3x4", "7x2", "2x26", "1x1n", "1x5n", "3x4n", "4x4n", "4x7n", "5x6n", "2x26n"] {
            let game: Game = text.parse().unwrap();
            for (rank, code) in (0..).zip(game.codes()) {
                assert_eq!((game.unrank(rank), game.rank(&code)), (code, rank), "{game}");
            }
            assert_eq!(game.count(), Some(game.codes().count() as u64));
            assert_eq!(game.unrank(game.count().unwrap() + 1), game.unrank(1 % game.count().unwrap()));
        }
        let counts = ["5x10n", "10x10n", "20x26n", "32x26"].map(|text| text.parse::<Game>().unwrap().count());
        assert_eq!(counts, [Some(30_240), Some(3_628_800), None, None]);
    }

    /// The codes without a repeat are the legal ones among all codes, and every rule that a code breaks is named.
    #[test]
    fn the_codes_of_a_game_without_repeats_are_those_of_the_other_game_that_are_legal() {
        for text in ["1x1n", "2x3n", "3x3n", "3x6n", "4x5n", "5x7n"] {
            let game: Game = text.parse().unwrap();
            let legal = game.with_repeats().codes().filter(|code| game.is_legal(code));
            assert!(game.codes().eq(legal), "{game}");
            for code in game.with_repeats().codes() {
                assert_eq!(game.check(&code).is_ok(), game.is_legal(&code));
            }
            let mut rng = Rng::new(1);
            assert!((0..100).all(|_| game.is_legal(&game.draw(&mut rng))), "{game}");
        }
        let game: Game = "4x6n".parse().unwrap();
        for (code, wanted) in [
            ("ABC", "it has 3 pegs, not 4"),
            ("A", "it has 1 peg, not 4"),
            ("ABCG", "its peg 4, G, is not among the colors A to F"),
            ("ABCB", "its pegs 2 and 4 are both B: 4x6n has no color twice"),
        ] {
            assert_eq!(game.check(&code.parse().unwrap()).unwrap_err().to_string(), wanted);
        }
        assert!(game.with_repeats().check(&"ABCB".parse().unwrap()).is_ok());
    }
}
