//! The legal codes of a size, in lexicographic order.

use crate::{Code, Color, Size};

impl Size {
    /// Whether the code is legal in this game: it has the game's number of pegs, and only colors of the game.
    ///
    /// ```
    /// use scsa::{Code, Size};
    /// let size = Size::new(4, 6).unwrap();
    /// assert!(size.is_legal(&"ABCF".parse::<Code>().unwrap()));
    /// assert!(!size.is_legal(&"ABCG".parse::<Code>().unwrap()));
    /// assert!(!size.is_legal(&"ABC".parse::<Code>().unwrap()));
    /// ```
    #[must_use]
    pub fn is_legal(self, code: &Code) -> bool {
        code.len() == self.pegs() && code.pegs().all(|c| c.index() < self.colors())
    }

    /// The code of a rank in lexicographic order, from 0: the inverse of [`rank`](Size::rank).
    ///
    /// The rank is taken modulo [`count`](Size::count).
    ///
    /// ```
    /// use scsa::Size;
    /// assert_eq!(Size::new(4, 6).unwrap().unrank(7).to_string(), "AABB");
    /// ```
    #[must_use]
    pub fn unrank(self, rank: u64) -> Code {
        let mut pegs = [Color::A; Size::MAX_PEGS];
        let colors = self.colors() as u32;
        let mut rest = rank;
        for peg in pegs[..self.pegs()].iter_mut().rev() {
            let color;
            // Most ranks fit in 32 bits, and a 32-bit division is faster.
            (rest, color) = match u32::try_from(rest) {
                Ok(rest) => ((rest / colors).into(), rest % colors),
                Err(_) => (rest / u64::from(colors), (rest % u64::from(colors)) as u32),
            };
            *peg = Color::from_raw(color as u8);
        }
        Code::from_fn(self, |peg| pegs[peg])
    }

    /// The rank of a legal code in lexicographic order, from 0: the number of codes before it, modulo 2^64.
    ///
    /// The rank of an illegal code has no meaning.
    ///
    /// ```
    /// use scsa::Size;
    /// assert_eq!(Size::new(4, 6).unwrap().rank(&"AABB".parse().unwrap()), 7);
    /// ```
    #[must_use]
    pub fn rank(self, code: &Code) -> u64 {
        let colors = self.colors() as u64;
        code.pegs().fold(0u64, |rank, color| rank.wrapping_mul(colors).wrapping_add(color.index() as u64))
    }

    /// All legal codes in lexicographic order: colors ^ pegs of them, at some nanoseconds each.
    ///
    /// ```
    /// use scsa::Size;
    /// assert_eq!(Size::new(4, 6).unwrap().codes().count(), 1296);
    /// ```
    pub fn codes(self) -> impl Iterator<Item = Code> {
        let first = Code::uniform(self, Color::A);
        std::iter::successors(Some(first), move |code| code.successor(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_and_unrank_are_inverse() {
        for text in ["1x1", "3x4", "7x2", "2x26"] {
            let size: Size = text.parse().unwrap();
            for (rank, code) in (0..).zip(size.codes()) {
                assert_eq!((size.unrank(rank), size.rank(&code)), (code, rank));
            }
            assert_eq!(size.count(), Some(size.codes().count() as u64));
        }
        assert_eq!(Size::new(32, 26).unwrap().count(), None);
    }
}
