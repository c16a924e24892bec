//! Vector operations in two registers of 256 bits, for processors with AVX2.

use crate::partition::simd::{Bits512, Simd};
use std::arch::x86_64::*;

/// The operations of a processor with AVX2. A value exists only on such a processor.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The operations, where the processor has them.
    pub fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }
}

/// A vector: its lower half and its upper half.
type Pair = [__m256i; 2];

/// An intrinsic.
macro_rules! one {
    ($($call:tt)+) => {
        // SAFETY: only `detect` makes an `Avx2`, on a processor that has the instruction. It reads no memory.
        unsafe { $($call)+ }
    };
}

/// An intrinsic for both halves of vectors. There is no closure: a closure is not compiled for the instructions.
macro_rules! both {
    ($name:ident($a:expr)) => {
        [one!($name($a[0])), one!($name($a[1]))]
    };
    ($name:ident($a:expr, $b:expr)) => {
        [one!($name($a[0], $b[0])), one!($name($a[1], $b[1]))]
    };
}

impl Avx2 {
    /// The number of bits that are set in each byte.
    #[inline(always)]
    fn count_bytes(self, bytes: __m256i) -> __m256i {
        let of_half_bytes = one!(_mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4
        ));
        let mask = one!(_mm256_set1_epi8(15));
        let (low, high) = (one!(_mm256_and_si256(bytes, mask)), one!(_mm256_srli_epi16::<4>(bytes)));
        let high = one!(_mm256_and_si256(high, mask));
        one!(_mm256_add_epi8(_mm256_shuffle_epi8(of_half_bytes, low), _mm256_shuffle_epi8(of_half_bytes, high)))
    }

    #[inline(always)]
    fn count_half<const LANE: usize>(self, half: __m256i) -> __m256i {
        let bytes = self.count_bytes(half);
        if LANE == 64 {
            return one!(_mm256_sad_epu8(bytes, _mm256_setzero_si256()));
        }
        let pairs = one!(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)));
        if LANE == 16 { pairs } else { one!(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1))) }
    }

    /// All bits of the lanes of 64 bits where `a < b`.
    #[inline(always)]
    fn below_64(self, a: Pair, b: Pair) -> Pair {
        // The comparison takes the lanes as signed.
        let sign = [one!(_mm256_set1_epi64x(i64::MIN)); 2];
        let (a, b) = (both!(_mm256_xor_si256(a, sign)), both!(_mm256_xor_si256(b, sign)));
        both!(_mm256_cmpgt_epi64(b, a))
    }

    /// The set of lanes whose bits are all set, where all bits of the others are 0.
    #[inline(always)]
    fn set<const LANE: usize>(self, lanes: Pair) -> u32 {
        match LANE {
            16 => {
                let packed = one!(_mm256_packs_epi16(lanes[0], lanes[1]));
                one!(_mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed))) as u32
            }
            32 => {
                let [low, high] = both!(_mm256_castsi256_ps(lanes));
                (one!(_mm256_movemask_ps(low)) | one!(_mm256_movemask_ps(high)) << 8) as u32
            }
            _ => {
                let [low, high] = both!(_mm256_castsi256_pd(lanes));
                (one!(_mm256_movemask_pd(low)) | one!(_mm256_movemask_pd(high)) << 4) as u32
            }
        }
    }

    /// All bits of the lanes where `a == b`.
    #[inline(always)]
    fn same<const LANE: usize>(self, a: Pair, b: Pair) -> Pair {
        match LANE {
            16 => both!(_mm256_cmpeq_epi16(a, b)),
            32 => both!(_mm256_cmpeq_epi32(a, b)),
            _ => both!(_mm256_cmpeq_epi64(a, b)),
        }
    }

    #[inline(always)]
    fn look_up_half(self, table: &[u32; 32], numbers: __m256i) -> __m256i {
        // SAFETY: the processor has the instruction (`Avx2::detect`), and the parts are of 32 readable bytes each.
        let parts: [__m256i; 4] = unsafe {
            let parts = table.as_ptr().cast::<__m256i>();
            [
                _mm256_loadu_si256(parts),
                _mm256_loadu_si256(parts.add(1)),
                _mm256_loadu_si256(parts.add(2)),
                _mm256_loadu_si256(parts.add(3)),
            ]
        };
        // The bits 3 and 4 of a number, where a blend takes them.
        let (eights, sixteens) = (one!(_mm256_slli_epi32::<28>(numbers)), one!(_mm256_slli_epi32::<27>(numbers)));
        let (eights, sixteens) = (one!(_mm256_castsi256_ps(eights)), one!(_mm256_castsi256_ps(sixteens)));
        let of = [
            one!(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(parts[0], numbers))),
            one!(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(parts[1], numbers))),
            one!(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(parts[2], numbers))),
            one!(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(parts[3], numbers))),
        ];
        let low = one!(_mm256_blendv_ps(of[0], of[1], eights));
        let high = one!(_mm256_blendv_ps(of[2], of[3], eights));
        one!(_mm256_castps_si256(_mm256_blendv_ps(low, high, sixteens)))
    }
}

impl Simd for Avx2 {
    type Register = Pair;

    #[inline(always)]
    fn load(self, memory: &Bits512) -> Pair {
        let halves = memory.as_ptr().cast::<__m256i>();
        // SAFETY: the processor has the instruction (`Avx2::detect`), and `memory` is 64 readable bytes.
        unsafe { [_mm256_loadu_si256(halves), _mm256_loadu_si256(halves.add(1))] }
    }

    #[inline(always)]
    fn store(self, register: Pair) -> Bits512 {
        let mut memory = [0; 8];
        let halves = memory.as_mut_ptr().cast::<__m256i>();
        // SAFETY: the processor has the instruction (`Avx2::detect`), and `memory` is 64 writable bytes.
        unsafe {
            _mm256_storeu_si256(halves, register[0]);
            _mm256_storeu_si256(halves.add(1), register[1]);
        }
        memory
    }

    #[inline(always)]
    fn splat<const LANE: usize>(self, number: u64) -> Pair {
        match LANE {
            16 => [one!(_mm256_set1_epi16(number as i16)); 2],
            32 => [one!(_mm256_set1_epi32(number as i32)); 2],
            _ => [one!(_mm256_set1_epi64x(number as i64)); 2],
        }
    }

    #[inline(always)]
    fn and(self, a: Pair, b: Pair) -> Pair {
        both!(_mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn xor(self, a: Pair, b: Pair) -> Pair {
        both!(_mm256_xor_si256(a, b))
    }

    #[inline(always)]
    fn count<const LANE: usize>(self, register: Pair) -> Pair {
        [self.count_half::<LANE>(register[0]), self.count_half::<LANE>(register[1])]
    }

    #[inline(always)]
    fn add<const LANE: usize>(self, a: Pair, b: Pair) -> Pair {
        match LANE {
            16 => both!(_mm256_add_epi16(a, b)),
            32 => both!(_mm256_add_epi32(a, b)),
            _ => both!(_mm256_add_epi64(a, b)),
        }
    }

    #[inline(always)]
    fn saturating_sub<const LANE: usize>(self, a: Pair, b: Pair) -> Pair {
        match LANE {
            16 => both!(_mm256_subs_epu16(a, b)),
            32 => {
                let larger = both!(_mm256_max_epu32(a, b));
                both!(_mm256_sub_epi32(larger, b))
            }
            _ => {
                let (difference, is_larger) = (both!(_mm256_sub_epi64(a, b)), self.below_64(b, a));
                both!(_mm256_and_si256(difference, is_larger))
            }
        }
    }

    #[inline(always)]
    fn max<const LANE: usize>(self, a: Pair, b: Pair) -> Pair {
        match LANE {
            16 => both!(_mm256_max_epu16(a, b)),
            32 => both!(_mm256_max_epu32(a, b)),
            _ => {
                let is_below = self.below_64(a, b);
                [one!(_mm256_blendv_epi8(a[0], b[0], is_below[0])), one!(_mm256_blendv_epi8(a[1], b[1], is_below[1]))]
            }
        }
    }

    #[inline(always)]
    fn square<const LANE: usize>(self, register: Pair) -> Pair {
        // The last one multiplies the lower 32 bits of each lane.
        match LANE {
            16 => both!(_mm256_mullo_epi16(register, register)),
            32 => both!(_mm256_mullo_epi32(register, register)),
            _ => both!(_mm256_mul_epu32(register, register)),
        }
    }

    #[inline(always)]
    fn count_zero<const LANE: usize>(self, sum: Pair, register: Pair) -> Pair {
        let is_zero = self.same::<LANE>(register, [one!(_mm256_setzero_si256()); 2]);
        match LANE {
            16 => both!(_mm256_sub_epi16(sum, is_zero)),
            32 => both!(_mm256_sub_epi32(sum, is_zero)),
            _ => both!(_mm256_sub_epi64(sum, is_zero)),
        }
    }

    #[inline(always)]
    fn look_up(self, table: &[u32; 32], register: Pair) -> Pair {
        [self.look_up_half(table, register[0]), self.look_up_half(table, register[1])]
    }

    #[inline(always)]
    fn below<const LANE: usize>(self, a: Pair, b: Pair) -> u32 {
        match LANE {
            64 => self.set::<64>(self.below_64(a, b)),
            // A number is below another one unless it is the larger one.
            _ => !self.set::<LANE>(self.same::<LANE>(self.max::<LANE>(a, b), a)) & (u32::MAX >> (32 - 512 / LANE)),
        }
    }

    #[inline(always)]
    fn equal<const LANE: usize>(self, a: Pair, b: Pair) -> u32 {
        self.set::<LANE>(self.same::<LANE>(a, b))
    }
}
