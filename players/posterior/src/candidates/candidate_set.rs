//! The codes that can be the secret, and how many of them are left.

use super::{possible_colors::PossibleColors, state_counts::StateCounts};
use crate::{
    board::Board, code_prior::CodePrior, exhaustive_search::consistent_codes, placement_search::PlacementLimits,
    prior_component::PriorComponent,
};
use scsa::{Code, Color, Feedback, Scsa, Size, Turn, algorithms::InsertColors, is_consistent, support};
use std::{collections::BTreeMap, sync::Arc};

/// A number of codes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    /// This number. A number of more than 2^53 is rounded to a double.
    Exact(f64),
    /// More than 4 million; how many more is not known.
    Many,
    /// Nothing is known.
    Unknown,
}

impl Count {
    /// More than this number is [`Count::Many`]: 4 million.
    pub const MANY: f64 = 4e6;

    /// The number, if it is exact.
    #[must_use]
    pub const fn exact(self) -> Option<f64> {
        if let Count::Exact(number) = self { Some(number) } else { None }
    }

    const fn at_least(number: f64) -> Count {
        if number > Count::MANY { Count::Many } else { Count::Unknown }
    }
}

/// The codes that can be the secret before the first turn, with their probabilities.
#[derive(Clone, Debug)]
pub struct Candidates {
    pub(super) size: Size,
    /// The codes in lexicographic order; `None` stands for all codes of the size, each as likely as any other.
    listed: Option<Arc<[(Code, f64)]>>,
}

/// What is known of the secret after some turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The number of candidates.
    pub left: Count,
    /// The colors that the pegs can still have.
    pub colors: PossibleColors,
}

/// The candidates by their response to a guess.
#[derive(Clone, Debug)]
pub struct Responses {
    /// For every response the sum of the probabilities of its candidates, up to a factor, and their number.
    pub of: BTreeMap<Feedback, (f64, f64)>,
    /// Whether these are all candidates.
    pub is_exact: bool,
}

impl Candidates {
    /// The most codes of a rule that are listed where time allows: two million. A list takes 80 bytes a code.
    pub const MAX_LISTED: usize = 2_000_000;
    /// Boards of up to that many codes are listed: a million. It takes some 20 ns a code and turn.
    pub(super) const LISTED: usize = 1 << 20;

    /// All codes of a size, each as likely as any other.
    #[must_use]
    pub const fn all(size: Size) -> Candidates {
        Candidates { size, listed: None }
    }

    /// The codes that a rule can make, with their probabilities. `None` if they are more than that, or the rule does not support the size.
    ///
    /// ```
    /// use posterior::Candidates;
    /// use scsa::algorithms::{InsertColors, OnlyOnce};
    /// let count = |most| Candidates::of_rule(&OnlyOnce, "4x6".parse().unwrap(), most).map(|codes| codes.number());
    /// assert_eq!((count(360), count(359)), (Some(360.0), None));
    /// // All codes, at every size.
    /// let all = Candidates::of_rule(&InsertColors, "20x26".parse()?, 1);
    /// assert_eq!(all.map(|codes| codes.number()), Some(26f64.powi(20)));
    /// # Ok::<(), scsa::SizeError>(())
    /// ```
    #[must_use]
    pub fn of_rule(rule: &dyn Scsa, size: Size, most: usize) -> Option<Candidates> {
        if rule.name() == InsertColors.name() {
            return Some(Candidates::all(size));
        }
        Some(Candidates { size, listed: Some(support(rule, size, most)?.into()) })
    }

    /// The size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether these are all codes of the size.
    #[must_use]
    pub const fn is_all(&self) -> bool {
        self.listed.is_none()
    }

    /// Their number, before the first turn.
    #[must_use]
    pub fn number(&self) -> f64 {
        let all = || (self.size.colors() as f64).powi(self.size.pegs() as i32);
        self.listed.as_ref().map_or_else(all, |codes| codes.len() as f64)
    }

    /// Whether a code can be the secret.
    #[must_use]
    pub fn contains(&self, code: &Code) -> bool {
        match &self.listed {
            Some(codes) => codes.binary_search_by_key(code, |(code, _)| *code).is_ok(),
            None => self.size.is_legal(code),
        }
    }

    /// The most states of the dynamic program where an answer may take some tenths of a second; the search for all candidates has four
    /// nodes for each. Boards of up to 2²² codes are always counted exactly.
    #[must_use]
    pub fn states(&self) -> usize {
        if self.size.count_at_most(1 << 22).is_some() { 1 << 23 } else { 1 << 18 }
    }

    /// What is known after some turns. It is exact where the candidates can be listed or counted. Elsewhere the dynamic program shows
    /// some of what is possible, and a search some of what is ruled out, which takes up to a second at 20x26.
    ///
    /// ```
    /// use posterior::{Candidates, Count, Possibility};
    /// use scsa::{Color, Feedback, Turn};
    /// let turn = Turn { guess: "AABB".parse()?, feedback: Feedback::new(0, 1) };
    /// let known = Candidates::all("4x6".parse()?).known(&[turn]);
    /// assert_eq!(known.left, Count::Exact(256.0));
    /// assert_eq!(known.colors.of(0, Color::A), Possibility::RuledOut);
    /// assert_eq!(known.colors.of(2, Color::A), Possibility::Possible);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When a guess is not legal at the size.
    #[must_use]
    pub fn known(&self, turns: &[Turn]) -> Known {
        if let Some(codes) = self.consistent(turns, self.states()) {
            let (colors, left) = PossibleColors::of_codes(self.size, codes.map(|(code, _)| code));
            return Known { left: Count::Exact(left as f64), colors };
        }
        let guess = turns.last().map_or_else(|| Code::uniform(self.size, Color::A), |turn| turn.guess);
        let counts = StateCounts::new(self.size, turns, &guess, self.states());
        let number = counts.as_ref().map_or(0.0, |counts| counts.responses().values().sum());
        let possible = counts.as_ref().map_or_else(|| vec![0; self.size.pegs()], StateCounts::colors);
        if counts.is_some_and(|counts| counts.is_exact) {
            return Known { left: Count::Exact(number), colors: PossibleColors::exact(self.size, possible) };
        }
        let colors = PossibleColors::searched(self.size, turns, possible);
        Known { left: if colors.is_contradiction() { Count::Exact(0.0) } else { Count::at_least(number) }, colors }
    }

    /// The codes with their probabilities, up to a factor, if they are listed, or are all codes of a board of at most that many.
    pub(super) fn listed(&self, most: usize) -> Option<Box<dyn Iterator<Item = (Code, f64)> + '_>> {
        match &self.listed {
            Some(codes) => Some(Box::new(codes.iter().copied())),
            None => {
                self.size.count_at_most(most as u64)?;
                Some(Box::new(self.size.codes().map(|code| (code, 1.0))))
            }
        }
    }

    /// The candidates after some turns with their probabilities, up to a factor, if they are listed or an exhaustive search finds them.
    /// It costs as much as the dynamic program with that many states at most; boards of up to as many codes are listed.
    fn consistent(&self, turns: &[Turn], max_states: usize) -> Option<Box<dyn Iterator<Item = (Code, f64)> + '_>> {
        if let Some(codes) = self.listed(max_states.min(Candidates::LISTED)) {
            let turns = turns.to_vec();
            return Some(Box::new(codes.filter(move |(code, _)| is_consistent(code, &turns))));
        }
        // The codes of which the board follows: no color is missing, and no two pegs always have the same.
        let unit = |peg: usize| {
            let mut code = Code::uniform(self.size, Color::A);
            code.set(peg, self.size.palette().last().unwrap_or(Color::A));
            code
        };
        let uniform = self.size.palette().map(|color| Code::uniform(self.size, color));
        let codes: Vec<Code> = uniform.chain((0..self.size.pegs()).map(unit)).collect();
        let all = PriorComponent {
            weight: 1.0,
            rule: Arc::new(InsertColors),
            board: Board::of(self.size, &codes),
            prior: CodePrior::Flat,
            codes: Arc::default(),
            enumerated: false,
        };
        let limits = PlacementLimits { nodes: 4 * max_states, codes: Candidates::LISTED };
        let found = consistent_codes(&all, turns, limits)?;
        Some(Box::new(found.into_iter().map(|(code, _)| (code, 1.0))))
    }

    /// The candidates after some turns by their response to a guess, with at most that many states. If not all are counted, those that
    /// are may be none.
    pub(super) fn responses(&self, turns: &[Turn], guess: &Code, max_states: usize) -> Responses {
        let mut of: BTreeMap<Feedback, (f64, f64)> = BTreeMap::new();
        if let Some(codes) = self.consistent(turns, max_states) {
            for (code, mass) in codes {
                let (sum, count) = of.entry(guess.feedback(&code)).or_default();
                (*sum, *count) = (*sum + mass, *count + 1.0);
            }
            return Responses { of, is_exact: true };
        }
        let Some(counts) = StateCounts::new(self.size, turns, guess, max_states) else {
            return Responses { of, is_exact: false };
        };
        of.extend(counts.responses().into_iter().map(|(response, count)| (response, (count, count))));
        Responses { of, is_exact: counts.is_exact }
    }
}

impl Responses {
    /// The sum of the probabilities, up to a factor, and the number of candidates.
    pub fn total(&self) -> (f64, f64) {
        self.of.values().fold((0.0, 0.0), |(mass, count), of| (mass + of.0, count + of.1))
    }

    /// A number of these candidates, or of all.
    pub const fn count(&self, number: f64) -> Count {
        if self.is_exact { Count::Exact(number) } else { Count::at_least(number) }
    }

    /// The entropy of the response, in bits: the response follows from the secret, so this is the expected information of the guess.
    pub fn entropy(&self) -> f64 {
        let total = self.total().0;
        let terms = self.of.values().filter(|(mass, _)| *mass > 0.0).map(|(mass, _)| mass / total);
        // No response is certain to be 0 bits, not −0.
        terms.map(|probability| -probability * probability.log2()).sum::<f64>().max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Possibility, *};
    use scsa::{Rng, algorithms::AbColor};

    #[test]
    fn a_rule_rules_out_colors() {
        let colors = Candidates::of_rule(&AbColor, "4x6".parse().unwrap(), 100).unwrap().known(&[]).colors;
        let of = |index| colors.of(0, Color::new(index).unwrap());
        assert_eq!((of(0), of(2)), (Possibility::Possible, Possibility::RuledOut));
    }

    /// What is said of a large board is true: many codes are many, and what the secret is, is not ruled out.
    #[test]
    fn large_boards_are_counted_in_part() {
        let (all, mut rng) = (Candidates::all("20x26".parse().unwrap()), Rng::new(6));
        let [secret, first, second] = [(); 3].map(|()| Code::from_fn(all.size, |_| rng.color(26)));
        let turns = [Turn::new(first, &secret), Turn::new(second, &secret)];
        let known = all.known(&turns);
        assert_eq!(known.left, Count::Many);
        let marks: Vec<Possibility> =
            secret.pegs().enumerate().map(|(peg, color)| known.colors.of(peg, color)).collect();
        assert!(marks.iter().all(|mark| *mark == Possibility::Possible), "{marks:?}");
    }

    #[test]
    fn contradictions_are_found_at_large_boards() {
        let size: Size = "20x26".parse().unwrap();
        let guess = Code::uniform(size, Color::A);
        let known = Candidates::all(size).known(&[0, 1].map(|black| Turn { guess, feedback: Feedback::new(black, 0) }));
        assert!(known.colors.is_contradiction() && known.left == Count::Exact(0.0));
    }
}
