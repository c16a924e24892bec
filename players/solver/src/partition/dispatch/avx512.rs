//! Vector operations in the registers of 512 bits that some processors have.

use crate::partition::simd::{Bits512, Simd};
use std::arch::x86_64::*;

/// The operations of a processor with AVX-512, BITALG and VPOPCNTDQ. A value exists only on such a processor.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The operations, where the processor has them.
    pub fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx512(()))
    }
}

/// An intrinsic, or one of three by the number of bits of a lane.
macro_rules! instruction {
    ($name:ident($($argument:expr),*)) => {
        // SAFETY: only `detect` makes an `Avx512`, on a processor that has the instruction. It reads no memory.
        unsafe { $name($($argument),*) }
    };
    ($lane:expr, $of16:ident, $of32:ident, $of64:ident, $arguments:tt) => {
        match $lane {
            16 => instruction!($of16 $arguments),
            32 => instruction!($of32 $arguments),
            _ => instruction!($of64 $arguments),
        }
    };
}

impl Simd for Avx512 {
    type Register = __m512i;

    #[inline(always)]
    fn load(self, memory: &Bits512) -> __m512i {
        // SAFETY: the processor has the instruction (`Avx512::detect`), and `memory` is 64 readable bytes.
        unsafe { _mm512_loadu_si512(memory.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, register: __m512i) -> Bits512 {
        let mut memory = [0; 8];
        // SAFETY: the processor has the instruction (`Avx512::detect`), and `memory` is 64 writable bytes.
        unsafe { _mm512_storeu_si512(memory.as_mut_ptr().cast(), register) };
        memory
    }

    #[inline(always)]
    fn splat<const LANE: usize>(self, number: u64) -> __m512i {
        match LANE {
            16 => instruction!(_mm512_set1_epi16(number as i16)),
            32 => instruction!(_mm512_set1_epi32(number as i32)),
            _ => instruction!(_mm512_set1_epi64(number as i64)),
        }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(_mm512_and_si512(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(_mm512_xor_si512(a, b))
    }

    #[inline(always)]
    fn count<const LANE: usize>(self, register: __m512i) -> __m512i {
        instruction!(LANE, _mm512_popcnt_epi16, _mm512_popcnt_epi32, _mm512_popcnt_epi64, (register))
    }

    #[inline(always)]
    fn add<const LANE: usize>(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(LANE, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64, (a, b))
    }

    #[inline(always)]
    fn saturating_sub<const LANE: usize>(self, a: __m512i, b: __m512i) -> __m512i {
        let larger = self.max::<LANE>(a, b);
        instruction!(LANE, _mm512_sub_epi16, _mm512_sub_epi32, _mm512_sub_epi64, (larger, b))
    }

    #[inline(always)]
    fn max<const LANE: usize>(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(LANE, _mm512_max_epu16, _mm512_max_epu32, _mm512_max_epu64, (a, b))
    }

    #[inline(always)]
    fn square<const LANE: usize>(self, register: __m512i) -> __m512i {
        // The last one multiplies the lower 32 bits of each lane.
        instruction!(LANE, _mm512_mullo_epi16, _mm512_mullo_epi32, _mm512_mul_epu32, (register, register))
    }

    #[inline(always)]
    fn count_zero<const LANE: usize>(self, sum: __m512i, register: __m512i) -> __m512i {
        let one = self.splat::<LANE>(1);
        match LANE {
            16 => instruction!(_mm512_mask_add_epi16(sum, _mm512_testn_epi16_mask(register, register), sum, one)),
            32 => instruction!(_mm512_mask_add_epi32(sum, _mm512_testn_epi32_mask(register, register), sum, one)),
            _ => instruction!(_mm512_mask_add_epi64(sum, _mm512_testn_epi64_mask(register, register), sum, one)),
        }
    }

    #[inline(always)]
    fn look_up(self, table: &[u32; 32], register: __m512i) -> __m512i {
        // SAFETY: the processor has the instruction (`Avx512::detect`), and the halves are of 64 readable bytes each.
        let (low, high) = unsafe {
            let halves = table.as_ptr().cast::<__m512i>();
            (_mm512_loadu_si512(halves), _mm512_loadu_si512(halves.add(1)))
        };
        instruction!(_mm512_permutex2var_epi32(low, register, high))
    }

    #[inline(always)]
    fn below<const LANE: usize>(self, a: __m512i, b: __m512i) -> u32 {
        match LANE {
            16 => instruction!(_mm512_cmplt_epu16_mask(a, b)),
            32 => instruction!(_mm512_cmplt_epu32_mask(a, b)).into(),
            _ => instruction!(_mm512_cmplt_epu64_mask(a, b)).into(),
        }
    }

    #[inline(always)]
    fn equal<const LANE: usize>(self, a: __m512i, b: __m512i) -> u32 {
        match LANE {
            16 => instruction!(_mm512_cmpeq_epu16_mask(a, b)),
            32 => instruction!(_mm512_cmpeq_epu32_mask(a, b)).into(),
            _ => instruction!(_mm512_cmpeq_epu64_mask(a, b)).into(),
        }
    }
}
