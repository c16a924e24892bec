//! Counting the colors of a secret by guesses of one color each.

use scsa::{Code, Color, Size};

/// Counts the colors of a secret by guesses of one color each, A first. It guesses no further once all pegs are accounted for;
/// the count of the last color follows from the others.
#[derive(Clone, Debug)]
pub struct ColorCounter {
    size: Size,
    /// The pegs accounted for, in the order of their colors.
    pegs: [Color; Size::MAX_PEGS],
    known: usize,
    /// How many colors are counted.
    counted: usize,
}

impl ColorCounter {
    pub fn new(size: Size) -> ColorCounter {
        let mut counter = ColorCounter { size, pegs: [Color::A; Size::MAX_PEGS], known: 0, counted: 0 };
        counter.deduce_last();
        counter
    }

    /// The guess that counts the next color; none when all counts are known.
    pub fn next_probe(&self) -> Option<Code> {
        let color = Color::new(self.counted).filter(|_| self.known < self.size.pegs());
        color.map(|color| Code::uniform(self.size, color))
    }

    /// Records the count of the color of the last probe, which is its number of black pegs.
    pub fn record(&mut self, count: usize) {
        self.add(count);
        self.deduce_last();
    }

    /// The known pegs of the secret, in the order of their colors.
    pub fn pegs(&self) -> &[Color] {
        &self.pegs[..self.known]
    }

    fn add(&mut self, count: usize) {
        let known = (self.known + count).min(self.size.pegs());
        if let Some(color) = Color::new(self.counted) {
            self.pegs[self.known..known].fill(color);
            self.known = known;
        }
        self.counted += 1;
    }

    /// If only the last color is not counted, it has all other pegs.
    fn deduce_last(&mut self) {
        if self.counted + 1 == self.size.colors() {
            self.add(self.size.pegs());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of probes for a secret, and its pegs in the order of their colors.
    fn count(secret: &str, colors: usize) -> (usize, String) {
        let secret: Code = secret.parse().unwrap();
        let size = Size::new(secret.len(), colors).unwrap();
        let mut counter = ColorCounter::new(size);
        let mut probes = 0;
        while let Some(probe) = counter.next_probe() {
            counter.record(secret.feedback(&probe).black());
            probes += 1;
        }
        (probes, counter.pegs().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn probes_end_when_all_pegs_are_known() {
        assert_eq!(count("BABA", 6), (2, "AABB".to_owned()));
        assert_eq!(count("FDFA", 6), (5, "ADFF".to_owned()));
        assert_eq!(count("FFFF", 6), (5, "FFFF".to_owned()));
        assert_eq!(count("AA", 1), (0, "AA".to_owned()));
    }
}
