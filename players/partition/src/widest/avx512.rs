//! Lines of lanes in the registers of 512 bits that some processors have.

use crate::lanes::{Engine, Memory};
use std::arch::x86_64::*;

/// The engine of a processor with AVX-512, BITALG and VPOPCNTDQ. There is none on others.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The engine, where the processor has it.
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

/// An instruction, or one of three by the number of bits of a lane.
macro_rules! instruction {
    ($name:ident($($argument:expr),*)) => {
        // SAFETY: an `Avx512` is made by `detect` only, on a processor that has the instruction. It reads no memory.
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

impl Engine for Avx512 {
    type Line = __m512i;

    const IS_WIDE: bool = true;

    #[inline(always)]
    fn load(self, memory: &Memory) -> __m512i {
        // SAFETY: the processor has the instruction (`Avx512::detect`), and the 64 bytes are there to be read.
        unsafe { _mm512_loadu_si512(memory.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, line: __m512i) -> Memory {
        let mut memory = [0; 8];
        // SAFETY: the processor has the instruction (`Avx512::detect`), and the 64 bytes are there to be written.
        unsafe { _mm512_storeu_si512(memory.as_mut_ptr().cast(), line) };
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
    fn count<const LANE: usize>(self, line: __m512i) -> __m512i {
        instruction!(LANE, _mm512_popcnt_epi16, _mm512_popcnt_epi32, _mm512_popcnt_epi64, (line))
    }

    #[inline(always)]
    fn add<const LANE: usize>(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(LANE, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64, (a, b))
    }

    #[inline(always)]
    fn less<const LANE: usize>(self, a: __m512i, b: __m512i) -> __m512i {
        let larger = self.max::<LANE>(a, b);
        instruction!(LANE, _mm512_sub_epi16, _mm512_sub_epi32, _mm512_sub_epi64, (larger, b))
    }

    #[inline(always)]
    fn max<const LANE: usize>(self, a: __m512i, b: __m512i) -> __m512i {
        instruction!(LANE, _mm512_max_epu16, _mm512_max_epu32, _mm512_max_epu64, (a, b))
    }

    #[inline(always)]
    fn square<const LANE: usize>(self, line: __m512i) -> __m512i {
        // The last one multiplies the lower halves.
        instruction!(LANE, _mm512_mullo_epi16, _mm512_mullo_epi32, _mm512_mul_epu32, (line, line))
    }

    #[inline(always)]
    fn count_zero<const LANE: usize>(self, sum: __m512i, line: __m512i) -> __m512i {
        let one = self.splat::<LANE>(1);
        match LANE {
            16 => instruction!(_mm512_mask_add_epi16(sum, _mm512_testn_epi16_mask(line, line), sum, one)),
            32 => instruction!(_mm512_mask_add_epi32(sum, _mm512_testn_epi32_mask(line, line), sum, one)),
            _ => instruction!(_mm512_mask_add_epi64(sum, _mm512_testn_epi64_mask(line, line), sum, one)),
        }
    }

    #[inline(always)]
    fn look_up(self, table: &[u32; 32], line: __m512i) -> __m512i {
        let half = |first: usize| {
            let lanes = std::array::from_fn(|word| {
                u64::from(table[first + 2 * word]) | u64::from(table[first + 2 * word + 1]) << 32
            });
            self.load(&lanes)
        };
        instruction!(_mm512_permutex2var_epi32(half(0), line, half(16)))
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

#[cfg(test)]
#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
mod tests {
    use super::*;
    use crate::lanes::Plain;
    use proptest::prelude::*;

    /// The lanes of every operation, by an engine.
    fn all<const LANE: usize, E: Engine>(
        engine: E,
        a: &Memory,
        b: &Memory,
        table: &[u32; 32],
    ) -> (Vec<Memory>, [u32; 2]) {
        let (a, b) = (engine.load(a), engine.load(b));
        let halves = engine.and(a, engine.splat::<64>(u32::MAX.into()));
        let lines = [
            engine.splat::<LANE>(0x1234_5678_9abc_def0),
            engine.and(a, b),
            engine.xor(a, b),
            engine.count::<LANE>(a),
            engine.add::<LANE>(a, b),
            engine.less::<LANE>(a, b),
            engine.max::<LANE>(a, b),
            engine.square::<LANE>(halves),
            engine.count_zero::<LANE>(halves, engine.and(a, halves)),
            engine.look_up(table, a),
        ];
        (lines.map(|line| engine.store(line)).to_vec(), [engine.below::<LANE>(a, b), engine.equal::<LANE>(a, b)])
    }

    proptest! {
        /// Random lines, some lanes of which are equal.
        #[test]
        fn the_engine_does_what_the_plain_one_does(
            a: Memory,
            mut b: Memory,
            same in 0u8..,
            table: [u32; 32],
        ) {
            let Some(engine) = Avx512::detect() else {
                println!("skipped: the processor does not have AVX-512");
                return Ok(());
            };
            (0..8).filter(|word| same >> word & 1 == 1).for_each(|word| b[word] = a[word]);
            prop_assert_eq!(all::<16, _>(engine, &a, &b, &table), all::<16, _>(Plain, &a, &b, &table));
            prop_assert_eq!(all::<32, _>(engine, &a, &b, &table), all::<32, _>(Plain, &a, &b, &table));
            prop_assert_eq!(all::<64, _>(engine, &a, &b, &table), all::<64, _>(Plain, &a, &b, &table));
        }
    }
}
