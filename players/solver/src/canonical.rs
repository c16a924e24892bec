//! The same key for sets of candidates that are equal up to the names of pegs and colors.

use scsa::{Rng, Size};

/// The key of a canonical set of candidates. Two of a thousand million different sets have the same key with a probability
/// below 10^-20.
pub type SetKey = u128;

/// Hashes the canonical form of sets of codes.
///
/// Two sets are equivalent when exchanges of pegs and colors turn one into the other. A strategy for one is then a strategy
/// for the other. The canonical form orders pegs and colors by invariants of the set, and the key is a Zobrist hash of it. Sets
/// with the same key are equivalent. Equivalent sets can have different keys where two pegs or colors have equal invariants
/// but are not exchangeable; then the same search is repeated.
#[derive(Clone, Debug)]
pub struct CanonicalHasher {
    pegs: usize,
    colors: usize,
    /// The colors of each code, peg by peg.
    digits: Vec<u8>,
    /// A random number for each code.
    keys: Vec<SetKey>,
}

/// The most pegs of a board whose codes can be listed, and the most colors.
const MAX_PEGS: usize = 32;
const MAX_COLORS: usize = 32;

impl CanonicalHasher {
    /// A hasher for the codes of a size, of which each takes 16 bytes and one for each peg.
    pub fn new(size: Size) -> CanonicalHasher {
        let mut rng = Rng::new(0);
        let mut word = || SetKey::from(rng.bits());
        let digits: Vec<u8> =
            size.codes().flat_map(|code| code.pegs().map(|color| color.index() as u8).collect::<Vec<_>>()).collect();
        let keys = (0..digits.len() / size.pegs()).map(|_| word() << 64 | word()).collect();
        CanonicalHasher { pegs: size.pegs(), colors: size.colors(), digits, keys }
    }

    /// The key of the set of codes with these ranks and, if there are `weights` by rank, their weights.
    pub fn key(&self, ranks: &[u32], weights: Option<&[u32]>) -> SetKey {
        match self.pegs {
            4 => self.key_of::<4>(ranks, weights),
            5 => self.key_of::<5>(ranks, weights),
            _ => self.key_of::<0>(ranks, weights),
        }
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

/// The position of each number in descending order.
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
