//! How much work a guess may take.

use crate::Piece;
use scsa::Size;

/// Pegs times colors of the board whose guesses take the usual work: 20x26.
const LARGE: f64 = 520.0;
/// So many times as much may guesses take where boards are smaller.
const MOST_TIMES: f64 = 1.5;

/// How much work a guess may take: counts of steps and looks, not seconds, so that the guesses are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Codes of a rule are listed if there are no more; far fewer of a rule that is one of many that may be.
    pub listed: usize,
    /// So many codes are drawn of any other rule before the first round.
    pub drawn: usize,
    /// So many codes of a rule are kept.
    pub pool: usize,
    /// Groups of chains.
    pub groups: usize,
    /// Steps of all chains together, a turn.
    pub steps: usize,
    /// The chains stop early when they came to so many consistent codes that have nothing to do with each other.
    pub fresh: usize,
    /// Guesses are held against so many codes.
    pub field: usize,
    /// So many guesses are looked at, a turn.
    pub looks: usize,
    /// So many guesses are climbed from.
    pub climbs: usize,
    /// Looking ahead, so many responses are found.
    pub responses: usize,
    /// Whether the first guess, where all codes are known, may take a second: it is looked for once, and not between rounds.
    pub opening: bool,
    /// What is left out, to see what it is worth.
    pub without: Option<Piece>,
}

impl Effort {
    /// What takes some half a second of a round of 20x26 at the usual level, 10, and grows with the level.
    ///
    /// ```
    /// use posterior::Effort;
    /// assert_eq!(Effort::level(20).steps, 2 * Effort::level(10).steps);
    /// assert_eq!(Effort::level(40).field, 2 * Effort::level(10).field);
    /// ```
    #[must_use]
    pub fn level(level: u16) -> Effort {
        let tenths = usize::from(level.max(1));
        let part = |usual: usize| (usual * tenths / 10).max(1);
        // What grows with the root of the level.
        let root = |usual: usize| (usual * usual * tenths / 10).isqrt().max(1);
        Effort {
            listed: if tenths < 10 { 200_000 } else { 2_000_000 },
            drawn: root(13_200),
            pool: root(3500),
            groups: 8,
            steps: part(5_200_000),
            fresh: part(300),
            field: root(3500),
            looks: root(5660),
            climbs: 2.max(tenths / 10),
            responses: part(131_072),
            opening: true,
            without: None,
        }
    }

    /// The same for a board of this size: half as much work again where it is smaller, which takes less all the same.
    ///
    /// In the same rounds of a seed it took 0.068 ± 0.034 guesses fewer than a third of that work at 10x10, for four codemakers with
    /// 400 rounds each. At 20x26 the usual work took 0.10 ± 0.07 fewer than half of it, for five with 100 rounds each.
    ///
    /// ```
    /// use posterior::Effort;
    /// let usual = Effort::level(10);
    /// assert_eq!(usual.at("20x26".parse()?), usual);
    /// assert_eq!(usual.at("10x10".parse()?).steps, 3 * usual.steps / 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at(self, size: Size) -> Effort {
        let times = (LARGE / (size.pegs() * size.colors()) as f64).clamp(1.0, MOST_TIMES);
        let part = |usual: usize| (usual as f64 * times) as usize;
        let root = |usual: usize| (usual as f64 * times.sqrt()) as usize;
        Effort {
            drawn: root(self.drawn),
            pool: root(self.pool),
            steps: part(self.steps),
            fresh: part(self.fresh),
            field: root(self.field),
            looks: root(self.looks),
            // Three where boards are smaller.
            climbs: self.climbs.max((2.0 * times) as usize),
            ..self
        }
    }

    pub(crate) fn lacks(&self, piece: Piece) -> bool {
        self.without == Some(piece)
    }

    /// The same for a rule that is one of several.
    pub(crate) fn share(self, share: f64) -> Effort {
        let part = |whole: usize, least: usize| ((whole as f64 * share) as usize).max(least.min(whole));
        let groups = if share < 0.1 { 2.min(self.groups) } else { self.groups };
        Effort {
            steps: part(self.steps, 10_000),
            pool: part(self.pool, 128),
            drawn: part(self.drawn, 1000),
            groups,
            ..self
        }
    }
}
