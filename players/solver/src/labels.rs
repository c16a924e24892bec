//! The same number for sets of candidates that are alike.

use scsa::{Rng, Size};

/// A set of candidates, whatever its pegs and colors are called: two of a thousand million sets that are not alike have the
/// same key with a probability below 10^-20.
pub type Key = u128;

/// Gives sets of codes keys.
///
/// Two sets are alike when one becomes the other by exchanging pegs, and colors. A strategy for one is then a strategy for the
/// other. So a set is renamed: its pegs and its colors are ordered by what tells them apart, and the key belongs to the set
/// of the new names. Sets with the same key are alike, as both became that set. That sets which are alike have the same
/// key is not certain, where pegs or colors look the same and are not; then something is looked for twice.
#[derive(Clone, Debug)]
pub struct Labels {
    pegs: usize,
    colors: usize,
    /// The colors of each code.
    digits: Vec<u8>,
    /// A random number for each code.
    keys: Vec<Key>,
}

/// The most pegs of a board whose codes can be listed.
const MOST_PEGS: usize = 32;
const MOST_COLORS: usize = 32;

impl Labels {
    /// For the codes of a size, which are to be few enough to be listed.
    pub fn new(size: Size) -> Labels {
        let mut rng = Rng::new(0);
        let mut word = || Key::from(rng.bits());
        let digits: Vec<u8> =
            size.codes().flat_map(|code| code.pegs().map(|color| color.index() as u8).collect::<Vec<_>>()).collect();
        let keys = (0..digits.len() / size.pegs()).map(|_| word() << 64 | word()).collect();
        Labels { pegs: size.pegs(), colors: size.colors(), digits, keys }
    }

    /// The key of the set of the codes at these places, each with so much weight.
    pub fn key(&self, places: &[u32], weights: Option<&[u32]>) -> Key {
        match self.pegs {
            4 => self.key_of::<4>(places, weights),
            5 => self.key_of::<5>(places, weights),
            _ => self.key_of::<0>(places, weights),
        }
    }

    #[inline(always)]
    fn key_of<const PEGS: usize>(&self, places: &[u32], weights: Option<&[u32]>) -> Key {
        let pegs = if PEGS == 0 { self.pegs } else { PEGS };
        let code = |place: u32| &self.digits[place as usize * pegs..][..pegs];
        let weight = |place: u32| weights.map_or(1, |weights| u64::from(weights[place as usize]));

        // How often each color stands on each peg.
        let mut counts = [[0u64; MOST_COLORS]; MOST_PEGS];
        for &place in places {
            for (counts, &color) in counts[..pegs].iter_mut().zip(code(place)) {
                counts[usize::from(color) % MOST_COLORS] += weight(place);
            }
        }
        let mut of_peg = [0u64; MOST_PEGS];
        for (of_peg, counts) in of_peg[..pegs].iter_mut().zip(&mut counts) {
            let counts = &mut counts[..self.colors];
            counts.iter_mut().for_each(|count| *count = mixed(*count));
            *of_peg = mixed(counts.iter().copied().fold(0, u64::wrapping_add)) | 1;
        }
        let mut of_color = [0u64; MOST_COLORS];
        for (of_peg, counts) in of_peg[..pegs].iter().zip(&counts) {
            for (of_color, &count) in of_color[..self.colors].iter_mut().zip(counts) {
                *of_color = of_color.wrapping_add(count.wrapping_mul(*of_peg));
            }
        }
        of_color[..self.colors].iter_mut().for_each(|of_color| *of_color = mixed(*of_color) | 1);

        // What the codes are like in which it stands, and where.
        let (mut next_peg, mut next_color) = ([0u64; MOST_PEGS], [0u64; MOST_COLORS]);
        for &place in places {
            let code = code(place);
            let of_pegs = code.iter().zip(&of_peg);
            let like = of_pegs.map(|(&color, of_peg)| of_color[usize::from(color) % MOST_COLORS].wrapping_mul(*of_peg));
            let like = mixed(like.fold(weight(place), u64::wrapping_add));
            for ((&color, of_peg), next_peg) in code.iter().zip(&of_peg).zip(&mut next_peg) {
                let color = usize::from(color) % MOST_COLORS;
                *next_peg = next_peg.wrapping_add(like.wrapping_mul(of_color[color]));
                next_color[color] = next_color[color].wrapping_add(like.wrapping_mul(*of_peg));
            }
        }

        // The color of the highest number becomes the first; a color of no code has the number 0.
        let names = order::<MOST_COLORS>(&next_color[..self.colors]);
        let to = order::<MOST_PEGS>(&next_peg[..pegs]);
        let mut power = [1u32; MOST_PEGS];
        for peg in 1..pegs {
            power[peg] = power[peg - 1] * self.colors as u32;
        }
        let mut share = [0u32; MOST_PEGS];
        for (share, &to) in share[..pegs].iter_mut().zip(&to) {
            *share = power[usize::from(to)];
        }
        let mut key: Key = 0;
        for &place in places {
            let code = code(place).iter().zip(&share);
            let renamed: u32 =
                code.map(|(&color, share)| u32::from(names[usize::from(color) % MOST_COLORS]) * share).sum();
            let own = self.keys[renamed as usize];
            key = match weights {
                None => key ^ own,
                Some(_) => key.wrapping_add(own.wrapping_mul(Key::from(weight(place)) * 2 + 1)),
            };
        }
        key
    }
}

/// The rank of each number, the highest one first.
#[inline(always)]
fn order<const MOST: usize>(numbers: &[u64]) -> [u8; MOST] {
    let mut ranks = [0; MOST];
    for (one, number) in numbers.iter().enumerate() {
        for (two, other) in numbers[..one].iter().enumerate() {
            let first = usize::from(number > other);
            ranks[one] += 1 - first as u8;
            ranks[two] += first as u8;
        }
    }
    ranks
}

/// A number that depends on all bits of another.
#[inline(always)]
const fn mixed(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}
