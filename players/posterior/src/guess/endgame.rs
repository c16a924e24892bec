//! Comparison of guesses by the expected number of remaining guesses, where all candidates are known.
//!
//! It helps most where secrets have few colors: guesses distinguish them by color counts, which the entropy does not measure.

use crate::simd::{SAME as LANES, same_pairs};
use scsa::{Code, Color, Game, Response, Rng};
use std::{cmp::Reverse, collections::BTreeSet};

/// After each one-ply pass one in this number of guesses is kept, and the next pass tries this many times as many successors.
const KEPT: usize = 4;

/// The largest number of candidates.
pub const MOST: usize = 1000;
/// The largest number of pegs: responses have a byte each.
pub const MOST_PEGS: usize = 21;
const _: () = assert!(Response::values(MOST_PEGS) <= 256);
// Pairs are for most guesses, and for the opening, which is searched once.
/// So many times the given number of responses to successor guesses are computed.
const RESPONSES: [usize; 2] = [1, 16];
/// The largest number of candidates that are compared as guesses, and that of other guesses.
const OPTIONS: [usize; 2] = [100, 1000];
/// The number of candidates assumed at least, which limits the number of successor guesses.
const FEWEST: [usize; 2] = [100, 700];
/// The number of guesses, the best by one-ply estimates, that are evaluated to the end of the game.
const THROUGH: [usize; 2] = [6, 16];
/// The first one-ply pass uses one in this number of successor guesses.
const FIRST_ONE_IN: [usize; 2] = [8, 16];
/// The number of responses evaluated for all guesses together, approximately, as a multiple of those to successor guesses.
const EVALUATIONS: usize = 1 << 14;

/// The guess with the smallest expected number of remaining guesses: one of `tops`, a candidate, or a mixture of candidates.
/// `codes` are all candidates with their probabilities, at least one.
/// Guesses are preselected by `score`, which is large for good guesses. `responses` is the usual number of responses to successor guesses.
pub fn best(
    opening: bool,
    responses: usize,
    game: Game,
    codes: &[(Code, f64)],
    tops: &[Code],
    mut score: impl FnMut(&Code) -> f64,
    rng: &mut Rng,
) -> Option<Code> {
    let long = usize::from(opening);
    let responses = responses * RESPONSES[long];
    let next = responses / codes.len().max(FEWEST[long]);
    let next: Vec<Code> = tops.iter().copied().chain(mixed(game, codes, next, rng)).collect();
    let mut most = |guesses: &mut dyn Iterator<Item = Code>, number: usize| {
        let mut guesses: Vec<(f64, Code)> = guesses.map(|guess| (score(&guess), guess)).collect();
        guesses.sort_by(|a, b| b.0.total_cmp(&a.0));
        guesses.into_iter().take(number).map(|(_, guess)| guess)
    };
    let options = OPTIONS[long].min(responses.saturating_mul(EVALUATIONS) / (codes.len() * next.len()).max(1));
    let own = most(&mut codes.iter().map(|(code, _)| *code), options);
    let options = tops.iter().copied().chain(own).chain(most(&mut next.iter().copied(), options));
    let mut seen = BTreeSet::new();
    let mut options: Vec<Code> = options.filter(|guess| seen.insert(*guess)).collect();
    let endgame = Endgame::new(game, codes, &next);
    // Many guesses are compared with few successor guesses, and then the better ones with more.
    let mut others = next.len() / FIRST_ONE_IN[long];
    while options.len() > THROUGH[long] {
        let keep = (options.len() / KEPT).max(THROUGH[long]);
        options = best_by_one_ply(&endgame, &options, others.max(1), keep);
        others *= KEPT;
    }
    let least = options.into_iter().fold((f64::INFINITY, None), |least, guess| {
        let cost = endgame.cost(&guess, Depth::Playout { best: 3 }, least.0);
        if cost < least.0 { (cost, Some(guess)) } else { least }
    });
    least.1
}

fn best_by_one_ply(endgame: &Endgame<'_>, guesses: &[Code], others: usize, keep: usize) -> Vec<Code> {
    let mut best: Vec<(f64, Code)> = Vec::with_capacity(keep + 1);
    for guess in guesses {
        let bound = best.get(keep - 1).map_or(f64::INFINITY, |(cost, _)| *cost);
        let cost = endgame.cost(guess, Depth::OnePly { others }, bound);
        if cost < bound {
            best.insert(best.partition_point(|(other, _)| *other <= cost), (cost, *guess));
            best.truncate(keep);
        }
    }
    best.into_iter().map(|(_, guess)| guess).collect()
}

/// Guesses that are mixed from two of the codes, with more and more pegs of any color that occurs in the codes, or of one that does not.
fn mixed(game: Game, codes: &[(Code, f64)], number: usize, rng: &mut Rng) -> Vec<Code> {
    let (mut colors, others): (Vec<Color>, Vec<Color>) =
        game.palette().partition(|color| codes.iter().any(|(code, _)| code.count(*color) > 0));
    colors.extend(others.first());
    let mut mix = |number: usize| {
        let parents = [(); 2].map(|()| codes[rng.below(codes.len())].0);
        // The number of quarters of the pegs with any color, which is none in half of the guesses.
        let any = if number.is_multiple_of(2) { 0 } else { 1 + number / 2 % 4 };
        let mixture = Code::from_fn(game, |peg| {
            if rng.below(4) < any { colors[rng.below(colors.len())] } else { parents[rng.below(2)].peg(peg) }
        });
        legal(game, mixture, rng)
    };
    (0..number).map(&mut mix).collect()
}

/// The code, in which pegs with a color of an earlier peg get other colors where no color may come twice.
pub fn legal(game: Game, mut code: Code, rng: &mut Rng) -> Code {
    if game.allows_repeats() {
        return code;
    }
    let mut unused: Vec<Color> = game.palette().filter(|color| code.count(*color) == 0).collect();
    for peg in 0..game.pegs() {
        if (0..peg).any(|earlier| code.peg(earlier) == code.peg(peg)) {
            code.set(peg, unused.swap_remove(rng.below(unused.len())));
        }
    }
    code
}

/// Sets up to this size are searched exhaustively; for larger ones the cost is estimated.
const FEW: usize = 6;
/// The number of codes after which the bound is checked.
const CHUNK: usize = 8;
/// The number of its own codes that are tried as guesses for a larger set.
const OWN: usize = 12;
/// The number of other guesses tried for it, those with the fewest pair collisions.
const OTHERS: usize = 6;

/// The estimated expected number of guesses to find one of n equally probable codes.
///
/// It is 2 - 1/n if one of them distinguishes all. For more codes, the information gain of a guess is assumed to be 1.5 nats for six pegs
/// and 2.2 for twenty. With the gain that was measured, 2.8 at 6x10, games are no shorter.
pub fn guesses_for(codes: f64, pegs: usize) -> f64 {
    let gain = 1.2 + pegs as f64 / 20.0;
    if codes <= 1.0 { 1.0 } else { (2.0 - 1.0 / codes).max(1.0 + libm::log(codes) / gain) }
}

/// Codes with weights, and their responses to each other and to other guesses.
pub struct Endgame<'a> {
    game: Game,
    codes: &'a [(Code, f64)],
    /// The responses of all codes to each code, and then to each other guess.
    responses: Vec<u8>,
    collisions: PairCollisions,
    /// The estimated expected number of guesses, by the number of codes.
    takes: Vec<f64>,
}

/// How sets of more than a few codes are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// By the best next guess, a code of the set or one of the first other guesses, and the estimate for the sets that it leaves.
    OnePly { others: usize },
    /// To the end of the game: with the guesses of smallest one-ply cost, of which one fewer, but at least one, is tried at each turn.
    Playout { best: usize },
}

impl<'a> Endgame<'a> {
    /// The endgame of these codes, with other guesses. The secret is one of the codes.
    pub fn new(game: Game, codes: &'a [(Code, f64)], others: &[Code]) -> Endgame<'a> {
        let guesses = codes.iter().map(|(code, _)| code).chain(others);
        let responses: Vec<u8> = guesses.flat_map(|guess| responses(game, codes, guess)).collect();
        let collisions = PairCollisions::new(codes.len(), &responses[codes.len() * codes.len()..]);
        let pegs = codes.first().map_or(1, |(code, _)| code.len());
        let takes = (0..=codes.len()).map(|number| guesses_for(number as f64, pegs)).collect();
        Endgame { game, codes, responses, collisions, takes }
    }

    /// The expected number of remaining guesses with this next guess, times the sum of the weights; infinite if it reaches the bound.
    pub fn cost(&self, guess: &Code, depth: Depth, bound: f64) -> f64 {
        let all: Vec<u16> = (0..self.codes.len() as u16).collect();
        let win = Response::new(guess.len() as u8, 0).index() as u8;
        let responses: Vec<u8> = responses(self.game, self.codes, guess).collect();
        self.after(&all, &responses, win, depth, bound)
    }

    fn weight_of(&self, place: u16) -> f64 {
        self.codes[usize::from(place)].1
    }

    fn weight(&self, set: &[u16]) -> f64 {
        set.iter().map(|&place| self.weight_of(place)).sum()
    }

    /// The responses of all codes to one of them.
    fn row(&self, guess: u16) -> &[u8] {
        &self.responses[usize::from(guess) * self.codes.len()..][..self.codes.len()]
    }

    /// The responses of all codes to those of the first other guesses that have the fewest pair collisions in a set.
    fn others(&self, set: &[u16], guesses: usize) -> impl Iterator<Item = &[u8]> {
        let pairs = self.collisions.pairs(set, guesses);
        let mut best: Vec<(u16, usize)> = pairs.into_iter().zip(self.codes.len()..).collect();
        if best.len() > OTHERS {
            best.select_nth_unstable(OTHERS);
            best.truncate(OTHERS);
        }
        best.sort_unstable();
        let len = self.codes.len();
        best.into_iter().map(move |(_, guess)| &self.responses[guess * len..][..len])
    }

    /// The cost of a set with a guess that has these responses, this guess included.
    fn after(&self, set: &[u16], responses: &[u8], win: u8, depth: Depth, bound: f64) -> f64 {
        let both = |&place: &u16| u32::from(responses[usize::from(place)]) << 16 | u32::from(place);
        let mut sorted: Vec<u32> = set.iter().map(both).collect();
        sorted.sort_unstable();
        let places: Vec<u16> = sorted.iter().map(|both| *both as u16).collect();
        let (mut cost, mut behind) = (self.weight(set), places.as_slice());
        let mut classes: Vec<&[u16]> = Vec::new();
        for class in sorted.chunk_by(|a, b| a >> 16 == b >> 16) {
            let places = behind.split_off(..class.len()).unwrap_or_default();
            if class[0] >> 16 != u32::from(win) {
                cost += self.least(places);
                classes.push(places);
            }
        }
        // The largest class first, so that the bound is reached early.
        classes.sort_by_key(|class| Reverse(class.len()));
        for class in classes {
            let least = self.least(class);
            cost += self.value(class, depth, bound - (cost - least)) - least;
            if cost >= bound {
                return f64::INFINITY;
            }
        }
        cost
    }

    /// A lower bound of the cost of a set: the heaviest code is guessed now, and every other one next.
    fn least(&self, set: &[u16]) -> f64 {
        let heaviest = set.iter().map(|&place| self.weight_of(place)).fold(0.0, f64::max);
        2.0 * self.weight(set) - heaviest
    }

    fn best_one_ply(&self, set: &[u16], others: usize, number: usize, bound: f64) -> Vec<(f64, &[u8])> {
        // No response has a place behind that of the one that wins.
        let mut classes = vec![(0.0, 0); usize::from(self.responses[0]) + 1];
        let sum = self.weight(set);
        let least = self.least(set);
        let mut best: Vec<(f64, &[u8])> = Vec::with_capacity(number + 1);
        let heaviest = set.iter().max_by(|a, b| self.weight_of(**a).total_cmp(&self.weight_of(**b)));
        let own = heaviest.into_iter().chain(set.iter().step_by(set.len().div_ceil(OWN)));
        let own = own.map(|&guess| self.row(guess));
        for row in own.chain(self.others(set, others)) {
            let bound = if best.len() == number { best[number - 1].0 } else { bound };
            let cost = self.one_ply_cost(set, row, sum, bound, &mut classes);
            if cost < bound {
                best.insert(best.partition_point(|(other, _)| *other <= cost), (cost, row));
                best.truncate(number);
                // No cost is lower than that of a code of the set that distinguishes all others.
                if cost <= least + 1e-12 {
                    break;
                }
            }
        }
        best
    }

    /// The cost of a set of this weight with a guess that has these responses, if each class takes its estimated number of guesses.
    /// Above the bound the value is not exact. `classes` has room for the weight and the number of codes of each response.
    fn one_ply_cost(&self, set: &[u16], row: &[u8], sum: f64, bound: f64, classes: &mut [(f64, usize)]) -> f64 {
        let win = self.responses[0];
        let (mut cost, mut seen) = (sum, 0);
        for places in set.chunks(CHUNK) {
            seen += places.len();
            for &place in places {
                let (response, weight) = (row[usize::from(place)], self.weight_of(place));
                let class = &mut classes[usize::from(response)];
                if response != win {
                    let more = (class.0 + weight, class.1 + 1);
                    cost += more.0 * self.takes[more.1] - class.0 * self.takes[class.1];
                    *class = more;
                }
            }
            if cost >= bound {
                break;
            }
        }
        set[..seen].iter().for_each(|place| classes[usize::from(row[usize::from(*place)])] = (0.0, 0));
        cost
    }

    /// The smallest cost of a set: for few codes with all guesses of the set, and others that distinguish all of them; for more
    /// as the depth says.
    fn value(&self, set: &[u16], depth: Depth, bound: f64) -> f64 {
        match *set {
            _ if set.len() > FEW => match depth {
                Depth::OnePly { others } => {
                    self.best_one_ply(set, others, 1, bound).first().map_or(f64::INFINITY, |(cost, _)| *cost)
                }
                Depth::Playout { best } => {
                    let next = Depth::Playout { best: 1.max(best - 1) };
                    let better = |least: f64, row| least.min(self.after(set, row, self.responses[0], next, least));
                    let guesses = self.best_one_ply(set, usize::MAX, best, f64::INFINITY);
                    let least = guesses.into_iter().map(|(_, row)| row).fold(bound, better);
                    if least < bound { least } else { f64::INFINITY }
                }
            },
            [] => 0.0,
            [one] => self.weight_of(one),
            [one, two] => self.weight(set) + self.weight_of(one).min(self.weight_of(two)),
            _ => {
                let twice = 2.0 * self.weight(set);
                let least = self.least(set);
                let mut best = f64::INFINITY;
                for &guess in set {
                    let row = self.row(guess);
                    best = best.min(self.after(set, row, row[usize::from(guess)], depth, best.min(bound)));
                    if best <= least + 1e-12 {
                        break;
                    }
                }
                if twice < best.min(bound) && self.collisions.pairs(set, usize::MAX).contains(&0) {
                    twice
                } else {
                    best
                }
            }
        }
    }
}

fn responses(game: Game, codes: &[(Code, f64)], guess: &Code) -> impl Iterator<Item = u8> {
    codes.iter().map(move |(code, _)| game.answer(guess, code).index() as u8)
}

/// Of more codes, this many are counted.
const COUNTED: usize = 64;

/// The responses of codes to guesses, one code after the other.
pub struct PairCollisions {
    guesses: usize,
    blocks: usize,
    responses: Vec<[u8; LANES]>,
}

impl PairCollisions {
    /// Of these responses: those of all codes to one guess, then those to the next.
    pub fn new(codes: usize, responses: &[u8]) -> PairCollisions {
        let guesses = responses.len() / codes.max(1);
        let blocks = guesses.div_ceil(LANES);
        let mut all = vec![[0; LANES]; codes * blocks];
        for (guess, row) in responses.chunks_exact(codes.max(1)).enumerate() {
            for (code, response) in row.iter().enumerate() {
                all[code * blocks + guess / LANES][guess % LANES] = *response;
            }
        }
        PairCollisions { guesses, blocks, responses: all }
    }

    /// The number of pairs of these codes with equal responses, for each of the first guesses; of more than 64 codes, some of them.
    pub fn pairs(&self, codes: &[u16], guesses: usize) -> Vec<u16> {
        let guesses = guesses.min(self.guesses);
        let codes: Vec<usize> =
            codes.iter().step_by(codes.len().div_ceil(COUNTED).max(1)).map(|&code| usize::from(code)).collect();
        let mut pairs = Vec::with_capacity(guesses.next_multiple_of(LANES));
        let mut block = Vec::with_capacity(codes.len());
        for number in 0..guesses.div_ceil(LANES) {
            block.clear();
            block.extend(codes.iter().map(|code| self.responses[code * self.blocks + number]));
            pairs.extend(same_pairs(&block));
        }
        pairs.truncate(guesses);
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest cost of a set with guesses from the set, by definition.
    fn smallest_cost(game: Game, codes: &[(Code, f64)]) -> f64 {
        let cost = |guess: &Code| -> f64 {
            let class = |feedback: Response| -> Vec<(Code, f64)> {
                codes.iter().filter(|(code, _)| game.answer(guess, code) == feedback).copied().collect()
            };
            let classes = Response::all(guess.len()).filter(|feedback| feedback.black() < guess.len()).map(class);
            let all: f64 = codes.iter().map(|(_, weight)| weight).sum();
            all + classes.filter(|class| !class.is_empty()).map(|class| smallest_cost(game, &class)).sum::<f64>()
        };
        codes.iter().map(|(code, _)| cost(code)).fold(f64::INFINITY, f64::min)
    }

    /// Codes with weights, each once.
    fn codes(game: Game, number: usize, rng: &mut Rng) -> Vec<(Code, f64)> {
        let mut codes: Vec<(Code, f64)> =
            (0..number).map(|_| (Code::from_fn(game, |_| rng.color(4)), [0.1, 0.2, 0.7, 1.0][rng.below(4)])).collect();
        codes.sort_by_key(|(code, _)| *code);
        codes.dedup_by_key(|(code, _)| *code);
        codes
    }

    #[test]
    fn one_ply_costs_are_those_computed_one_by_one() {
        let game: Game = "4x6".parse().unwrap();
        let mut rng = Rng::new(2);
        let mut sums = [0.0; 2];
        for _ in 0..100 {
            let codes = codes(game, 30, &mut rng);
            let others: Vec<Code> = (0..20).map(|_| Code::from_fn(game, |_| rng.color(6))).collect();
            let takes = |number: usize| guesses_for(number as f64, 4);
            let cost = |guess: &Code| -> f64 {
                let of = |feedback: Response| {
                    let class = codes.iter().filter(|(code, _)| game.answer(guess, code) == feedback);
                    let (number, weight) = class.fold((0, 0.0), |(n, sum), (_, weight)| (n + 1, sum + weight));
                    weight * (1.0 + if feedback.black() == 4 { 0.0 } else { takes(number) })
                };
                Response::all(4).map(of).sum()
            };
            let endgame = Endgame::new(game, &codes, &others);
            let all: Vec<u16> = (0..codes.len() as u16).collect();
            let mut classes = vec![(0.0, 0); Response::values(4)];
            let rows = endgame.responses.chunks_exact(codes.len());
            let costs =
                rows.map(|row| endgame.one_ply_cost(&all, row, endgame.weight(&all), f64::INFINITY, &mut classes));
            let costs: Vec<f64> = costs.collect();
            for (costs, guess) in costs.iter().zip(codes.iter().map(|(code, _)| code).chain(&others)) {
                assert!((costs - cost(guess)).abs() < 1e-9, "{codes:?}, {guess}: {costs}, {}", cost(guess));
            }
            let best = costs.iter().copied().fold(f64::INFINITY, f64::min);
            let found = endgame.best_one_ply(&all, usize::MAX, 1, f64::INFINITY)[0].0;
            assert!(found >= best - 1e-9, "{codes:?}: {found}, {best}");
            sums = [sums[0] + best, sums[1] + found];
        }
        // What is left out makes little difference.
        assert!(sums[1] < 1.02 * sums[0], "{sums:?}");
    }

    #[test]
    fn the_value_of_few_codes_is_the_smallest_cost() {
        let game: Game = "4x6".parse().unwrap();
        let mut rng = Rng::new(1);
        for _ in 0..300 {
            let codes = codes(game, FEW, &mut rng);
            let all: Vec<u16> = (0..codes.len() as u16).collect();
            let value = Endgame::new(game, &codes, &[]).value(&all, Depth::Playout { best: 3 }, f64::INFINITY);
            assert!((value - smallest_cost(game, &codes)).abs() < 1e-9, "{codes:?}: {value}");
        }
    }

    #[test]
    fn pairs_are_counted_as_one_by_one() {
        let mut rng = Rng::new(1);
        for (codes, guesses) in [(1, 1), (7, 40), (64, 32), (65, 33), (300, 100)] {
            let responses: Vec<u8> = (0..codes * guesses).map(|_| rng.below(5) as u8).collect();
            let some: Vec<u16> = (0..codes as u16).filter(|code| codes < 64 || code % 5 == 0).collect();
            let counted = |guess: usize| {
                let row: Vec<u8> = some.iter().map(|&code| responses[guess * codes + usize::from(code)]).collect();
                let equal = |place: usize| row[..place].iter().filter(|other| **other == row[place]).count();
                (0..row.len()).map(equal).sum::<usize>() as u16
            };
            let counted: Vec<u16> = (0..guesses).map(counted).collect();
            assert_eq!(PairCollisions::new(codes, &responses).pairs(&some, guesses), counted);
            assert_eq!(PairCollisions::new(codes, &responses).pairs(&some, guesses / 2), counted[..guesses / 2]);
        }
    }
}
