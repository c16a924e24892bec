//! The color counts of the secret, as far as the turns of lexicographic play determine them.

use scsa::{Code, Color, Size, Turn};

/// The number of pegs of each color. The last color stands for all colors whose counts are not known yet.
#[derive(Clone, Debug)]
pub struct Arrangement {
    size: Size,
    counts: [usize; Color::MAX],
    colors: usize,
}

impl Arrangement {
    /// Derives the counts from the totals. `None` if the turns are not those of lexicographic play or contradict each other.
    pub fn read(size: Size, turns: &[Turn]) -> Option<Arrangement> {
        let mut read = Arrangement { size, counts: [0; Color::MAX], colors: 0 };
        let mut known = 0;
        for turn in turns {
            if known == size.pegs() || read.colors + 1 == size.colors() {
                break;
            }
            read.fill(size.pegs() - known);
            if !read.arranges(&turn.guess) || turn.feedback.total() > size.pegs() {
                return None;
            }
            let total = turn.feedback.total();
            read.counts[read.colors - 1] = total.checked_sub(known)?;
            known = total;
        }
        if known < size.pegs() {
            read.fill(size.pegs() - known);
        }
        let rest = turns.get(read.colors..).unwrap_or_default();
        rest.iter().all(|turn| read.arranges(&turn.guess)).then_some(read)
    }

    fn fill(&mut self, pegs: usize) {
        self.counts[self.colors] = pegs;
        self.colors += 1;
    }

    /// Whether the code is a permutation of these pegs.
    fn arranges(&self, code: &Code) -> bool {
        code.len() == self.size.pegs()
            && (0..Color::MAX).all(|color| Color::new(color).is_some_and(|c| code.count(c) == self.counts[color]))
    }

    /// The number of colors, those of count 0 included. All higher colors have no pegs.
    pub const fn colors(&self) -> usize {
        self.colors
    }

    /// The number of pegs of that color.
    pub const fn count(&self, color: usize) -> usize {
        self.counts[color]
    }

    /// The lowest permutation of the pegs that is above the code, or `None` if there is none.
    pub fn above(&self, code: &Code) -> Option<Code> {
        let mut left = self.counts;
        let mut raised = None;
        for (peg, color) in code.pegs().enumerate() {
            if let Some(higher) = (color.index() + 1..self.colors).find(|&c| left[c] > 0) {
                raised = Some((peg, higher, left));
            }
            match left[color.index()].checked_sub(1) {
                Some(fewer) => left[color.index()] = fewer,
                None => break,
            }
        }
        let (raised, higher, mut left) = raised?;
        left[higher] -= 1;
        let mut ascending = (0..self.colors).flat_map(|color| std::iter::repeat_n(color, left[color]));
        Some(Code::from_fn(self.size, |peg| {
            if peg < raised {
                return code.peg(peg);
            }
            let color = if peg == raised { Some(higher) } else { ascending.next() };
            color.and_then(Color::new).unwrap_or(Color::A)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Feedback;

    fn turn(guess: &str, black: u8, white: u8) -> Turn {
        Turn { guess: guess.parse().unwrap(), feedback: Feedback::new(black, white) }
    }

    #[test]
    fn counts_follow_from_the_totals() {
        let size: Size = "4x6".parse().unwrap();
        let counts = |turns: &[Turn]| Arrangement::read(size, turns).map(|read| read.counts[..read.colors].to_vec());
        assert_eq!(counts(&[]), Some(vec![4]));
        assert_eq!(counts(&[turn("AAAA", 1, 0)]), Some(vec![1, 3]));
        assert_eq!(counts(&[turn("AAAA", 1, 0), turn("ABBB", 0, 2)]), Some(vec![1, 1, 2]));
        assert_eq!(counts(&[turn("AAAA", 1, 0), turn("ABBB", 2, 2)]), Some(vec![1, 3]));
        // Not lexicographic play, or impossible.
        assert_eq!(counts(&[turn("ABAA", 1, 0)]), None);
        assert_eq!(counts(&[turn("AAAA", 2, 0), turn("AABB", 0, 1)]), None);
        assert_eq!(counts(&[turn("AAAA", 9, 9)]), None);
    }

    #[test]
    fn permutations_are_in_order() {
        let size: Size = "5x4".parse().unwrap();
        let turns = [turn("AAAAA", 1, 0), turn("ABBBB", 0, 3)];
        let arrangement = Arrangement::read(size, &turns).unwrap();
        let all = size.codes().filter(|code| arrangement.arranges(code));
        let mut below: Code = "AAAAA".parse().unwrap();
        for code in all {
            assert_eq!(arrangement.above(&below), Some(code));
            below = code;
        }
        assert_eq!(arrangement.above(&below), None);
    }
}
