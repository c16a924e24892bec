//! Exact counts of candidates: how many codes are possible before and after every guess, and how much information a guess gives.
//!
//! A *candidate* is a code that is consistent with all turns so far and that the codemaker can make. Codes in a list, and those of small
//! boards, are filtered. Where few codes are left of a larger board, an exhaustive search finds them. Otherwise they are counted by dynamic
//! programming over the pegs, which is exact at every board of up to 2²² codes, mostly at 8x10, and in the first turns at 20x26. Where that
//! needs too many states, it counts a part of the codes: more than four million of them prove that [many](Count::Many) are left, and
//! otherwise the number is not known.

mod possible_colors;
mod state_counts;

pub use possible_colors::{Possibility, PossibleColors};

use crate::board::Board;
use crate::exhaustive::consistent_codes;
use crate::placement::PlacementLimits;
use crate::prior::{CodePrior, PriorComponent};
use scsa::{Code, Color, Game, Response, Rng, Scsa, Turn, algorithms, support};
use state_counts::StateCounts;
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
    /// The game.
    pub game: Game,
    /// The codes in lexicographic order; `None` stands for all codes of the game, each as likely as any other.
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
    pub of: BTreeMap<Response, (f64, f64)>,
    /// Whether these are all candidates.
    pub is_exact: bool,
}

impl Candidates {
    /// The most codes of a rule that are listed where time allows: two million. A list takes 80 bytes a code.
    pub const MAX_LISTED: usize = 2_000_000;
    /// Boards of up to that many codes are listed: a million. It takes some 20 ns a code and turn.
    pub(super) const LISTED: usize = 1 << 20;

    /// All codes of a game, each as likely as any other.
    pub const fn all(game: Game) -> Candidates {
        Candidates { game, listed: None }
    }

    /// The codes that a rule can make, with their probabilities. `None` if they are more than that, or the rule does not support the game.
    pub fn of_rule(rule: &dyn Scsa, game: Game, most: usize) -> Option<Candidates> {
        if rule.name() == algorithms::uniform(game).name() {
            return Some(Candidates::all(game));
        }
        Some(Candidates { game, listed: Some(support(rule, game, most)?.into()) })
    }

    /// Whether these are all codes of the game.
    pub const fn is_all(&self) -> bool {
        self.listed.is_none()
    }

    /// The codes in lexicographic order with their probabilities; `None` where they are all codes of the game.
    pub fn probabilities(&self) -> Option<&[(Code, f64)]> {
        self.listed.as_deref()
    }

    /// Their number, before the first turn.
    pub fn number(&self) -> f64 {
        self.listed.as_ref().map_or_else(|| self.game.approximate_count(), |codes| codes.len() as f64)
    }

    /// Whether a code can be the secret.
    pub fn contains(&self, code: &Code) -> bool {
        match &self.listed {
            Some(codes) => codes.binary_search_by_key(code, |(code, _)| *code).is_ok(),
            None => self.game.is_legal(code),
        }
    }

    /// The most states of the dynamic program where an answer may take some tenths of a second; the search for all candidates has four
    /// nodes for each. Boards of up to 2²² codes are always counted exactly.
    pub fn states(&self) -> usize {
        if self.game.count_at_most(1 << 22).is_some() { 1 << 23 } else { 1 << 18 }
    }

    /// What is known after some turns. It is exact where the candidates can be listed or counted. Elsewhere the dynamic program shows
    /// some of what is possible.
    ///
    /// # Panics
    /// When a guess is not legal in the game.
    pub fn known(&self, turns: &[Turn]) -> Known {
        if let Some(codes) = self.consistent(turns, self.states()) {
            let (colors, left) = PossibleColors::of_codes(self.game, codes.map(|(code, _)| code));
            return Known { left: Count::Exact(left as f64), colors };
        }
        let guess = turns.last().map_or_else(|| self.game.unrank(0), |turn| turn.guess);
        let counts = StateCounts::new(self.game, turns, &guess, self.states());
        let number = counts.as_ref().map_or(0.0, |counts| counts.responses().values().sum());
        let possible = counts.as_ref().map_or_else(|| vec![0; self.game.pegs()], StateCounts::colors);
        if counts.is_some_and(|counts| counts.is_exact) {
            return Known { left: Count::Exact(number), colors: PossibleColors::exact(self.game, possible) };
        }
        Known { left: Count::at_least(number), colors: PossibleColors::of_some(self.game, possible) }
    }

    /// The candidates after some turns in lexicographic order. `None` if they are more than that, or too hard to find with that many
    /// states ([`Candidates::states`]).
    ///
    /// # Panics
    /// When a guess is not legal in the game.
    pub fn after(&self, turns: &[Turn], most: usize, max_states: usize) -> Option<Vec<Code>> {
        let codes = self.consistent(turns, max_states)?.map(|(code, _)| code);
        let mut codes: Vec<Code> = codes.take(most + 1).collect();
        codes.sort_unstable();
        (codes.len() <= most).then_some(codes)
    }

    /// The codes with their probabilities, up to a factor, if they are listed, or are all codes of a board of at most that many.
    pub(super) fn listed(&self, most: usize) -> Option<Box<dyn Iterator<Item = (Code, f64)> + '_>> {
        match &self.listed {
            Some(codes) => Some(Box::new(codes.iter().copied())),
            None => {
                self.game.count_at_most(most as u64)?;
                Some(Box::new(self.game.codes().map(|code| (code, 1.0))))
            }
        }
    }

    /// The candidates after some turns with their probabilities, up to a factor, if they are listed or an exhaustive search finds them.
    /// It costs as much as the dynamic program with that many states at most; boards of up to as many codes are listed.
    fn consistent(&self, turns: &[Turn], max_states: usize) -> Option<Box<dyn Iterator<Item = (Code, f64)> + '_>> {
        if let Some(codes) = self.listed(max_states.min(Candidates::LISTED)) {
            let turns = turns.to_vec();
            return Some(Box::new(codes.filter(move |(code, _)| self.game.is_consistent(code, &turns))));
        }
        // The codes of which the board follows: no color is missing, and no two pegs always have the same.
        let unit = |peg: usize| {
            let mut code = Code::uniform(self.game, Color::A);
            code.set(peg, self.game.palette().last().unwrap_or(Color::A));
            code
        };
        let uniform = self.game.palette().map(|color| Code::uniform(self.game, color));
        let codes: Vec<Code> = uniform.chain((0..self.game.pegs()).map(unit)).collect();
        let (rule, board) = (Arc::new(algorithms::uniform(self.game)) as Arc<dyn Scsa>, Board::of(self.game, &codes));
        let all = PriorComponent {
            weight: 1.0,
            prior: CodePrior::of_rule(&rule, &board, &[], &mut Rng::new(0)),
            rule,
            board,
            codes: Arc::default(),
            enumerated: false,
        };
        let limits = PlacementLimits { nodes: 4 * max_states, codes: Candidates::LISTED };
        let found = consistent_codes(&all, turns, limits)?;
        Some(Box::new(found.into_iter().map(|(code, _)| (code, 1.0))))
    }

    /// The candidates after some turns by their response to a guess, with at most that many states. If not all are counted, those that
    /// are may be none.
    ///
    /// # Panics
    /// When a guess is not legal in the game.
    pub fn responses(&self, turns: &[Turn], guess: &Code, max_states: usize) -> Responses {
        let mut of: BTreeMap<Response, (f64, f64)> = BTreeMap::new();
        if let Some(codes) = self.consistent(turns, max_states) {
            for (code, mass) in codes {
                let (sum, count) = of.entry(self.game.answer(guess, &code)).or_default();
                (*sum, *count) = (*sum + mass, *count + 1.0);
            }
            return Responses { of, is_exact: true };
        }
        let Some(counts) = StateCounts::new(self.game, turns, guess, max_states) else {
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
        terms.map(|probability| -probability * libm::log2(probability)).sum::<f64>().max(0.0)
    }
}

/// What a guess is worth before its feedback is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuessFigures {
    /// The guess.
    pub guess: Code,
    /// The expected information, in bits: the entropy of the response. `None` where the candidates cannot be counted.
    pub expected: Option<f64>,
    /// Whether the guess is a candidate, so that it may be the secret.
    pub is_candidate: bool,
}

/// The figures of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnFigures {
    /// The number of candidates before the turn.
    pub before: Count,
    /// The number of candidates after the turn.
    pub after: Count,
    /// The information that the feedback gave, in bits: −log₂ of its probability. `None` where the candidates cannot be counted.
    pub information: Option<f64>,
    /// The guess.
    pub guess: GuessFigures,
    /// The guess that a reference player makes with the same turns.
    pub reference: Option<GuessFigures>,
    /// The first turn with the same guess, counted from 1, if there is one before this.
    pub repeats: Option<usize>,
}

/// The figures of every turn of a game. `references` has the guess of a reference player for each of the turns, or `None` where it makes
/// none, also for turns beyond its end. `max_states` limits the work of a turn ([`Candidates::states`]): a state takes up to 1 µs.
///
/// The first turns are counted and the last ones, up to the first and from the last that take too many states. In between, as many more
/// are tried as are needed to find the last before which more than 4 million candidates are proved.
///
/// # Panics
/// When a guess is not legal in the game.
pub fn analyze(
    candidates: &Candidates,
    turns: &[Turn],
    references: &[Option<Code>],
    max_states: usize,
) -> Vec<TurnFigures> {
    let responses = |number: usize, guess: &Code| candidates.responses(&turns[..number], guess, max_states);
    let (counted, many) = count(turns, responses);
    let exact = |number: usize| counted.get(number)?.as_ref().filter(|responses| responses.is_exact);
    // Before every turn, and after the last.
    let mut left: Vec<Count> = vec![Count::Unknown; turns.len() + 1];
    for number in (0..=turns.len()).rev() {
        let after = number.checked_sub(1).map(|before| (turns[before], exact(before)));
        left[number] = match (exact(number), after) {
            _ if number == 0 => Count::Exact(candidates.number()),
            (Some(responses), _) => Count::Exact(responses.total().1),
            (_, Some((turn, _))) if turn.feedback.is_win(candidates.game) => Count::Exact(1.0),
            (_, Some((turn, Some(responses)))) => Count::Exact(responses.of.get(&turn.feedback).map_or(0.0, |of| of.1)),
            _ if many.is_some_and(|many| number <= many) => Count::Many,
            // Later turns leave no more.
            _ => match left.get(number + 1) {
                Some(Count::Many) => Count::Many,
                Some(Count::Exact(later)) if *later > Count::MANY => Count::Many,
                _ => Count::Unknown,
            },
        };
    }
    let figures = |(number, turn): (usize, &Turn)| {
        let earlier = &turns[..number];
        let of = |guess: Code, expected| GuessFigures {
            guess,
            expected,
            is_candidate: candidates.contains(&guess) && candidates.game.is_consistent(&guess, earlier),
        };
        let own = exact(number);
        let (before, after) = (left[number], left[number + 1]);
        let ratio = match (own, before, after) {
            (Some(responses), ..) => responses.of.get(&turn.feedback).map(|of| responses.total().0 / of.0),
            (None, Count::Exact(before), Count::Exact(after)) => Some(before / after),
            _ => None,
        };
        let expected_of = |guess: &Code| {
            let other = own.map(|own| if *guess == turn.guess { own.clone() } else { responses(number, guess) });
            other.filter(|other| other.is_exact).map(|other| other.entropy())
        };
        TurnFigures {
            before,
            after,
            // At least 0 but for rounding.
            information: ratio.map(|ratio| libm::log2(ratio).max(0.0)),
            guess: of(turn.guess, own.map(Responses::entropy)),
            reference: references.get(number).copied().flatten().map(|guess| of(guess, expected_of(&guess))),
            repeats: earlier.iter().position(|other| other.guess == turn.guess).map(|index| index + 1),
        }
    };
    turns.iter().enumerate().map(figures).collect()
}

/// The responses to the guesses of the turns that were counted, and the last turn before which many candidates were proved.
fn count(turns: &[Turn], responses: impl Fn(usize, &Code) -> Responses) -> (Vec<Option<Responses>>, Option<usize>) {
    let mut counted: Vec<Option<Responses>> = vec![None; turns.len()];
    let mut get = |number: usize| {
        let counts = counted[number].get_or_insert_with(|| responses(number, &turns[number].guess));
        (counts.is_exact, counts.count(counts.total().1))
    };
    let Some(first) = (0..turns.len()).find(|&number| !get(number).0) else { return (counted, None) };
    let mut fewer = (first + 1..turns.len()).rev().find(|&number| !get(number).0).map_or(first + 1, |last| last + 1);
    let mut many = (get(first).1 == Count::Many).then_some(first);
    while let Some(known) = many
        && known + 1 < fewer
    {
        let middle = usize::midpoint(known, fewer);
        match get(middle).1 {
            Count::Exact(number) if number <= Count::MANY => fewer = middle,
            Count::Unknown => fewer = middle,
            Count::Exact(_) | Count::Many => many = Some(middle),
        }
    }
    (counted, many)
}

#[cfg(test)]
mod tests {
    use super::*;
    use algorithms::{InsertColors, OnlyOnce};
    use std::collections::HashMap;

    #[test]
    fn contradictions_are_found_at_large_boards() {
        let game: Game = "20x26".parse().unwrap();
        let guess = Code::uniform(game, Color::A);
        let known = Candidates::all(game).known(&[0, 1].map(|black| Turn { guess, feedback: Response::new(black, 0) }));
        assert_eq!(known.left, Count::Exact(0.0));
    }

    /// Turns with random guesses, the last of which is the secret.
    fn played(secret: Code, game: Game, guesses: usize, rng: &mut Rng) -> Vec<Turn> {
        let guesses = (1..guesses).map(|_| game.draw(rng)).chain([secret]);
        guesses.map(|guess| Turn::new(game, guess, &secret)).collect()
    }

    /// The entropy of the response, in bits, from the probabilities of the candidates.
    fn entropy(game: Game, candidates: &[(Code, f64)], guess: &Code) -> f64 {
        let mut weights: HashMap<_, f64> = HashMap::new();
        for (code, probability) in candidates {
            *weights.entry(game.answer(guess, code)).or_default() += probability;
        }
        let total: f64 = weights.values().sum();
        weights.values().map(|weight| -(weight / total) * (weight / total).log2()).sum()
    }

    fn assert_close(figure: Option<f64>, wanted: f64) {
        assert!((figure.unwrap() - wanted).abs() < 1e-9 * wanted.max(1.0), "{figure:?}, not {wanted}");
    }

    #[test]
    fn figures_of_small_boards_are_those_of_brute_force() {
        let mut rng = Rng::new(11);
        for (rule, text) in [
            (&InsertColors as &dyn Scsa, "4x6"),
            (&InsertColors, "6x4"),
            (&OnlyOnce, "4x6"),
            (&OnlyOnce, "4x6n"),
            (&OnlyOnce, "5x8n"),
            (&algorithms::PreferFewer, "5x4"),
            (&algorithms::TwoColor, "8x10"),
        ] {
            let game: Game = text.parse().unwrap();
            let candidates = Candidates::of_rule(rule, game, 100_000).unwrap();
            let codes = support(rule, game, 100_000).unwrap();
            let consistent = |turns: &[Turn]| -> Vec<(Code, f64)> {
                codes.iter().filter(|(code, _)| game.is_consistent(code, turns)).copied().collect()
            };
            // Listed, and with all states, where all codes are counted.
            for (game_number, states) in [8, 8, 1 << 23, 1 << 23].into_iter().enumerate() {
                let states = if candidates.is_all() && game_number < 2 { 4000 } else { states };
                let turns = played(rule.draw(game, &mut rng), game, 5, &mut rng);
                let references: Vec<Option<Code>> =
                    turns.iter().map(|_| (rng.below(4) > 0).then(|| game.draw(&mut rng))).collect();
                for (number, figures) in analyze(&candidates, &turns, &references, states).into_iter().enumerate() {
                    let TurnFigures { before, after, information, guess, reference, .. } = figures;
                    let (earlier, now) = (consistent(&turns[..number]), consistent(&turns[..=number]));
                    assert_eq!((before, after), (Count::Exact(earlier.len() as f64), Count::Exact(now.len() as f64)));
                    let mass = |codes: &[(Code, f64)]| codes.iter().map(|(_, probability)| probability).sum::<f64>();
                    assert_close(information, (mass(&earlier) / mass(&now)).log2());
                    assert_close(guess.expected, entropy(game, &earlier, &turns[number].guess));
                    let can_be = |guess: &Code| earlier.iter().any(|(code, _)| code == guess);
                    assert_eq!(guess.is_candidate, can_be(&turns[number].guess));
                    assert_eq!(reference.map(|reference| reference.guess), references[number]);
                    if let Some(reference) = reference {
                        assert_close(reference.expected, entropy(game, &earlier, &reference.guess));
                        assert_eq!(reference.is_candidate, can_be(&reference.guess));
                    }
                }
            }
        }
    }

    /// Where figures cannot be exact, what is said is true: many are more than 4 million, and no count grows.
    #[test]
    fn large_boards_are_counted_in_part() {
        for (text, states, guesses) in [("8x10", 3000, 8), ("8x10n", 3000, 8), ("20x26", 1 << 14, 6)] {
            let game: Game = text.parse().unwrap();
            let (all, mut rng) = (Candidates::all(game), Rng::new(4));
            let secret = game.draw(&mut rng);
            let turns = played(secret, game, guesses, &mut rng);
            let figures = analyze(&all, &turns, &[], states);
            assert_eq!(figures[0].before, Count::Exact(all.number()));
            assert_eq!(figures[turns.len() - 1].after, Count::Exact(1.0));
            assert!(game.pegs() == 8 || figures.iter().any(|turn| turn.after == Count::Many), "{figures:?}");
            let known: Vec<f64> = figures.iter().filter_map(|turn| turn.after.exact()).collect();
            assert!(known.is_sorted_by(|a, b| a >= b), "{known:?}");
            if game.pegs() == 8 {
                for (turn, exact) in figures.iter().zip(analyze(&all, &turns, &[], all.states())) {
                    let number = exact.after.exact().unwrap();
                    match turn.after {
                        Count::Exact(found) => assert_eq!(found, number),
                        Count::Many => assert!(number > Count::MANY),
                        Count::Unknown => {}
                    }
                }
            }
        }
    }
}
