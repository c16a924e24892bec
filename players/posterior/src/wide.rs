//! The same code, compiled for wider registers.
#![allow(unsafe_code)]

use crate::chain::{Chain, Heat, Land};
use scsa::Rng;

/// [`Chain::walk`] with the widest instructions at hand.
#[inline]
pub fn walk<const N: usize>(
    chain: &mut Chain<N>,
    land: &Land<'_, N>,
    heat: &Heat,
    pegs: usize,
    rng: &mut Rng,
) -> usize {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has what the function is compiled for.
        return unsafe { walk_avx2(chain, land, heat, pegs, rng) };
    }
    chain.walk::<false>(land, heat, pegs, rng)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn walk_avx2<const N: usize>(
    chain: &mut Chain<N>,
    land: &Land<'_, N>,
    heat: &Heat,
    pegs: usize,
    rng: &mut Rng,
) -> usize {
    chain.walk::<true>(land, heat, pegs, rng)
}

/// The sum over the lanes of how far apart they are. With `WIDE` only where the processor has AVX2.
#[inline(always)]
pub fn distance<const N: usize, const WIDE: bool>(a: &[u8; N], b: &[u8; N]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: every processor of this kind has SSE2, and AVX2 where WIDE says so; the loads stay within N bytes.
        unsafe {
            use std::arch::x86_64::*;
            let mut sum = _mm_setzero_si128();
            let mut at = 0;
            if WIDE {
                let mut wide = _mm256_setzero_si256();
                while at + 32 <= N {
                    let a = _mm256_loadu_si256(a.as_ptr().add(at).cast());
                    let b = _mm256_loadu_si256(b.as_ptr().add(at).cast());
                    wide = _mm256_add_epi64(wide, _mm256_sad_epu8(a, b));
                    at += 32;
                }
                if at > 0 {
                    sum = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256::<1>(wide));
                }
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
