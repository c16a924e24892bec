//! Operations on vectors of 512 bits, as lanes of 16, 32 or 64 bits.

/// A vector in memory, as words of 64 bits; the lowest lane is in the lowest bits of the first word.
pub type Bits512 = [u64; 8];

/// Operations on vectors. `LANE` is the number of bits of a lane: 16, 32 or 64.
///
/// A vector holds a bit for each candidate, or an unsigned number in each lane. A set of lanes is a mask with the bit of the
/// lowest lane first.
pub trait Simd: Copy {
    type Register: Copy;

    fn load(self, memory: &Bits512) -> Self::Register;
    fn store(self, register: Self::Register) -> Bits512;
    fn splat<const LANE: usize>(self, number: u64) -> Self::Register;
    fn and(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn xor(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// The number of bits that are set in each lane.
    fn count<const LANE: usize>(self, register: Self::Register) -> Self::Register;
    fn add<const LANE: usize>(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// `a - b`, or 0 where `b` is larger.
    fn saturating_sub<const LANE: usize>(self, a: Self::Register, b: Self::Register) -> Self::Register;
    fn max<const LANE: usize>(self, a: Self::Register, b: Self::Register) -> Self::Register;
    /// The square of each lane that is below 2^32.
    fn square<const LANE: usize>(self, register: Self::Register) -> Self::Register;
    /// `sum`, plus 1 in each lane where `register` is 0.
    fn count_zero<const LANE: usize>(self, sum: Self::Register, register: Self::Register) -> Self::Register;
    /// For each lane of 32 bits the entry of the table whose index is the lane modulo 32.
    fn look_up(self, table: &[u32; 32], register: Self::Register) -> Self::Register;
    /// The set of lanes where `a < b`.
    fn below<const LANE: usize>(self, a: Self::Register, b: Self::Register) -> u32;
    /// The set of lanes where `a == b`.
    fn equal<const LANE: usize>(self, a: Self::Register, b: Self::Register) -> u32;
}

/// Adds 1 to the bit-sliced sums of the candidates whose bit is set in `carry`.
#[inline(always)]
pub fn add<S: Simd, const BITS: usize>(
    simd: S,
    mut sums: [S::Register; BITS],
    mut carry: S::Register,
) -> [S::Register; BITS] {
    for sum in &mut sums {
        let before = *sum;
        *sum = simd.xor(before, carry);
        carry = simd.and(before, carry);
    }
    sums
}

#[inline(always)]
pub fn is<S: Simd, const BITS: usize>(simd: S, sums: &[S::Register; BITS], number: usize) -> S::Register {
    let mut mask = simd.splat::<64>(u64::MAX);
    for (bit, &sum) in sums.iter().enumerate() {
        let flip = simd.splat::<64>(if number >> bit & 1 == 1 { 0 } else { u64::MAX });
        mask = simd.and(mask, simd.xor(sum, flip));
    }
    mask
}

/// The operations without special instructions, for any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

#[inline(always)]
fn map_lanes<const LANE: usize>(a: Bits512, b: Bits512, mut number: impl FnMut(u64, u64) -> u64) -> Bits512 {
    let mut result = [0; 8];
    let mask = u64::MAX >> (64 - LANE);
    for word in 0..8 {
        for shift in (0..64).step_by(LANE) {
            result[word] |= (number(a[word] >> shift & mask, b[word] >> shift & mask) & mask) << shift;
        }
    }
    result
}

#[inline(always)]
fn lanes_where<const LANE: usize>(a: Bits512, b: Bits512, predicate: impl Fn(u64, u64) -> bool) -> u32 {
    let (mut set, mut lane) = (0, 0);
    map_lanes::<LANE>(a, b, |a, b| {
        set |= u32::from(predicate(a, b)) << lane;
        lane += 1;
        0
    });
    set
}

impl Simd for Portable {
    type Register = Bits512;

    #[inline(always)]
    fn load(self, memory: &Bits512) -> Bits512 {
        *memory
    }

    #[inline(always)]
    fn store(self, register: Bits512) -> Bits512 {
        register
    }

    #[inline(always)]
    fn splat<const LANE: usize>(self, number: u64) -> Bits512 {
        map_lanes::<LANE>([0; 8], [0; 8], |_, _| number)
    }

    #[inline(always)]
    fn and(self, a: Bits512, b: Bits512) -> Bits512 {
        std::array::from_fn(|word| a[word] & b[word])
    }

    #[inline(always)]
    fn xor(self, a: Bits512, b: Bits512) -> Bits512 {
        std::array::from_fn(|word| a[word] ^ b[word])
    }

    #[inline(always)]
    fn count<const LANE: usize>(self, register: Bits512) -> Bits512 {
        map_lanes::<LANE>(register, register, |a, _| a.count_ones().into())
    }

    #[inline(always)]
    fn add<const LANE: usize>(self, a: Bits512, b: Bits512) -> Bits512 {
        map_lanes::<LANE>(a, b, u64::wrapping_add)
    }

    #[inline(always)]
    fn saturating_sub<const LANE: usize>(self, a: Bits512, b: Bits512) -> Bits512 {
        map_lanes::<LANE>(a, b, u64::saturating_sub)
    }

    #[inline(always)]
    fn max<const LANE: usize>(self, a: Bits512, b: Bits512) -> Bits512 {
        map_lanes::<LANE>(a, b, u64::max)
    }

    #[inline(always)]
    fn square<const LANE: usize>(self, register: Bits512) -> Bits512 {
        map_lanes::<LANE>(register, register, |a, _| a.wrapping_mul(a))
    }

    #[inline(always)]
    fn count_zero<const LANE: usize>(self, sum: Bits512, register: Bits512) -> Bits512 {
        map_lanes::<LANE>(sum, register, |sum, number| sum + u64::from(number == 0))
    }

    #[inline(always)]
    fn look_up(self, table: &[u32; 32], register: Bits512) -> Bits512 {
        map_lanes::<32>(register, register, |a, _| table[a as usize % 32].into())
    }

    #[inline(always)]
    fn below<const LANE: usize>(self, a: Bits512, b: Bits512) -> u32 {
        lanes_where::<LANE>(a, b, |a, b| a < b)
    }

    #[inline(always)]
    fn equal<const LANE: usize>(self, a: Bits512, b: Bits512) -> u32 {
        lanes_where::<LANE>(a, b, |a, b| a == b)
    }
}
