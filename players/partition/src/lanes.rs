//! Sixty-four bytes of candidates or of numbers at once, as lanes of 16, 32 or 64 bits.

/// A line of lanes in memory.
pub type Memory = [u64; 8];

/// What works on lines. `LANE` is the number of bits of a lane: 16, 32 or 64.
///
/// A line has a bit for each candidate, or a number in each lane.
pub trait Engine: Copy {
    type Line: Copy;

    /// Whether narrow lanes are worth their machine code.
    const IS_WIDE: bool;

    fn load(self, memory: &Memory) -> Self::Line;
    fn store(self, line: Self::Line) -> Memory;
    /// This number in each lane.
    fn splat<const LANE: usize>(self, number: u64) -> Self::Line;
    fn and(self, a: Self::Line, b: Self::Line) -> Self::Line;
    fn xor(self, a: Self::Line, b: Self::Line) -> Self::Line;
    /// How many bits are set in each lane.
    fn count<const LANE: usize>(self, line: Self::Line) -> Self::Line;
    fn add<const LANE: usize>(self, a: Self::Line, b: Self::Line) -> Self::Line;
    /// The first less the second, and 0 where that is larger.
    fn less<const LANE: usize>(self, a: Self::Line, b: Self::Line) -> Self::Line;
    fn max<const LANE: usize>(self, a: Self::Line, b: Self::Line) -> Self::Line;
    /// The square of each lane that is below 2^32.
    fn square<const LANE: usize>(self, line: Self::Line) -> Self::Line;
    /// One more in each lane where the other line has 0.
    fn count_zero<const LANE: usize>(self, sum: Self::Line, line: Self::Line) -> Self::Line;
    /// What stands in a table at the place that a lane says, modulo 32; the lanes have 32 bits.
    fn look_up(self, table: &[u32; 32], line: Self::Line) -> Self::Line;
    /// The lanes of the first that are below those of the second, as a set.
    fn below<const LANE: usize>(self, a: Self::Line, b: Self::Line) -> u32;
    /// The lanes that are equal, as a set.
    fn equal<const LANE: usize>(self, a: Self::Line, b: Self::Line) -> u32;
}

/// Sums bit by bit, with one more where a bit is set.
#[inline(always)]
pub fn add<E: Engine, const BITS: usize>(engine: E, mut sums: [E::Line; BITS], mut carry: E::Line) -> [E::Line; BITS] {
    for sum in &mut sums {
        let before = *sum;
        *sum = engine.xor(before, carry);
        carry = engine.and(before, carry);
    }
    sums
}

/// Where the sum is that number.
#[inline(always)]
pub fn is<E: Engine, const BITS: usize>(engine: E, sums: &[E::Line; BITS], number: usize) -> E::Line {
    let mut mask = engine.splat::<64>(u64::MAX);
    for (bit, &sum) in sums.iter().enumerate() {
        let flip = engine.splat::<64>(if number >> bit & 1 == 1 { 0 } else { u64::MAX });
        mask = engine.and(mask, engine.xor(sum, flip));
    }
    mask
}

/// The engine of any processor.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// A number in each lane from those of other lines.
#[inline(always)]
fn each<const LANE: usize>(a: Memory, b: Memory, mut number: impl FnMut(u64, u64) -> u64) -> Memory {
    let mut line = [0; 8];
    let mask = u64::MAX >> (64 - LANE);
    for word in 0..8 {
        for shift in (0..64).step_by(LANE) {
            line[word] |= (number(a[word] >> shift & mask, b[word] >> shift & mask) & mask) << shift;
        }
    }
    line
}

/// The lanes of which something is so, as a set.
#[inline(always)]
fn set<const LANE: usize>(a: Memory, b: Memory, is_so: impl Fn(u64, u64) -> bool) -> u32 {
    let (mut set, mut lane) = (0, 0);
    each::<LANE>(a, b, |a, b| {
        set |= u32::from(is_so(a, b)) << lane;
        lane += 1;
        0
    });
    set
}

impl Engine for Plain {
    type Line = Memory;

    const IS_WIDE: bool = false;

    #[inline(always)]
    fn load(self, memory: &Memory) -> Memory {
        *memory
    }

    #[inline(always)]
    fn store(self, line: Memory) -> Memory {
        line
    }

    #[inline(always)]
    fn splat<const LANE: usize>(self, number: u64) -> Memory {
        each::<LANE>([0; 8], [0; 8], |_, _| number)
    }

    #[inline(always)]
    fn and(self, a: Memory, b: Memory) -> Memory {
        std::array::from_fn(|word| a[word] & b[word])
    }

    #[inline(always)]
    fn xor(self, a: Memory, b: Memory) -> Memory {
        std::array::from_fn(|word| a[word] ^ b[word])
    }

    #[inline(always)]
    fn count<const LANE: usize>(self, line: Memory) -> Memory {
        each::<LANE>(line, line, |a, _| a.count_ones().into())
    }

    #[inline(always)]
    fn add<const LANE: usize>(self, a: Memory, b: Memory) -> Memory {
        each::<LANE>(a, b, u64::wrapping_add)
    }

    #[inline(always)]
    fn less<const LANE: usize>(self, a: Memory, b: Memory) -> Memory {
        each::<LANE>(a, b, u64::saturating_sub)
    }

    #[inline(always)]
    fn max<const LANE: usize>(self, a: Memory, b: Memory) -> Memory {
        each::<LANE>(a, b, u64::max)
    }

    #[inline(always)]
    fn square<const LANE: usize>(self, line: Memory) -> Memory {
        each::<LANE>(line, line, |a, _| a.wrapping_mul(a))
    }

    #[inline(always)]
    fn count_zero<const LANE: usize>(self, sum: Memory, line: Memory) -> Memory {
        each::<LANE>(sum, line, |sum, number| sum + u64::from(number == 0))
    }

    #[inline(always)]
    fn look_up(self, table: &[u32; 32], line: Memory) -> Memory {
        each::<32>(line, line, |a, _| table[a as usize % 32].into())
    }

    #[inline(always)]
    fn below<const LANE: usize>(self, a: Memory, b: Memory) -> u32 {
        set::<LANE>(a, b, |a, b| a < b)
    }

    #[inline(always)]
    fn equal<const LANE: usize>(self, a: Memory, b: Memory) -> u32 {
        set::<LANE>(a, b, |a, b| a == b)
    }
}
