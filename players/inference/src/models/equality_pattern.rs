//! Peg equality patterns: which pegs have the same color.

use scsa::Size;

/// A pattern of pegs that are equal, for codes of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualityPattern {
    /// The first pegs, of that number, come over and over.
    Period(usize),
    /// A palindrome.
    Mirror,
    /// That number of equal parts: the code is one part over and over; the last one is cut where they do not come out even.
    Repeats(usize),
    /// Only the first and the last peg.
    Ends,
    /// Runs of that number of pegs.
    Runs(usize),
    /// That number of blocks, as even as possible, longer ones first.
    Blocks(usize),
    /// Every other peg, from the first on.
    Odd,
    /// Every other peg, from the second on.
    Even,
}

/// The group of each peg of a code, numbered in the order of their first pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PegGroups {
    groups: [u8; Size::MAX_PEGS],
    pegs: usize,
    /// The first peg of each group.
    first: [u8; Size::MAX_PEGS],
    count: usize,
}

impl PegGroups {
    /// The pegs with equal keys together.
    pub fn by_key(pegs: usize, key: impl Fn(usize) -> usize) -> PegGroups {
        let mut made = PegGroups { groups: [0; Size::MAX_PEGS], pegs, first: [0; Size::MAX_PEGS], count: 0 };
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

    /// The number of groups.
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

    /// The number of pegs of its group before a peg.
    pub fn rank(&self, peg: usize) -> usize {
        (0..peg).filter(|&before| self.groups[before] == self.groups[peg]).count()
    }
}

impl EqualityPattern {
    /// The groups of equal pegs in a code of that length.
    pub fn groups(self, pegs: usize) -> PegGroups {
        PegGroups::by_key(pegs, |peg| match self {
            EqualityPattern::Period(period) => peg % period,
            EqualityPattern::Mirror => peg.min(pegs - 1 - peg),
            EqualityPattern::Repeats(parts) => peg % pegs.div_ceil(parts),
            EqualityPattern::Ends => peg % (pegs - 1).max(1),
            EqualityPattern::Runs(length) => peg / length,
            EqualityPattern::Blocks(blocks) => block(pegs, blocks, peg),
            EqualityPattern::Odd => {
                if peg % 2 == 0 {
                    0
                } else {
                    peg
                }
            }
            EqualityPattern::Even => {
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
            EqualityPattern::Period(_) => "cycle",
            EqualityPattern::Mirror => "palindrome",
            EqualityPattern::Repeats(_) => "repeated-part",
            EqualityPattern::Ends => "first-and-last",
            EqualityPattern::Runs(_) => "runs",
            EqualityPattern::Blocks(_) => "blocks",
            EqualityPattern::Odd | EqualityPattern::Even => "every-other-peg",
        }
    }

    /// The pattern in words.
    pub fn description(self) -> String {
        match self {
            EqualityPattern::Period(period) => format!("{period} pegs, over and over"),
            EqualityPattern::Mirror => "a palindrome".to_owned(),
            EqualityPattern::Repeats(2) => "the first half twice".to_owned(),
            EqualityPattern::Repeats(parts) => format!("the first of {parts} parts over and over"),
            EqualityPattern::Ends => "the first and the last peg are equal".to_owned(),
            EqualityPattern::Runs(length) => format!("each color for {length} pegs on end"),
            EqualityPattern::Blocks(blocks) => format!("{blocks} blocks of one color each"),
            EqualityPattern::Odd => "the pegs 1, 3, 5 … are equal".to_owned(),
            EqualityPattern::Even => "the pegs 2, 4, 6 … are equal".to_owned(),
        }
    }
}

/// Patterns of equal pegs, each with a weight.
pub fn patterns() -> Vec<(EqualityPattern, f64)> {
    let cycles = (2..=8).map(EqualityPattern::Period).zip([4.0, 3.0, 1.5, 0.5, 0.2, 0.1, 0.1]);
    let others = [
        (EqualityPattern::Mirror, 2.0),
        (EqualityPattern::Ends, 3.0),
        (EqualityPattern::Repeats(2), 0.6),
        (EqualityPattern::Repeats(3), 0.1),
        (EqualityPattern::Runs(2), 1.0),
        (EqualityPattern::Runs(3), 0.4),
        (EqualityPattern::Runs(4), 0.1),
        (EqualityPattern::Blocks(2), 1.0),
        (EqualityPattern::Blocks(3), 0.5),
        (EqualityPattern::Blocks(4), 0.2),
        (EqualityPattern::Odd, 0.2),
        (EqualityPattern::Even, 0.2),
    ];
    cycles.chain(others).collect()
}

fn block(pegs: usize, blocks: usize, peg: usize) -> usize {
    let (length, longer) = (pegs / blocks, pegs % blocks);
    let in_longer = longer * (length + 1);
    if peg < in_longer { peg / (length + 1) } else { longer + (peg - in_longer) / length.max(1) }
}
