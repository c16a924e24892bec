//! The operations of every set of instructions are those of the portable one.

use super::*;
use crate::partition::simd::{Bits512, Portable};
use proptest::prelude::*;

/// The results of every operation.
fn all<const LANE: usize, S: Simd>(simd: S, a: &Bits512, b: &Bits512, table: &[u32; 32]) -> (Vec<Bits512>, [u32; 2]) {
    let (a, b) = (simd.load(a), simd.load(b));
    let halves = simd.and(a, simd.splat::<64>(u32::MAX.into()));
    let registers = [
        simd.splat::<LANE>(0x1234_5678_9abc_def0),
        simd.and(a, b),
        simd.xor(a, b),
        simd.count::<LANE>(a),
        simd.add::<LANE>(a, b),
        simd.saturating_sub::<LANE>(a, b),
        simd.max::<LANE>(a, b),
        simd.square::<LANE>(halves),
        simd.count_zero::<LANE>(halves, simd.and(a, halves)),
        simd.look_up(table, a),
    ];
    (registers.map(|register| simd.store(register)).to_vec(), [simd.below::<LANE>(a, b), simd.equal::<LANE>(a, b)])
}

proptest! {
    /// Random vectors, some lanes of which are equal.
    #[test]
    fn wide_operations_agree_with_the_portable_ones(a: Bits512, mut b: Bits512, same in 0u8.., table: [u32; 32]) {
        (0..8).filter(|word| same >> word & 1 == 1).for_each(|word| b[word] = a[word]);
        macro_rules! agree {
            ($simd:expr) => {
                if let Some(simd) = $simd {
                    prop_assert_eq!(all::<16, _>(simd, &a, &b, &table), all::<16, _>(Portable, &a, &b, &table));
                    prop_assert_eq!(all::<32, _>(simd, &a, &b, &table), all::<32, _>(Portable, &a, &b, &table));
                    prop_assert_eq!(all::<64, _>(simd, &a, &b, &table), all::<64, _>(Portable, &a, &b, &table));
                }
            };
        }
        agree!(Avx512::detect());
        agree!(Avx2::detect());
    }
}
