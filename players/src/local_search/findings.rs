//! What swaps tell of the pegs.

use scsa::{Code, Color, Size, Turn};

/// Which colors each peg may have.
#[derive(Clone, Debug)]
pub struct Findings {
    /// For each peg a set, color `i` as bit `i`.
    colors: [u32; Size::MAX_PEGS],
}

impl Findings {
    pub fn new() -> Findings {
        Findings { colors: [u32::MAX; Size::MAX_PEGS] }
    }

    /// Whether the peg may have that color.
    pub fn allow(&self, peg: usize, color: Color) -> bool {
        self.colors[peg] & bit(color) != 0
    }

    /// Learns from a turn whose guess is that of an earlier one with two pegs of different colors exchanged.
    ///
    /// With two black pegs more both are right now, with two less both were right before, with one more both were wrong
    /// before, and with one less both are wrong now ("Project Report", footnote 1).
    pub fn learn(&mut self, before: &Turn, now: &Turn, pegs: [usize; 2]) {
        match now.feedback.black() as isize - before.feedback.black() as isize {
            2 => self.right(&now.guess, pegs),
            1 => self.wrong(&before.guess, pegs),
            -1 => self.wrong(&now.guess, pegs),
            -2 => self.right(&before.guess, pegs),
            _ => {}
        }
    }

    fn right(&mut self, guess: &Code, pegs: [usize; 2]) {
        for peg in pegs {
            self.colors[peg] = bit(guess.peg(peg));
        }
    }

    fn wrong(&mut self, guess: &Code, pegs: [usize; 2]) {
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

    /// For every secret, every guess and every swap of a board, what is found is true: no color that a peg has is ruled
    /// out, and what is found after two more or two less is the secret's.
    #[test]
    fn what_swaps_tell_is_true() {
        let mut seen = [0; 5];
        for text in ["4x4", "5x3"] {
            let size: Size = text.parse().unwrap();
            for secret in size.codes() {
                for guess in size.codes() {
                    let before = Turn { guess, feedback: secret.feedback(&guess) };
                    for pegs in super::super::pairs(size.pegs()).filter(|[i, j]| guess.peg(*i) != guess.peg(*j)) {
                        let guess = super::super::swapped(&guess, pegs);
                        let now = Turn { guess, feedback: secret.feedback(&guess) };
                        let mut findings = Findings::new();
                        findings.learn(&before, &now, pegs);
                        for (peg, color) in secret.pegs().enumerate() {
                            assert!(findings.allow(peg, color), "{secret} {before:?} {now:?}");
                        }
                        let change = 2 + now.feedback.black() - before.feedback.black();
                        let left = findings.colors.iter().map(|colors| 32 - colors.count_ones()).sum::<u32>();
                        assert_eq!(left, [62, 2, 0, 2, 62][change]);
                        seen[change] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&number| number > 1000), "{seen:?}");
    }
}
