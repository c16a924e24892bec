//! The colors that each peg may have, from swaps.

use scsa::{Code, Color, Size, Turn};

/// The colors that each peg may have.
#[derive(Clone, Debug)]
pub struct PegColorSets {
    /// A set for each peg, color `i` as bit `i`.
    colors: [u32; Size::MAX_PEGS],
}

impl PegColorSets {
    pub fn new() -> PegColorSets {
        PegColorSets { colors: [u32::MAX; Size::MAX_PEGS] }
    }

    /// Whether the peg may have that color.
    pub fn contains(&self, peg: usize, color: Color) -> bool {
        self.colors[peg] & bit(color) != 0
    }

    /// Learns from a turn whose guess is that of an earlier turn with two pegs of different colors exchanged.
    ///
    /// With two black pegs more, both are right now; with two fewer, both were right before; with one more, both were wrong
    /// before; and with one fewer, both are wrong now ("Project Report", footnote 1).
    pub fn learn(&mut self, before: &Turn, now: &Turn, pegs: [usize; 2]) {
        match now.feedback.black() as isize - before.feedback.black() as isize {
            2 => self.set_right(&now.guess, pegs),
            1 => self.set_wrong(&before.guess, pegs),
            -1 => self.set_wrong(&now.guess, pegs),
            -2 => self.set_right(&before.guess, pegs),
            _ => {}
        }
    }

    fn set_right(&mut self, guess: &Code, pegs: [usize; 2]) {
        for peg in pegs {
            self.colors[peg] = bit(guess.peg(peg));
        }
    }

    fn set_wrong(&mut self, guess: &Code, pegs: [usize; 2]) {
        for peg in pegs {
            self.colors[peg] &= !bit(guess.peg(peg));
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
            let size: Size = text.parse().unwrap();
            for secret in size.codes() {
                for guess in size.codes() {
                    let before = Turn::new(guess, &secret);
                    for pegs in super::super::pairs(size.pegs()).filter(|[i, j]| guess.peg(*i) != guess.peg(*j)) {
                        let guess = super::super::swapped(&guess, pegs);
                        let now = Turn::new(guess, &secret);
                        let mut possible = PegColorSets::new();
                        possible.learn(&before, &now, pegs);
                        for (peg, color) in secret.pegs().enumerate() {
                            assert!(possible.contains(peg, color), "{secret} {before:?} {now:?}");
                        }
                        let change = 2 + now.feedback.black() - before.feedback.black();
                        let left = possible.colors.iter().map(|colors| 32 - colors.count_ones()).sum::<u32>();
                        assert_eq!(left, [62, 2, 0, 2, 62][change]);
                        seen[change] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&number| number > 1000), "{seen:?}");
    }
}
