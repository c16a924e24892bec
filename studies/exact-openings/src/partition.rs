//! Partition of a set of codes by the response to a guess: the inner loop of all computations here.

/// Sets of at most this many codes are partitioned in a register: four bits count each of sixteen feedbacks.
pub const SMALL: usize = 15;
/// The number of feedbacks that a register counts: enough for four pegs.
pub const SMALL_FEEDBACKS: usize = 16;
/// The number of feedbacks that a byte distinguishes.
pub const ALL_FEEDBACKS: usize = 256;

/// The lowest bit of every count.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The partition of a small set with small feedbacks.
pub struct SmallPartition {
    codes: [u16; SMALL],
    feedbacks: [u8; SMALL],
    len: usize,
    /// The number of parts of one code.
    pub singles: u32,
    /// The number of parts of two codes.
    pub pairs: u32,
    /// The lowest bit of the counts of larger parts.
    larger: u64,
}

impl SmallPartition {
    /// The partition of at most [`SMALL`] codes by the row of a guess; the feedback `win` makes no part.
    #[inline]
    pub fn new(set: &[u16], row: &[u8], win: u8) -> SmallPartition {
        let mut small = SmallPartition {
            codes: [0; SMALL],
            feedbacks: [0; SMALL],
            len: set.len().min(SMALL),
            singles: 0,
            pairs: 0,
            larger: 0,
        };
        let mut counts = 0u64;
        for ((&code, to), feedback) in set.iter().zip(&mut small.codes).zip(&mut small.feedbacks) {
            *to = code;
            *feedback = row[usize::from(code)];
            counts += 1 << (4 * (*feedback & 15));
        }
        counts &= !(15 << (4 * (win & 15)));
        let bits = [counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES, counts >> 3 & ONES];
        small.larger = bits[3] | bits[2] | (bits[1] & bits[0]);
        small.singles = (bits[0] & !bits[1] & !small.larger).count_ones();
        small.pairs = (bits[1] & !small.larger).count_ones();
        small
    }

    /// Writes the next part of three codes or more to `part`. Returns its size, 0 after the last part.
    #[inline]
    pub fn next_larger(&mut self, part: &mut [u16; SMALL]) -> usize {
        if self.larger == 0 {
            return 0;
        }
        let feedback = (self.larger.trailing_zeros() / 4) as u8;
        self.larger &= self.larger - 1;
        let mut len = 0;
        for (&code, &own) in self.codes.iter().zip(&self.feedbacks).take(self.len) {
            // Always written, kept only if `len` advances: without a branch that could be mispredicted.
            part[len.min(SMALL - 1)] = code;
            len += usize::from(own == feedback);
        }
        len
    }
}

/// The partition of a set of any size, without the part that wins: the codes part by part. Its memory is reused.
#[derive(Default)]
pub struct LargePartition {
    codes: Vec<u16>,
    ends: Vec<u16>,
}

impl LargePartition {
    /// Partitions the codes by the row of a guess, for games of fewer than `V` feedbacks, a power of two. Codes stay in order.
    #[inline]
    pub fn partition<const V: usize>(&mut self, set: &[u16], row: &[u8], win: u8) {
        let mut counts = [0u16; V];
        for &code in set {
            counts[usize::from(row[usize::from(code)]) & (V - 1)] += 1;
        }
        counts[usize::from(win) & (V - 1)] = 0;
        let mut starts = [0u16; V];
        let mut start = 0;
        self.ends.clear();
        for (count, to) in counts.iter().zip(&mut starts) {
            *to = start;
            start += count;
            if *count > 0 {
                self.ends.push(start);
            }
        }
        // The winning code goes behind all parts.
        starts[usize::from(win) & (V - 1)] = start;
        self.codes.resize(set.len(), 0);
        for &code in set {
            let to = &mut starts[usize::from(row[usize::from(code)]) & (V - 1)];
            self.codes[usize::from(*to)] = code;
            *to += 1;
        }
    }

    /// The parts, none of them empty, in the order of their feedback.
    pub fn parts(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let part = &self.codes[start..usize::from(end)];
            start = usize::from(end);
            part
        })
    }
}
