//! Dividing sets of codes into cells: the inner loop of everything here.

/// Sets of so many codes are divided in a register: four bits count each of sixteen feedbacks.
pub const FEW: usize = 15;
/// The feedbacks that a register counts: enough for four pegs.
pub const FEW_FEEDBACKS: usize = 16;
/// All feedbacks that a byte tells apart.
pub const MANY_FEEDBACKS: usize = 256;

/// The lowest bit of every count.
const ONES: u64 = 0x1111_1111_1111_1111;

/// How a guess divides few codes that have few feedbacks.
pub struct Few {
    codes: [u16; FEW],
    feedbacks: [u8; FEW],
    len: usize,
    /// Cells of one code.
    pub singles: u32,
    /// Cells of two codes.
    pub pairs: u32,
    /// The lowest bit of the counts of larger cells.
    larger: u64,
}

impl Few {
    /// Divides [`FEW`] codes at the most by the row of a guess; the feedback `win` makes no cell.
    #[inline]
    pub fn new(set: &[u16], row: &[u8], win: u8) -> Few {
        let mut few =
            Few { codes: [0; FEW], feedbacks: [0; FEW], len: set.len().min(FEW), singles: 0, pairs: 0, larger: 0 };
        let mut counts = 0u64;
        for ((&code, to), feedback) in set.iter().zip(&mut few.codes).zip(&mut few.feedbacks) {
            *to = code;
            *feedback = row[usize::from(code)];
            counts += 1 << (4 * (*feedback & 15));
        }
        counts &= !(15 << (4 * (win & 15)));
        let bits = [counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES, counts >> 3 & ONES];
        few.larger = bits[3] | bits[2] | (bits[1] & bits[0]);
        few.singles = (bits[0] & !bits[1] & !few.larger).count_ones();
        few.pairs = (bits[1] & !few.larger).count_ones();
        few
    }

    /// The next cell of three codes or more, written to `cell`: how many they are, 0 after the last cell.
    #[inline]
    pub fn next_larger(&mut self, cell: &mut [u16; FEW]) -> usize {
        if self.larger == 0 {
            return 0;
        }
        let feedback = (self.larger.trailing_zeros() / 4) as u8;
        self.larger &= self.larger - 1;
        let mut len = 0;
        for (&code, &own) in self.codes.iter().zip(&self.feedbacks).take(self.len) {
            // Written always and kept by moving on: no branch to guess wrong.
            cell[len.min(FEW - 1)] = code;
            len += usize::from(own == feedback);
        }
        len
    }
}

/// The cells into which a guess divides many codes, without the one that wins: the codes cell by cell, with memory that is used
/// again.
#[derive(Default)]
pub struct Many {
    codes: Vec<u16>,
    ends: Vec<u16>,
}

impl Many {
    /// Divides the codes by the row of a guess, for games of fewer than `V` feedbacks, a power of two. Codes stay in order.
    #[inline]
    pub fn divide<const V: usize>(&mut self, set: &[u16], row: &[u8], win: u8) {
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
        // What wins goes behind all cells.
        starts[usize::from(win) & (V - 1)] = start;
        self.codes.resize(set.len(), 0);
        for &code in set {
            let to = &mut starts[usize::from(row[usize::from(code)]) & (V - 1)];
            self.codes[usize::from(*to)] = code;
            *to += 1;
        }
    }

    /// The cells, none of them empty, in the order of their feedback.
    pub fn cells(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let cell = &self.codes[start..usize::from(end)];
            start = usize::from(end);
            cell
        })
    }
}
