//! The steps of a chain with the widest registers that the processor has.
//!
//! This is the only room with `unsafe` code: instructions, and calls of functions that are compiled for instructions, which
//! not every processor has. Each is used only where the processor said that it has them, and never reads beyond the lanes.

#![expect(unsafe_code, reason = "see above")]

use crate::{
    chain::{Chain, Land},
    heat::Heat,
};
use scsa::Rng;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// [`Chain::walk`] with the widest instructions at hand.
#[inline]
pub fn walk<const N: usize>(chain: &mut Chain<N>, land: &Land<'_, N>, heat: &Heat, pegs: usize, rng: &mut Rng) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has these instructions, as the line before says.
        return unsafe { walk_avx2(chain, land, heat, pegs, rng) };
    }
    chain.walk::<false>(land, heat, pegs, rng);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn walk_avx2<const N: usize>(chain: &mut Chain<N>, land: &Land<'_, N>, heat: &Heat, pegs: usize, rng: &mut Rng) {
    chain.walk::<true>(land, heat, pegs, rng);
}

/// [`Chain::color`] with the widest instructions at hand.
#[inline]
pub fn color<const N: usize>(chain: &mut Chain<N>, land: &Land<'_, N>, heat: &Heat, groups: usize, rng: &mut Rng) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has these instructions, as the line before says.
        return unsafe { color_avx2(chain, land, heat, groups, rng) };
    }
    chain.color::<false>(land, heat, groups, rng);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn color_avx2<const N: usize>(chain: &mut Chain<N>, land: &Land<'_, N>, heat: &Heat, groups: usize, rng: &mut Rng) {
    chain.color::<true>(land, heat, groups, rng);
}

/// The sum over the lanes, a multiple of 16, of how far apart they are. `WIDE` may be true only where the processor has AVX2.
#[inline(always)]
pub fn distance<const N: usize, const WIDE: bool>(a: &[u8; N], b: &[u8; N]) -> u32 {
    const { assert!(N.is_multiple_of(16)) };
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: `at` stays below N in steps of the registers' width, so that no load reads beyond the lanes, and loads need
        // no alignment. Every processor of this kind has SSE2, and AVX2 where WIDE says so.
        unsafe {
            let mut sum = _mm_setzero_si128();
            let mut at = 0;
            if WIDE && N >= 32 {
                let mut wide = _mm256_setzero_si256();
                while at + 32 <= N {
                    let a = _mm256_loadu_si256(a.as_ptr().add(at).cast());
                    let b = _mm256_loadu_si256(b.as_ptr().add(at).cast());
                    wide = _mm256_add_epi64(wide, _mm256_sad_epu8(a, b));
                    at += 32;
                }
                sum = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256::<1>(wide));
            }
            while at + 16 <= N {
                let a = _mm_loadu_si128(a.as_ptr().add(at).cast());
                let b = _mm_loadu_si128(b.as_ptr().add(at).cast());
                sum = _mm_add_epi64(sum, _mm_sad_epu8(a, b));
                at += 16;
            }
            (_mm_cvtsi128_si32(sum) + _mm_extract_epi16::<4>(sum)) as u32
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    plain_distance(a, b)
}

/// The same for any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain_distance<const N: usize>(a: &[u8; N], b: &[u8; N]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Board, clues::Clues, prior::Prior};
    use scsa::{Code, Size, Turn};

    fn agree<const N: usize>(rng: &mut Rng) {
        for _ in 0..1000 {
            let [a, b]: [[u8; N]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| rng.bits() as u8));
            let plain = plain_distance(&a, &b);
            assert_eq!(distance::<N, false>(&a, &b), plain);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                assert_eq!(distance::<N, true>(&a, &b), plain);
            }
        }
    }

    #[test]
    fn distances_are_those_of_the_plain_sum() {
        let mut rng = Rng::new(1);
        agree::<16>(&mut rng);
        agree::<32>(&mut rng);
        agree::<64>(&mut rng);
        agree::<128>(&mut rng);
    }

    /// Where a chain goes does not depend on the processor.
    #[test]
    fn wide_registers_change_no_step() {
        let size: Size = "12x14".parse().unwrap();
        let mut rng = Rng::new(2);
        let mut draw = || Code::from_fn(size, |_| rng.color(14));
        let codes: Vec<Code> = (0..100).map(|_| draw()).collect();
        let (board, secret) = (Board::of(size, &codes), draw());
        let turn = |guess: &Code| Turn { guess: *guess, feedback: secret.feedback(guess) };
        let turns: Vec<Turn> = codes[..20].iter().map(turn).collect();
        let clues = Clues::<32>::new(&board, &turns);
        let land = Land { board: &board, clues: &clues, prior: &Prior::Flat, settled: false };
        let heat = Heat::new(0.7, 0.7);
        let mut chains = [Chain::new(&land, &codes[50]), Chain::new(&land, &codes[50])];
        let [mut one, mut two] = [Rng::new(3), Rng::new(3)];
        for _ in 0..1000 {
            walk(&mut chains[0], &land, &heat, 3, &mut one);
            chains[1].walk::<false>(&land, &heat, 3, &mut two);
            assert_eq!(chains[0].code(&board), chains[1].code(&board));
        }
        assert_ne!(chains[0].code(&board), codes[50]);
    }
}
