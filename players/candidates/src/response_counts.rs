//! Exact numbers of consistent codes by their response to a guess, without a list of codes.

use crate::{layer::Layer, responses::Responses};
use scsa::{Code, Color, Feedback, Size, Turn};

/// The bits of a number in a key.
const BITS: usize = 8;
/// The numbers in a word of a key.
const PER_WORD: usize = 64 / BITS;
/// The most words of a key. With more turns nothing is counted.
const MAX_WORDS: usize = 20;

/// How many of the codes that are consistent with some turns give which response to a guess.
#[derive(Clone, Debug)]
pub struct ResponseCounts(Responses);

impl ResponseCounts {
    /// The number of codes. It is exact below 2^53, and rounded above.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.0.total()
    }

    /// The number of codes with a response.
    #[must_use]
    pub fn count(&self, response: Feedback) -> f64 {
        self.0.weight(response)
    }

    /// The expected information of the guess: the entropy of the response, in bits.
    #[must_use]
    pub fn entropy(&self) -> f64 {
        self.0.entropy()
    }
}

/// Counts the codes of a size that are consistent with the turns by their response to `guess`.
///
/// It is dynamic programming over the pegs from left to right. A state is what matters of the colors of the pegs so far: the
/// black pegs with every guess, and the number of pegs of every color up to the most that a guess has of it. States from which no
/// consistent code can be reached are dropped as far as simple bounds show that.
///
/// It returns `None` when there are more than `max_states` states, or more than a hundred turns. They never are more than two for
/// each code of the size. A state takes some 10 ns to 1 µs and 20 to 100 bytes, more with more turns.
///
/// ```
/// use candidates::response_counts;
/// use scsa::Feedback;
/// // Knuth 1977: 256 of the 1296 codes give one white peg to 1122, and 625 give nothing to 1111.
/// let counts = response_counts("4x6".parse()?, &[], &"AABB".parse()?, 1000).unwrap();
/// assert_eq!((counts.total(), counts.count(Feedback::new(1, 0))), (1296.0, 256.0));
/// let counts = response_counts("4x6".parse()?, &[], &"AAAA".parse()?, 1000).unwrap();
/// assert_eq!(counts.count(Feedback::new(0, 0)), 625.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When the guess or that of a turn is not legal at the size.
#[must_use]
pub fn response_counts(size: Size, turns: &[Turn], guess: &Code, max_states: usize) -> Option<ResponseCounts> {
    StateSpace::new(size, turns, *guess)?.run(max_states).map(ResponseCounts)
}

/// The number of codes that are consistent with the turns, and for each peg the colors that it has in some of them, color `i` as bit
/// `i`. `None` when there are more than `max_states` states.
pub fn consistent_codes(size: Size, turns: &[Turn], max_states: usize) -> Option<(f64, Vec<u32>)> {
    let guess = turns.last().map_or_else(|| Code::uniform(size, Color::A), |turn| turn.guess);
    StateSpace::new(size, turns, guess)?.consistent_codes(max_states)
}

/// What the states are made of.
struct StateSpace {
    size: Size,
    /// The feedback of the turns.
    feedback: Vec<Feedback>,
    /// The guesses of the turns, and the guess whose responses are counted.
    guesses: Vec<Code>,
    /// The number of pegs of every color of `colors`, for every guess.
    counts: Vec<Vec<u8>>,
    /// The colors that occur in a guess, each with its most pegs in one.
    colors: Vec<(Color, u8)>,
    /// The number of colors that occur in no guess. They are counted together.
    others: usize,
    words: usize,
}

impl StateSpace {
    /// `None` when the keys would be too long.
    fn new(size: Size, turns: &[Turn], guess: Code) -> Option<StateSpace> {
        let mut wanted: Vec<Turn> = Vec::new();
        for turn in turns {
            if !wanted.contains(turn) {
                wanted.push(*turn);
            }
        }
        let turns = wanted;
        let guesses: Vec<Code> = turns.iter().map(|turn| turn.guess).chain([guess]).collect();
        assert!(guesses.iter().all(|guess| size.is_legal(guess)), "an illegal guess");
        let most = |color: Color| guesses.iter().map(|guess| guess.count(color)).max().unwrap_or(0);
        let colors = size.palette().map(|color| (color, most(color) as u8)).filter(|(_, most)| *most > 0);
        let colors: Vec<(Color, u8)> = colors.collect();
        let count = |guess: &Code| colors.iter().map(|(color, _)| guess.count(*color) as u8).collect();
        let program = StateSpace {
            size,
            feedback: turns.iter().map(|turn| turn.feedback).collect(),
            counts: guesses.iter().map(count).collect(),
            others: size.colors() - colors.len(),
            words: (colors.len() + guesses.len()).div_ceil(PER_WORD),
            guesses,
            colors,
        };
        (program.words <= MAX_WORDS).then_some(program)
    }

    /// The place in a key of the black pegs of a guess.
    fn black_place(&self, turn: usize) -> usize {
        self.colors.len() + turn
    }

    fn run(&self, max_states: usize) -> Option<Responses> {
        let pegs = self.size.pegs();
        let mut layer = Layer::new(self.words);
        layer.add(&vec![0; self.words], 1.0);
        let (mut responses, mut states) = (Responses::default(), 0);
        for peg in 0..pegs {
            let mut next = Layer::new(self.words);
            let blacks = self.blacks_of_peg(peg);
            for (key, ways) in layer.states() {
                let is_last = peg + 1 == pegs;
                self.extend(key, peg, &blacks, |child, index, response| {
                    let multiplicity = self.multiplicity(index);
                    if is_last {
                        responses.add(response, ways * multiplicity);
                    } else {
                        next.add(child, ways * multiplicity);
                    }
                });
                if states + next.len() > max_states {
                    return None;
                }
            }
            states += next.len();
            layer = next;
        }
        Some(responses)
    }

    /// The states of every number of pegs are kept. Then, from the last peg back, those are found from which a consistent code is
    /// reached, and the colors that lead to them.
    fn consistent_codes(&self, max_states: usize) -> Option<(f64, Vec<u32>)> {
        let pegs = self.size.pegs();
        let mut layers = vec![Layer::new(self.words)];
        layers[0].add(&vec![0; self.words], 1.0);
        let mut states = 1;
        for peg in 0..pegs - 1 {
            let mut next = Layer::new(self.words);
            let blacks = self.blacks_of_peg(peg);
            for (key, ways) in layers[peg].states() {
                self.extend(key, peg, &blacks, |child, index, _| next.add(child, ways * self.multiplicity(index)));
                if states + next.len() > max_states {
                    return None;
                }
            }
            states += next.len();
            layers.push(next);
        }
        let (mut count, mut colors) = (0.0, vec![0; pegs]);
        // Whether a consistent code is reached from each state of the layer behind.
        let mut reaches: Vec<bool> = Vec::new();
        for (peg, layer) in layers.iter().enumerate().rev() {
            let blacks = self.blacks_of_peg(peg);
            let behind = layers.get(peg + 1);
            let reached = layer.states().map(|(key, ways)| {
                let mut is_reached = false;
                self.extend(key, peg, &blacks, |child, index, _| {
                    let is_consistent = match behind {
                        Some(layer) => layer.position(child).is_some_and(|position| reaches[position]),
                        None => {
                            count += ways * self.multiplicity(index);
                            true
                        }
                    };
                    if is_consistent {
                        is_reached = true;
                        colors[peg] |= self.palette(index);
                    }
                });
                is_reached
            });
            reaches = reached.collect();
        }
        Some((count, colors))
    }

    /// The number of colors that an index of a color stands for.
    fn multiplicity(&self, index: usize) -> f64 {
        if index < self.colors.len() { 1.0 } else { self.others as f64 }
    }

    /// The colors that an index of a color stands for, color `i` as bit `i`.
    fn palette(&self, index: usize) -> u32 {
        match self.colors.get(index) {
            Some((color, _)) => 1 << color.index(),
            None => {
                let others = self.size.palette().filter(|color| self.colors.iter().all(|(known, _)| known != color));
                others.fold(0, |set, color| set | 1 << color.index())
            }
        }
    }

    /// For every color, and for the others, what a peg of the color adds to the black pegs of all guesses: words of a key.
    fn blacks_of_peg(&self, peg: usize) -> Vec<Vec<u64>> {
        let mut added = vec![vec![0; self.words]; self.colors.len() + 1];
        for (turn, guess) in self.guesses.iter().enumerate() {
            for ((color, _), words) in self.colors.iter().zip(&mut added) {
                if guess.peg(peg) == *color {
                    words[self.black_place(turn) / PER_WORD] += unit(self.black_place(turn));
                }
            }
        }
        added
    }

    /// Passes on the states after one more peg, each with the index of the color that leads to it and with the response to the guess.
    fn extend(&self, key: &[u64], peg: usize, blacks: &[Vec<u64>], mut visit: impl FnMut(&[u64], usize, Feedback)) {
        let left = self.size.pegs() - peg;
        let others = 1u32 << self.colors.len();
        let mut allowed = (others - 1) | if self.others > 0 { others } else { 0 };
        for (number, feedback) in self.feedback.iter().enumerate() {
            let (total, raising) = self.total(key, number);
            allowed &= match feedback.total().checked_sub(total) {
                Some(0) => !raising,
                Some(missing) if missing < left => u32::MAX,
                Some(missing) if missing == left => raising,
                _ => return,
            };
            let same = self.bit(self.guesses[number].peg(peg));
            allowed &= match feedback.black().checked_sub(number_at(key, self.black_place(number))) {
                Some(0) => !same,
                Some(missing) if missing < left => u32::MAX,
                Some(missing) if missing == left => same,
                _ => return,
            };
        }
        let guess = self.feedback.len();
        let (total, raising) = self.total(key, guess);
        let (black, same) = (number_at(key, self.black_place(guess)), self.bit(self.guesses[guess].peg(peg)));
        let mut child = [0; MAX_WORDS];
        let child = &mut child[..self.words];
        while allowed != 0 {
            let index = allowed.trailing_zeros() as usize;
            let bit = 1 << index;
            allowed &= !bit;
            for ((word, old), added) in child.iter_mut().zip(key).zip(&blacks[index]) {
                *word = old + added;
            }
            if let Some((_, most)) = self.colors.get(index)
                && number_at(key, index) < usize::from(*most)
            {
                child[index / PER_WORD] += unit(index);
            }
            let black = black + usize::from(same & bit != 0);
            let total = total + usize::from(raising & bit != 0);
            visit(child, index, Feedback::new(black as u8, (total - black) as u8));
        }
    }

    /// The total of black and white pegs of a guess so far, and the colors that would raise it, as bits.
    fn total(&self, key: &[u64], guess: usize) -> (usize, u32) {
        let (mut total, mut raising) = (0, 0);
        for (index, most) in self.counts[guess].iter().enumerate() {
            let (have, most) = (number_at(key, index), usize::from(*most));
            total += have.min(most);
            raising |= u32::from(have < most) << index;
        }
        (total, raising)
    }

    /// The bit of a color that occurs in a guess.
    fn bit(&self, color: Color) -> u32 {
        self.colors.iter().position(|(other, _)| *other == color).map_or(0, |index| 1 << index)
    }
}

/// A number of a key.
fn number_at(key: &[u64], place: usize) -> usize {
    (key[place / PER_WORD] >> (place % PER_WORD * BITS)) as usize & 0xff
}

/// What raises a number of a key by 1, in its word.
const fn unit(place: usize) -> u64 {
    1 << (place % PER_WORD * BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Rng, is_consistent};

    fn random(size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    /// Every response of every guess has the number of codes that listing all codes gives.
    #[test]
    fn counts_are_those_of_brute_force() {
        let mut rng = Rng::new(5);
        for text in ["1x1", "1x7", "2x3", "3x1", "4x6", "5x4", "3x26", "6x5", "11x2"] {
            let size: Size = text.parse().unwrap();
            for _ in 0..12 {
                let secret = random(size, &mut rng);
                let mut turns = Vec::new();
                for _ in 0..5 {
                    let guess = random(size, &mut rng);
                    let counts = response_counts(size, &turns, &guess, 100_000).unwrap();
                    let mut wanted = Responses::default();
                    for code in size.codes().filter(|code| is_consistent(code, &turns)) {
                        wanted.add(guess.feedback(&code), 1.0);
                    }
                    assert_eq!(counts.0.len(), wanted.len(), "{size} {turns:?} {guess}");
                    for response in (0..=size.pegs()).flat_map(|b| (0..=size.pegs()).map(move |w| (b as u8, w as u8))) {
                        let response = Feedback::new(response.0, response.1);
                        assert_eq!(counts.count(response), wanted.weight(response), "{size} {turns:?} {guess}");
                    }
                    turns.push(Turn::new(guess, &secret));
                }
            }
        }
    }

    /// The first response at 20x26 has a known distribution for a guess of one color: the binomial one.
    #[test]
    fn large_boards_are_counted_exactly() {
        let size: Size = "20x26".parse().unwrap();
        let counts = response_counts(size, &[], &Code::uniform(size, Color::A), 1000).unwrap();
        let none = counts.count(Feedback::new(0, 0)) / 25f64.powi(20);
        assert!((none - 1.0).abs() < 1e-12, "{none}");
        assert!((counts.total() / 26f64.powi(20) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn too_many_states_are_not_counted() {
        let size: Size = "8x10".parse().unwrap();
        let guess = "ABCDEFGH".parse().unwrap();
        assert!(response_counts(size, &[], &guess, 100).is_none());
        assert!(response_counts(size, &[], &guess, 100_000).is_some());
    }

    /// A board of 2^22 codes is the hardest of those that are always counted.
    #[test]
    fn boards_of_up_to_4_million_codes_fit_into_the_states() {
        let mut rng = Rng::new(2);
        for text in ["22x2", "11x4", "7x8", "4x26", "5x21"] {
            let size: Size = text.parse().unwrap();
            let secret = random(size, &mut rng);
            let mut turns = Vec::new();
            for _ in 0..8 {
                let guess = random(size, &mut rng);
                let counts = response_counts(size, &turns, &guess, 1 << 22);
                assert!(counts.is_some_and(|counts| counts.count(secret.feedback(&guess)) >= 1.0), "{size}");
                turns.push(Turn::new(guess, &secret));
            }
        }
    }
}
