//! The inner loops of chains and of counting pairs, with the widest registers that the processor has.
//!
//! Besides `dispatch`, this is the only module of this crate with `unsafe` code: AVX2 instructions, and calls of functions compiled for
//! them. Each is used only where the processor was found to have AVX2, and never reads beyond the lanes.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "see above"))]

mod exchange;
mod pairs;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

pub use exchange::{Exchange, exchange};
pub use pairs::{SAME, same_pairs};

/// The registers that a chain may use.
pub trait Registers: Copy {
    /// The proof that the processor has AVX2, where it is to be used.
    fn wide(self) -> Option<Avx2>;
}

/// Registers that every processor has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The registers of AVX2. A value exists only where the processor has them.
#[derive(Clone, Copy, Debug)]
#[cfg(target_arch = "x86_64")]
pub struct Avx2(());

/// Uninhabited on other processors.
#[derive(Clone, Copy, Debug)]
#[cfg(not(target_arch = "x86_64"))]
pub struct Avx2(std::convert::Infallible);

impl Registers for Portable {
    #[inline(always)]
    fn wide(self) -> Option<Avx2> {
        None
    }
}

impl Registers for Avx2 {
    #[inline(always)]
    fn wide(self) -> Option<Avx2> {
        Some(self)
    }
}

impl Avx2 {
    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline]
    pub fn find() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            return Some(Avx2(()));
        }
        None
    }
}

/// The sum of the absolute differences of the lanes, a multiple of 16.
#[inline(always)]
pub fn distance<const N: usize>(a: &[u8; N], b: &[u8; N], registers: impl Registers) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let halves = halves(a, b, registers.wide());
        (_mm_cvtsi128_si32(halves) + _mm_extract_epi16::<4>(halves)) as u32
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = registers;
        plain_distance(a, b)
    }
}

/// [`distance`] of four at once.
#[inline(always)]
pub fn distances<const N: usize>(four: &[[u8; N]; 4], b: &[u8; N], registers: impl Registers) -> [u32; 4] {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: as above; what is stored has the length of the register.
    unsafe {
        let [first, second, third, fourth] = four;
        let sums = |one, two| {
            let (one, two) = (halves(one, b, registers.wide()), halves(two, b, registers.wide()));
            _mm_castsi128_ps(_mm_add_epi64(_mm_unpacklo_epi64(one, two), _mm_unpackhi_epi64(one, two)))
        };
        let all = _mm_shuffle_ps::<0b10_00_10_00>(sums(first, second), sums(third, fourth));
        let mut into = [0; 4];
        _mm_storeu_si128(into.as_mut_ptr().cast(), _mm_castps_si128(all));
        into
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = registers;
        four.each_ref().map(|a| plain_distance(a, b))
    }
}

/// The distance in two parts, a number of 64 bits each.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn halves<const N: usize>(a: &[u8; N], b: &[u8; N], wide: Option<Avx2>) -> __m128i {
    const { assert!(N.is_multiple_of(16)) };
    // SAFETY: `at` stays below N in steps of the registers' width, so that no load reads beyond the lanes, and loads need
    // no alignment. Every processor of this kind has SSE2, and this one AVX2 if that is proved.
    unsafe {
        let mut sum = _mm_setzero_si128();
        let mut at = 0;
        if wide.is_some() && N >= 32 {
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
        sum
    }
}

/// The same for any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain_distance<const N: usize>(a: &[u8; N], b: &[u8; N]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;

    fn agree<const N: usize>(rng: &mut Rng) {
        for _ in 0..1000 {
            let [a, b]: [[u8; N]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| rng.bits() as u8));
            let plain = plain_distance(&a, &b);
            let four = [a, b, a.map(|lane| lane / 2), [0; N]];
            let plain_of_four = four.map(|lanes| plain_distance(&lanes, &b));
            assert_eq!(distances(&four, &b, Portable), plain_of_four);
            assert_eq!(distance(&a, &b, Portable), plain);
            if let Some(wide) = Avx2::find() {
                assert_eq!(distance(&a, &b, wide), plain);
                assert_eq!(distances(&four, &b, wide), plain_of_four);
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
}
