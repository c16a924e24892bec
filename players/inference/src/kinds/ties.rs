//! Patterns of pegs that have one color together.

use scsa::{Code, Size};

/// A pattern of pegs that are equal, for codes of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first so many pegs come over and over.
    Period(usize),
    /// A palindrome.
    Mirror,
    /// So many equal parts: the code is one part over and over; the last one is cut where they do not come out even.
    Repeats(usize),
    /// Only the first and the last peg.
    Ends,
    /// Runs of so many neighbours.
    Runs(usize),
    /// So many blocks, as even as possible, longer ones first.
    Blocks(usize),
    /// Every other peg, from the first on.
    Odd,
    /// Every other peg, from the second on.
    Even,
}

/// The group of each peg of a code, numbered in the order of their first pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    groups: [u8; Size::MAX_PEGS],
    pegs: usize,
    /// The first peg of each group.
    first: [u8; Size::MAX_PEGS],
    count: usize,
}

impl Groups {
    /// The pegs with equal keys together.
    pub fn by_key(pegs: usize, key: impl Fn(usize) -> usize) -> Groups {
        let mut made = Groups { groups: [0; Size::MAX_PEGS], pegs, first: [0; Size::MAX_PEGS], count: 0 };
        for peg in 0..pegs {
            let group = match (0..peg).find(|&before| key(before) == key(peg)) {
                Some(before) => made.groups[before],
                None => {
                    made.first[made.count] = peg as u8;
                    made.count += 1;
                    made.count as u8 - 1
                }
            };
            made.groups[peg] = group;
        }
        made
    }

    /// How many groups there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The group of a peg.
    pub fn of(&self, peg: usize) -> usize {
        usize::from(self.groups[peg])
    }

    /// The first peg of a group.
    pub fn first(&self, group: usize) -> usize {
        usize::from(self.first[group])
    }

    /// How many pegs of its group are before a peg.
    pub fn rank(&self, peg: usize) -> usize {
        (0..peg).filter(|&before| self.groups[before] == self.groups[peg]).count()
    }

    /// Whether the pegs of each group of the code are equal.
    pub fn hold(&self, code: &Code) -> bool {
        (0..self.pegs).all(|peg| code.peg(peg) == code.peg(self.first(self.of(peg))))
    }
}

impl Ties {
    /// The groups of equal pegs in a code of that length.
    pub fn groups(self, pegs: usize) -> Groups {
        Groups::by_key(pegs, |peg| match self {
            Ties::Period(period) => peg % period,
            Ties::Mirror => peg.min(pegs - 1 - peg),
            Ties::Repeats(parts) => peg % pegs.div_ceil(parts),
            Ties::Ends => peg % (pegs - 1).max(1),
            Ties::Runs(length) => peg / length,
            Ties::Blocks(blocks) => block(pegs, blocks, peg),
            Ties::Odd => {
                if peg % 2 == 0 {
                    0
                } else {
                    peg
                }
            }
            Ties::Even => {
                if peg % 2 == 1 {
                    1
                } else {
                    peg + 2
                }
            }
        })
    }

    /// The name of such a rule.
    pub fn name(self) -> &'static str {
        match self {
            Ties::Period(_) => "cycle",
            Ties::Mirror => "palindrome",
            Ties::Repeats(_) => "repeated-part",
            Ties::Ends => "first-and-last",
            Ties::Runs(_) => "runs",
            Ties::Blocks(_) => "blocks",
            Ties::Odd | Ties::Even => "every-other-peg",
        }
    }

    /// What is tied.
    pub fn sentence(self) -> String {
        match self {
            Ties::Period(period) => format!("{period} pegs, over and over"),
            Ties::Mirror => "a palindrome".to_owned(),
            Ties::Repeats(2) => "the first half twice".to_owned(),
            Ties::Repeats(parts) => format!("the first of {parts} parts over and over"),
            Ties::Ends => "the first and the last peg are equal".to_owned(),
            Ties::Runs(length) => format!("each color for {length} pegs on end"),
            Ties::Blocks(blocks) => format!("{blocks} blocks of one color each"),
            Ties::Odd => "the pegs 1, 3, 5 … are equal".to_owned(),
            Ties::Even => "the pegs 2, 4, 6 … are equal".to_owned(),
        }
    }
}

/// Patterns of equal pegs, each with a weight.
pub fn patterns() -> Vec<(Ties, f64)> {
    let cycles = (2..=8).map(Ties::Period).zip([4.0, 3.0, 1.5, 0.5, 0.2, 0.1, 0.1]);
    let others = [
        (Ties::Mirror, 2.0),
        (Ties::Ends, 3.0),
        (Ties::Repeats(2), 0.6),
        (Ties::Repeats(3), 0.1),
        (Ties::Runs(2), 1.0),
        (Ties::Runs(3), 0.4),
        (Ties::Runs(4), 0.1),
        (Ties::Blocks(2), 1.0),
        (Ties::Blocks(3), 0.5),
        (Ties::Blocks(4), 0.2),
        (Ties::Odd, 0.2),
        (Ties::Even, 0.2),
    ];
    cycles.chain(others).collect()
}

fn block(pegs: usize, blocks: usize, peg: usize) -> usize {
    let (length, longer) = (pegs / blocks, pegs % blocks);
    let in_longer = longer * (length + 1);
    if peg < in_longer { peg / (length + 1) } else { longer + (peg - in_longer) / length.max(1) }
}
