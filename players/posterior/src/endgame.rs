//! The expected number of remaining guesses, where all candidates are known.

use crate::pair_collisions::PairCollisions;
use scsa::{Code, Feedback};
use std::cmp::Reverse;

/// Sets up to this size are searched exhaustively; for larger ones the cost is estimated.
const FEW: usize = 6;
/// The number of codes after which the bound is checked.
const CHUNK: usize = 8;
/// The number of its own codes that are tried as guesses for a larger set.
const OWN: usize = 12;
/// The number of other guesses tried for it, those with the fewest pair collisions.
const OTHERS: usize = 6;
/// With fewer codes of a sample, guesses are not compared.
const TELLING: usize = 4;

/// The estimated expected number of guesses to find one of n equally probable codes.
///
/// It is 2 - 1/n if one of them distinguishes all. For more codes, the information gain of a guess is assumed to be 1.5 nats
/// for six pegs and 2.2 for twenty. That is too low: in 500 games at 6x10 it was 2.8. But with 2.8 the games are no shorter:
/// 6.610 ± 0.010 and 6.612 ± 0.010 guesses there.
pub fn guesses_for(codes: f64, pegs: usize) -> f64 {
    let told = 1.2 + pegs as f64 / 20.0;
    if codes <= 1.0 { 1.0 } else { (2.0 - 1.0 / codes).max(1.0 + libm::log(codes) / told) }
}

/// Codes with weights, and how they respond to each other and to other guesses.
#[derive(Debug)]
pub struct Endgame<'a> {
    codes: &'a [(Code, f64)],
    /// To each code, and then to the other guesses, how all codes respond.
    responses: Vec<u8>,
    /// Those to the other guesses.
    alike: PairCollisions,
    /// What stands for so many codes that may be the secret.
    scale: f64,
    /// How many guesses it takes to find one of so many codes, about.
    takes: Vec<f64>,
}

/// How sets of more than a few codes are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// By one guess, out of the set or one of so many others, after which it takes as long as it usually does.
    OnePly { others: usize },
    /// To the end, which tells nothing of a sample: with so many guesses that take least at a glance, then with one less,
    /// and at last with one each, so that codes that are found one by one take no longer than others.
    Playout { best: usize },
}

impl Depth {
    /// As far as codes tell anything that stand for so many each.
    pub fn most(scale: f64) -> Depth {
        if scale > 1.0 { Depth::OnePly { others: usize::MAX } } else { Depth::Playout { best: 3 } }
    }
}

/// Codes with the same response.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    weight: f64,
    number: usize,
}

impl<'a> Endgame<'a> {
    /// Of these codes, with other guesses that may tell more than they do. The secret is one of the codes, or one of `scale` times
    /// as many of which they are a sample.
    pub fn new(codes: &'a [(Code, f64)], scale: f64, others: &[Code]) -> Endgame<'a> {
        let guesses = codes.iter().map(|(code, _)| code).chain(others);
        let responses: Vec<u8> = guesses.flat_map(|guess| responses(codes, guess)).collect();
        let alike = PairCollisions::new(codes.len(), &responses[codes.len() * codes.len()..]);
        let pegs = codes.first().map_or(1, |(code, _)| code.len());
        let takes = (0..=codes.len()).map(|number| guesses_for(number as f64 * scale, pegs)).collect();
        Endgame { codes, responses, alike, scale, takes }
    }

    /// What all codes together take, each by its weight, if this is guessed next; infinite if it reaches the bound.
    pub fn cost(&self, guess: &Code, depth: Depth, bound: f64) -> f64 {
        let all: Vec<u16> = (0..self.codes.len() as u16).collect();
        let win = Feedback::new(guess.len() as u8, 0).index() as u8;
        let responses: Vec<u8> = responses(self.codes, guess).collect();
        self.after(&all, &responses, win, depth, bound)
    }

    fn weight_of(&self, place: u16) -> f64 {
        self.codes[usize::from(place)].1
    }

    fn weight(&self, set: &[u16]) -> f64 {
        set.iter().map(|&place| self.weight_of(place)).sum()
    }

    /// How all codes respond to one of them.
    fn row(&self, guess: u16) -> &[u8] {
        &self.responses[usize::from(guess) * self.codes.len()..][..self.codes.len()]
    }

    /// How all codes respond to those of the first other guesses that tell most pairs of a set apart.
    fn others(&self, set: &[u16], guesses: usize) -> impl Iterator<Item = &[u8]> {
        let pairs = self.alike.pairs(set, guesses);
        let mut best: Vec<(u16, usize)> = pairs.into_iter().zip(self.codes.len()..).collect();
        if best.len() > OTHERS {
            best.select_nth_unstable(OTHERS);
            best.truncate(OTHERS);
        }
        best.sort_unstable();
        let len = self.codes.len();
        best.into_iter().map(move |(_, guess)| &self.responses[guess * len..][..len])
    }

    /// What a set takes with a guess that has these responses, the guess itself among it.
    fn after(&self, set: &[u16], responses: &[u8], win: u8, depth: Depth, bound: f64) -> f64 {
        let both = |&place: &u16| u32::from(responses[usize::from(place)]) << 16 | u32::from(place);
        let mut sorted: Vec<u32> = set.iter().map(both).collect();
        sorted.sort_unstable();
        let places: Vec<u16> = sorted.iter().map(|both| *both as u16).collect();
        let (mut cost, mut behind) = (self.weight(set), places.as_slice());
        let mut cells: Vec<&[u16]> = Vec::new();
        for cell in sorted.chunk_by(|a, b| a >> 16 == b >> 16) {
            let places = behind.split_off(..cell.len()).unwrap_or_default();
            if cell[0] >> 16 == u32::from(win) {
                cost += self.beside(places);
            } else {
                cost += self.least(places);
                cells.push(places);
            }
        }
        // What takes most is looked at first, to leave out the rest if that is too much.
        cells.sort_by_key(|cell| Reverse(cell.len()));
        for cell in cells {
            let least = self.least(cell);
            cost += self.value(cell, depth, bound - (cost - least)) - least;
            if cost >= bound {
                return f64::INFINITY;
            }
        }
        cost
    }

    /// A set takes no less: not less than if the heaviest is found now and every other one next.
    fn least(&self, set: &[u16]) -> f64 {
        let heaviest = set.iter().map(|&place| self.weight_of(place)).fold(0.0, f64::max);
        2.0 * self.weight(set) - heaviest
    }

    /// What those take of which a code that is found is a sample.
    fn beside(&self, found: &[u16]) -> f64 {
        self.weight(found) * self.takes[found.len()] * (1.0 - 1.0 / self.scale)
    }

    /// The guesses of some with which a set takes least, if what follows takes as long as it usually does, and what it takes
    /// then, the best one first; only with those that take less than the bound.
    fn best_one_ply(&self, set: &[u16], others: usize, number: usize, bound: f64) -> Vec<(f64, &[u8])> {
        // No response has a place behind that of the one that wins.
        let mut cells = vec![Cell::default(); usize::from(self.responses[0]) + 1];
        let sum = self.weight(set);
        let least = if self.scale > 1.0 { 0.0 } else { self.least(set) };
        let mut best: Vec<(f64, &[u8])> = Vec::with_capacity(number + 1);
        let heaviest = set.iter().max_by(|a, b| self.weight_of(**a).total_cmp(&self.weight_of(**b)));
        let own = heaviest.into_iter().chain(set.iter().step_by(set.len().div_ceil(OWN)));
        let own = own.map(|&guess| self.row(guess));
        for row in own.chain(self.others(set, others)) {
            let bound = if best.len() == number { best[number - 1].0 } else { bound };
            let cost = self.one_ply_cost(set, row, sum, bound, &mut cells);
            if cost < bound {
                best.insert(best.partition_point(|(other, _)| *other <= cost), (cost, row));
                best.truncate(number);
                // Nothing is better than a code of the set that parts all others.
                if cost <= least + 1e-12 {
                    break;
                }
            }
        }
        best
    }

    /// What a set of this weight takes with a guess that has these responses, if what follows takes as long as it usually does, as
    /// far as that is below the bound.
    fn one_ply_cost(&self, set: &[u16], row: &[u8], sum: f64, bound: f64, cells: &mut [Cell]) -> f64 {
        let win = self.responses[0];
        let (mut cost, mut seen) = (sum, 0);
        for places in set.chunks(CHUNK) {
            seen += places.len();
            for &place in places {
                let (response, weight) = (row[usize::from(place)], self.weight_of(place));
                let cell = &mut cells[usize::from(response)];
                if response == win {
                    cost += self.beside(&[place]);
                } else {
                    let more = Cell { weight: cell.weight + weight, number: cell.number + 1 };
                    cost += more.weight * self.takes[more.number] - cell.weight * self.takes[cell.number];
                    *cell = more;
                }
            }
            // More codes take no less.
            if cost >= bound {
                break;
            }
        }
        set[..seen].iter().for_each(|place| cells[usize::from(row[usize::from(*place)])] = Cell::default());
        cost
    }

    /// What a set takes at best: a few codes with guesses from the set, and others that tell all of them apart; more as the depth
    /// tells.
    fn value(&self, set: &[u16], depth: Depth, bound: f64) -> f64 {
        match *set {
            _ if self.scale > 1.0 && set.len() < TELLING => self.weight(set) * self.takes[set.len()],
            _ if set.len() > FEW || self.scale > 1.0 => match depth {
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
                if twice < best.min(bound) && self.alike.pairs(set, usize::MAX).contains(&0) { twice } else { best }
            }
        }
    }
}

/// How codes respond to a guess.
fn responses(codes: &[(Code, f64)], guess: &Code) -> impl Iterator<Item = u8> {
    codes.iter().map(|(code, _)| code.feedback(guess).index() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Rng, Size};

    /// What a set takes at best with guesses from the set, plainly.
    fn plainly(codes: &[(Code, f64)]) -> f64 {
        let cost = |guess: &Code| -> f64 {
            let cell = |feedback: Feedback| -> Vec<(Code, f64)> {
                codes.iter().filter(|(code, _)| code.feedback(guess) == feedback).copied().collect()
            };
            let cells = Feedback::all(guess.len()).filter(|feedback| feedback.black() < guess.len()).map(cell);
            let all: f64 = codes.iter().map(|(_, weight)| weight).sum();
            all + cells.filter(|cell| !cell.is_empty()).map(|cell| plainly(&cell)).sum::<f64>()
        };
        codes.iter().map(|(code, _)| cost(code)).fold(f64::INFINITY, f64::min)
    }

    /// Codes with weights, each once.
    fn codes(size: Size, number: usize, rng: &mut Rng) -> Vec<(Code, f64)> {
        let mut codes: Vec<(Code, f64)> =
            (0..number).map(|_| (Code::from_fn(size, |_| rng.color(4)), [0.1, 0.2, 0.7, 1.0][rng.below(4)])).collect();
        codes.sort_by_key(|(code, _)| *code);
        codes.dedup_by_key(|(code, _)| *code);
        codes
    }

    #[test]
    fn whone_ply_cost_tells_is_worked_out_plainly() {
        let size: Size = "4x6".parse().unwrap();
        let mut rng = Rng::new(2);
        for scale in [1.0, 1.5, 40.0] {
            let mut sums = [0.0; 2];
            for _ in 0..100 {
                let codes = codes(size, 30, &mut rng);
                let others: Vec<Code> = (0..20).map(|_| Code::from_fn(size, |_| rng.color(6))).collect();
                let takes = |number: usize| guesses_for(number as f64 * scale, 4);
                let cost = |guess: &Code| -> f64 {
                    let of = |feedback: Feedback| {
                        let cell = codes.iter().filter(|(code, _)| code.feedback(guess) == feedback);
                        let (number, weight) = cell.fold((0, 0.0), |(n, sum), (_, weight)| (n + 1, sum + weight));
                        let part = if feedback.black() == 4 { 1.0 - 1.0 / scale } else { 1.0 };
                        weight * (1.0 + takes(number) * part)
                    };
                    Feedback::all(4).map(of).sum()
                };
                let game = Endgame::new(&codes, scale, &others);
                let all: Vec<u16> = (0..codes.len() as u16).collect();
                let mut cells = vec![Cell::default(); Feedback::values(4)];
                let rows = game.responses.chunks_exact(codes.len());
                let told = rows.map(|row| game.one_ply_cost(&all, row, game.weight(&all), f64::INFINITY, &mut cells));
                let told: Vec<f64> = told.collect();
                for (told, guess) in told.iter().zip(codes.iter().map(|(code, _)| code).chain(&others)) {
                    assert!((told - cost(guess)).abs() < 1e-9, "{codes:?}, {guess}: {told}, {}", cost(guess));
                }
                let best = told.iter().copied().fold(f64::INFINITY, f64::min);
                let found = game.best_one_ply(&all, usize::MAX, 1, f64::INFINITY)[0].0;
                assert!(found >= best - 1e-9, "{codes:?}: {found}, {best}");
                sums = [sums[0] + best, sums[1] + found];
            }
            // What is left out makes little difference.
            assert!(sums[1] < 1.02 * sums[0], "{scale}: {sums:?}");
        }
    }

    /// What is found is what some strategy takes, so not less than the best one, and not much more with so many codes.
    #[test]
    fn more_codes_take_no_less_than_they_do_plainly() {
        let size: Size = "4x6".parse().unwrap();
        let mut rng = Rng::new(3);
        for _ in 0..30 {
            let codes = codes(size, 11, &mut rng);
            let all: Vec<u16> = (0..codes.len() as u16).collect();
            let (value, plain) =
                (Endgame::new(&codes, 1.0, &[]).value(&all, Depth::most(1.0), f64::INFINITY), plainly(&codes));
            assert!(value > plain - 1e-9 && value < 1.05 * plain, "{codes:?}: {value}, {plain}");
        }
    }

    #[test]
    fn few_codes_take_what_they_take_plainly() {
        let size: Size = "4x6".parse().unwrap();
        let mut rng = Rng::new(1);
        for _ in 0..300 {
            let codes = codes(size, FEW, &mut rng);
            let all: Vec<u16> = (0..codes.len() as u16).collect();
            let value = Endgame::new(&codes, 1.0, &[]).value(&all, Depth::most(1.0), f64::INFINITY);
            assert!((value - plainly(&codes)).abs() < 1e-9, "{codes:?}: {value}");
        }
    }
}
