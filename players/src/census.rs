//! Color counts, from guesses of one color each.

use scsa::{Code, Color, Size};

/// Asks for one color after another, A first. The last color's count is what is left; and no color is asked for once all
/// pegs are accounted for.
#[derive(Clone, Debug)]
pub struct Census {
    size: Size,
    /// The pegs accounted for, in the order of their colors.
    pegs: [Color; Size::MAX_PEGS],
    known: usize,
    asked: usize,
}

impl Census {
    pub fn new(size: Size) -> Census {
        let mut census = Census { size, pegs: [Color::A; Size::MAX_PEGS], known: 0, asked: 0 };
        census.finish();
        census
    }

    /// The guess that asks for the next color; none when all counts are known.
    pub fn question(&self) -> Option<Code> {
        let color = Color::new(self.asked).filter(|_| self.known < self.size.pegs());
        color.map(|color| Code::uniform(self.size, color))
    }

    /// Takes the count of the color that was asked for.
    pub fn learn(&mut self, count: usize) {
        self.add(count);
        self.finish();
    }

    /// The pegs of the secret in the order of their colors, as far as they are known.
    pub fn pegs(&self) -> &[Color] {
        &self.pegs[..self.known]
    }

    fn add(&mut self, count: usize) {
        let known = (self.known + count).min(self.size.pegs());
        if let Some(color) = Color::new(self.asked) {
            self.pegs[self.known..known].fill(color);
            self.known = known;
        }
        self.asked += 1;
    }

    /// Only the last color may be left: then it has all other pegs.
    fn finish(&mut self) {
        if self.asked + 1 == self.size.colors() {
            self.add(self.size.pegs());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked for, and what comes of it.
    fn census(secret: &str, colors: usize) -> (usize, String) {
        let secret: Code = secret.parse().unwrap();
        let size = Size::new(secret.len(), colors).unwrap();
        let mut census = Census::new(size);
        let mut asked = 0;
        while let Some(question) = census.question() {
            census.learn(secret.feedback(&question).black());
            asked += 1;
        }
        (asked, census.pegs().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn it_stops_when_nothing_is_left_to_ask() {
        assert_eq!(census("BABA", 6), (2, "AABB".to_owned()));
        assert_eq!(census("FDFA", 6), (5, "ADFF".to_owned()));
        assert_eq!(census("FFFF", 6), (5, "FFFF".to_owned()));
        assert_eq!(census("AA", 1), (0, "AA".to_owned()));
    }
}
