//! The transposition table: bounds of sets of candidates, found by a key that is the same for equivalent sets.

use crate::evaluator::{CostBound, EvaluationStage};
use bytemuck::Zeroable;
use scsa::{Game, Rng};
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bounds by the key of the set, in a fixed amount of memory. Threads share it without locks.
///
/// The key selects a bucket of 4 slots. Where it is full, the new entry replaces the one with the fewest candidates.
pub struct TranspositionTable {
    buckets: Vec<[Slot; WAYS]>,
}

const WAYS: usize = 4;

/// An entry, in three words. The first word is the exclusive or of the others and half of the key: where threads have written
/// words of different entries it does not match, and the slot counts as empty.
#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    lower: AtomicU64,
    /// From the highest bit: 40 bits for the reach minus the lower bound, 22 for the number of candidates, 2 for the stage.
    rest: AtomicU64,
}

impl TranspositionTable {
    /// An empty table of about this many bytes, at least one bucket. Where the system has not that much memory, it is smaller.
    pub fn new(bytes: usize) -> TranspositionTable {
        // Memory is taken where entries are written.
        let counts = iter::successors(Some(bytes / size_of::<[Slot; WAYS]>()), |count| Some(count / 2));
        let buckets = counts.take_while(|&count| count > 1).find_map(|count| bytemuck::try_zeroed_vec(count).ok());
        TranspositionTable { buckets: buckets.unwrap_or_else(|| bytemuck::zeroed_vec(1)) }
    }

    pub fn get(&self, key: SetKey) -> Option<CostBound> {
        let (bucket, check) = self.bucket(key);
        bucket.iter().find_map(|slot| {
            let (lower, rest) = (slot.lower.load(Relaxed), slot.rest.load(Relaxed));
            (rest != 0 && slot.check.load(Relaxed) ^ lower ^ rest.rotate_left(32) == check).then(|| CostBound {
                lower,
                reach: lower + (rest >> 24 & (Slot::MAX_REACH)),
                stage: match rest & 3 {
                    0 => EvaluationStage::Candidates,
                    1 => EvaluationStage::AllGuesses,
                    2 => EvaluationStage::TwoGuesses,
                    _ => EvaluationStage::Exact,
                },
            })
        })
    }

    pub fn put(&self, key: SetKey, candidates: usize, bound: CostBound) {
        let (bucket, check) = self.bucket(key);
        let number = |slot: &Slot| {
            let (lower, rest) = (slot.lower.load(Relaxed), slot.rest.load(Relaxed));
            let same = slot.check.load(Relaxed) ^ lower ^ rest.rotate_left(32) == check;
            if same { 0 } else { rest >> 2 & Slot::MAX_CANDIDATES }
        };
        let Some(slot) = bucket.iter().min_by_key(|slot| number(slot)) else { return };
        let reach = (bound.reach.saturating_sub(bound.lower)).min(Slot::MAX_REACH);
        let rest = reach << 24 | (candidates as u64).min(Slot::MAX_CANDIDATES) << 2 | (bound.stage as u64 - 1);
        slot.lower.store(bound.lower, Relaxed);
        slot.rest.store(rest, Relaxed);
        slot.check.store(check ^ bound.lower ^ rest.rotate_left(32), Relaxed);
    }

    fn bucket(&self, key: SetKey) -> (&[Slot; WAYS], u64) {
        let (low, high) = (key as u64, (key >> 64) as u64);
        // The high half of the product is evenly distributed over the buckets.
        let index = (u128::from(low) * self.buckets.len() as u128) >> 64;
        (&self.buckets[index as usize], high)
    }
}

impl Slot {
    const MAX_REACH: u64 = (1 << 40) - 1;
    const MAX_CANDIDATES: u64 = (1 << 22) - 1;
}

/// The key of a canonical set of candidates. Two of a thousand million different sets have the same key with a probability below 10^-20.
pub type SetKey = u128;

/// Hashes the canonical form of sets of codes.
///
/// Two sets are equivalent when exchanges of pegs and colors turn one into the other. A strategy for one is then a strategy
/// for the other. The canonical form orders pegs and colors by invariants of the set, and the key is a Zobrist hash of it. Sets
/// with the same key are equivalent. Equivalent sets can have different keys where two pegs or colors have equal invariants
/// but are not exchangeable; then the same search is repeated.
pub struct CanonicalHasher {
    pegs: usize,
    colors: usize,
    digits: Vec<u8>,
    keys: Vec<SetKey>,
}

/// The most pegs of a board whose codes can be listed, and the most colors.
const MAX_PEGS: usize = 32;
const MAX_COLORS: usize = 32;

impl CanonicalHasher {
    /// A hasher for the codes of a game, of which each takes 16 bytes and one for each peg.
    pub fn new(game: Game) -> CanonicalHasher {
        let mut rng = Rng::new(0);
        let mut word = || SetKey::from(rng.bits());
        let digits: Vec<u8> =
            game.codes().flat_map(|code| code.pegs().map(|color| color.index() as u8).collect::<Vec<_>>()).collect();
        let keys = (0..digits.len() / game.pegs()).map(|_| word() << 64 | word()).collect();
        CanonicalHasher { pegs: game.pegs(), colors: game.colors(), digits, keys }
    }

    /// The key of the set of codes with these ranks and, if there are `weights` by rank, their weights.
    pub fn key(&self, ranks: &[u32], weights: Option<&[u32]>) -> SetKey {
        match self.pegs {
            4 => self.key_of::<4>(ranks, weights),
            5 => self.key_of::<5>(ranks, weights),
            _ => self.key_of::<0>(ranks, weights),
        }
    }

    /// The key of this set itself, and of a guess for it: it differs from those of equivalent sets.
    pub fn key_of_guess(&self, guess: u32, ranks: &[u32]) -> SetKey {
        let set = ranks.iter().fold(0, |key, &rank| key ^ self.keys[rank as usize]);
        // An odd constant with random bits.
        self.keys[guess as usize].wrapping_add(set.wrapping_mul(0xd1b5_4a32_d192_ed03_aef1_7502_108e_f2d9))
    }

    #[inline(always)]
    fn key_of<const PEGS: usize>(&self, ranks: &[u32], weights: Option<&[u32]>) -> SetKey {
        let pegs = if PEGS == 0 { self.pegs } else { PEGS };
        let code = |rank: u32| &self.digits[rank as usize * pegs..][..pegs];
        let weight = |rank: u32| weights.map_or(1, |weights| u64::from(weights[rank as usize]));

        // The invariant of each color on each peg: the weight of the codes that have it there.
        let mut counts = [[0u64; MAX_COLORS]; MAX_PEGS];
        for &rank in ranks {
            for (counts, &color) in counts[..pegs].iter_mut().zip(code(rank)) {
                counts[usize::from(color) % MAX_COLORS] += weight(rank);
            }
        }
        let mut of_peg = [0u64; MAX_PEGS];
        for (of_peg, counts) in of_peg[..pegs].iter_mut().zip(&mut counts) {
            let counts = &mut counts[..self.colors];
            counts.iter_mut().for_each(|count| *count = mix(*count));
            *of_peg = mix(counts.iter().copied().fold(0, u64::wrapping_add)) | 1;
        }
        let mut of_color = [0u64; MAX_COLORS];
        for (of_peg, counts) in of_peg[..pegs].iter().zip(&counts) {
            for (of_color, &count) in of_color[..self.colors].iter_mut().zip(counts) {
                *of_color = of_color.wrapping_add(count.wrapping_mul(*of_peg));
            }
        }
        of_color[..self.colors].iter_mut().for_each(|of_color| *of_color = mix(*of_color) | 1);

        // Refine the invariants of pegs and colors by those of the codes that have them.
        let (mut next_peg, mut next_color) = ([0u64; MAX_PEGS], [0u64; MAX_COLORS]);
        for &rank in ranks {
            let code = code(rank);
            let of_pegs = code.iter().zip(&of_peg);
            let of_code =
                of_pegs.map(|(&color, of_peg)| of_color[usize::from(color) % MAX_COLORS].wrapping_mul(*of_peg));
            let of_code = mix(of_code.fold(weight(rank), u64::wrapping_add));
            for ((&color, of_peg), next_peg) in code.iter().zip(&of_peg).zip(&mut next_peg) {
                let color = usize::from(color) % MAX_COLORS;
                *next_peg = next_peg.wrapping_add(of_code.wrapping_mul(of_color[color]));
                next_color[color] = next_color[color].wrapping_add(of_code.wrapping_mul(*of_peg));
            }
        }

        // The color with the highest invariant becomes the first. A color of no code has 0.
        let names = descending_order::<MAX_COLORS>(&next_color[..self.colors]);
        let new_peg = descending_order::<MAX_PEGS>(&next_peg[..pegs]);
        let mut power = [1u32; MAX_PEGS];
        for peg in 1..pegs {
            power[peg] = power[peg - 1] * self.colors as u32;
        }
        let mut place_value = [0u32; MAX_PEGS];
        for (place_value, &new_peg) in place_value[..pegs].iter_mut().zip(&new_peg) {
            *place_value = power[usize::from(new_peg)];
        }
        let mut key: SetKey = 0;
        for &rank in ranks {
            let code = code(rank).iter().zip(&place_value);
            let canonical: u32 =
                code.map(|(&color, place_value)| u32::from(names[usize::from(color) % MAX_COLORS]) * place_value).sum();
            let code_key = self.keys[canonical as usize];
            key = match weights {
                None => key ^ code_key,
                Some(_) => key.wrapping_add(code_key.wrapping_mul(SetKey::from(weight(rank)) * 2 + 1)),
            };
        }
        key
    }
}

#[inline(always)]
fn descending_order<const MAX: usize>(numbers: &[u64]) -> [u8; MAX] {
    let mut ranks = [0; MAX];
    for (one, number) in numbers.iter().enumerate() {
        for (two, other) in numbers[..one].iter().enumerate() {
            let first = usize::from(number > other);
            ranks[one] += 1 - first as u8;
            ranks[two] += first as u8;
        }
    }
    ranks
}

/// A hash of a number that depends on all its bits.
#[inline(always)]
const fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Color;

    /// What is known of a guess for a set says nothing about the same guess for an equivalent set.
    #[test]
    fn equivalent_sets_have_one_key_and_their_guesses_have_others() {
        let game: Game = "4x5".parse().unwrap();
        let hasher = CanonicalHasher::new(game);
        // The codes with one peg of a color, the first.
        let with = |color: Color| -> Vec<u32> {
            let codes = game.codes().filter(|code| code.peg(0) == color && code.count(color) == 1);
            codes.map(|code| game.rank(&code) as u32).collect()
        };
        let [one, other] = [0, 1].map(|index| with(Color::new(index).unwrap()));
        assert_eq!(hasher.key(&one, None), hasher.key(&other, None));
        for guess in 0..625 {
            assert_ne!(hasher.key_of_guess(guess, &one), hasher.key_of_guess(guess, &other));
        }
    }
}
