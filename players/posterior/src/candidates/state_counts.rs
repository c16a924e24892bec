//! Numbers of consistent codes by their response to a guess, without a list of codes.

use scsa::{Code, Color, Game, Response, Turn};
use std::collections::BTreeMap;

const BITS: usize = 8;
const PER_WORD: usize = 64 / BITS;
/// The most words of a key. With more turns nothing is counted.
const MAX_WORDS: usize = 20;
/// Beyond the limit of states, one in so many of them is kept after every peg.
const KEPT: usize = 64;

/// The codes of a game that are consistent with some turns, counted by dynamic programming over the pegs from left to right.
///
/// A state is what matters of the colors of the pegs so far: the black pegs with every guess, and the number of pegs of every color up
/// to the most that a guess has of it. States from which no consistent code can be reached are dropped as far as simple bounds show
/// that. A state takes some 10 ns to 1 µs and 20 to 100 bytes, more with more turns. Two for each code of the game are always enough.
///
/// Beyond a limit of states only those are kept that most probably lead to consistent codes. Then the numbers are lower bounds.
pub struct StateCounts {
    space: StateSpace,
    /// The states after every number of pegs but the last.
    layers: Vec<Layer>,
    /// Whether no state was left out, so that the numbers are exact.
    pub is_exact: bool,
}

impl StateCounts {
    /// Counts the codes that are consistent with the turns, by their response to `guess`, with at most that many states. `None` with
    /// more than a hundred turns.
    ///
    /// # Panics
    /// When the guess or that of a turn is not legal in the game.
    pub fn new(game: Game, turns: &[Turn], guess: &Code, max_states: usize) -> Option<StateCounts> {
        let space = StateSpace::new(game, turns, *guess)?;
        let mut first = Layer::new(space.words);
        first.add(&vec![0; space.words], 1.0);
        let (mut layers, mut states, mut is_exact) = (vec![first], 1, true);
        for peg in 0..game.pegs() - 1 {
            let most = if is_exact { max_states.saturating_sub(states) } else { usize::MAX };
            let next = match space.next_layer(&layers[peg], peg, most) {
                Some(next) if is_exact => next,
                Some(next) => space.best(&next, peg + 1, max_states / KEPT),
                None => {
                    is_exact = false;
                    layers[peg] = space.best(&layers[peg], peg, max_states / KEPT);
                    let next = space.next_layer(&layers[peg], peg, usize::MAX)?;
                    space.best(&next, peg + 1, max_states / KEPT)
                }
            };
            states += next.ways.len();
            layers.push(next);
        }
        Some(StateCounts { space, layers, is_exact })
    }

    /// The number of codes with each response to the guess. It is exact below 2^53, and rounded above.
    pub fn responses(&self) -> BTreeMap<Response, f64> {
        let mut responses: BTreeMap<Response, f64> = BTreeMap::new();
        let peg = self.layers.len() - 1;
        let blacks = self.space.blacks_of_peg(peg);
        for (key, ways) in self.layers[peg].states() {
            self.space.extend(key, peg, &blacks, |_, index, response| {
                *responses.entry(response).or_default() += ways * self.space.multiplicity(key, peg, index);
            });
        }
        responses
    }

    /// For each peg the colors that it has in some of the codes, color `i` as bit `i`: from the last peg back, those states are found
    /// from which a consistent code is reached, and the colors that lead to them.
    pub fn colors(&self) -> Vec<u32> {
        let mut colors = vec![0; self.layers.len()];
        // Whether a consistent code is reached from each state of the layer behind.
        let mut reaches: Vec<bool> = Vec::new();
        for (peg, layer) in self.layers.iter().enumerate().rev() {
            let blacks = self.space.blacks_of_peg(peg);
            let behind = self.layers.get(peg + 1);
            let reached = layer.states().map(|(key, _)| {
                let mut is_reached = false;
                self.space.extend(key, peg, &blacks, |child, index, _| {
                    if behind.is_none_or(|layer| layer.find(child).is_ok_and(|position| reaches[position])) {
                        is_reached = true;
                        colors[peg] |= self.space.palettes[index];
                    }
                });
                is_reached
            });
            reaches = reached.collect();
        }
        colors
    }
}

struct StateSpace {
    game: Game,
    feedback: Vec<Response>,
    /// The guesses of the turns, and the guess whose responses are counted.
    guesses: Vec<Code>,
    /// The number of pegs of every color of `colors`, for every guess.
    counts: Vec<Vec<u8>>,
    /// The colors that occur in a guess, each with its most pegs in one.
    colors: Vec<(Color, u8)>,
    /// The colors that an index of a color stands for, color `i` as bit `i`: each of `colors`, then those that occur in no guess.
    palettes: Vec<u32>,
    words: usize,
}

impl StateSpace {
    /// `None` when the keys would be too long.
    fn new(game: Game, turns: &[Turn], guess: Code) -> Option<StateSpace> {
        let guesses: Vec<Code> = turns.iter().map(|turn| turn.guess).chain([guess]).collect();
        assert!(guesses.iter().all(|guess| game.is_legal(guess)), "an illegal guess");
        let most = |color: Color| guesses.iter().map(|guess| guess.count(color)).max().unwrap_or(0);
        let colors = game.palette().map(|color| (color, most(color) as u8)).filter(|(_, most)| *most > 0);
        let colors: Vec<(Color, u8)> = colors.collect();
        let count = |guess: &Code| colors.iter().map(|(color, _)| guess.count(*color) as u8).collect();
        let mut palettes: Vec<u32> = colors.iter().map(|(color, _)| 1 << color.index()).collect();
        let others = palettes.iter().fold(u32::MAX >> (32 - game.colors()), |others, color| others & !color);
        palettes.extend((others != 0).then_some(others));
        let space = StateSpace {
            game,
            feedback: turns.iter().map(|turn| turn.feedback).collect(),
            counts: guesses.iter().map(count).collect(),
            palettes,
            words: (colors.len() + guesses.len()).div_ceil(PER_WORD),
            guesses,
            colors,
        };
        (space.words <= MAX_WORDS).then_some(space)
    }

    /// The states after one more peg. `None` if they are more than that.
    fn next_layer(&self, layer: &Layer, peg: usize, most: usize) -> Option<Layer> {
        let (mut next, blacks) = (Layer::new(self.words), self.blacks_of_peg(peg));
        for (key, ways) in layer.states() {
            self.extend(key, peg, &blacks, |child, index, _| {
                next.add(child, ways * self.multiplicity(key, peg, index));
            });
            if next.ways.len() > most {
                return None;
            }
        }
        Some(next)
    }

    /// The states of a layer that lead to the most consistent codes, as far as that can be guessed: the black pegs and the totals that
    /// the turns still need should be in proportion to the pegs that are left.
    fn best(&self, layer: &Layer, pegs: usize, most: usize) -> Layer {
        if layer.ways.len() <= most {
            return layer.clone();
        }
        let left = (self.game.pegs() - pegs) as f64 / self.game.pegs() as f64;
        let miss = |wanted: usize, have: usize| {
            let expected = wanted as f64 * left;
            let miss = (wanted - have) as f64 - expected;
            miss * miss / (2.0 * expected + 0.5)
        };
        let score = |(key, ways): (&[u64], f64)| {
            let misses = self.feedback.iter().enumerate().map(|(turn, feedback)| {
                let (total, black) = (self.total(key, turn).0, number_at(key, self.black_place(turn)));
                miss(feedback.total(), total) + miss(feedback.black(), black)
            });
            misses.sum::<f64>() - libm::log(ways)
        };
        let mut places: Vec<(f64, usize)> = layer.states().map(score).zip(0..).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best = Layer::new(self.words);
        for (_, place) in &places[..most] {
            best.add(&layer.keys[place * self.words..(place + 1) * self.words], layer.ways[*place]);
        }
        best
    }

    fn black_place(&self, turn: usize) -> usize {
        self.colors.len() + turn
    }

    /// The number of colors that the index stands for and that the next peg can have.
    fn multiplicity(&self, key: &[u64], peg: usize, index: usize) -> f64 {
        let colors = self.palettes[index].count_ones() as usize;
        if self.game.allows_repeats() || index < self.colors.len() {
            return colors as f64;
        }
        // The pegs so far that have no color of a guess have different ones.
        let guessed: usize = (0..self.colors.len()).map(|index| number_at(key, index)).sum();
        colors.saturating_sub(peg - guessed) as f64
    }

    /// For every color, and for the others, what a peg of the color adds to the black pegs of all guesses: words of a key.
    fn blacks_of_peg(&self, peg: usize) -> Vec<Vec<u64>> {
        let mut added = vec![vec![0; self.words]; self.palettes.len()];
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
    fn extend(&self, key: &[u64], peg: usize, blacks: &[Vec<u64>], mut visit: impl FnMut(&[u64], usize, Response)) {
        let left = self.game.pegs() - peg;
        let mut allowed = (1u32 << self.palettes.len()) - 1;
        if !self.game.allows_repeats() {
            // A guess has a color once at the most, so that the key says which colors of guesses the pegs so far have.
            let is_left = |index: &usize| match self.colors.get(*index) {
                Some(_) => number_at(key, *index) == 0,
                None => self.multiplicity(key, peg, *index) > 0.0,
            };
            allowed = (0..self.palettes.len()).filter(is_left).fold(0, |set, index| set | 1 << index);
        }
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
            visit(child, index, Response::new(black as u8, (total - black) as u8));
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

    fn bit(&self, color: Color) -> u32 {
        self.colors.iter().position(|(other, _)| *other == color).map_or(0, |index| 1 << index)
    }
}

fn number_at(key: &[u64], place: usize) -> usize {
    (key[place / PER_WORD] >> (place % PER_WORD * BITS)) as usize & 0xff
}

/// What raises a number of a key by 1, in its word.
const fn unit(place: usize) -> u64 {
    1 << (place % PER_WORD * BITS)
}

/// The states after a number of pegs, each a key of the same number of words, with the number of ways that lead to it.
#[derive(Clone, Debug)]
struct Layer {
    words: usize,
    keys: Vec<u64>,
    ways: Vec<f64>,
    /// The index of a state plus 1, at a place that follows from its key; 0 where there is none. The length is a power of two.
    table: Vec<u32>,
}

impl Layer {
    fn new(words: usize) -> Layer {
        Layer { words, keys: Vec::new(), ways: Vec::new(), table: vec![0; 64] }
    }

    /// The states with their numbers of ways, in the order in which they were added.
    fn states(&self) -> impl Iterator<Item = (&[u64], f64)> {
        self.keys.chunks_exact(self.words).zip(self.ways.iter().copied())
    }

    /// The number of a state, or its place in the table if it is none yet.
    fn find(&self, key: &[u64]) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut place = hash(key) & mask;
        while let Some(index) = self.table[place].checked_sub(1) {
            let index = index as usize;
            if self.keys[index * self.words..(index + 1) * self.words] == *key {
                return Ok(index);
            }
            place = (place + 1) & mask;
        }
        Err(place)
    }

    fn add(&mut self, key: &[u64], ways: f64) {
        let place = match self.find(key) {
            Ok(index) => return self.ways[index] += ways,
            Err(place) => place,
        };
        self.keys.extend_from_slice(key);
        self.ways.push(ways);
        self.table[place] = self.ways.len() as u32;
        if 2 * self.ways.len() > self.table.len() {
            let mask = 2 * self.table.len() - 1;
            self.table = vec![0; mask + 1];
            for (number, key) in (1..).zip(self.keys.chunks_exact(self.words)) {
                let mut place = hash(key) & mask;
                while self.table[place] != 0 {
                    place = (place + 1) & mask;
                }
                self.table[place] = number;
            }
        }
    }
}

fn hash(key: &[u64]) -> usize {
    let mix = |hash: u64, word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = key.iter().fold(0, mix);
    (hash ^ hash >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;

    /// Every response of every guess has the number of codes that listing all codes gives, and every peg the same colors. With few
    /// states no number is larger, and no color is another.
    #[test]
    fn counts_are_those_of_brute_force() {
        let mut rng = Rng::new(5);
        for text in ["1x1", "1x7", "2x3", "3x1", "4x6", "5x4", "3x26", "6x5", "11x2", "3x3n", "4x7n", "2x26n", "5x6n"] {
            let game: Game = text.parse().unwrap();
            for _ in 0..12 {
                let secret = game.draw(&mut rng);
                let mut turns = Vec::new();
                for _ in 0..5 {
                    let guess = game.draw(&mut rng);
                    let counts = StateCounts::new(game, &turns, &guess, 100_000).unwrap();
                    let (mut responses, mut colors) = (BTreeMap::new(), vec![0; game.pegs()]);
                    for code in game.codes().filter(|code| game.is_consistent(code, &turns)) {
                        *responses.entry(game.answer(&guess, &code)).or_default() += 1.0;
                        colors.iter_mut().zip(code.pegs()).for_each(|(set, color)| *set |= 1u32 << color.index());
                    }
                    assert!(counts.is_exact);
                    assert_eq!((counts.responses(), counts.colors()), (responses.clone(), colors.clone()), "{turns:?}");
                    let few = StateCounts::new(game, &turns, &guess, 2 * KEPT).unwrap();
                    assert!(few.responses().iter().all(|(response, count)| *count <= responses[response]), "{turns:?}");
                    assert!(few.colors().iter().zip(&colors).all(|(some, all)| some & !all == 0), "{turns:?}");
                    turns.push(Turn::new(game, guess, &secret));
                }
            }
        }
    }

    /// The first response at 20x26 has a known distribution for a guess of one color: the binomial one.
    #[test]
    fn large_boards_are_counted_exactly() {
        let game: Game = "20x26".parse().unwrap();
        let responses = StateCounts::new(game, &[], &Code::uniform(game, Color::A), 1000).unwrap().responses();
        let ratios =
            [responses[&Response::new(0, 0)] / 25f64.powi(20), responses.values().sum::<f64>() / 26f64.powi(20)];
        assert!(ratios.iter().all(|ratio| (ratio - 1.0).abs() < 1e-12), "{ratios:?}");
    }
}
